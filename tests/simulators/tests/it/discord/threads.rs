//! Threads.

use adjutant_simulators::discord::{Discord, Permission};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::client::{Bot, id};

#[tokio::test]
async fn a_thread_has_the_id_of_its_message() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let channel = discord.guild(900, "Guild").channel(901, "general");
    let question = alice.says_in(&channel, "a long question").await;
    let path = format!("/channels/901/messages/{}/threads", question.id);
    let thread = bot.call(Verb::POST, &path, json!({"name": "answers", "auto_archive_duration": 60})).await;
    assert_eq!(
        (id(&thread), &thread["type"], &thread["parent_id"]),
        (question.id, &json!(11), &json!("901"))
    );
    let again = bot.refusal(Verb::POST, &path, json!({"name": "answers"})).await;
    assert_eq!(again, "400 160004 A thread has already been created for this message");

    let place = discord.thread_at(&question).await;
    assert_eq!((place.id(), place.name().as_str()), (question.id, "answers"));
    bot.says(question.id, "an answer").await;
    assert_eq!(discord.next_message(&place).await.channel_id, question.id);
    assert!(discord.messages(&channel).is_empty());
    let message = bot.get(&format!("/channels/901/messages/{}", question.id)).await;
    assert_eq!((&message["flags"], &message["thread"]["name"]), (&json!(32), &json!("answers")));
}

#[tokio::test]
async fn threads_are_opened_by_rules() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let channel = discord.guild(900, "Guild").channel(901, "general");
    let hi = alice.says_in(&channel, "hi").await;
    let path = format!("/channels/901/messages/{}/threads", hi.id);
    for body in [
        json!({"name": ""}),
        json!({"name": "a".repeat(101)}),
        json!({"name": "a", "auto_archive_duration": 5}),
    ] {
        assert!(bot.refusal(Verb::POST, &path, body).await.starts_with("400 50035"));
    }
    assert_eq!(discord.take_complaints().len(), 3);
    let direct = alice.says("hi").await;
    discord.set_rates(adjutant_simulators::discord::Rates::unlimited());
    let in_direct = format!("/channels/{}/messages/{}/threads", direct.channel_id, direct.id);
    let refusal = bot.refusal(Verb::POST, &in_direct, json!({"name": "a"})).await;
    assert_eq!(refusal, "400 50024 Cannot execute action on this channel type");
    channel.forbids(Permission::CreatePublicThreads);
    let refusal = bot.refusal(Verb::POST, &path, json!({"name": "a"})).await;
    assert_eq!(refusal, "403 50013 Missing Permissions");
}

#[tokio::test]
async fn an_archived_thread_opens_with_the_next_message() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let thread = discord.guild(900, "Guild").channel(901, "general").thread("old times");
    let sent = bot.says(thread.id(), "hello").await;
    discord.next_message(&thread).await;
    thread.archive();
    let path = format!("/channels/{}/messages/{}", thread.id(), id(&sent));
    let refusal = bot.refusal(Verb::PATCH, &path, json!({"content": "a"})).await;
    assert_eq!(refusal, "400 50083 Thread is archived");
    discord.user(42, "alice").says_in(&thread, "still there?").await;
    bot.call(Verb::PATCH, &path, json!({"content": "yes"})).await;
    discord.shows(&(thread.id(), id(&sent)), "yes").await;
    thread.archive();
    let opened =
        bot.call(Verb::PATCH, &format!("/channels/{}", thread.id()), json!({"archived": false})).await;
    assert_eq!(opened["thread_metadata"]["archived"], false);
    bot.call(Verb::PATCH, &path, json!({"content": "once more"})).await;
    thread.lock();
    let refused =
        bot.refusal(Verb::PATCH, &format!("/channels/{}", thread.id()), json!({"archived": false})).await;
    assert_eq!(refused, "403 50013 Missing Permissions");
    assert_eq!(
        bot.refused_message(thread.id(), json!({"content": "a"})).await,
        "400 50083 Thread is archived"
    );
    thread.delete();
    assert_eq!(bot.refusal(Verb::GET, &path, Value::Null).await, "404 10003 Unknown Channel");
}
