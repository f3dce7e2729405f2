//! The buttons below the messages of schedules.

use adjutant_simulators::model::Turn;

use super::chat_schedules::{a_task, deletes_the_first, opens_the_first, schedules};
use crate::harness::{Bot, Chat, Setup, Shown, reads};

over_every_channel!(
    a_reminder_is_done,
    a_reminder_is_put_off,
    what_was_put_off_comes_again,
    what_was_put_off_is_listed_with_its_time,
    putting_off_is_taken_back,
    what_was_put_off_goes_with_its_schedule,
    what_was_put_off_comes_at_the_new_time_of_its_schedule,
    a_task_runs_again_when_asked,
    a_run_is_stopped,
    a_schedule_is_paused_under_its_message,
    the_history_is_opened_under_a_message,
    a_message_of_a_deleted_schedule_says_so,
);

async fn a_reminder_is_done<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "remind me in one minute to stretch").await;
    bot.advance(1);
    let reminder = bot.next_message().await;
    reads!(reminder, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");

    bot.restart().await;
    bot.advance(2);
    let done = alice.taps(&reminder, "Done").await;
    reads!(done, @"
    ⏰ stretch

    ✅ Done at 10:03
    ");
    reads!(alice.presses(&reminder, "Snooze …").await, @"✅ Done at 10:03 (alert)");
    bot.end().await;
}

async fn a_reminder_is_put_off<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "remind me in one minute to stretch").await;
    bot.advance(1);
    let reminder = bot.next_message().await;

    let times = alice.taps(&reminder, "Snooze …").await;
    reads!(times, @"
    ⏰ stretch
    [10 min] [1 h] [Tomorrow]
    [Back]
    ");
    assert_eq!(alice.taps(&times, "Back").await, reminder);
    let times = alice.taps(&reminder, "Snooze …").await;
    reads!(alice.taps(&times, "Tomorrow").await, @"
    ⏰ stretch

    💤 Snoozed until Sat 2 May, 10:01
    [Undo]
    ");
    reads!(alice.presses(&times, "10 min").await, @"💤 Snoozed until Sat 2 May, 10:01 (alert)");
    reads!(alice.presses(&reminder, "Done").await, @"💤 Snoozed until Sat 2 May, 10:01 (alert)");
    bot.end().await;
}

async fn what_was_put_off_comes_again<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "remind me in one minute to stretch").await;
    bot.advance(1);
    let first = bot.next_message().await;
    let times = alice.taps(&first, "Snooze …").await;
    alice.taps(&times, "10 min").await;

    bot.restart_after(9).await;
    bot.rests().await;
    bot.advance(1);
    let again = bot.next_message().await;
    reads!(again, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    reads!(alice.presses(&first, "Done").await, @"I have sent this again since. Please use the newer message. Nothing has changed. (alert)");
    reads!(alice.taps(&again, "Done").await, @"
    ⏰ stretch

    ✅ Done at 10:11
    ");
    bot.advance(60);
    bot.rests().await;
    bot.end().await;
}

async fn what_was_put_off_is_listed_with_its_time<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    snoozes_for_an_hour(&bot).await;

    alice.says("/schedules").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Your schedules: 1

    1. stretch
    once on Fri 1 May 2026 at 10:01 · put off until Fri 1 May, 11:01

    Times are in UTC.
    [1. stretch]
    ");
    reads!(alice.taps(&list, "1").await, @"
    stretch

    Reminder, once on Fri 1 May 2026 at 10:01
    State: put off until Fri 1 May, 11:01
    Times are in UTC
    Results: you get each one
    Last run: Fri 1 May, 10:01: done, put off until Fri 1 May, 11:01
    [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. stretch: in 1 hour, at 11:01

    Times are in UTC.
    ");
    bot.end().await;
}

async fn putting_off_is_taken_back<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let (reminder, snoozed) = snoozes_for_an_hour(&bot).await;

    bot.restart().await;
    assert_eq!(alice.taps(&snoozed, "Undo").await, reminder);
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"You have no reminders. To make one, say for example: remind me in 20 minutes to stretch");
    bot.advance(120);
    bot.rests().await;
    reads!(alice.taps(&reminder, "Done").await, @"
    ⏰ stretch

    ✅ Done at 12:01
    ");
    bot.end().await;
}

async fn what_was_put_off_goes_with_its_schedule<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let (_, snoozed) = snoozes_for_an_hour(&bot).await;

    alice.says("/schedules").await;
    let list = bot.next_message().await;
    let opened = alice.taps(&list, "1").await;
    let question = alice.taps(&opened, "Delete").await;
    reads!(question, @"
    Delete this schedule?

    stretch
    once on Fri 1 May 2026 at 10:01 · put off until Fri 1 May, 11:01 (UTC)

    A deleted schedule cannot be brought back.
    [Delete] [Keep]
    ");
    reads!(alice.presses(&question, "Delete").await, @"Deleted.");
    reads!(alice.changes(&snoozed).await, @"
    ⏰ stretch

    🗑️ Deleted, so it does not come again.
    ");
    bot.rests().await;
    bot.advance(120);
    bot.rests().await;
    bot.end().await;
}

async fn what_was_put_off_comes_at_the_new_time_of_its_schedule<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    let (_, snoozed) = snoozes_for_an_hour(&bot).await;

    alice.says("move stretch to 12:00").await;
    reads!(bot.next_message().await, @"Changed. I'll remind you in 1 hour and 59 minutes, at 12:00 (UTC): stretch");
    reads!(alice.changes(&snoozed).await, @"
    ⏰ stretch

    🕘 It comes at its new time instead.
    ");
    bot.advance(60);
    bot.rests().await;
    bot.advance(59);
    reads!(bot.next_message().await, @"
    ⏰ stretch
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

/// Snoozes a reminder for an hour. Returns its message before and after.
async fn snoozes_for_an_hour<C: Chat>(bot: &Bot<C>) -> (Shown, Shown) {
    let alice = bot.alice();
    schedules(bot, "remind me in one minute to stretch").await;
    bot.advance(1);
    let reminder = bot.next_message().await;
    let times = alice.taps(&reminder, "Snooze …").await;
    (reminder, alice.taps(&times, "1 h").await)
}

async fn a_task_runs_again_when_asked<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    a_task(&bot, "always").await;
    bot.model().script([Turn::text("The tide is out.")]);
    bot.advance(60);
    let result = bot.next_message().await;
    reads!(result, @"
    Tide

    The tide is out.
    [Snooze …] [Run again]
    [Pause] [History]
    ");

    alice.says("/schedules").await;
    let list = bot.next_message().await;
    let opened = alice.taps(&list, "1").await;
    reads!(alice.presses(&opened, "Pause").await, @"Paused.");
    alice.changes(&opened).await;
    bot.model().script([Turn::text("The tide is in.")]);
    let held = bot.model().hold_before();
    reads!(alice.presses(&result, "Run again").await, @"It is running now.");
    reads!(alice.presses(&result, "Run again").await, @"It is already running.");
    held.release();
    reads!(bot.next_message().await, @"
    Tide

    The tide is in.
    [Snooze …] [Run again]
    [Resume] [History]
    ");
    bot.end().await;
}

async fn a_run_is_stopped<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    a_task(&bot, "always").await;
    bot.model().script([Turn::hang()]);
    let opened = opens_the_first(&bot).await;
    alice.presses(&opened, "Run now").await;
    let opened = alice.changes(&opened).await;
    reads!(opened, @"
    Tide

    look at the tide

    Task, every hour
    State: active
    Next: Fri 1 May, 11:00, 12:00 and 13:00
    Times are in UTC
    Results: you get each one
    Last run: Fri 1 May, 10:00, on request; “History” shows how it is going
    [Pause] [Stop run]
    [Edit] [Delete]
    [History] [Back]
    ");
    bot.model().called(3).await;

    reads!(alice.presses(&opened, "Stop run").await, @"Stopped.");
    bot.rests().await;
    reads!(alice.presses(&opened, "Stop run").await, @"It is no longer running.");
    reads!(alice.changes(&opened).await, @"
    Tide

    look at the tide

    Task, every hour
    State: active
    Next: Fri 1 May, 11:00, 12:00 and 13:00
    Times are in UTC
    Results: you get each one
    Last run: Fri 1 May, 10:00, on request: stopped, not sent
    Why: you stopped it
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    bot.end().await;
}

async fn a_schedule_is_paused_under_its_message<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;
    bot.advance(60);
    let reminder = bot.next_message().await;
    reads!(reminder, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");

    reads!(alice.presses(&reminder, "Pause").await, @"Paused.");
    let paused = alice.changes(&reminder).await;
    reads!(paused, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Resume] [History]
    ");
    bot.advance(150);
    bot.rests().await;
    reads!(alice.presses(&paused, "Resume").await, @"Resumed.");
    assert_eq!(alice.changes(&paused).await, reminder);
    bot.advance(30);
    reads!(bot.next_message().await, @"
    ⏰ drink water
    [Done] [Snooze …]
    [Pause] [History]
    ");
    bot.end().await;
}

async fn the_history_is_opened_under_a_message<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;
    bot.advance(60);
    let reminder = bot.next_message().await;
    bot.rests().await;

    reads!(alice.presses(&reminder, "History").await, @"Its runs are listed below.");
    let outputs = bot.next_message().await;
    reads!(outputs, @"
    Runs of drink water

    1. Fri 1 May, 11:00: done, sent
    [1. Fri 1 May, 11:00]
    [Back]
    ");
    let opened = alice.taps(&outputs, "Back").await;
    reads!(alice.taps(&opened, "Back").await, @"
    Your schedules: 1

    1. drink water
    every hour · next on Fri 1 May, 12:00

    Times are in UTC.
    [1. drink water]
    ");
    bot.end().await;
}

async fn a_message_of_a_deleted_schedule_says_so<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;
    bot.advance(60);
    let reminder = bot.next_message().await;
    deletes_the_first(&bot).await;

    for label in ["Done", "Snooze …", "Pause"] {
        reads!(alice.presses(&reminder, label).await, @"This schedule is gone, or no longer for this chat. Nothing has changed. (alert)");
    }
    reads!(alice.presses(&reminder, "History").await, @"Its runs are listed below.");
    reads!(bot.next_message().await, @"
    Runs of a deleted schedule

    1. Fri 1 May, 11:00: done, sent
    [1. Fri 1 May, 11:00]
    [Back]
    ");
    bot.end().await;
}
