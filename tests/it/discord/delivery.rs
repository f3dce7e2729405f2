//! Failures of Discord to accept the bot's messages.

use adjutant_simulators::discord::{Fault, Method, Permission};
use chrono::TimeDelta;

use super::{garden, with_bob};
use crate::harness::{Bot, OnDiscord, Setup, Shown, reads};

#[tokio::test]
async fn too_many_requests_hold_up_one_channel_only_and_keep_its_order() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    discord.fail_next(Method::CreateMessage, Fault::TooManyRequests { after: 0.5, global: false });
    alice.says("jot one").await;
    discord.called(Method::CreateMessage, 1).await;
    alice.says("jot two").await;
    bob.says("jot three").await;
    reads!(Shown::from(discord.next_message(&bob).await), @"Jotted down: it is the only thing on the scratchpad.");
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
        reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    })
    .await;
    bot.end().await;
}

#[tokio::test]
async fn a_global_limit_holds_up_everything_but_signs_to_interactions() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    discord.fail_next(Method::CreateMessage, Fault::TooManyRequests { after: 0.5, global: true });
    alice.says("jot one").await;
    discord.called(Method::CreateMessage, 1).await;
    bob.says("jot two").await;
    let stop = bob.runs(&garden, "stop", &[]).await;
    reads!(Shown::from(stop.answer().await), @"There is nothing to stop.");
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
        reads!(Shown::from(discord.next_message(&bob).await), @"Jotted down: it is the only thing on the scratchpad.");
    })
    .await;
    bot.end().await;
}

#[tokio::test]
async fn a_send_that_arrived_though_the_connection_broke_is_one_message() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.advance_by(TimeDelta::seconds(1));
    alice.says("jot two").await;
    reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    assert_eq!(discord.messages(&alice).len(), 2);
    assert_eq!(discord.count(Method::CreateMessage), 3, "the first was sent again, with the same nonce");
    bot.end().await;
}

#[tokio::test]
async fn a_send_that_fails_once_holds_up_nobody() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    discord.fail_next(Method::CreateMessage, Fault::Status(502));
    alice.mentions_bot_in(&garden, "jot one").await;
    discord.called(Method::CreateMessage, 1).await;
    bob.mentions_bot_in(&garden, "jot two").await;
    // The clock does not advance.
    for _ in 0..2 {
        reads!(Shown::from(discord.next_message(&garden).await), @"Jotted down: it is the only thing on the scratchpad.");
    }
    discord.fail_next(Method::EditResponse, Fault::Status(502));
    let stop = alice.runs(&garden, "stop", &[]).await;
    reads!(Shown::from(stop.answer().await), @"There is nothing to stop.");
    assert_eq!(discord.count(Method::CreateMessage), 3);
    bot.end().await;
}

#[tokio::test]
async fn the_answer_to_a_command_that_keeps_failing_holds_up_nobody() {
    let (bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    for _ in 0..3 {
        discord.fail_next(Method::EditResponse, Fault::Status(502));
    }
    let usage = alice.runs(&garden, "usage", &[("days", "today")]).await;
    discord.called(Method::EditResponse, 2).await;
    // The clock does not advance.
    let stop = alice.runs(&garden, "stop", &[]).await;
    reads!(Shown::from(stop.answer().await), @"There is nothing to stop.");
    bob.mentions_bot_in(&garden, "jot one").await;
    reads!(Shown::from(discord.next_message(&garden).await), @"Jotted down: it is the only thing on the scratchpad.");
    let answer = bot.while_time_passes(usage.answer()).await;
    assert_eq!(answer.ephemeral_for, Some(alice.id()));
    assert!(answer.text.starts_with("Your usage"), "{answer:?}");
    bot.end().await;
}

#[tokio::test]
async fn a_send_that_fails_again_is_repeated_within_seconds_and_there_once() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    for fault in [Fault::CutAfter, Fault::Status(502), Fault::Status(502)] {
        discord.fail_next(Method::CreateMessage, fault);
    }
    alice.says("jot one").await;
    discord.called(Method::CreateMessage, 2).await;
    alice.says("jot two").await;
    bot.while_time_passes(async {
        reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
        reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
    })
    .await;
    assert_eq!(discord.messages(&alice).len(), 2);
    assert_eq!(discord.count(Method::CreateMessage), 5, "the first was sent four times, with the same nonce");
    bot.end().await;
}

#[tokio::test]
async fn after_the_nonce_is_forgotten_a_message_in_doubt_is_looked_for() {
    for arrived in [true, false] {
        let mut bot: Bot<OnDiscord> = Setup::new().start().await;
        let OnDiscord { discord, alice, .. } = bot.alice();

        alice.says("jot one").await;
        reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
        discord.fail_next(Method::CreateMessage, if arrived { Fault::CutAfter } else { Fault::Cut });
        discord.fail_next(Method::CreateMessage, Fault::Cut);
        alice.says("jot two").await;
        discord.called(Method::CreateMessage, 3).await;
        bot.restart_after(10).await;
        // The history was read, so there is no doubt that it arrived once.
        reads!(bot.next_message().await, @"Jotted down. There are 2 things on the scratchpad now.");
        bot.rests().await;
        assert_eq!(discord.messages(&alice).len(), 2);
        assert_eq!(discord.count(Method::CreateMessage), if arrived { 3 } else { 4 });
        bot.end().await;
    }
}

#[tokio::test]
async fn a_question_in_doubt_is_found_with_its_buttons() {
    let mut bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    alice.says("remember that the wifi code is 4711").await;
    reads!(bot.next_message().await, @"I'll remember: the wifi code is 4711");
    let held = discord.hold_after(Method::CreateMessage);
    alice.says("forget the wifi code").await;
    held.wait().await;
    discord.fail_next(Method::CreateMessage, Fault::CutAfter);
    discord.fail_next(Method::CreateMessage, Fault::Cut);
    held.release();
    reads!(bot.next_message().await, @"This is the note: the wifi code is 4711");
    let prompt = discord.next_message(&alice).await;
    bot.restart_after(10).await;
    bot.rests().await;
    assert_eq!(discord.message(&prompt), Some(prompt.clone()));
    assert_eq!(discord.messages(&alice).len(), 3);
    alice.presses(&prompt, "Deny").await.answer().await;
    reads!(bot.next_message().await, @"All right: nothing was deleted.");
    bot.end().await;
}

#[tokio::test]
async fn what_discord_refuses_is_told_and_in_the_status() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    discord.fail_next(Method::CreateMessage, Fault::Refused(50035, "Invalid Form Body"));
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.");
    reads!(Shown::from(alice.runs(&alice, "status", &[]).await.answer().await), @"
    • Model: built-in assistant (no model)
    • Now: idle
    • Waiting for your approval: 0
    • Active schedules: 0 (times are in UTC)
    • Discord: connected; last heard from it just now
    • Messages I could not deliver here in the last week: 1 (refused: Invalid Form Body)
    • Stored for you: 0 notes, 2 messages, 0 bytes of files
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_channel_where_the_bot_may_not_write_says_what_is_missing() {
    let (bot, _) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);

    garden.forbids(Permission::SendMessages);
    alice.mentions_bot_in(&garden, "jot one").await;
    discord.called(Method::CreateMessage, 1).await;
    bot.rests().await;
    let status = alice.runs(&garden, "status", &[]).await.answer().await;
    assert!(status.text.contains("the bot's role needs"), "{status:?}");
    bot.end().await;
}

#[tokio::test]
async fn what_a_person_who_blocked_the_bot_missed_is_in_the_status() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    alice.says("remind me in 5 minutes to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    alice.blocks_bot().await;
    bot.advance(5);
    discord.called(Method::CreateMessage, 2).await;
    bot.rests().await;
    alice.unblocks_bot().await;
    let status = alice.runs(&alice, "status", &[]).await.answer().await;
    assert!(
        status.text.contains("the chat cannot be reached: Cannot send messages to this user"),
        "{status:?}"
    );
    bot.end().await;
}

#[tokio::test]
async fn what_reports_to_a_person_who_blocked_the_bot_runs_once_and_waits_for_their_return() {
    let bot: Bot<OnDiscord> = Setup::new().start().await;
    let OnDiscord { discord, alice, .. } = bot.alice();

    alice.says("every hour: drink").await;
    bot.next_message().await;
    alice.blocks_bot().await;
    bot.advance(60);
    discord.called(Method::CreateMessage, 2).await;
    bot.rests().await;
    bot.advance(300);
    bot.rests().await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM runs").await, 1);

    alice.unblocks_bot().await;
    alice.says("jot one").await;
    reads!(bot.next_message().await, @"
    I could not write to you here for a while, and had paused what reports here. It goes on now:

    • “drink”: Fri 1 May, 17:00
    ");
    reads!(bot.next_message().await, @"Jotted down: it is the only thing on the scratchpad.");
    bot.advance(60);
    reads!(bot.next_message().await.text, @"⏰ drink");
    bot.end().await;
}

#[tokio::test]
async fn results_come_where_they_were_asked_for() {
    let (mut bot, bob) = with_bob(Setup::new()).await;
    let OnDiscord { discord, alice, .. } = bot.alice();
    let garden = garden(&discord);
    let plans = garden.thread("plans");

    alice.mentions_bot_in(&garden, "remind me in 5 minutes to weed").await;
    discord.next_message(&garden).await;
    bob.mentions_bot_in(&plans, "remind me in 6 minutes to plan").await;
    discord.next_message(&plans).await;
    alice.says("remind me in 7 minutes to rest").await;
    bot.next_message().await;
    plans.archive();
    bot.restart_after(5).await;
    let weed = discord.next_message(&garden).await;
    reads!(Shown::from(weed), @"
    <@42> ⏰ weed
    [Done] [Snooze …]
    [History]
    ");
    bot.advance(1);
    reads!(Shown::from(discord.next_message(&plans).await), @"
    <@43> ⏰ plan
    [Done] [Snooze …]
    [History]
    ");
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ rest
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}
