//! What Telegram has beyond a direct chat with text, and how it fails.

mod access;
mod answers;
mod delivery;
mod groups;
mod messages;
mod topics;

use adjutant_simulators::telegram::User;

use crate::harness::{Bot, OnTelegram, Setup};

/// A bot that serves alice and bob, and bob.
async fn with_bob(setup: Setup) -> (Bot<OnTelegram>, User) {
    let setup = setup.with("ACCESS__ALLOW", r#"["telegram:42", "telegram:43"]"#);
    let bot: Bot<OnTelegram> = setup.start().await;
    let bob = bot.alice().tg.user(43, "bob");
    (bot, bob)
}
