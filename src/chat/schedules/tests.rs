use std::time::Duration;

use adjutant_channel::{
    Completion, Content, Event, Gateway as _, Heard, MessageId, PressAnswer, Sender, rich,
};
use adjutant_domain::{
    buttons::{Button, DeliveryAction, DeliveryButton, ScheduleAction, SchedulePress},
    ids::{RunId, ScheduleId},
    outbox_key::OutboxKey,
};
use adjutant_store::{
    outbox::{self as outbox_rows, Post},
    runs::{self, Delivery, Run, Status},
    schedules::{MisfirePolicy, Notification, Overlap, Schedule},
    testing::ms,
};
use adjutant_texts::schedule_list as texts;
use chrono::TimeDelta;

use super::*;
use crate::{
    chat::ingest::Ingest,
    scheduler,
    testing::{Place, Room, direct, group},
};

/// The answer to a press on somebody else's button.
const FOREIGN: &str = "Only the person who asked for this can decide. Nothing has changed.";

const HOUR: Duration = Duration::from_hours(1);

/// Returns the data of a list's button for a schedule.
fn on_list(list: i64, schedule: &ScheduleId, action: ScheduleAction) -> String {
    Button::ScheduleList(list, SchedulePress::Schedule(schedule.as_str(), action)).to_string()
}

impl Room {
    /// Lets an hour pass, and runs everything that is due.
    async fn an_hour_passes(&self) {
        self.clock.advance(TimeDelta::hours(1));
        scheduler::tick(&self.core).await.unwrap();
        self.rests().await;
    }

    async fn lists_schedules(&self, whose: &str, place: &Place, name: &str) {
        let event = Event::Command {
            message_id: MessageId(format!("schedules {name}")),
            name: "schedules".to_owned(),
            args: name.to_owned(),
            handle: None,
            named: true,
        };
        self.happens(whose, place, 0, event).await;
    }

    /// Returns the expected content of a message, with its buttons.
    async fn message_of(&self, source: &str, segment: i64) -> Content {
        let source = OutboxKey::parse(source);
        let rows = self.store.read(async move |tx| outbox_rows::of_source(tx, &source).await).await;
        rows.into_iter().rfind(|row| row.segment == segment).unwrap().content().unwrap()
    }

    async fn list_shows(&self, list: i64) -> String {
        shown(&self.message_of(&format!("schedules-{list}"), 0).await)
    }

    async fn presses_in(&self, whose: &str, place: &Place, content: &Content, label: &str) -> PressAnswer {
        let buttons = content.buttons.concat();
        let found = buttons
            .iter()
            .find(|button| button.label == label || button.label.starts_with(&format!("{label}. ")));
        let data = found.unwrap_or_else(|| panic!("no {label} in {}", shown(content))).data.clone();
        self.presses_data(whose, place, &data).await
    }

    async fn presses_data(&self, whose: &str, place: &Place, data: &str) -> PressAnswer {
        let event = Event::Press { message_id: None, data: data.to_owned(), handle: None };
        self.happens(whose, place, 0, event).await.answer.unwrap()
    }

    /// Returns the newest run of a schedule.
    async fn last_run(&self, id: &ScheduleId) -> Run {
        let (user, id) = (self.user_of("alice").await.user_id, id.clone());
        let found = async move |tx: &Tx| runs::of_schedule(tx, &user, &id, &Scope::Everything, 1).await;
        self.store.read(found).await.remove(0)
    }

    async fn schedule_of(&self, id: &ScheduleId) -> Schedule {
        let (user, id) = (self.user_of("alice").await.user_id, id.clone());
        self.store.read(async move |tx| schedules::get(tx, &user, &id).await).await.unwrap()
    }
}

fn shown(content: &Content) -> String {
    let rows = content.buttons.iter().map(|row| {
        let labels: Vec<_> = row.iter().map(|button| format!("[{}]", button.label)).collect();
        format!("\n{}", labels.join(" "))
    });
    content.body.text.clone() + &rows.collect::<String>()
}

#[tokio::test]
async fn a_group_sees_what_was_made_there_and_only_its_owner_presses() {
    let (room, family) = (Room::new().await, group("family"));
    room.reminds("alice", &direct("alice"), "take the pill").await;
    let oats = room.reminds("alice", &family, "buy oats").await;
    room.reminds("bob", &family, "buy beer").await;
    room.lists_schedules("alice", &family, "").await;
    insta::assert_snapshot!(room.list_shows(1).await, @"
    Your schedules: 1

    1. buy oats
    every hour · next on Fri 1 May, 09:00

    Times are in UTC.

    Here, where others can read along, I only list schedules that you made here.
    [1. buy oats]
    ");
    room.lists_schedules("alice", &family, "pill").await;
    insta::assert_snapshot!(room.list_shows(2).await, @"
    You have no schedule named “pill”. /schedules lists all your schedules.

    Here, where others can read along, I only list schedules that you made here.
    ");

    let list = room.message_of("schedules-1", 0).await;
    assert_eq!(room.presses_in("bob", &family, &list, "1").await, PressAnswer::alert(FOREIGN));
    assert_eq!(room.message_of("schedules-1", 0).await, list);
    // A list of bob's own does not let him change a schedule of alice's.
    room.lists_schedules("bob", &family, "").await;
    let forged = on_list(3, &oats, ScheduleAction::Confirm);
    let answer = room.presses_data("bob", &family, &forged).await;
    assert!(answer.alert && answer.text.starts_with("This schedule is gone"), "{answer:?}");
    room.schedule_of(&oats).await;
}

#[tokio::test]
async fn only_the_owner_presses_below_what_was_delivered() {
    let (room, family) = (Room::new().await, group("family"));
    let oats = room.reminds("alice", &family, "buy oats").await;
    room.an_hour_passes().await;
    let run = room.last_run(&oats).await;
    let reminder = room.message_of(run.run_id.as_str(), 0).await;
    for label in ["Done", "Snooze …", "Pause", "History"] {
        let answer = room.presses_in("bob", &family, &reminder, label).await;
        assert_eq!(answer, PressAnswer::alert(FOREIGN), "{label}");
    }
    assert_eq!(room.message_of(run.run_id.as_str(), 0).await, reminder);

    let (alice, bob) = (room.alice.user_id.clone(), room.user_of("bob").await.user_id);
    room.store.write(async move |tx| people::link(tx, &alice, &bob).await).await;
    assert!(!room.presses_in("bob", &family, &reminder, "Done").await.alert, "linked users are one person");
    assert_eq!(room.last_run(&oats).await.done_at, Some(room.core.clock.timestamp()));
}

#[tokio::test]
async fn what_is_put_off_waits_for_its_time() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    for (label, until) in [("10 min", 10), ("1 h", 60), ("Tomorrow", 24 * 60)] {
        room.an_hour_passes().await;
        let run = room.last_run(&pill).await;
        let reminder = room.message_of(run.run_id.as_str(), 0).await;
        room.presses_in("alice", &own, &reminder, "Snooze …").await;
        let times = room.message_of(run.run_id.as_str(), 0).await;
        assert_eq!(room.presses_in("alice", &own, &times, label).await, PressAnswer::told(""));
        let held = room.last_run(&pill).await;
        assert_eq!(
            (held.delivery, held.deliver_at),
            (Delivery::Held, Some(room.core.clock.timestamp() + ms(until * 60_000))),
            "{label}"
        );
        room.rests().await;
        assert_eq!(room.last_run(&pill).await, held, "the edit of the message is no delivery");
        let again = room.presses_in("alice", &own, &times, "10 min").await;
        assert!(again.alert && again.text.starts_with("💤 Snoozed until"), "{again:?}");
        assert_eq!(room.last_run(&pill).await, held);
    }
}

#[tokio::test]
async fn a_message_that_has_come_again_is_done_in_its_newest_place() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    room.an_hour_passes().await;
    let run = room.last_run(&pill).await.run_id;
    let reminder = room.message_of(run.as_str(), 0).await;
    let again = run.clone();
    room.store.write(async move |tx| runs::count_delivery(tx, &again).await).await;
    let answer = room.presses_in("alice", &own, &reminder, "Done").await;
    assert_eq!(answer, PressAnswer::alert(texts::delivered::came_again()));
    assert_eq!(room.last_run(&pill).await.done_at, None);
}

#[tokio::test]
async fn a_press_that_is_repeated_runs_and_lists_once() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    room.an_hour_passes().await;
    let run = room.last_run(&pill).await.run_id;
    let press = |id: &str, data: String| Inbound {
        external_id: id.to_owned(),
        chat: own.chat.clone(),
        chat_kind: own.kind,
        sender: Sender::person("alice", "alice"),
        sent_at: room.core.clock.now(),
        opened_at: None,
        heard: Heard::Addressed,
        event: Event::Press { message_id: None, data, handle: None },
    };
    room.lists_schedules("alice", &own, "").await;
    let run_now = press("again", on_list(1, &pill, ScheduleAction::RunNow));
    let button = DeliveryButton { run: run.as_str(), delivery: 0, action: DeliveryAction::History };
    let history = press("history", Button::Delivered(button).to_string());
    room.sent().await;
    for event in [&run_now, &run_now, &history, &history] {
        room.clock.advance(TimeDelta::seconds(1));
        Ingest(room.core.clone()).accept(event.clone()).await.unwrap();
        room.rests().await;
    }
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: ⏰ take the pill
    test:alice: Runs of take the pill

    1. Fri 1 May, 09:00, on request: done, sent
    2. Fri 1 May, 09:00: done, sent
    ");
}

#[tokio::test]
async fn what_is_gone_is_said_to_be() {
    let (room, own) = (Room::new().await, direct("alice"));
    let unknown = room.presses_data("alice", &own, "s:99:p0").await;
    assert_eq!(unknown, PressAnswer::alert("This button no longer works. Nothing has changed."));
    let run = RunId::generate();
    let button = DeliveryButton { run: run.as_str(), delivery: 0, action: DeliveryAction::Done };
    let forgotten = room.presses_data("alice", &own, &Button::Delivered(button).to_string()).await;
    assert_eq!(forgotten, PressAnswer::alert(texts::forgotten()));

    let pill = room.reminds("alice", &own, "take the pill").await;
    room.an_hour_passes().await;
    let run = room.last_run(&pill).await;
    let reminder = room.message_of(run.run_id.as_str(), 0).await;
    // Retention deletes the message before its run.
    let source = OutboxKey::from(&run.run_id);
    room.store.write(async move |tx| outbox_rows::remove(tx, &source).await).await;
    assert_eq!(room.presses_in("alice", &own, &reminder, "Done").await, PressAnswer::told(""));
    assert!(room.last_run(&pill).await.done_at.is_some());
}

#[tokio::test]
async fn resuming_forgets_failures_and_passes_over_what_was_missed() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    let id = pill.clone();
    room.store
        .write(async move |tx| {
            schedules::count_failure(tx, &id).await?;
            schedules::pause(tx, &id, Some("it failed five times in a row"), Timestamp::EPOCH).await
        })
        .await;
    room.clock.advance(TimeDelta::minutes(150));
    room.lists_schedules("alice", &own, "").await;
    room.presses_in("alice", &own, &room.message_of("schedules-1", 0).await, "1").await;
    insta::assert_snapshot!(room.list_shows(1).await, @"
    take the pill

    Reminder, every hour
    State: paused by me, because it failed five times in a row
    Times are in UTC
    Results: you get each one
    [Resume] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    let before = room.message_of("schedules-1", 0).await;
    assert_eq!(room.presses_in("alice", &own, &before, "Resume").await, PressAnswer::told("Resumed."));
    let schedule = room.schedule_of(&pill).await;
    assert_eq!((schedule.failures, schedule.paused_why.as_deref()), (0, None));
    assert_eq!(schedule.next_run_at, Some(room.core.clock.timestamp() + ms(30 * 60_000)));
}

#[tokio::test]
async fn what_is_not_the_default_is_said() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    let before = room.schedule_of(&pill).await;
    let schedule = Schedule {
        name: "Pill".to_owned(),
        reminder: false,
        notification: Notification::Conditional,
        missed: MisfirePolicy::All,
        grace_secs: 7_200,
        overlap: Overlap::Queue,
        urgent: true,
        previous_outputs: 3,
        ..before
    };
    room.store.write(async move |tx| schedules::put(tx, &schedule).await).await;
    room.lists_schedules("alice", &own, "").await;
    room.presses_in("alice", &own, &room.message_of("schedules-1", 0).await, "1").await;
    insta::assert_snapshot!(room.list_shows(1).await, @"
    Pill

    take the pill

    Task, every hour
    State: active
    Next: Fri 1 May, 09:00, 10:00 and 11:00
    Times are in UTC
    Results: you get those that are worth a message
    Results come in quiet hours too
    Missed runs still run, if they are at most 2 hours late
    A run that is due while another is at work waits for it
    Each run sees what the last 3 said
    [Pause] [Run now]
    [Edit] [Delete]
    [History] [Back]
    ");
    room.presses_in("alice", &own, &room.message_of("schedules-1", 0).await, "Edit").await;
    insta::assert_snapshot!(room.list_shows(1).await, @"
    Pill

    To change it, tell me in your own words what should be different. For example:

    Change the schedule “Pill” to every weekday at 9:30
    [Back]
    ");
}

#[tokio::test]
async fn the_history_says_why_where_the_person_is() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    let (schedule, alice, now) =
        (room.schedule_of(&pill).await, room.alice.user_id.clone(), room.core.clock.timestamp());
    room.store
        .write(async move |tx| {
            people::set_timezone(
                tx,
                &alice,
                Some(adjutant_domain::zones::Zone::of(adjutant_domain::zones::Tz::Asia__Tokyo)),
            )
            .await?;
            let mut runs = Vec::new();
            for hours in 0..5 {
                let run = RunId::generate();
                let new =
                    runs::New { due_at: now + hours * HOUR, ..runs::New::of(&schedule, Status::Running) };
                runs::insert(tx, &run, new, now).await?;
                let end = |status, delivery, error| runs::End {
                    status,
                    delivery,
                    output: "The tide is out.",
                    error,
                    spent: adjutant_domain::budget::Spent::default(),
                };
                let notify = |send, reason: &str| runs::Notify { send, reason: reason.to_owned() };
                let end = match hours {
                    0 => {
                        runs::set_notify(tx, &run, &notify(false, "nothing *new*")).await?;
                        end(Status::Succeeded, Delivery::Suppressed, None)
                    }
                    1 => {
                        runs::set_notify(tx, &run, &notify(true, "it is high")).await?;
                        end(Status::Succeeded, Delivery::Delivered, None)
                    }
                    2 => end(Status::Failed, Delivery::Pending, Some("the model cannot be reached")),
                    3 => end(Status::Succeeded, Delivery::Pending, None),
                    _ => end(Status::Skipped, Delivery::Delivered, None),
                };
                runs::finish(tx, &run, end, now).await?;
                runs.push(run);
            }
            runs::hold(tx, &runs[3], now + 7 * HOUR).await?;
            let to = Address::new(direct("alice").chat, ChatKind::Direct);
            let content = Content::text(rich::from_markdown("The tide is out."));
            let (source, chat) = (&OutboxKey::from(&runs[2]), &to.chat);
            let lost = Post {
                source,
                segment: 0,
                part: 0,
                chat,
                chat_kind: to.kind,
                reply_to: None,
                content: &content,
            };
            let lost = outbox_rows::post(tx, &lost, now).await?;
            outbox_rows::dead_letter(tx, lost, "refused: too long").await?;
            schedules::delete(tx, &schedule.user_id, &schedule.schedule_id).await
        })
        .await;
    room.lists_schedules("alice", &own, "").await;
    room.presses_data("alice", &own, &on_list(1, &pill, ScheduleAction::Outputs)).await;
    insta::assert_snapshot!(room.list_shows(1).await, @"
    Runs of a deleted schedule

    1. Fri 1 May, 21:00: did not run: I was away
    2. Fri 1 May, 20:00: done, not sent
    3. Fri 1 May, 19:00: failed, could not be sent: the model cannot be reached; refused: too long
    4. Fri 1 May, 18:00: done, sent: it is high
    5. Fri 1 May, 17:00: done, not sent: nothing *new*
    [1. Fri 1 May, 21:00] [2. Fri 1 May, 20:00]
    [3. Fri 1 May, 19:00] [4. Fri 1 May, 18:00]
    [5. Fri 1 May, 17:00]
    [Back]
    ");
    room.presses_in("alice", &own, &room.message_of("schedules-1", 0).await, "5").await;
    insta::assert_snapshot!(room.list_shows(1).await, @"
    The tide is out.

    Fri 1 May, 17:00: done, not sent: nothing *new*
    [Back]
    ");
}

#[test]
fn tomorrow_is_the_same_local_time() {
    let paris = adjutant_domain::zones::Zone::of(adjutant_domain::zones::Tz::Europe__Paris);
    let tomorrow = |now: &str| {
        let now: chrono::DateTime<chrono::Utc> = now.parse().unwrap();
        adjutant_domain::cadence::same_time_tomorrow(now, paris).unwrap().to_rfc3339()
    };
    assert_eq!(tomorrow("2026-05-01T08:00:00Z"), "2026-05-02T08:00:00+00:00");
    // A day of 23 hours, and a time of day that the clock skips.
    assert_eq!(tomorrow("2026-03-28T08:00:00Z"), "2026-03-29T07:00:00+00:00");
    assert_eq!(tomorrow("2026-03-28T01:30:00Z"), "2026-03-29T01:00:00+00:00");
}

#[tokio::test]
async fn a_run_at_work_is_not_started_again() {
    let (room, own) = (Room::new().await, direct("alice"));
    let pill = room.reminds("alice", &own, "take the pill").await;
    room.lists_schedules("alice", &own, "").await;
    for (status, said) in [
        (Status::Running, "It is already running."),
        (Status::Waiting, "It is already running, and waits for your decision."),
    ] {
        let schedule = room.schedule_of(&pill).await;
        let (run, due_at, now) =
            (RunId::generate(), room.core.clock.timestamp(), room.core.clock.timestamp());
        let at_work = run.clone();
        room.store
            .write(async move |tx| {
                let new = runs::New { due_at, ..runs::New::of(&schedule, status) };
                runs::insert(tx, &at_work, new, now).await
            })
            .await;
        let now = on_list(1, &pill, ScheduleAction::RunNow);
        assert_eq!(room.presses_data("alice", &own, &now).await, PressAnswer::told(said));
        let over = runs::End::without_result(Status::Stopped, "it was stopped");
        room.store.write(async move |tx| runs::finish(tx, &run, over, due_at).await).await;
        room.clock.advance(TimeDelta::seconds(1));
    }
}

#[tokio::test]
async fn names_can_be_filled_in_where_they_may_be_seen() {
    let (room, family) = (Room::new().await, group("family"));
    room.reminds("alice", &direct("alice"), "take the pill").await;
    room.reminds("alice", &family, "buy oats").await;
    room.reminds("bob", &family, "buy beer").await;
    let offered = async |place: &Place| {
        let asked = Completion {
            chat: place.chat.clone(),
            sender: Sender::person("alice", "alice"),
            command: "schedules".to_owned(),
            argument: "name".to_owned(),
            typed: String::new(),
        };
        let choices: Vec<Choice> = Ingest(room.core.clone()).complete(asked).await.unwrap();
        choices.into_iter().map(|choice| choice.value).collect::<Vec<_>>()
    };
    room.lists_schedules("alice", &direct("alice"), "").await;
    assert_eq!(offered(&direct("alice")).await, ["take the pill", "buy oats"]);
    assert_eq!(offered(&family).await, ["buy oats"]);
}
