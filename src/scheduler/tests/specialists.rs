//! Runs that delegate to specialists.

use adjutant_config::SpecialistSettings;
use adjutant_domain::ids::SessionId;
use serde_json::json;

use super::*;
use crate::{
    agent::session,
    testing::{self, direct, lock, message},
};

#[tokio::test]
async fn a_run_whose_specialist_works_is_at_work_and_takes_what_both_take() {
    let mut config = Config::default();
    config.agents.insert("researcher".to_owned(), SpecialistSettings::default());
    let room = testing::Room::with(config).await;
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    room.sent().await;
    let chat =
        session_of(&room, "SELECT session_id AS value FROM sessions WHERE kind = 'chat' AND chat = 'alice'");
    let task = Schedule {
        name: "tide".to_owned(),
        goal: "Look at the tide".to_owned(),
        cadence_type: "interval".to_owned(),
        cadence_value: "86400".to_owned(),
        timezone: "UTC".to_owned(),
        next_run_at: Some(NOW),
        ..Schedule::new(ScheduleId("tide".to_owned()), room.alice.user_id.clone(), chat.await, NOW)
    };
    room.store.write(async move |tx| schedules::put(tx, &task).await).await;
    let goal = json!({ "agent": "researcher", "goal": "How high is it?" });
    lock(&room.model.calls).push(testing::call("delegate_to_agent", &goal));
    tick(&room.core).await.unwrap();

    let own = session_of(&room, "SELECT session_id AS value FROM sessions WHERE run_id IS NOT NULL").await;
    session::work(room.core.clone(), own).await;
    let run = only_run(&room).await;
    assert_eq!((run.status, run.spent().steps), (Status::Running, 1));

    room.rests().await;
    let run = only_run(&room).await;
    assert_eq!((run.status, run.spent().steps), (Status::Succeeded, 3));
}

async fn session_of(room: &testing::Room, sql: &'static str) -> SessionId {
    room.store.read(async move |tx: &db::Tx| tx.value(sql, ()).await).await.unwrap()
}

async fn only_run(room: &testing::Room) -> Run {
    room.store.read(async |tx: &db::Tx| tx.first("SELECT * FROM runs", ()).await).await.unwrap()
}
