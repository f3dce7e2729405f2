//! People's messages, and the bot's permissions.

use adjutant_simulators::discord::{Discord, Permission};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::client::{Bot, id};

#[tokio::test]
async fn a_direct_chat_is_opened_by_either_side() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let chat = bot.call(Verb::POST, "/users/@me/channels", json!({"recipient_id": "42"})).await;
    assert_eq!((chat["type"].as_u64(), id(&chat)), (Some(1), alice.direct()));
    assert_eq!(chat["recipients"][0]["username"], "alice");
    bot.says(id(&chat), "hello").await;
    assert_eq!(discord.next_message(&alice).await.text, "hello");
    assert_eq!(discord.transcript(&alice), "adjutant: hello\n");
    let nobody = bot.refusal(Verb::POST, "/users/@me/channels", json!({"recipient_id": "43"})).await;
    assert_eq!(nobody, "400 50033 Invalid Recipient(s)");
}

#[tokio::test]
async fn messages_carry_the_time_that_was_set() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    // 2026-05-01T10:00:00Z
    discord.set_time(1_777_629_600_000);
    let sent = alice.says("hi").await;
    assert_eq!((sent.id >> 22) + 1_420_070_400_000, 1_777_629_600_000);
    let path = format!("/channels/{}/messages/{}", sent.channel_id, sent.id);
    let message = bot.get(&path).await;
    assert_eq!(message["timestamp"], "2026-05-01T10:00:00.000000+00:00");
    assert_eq!(message["edited_timestamp"], Value::Null);
    discord.set_time(1_777_629_601_500);
    alice.edits(&sent, "hi!").await;
    let message = bot.get(&path).await;
    assert_eq!(message["content"], "hi!");
    assert_eq!(message["edited_timestamp"], "2026-05-01T10:00:01.500000+00:00");
    alice.deletes(&sent).await;
    assert_eq!(bot.refusal(Verb::GET, &path, Value::Null).await, "404 10008 Unknown Message");
}

#[tokio::test]
async fn people_write_in_guilds_and_mention_the_bot() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let (alice, guild) = (discord.user(42, "alice"), discord.guild(900, "Guild"));
    let (channel, role) = (guild.channel(901, "general"), guild.role(902, "crew"));
    guild.gives_role(&alice, role);
    let question = alice.mentions_bot_in(&channel, "help <@&902>").await;
    let reply = alice.replies(&question, "please").await;
    let messages = bot.get("/channels/901/messages").await;
    let [second, first] = [&messages[0], &messages[1]];
    assert_eq!(first["content"], format!("<@{}> help <@&902>", discord.bot_id()));
    assert_eq!((id(&first["mentions"][0]), &first["mention_roles"]), (discord.bot_id(), &json!(["902"])));
    assert_eq!((id(second), second["type"].as_u64()), (reply.id, Some(19)));
    assert_eq!(second["message_reference"]["message_id"], question.id.to_string());
    assert_eq!(second["referenced_message"]["id"], question.id.to_string());
    let member = bot.get("/guilds/900/members/42").await;
    assert_eq!((&member["roles"], id(&member["user"])), (&json!(["902"]), 42));
    let stranger = bot.refusal(Verb::GET, "/guilds/900/members/43", Value::Null).await;
    assert_eq!(stranger, "404 10007 Unknown Member");
}

#[tokio::test]
async fn people_forward_and_send_stickers() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    alice.forwards_in(&alice, "what bob wrote").await;
    alice.sends_sticker_in(&alice, "wave").await;
    let messages = bot.get(&format!("/channels/{}/messages", alice.direct())).await;
    assert_eq!(messages[1]["message_snapshots"][0]["message"]["content"], "what bob wrote");
    assert_eq!((&messages[1]["message_reference"]["type"], &messages[1]["content"]), (&json!(1), &json!("")));
    assert_eq!(messages[0]["sticker_items"][0]["name"], "wave");
}

#[tokio::test]
async fn bots_and_webhooks_are_told_apart_from_people() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let channel = discord.guild(900, "Guild").channel(901, "general");
    discord.bot_user(50, "robot").says_in(&channel, "beep").await;
    discord.webhook(51, "hook").says_in(&channel, "ping").await;
    let messages = bot.get("/channels/901/messages").await;
    assert_eq!((&messages[1]["author"]["bot"], &messages[1]["webhook_id"]), (&json!(true), &Value::Null));
    assert_eq!(messages[0]["webhook_id"], "51");
}

#[tokio::test]
async fn what_the_bot_may_not_do_is_refused_as_on_the_platform() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let (alice, guild) = (discord.user(42, "alice"), discord.guild(900, "Guild"));
    let channel = guild.channel(901, "general");
    let sent = alice.says_in(&channel, "hi").await;
    let hello = || json!({"content": "hello"});
    let message = format!("/channels/901/messages/{}", sent.id);

    alice.blocks_bot().await;
    assert_eq!(
        bot.refused_message(alice.direct(), hello()).await,
        "403 50007 Cannot send messages to this user"
    );
    alice.unblocks_bot().await;
    bot.says(alice.direct(), "hello").await;
    assert_eq!(discord.read_all(&alice).len(), 1);
    assert_eq!(bot.refused_message(1, hello()).await, "404 10003 Unknown Channel");
    let edited = bot.refusal(Verb::PATCH, &message, hello()).await;
    assert_eq!(edited, "403 50005 Cannot edit a message authored by another user");
    assert_eq!(bot.refusal(Verb::DELETE, &message, Value::Null).await, "403 50013 Missing Permissions");

    channel.forbids(Permission::SendMessages);
    assert_eq!(bot.refused_message(901, hello()).await, "403 50013 Missing Permissions");
    channel.permits(Permission::SendMessages);
    channel.forbids(Permission::ReadMessageHistory);
    assert_eq!(bot.get("/channels/901/messages").await, json!([]));
    channel.forbids(Permission::ViewChannel);
    assert_eq!(bot.refused_message(901, hello()).await, "403 50001 Missing Access");
    channel.permits(Permission::ViewChannel);
    alice.removes_bot_from(&guild).await;
    assert_eq!(bot.refused_message(901, hello()).await, "403 50001 Missing Access");
    alice.invites_bot_to(&guild).await;
    bot.says(901, "back again").await;
    assert_eq!(discord.next_message(&channel).await.text, "back again");
    channel.delete();
    assert_eq!(bot.refused_message(901, hello()).await, "404 10003 Unknown Channel");
}

#[tokio::test]
async fn what_others_say_in_guilds_is_withheld_without_the_intent() {
    let settings = adjutant_simulators::discord::Settings { message_content: false, ..Default::default() };
    let discord = Discord::start_with(settings).await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let channel = discord.guild(900, "Guild").channel(901, "general");
    alice.sends_files_in(&channel, "a secret", &[("a.txt", b"abc")]).await;
    let own = bot.says(901, "mine").await;
    let to_bot = alice.replies(&(901, id(&own)), "a reply").await;
    alice.mentions_bot_in(&channel, "a mention").await;
    let messages = bot.get("/channels/901/messages").await;
    let contents: Vec<&str> = (0..4).filter_map(|index| messages[index]["content"].as_str()).collect();
    assert_eq!(contents, [&format!("<@{}> a mention", discord.bot_id()), "a reply", "mine", ""]);
    assert_eq!(messages[3]["attachments"], json!([]));
    assert_eq!(messages[1]["referenced_message"]["content"], "mine");
    alice.says("directly").await;
    let direct = bot.get(&format!("/channels/{}/messages", alice.direct())).await;
    assert_eq!(direct[0]["content"], "directly");
    alice.deletes(&to_bot).await;
    drop(discord.read_all(&channel));
}

#[tokio::test]
async fn the_bot_learns_who_it_is() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    assert_eq!(id(&bot.get("/users/@me").await), discord.bot_id());
    let application = bot.get("/applications/@me").await;
    assert_eq!((&application["name"], &application["flags"]), (&json!("adjutant"), &json!(1 << 19)));
    assert_eq!(bot.get("/oauth2/applications/@me").await["id"], application["id"]);
    let gateway = bot.get("/gateway/bot").await;
    let url = discord.url().replace("http:", "ws:") + "/gateway";
    assert_eq!((&gateway["url"], &gateway["shards"]), (&json!(url), &json!(1)));
    assert_eq!(gateway["session_start_limit"]["max_concurrency"], 1);
}
