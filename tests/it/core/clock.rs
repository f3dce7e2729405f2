//! Changes of the machine's clock. The platforms' clocks are not affected.

use chrono::TimeDelta;

use crate::harness::{Bot, Chat, OnDiscord, OnTelegram, OnWeb, Setup, reads};

over_every_channel!(
    a_clock_that_is_set_back_by_a_day_stalls_nothing,
    a_clock_that_is_ten_years_ahead_for_some_minutes_loses_nothing,
    a_clock_that_is_ten_years_ahead_at_start_loses_nothing,
);

const TEN_YEARS: TimeDelta = TimeDelta::days(3_652);
const THREE_WEEKS: i64 = (21 * 24 + 2) * 60;

/// Requests a reminder in one minute, and waits for it.
async fn rings_in_a_minute<C: Chat>(bot: &Bot<C>) {
    bot.alice().says("remind me in one minute to stretch").await;
    bot.next_message().await;
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
}

async fn a_clock_that_is_set_back_by_a_day_stalls_nothing<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("every hour: drink water").await;
    bot.next_message().await;
    bot.advance(60);
    bot.next_message().await;
    bot.set_clock_by(TimeDelta::days(-1));
    // More messages than the platform accepts at once.
    for number in 1..=5 {
        alice.says(&format!("jot {number}")).await;
        bot.while_time_passes(bot.next_message()).await;
    }
    rings_in_a_minute(&bot).await;
    bot.set_clock_by(TimeDelta::days(-1));
    bot.restart().await;
    rings_in_a_minute(&bot).await;
    // An hourly reminder does not pause until the clock shows the old time again.
    bot.advance(57);
    reads!(bot.while_time_passes(bot.next_message()).await, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.end().await;
}

async fn a_clock_that_is_ten_years_ahead_for_some_minutes_loses_nothing<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("every hour: drink water").await;
    bot.next_message().await;
    bot.set_clock_by(TEN_YEARS);
    // The message is neither too late for an answer, nor dated to another year.
    rings_in_a_minute(&bot).await;
    alice.says("/status").await;
    let status = bot.next_message().await.text;
    assert!(status.contains("⚠️ Clock: the clock ") && status.contains("1 May 2026"), "{status}");
    bot.set_clock_by(-TEN_YEARS);
    bot.advance(59);
    reads!(bot.next_message().await, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");
    alice.says("/status").await;
    let status = bot.next_message().await.text;
    assert!(!status.contains("Clock"), "{status}");
    bot.end().await;
}

async fn a_clock_that_is_ten_years_ahead_at_start_loses_nothing<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    for said in ["every hour: drink water", "jot one", "/new", "jot two"] {
        alice.says(said).await;
        bot.next_message().await;
    }
    let kept =
        "SELECT (SELECT count(*) FROM entries) + (SELECT count(*) FROM inbox) + (SELECT count(*) FROM outbox)
                    + (SELECT count(*) FROM turns) AS value";
    let before = bot.number(kept).await;
    bot.set_clock_by(TEN_YEARS);
    bot.restart().await;
    bot.advance(10);
    alice.says("jot three").await;
    bot.next_message().await;
    let after = bot.number(kept).await;
    assert!(before < after, "{before} rows, then {after}");
    let next = "SELECT next_run_at AS value FROM schedules";
    assert_eq!(bot.number(next).await, 1_777_633_200_000, "11:00");
    bot.set_clock_by(-TEN_YEARS);
    bot.advance(50);
    reads!(bot.next_message().await, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.end().await;
}

/// Starts a gateway whose daily schedule was created three weeks ago.
async fn after_three_weeks<C: Chat>() -> Bot<C> {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    alice.says("every day at 9:00: drink water").await;
    bot.next_message().await;
    bot.restart_after(THREE_WEEKS).await;
    bot
}

async fn off_for_three_weeks_with_a_platform<C: Chat>() {
    let bot: Bot<C> = after_three_weeks().await;
    reads!(bot.while_time_passes(bot.next_message()).await, @"
    While I was away, this was due and did not run:

    • “drink water”: 21 times, the last on Fri 22 May, 09:00; next on Sat 23 May, 09:00
    ");
    bot.end().await;
}

#[tokio::test]
async fn after_three_weeks_telegram_confirms_the_time_and_what_was_missed_is_reported() {
    off_for_three_weeks_with_a_platform::<OnTelegram>().await;
}

#[tokio::test]
async fn after_three_weeks_discord_confirms_the_time_and_what_was_missed_is_reported() {
    off_for_three_weeks_with_a_platform::<OnDiscord>().await;
}

#[tokio::test]
async fn after_three_weeks_without_a_platform_what_is_new_is_on_time_and_what_was_missed_waits_an_hour() {
    let bot: Bot<OnWeb> = after_three_weeks().await;
    rings_in_a_minute(&bot).await;
    bot.advance(60);
    reads!(bot.while_time_passes(bot.next_message()).await, @"
    While I was away, this was due and did not run:

    • “drink water”: 21 times, the last on Fri 22 May, 09:00; next on Sat 23 May, 09:00
    ");
    bot.end().await;
}
