//! A gateway in this process with a simulated environment, and conversations with it.

mod bot;
mod both;
mod chat;
mod on_discord;
mod on_telegram;
mod on_web;
pub mod kernel;
pub mod program;
mod transcript;

pub use bot::{Bot, Setup};
pub use both::Both;
pub use chat::{Chat, Masked, Pressed, Replies, Shown};
pub use on_discord::OnDiscord;
pub use on_telegram::{ALICE, OnTelegram};
pub use on_web::OnWeb;
pub use transcript::{conversation, in_order};

/// Asserts on a whole message. A conversation that runs over several adapters makes the same assertion for each.
macro_rules! reads {
    ($said:expr, @$wanted:literal) => {{
        let said = $said.to_string();
        insta::allow_duplicates! { insta::assert_snapshot!(said, @$wanted) }
    }};
}
pub(crate) use reads;
