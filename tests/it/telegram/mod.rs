//! What Telegram has beyond a direct chat with text, and how it fails.

mod access;
mod answers;
mod approvers;
mod delivery;
mod files;
mod groups;
mod messages;
mod notes;
mod scheduled;
mod topics;

use adjutant_simulators::telegram::User;

use crate::harness::{Bot, OnTelegram, Setup};

/// A rule by which the bot may do in groups, unasked, what it may do elsewhere.
const AS_ELSEWHERE: &str = r#"[{ tier = "side_effecting", chat = "group", then = "log" }]"#;

/// A bot that serves alice and bob, in groups as elsewhere, and bob.
async fn with_bob(setup: Setup) -> (Bot<OnTelegram>, User) {
    with_bob_by_default(setup.with("TOOLS__RULES", AS_ELSEWHERE)).await
}

/// The same with the default rules.
async fn with_bob_by_default(setup: Setup) -> (Bot<OnTelegram>, User) {
    let setup = setup.with("ACCESS__ALLOW", r#"["telegram:42", "telegram:43"]"#);
    let bot: Bot<OnTelegram> = setup.start().await;
    let bob = bot.alice().tg.user(43, "bob");
    (bot, bob)
}
