//! Sessions: which events they receive, which are repeated, and how a test can control them.

use std::time::Duration;

use adjutant_simulators::discord::{Discord, GatewayStep, Permission};
use serde_json::{Value, json};

use super::{
    client::Bot,
    wire::{CONTENT, USUAL, Wire},
};

#[tokio::test]
async fn a_resumed_session_gets_what_it_missed() {
    let discord = Discord::start().await;
    let alice = discord.user(42, "alice");
    let mut wire = Wire::identified(&discord, USUAL).await;
    alice.says("one").await;
    wire.event("MESSAGE_CREATE").await;
    discord.cut_gateway();
    assert_eq!(wire.closed().await, None);
    alice.says("two").await;
    alice.says("three").await;

    let mut wire = wire.resumes(&discord).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "two");
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "three");
    wire.event("RESUMED").await;
    discord.resumed(1).await;
    assert!(discord.gateway_steps().iter().any(|(_, step)| *step == GatewayStep::Resumed { missed: 2 }));
    alice.says("four").await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "four");
    assert_eq!(wire.seq, 6);
}

#[tokio::test]
async fn what_was_sent_and_never_read_is_sent_again() {
    let discord = Discord::start().await;
    let alice = discord.user(42, "alice");
    let wire = Wire::identified(&discord, USUAL).await;
    alice.says("one").await;
    let mut wire = wire.resumes(&discord).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "one");
    wire.event("RESUMED").await;
}

#[tokio::test]
async fn sessions_that_are_over_cannot_be_resumed() {
    let discord = Discord::start().await;
    discord.set_identify_pause(Duration::ZERO);
    let is_invalid = async |wire: Wire| {
        let mut wire = wire.resumes(&discord).await;
        let payload = wire.next().await;
        assert_eq!((&payload["op"], &payload["d"]), (&json!(9), &json!(false)));
        // The same connection can begin a new session.
        wire.identify(USUAL, Value::Null).await;
        wire.event("READY").await;
        wire
    };
    let mut unknown = Wire::connect(&discord).await;
    unknown.session = "unknown".into();
    let wire = is_invalid(unknown).await;

    discord.forget_sessions();
    let mut wire = is_invalid(wire).await;

    discord.invalid_session(false);
    assert_eq!(wire.next().await["op"], 9);
    let mut wire = is_invalid(wire).await;

    wire.seq = 17;
    let mut ahead = wire.resumes(&discord).await;
    assert_eq!(ahead.closed().await, Some(4007));
    assert_eq!(discord.take_complaints().len(), 1);
}

#[tokio::test]
async fn a_goodbye_ends_a_session_and_other_codes_do_not() {
    let discord = Discord::start().await;
    discord.set_identify_pause(Duration::ZERO);
    for (code, op) in [(1000, 9), (4000, 0)] {
        let wire = Wire::identified(&discord, USUAL).await;
        let (session, seq) = (wire.session.clone(), wire.seq);
        wire.leave(code).await;
        let mut wire = Wire::connect(&discord).await;
        (wire.session, wire.seq) = (session, seq);
        let mut wire = wire.resumes(&discord).await;
        assert_eq!(wire.next().await["op"], op, "after {code}");
        assert!(discord.gateway_steps().iter().any(|(_, step)| *step == GatewayStep::Left(Some(code))));
    }
}

#[tokio::test]
async fn a_test_can_disturb_a_session() {
    let discord = Discord::start().await;
    let alice = discord.user(42, "alice");
    let mut wire = Wire::identified(&discord, USUAL).await;
    discord.request_heartbeat();
    assert_eq!(wire.next().await["op"], 1);
    discord.request_reconnect();
    assert_eq!(wire.next().await["op"], 7);
    alice.says("still here").await;
    wire.event("MESSAGE_CREATE").await;

    discord.invalid_session(true);
    let invalid = wire.next().await;
    assert_eq!((&invalid["op"], &invalid["d"]), (&json!(9), &json!(true)));
    let mut wire = wire.resumes(&discord).await;
    wire.event("RESUMED").await;

    discord.close_gateway(4000);
    assert_eq!(wire.closed().await, Some(4000));
    let mut wire = wire.resumes(&discord).await;
    wire.event("RESUMED").await;

    discord.stop_acknowledging_heartbeats();
    alice.says("nobody there?").await;
    wire.send(json!({"op": 1, "d": null})).await;
    assert!(wire.is_silent().await);
    let mut wire = wire.resumes(&discord).await;
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "nobody there?");
    wire.event("RESUMED").await;

    discord.go_offline();
    assert_eq!(wire.closed().await, None);
    discord.go_online();
    let mut wire = wire.resumes(&discord).await;
    wire.event("RESUMED").await;
}

#[tokio::test]
async fn events_come_late_reversed_or_twice() {
    let discord = Discord::start().await;
    let bot = Bot::of(&discord);
    let alice = discord.user(42, "alice");
    let mut wire = Wire::identified(&discord, USUAL).await;
    discord.pause_events();
    alice.says("one").await;
    alice.says("two").await;
    assert_eq!(wire.heartbeat().await["op"], 11, "nothing else");
    discord.resume_events_reversed();
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "two");
    assert_eq!(wire.event("MESSAGE_CREATE").await["content"], "one");

    discord.pause_events();
    alice.says("three").await;
    discord.resume_events();
    let three = wire.event("MESSAGE_CREATE").await;
    bot.says(alice.direct(), "an answer").await;
    assert_eq!(discord.next_message(&alice).await.text, "an answer");
    assert_eq!(wire.event("MESSAGE_CREATE").await["author"]["bot"], true, "bots hear themselves");
    discord.duplicate_last_event();
    assert_eq!(wire.event("MESSAGE_CREATE").await, three);
    assert_eq!(wire.seq, 6);
}

#[tokio::test]
async fn intents_decide_what_is_heard() {
    let discord = Discord::start().await;
    discord.set_identify_pause(Duration::ZERO);
    let alice = discord.user(42, "alice");
    let channel = discord.guild(900, "home").channel(901, "general");
    let mut nothing = Wire::identified(&discord, 0).await;
    let mut usual = Wire::identified(&discord, USUAL).await;
    let mut all = Wire::identified(&discord, USUAL | CONTENT).await;
    usual.event("GUILD_CREATE").await;
    all.event("GUILD_CREATE").await;

    alice.says_in(&channel, "among us").await;
    alice.mentions_bot_in(&channel, "for you").await;
    alice.says("directly").await;
    assert_eq!(nothing.heartbeat().await["op"], 11);
    let mention = format!("<@{}> for you", discord.bot_id());
    for (wire, first) in [(&mut usual, ""), (&mut all, "among us")] {
        for expected in [first, &mention, "directly"] {
            assert_eq!(wire.event("MESSAGE_CREATE").await["content"], expected);
        }
    }
}

#[tokio::test]
async fn a_guild_comes_and_goes() {
    let discord = Discord::start().await;
    let alice = discord.user(42, "alice");
    let mut wire = Wire::identified(&discord, USUAL).await;
    let guild = discord.guild(900, "home");
    assert_eq!(wire.event("GUILD_CREATE").await["id"], "900");
    let hidden = guild.channel(902, "hidden");
    wire.event("CHANNEL_CREATE").await;
    hidden.forbids(Permission::ViewChannel);
    alice.says_in(&hidden, "unseen").await;
    alice.removes_bot_from(&guild).await;
    assert_eq!(wire.event("GUILD_DELETE").await["id"], "900");
    let channel = guild.channel(901, "general");
    alice.says_in(&channel, "it is gone").await;
    assert_eq!(wire.heartbeat().await["op"], 11, "nothing is heard of a guild without the bot");
}
