//! Telegram's features beyond a direct chat with text, and its failures.

mod access;
mod answers;
mod approvers;
mod cards;
mod delivery;
mod files;
mod groups;
mod languages;
mod messages;
mod notes;
mod questions;
mod scheduled;
mod shared_sites;
mod topics;
mod webhook;

use adjutant_simulators::telegram::User;

use crate::harness::{Bot, OnTelegram, Setup};

/// A rule that lets the bot do in groups, without asking, whatever it may do elsewhere.
const AS_ELSEWHERE: &str = r#"[{ tier = "side_effecting", chat = "group", then = "log" }]"#;

/// Starts a bot that serves alice and bob, with the same permissions in groups as elsewhere; returns it and bob.
async fn with_bob(setup: Setup) -> (Bot<OnTelegram>, User) {
    with_bob_by_default(setup.with("TOOLS__RULES", AS_ELSEWHERE)).await
}

/// Like `with_bob`, but with the default rules.
async fn with_bob_by_default(setup: Setup) -> (Bot<OnTelegram>, User) {
    let setup = setup.with("ACCESS__ALLOW", r#"["telegram:42", "telegram:43"]"#);
    let bot: Bot<OnTelegram> = setup.start().await;
    let bob = bot.alice().tg.user(43, "bob");
    (bot, bob)
}
