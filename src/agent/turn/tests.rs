//! Turns while the process shuts down, and after it hung.

use chrono::TimeDelta;
use serde_json::json;
use tokio::{
    sync::Semaphore,
    task::{JoinHandle, yield_now},
};
use tokio_util::sync::CancellationToken;

use super::*;
use crate::{
    agent::session,
    outbox::deliver_chat,
    testing::{MESSAGE, Room, call, direct, lock, message},
};
use adjutant_channel::ChatKind;
use adjutant_domain::ids::SessionId;
use adjutant_store::{db::SyncedTx, leases::LeaseName, process::Process, sessions, testing::chat};

/// A gateway whose model answers only with a permit.
struct Desk {
    room: Room,
    gate: Arc<Semaphore>,
}

impl Desk {
    async fn new() -> Self {
        let (room, gate) = (Room::new().await, Arc::new(Semaphore::new(0)));
        *lock(&room.model.held) = Some(gate.clone());
        Self { room, gate }
    }

    /// Begins a turn of alice, and waits until its model call runs.
    async fn asks(&self) -> JoinHandle<()> {
        self.room.happens("alice", &direct("alice"), 0, message("m1", "Hello")).await;
        let found = self.room.store.read(async |tx| sessions::with_work(tx, 1).await).await.pop();
        let work = tokio::spawn(session::work(self.room.core.clone(), found.expect("alice has asked")));
        while lock(&self.room.model.requests).is_empty() {
            yield_now().await;
        }
        work
    }

    /// Returns the number of model calls, and the messages sent to alice.
    async fn outcome(&self) -> (usize, Vec<String>) {
        deliver_chat(self.room.core.clone(), chat("alice")).await;
        let sent = lock(&self.room.channel.sent).iter().map(|it| it.content.body.text.clone()).collect();
        (lock(&self.room.model.requests).len(), sent)
    }

    /// Returns the state of the only turn, and how many attempts it has used up.
    async fn turn(&self) -> String {
        let read = async |tx: &adjutant_store::db::Tx| {
            tx.value("SELECT state || ' ' || attempts AS value FROM turns", ()).await
        };
        self.room.store.read(read).await.expect("there is a turn")
    }
}

#[tokio::test]
async fn an_answer_that_the_model_gives_during_the_shutdown_is_delivered() {
    let desk = Desk::new().await;
    let work = desk.asks().await;
    desk.room.core.shutdown.cancel();
    desk.gate.add_permits(1);
    work.await.unwrap();
    assert_eq!(desk.outcome().await, (1, vec!["Well.".to_owned()]));
    assert_eq!(desk.turn().await, "done 0");
}

#[tokio::test]
async fn a_long_answer_is_delivered_whole_during_the_shutdown() {
    let desk = Desk::new().await;
    *lock(&desk.room.model.answers) = vec!["word ".repeat(MESSAGE / 2)];
    let work = desk.asks().await;
    desk.room.core.shutdown.cancel();
    desk.gate.add_permits(1);
    work.await.unwrap();
    assert_eq!(desk.outcome().await.1.len(), 3);
}

#[tokio::test]
async fn calls_that_the_model_makes_during_the_shutdown_are_kept_for_the_next_start() {
    let desk = Desk::new().await;
    *lock(&desk.room.model.calls) = vec![call("memory_search", &json!({ "query": "tides" }))];
    let work = desk.asks().await;
    desk.room.core.shutdown.cancel();
    desk.gate.add_permits(1);
    work.await.unwrap();
    assert_eq!(desk.outcome().await, (1, Vec::new()));
    assert_eq!(desk.turn().await, "running 0");
    let calls = async |tx: &adjutant_store::db::Tx| {
        tx.value("SELECT group_concat(tool || ' ' || state) AS value FROM tool_calls", ()).await
    };
    let calls: Option<String> = desk.room.store.read(calls).await;
    assert_eq!(calls.as_deref(), Some("memory_search ready"));
}

#[tokio::test]
async fn a_model_call_that_takes_too_long_is_cut_off_and_uses_up_no_attempt() {
    let desk = Desk::new().await;
    let work = desk.asks().await;
    desk.room.core.shutdown.cancel();
    for _ in 0..100 {
        yield_now().await;
    }
    assert!(!work.is_finished(), "the call has some seconds");
    desk.room.core.cut_off.cancel();
    work.await.unwrap();
    assert_eq!(desk.outcome().await, (1, Vec::new()));
    assert_eq!(desk.turn().await, "running 0");
}

/// Hangs, so that another process takes the session of the only turn.
async fn hangs(room: &Room) -> Arc<Process> {
    room.clock.advance(TimeDelta::from_std(leases::TTL).unwrap());
    room.store.age_leases(leases::TTL).await;
    let other = Arc::new(room.store.other_process());
    let process = other.clone();
    let take = async move |tx: &SyncedTx| {
        let session: Option<String> = tx.value("SELECT session_id AS value FROM turns", ()).await?;
        let name = LeaseName::Session(SessionId(session.expect("there is a turn")));
        leases::acquire(tx, &process, name).await
    };
    assert!(room.store.write(take).await.is_some());
    other
}

#[tokio::test]
async fn a_process_that_hung_does_not_ask_the_model_again_about_a_turn_of_another_process() {
    let desk = Desk::new().await;
    lock(&desk.room.model.failures).push(ModelError::Unavailable("HTTP 503".to_owned()));
    let work = desk.asks().await;
    let _other = hangs(&desk.room).await;
    desk.gate.add_permits(2);
    while !work.is_finished() {
        desk.room.clock.advance(TimeDelta::seconds(1));
        yield_now().await;
    }
    work.await.unwrap();
    assert_eq!(desk.outcome().await, (1, Vec::new()));
    assert_eq!(desk.turn().await, "running 0");
}

#[tokio::test]
async fn a_long_turn_that_keeps_its_session_asks_the_model_again() {
    let desk = Desk::new().await;
    lock(&desk.room.model.failures).push(ModelError::Unavailable("HTTP 503".to_owned()));
    let work = desk.asks().await;
    desk.room.clock.advance(TimeDelta::from_std(leases::TTL).unwrap());
    desk.gate.add_permits(2);
    while !work.is_finished() {
        desk.room.clock.advance(TimeDelta::seconds(1));
        yield_now().await;
    }
    work.await.unwrap();
    assert_eq!(desk.outcome().await, (2, vec!["Well.".to_owned()]));
}

#[tokio::test]
async fn a_process_that_hung_runs_no_tool_for_a_turn_of_another_process() {
    for is_taken in [false, true] {
        let room = Room::new().await;
        let write = call("file_write", &json!({ "path": "/shared/cat.txt", "content": "Feed the cat." }));
        let (alice, now, process) =
            (room.alice.clone(), room.core.clock.timestamp(), room.store.process.clone());
        let open = async move |tx: &SyncedTx| {
            sessions::open(tx, &chat("alice"), ChatKind::Direct, &alice.user_id, now).await
        };
        let session = room.store.write(open).await;
        let (turn, _, ids) = room.store.turn(&session, &[write]).await;
        let id = session.session_id.clone();
        let claim = async move |tx: &SyncedTx| {
            let lease = leases::acquire(tx, &process, LeaseName::Session(id.clone())).await?;
            Ok((turns::load(tx, &turn).await?, lease.expect("it is free")))
        };
        let (turn, lease) = room.store.write(claim).await;
        let claimed = (lease, room.core.clock.uptime());
        let mut job = Job::new(room.alice.clone(), session, turn, claimed, CancellationToken::new());
        job.offered = tools::offered(&room.core, &job).await.unwrap();

        let _other = if is_taken { Some(hangs(&room).await) } else { None };
        let ran = calls::run(&room.core, &mut job, &ids).await;
        assert_eq!(ran.is_err_and(|error| error.is::<leases::Lost>()), is_taken);
        let written = room.files.path().join(job.user.user_id.as_str()).join("shared/cat.txt");
        assert_eq!(written.exists(), !is_taken, "{:?}", job.turn.entries);
    }
}
