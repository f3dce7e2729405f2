//! Schedules, browsed and changed with buttons.

use adjutant_simulators::model::Turn;
use serde_json::json;

use crate::harness::{Bot, Chat, Setup, Shown, reads};

over_every_channel!(
    schedules_are_looked_through_page_by_page,
    a_schedule_is_opened_paused_and_resumed,
    a_schedule_runs_now_and_says_how_it_went,
    a_schedule_is_deleted_after_asking,
    a_schedule_that_was_deleted_meanwhile_is_not_there,
    outputs_are_read_in_parts,
    buttons_of_a_list_work_after_a_restart,
);

async fn schedules_are_looked_through_page_by_page<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/schedules").await;
    reads!(bot.next_message().await, @"You have no schedules. To make one, say for example: remind me every day at 9:30 to water the plants");
    for hours in 1..=7 {
        schedules(&bot, &format!("every {} hours: *look* {hours}", hours + 1)).await;
    }
    alice.says("/schedules").await;
    let first = bot.next_message().await;
    reads!(first, @"
    Your schedules: 1 to 5 of 7

    1. *look* 1
    every 2 hours · next on Fri 1 May, 12:00

    2. *look* 2
    every 3 hours · next on Fri 1 May, 13:00

    3. *look* 3
    every 4 hours · next on Fri 1 May, 14:00

    4. *look* 4
    every 5 hours · next on Fri 1 May, 15:00

    5. *look* 5
    every 6 hours · next on Fri 1 May, 16:00

    Times are in UTC.
    [1. *look* 1] [2. *look* 2]
    [3. *look* 3] [4. *look* 4]
    [5. *look* 5]
    [Next]
    ");
    let second = alice.taps(&first, "Next").await;
    reads!(second, @"
    Your schedules: 6 to 7 of 7

    6. *look* 6
    every 7 hours · next on Fri 1 May, 17:00

    7. *look* 7
    every 8 hours · next on Fri 1 May, 18:00

    Times are in UTC.
    [6. *look* 6] [7. *look* 7]
    [Previous]
    ");
    assert_eq!(alice.taps(&second, "Previous").await, first);
    alice.says("/schedules look* 3").await;
    reads!(bot.next_message().await, @"
    Your schedules named “look* 3”: 1

    1. *look* 3
    every 4 hours · next on Fri 1 May, 14:00

    Times are in UTC.
    [1. *look* 3]
    ");
    alice.says("/schedules the moon").await;
    reads!(bot.next_message().await, @"You have no schedule named “the moon”. /schedules lists all your schedules.");
    bot.end().await;
}

async fn a_schedule_is_opened_paused_and_resumed<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;

    let opened = opens_the_first(&bot).await;
    reads!(opened, @"
    drink water

    Reminder, every hour
    State: active
    Next: Fri 1 May, 11:00, 12:00 and 13:00
    Times are in UTC
    Results: you get each one
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    reads!(alice.presses(&opened, "Pause").await, @"Paused.");
    let paused = alice.changes(&opened).await;
    reads!(paused, @"
    drink water

    Reminder, every hour
    State: paused by you
    Times are in UTC
    Results: you get each one
    [Resume] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    bot.advance(150);
    bot.rests().await;
    reads!(alice.presses(&paused, "Resume").await, @"Resumed.");
    let resumed = alice.changes(&paused).await;
    reads!(resumed, @"
    drink water

    Reminder, every hour
    State: active
    Next: Fri 1 May, 13:00, 14:00 and 15:00
    Times are in UTC
    Results: you get each one
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    let editing = alice.taps(&resumed, "Edit").await;
    reads!(editing, @"
    drink water

    Without a language model I cannot change a schedule. Delete it and make a new one, for example:

    remind me every weekday at 9:30 to water the plants
    [Back]
    ");
    assert_eq!(alice.taps(&editing, "Back").await, resumed);
    reads!(alice.taps(&resumed, "Back").await, @"
    Your schedules: 1

    1. drink water
    every hour · next on Fri 1 May, 13:00

    Times are in UTC.
    [1. drink water]
    ");
    bot.end().await;
}

async fn a_schedule_runs_now_and_says_how_it_went<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "remind me tomorrow at 9:30 to call bob").await;

    let opened = opens_the_first(&bot).await;
    bot.advance(3);
    reads!(alice.presses(&opened, "Run now").await, @"It is running now.");
    reads!(bot.next_message().await, @"
    ⏰ call bob
    [Done] [Snooze …]
    [History]
    ");
    bot.rests().await;
    let opened = alice.changes(&opened).await;
    reads!(opened, @"
    call bob

    Reminder, once on Sat 2 May 2026 at 09:30
    State: active
    Next: Sat 2 May, 09:30
    Times are in UTC
    Results: you get each one
    Last run: Fri 1 May, 10:03, on request; “History” shows how it is going
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    let outputs = alice.taps(&opened, "History").await;
    reads!(outputs, @"
    Runs of call bob

    1. Fri 1 May, 10:03, on request: done, sent
    [1. Fri 1 May, 10:03]
    [Back]
    ");
    let output = alice.taps(&outputs, "1").await;
    reads!(output, @"
    call bob

    Fri 1 May, 10:03, on request: done, sent
    [Back]
    ");
    assert_eq!(alice.taps(&output, "Back").await, outputs);
    reads!(alice.taps(&outputs, "Back").await, @"
    call bob

    Reminder, once on Sat 2 May 2026 at 09:30
    State: active
    Next: Sat 2 May, 09:30
    Times are in UTC
    Results: you get each one
    Last run: Fri 1 May, 10:03, on request: done, sent
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    bot.end().await;
}

async fn a_schedule_is_deleted_after_asking<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;
    schedules(&bot, "every 2 hours: stretch").await;

    let opened = opens_the_first(&bot).await;
    let question = alice.taps(&opened, "Delete").await;
    reads!(question, @"
    Delete this schedule?

    drink water
    every hour · next on Fri 1 May, 11:00 (UTC)

    A deleted schedule cannot be brought back.
    [Delete] [Keep]
    ");
    assert_eq!(alice.taps(&question, "Keep").await, opened);
    let question = alice.taps(&opened, "Delete").await;
    reads!(alice.presses(&question, "Delete").await, @"Deleted.");
    reads!(alice.changes(&question).await, @"
    Your schedules: 1

    1. stretch
    every 2 hours · next on Fri 1 May, 12:00

    Times are in UTC.
    [1. stretch]
    ");
    reads!(alice.presses(&question, "Delete").await, @"This schedule is gone, or no longer for this chat. Nothing has changed. (alert)");
    bot.end().await;
}

async fn a_schedule_that_was_deleted_meanwhile_is_not_there<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;

    let opened = opens_the_first(&bot).await;
    alice.says("pause 1").await;
    reads!(bot.next_message().await, @"Paused: drink water. To go on, say resume drink water");
    reads!(alice.presses(&opened, "Pause").await, @"It is already paused.");
    let paused = alice.changes(&opened).await;
    deletes_the_first(&bot).await;
    reads!(alice.presses(&paused, "Resume").await, @"This schedule is gone, or no longer for this chat. Nothing has changed. (alert)");
    reads!(alice.changes(&paused).await, @"You have no schedules. To make one, say for example: remind me every day at 9:30 to water the plants");
    bot.end().await;
}

async fn outputs_are_read_in_parts<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    a_task(&bot, "never").await;
    let long: Vec<_> = (1..=300).map(|number| format!("*Größe {number}* 👩‍👩‍👧")).collect();
    bot.model().script([Turn::text(long.join(" "))]);
    bot.advance(60);
    bot.model().called(3).await;
    bot.rests().await;

    let opened = opens_the_first(&bot).await;
    let outputs = alice.taps(&opened, "History").await;
    reads!(outputs, @"
    Runs of Tide

    1. Fri 1 May, 11:00: done, not sent
    [1. Fri 1 May, 11:00]
    [Back]
    ");
    let mut part = alice.taps(&outputs, "1").await;
    let mut read = String::new();
    loop {
        let (text, _) = part.text.rsplit_once("\n\n").unwrap();
        read.push_str(text);
        read.push(' ');
        if !part.to_string().contains("[Next part]") {
            break;
        }
        part = alice.taps(&part, "Next part").await;
    }
    assert_eq!(read.trim_end(), long.join(" "));
    assert!(part.to_string().contains("[Previous part]"), "{part}");
    bot.end().await;
}

async fn buttons_of_a_list_work_after_a_restart<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();
    schedules(&bot, "every hour: drink water").await;
    alice.says("/schedules drink").await;
    let list = bot.next_message().await;

    bot.restart().await;
    let opened = alice.taps(&list, "1").await;
    bot.restart().await;
    reads!(alice.presses(&opened, "Pause").await, @"Paused.");
    let paused = alice.changes(&opened).await;
    reads!(alice.taps(&paused, "Back").await, @"
    Your schedules named “drink”: 1

    1. drink water
    every hour · paused

    Times are in UTC.
    [1. drink water]
    ");
    bot.end().await;
}

/// Alice creates a schedule.
pub(super) async fn schedules<C: Chat>(bot: &Bot<C>, wish: &str) {
    bot.alice().says(wish).await;
    let made = bot.next_message().await;
    assert!(made.text.starts_with("I'll remind you "), "{made}");
}

/// Alice opens the first of her schedules.
pub(super) async fn opens_the_first<C: Chat>(bot: &Bot<C>) -> Shown {
    bot.alice().says("/schedules").await;
    let list = bot.next_message().await;
    bot.alice().taps(&list, "1").await
}

/// Alice deletes the first of her schedules in another list.
pub(super) async fn deletes_the_first<C: Chat>(bot: &Bot<C>) {
    let opened = opens_the_first(bot).await;
    let question = bot.alice().taps(&opened, "Delete").await;
    reads!(bot.alice().presses(&question, "Delete").await, @"Deleted.");
    bot.alice().changes(&question).await;
}

/// Makes the model schedule an hourly task about the tide.
pub(super) async fn a_task<C: Chat>(bot: &Bot<C>, notification: &str) {
    let task = json!({
        "goal": "look at the tide", "cadence_type": "interval", "cadence_value": "1h", "name": "Tide",
        "notification": notification,
    });
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("Every hour, then.")]);
    bot.alice().says("look at the tide every hour").await;
    reads!(bot.next_message().await, @"Every hour, then.");
}
