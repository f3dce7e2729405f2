//! The gateway's events about messages and places.

use adjutant_simulators::discord::{Discord, Permission};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::{
    client::{Bot, id},
    wire::{CONTENT, USUAL, Wire},
};

/// GUILD_MESSAGE_REACTIONS.
const REACTIONS: u64 = 1 << 10;

#[tokio::test]
async fn messages_are_told_of_from_beginning_to_end() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let (alice, guild) = (discord.user(42, "alice"), discord.guild(900, "Guild"));
    let channel = guild.channel(901, "general");
    let mut wire = Wire::identified(&discord, USUAL | CONTENT | REACTIONS).await;
    wire.event("GUILD_CREATE").await;

    let sent = alice.sends_files_in(&channel, "look", &[("a.txt", b"abc")]).await;
    let created = wire.event("MESSAGE_CREATE").await;
    assert_eq!((&created["guild_id"], &created["member"]["roles"]), (&json!("900"), &json!([])));
    assert_eq!((id(&created), &created["attachments"][0]["size"]), (sent.id, &json!(3)));
    alice.edits(&sent, "look here").await;
    let updated = wire.event("MESSAGE_UPDATE").await;
    assert_eq!((&updated["content"], updated["edited_timestamp"].is_string()), (&json!("look here"), true));
    alice.deletes(&sent).await;
    let deleted = wire.event("MESSAGE_DELETE").await;
    assert_eq!(deleted, json!({"id": sent.id.to_string(), "channel_id": "901", "guild_id": "900"}));

    let (one, two) = (alice.says_in(&channel, "one").await, alice.says_in(&channel, "two").await);
    wire.event("MESSAGE_CREATE").await;
    wire.event("MESSAGE_CREATE").await;
    alice.deletes_all(&[one, two]).await;
    let deleted = wire.event("MESSAGE_DELETE_BULK").await;
    assert_eq!(deleted["ids"], json!([one.id.to_string(), two.id.to_string()]));

    bot.creates(901, json!({"content": "mine", "nonce": "n1"})).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["nonce"], "n1");
    let mine = discord.next_message(&channel).await;
    let reaction = format!("/channels/901/messages/{}/reactions/%F0%9F%91%80/@me", mine.id);
    bot.call(Verb::PUT, &reaction, Value::Null).await;
    assert_eq!(wire.event("MESSAGE_REACTION_ADD").await["emoji"]["name"], "👀");
}

#[tokio::test]
async fn places_are_told_of_as_they_come_and_go() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let mut wire = Wire::identified(&discord, USUAL | CONTENT).await;
    let guild = discord.guild(900, "Guild");
    wire.event("GUILD_CREATE").await;
    let channel = guild.channel(901, "general");
    assert_eq!(wire.event("CHANNEL_CREATE").await["name"], "general");
    let role = guild.role(902, "crew");
    assert_eq!(wire.event("GUILD_ROLE_CREATE").await["role"]["id"], "902");
    guild.gives_role(&alice, role);
    let sent = alice.says_in(&channel, "hi").await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["member"]["roles"], json!(["902"]));
    guild.deletes_role(role);
    assert_eq!(wire.event("GUILD_ROLE_DELETE").await, json!({"guild_id": "900", "role_id": "902"}));

    let path = format!("/channels/901/messages/{}/threads", sent.id);
    bot.call(Verb::POST, &path, json!({"name": "answers"})).await;
    let thread = wire.event("THREAD_CREATE").await;
    assert_eq!(
        (id(&thread), &thread["parent_id"], &thread["newly_created"]),
        (sent.id, &json!("901"), &json!(true))
    );
    let message = wire.event("MESSAGE_UPDATE").await;
    assert_eq!((&message["flags"], &message["edited_timestamp"]), (&json!(32), &Value::Null));
    let thread = discord.thread_at(&sent).await;
    thread.archive();
    assert_eq!(wire.event("THREAD_UPDATE").await["thread_metadata"]["archived"], true);
    thread.delete();
    assert_eq!(id(&wire.event("THREAD_DELETE").await), sent.id);
    channel.delete();
    assert_eq!(id(&wire.event("CHANNEL_DELETE").await), 901);
    alice.removes_bot_from(&guild).await;
    assert_eq!(wire.event("GUILD_DELETE").await, json!({"id": "900"}));
}

#[tokio::test]
async fn nothing_is_told_of_what_the_bot_cannot_see() {
    let discord = Discord::start().await;
    let (alice, guild) = (discord.user(42, "alice"), discord.guild(900, "Guild"));
    let (open, hidden) = (guild.channel(901, "open"), guild.channel(902, "hidden"));
    hidden.forbids(Permission::ViewChannel);
    let mut wire = Wire::identified(&discord, USUAL | CONTENT).await;
    wire.event("GUILD_CREATE").await;
    let secret = alice.says_in(&hidden, "a secret").await;
    alice.deletes(&secret).await;
    alice.says_in(&open, "hi").await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "hi");
    alice.removes_bot_from(&guild).await;
    wire.event("GUILD_DELETE").await;
    alice.says_in(&open, "it is gone").await;
    alice.says("are you there?").await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "are you there?");
}
