//! Turns while the process shuts down.

use serde_json::json;
use tokio::{
    sync::Semaphore,
    task::{JoinHandle, yield_now},
};

use super::*;
use crate::{
    agent::session,
    outbox::deliver_chat,
    testing::{MESSAGE, Room, call, direct, lock, message},
};
use adjutant_store::{sessions, testing::chat};

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
