//! The gateway's protocol: greetings, heartbeats, closes.

use std::time::Duration;

use adjutant_simulators::discord::{Discord, GatewayStep, Settings};
use reqwest::Method as Verb;
use serde_json::{Value, json};

use super::{
    client::Bot,
    wire::{CONTENT, USUAL, Wire},
};

#[tokio::test]
async fn a_session_begins_with_what_there_is() {
    let discord = Discord::start().await;
    let alice = discord.user(42, "alice");
    let channel = discord.guild(900, "home").channel(901, "general");
    let sent = alice.says_in(&channel, "before").await;

    let mut wire = Wire::open(&discord, "v=10").await.unwrap();
    let hello = wire.next().await;
    assert_eq!((&hello["op"], &hello["d"]["heartbeat_interval"]), (&json!(10), &json!(41_250)));
    wire.identify(USUAL | CONTENT, Value::Null).await;
    let ready = wire.event("READY").await;
    assert_eq!((&ready["v"], &ready["shard"]), (&json!(10), &json!([0, 1])));
    assert_eq!(ready["user"]["username"], "adjutant");
    assert_eq!(ready["guilds"], json!([{"id": "900", "unavailable": true}]));
    assert_eq!(ready["resume_gateway_url"], discord.url().replace("http", "ws") + "/gateway");
    assert_eq!(ready["application"]["flags"], 1 << 19);
    let guild = wire.event("GUILD_CREATE").await;
    assert_eq!((&guild["id"], &guild["name"]), (&json!("900"), &json!("home")));
    assert_eq!(guild["channels"][0]["last_message_id"], sent.id.to_string());

    alice.says("hi").await;
    let message = wire.event("MESSAGE_CREATE").await;
    assert_eq!((&message["content"], &message["author"]["id"]), (&json!("hi"), &json!("42")));
    assert_eq!(wire.seq, 3);
    assert_eq!(wire.heartbeat().await["op"], 11);
    discord.connected().await;
    let steps: Vec<_> = discord.gateway_steps().into_iter().map(|(_, step)| step).collect();
    let identified = GatewayStep::Identified { shard: (0, 1), intents: USUAL | CONTENT };
    assert_eq!(steps, [GatewayStep::Connected, identified, GatewayStep::Heartbeat]);
}

#[tokio::test]
async fn clients_that_break_the_protocol_are_closed() {
    let discord = Discord::start().await;
    let token = discord.token();
    let identify = |intents: u64, shard: Value| json!({"op": 2, "d": {"token": token, "intents": intents, "shard": shard, "properties": {}}});
    let cases = [
        (json!({"op": 99, "d": null}), 4001),
        (json!({"op": 2, "d": {"token": token, "intents": 1}}), 4002),
        (json!({"op": 1, "d": "x".repeat(4096)}), 4002),
        (json!({"op": 3, "d": {}}), 4003),
        (json!({"op": 2, "d": {"token": "x", "intents": 1, "properties": {}}}), 4004),
        (identify(1, json!([1, 1])), 4010),
        (identify(1 << 18, json!([0, 1])), 4013),
        (identify(1 << 1, json!([0, 1])), 4014),
    ];
    for (payload, code) in cases {
        let mut wire = Wire::connect(&discord).await;
        wire.send(payload.clone()).await;
        assert_eq!(wire.closed().await, Some(code), "{payload}");
    }
    let mut wire = Wire::connect(&discord).await;
    wire.say("no JSON").await;
    assert_eq!(wire.closed().await, Some(4002));

    let mut twice = Wire::identified(&discord, 0).await;
    twice.identify(0, Value::Null).await;
    assert_eq!(twice.closed().await, Some(4005));

    for (query, code) in [("", 4012), ("v=9", 4012), ("v=10&encoding=etf", 4002)] {
        let mut wire = Wire::open(&discord, query).await.unwrap();
        assert_eq!(wire.closed().await, Some(code), "{query}");
    }
    let complaints = discord.take_complaints();
    assert_eq!(complaints.len(), 11, "all but the wrong token and the disallowed intent: {complaints:#?}");
    assert_eq!(complaints[0], "gateway: closed with 4001: Unknown opcode.");
}

#[tokio::test]
async fn message_content_has_to_be_switched_on() {
    let settings = Settings { message_content: false, ..Settings::default() };
    let discord = Discord::start_with(settings).await;
    let mut wire = Wire::connect(&discord).await;
    wire.identify(USUAL | CONTENT, Value::Null).await;
    assert_eq!(wire.closed().await, Some(4014));
    let mut wire = Wire::connect(&discord).await;
    wire.identify(USUAL, Value::Null).await;
    assert_eq!(wire.event("READY").await["application"]["flags"], 0);
}

#[tokio::test]
async fn a_client_that_says_too_much_is_closed() {
    let discord = Discord::start().await;
    let mut wire = Wire::connect(&discord).await;
    for _ in 0..120 {
        assert_eq!(wire.heartbeat().await["op"], 11);
    }
    wire.send(json!({"op": 1, "d": null})).await;
    assert_eq!(wire.closed().await, Some(4008));
    assert_eq!(discord.take_complaints(), ["gateway: closed with 4008: Rate limited."]);
}

#[tokio::test]
async fn a_client_without_a_heartbeat_is_given_up() {
    let settings = Settings { heartbeat: Duration::from_millis(40), ..Settings::default() };
    let discord = Discord::start_with(settings).await;
    let mut wire = Wire::identified(&discord, USUAL).await;
    assert_eq!(wire.closed().await, Some(4009));
    let mut again = wire.resumes(&discord).await;
    assert_eq!(again.next().await["op"], 9, "its session is over");
}

#[tokio::test]
async fn shards_hear_of_their_own_guilds() {
    let settings = Settings { shards: 2, max_concurrency: 2, ..Settings::default() };
    let discord = Discord::start_with(settings).await;
    let alice = discord.user(42, "alice");
    let channel = |guild: u64| discord.guild(guild << 22, "home").channel(guild + 900, "general");
    let (even, odd) = (channel(2), channel(3));

    let mut alone = Wire::connect(&discord).await;
    alone.identify(USUAL, Value::Null).await;
    assert_eq!(alone.closed().await, Some(4011));

    let mut shards = Vec::new();
    for (number, guild) in [(0, 2_u64), (1, 3)] {
        let mut wire = Wire::connect(&discord).await;
        wire.identify(USUAL, json!([number, 2])).await;
        assert_eq!(wire.event("READY").await["shard"], json!([number, 2]));
        assert_eq!(wire.event("GUILD_CREATE").await["id"], (guild << 22).to_string());
        shards.push(wire);
    }
    discord.connected().await;
    alice.says("directly").await;
    alice.says_in(&odd, "one").await;
    alice.says_in(&even, "two").await;
    let directly = shards[0].event("MESSAGE_CREATE").await;
    assert_eq!((&directly["content"], &directly["guild_id"]), (&json!("directly"), &Value::Null));
    assert_eq!(shards[0].event("MESSAGE_CREATE").await["channel_id"], even.id().to_string());
    assert_eq!(shards[1].event("MESSAGE_CREATE").await["channel_id"], odd.id().to_string());
}

#[tokio::test]
async fn no_client_may_identify_too_often() {
    let discord = Discord::start().await;
    let first = Wire::identified(&discord, USUAL).await;
    let mut early = Wire::connect(&discord).await;
    early.identify(USUAL, Value::Null).await;
    let refused = early.next().await;
    assert_eq!((&refused["op"], &refused["d"]), (&json!(9), &json!(false)));
    discord.set_identify_pause(Duration::ZERO);
    early.identify(USUAL, Value::Null).await;
    early.event("READY").await;
    discord.identified(2).await;
    first.leave(1000).await;
}

#[tokio::test]
async fn a_bot_that_starts_more_sessions_than_a_day_allows_loses_its_token() {
    let discord =
        Discord::start_with(Settings { session_starts: 2, message_content: false, ..Settings::default() })
            .await;
    discord.set_identify_pause(Duration::ZERO);
    discord.set_time(1_000);
    let bot = Bot::of(&discord);
    let limit = async || {
        let limit = bot.get("/gateway/bot").await["session_start_limit"].take();
        (limit["remaining"].as_u64().unwrap(), limit["reset_after"].as_u64().unwrap())
    };
    const DAY: u64 = 24 * 60 * 60 * 1_000;
    assert_eq!(limit().await, (2, 0));
    let mut first = Wire::identified(&discord, USUAL).await;
    discord.set_time(2_000);
    assert_eq!(limit().await, (1, DAY - 1_000));
    // A refused start is counted, too; a resume is not.
    let mut refused = Wire::connect(&discord).await;
    refused.identify(USUAL | CONTENT, Value::Null).await;
    assert_eq!(refused.closed().await, Some(4014));
    first = first.resumes(&discord).await;
    first.event("RESUMED").await;
    assert_eq!(limit().await, (0, DAY - 1_000));
    discord.set_time(1_000 + DAY);
    assert_eq!(limit().await, (2, 0));
    let mut sessions = [Wire::identified(&discord, USUAL).await, Wire::identified(&discord, USUAL).await];

    let mut third = Wire::connect(&discord).await;
    third.identify(USUAL, Value::Null).await;
    for wire in sessions.iter_mut().chain([&mut third, &mut first]) {
        assert_eq!(wire.closed().await, Some(4004));
    }
    let refused = bot.refusal(Verb::GET, "/gateway/bot", Value::Null).await;
    assert!(refused.starts_with("401"), "{refused}");
    let complaints = discord.take_complaints();
    assert!(complaints[0].contains("more session starts than a day allows"), "{complaints:?}");
}

#[tokio::test]
async fn only_websockets_are_served() {
    let discord = Discord::start().await;
    let answer = crate::client::http().get(format!("{}/gateway", discord.url())).send().await.unwrap();
    assert_eq!(answer.status(), 426);
    assert_eq!(discord.take_complaints().len(), 1);
    discord.go_offline();
    assert!(Wire::open(&discord, "v=10").await.is_err());
}
