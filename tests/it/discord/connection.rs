//! A connection that breaks, hangs, is refused or is sharded: nothing is lost, and nothing is answered twice.

use std::time::Duration;

use adjutant::core::Core;
use adjutant_channel::Health;
use adjutant_simulators::{
    discord::{BotMessage, Discord, GatewayStep, Interaction, Place, Settings, as_read},
    model::{Request, Turn},
};
use chrono::TimeDelta;

use super::{garden, with_bob};
use crate::harness::{Bot, Both, Chat as _, OnDiscord, OnTelegram, Setup, Shown, reads};

#[tokio::test]
async fn a_storm_of_cuts_neither_loses_nor_doubles_an_answer() {
    let (bot, bob) = with_bob(Setup::new().with_model().await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);
    discord.set_interaction_ack(Duration::from_secs(60));
    bot.model().answer_with(|request: &Request| Turn::text(request.last_user()));

    // Discord does not announce direct chats, so a stranger's messages cannot be fetched.
    alice.says("hello").await;
    discord.next_message(&alice).await;
    let (mut said, mut calls) = (Vec::new(), Vec::<Interaction>::new());
    for cut in 0..50 {
        let ends_session = cut % 2 == 0;
        said.push(format!("{cut}-before"));
        alice.says(&said[said.len() - 1]).await;
        bob.mentions_bot_in(&garden, &said[said.len() - 1]).await;
        if ends_session {
            // A new session does not receive commands that were called before it.
            if let Some(call) = calls.last() {
                call.acknowledged().await;
            }
            discord.forget_sessions();
        }
        discord.cut_gateway();
        said.push(format!("{cut}-meanwhile"));
        alice.says(&said[said.len() - 1]).await;
        bob.mentions_bot_in(&garden, &said[said.len() - 1]).await;
        if !ends_session {
            calls.push(alice.runs(&garden, "stop", &[]).await);
        }
        bot.advance_by(TimeDelta::seconds(1));
        discord.connected().await;
        calls.push(alice.runs(&garden, "stop", &[]).await);
    }
    for call in &calls {
        assert_eq!(call.answer().await.text, "There is nothing to stop.");
    }
    assert_eq!(echoed(&discord, &alice, &said).await, said);
    assert_eq!(echoed(&discord, &garden, &said).await, said);
    bot.rests().await;
    assert_eq!(discord.read_all(&alice), []);
    assert_eq!(discord.read_all(&garden), []);
    bot.end().await;
}

#[tokio::test]
async fn a_connection_that_hangs_is_left() {
    let settings = Settings { heartbeat: Duration::from_millis(200), ..Settings::default() };
    let bot = Setup::new().start_over(OnDiscord::open_with(settings).await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    discord.stop_acknowledging_heartbeats();
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    let resumed = |(_, step): &(_, GatewayStep)| matches!(step, GatewayStep::Resumed { .. });
    bot.until("the session to go on", async || discord.gateway_steps().iter().any(resumed)).await;
    bot.end().await;
}

#[tokio::test]
async fn every_shard_is_heard() {
    let settings = Settings { shards: 2, ..Settings::default() };
    let mut bot = Setup::new().start_over(OnDiscord::open_with(settings).await).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let even = discord.guild(2 << 22, "even").channel(20, "hall");
    let odd = discord.guild(3 << 22, "odd").channel(30, "hall");

    for _ in 0..2 {
        for hall in [&even, &odd] {
            alice.mentions_bot_in(hall, "show scratchpad").await;
            reads!(Shown::from(discord.next_message(hall).await), @"The scratchpad is empty. To put something on it: jot buy milk");
            let stop = alice.runs(hall, "stop", &[]).await;
            reads!(Shown::from(stop.answer().await), @"There is nothing to stop.");
        }
        alice.says("show scratchpad").await;
        reads!(bot.next_message().await, @"The scratchpad is empty. To put something on it: jot buy milk");
        bot.restart().await;
    }
    // Each shard fetches the messages that it missed.
    bot.away(1, async {
        alice.mentions_bot_in(&even, "jot one").await;
        alice.mentions_bot_in(&odd, "jot two").await;
        alice.says("show scratchpad").await;
    })
    .await;
    for place in [even.id(), odd.id(), alice.direct()] {
        discord.next_message(&place).await;
    }
    bot.end().await;
}

#[tokio::test]
async fn a_missing_intent_is_in_the_status_and_stops_no_other_channel() {
    let refused = Settings { message_content: false, ..Settings::default() };
    let refused = OnDiscord::open_with(refused).await.out_of_reach();
    let setup = Setup::new()
        .with("CHANNELS__DISCORD__MESSAGE_CONTENT", true)
        .with("ACCESS__ALLOW", r#"["telegram:42", "discord:42"]"#);
    let bot = setup.start_over(Both(<OnTelegram as crate::harness::Chat>::open().await, refused)).await;
    let Both(phone, OnDiscord { discord, .. }) = bot.alice();

    bot.until("the refusal", async || health(bot.app().core()).problem.is_some()).await;
    phone.says("/status").await;
    reads!(bot.next_message().await, @r#"
    • Model: built-in assistant (no model)
    • Now: idle
    • Waiting for your approval: 0
    • Active schedules: 0 (times are in UTC)
    • Discord: unreachable: the bot may not read the content of all messages: turn on "Message Content Intent" in the Discord Developer Portal under Bot, or set message_content = false; nothing received yet
    • Telegram: connected; last heard from it just now
    • Stored for you: 0 notes, 0 messages, 0 bytes of files
    "#);
    phone.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    // The test intentionally requests an intent that is switched off.
    discord.take_complaints();
    bot.end().await;
}

#[tokio::test]
async fn the_status_says_how_far_behind_discord_is() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    discord.pause_events();
    let status = alice.runs(&alice, "status", &[]).await;
    bot.advance_by(TimeDelta::seconds(5));
    discord.resume_events();
    reads!(Shown::from(status.answer().await), @"
    • Model: built-in assistant (no model)
    • Now: idle
    • Waiting for your approval: 0
    • Active schedules: 0 (times are in UTC)
    • Discord: connected; last heard from it just now
    • Stored for you: 0 notes, 0 messages, 0 bytes of files
    ");
    bot.end().await;
}

#[tokio::test]
async fn what_was_said_during_an_outage_of_discord_is_answered_after_it() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    discord.go_offline();
    bot.until("the outage", async || !health(bot.app().core()).connected).await;
    alice.says("jot two").await;
    alice.mentions_bot_in(&garden, "show scratchpad").await;
    discord.forget_sessions();
    discord.go_online();
    reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    reads!(Shown::from(discord.next_message(&garden).await), @"The scratchpad is empty. To put something on it: jot buy milk");
    bot.end().await;
}

/// Returns the health of the bot's connection, as the bot reports it.
fn health(core: &Core) -> Health {
    core.channels.get(adjutant_discord::CHANNEL).expect("Discord is served").health()
}

/// Returns which of these messages were answered in a place, in order. The model repeats its input, which may be
/// several messages.
async fn echoed(discord: &Discord, place: &impl Place, said: &[String]) -> Vec<String> {
    let mut echoed = Vec::new();
    while echoed.last() != said.last() {
        let answer: BotMessage = discord.next_message(place).await;
        echoed.extend(as_read(&answer.text).split_whitespace().map(str::to_owned));
    }
    echoed
}
