//! Failures: the database is full, or a part of the gateway panics.

use std::sync::atomic::Ordering;

use adjutant_domain::ids::SessionId;
use adjutant_store::{db::Tx, outbox, sessions};
use chrono::TimeDelta;
use tokio::{task::JoinHandle, time::timeout};

use super::*;
use crate::{
    agent::session,
    outbox::deliver_chat,
    testing::{self, direct, lock, message},
};

/// Limits on the pages of the database file: its present size, and SQLite's maximum.
const NO_MORE: &str = "PRAGMA max_page_count = 1";
const MANY: &str = "PRAGMA max_page_count = 4294967294";

async fn limit(room: &testing::Room, pages: &'static str) {
    #[derive(Debug, serde::Deserialize)]
    struct Row {
        max_page_count: i64,
    }
    let row: Option<Row> = room.store.write(async move |tx| tx.first(pages, ()).await).await;
    assert!(row.unwrap().max_page_count > 1);
}

#[tokio::test]
async fn while_the_database_is_full_no_due_time_is_lost_and_none_runs_twice() {
    const SCHEDULES: usize = 100;
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    let make = |n: usize| Schedule {
        goal: format!("{n} {}", "x".repeat(150)),
        ..reminder(&room, &n.to_string(), &session)
    };
    let made: Vec<_> = (0..SCHEDULES).map(make).collect();
    room.store
        .write(async move |tx| {
            for schedule in &made {
                schedules::put(tx, schedule).await?;
            }
            Ok(())
        })
        .await;
    limit(&room, NO_MORE).await;
    for _ in 0..3 {
        let error = tick(&room.core).await.unwrap_err();
        assert!(format!("{error:#}").contains("full: make room"), "{error:#}");
        room.clock.advance(TimeDelta::minutes(10));
    }
    // Schedules for which there was room were claimed completely, and no schedule is blamed for the failure.
    let claimed = count(&room, "SELECT count(*) AS value FROM runs").await;
    assert!(claimed < SCHEDULES as i64, "{claimed}");
    assert_eq!(claimed, count(&room, "SELECT count(*) AS value FROM outbox WHERE source LIKE 'run%'").await);
    assert_eq!(
        claimed,
        count(&room, "SELECT count(*) AS value FROM schedules WHERE next_run_at > 1777622400000").await
    );
    assert_eq!(0, count(&room, "SELECT count(*) AS value FROM schedules WHERE status <> 'active'").await);

    limit(&room, MANY).await;
    while tick(&room.core).await.unwrap() > 0 {}
    let sent = room.sent().await;
    for n in 0..SCHEDULES {
        assert_eq!(sent.matches(&format!("⏰ {n} x")).count(), 1, "{n}");
    }
    let late = sent.matches("This was due on Fri 1 May, 08:00, while I was away.").count();
    assert_eq!(late as i64, SCHEDULES as i64 - claimed);
    assert_eq!(
        SCHEDULES as i64,
        count(&room, "SELECT count(*) AS value FROM runs WHERE delivery = 'delivered'").await
    );
}

#[tokio::test]
async fn a_message_that_comes_while_the_database_is_full_is_answered_once_there_is_room() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    let answer = "Well, well. ".repeat(2_000);
    *lock(&room.model.answers) = vec![answer.clone(); 20];
    room.happens("alice", &direct("alice"), 0, message("m2", "tell me")).await;
    limit(&room, NO_MORE).await;
    let mut work = tokio::spawn(session::work(room.core.clone(), session));
    // Longer than the limit for a turn that is itself at fault.
    let asked = lock(&room.model.requests).len();
    for _ in 0..600 {
        pass(&room, &mut work).await;
    }
    // An answer that has arrived is not requested and paid for again.
    assert_eq!(lock(&room.model.requests).len(), asked + 1);
    limit(&room, MANY).await;
    assert!(lock(&room.channel.sent).is_empty());
    while !work.is_finished() {
        pass(&room, &mut work).await;
    }
    let sent = room.sent().await;
    assert!(sent.starts_with("test:alice: Well, well."), "{sent}");
    assert!(!sent.contains("went wrong"), "{sent}");
}

/// Lets a second pass while other tasks work.
async fn pass(room: &testing::Room, work: &mut JoinHandle<()>) {
    room.clock.advance(TimeDelta::seconds(1));
    let _ = timeout(Duration::from_millis(1), work).await;
}

#[tokio::test]
async fn a_schedule_over_which_the_timetable_panics_is_paused_and_holds_up_no_other() {
    let room = ScheduleRoom::new().await;
    // No time span can be that long.
    room.put(Schedule { grace_secs: i64::MAX, ..room.hourly("broken") }).await;
    room.put(room.hourly("sound")).await;
    room.after(0).await;
    assert_eq!(room.runs("sound").await, [(0, Status::Running)]);
    let (user, id) = (room.alice.user_id.clone(), ScheduleId("broken".to_owned()));
    let broken = room.store.read(async move |tx| schedules::get(tx, &user, &id).await).await.unwrap();
    assert_eq!(broken.status, schedules::Status::Paused);
    let told = async |tx: &Tx| {
        let sql =
            "SELECT json_extract(content, '$.body.text') AS value FROM outbox WHERE source LIKE 'paused-%'";
        tx.value::<String>(sql, ()).await
    };
    insta::assert_snapshot!(room.store.read(told).await.unwrap(), @"“broken” was due and cannot run, so I have paused it. The operator of this bot can find the reason in the log. /schedules lists all your schedules.");
}

#[tokio::test]
async fn a_held_result_that_cannot_be_laid_out_is_given_up_and_the_others_arrive() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    for id in ["glass", "sound"] {
        let one = reminder(&room, id, &session);
        room.store.write(async move |tx| schedules::put(tx, &one).await).await;
    }
    let quiet = "UPDATE users SET quiet_from = 0, quiet_until = 600";
    room.store.write(async move |tx| tx.execute(quiet, ()).await).await;
    assert_eq!(breaking(&room).await, "");
    *lock(&room.channel.unfit) = Some("glass");
    room.clock.advance(TimeDelta::hours(3));
    let told = breaking(&room).await;
    let given_up = "I could not show you my answer: this chat did not accept it.";
    assert_eq!((told.matches(given_up).count(), told.matches("Look at the sound").count()), (1, 1), "{told}");
    let failed = "SELECT count(*) AS value FROM runs WHERE schedule_id = 'glass' AND delivery = 'failed'";
    assert_eq!(count(&room, failed).await, 1);
}

#[tokio::test]
async fn a_run_over_which_the_model_panics_fails_after_some_attempts_and_says_so_once() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    let task =
        Schedule { reminder: false, notification: Notification::Never, ..reminder(&room, "tide", &session) };
    room.store.write(async move |tx| schedules::put(tx, &task).await).await;
    room.model.breaks.store(true, Ordering::Relaxed);
    insta::assert_snapshot!(breaking(&room).await, @"
    test:alice: tide

    Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.
    ");
    assert_eq!(lock(&room.model.requests).len(), 1 + 6);
    let run = only_run(&room).await;
    assert_eq!((run.status, run.delivery), (Status::Failed, runs::Delivery::Delivered));
    assert_eq!(count(&room, "SELECT failures AS value FROM schedules").await, 1);
}

#[tokio::test]
async fn a_result_that_cannot_be_laid_out_is_told_of_as_a_failure() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    let task = Schedule { reminder: false, ..reminder(&room, "tide", &session) };
    room.store.write(async move |tx| schedules::put(tx, &task).await).await;
    *lock(&room.channel.unfit) = Some("shatters");
    *lock(&room.model.answers) = vec!["The wave shatters.".to_owned(); 10];
    insta::assert_snapshot!(breaking(&room).await, @"
    test:alice: tide

    Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.
    ");
}

#[tokio::test]
async fn a_result_over_which_the_channel_panics_is_given_up_and_the_next_arrives() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    for id in ["glass", "sound"] {
        let one = reminder(&room, id, &session);
        room.store.write(async move |tx| schedules::put(tx, &one).await).await;
    }
    *lock(&room.channel.unsendable) = Some("glass");
    // Pauses vary by chance, so the message behind the broken one may count as late.
    let said = breaking(&room).await.replace("This is from Fri 1 May, 08:00 and comes late:\n", "");
    insta::assert_snapshot!(said, @"
    test:alice: ⏰ Look at the sound
    test:alice: I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.
    ");
    let failed = "SELECT count(*) AS value FROM runs WHERE schedule_id = 'glass' AND delivery = 'failed'";
    assert_eq!(count(&room, failed).await, 1);
}

/// Lets the gateway work despite panics, and returns what it sent.
pub(super) async fn breaking(room: &testing::Room) -> String {
    loop {
        tick(&room.core).await.unwrap();
        let work = room.store.read(async |tx: &Tx| {
            Ok((sessions::with_work(tx, 10).await?, outbox::chats_with_work(tx, &["test"], 10).await?))
        });
        let (sessions, chats) = work.await;
        if sessions.is_empty() && chats.is_empty() {
            return room.sent().await;
        }
        for session in sessions {
            // A turn that was interrupted several times is taken up again only after a while.
            let mut work = tokio::spawn(session::work(room.core.clone(), session));
            while !work.is_finished() {
                pass(room, &mut work).await;
            }
        }
        for chat in chats {
            let mut work = tokio::spawn(deliver_chat(room.core.clone(), chat));
            while !work.is_finished() {
                pass(room, &mut work).await;
            }
        }
    }
}

async fn only_run(room: &testing::Room) -> Run {
    room.store.read(async |tx: &Tx| tx.first("SELECT * FROM runs", ()).await).await.unwrap()
}

pub(super) async fn count(room: &testing::Room, sql: &'static str) -> i64 {
    room.store.read(async move |tx: &Tx| tx.value(sql, ()).await).await.unwrap()
}

/// Makes alice say hello, and returns her session.
pub(super) async fn chat_of_alice(room: &testing::Room) -> SessionId {
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    room.sent().await;
    let session = async |tx: &Tx| {
        tx.value("SELECT session_id AS value FROM sessions WHERE chat = 'alice' AND kind = 'chat'", ()).await
    };
    room.store.read(session).await.unwrap()
}

/// Returns a reminder that is due now and every day.
pub(super) fn reminder(room: &testing::Room, id: &str, session: &SessionId) -> Schedule {
    Schedule {
        name: id.to_owned(),
        goal: format!("Look at the {id}"),
        reminder: true,
        cadence_type: "interval".to_owned(),
        cadence_value: "86400".to_owned(),
        timezone: "UTC".to_owned(),
        next_run_at: Some(NOW),
        ..Schedule::new(ScheduleId(id.to_owned()), room.alice.user_id.clone(), session.clone(), NOW)
    }
}
