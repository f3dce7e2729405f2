//! Schedules by recurrence rules: what cron and intervals cannot hold.

use adjutant_simulators::model::Turn;
use chrono::TimeDelta;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    every_other_tuesday_across_a_clock_change,
    a_rule_that_ends_completes_its_schedule,
    the_built_in_assistant_makes_rules,
);

const RUNS: &str = "SELECT count(*) AS value FROM runs";

async fn every_other_tuesday_across_a_clock_change<C: Chat>() {
    let asks = r#"[{ tool = "schedule_create", then = "ask" }]"#;
    let bot: Bot<C> = Setup::new().with("TOOLS__RULES", asks).with_model().await.start().await;
    let alice = bot.alice();
    // Monday 19 October, 12:00 in Berlin, whose clocks go back in the night to the 25th.
    bot.advance_by(TimeDelta::days(171));
    bot.rests().await;

    let bins = json!({"goal": "put the bins out", "name": "Bins", "reminder": true, "timezone": "Europe/Berlin",
        "cadence_type": "rrule", "cadence_value": "FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9"});
    bot.model().script([Turn::calls([("schedule_create", bins)])]);
    alice.says("every other tuesday at 9 in berlin: put the bins out").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Schedule “Bins”
    every other Tuesday at 09:00 (Europe/Berlin)
    times are in Europe/Berlin
    a reminder: this text is sent, and no model runs
    put the bins out
    Whoever runs this bot wants you to be asked about this.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    bot.model().script([Turn::text("I will.")]);
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"I will.");
    let made = bot.model().requests().pop().unwrap();
    let made: Value = serde_json::from_str(made.tool_results()[0]).unwrap();
    reads!(made["message"].as_str().unwrap(), @"Scheduled: every other Tuesday at 09:00 (Europe/Berlin).");
    reads!(made["cadence_value"].as_str().unwrap(), @"DTSTART:20261020T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU");
    alice.says("/schedules").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Your schedules: 1

    1. Bins
    every other Tuesday at 09:00 (Europe/Berlin) · next on Tue 20 Oct, 07:00

    Times are in UTC.
    [1. Bins]
    ");
    reads!(alice.taps(&list, "1. Bins").await, @"
    Bins

    put the bins out

    Reminder, every other Tuesday at 09:00 (Europe/Berlin)
    State: active
    Next: Tue 20 Oct, 07:00; Tue 3 Nov, 08:00; Tue 17 Nov, 08:00
    Times are in UTC
    Results: you get each one
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");

    // At nine on the 20th, and two weeks later, when nine is an hour later in UTC.
    bot.advance(21 * 60 - 1);
    bot.rests().await;
    assert_eq!(bot.number(RUNS).await, 0);
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ put the bins out
    [Done] [Snooze …]
    [Pause] [History]
    ");
    for _ in 0..14 {
        bot.advance(24 * 60);
        bot.rests().await;
    }
    bot.advance(59);
    bot.rests().await;
    assert_eq!(bot.number(RUNS).await, 1);
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ put the bins out
    [Done] [Snooze …]
    [Pause] [History]
    ");
    assert_eq!(bot.number(RUNS).await, 2);
    bot.end().await;
}

async fn a_rule_that_ends_completes_its_schedule<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    let pill = json!({"goal": "take the pill", "name": "Pill", "reminder": true, "cadence_type": "rrule",
        "cadence_value": "RRULE:FREQ=DAILY;BYHOUR=11;COUNT=3"});
    bot.model().script([Turn::calls([("schedule_create", pill)]), Turn::text("I will.")]);
    alice.says("for three days").await;
    bot.next_message().await;
    bot.advance(60);
    bot.next_message().await;
    alice.says("/schedules").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Your schedules: 1

    1. Pill
    every day at 11:00, 3 times · next on Sat 2 May, 11:00

    Times are in UTC.
    [1. Pill]
    ");
    let pill = alice.taps(&list, "1. Pill").await;
    // Paused while it is due once, it goes on with its last due time.
    reads!(alice.presses(&pill, "Pause").await, @"Paused.");
    let paused = alice.changes(&pill).await;
    bot.advance(24 * 60);
    bot.rests().await;
    reads!(alice.presses(&paused, "Resume").await, @"Resumed.");
    reads!(alice.changes(&paused).await, @"
    Pill

    take the pill

    Reminder, every day at 11:00, 3 times
    State: active
    Next: Sun 3 May, 11:00
    Times are in UTC
    Results: you get each one
    Last run: Fri 1 May, 11:00: done, sent
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    bot.advance(24 * 60);
    reads!(bot.next_message().await, @"
    ⏰ take the pill
    [Done] [Snooze …]
    [History]
    ");
    let ended = "SELECT count(*) AS value FROM schedules WHERE status = 'completed' AND next_run_at IS NULL";
    assert_eq!(bot.number(ended).await, 1);
    bot.advance(24 * 60);
    bot.rests().await;
    assert_eq!(bot.number(RUNS).await, 2);
    bot.end().await;
}

async fn the_built_in_assistant_makes_rules<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/timezone berlin").await;
    bot.next_message().await;
    alice.says("remind me on the last friday of every month at 16:00 to report").await;
    reads!(bot.next_message().await, @"I'll remind you on the last Friday of each month at 16:00 (Europe/Berlin): report. Next: on Friday 29 May 2026 at 16:00, on Friday 26 June 2026 at 16:00 and on Friday 31 July 2026 at 16:00");
    alice.says("remind me every day at 8 to open a door until christmas").await;
    reads!(bot.next_message().await, @"I'll remind you every day at 08:00 until 25 December 2026 (Europe/Berlin): open a door. Next: tomorrow at 08:00, on Sunday 3 May 2026 at 08:00 and on Monday 4 May 2026 at 08:00");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. open a door: every day at 08:00 until 25 December 2026. Next: tomorrow at 08:00
    2. report: on the last Friday of each month at 16:00. Next: on Friday 29 May 2026 at 16:00

    Times are in Europe/Berlin.
    ");
    bot.end().await;
}
