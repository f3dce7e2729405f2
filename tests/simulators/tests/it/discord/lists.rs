//! Reading a channel's messages back.

use adjutant_simulators::discord::Discord;
use reqwest::Method as Verb;
use serde_json::Value;

use super::client::{Bot, id};

async fn ids(bot: &Bot, query: &str) -> Vec<u64> {
    let messages = bot.get(&format!("/channels/901/messages{query}")).await;
    messages.as_array().into_iter().flatten().map(id).collect()
}

#[tokio::test]
async fn a_list_is_newest_first_and_near_its_anchor() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let channel = discord.guild(900, "Guild").channel(901, "general");
    let mut sent = Vec::new();
    for number in 0..6 {
        sent.push(alice.says_in(&channel, &number.to_string()).await.id);
    }
    let [a, b, c, d, e, f] = <[u64; 6]>::try_from(sent).unwrap();
    assert_eq!(ids(&bot, "").await, [f, e, d, c, b, a]);
    assert_eq!(ids(&bot, "?limit=2").await, [f, e]);
    assert_eq!(ids(&bot, &format!("?after={b}&limit=2")).await, [d, c], "the nearest, not the newest");
    assert_eq!(ids(&bot, &format!("?before={e}&limit=2")).await, [d, c]);
    assert_eq!(ids(&bot, &format!("?around={c}&limit=3")).await, [d, c, b]);
    assert_eq!(ids(&bot, "?after=0&limit=1").await, [a]);
    assert_eq!(id(&bot.get("/channels/901").await), 901);
    assert_eq!(bot.get("/channels/901").await["last_message_id"], f.to_string());
    let refusal = bot.refusal(Verb::GET, "/channels/901/messages?limit=101", Value::Null).await;
    assert!(refusal.contains("Must be between 1 and 100."), "{refusal}");
    assert_eq!(discord.take_complaints().len(), 1);
}
