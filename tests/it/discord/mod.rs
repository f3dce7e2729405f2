//! Discord's features beyond direct messages with text, and its failures.

mod access;
mod answers;
mod approvals;
mod catching_up;
mod commands;
mod connection;
mod delivery;
mod elsewhere;
mod files;
mod messages;
mod servers;
mod threads;

use adjutant_domain::timestamp::Timestamp;
use adjutant_simulators::discord::{Channel, Discord, Guild, User};
use adjutant_store::{
    db::{Scope, Tx},
    people,
};

use crate::harness::{Bot, Chat, OnDiscord, Setup};

/// A rule that lets the bot do in groups, without asking, whatever it may do elsewhere.
const AS_ELSEWHERE: &str = r#"[{ tier = "side_effecting", chat = "group", then = "log" }]"#;

/// Starts a bot that serves alice and bob, with the same permissions in servers as elsewhere; returns it and bob.
async fn with_bob(setup: Setup) -> (Bot<OnDiscord>, User) {
    with_bob_by_default(setup.with("TOOLS__RULES", AS_ELSEWHERE)).await
}

/// Like `with_bob`, but with the default rules.
async fn with_bob_by_default(setup: Setup) -> (Bot<OnDiscord>, User) {
    let bot: Bot<OnDiscord> = setup.with("ACCESS__ALLOW", r#"["discord:42", "discord:43"]"#).start().await;
    let bob = bot.alice().discord.user(43, "bob");
    (bot, bob)
}

/// Makes alice the owner.
async fn becomes_owner(bot: &Bot<OnDiscord>) {
    let db = &bot.app().core().db;
    let code = db.write(Scope::Global, async |tx| people::renew_owner_code(tx, Timestamp::EPOCH).await).await;
    bot.alice().says(&format!("/start {}", code.unwrap().unwrap())).await;
    bot.next_message().await;
}

/// Returns the server to which the bot belongs.
fn home(discord: &Discord) -> Guild {
    discord.guild(500, "home")
}

/// Returns a channel of that server.
fn garden(discord: &Discord) -> Channel {
    home(discord).channel(GARDEN, "garden")
}

const GARDEN: u64 = 600;

/// Returns how many sends have failed so far.
async fn failures(bot: &Bot<OnDiscord>) -> i64 {
    let failed = async |tx: &Tx| tx.value("SELECT count(error) AS value FROM outbox", ()).await;
    bot.app().core().db.read(failed).await.expect("the database can be read").unwrap_or_default()
}
