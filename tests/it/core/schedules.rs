//! Reminders and scheduled tasks, with the built-in assistant.

use adjutant_store::db::{Scope, SyncedTx};

use crate::harness::{Bot, Chat, Setup, reads};

over_every_channel!(
    a_reminder_arrives_once_when_it_is_due,
    a_paused_reminder_is_quiet_and_a_resumed_one_goes_on,
    a_reminder_is_cancelled_after_asking,
    a_reminder_stays_if_cancelling_it_is_denied,
    a_reminder_that_was_due_while_the_bot_was_off_arrives_at_the_start,
    a_reminder_that_was_due_long_ago_is_told_of,
    a_repeated_reminder_makes_up_for_what_it_missed_once,
    hundreds_of_reminders_that_are_over_do_not_stand_in_the_way,
);

async fn a_reminder_arrives_once_when_it_is_due<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me in one minute to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 minute, at 10:01 (UTC): stretch");
    bot.advance_by(chrono::TimeDelta::seconds(59));
    bot.rests().await;
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. stretch: in 1 second, at 10:01

    Times are in UTC.
    ");
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    bot.advance(10);
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"You have no reminders. To make one, say for example: remind me in 20 minutes to stretch");
    bot.end().await;
}

async fn a_paused_reminder_is_quiet_and_a_resumed_one_goes_on<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("every hour: drink water").await;
    reads!(bot.next_message().await, @"I'll remind you every hour: drink water. Next: at 11:00, 12:00 and 13:00 (UTC)");
    bot.advance(60);
    reads!(bot.next_message().await, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");
    alice.says("pause 1").await;
    reads!(bot.next_message().await, @"Paused: drink water. To go on, say resume drink water");
    bot.advance(150);
    bot.rests().await;
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. drink water (paused): every hour

    Times are in UTC.
    ");
    alice.says("resume 1").await;
    reads!(bot.next_message().await, @"Active: drink water. Next: at 14:00, 15:00 and 16:00 (UTC)");
    bot.advance(30);
    reads!(bot.next_message().await, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.end().await;
}

async fn a_reminder_is_cancelled_after_asking<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me every weekday at 8:30 to plan the day").await;
    reads!(bot.next_message().await, @"I'll remind you every weekday at 08:30 (UTC): plan the day. Next: on Monday 4 May 2026 at 08:30, on Tuesday 5 May 2026 at 08:30 and on Wednesday 6 May 2026 at 08:30");
    alice.says("cancel 1").await;
    reads!(bot.next_message().await, @"This is the one: plan the day (every weekday at 08:30 (UTC))");
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the schedule “plan the day” (every weekday at 08:30 (UTC))
    A deleted schedule cannot be brought back.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(alice.presses(&prompt, "Approve").await, @"Approved.");
    reads!(bot.next_message().await, @"Cancelled: it will not run again.");
    reads!(alice.changes(&prompt).await, @"
    Delete the schedule “plan the day” (every weekday at 08:30 (UTC))
    A deleted schedule cannot be brought back.
    ✅ Approved
    ");
    bot.advance(7 * 24 * 60);
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"You have no reminders. To make one, say for example: remind me in 20 minutes to stretch");
    bot.end().await;
}

async fn a_reminder_stays_if_cancelling_it_is_denied<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me tomorrow at 9:30 to call bob").await;
    reads!(bot.next_message().await, @"I'll remind you in 23 hours and 30 minutes, tomorrow at 09:30 (UTC): call bob");
    alice.says("cancel call bob").await;
    reads!(bot.next_message().await, @"This is the one: call bob (once on Sat 2 May 2026 at 09:30 (UTC))");
    let prompt = bot.next_message().await;
    reads!(alice.presses(&prompt, "Deny").await, @"Denied. Nothing was done.");
    reads!(bot.next_message().await, @"All right: nothing was cancelled, it stays as it is.");
    reads!(alice.changes(&prompt).await, @"
    Delete the schedule “call bob” (once on Sat 2 May 2026 at 09:30 (UTC))
    A deleted schedule cannot be brought back.
    ❌ Denied; nothing was done
    ");
    bot.advance(23 * 60 + 30);
    reads!(bot.next_message().await, @"
    ⏰ call bob
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

async fn a_reminder_that_was_due_while_the_bot_was_off_arrives_at_the_start<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me in 5 minutes to stretch").await;
    reads!(bot.next_message().await, @"I'll remind you in 5 minutes, at 10:05 (UTC): stretch");
    bot.restart_after(45).await;
    reads!(bot.next_message().await, @"
    ⏰ stretch

    This was due on Fri 1 May, 10:05, while I was away.
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

async fn a_reminder_that_was_due_long_ago_is_told_of<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("remind me in 5 minutes to stretch").await;
    bot.next_message().await;
    alice.says("every hour: drink water").await;
    bot.next_message().await;
    alice.says("every day at 9: feed the cat").await;
    bot.next_message().await;
    bot.restart_after(49 * 60 + 1).await;
    reads!(bot.next_message().await, @"
    ⏰ drink water

    This was also due 48 times before, while I was away.
    [Done] [Snooze …]
    [Pause] [History]
    ");
    reads!(bot.next_message().await, @"
    While I was away, this was due and did not run:

    • “stretch”: Fri 1 May, 10:05
    • “feed the cat”: 2 times, the last on Sun 3 May, 09:00; next on Mon 4 May, 09:00
    ");
    bot.end().await;
}

async fn a_repeated_reminder_makes_up_for_what_it_missed_once<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("every hour: drink water").await;
    reads!(bot.next_message().await, @"I'll remind you every hour: drink water. Next: at 11:00, 12:00 and 13:00 (UTC)");
    bot.restart_after(5 * 60 + 30).await;
    reads!(bot.next_message().await, @"
    ⏰ drink water

    This was due on Fri 1 May, 15:00, and 4 times before, while I was away.
    [Done] [Snooze …]
    [Pause] [History]
    ");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. drink water: every hour. Next: at 16:00

    Times are in UTC.
    ");
    bot.end().await;
}

async fn hundreds_of_reminders_that_are_over_do_not_stand_in_the_way<C: Chat>() {
    let bot: Bot<C> = Setup::new().with("AGENT__MAX_STEPS", 4).start().await;
    let alice = bot.alice();
    alice.says("remind me tomorrow at 9:30 about the call to eve").await;
    reads!(bot.next_message().await, @"I'll remind you in 23 hours and 30 minutes, tomorrow at 09:30 (UTC): the call to eve");
    let age = async |tx: &SyncedTx| {
        tx.execute(
            "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
             INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value,
                 timezone, notification, status, revision, anchor_at, created_at, updated_at)
             SELECT 'schedule-over-' || i, user_id, session_id, 'call nr. ' || i, 'call nr. ' || i, reminder,
                 cadence_type, '2026-04-01T09:00:00Z', timezone, notification, 'completed', 1, anchor_at,
                 anchor_at - i, anchor_at - i
             FROM n CROSS JOIN schedules",
            (),
        )
        .await
    };
    bot.app().core().db.write(Scope::Global, age).await.expect("the reminders are over");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. the call to eve: in 23 hours and 30 minutes, tomorrow at 09:30

    Times are in UTC.
    ");
    alice.says("move the call to eve to 10:00").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you tomorrow at 10:00 (UTC): the call to eve");
    bot.advance(24 * 60);
    reads!(bot.next_message().await, @"
    ⏰ the call to eve
    [Done] [Snooze …]
    [History]
    ");
    bot.advance(1);
    alice.says("snooze for an hour").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 hour, at 11:01 (UTC): the call to eve");
    bot.end().await;
}
