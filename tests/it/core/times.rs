//! Time zones and quiet hours.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnDiscord, OnWeb, Setup, reads};

over_every_channel!(
    a_time_zone_is_set_by_name_or_city,
    times_are_read_and_told_in_the_person_s_zone,
    quiet_hours_are_set_and_said,
    a_reminder_waits_for_the_end_of_quiet_hours,
    what_waits_comes_in_order_when_quiet_hours_are_switched_off,
    what_was_missed_is_told_of_after_quiet_hours,
    an_urgent_reminder_comes_in_quiet_hours,
);

async fn a_time_zone_is_set_by_name_or_city<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/timezone").await;
    reads!(bot.next_message().await, @"
    You have not set a time zone, so I use the host’s: UTC, where it is Fri 1 May, 10:00.

    • Quiet hours: none
    • Another zone: “/timezone Europe/Paris”, or just the city; “/timezone default” for the host’s
    • Other quiet hours: “/quiet 22:00-07:00”, or “/quiet off”
    ");
    alice.says("remind me tomorrow at 9:30 to call bob").await;
    bot.next_message().await;
    alice.says("every hour: drink water").await;
    bot.next_message().await;
    alice.says("/timezone new york").await;
    reads!(bot.next_message().await, @"
    From now on your times are in America/New_York, where it is Fri 1 May, 06:00.

    1 schedule keeps the time zone it was made in; /schedules shows which.
    ");
    alice.says("/status").await;
    let status = bot.next_message().await;
    assert!(status.text.contains("2 (times are in America/New_York)"), "{status}");
    alice.says("/timezone europe/pariss").await;
    reads!(bot.next_message().await, @"I know no time zone called “europe/pariss”. Did you mean Europe/Paris?");
    alice.says("/timezone +2").await;
    reads!(bot.next_message().await, @"
    From now on your times are in UTC+2, where it is Fri 1 May, 12:00.

    UTC+2 knows no daylight saving time. If your clocks change, send me your city instead. At this offset now, with daylight saving time: Europe/Paris, Europe/Berlin, Europe/Vienna, Europe/Zurich, Europe/Madrid. For example “/timezone Europe/Paris”

    1 schedule keeps the time zone it was made in; /schedules shows which.
    ");
    alice.says("/timezone UTC+5:30").await;
    reads!(bot.next_message().await, @"An offset changes with daylight saving time, so I need your city. At UTC+5:30 now: Asia/Kolkata, Asia/Calcutta, Asia/Colombo. Send, for example, “/timezone Asia/Kolkata”");
    alice.says("/timezone *new*").await;
    reads!(bot.next_message().await, @"I know no time zone called “*new*”. Time zones have names like Europe/Paris; the city alone will do.");
    alice.says("/timezone CEST").await;
    reads!(bot.next_message().await, @"CEST is an abbreviation: several places use it, and some of them only for a part of the year. So I need your city. Used in: Europe/Paris, Europe/Berlin. Send, for example, “/timezone Europe/Paris”");
    alice.says("/timezone EUROPE/PARIS").await;
    reads!(bot.next_message().await, @"
    From now on your times are in Europe/Paris, where it is Fri 1 May, 12:00.

    1 schedule keeps the time zone it was made in; /schedules shows which.
    ");
    alice.says("/timezone").await;
    reads!(bot.next_message().await, @"
    Your time zone is Europe/Paris, where it is Fri 1 May, 12:00.

    • Quiet hours: none
    • Another zone: “/timezone Europe/Paris”, or just the city; “/timezone default” for the host’s
    • Other quiet hours: “/quiet 22:00-07:00”, or “/quiet off”
    ");
    alice.says("/timezone default").await;
    reads!(bot.next_message().await, @"From now on your times are in the host’s zone again, UTC, where it is Fri 1 May, 10:00.");
    bot.end().await;
}

async fn times_are_read_and_told_in_the_person_s_zone<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/timezone paris").await;
    bot.next_message().await;
    alice.says("remind me at 13:30 to eat").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 hour and 30 minutes, at 13:30 (Europe/Paris): eat");
    alice.says("/timezone tokyo").await;
    bot.next_message().await;
    alice.says("list reminders").await;
    reads!(bot.next_message().await, @"
    Your reminders:

    1. eat: in 1 hour and 30 minutes, at 13:30 (Europe/Paris)

    Times are in Asia/Tokyo.
    ");
    bot.advance(90);
    reads!(bot.next_message().await, @"
    ⏰ eat
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

async fn quiet_hours_are_set_and_said<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet").await;
    reads!(bot.next_message().await, @"You have no quiet hours: reminders and results come at any time. With “/quiet 22:00-07:00” they wait until the night is over.");
    for nonsense in ["at night", "22:00-22:00", "22:00"] {
        alice.says(&format!("/quiet {nonsense}")).await;
        reads!(bot.next_message().await, @"I do not understand those hours. Write “/quiet 22:00-07:00”, with two different times of the day, or “/quiet off”.");
    }
    alice.says("/quiet 10pm to 6am").await;
    reads!(bot.next_message().await, @"From now on your quiet hours are 22:00–06:00 (UTC). Reminders and results that come up then wait until the quiet hours are over. If one must not wait, tell me to make it urgent.");
    alice.says("/quiet 22-7").await;
    reads!(bot.next_message().await, @"From now on your quiet hours are 22:00–07:00 (UTC). Reminders and results that come up then wait until the quiet hours are over. If one must not wait, tell me to make it urgent.");
    alice.says("/quiet").await;
    reads!(bot.next_message().await, @"Your quiet hours are 22:00–07:00 (UTC). Schedules still run then, but results and reminders wait until the quiet hours are over, unless they are urgent. “/quiet off” turns them off; “/quiet 22:00-07:00” changes the hours.");
    alice.says("/quiet off").await;
    reads!(bot.next_message().await, @"You no longer have quiet hours.");
    bot.end().await;
}

async fn a_reminder_waits_for_the_end_of_quiet_hours<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet 11:00-13:00").await;
    bot.next_message().await;
    alice.says("remind me in 90 minutes to stretch").await;
    bot.next_message().await;
    bot.advance(90);
    there_are(&bot, 1, "held").await;
    bot.restart_after(89).await;
    bot.rests().await;
    bot.advance(1);
    reads!(bot.next_message().await, @"
    ⏰ stretch

    This was due on Fri 1 May, 11:30, in your quiet hours.
    [Done] [Snooze …]
    [History]
    ");
    there_are(&bot, 1, "delivered").await;
    bot.end().await;
}

async fn what_waits_comes_in_order_when_quiet_hours_are_switched_off<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet 10:30-13:00").await;
    bot.next_message().await;
    for (minutes, what) in [(50, "stretch"), (40, "drink"), (60, "look up")] {
        alice.says(&format!("remind me in {minutes} minutes to {what}")).await;
        bot.next_message().await;
    }
    bot.advance(70);
    there_are(&bot, 3, "held").await;
    alice.says("/quiet 10:00-14:00").await;
    reads!(bot.next_message().await, @"From now on your quiet hours are 10:00–14:00 (UTC). Reminders and results that come up then wait until the quiet hours are over. If one must not wait, tell me to make it urgent.");
    there_are(&bot, 3, "held").await;
    alice.says("/quiet off").await;
    reads!(bot.next_message().await, @"You no longer have quiet hours. 3 messages that waited will be here in a moment.");
    for what in ["drink", "stretch", "look up"] {
        assert!(bot.next_message().await.text.starts_with(&format!("⏰ {what}\n")), "{what}");
    }
    bot.end().await;
}

async fn what_was_missed_is_told_of_after_quiet_hours<C: Chat>() {
    let mut bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet 12:00-14:00").await;
    bot.next_message().await;
    alice.says("remind me in 5 minutes to stretch").await;
    bot.next_message().await;
    bot.restart_after(150).await;
    there_are(&bot, 1, "held").await;
    bot.advance(90);
    reads!(bot.next_message().await, @"
    While I was away, this was due and did not run:

    • “stretch”: Fri 1 May, 10:05
    ");
    bot.end().await;
}

async fn an_urgent_reminder_comes_in_quiet_hours<C: Chat>() {
    let bot: Bot<C> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet 11:00-13:00").await;
    bot.next_message().await;
    alice.says("remind me at 11:30 to take the pill, even in quiet hours").await;
    reads!(bot.next_message().await, @"I'll remind you in 1 hour and 30 minutes, at 11:30 (UTC), even in quiet hours: take the pill");
    bot.advance(90);
    reads!(bot.next_message().await, @"
    ⏰ take the pill
    [Done] [Snooze …]
    [History]
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_task_s_result_is_held_and_spoken_of_once_it_is_there() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();

    alice.says("/quiet 10:30-13:00").await;
    bot.next_message().await;
    schedule(&bot, json!({"name": "Tide"})).await;
    bot.model().script([Turn::text("The tide is out."), Turn::text("I have not looked yet.")]);
    bot.advance(60);
    there_are(&bot, 1, "held").await;
    alice.says("and?").await;
    reads!(bot.next_message().await, @"I have not looked yet.");
    bot.advance(120);
    reads!(bot.next_message().await, @"
    Tide
    This was due on Fri 1 May, 11:00, in your quiet hours.

    The tide is out.
    [Snooze …] [Run again]
    [History]
    ");
    bot.model().script([Turn::text("At six.")]);
    alice.says("when is it in?").await;
    reads!(bot.next_message().await, @"At six.");
    let asked = bot.model().requests().pop().unwrap();
    let said = |text: &str| asked.messages.iter().position(|it| it.text.contains(text));
    assert!(said("I have not looked yet.") < said("The tide is out."));
    bot.end().await;
}

#[tokio::test]
async fn a_model_is_told_the_time_where_the_person_is() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;

    bot.alice().says("/timezone paris").await;
    bot.next_message().await;
    let tea = json!({"goal": "tea", "cadence_type": "once", "cadence_value": "2026-05-01 17:00"});
    bot.model().script([Turn::calls([("schedule_create", tea)]), Turn::text("At five.")]);
    bot.alice().says("tea at five").await;
    reads!(bot.next_message().await, @"At five.");
    let asked = bot.model().requests().pop().unwrap();
    assert!(asked.told().contains("It is Friday, 1 May 2026, 12:00 (Europe/Paris)"), "{}", asked.told());
    let made: Value = serde_json::from_str(asked.tool_results()[0]).unwrap();
    assert_eq!(made["next_run_at"], "2026-05-01T17:00:00+02:00");
    bot.end().await;
}

#[tokio::test]
async fn what_is_urgent_comes_at_once() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;

    bot.alice().says("/quiet 10:30-13:00").await;
    bot.next_message().await;
    schedule(&bot, json!({"name": "Tide", "urgent": true})).await;
    bot.model().script([Turn::text("The tide is out.")]);
    bot.advance(60);
    reads!(bot.next_message().await, @"
    Tide

    The tide is out.
    [Snooze …] [Run again]
    [History]
    ");
    bot.end().await;
}

#[tokio::test]
async fn a_schedule_that_becomes_urgent_says_what_it_held() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;

    bot.alice().says("/quiet 10:30-13:00").await;
    bot.next_message().await;
    let id = schedule(&bot, json!({"name": "Tide"})).await;
    bot.model().script([Turn::text("The tide is out.")]);
    bot.advance(60);
    there_are(&bot, 1, "held").await;
    let edit = json!({"schedule_id": id, "urgent": true});
    bot.model().script([Turn::calls([("schedule_edit", edit)]), Turn::text("It is urgent now.")]);
    bot.alice().says("the tide is urgent").await;
    let mut said = [bot.next_message().await.text, bot.next_message().await.text];
    said.sort();
    reads!(said.join("\n---\n"), @"
    It is urgent now.
    ---
    Tide
    This was due on Fri 1 May, 11:00, in your quiet hours.

    The tide is out.
    ");
    bot.end().await;
}

#[tokio::test]
async fn what_a_deleted_schedule_held_is_not_sent() {
    let bot: Bot<OnWeb> = Setup::new().start().await;
    let alice = bot.alice();

    alice.says("/quiet 10:30-13:00").await;
    bot.next_message().await;
    alice.says("every hour: drink water").await;
    bot.next_message().await;
    bot.advance(60);
    there_are(&bot, 1, "held").await;
    alice.says("cancel 1").await;
    bot.next_message().await;
    let prompt = bot.next_message().await;
    alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"Cancelled: it will not run again.");
    alice.changes(&prompt).await;
    bot.advance(120);
    there_are(&bot, 1, "suppressed").await;
    bot.end().await;
}

#[tokio::test]
async fn a_long_result_that_was_held_comes_as_a_file() {
    let bot: Bot<OnDiscord> = Setup::new().with_model().await.start().await;

    bot.alice().says("/quiet 10:30-13:00").await;
    bot.next_message().await;
    schedule(&bot, json!({"name": "Tide"})).await;
    let long = "The tide is out. ".repeat(2_000);
    bot.model().script([Turn::text(&long)]);
    bot.advance(60);
    there_are(&bot, 1, "held").await;
    bot.advance(120);
    let beginning = bot.next_message().await;
    assert!(beginning.text.ends_with("… The whole answer is in the file."), "{}", beginning.text.len());
    let (name, bytes) = bot.alice().file_of(&bot.next_message().await).await;
    let whole = String::from_utf8(bytes).unwrap();
    assert!(
        whole.starts_with("**Tide**\n*This was due on Fri 1 May, 11:00") && whole.contains(long.trim()),
        "{name}"
    );
    bot.end().await;
}

/// Makes the model schedule a task about the tide in an hour, with additional arguments; returns the schedule's id.
async fn schedule<C: Chat>(bot: &Bot<C>, more: Value) -> String {
    let mut task =
        json!({"goal": "look at the tide", "cadence_type": "once", "cadence_value": "2026-05-01 11:00"});
    task.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    bot.model().script([Turn::calls([("schedule_create", task)]), Turn::text("I will.")]);
    bot.alice().says("look at the tide").await;
    assert_eq!(bot.next_message().await.text, "I will.");
    let made = bot.model().requests().pop().unwrap();
    let made: Value = serde_json::from_str(made.tool_results()[0]).unwrap();
    made["schedule_id"].as_str().unwrap().to_owned()
}

/// Waits until `wanted` runs have this delivery (held ones with a later time) and no work is in progress.
async fn there_are<C: Chat>(bot: &Bot<C>, wanted: i64, delivery: &'static str) {
    let core = bot.app().core();
    let now = core.clock.timestamp();
    let counted = async || {
        let count = core.db.read(async move |tx| {
            let sql = "SELECT count(*) AS value FROM runs
                 WHERE delivery = ?1 AND (deliver_at IS NULL OR deliver_at > ?2)";
            tx.value(sql, (delivery, now)).await
        });
        count.await.unwrap() == Some(wanted)
    };
    bot.until("the runs", counted).await;
    bot.rests().await;
}
