//! Items that keep failing although the database works are set aside, and hold up nothing else.

use adjutant_domain::{
    ids::{CallId, SessionId, TurnId},
    origin::Sources,
    tools::{Decider, ToolCall},
};
use adjutant_store::{
    approvals::{self as approval_rows, State},
    db::Tx,
    sessions,
    set_aside::{self as rows_set_aside, ATTEMPTS},
    turns,
};
use chrono::TimeDelta;
use tokio::time::timeout;

use super::{
    broken::{breaking, chat_of_alice, count, reminder},
    *,
};
use crate::testing::{self, direct, message};

/// Longer than any wait in a test takes.
const PATIENCE: Duration = Duration::from_secs(20);

/// Makes a database statement fail each time.
async fn poison(room: &testing::Room, trigger: &'static str) {
    room.store.write(async move |tx| tx.execute(trigger, ()).await).await;
}

/// Returns the kinds and attempts of the items set aside.
async fn set_aside(room: &testing::Room) -> Vec<(String, i64)> {
    let listed = room.store.read(async |tx| rows_set_aside::list(tx, 100).await).await;
    listed.into_iter().map(|item| (item.kind, item.attempts)).collect()
}

/// Makes a turn in a session wait for an approval that has already expired.
async fn expired(room: &testing::Room, session: &SessionId, name: &'static str) -> TurnId {
    let session = session.clone();
    let session = room.store.read(async move |tx| sessions::get(tx, &session).await).await;
    let call = ToolCall { id: "c".to_owned(), name: "web_fetch".to_owned(), arguments: "{}".to_owned() };
    let (turn, _, calls) = room.store.turn(&session, std::slice::from_ref(&call)).await;
    let (asked, call_id): (TurnId, CallId) = (turn.clone(), calls[0].clone());
    room.store
        .write(async move |tx| {
            let new = approval_rows::New {
                call_id: &call_id,
                call: &call,
                turn: &asked,
                session: &session,
                outbox_id: 9_000 + name.len() as i64,
                prompt: "token",
                summary: name,
                preview: "",
                reason: "",
                patterns: &[],
                decider: Decider::Requester,
                untrusted: &Sources::default(),
                basis: None,
                question: None,
                expires_at: NOW,
                remind_at: NOW,
            };
            approval_rows::insert(tx, &new, NOW).await?;
            turns::set_state(tx, &asked, turns::State::Waiting, NOW).await
        })
        .await;
    turn
}

async fn states(room: &testing::Room) -> Vec<(String, State)> {
    #[derive(Debug, serde::Deserialize)]
    struct Row {
        summary: String,
        state: State,
    }
    let sql = "SELECT summary, state FROM approvals ORDER BY summary";
    let rows: Vec<Row> = room.store.read(async move |tx: &Tx| tx.all(sql, ()).await).await;
    rows.into_iter().map(|row| (row.summary, row.state)).collect()
}

#[tokio::test]
async fn an_approval_that_cannot_expire_holds_up_no_other_and_no_schedule() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    let broken = expired(&room, &session, "broken").await;
    expired(&room, &session, "sound").await;
    let unreadable = "UPDATE approvals SET patterns = 'no JSON', expires_at = 0 WHERE summary = 'broken'";
    room.store.write(async move |tx| tx.execute(unreadable, ()).await).await;
    let stretch = reminder(&room, "tide", &session);
    room.store.write(async move |tx| schedules::put(tx, &stretch).await).await;

    tick(&room.core).await.unwrap();
    assert_eq!(
        states(&room).await,
        [("broken".to_owned(), State::Pending), ("sound".to_owned(), State::Expired)]
    );
    let sent = room.sent().await;
    assert!(sent.contains("Nobody decided within") && sent.contains("Look at the tide"), "{sent}");

    for _ in 0..10 {
        tick(&room.core).await.unwrap();
    }
    assert_eq!(set_aside(&room).await, [("approval".to_owned(), ATTEMPTS)]);
    assert_eq!(states(&room).await[0].1, State::Expired);
    let state = room.store.read(async move |tx| Ok(turns::load(tx, &broken).await?.head.state)).await;
    assert_eq!(state, turns::State::Stopped);
}

#[tokio::test]
async fn an_approval_that_cannot_even_be_abandoned_is_left_alone() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    expired(&room, &session, "broken").await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE UPDATE OF state ON approvals BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    for _ in 0..10 {
        tick(&room.core).await.unwrap();
    }
    assert_eq!(set_aside(&room).await, [("approval".to_owned(), ATTEMPTS)], "nobody tries for ever");
    let next = room.store.read(async |tx| approval_rows::next_time(tx).await).await;
    assert_eq!(next, None, "the scheduler does not hurry back to it");
}

#[tokio::test]
async fn a_reminder_that_cannot_be_posted_holds_up_no_other() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    expired(&room, &session, "broken").await;
    // The prompt of another turn, which is the same here, gets no second reminder.
    let later = "UPDATE approvals SET expires_at = 9e12, patterns = 'no JSON', outbox_id = 1";
    room.store.write(async move |tx| tx.execute(later, ()).await).await;
    for _ in 0..3 {
        tick(&room.core).await.unwrap();
    }
    assert_eq!(count(&room, "SELECT count(*) AS value FROM approvals WHERE remind_at IS NOT NULL").await, 0);
}

#[tokio::test]
async fn a_run_that_cannot_start_fails_and_holds_up_no_other() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE INSERT ON inbox WHEN NEW.body LIKE '%poison%'
         BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    // They are claimed while there is no room, so that they start later.
    for id in ["poison", "sound"] {
        let task = Schedule { reminder: false, ..reminder(&room, id, &session) };
        room.store
            .write(async move |tx| {
                schedules::put(tx, &Schedule { next_run_at: None, ..task.clone() }).await?;
                let new = runs::New { due_at: NOW, ..runs::New::of(&task, Status::Queued) };
                runs::insert(tx, &RunId(format!("run-{}", task.name)), new, NOW).await
            })
            .await;
    }
    let sent = breaking(&room).await;
    assert!(sent.contains("test:alice: sound\n\nWell."), "{sent}");
    for _ in 0..ATTEMPTS {
        tick(&room.core).await.unwrap();
    }
    let sent = sent + &room.sent().await;
    assert!(sent.contains("test:alice: poison\n\nSomething went wrong on my side"), "{sent}");
    assert_eq!(set_aside(&room).await, [("run".to_owned(), ATTEMPTS)]);
}

#[tokio::test]
async fn a_schedule_whose_runs_cannot_be_stored_is_paused_and_holds_up_no_other() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE INSERT ON runs WHEN NEW.schedule_id = 'poison'
         BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    for id in ["poison", "sound"] {
        let due = reminder(&room, id, &session);
        room.store.write(async move |tx| schedules::put(tx, &due).await).await;
    }
    insta::assert_snapshot!(breaking(&room).await, @"
    test:alice: “poison” was due and cannot run, so I have paused it. The operator of this bot can find the reason in the log. /schedules lists all your schedules.
    test:alice: ⏰ Look at the sound
    ");
    let paused = "SELECT count(*) AS value FROM schedules WHERE schedule_id = 'poison' AND status = 'paused'";
    assert_eq!((count(&room, paused).await, set_aside(&room).await), (1, Vec::new()));
}

#[tokio::test]
async fn a_schedule_that_cannot_even_be_paused_is_left_alone() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE UPDATE ON schedules WHEN NEW.status = 'paused'
         BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    let broken = Schedule { timezone: "Nowhere".to_owned(), ..reminder(&room, "broken", &session) };
    for due in [broken, reminder(&room, "sound", &session)] {
        room.store.write(async move |tx| schedules::put(tx, &due).await).await;
    }
    for _ in 0..10 {
        tick(&room.core).await.unwrap();
    }
    assert_eq!(room.sent().await, "test:alice: ⏰ Look at the sound");
    assert_eq!(set_aside(&room).await, [("schedule".to_owned(), ATTEMPTS)], "nobody tries for ever");
    let next = room.store.read(async |tx| schedules::next_due(tx).await).await;
    assert!(next > Some(NOW), "the scheduler does not hurry back to it");
}

#[tokio::test]
async fn a_schedule_of_whose_pause_nobody_can_be_told_is_paused_all_the_same() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE INSERT ON outbox WHEN NEW.source LIKE 'paused-%'
         BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    let broken = Schedule { timezone: "Nowhere".to_owned(), ..reminder(&room, "broken", &session) };
    for due in [broken, reminder(&room, "sound", &session)] {
        room.store.write(async move |tx| schedules::put(tx, &due).await).await;
    }
    assert_eq!(breaking(&room).await, "test:alice: ⏰ Look at the sound");
    assert_eq!(count(&room, "SELECT count(*) AS value FROM schedules WHERE status = 'paused'").await, 1);
}

#[tokio::test]
async fn a_held_result_that_cannot_even_be_given_up_is_dropped_and_holds_up_no_other() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    for id in ["glass", "sound"] {
        let one = reminder(&room, id, &session);
        room.store.write(async move |tx| schedules::put(tx, &one).await).await;
    }
    let quiet = "UPDATE users SET quiet_from = 0, quiet_until = 600";
    room.store.write(async move |tx| tx.execute(quiet, ()).await).await;
    assert_eq!(breaking(&room).await, "");
    // Neither the result nor the notice of its loss can be posted.
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE INSERT ON outbox
         WHEN NEW.content LIKE '%glass%' OR NEW.content LIKE '%did not accept it%'
         BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    room.clock.advance(TimeDelta::hours(3));
    for _ in 0..10 {
        tick(&room.core).await.unwrap();
    }
    let sent = room.sent().await;
    assert!(sent.contains("Look at the sound") && !sent.contains("glass"), "{sent}");
    assert_eq!(set_aside(&room).await, [("run".to_owned(), ATTEMPTS)], "nobody tries for ever");
    let failed = "SELECT count(*) AS value FROM runs WHERE schedule_id = 'glass' AND delivery = 'failed'";
    assert_eq!(count(&room, failed).await, 1);
}

#[tokio::test]
async fn a_backoff_that_cannot_be_shortened_after_a_clock_jump_holds_up_no_schedule() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE UPDATE OF deliver_at ON runs BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    let (stretch, tide) = (reminder(&room, "stretch", &session), reminder(&room, "tide", &session));
    let hold = "UPDATE runs SET delivery = 'held'";
    room.store
        .write(async move |tx| {
            schedules::put(tx, &Schedule { next_run_at: None, ..tide.clone() }).await?;
            let held = runs::New { due_at: NOW, ..runs::New::of(&tide, Status::Succeeded) };
            runs::insert(tx, &RunId("run-held".to_owned()), held, NOW).await?;
            tx.execute(hold, ()).await?;
            schedules::put(tx, &stretch).await
        })
        .await;
    // The start counts as a jump.
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
    assert!(watch.look(&room.core).await.is_err());

    let fired = async {
        while count(&room, "SELECT count(*) AS value FROM runs WHERE schedule_id = 'stretch'").await == 0 {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        () = run(room.core.clone(), None) => panic!("the scheduler has ended"),
        fired = timeout(PATIENCE, fired) => fired.expect("the due schedule runs"),
    }
}

#[tokio::test]
async fn a_misfire_that_cannot_be_reported_holds_up_no_other() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE INSERT ON outbox WHEN NEW.content LIKE '%poison%'
         BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    for id in ["poison", "sound"] {
        let missed = Schedule { missed: schedules::MisfirePolicy::Skip, ..reminder(&room, id, &session) };
        room.store.write(async move |tx| schedules::put(tx, &missed).await).await;
    }
    room.clock.advance(TimeDelta::hours(3));
    for _ in 0..5 {
        tick(&room.core).await.unwrap();
    }
    let sent = room.sent().await;
    assert!(sent.contains("sound") && !sent.contains("poison"), "{sent}");
    assert_eq!(set_aside(&room).await, [("run".to_owned(), ATTEMPTS)]);
    let untold = "SELECT count(*) AS value FROM runs WHERE status = 'skipped' AND delivery = 'pending'";
    assert_eq!(count(&room, untold).await, 0);
}

#[tokio::test]
async fn a_message_that_cannot_be_read_is_given_up_and_the_next_arrives() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    for id in ["glass", "sound"] {
        let one = reminder(&room, id, &session);
        room.store.write(async move |tx| schedules::put(tx, &one).await).await;
    }
    tick(&room.core).await.unwrap();
    let unreadable = "UPDATE outbox SET content = '{' WHERE content LIKE '%glass%'";
    room.store.write(async move |tx| tx.execute(unreadable, ()).await).await;
    insta::assert_snapshot!(breaking(&room).await, @"
    test:alice: ⏰ Look at the sound
    test:alice: I could not show you my answer: this chat did not accept it. /status shows why. Please ask me again in another way.
    ");
    assert_eq!(set_aside(&room).await, [("message".to_owned(), ATTEMPTS)]);
    assert_eq!(count(&room, "SELECT count(*) AS value FROM outbox WHERE state = 'dead'").await, 1);
}

#[tokio::test]
async fn a_message_that_cannot_begin_a_turn_is_set_aside_and_what_was_written_after_it_is_answered() {
    let room = testing::Room::new().await;
    chat_of_alice(&room).await;
    for (id, text) in [("m2", "before"), ("m3", "poison"), ("m4", "after")] {
        room.happens("alice", &direct("alice"), 0, message(id, text)).await;
    }
    let unreadable = r#"UPDATE inbox SET body = '{"text":7}' WHERE body LIKE '%poison%'"#;
    room.store.write(async move |tx| tx.execute(unreadable, ()).await).await;
    insta::assert_snapshot!(breaking(&room).await, @"
    test:alice: Well.
    test:alice: Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.
    test:alice: Well.
    ");
    assert_eq!(room.conversation().lines().last(), Some("user: after"));
    assert_eq!(set_aside(&room).await, [("inbox".to_owned(), ATTEMPTS)]);
}

#[tokio::test]
async fn a_turn_that_can_be_neither_taken_up_nor_ended_is_set_aside_and_the_next_message_is_answered() {
    let room = testing::Room::new().await;
    let session = chat_of_alice(&room).await;
    let id = session.clone();
    let turn = room.store.write(async move |tx| Ok(turns::open(tx, &id, None, NOW).await?.turn_id)).await;
    poison(
        &room,
        "CREATE TRIGGER poison BEFORE UPDATE OF attempts ON turns BEGIN SELECT RAISE(ABORT, 'poison'); END",
    )
    .await;
    room.happens("alice", &direct("alice"), 0, message("m2", "are you there?")).await;
    insta::assert_snapshot!(breaking(&room).await, @"
    test:alice: Something went wrong on my side, and I could not finish this. Please try again. The operator of this bot can find the reason in the log.
    test:alice: Well.
    ");
    let state = room.store.read(async move |tx| Ok(turns::load(tx, &turn).await?.head.state)).await;
    assert_eq!(state, turns::State::Failed);
    assert_eq!(set_aside(&room).await, [("turn".to_owned(), ATTEMPTS)]);
}
