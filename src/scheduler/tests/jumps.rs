//! Clock jumps of a day.

use adjutant_store::{index_queue, leases, schedules::MisfirePolicy, testing::ms};
use anyhow::Context as _;
use chrono::TimeDelta;

use super::*;
use crate::testing::{self, direct};

const DAY: TimeDelta = TimeDelta::days(1);

#[tokio::test]
async fn a_run_that_tries_again_does_not_wait_until_a_clock_that_was_set_back_is_there() {
    let room = Room::new().await;
    room.put(room.hourly("tide")).await;
    let mut watch = Watch::new(room.core.clock.as_ref());
    watch.look(&room.core).await.unwrap();
    room.after(0).await;
    let run = room.all("tide").await.remove(0).run_id;
    let resume_at = room.clock.timestamp() + ms(5_000);
    room.store.write(async move |tx| runs::retry(tx, &run, "the model is away", resume_at).await).await;
    room.clock.step_wall_clock(-DAY);
    watch.look(&room.core).await.unwrap();
    room.after(0).await;
    assert_eq!(room.runs("tide").await, [(0, Status::Running)]);
}

#[tokio::test]
async fn what_another_clock_put_off_is_put_off_no_longer_when_the_process_starts() {
    let room = Room::new().await;
    let day = DAY.to_std().unwrap();
    let other = Arc::new(room.store.other_process());
    let hangs = other.clone();
    room.store
        .write(async move |tx| {
            leases::acquire(tx, &hangs, leases::LeaseName::Receive("test".to_owned()), NOW + day).await?;
            tx.execute(
                "INSERT INTO unindexed (kind, row, part, attempts, not_before) VALUES ('note', 1, 'words', 1, ?1)",
                [NOW + day],
            )
            .await
        })
        .await;
    Watch::new(room.core.clock.as_ref()).look(&room.core).await.unwrap();
    let next = async |tx: &db::Tx| index_queue::next(tx, index_queue::Part::Words, NOW, 10).await;
    assert_eq!(room.store.read(next).await.len(), 1);
    let until = async |tx: &db::Tx| tx.value("SELECT expires_at AS value FROM leases", ()).await;
    assert_eq!(room.store.read(until).await, Some(NOW + leases::TTL));
    drop(other);
}

#[tokio::test]
async fn what_a_clock_that_was_set_forward_passed_over_is_told_of_whatever_the_policy() {
    let room = testing::Room::new().await;
    room.happens("alice", &direct("alice"), 0, testing::message("m1", "hello")).await;
    room.sent().await;
    let user = room.alice.user_id.clone();
    room.store
        .write(async move |tx| {
            let session = sessions_of(tx).await?;
            for (id, missed) in
                [("skip", MisfirePolicy::Skip), ("once", MisfirePolicy::Once), ("all", MisfirePolicy::All)]
            {
                let schedule = Schedule {
                    name: id.to_owned(),
                    goal: format!("Look at the tide ({id})"),
                    reminder: true,
                    cadence_type: "interval".to_owned(),
                    cadence_value: "43200".to_owned(),
                    timezone: "UTC".to_owned(),
                    next_run_at: Some(NOW + ms(3_600_000)),
                    missed,
                    grace_secs: 2 * 86_400,
                    ..Schedule::new(
                        ScheduleId(id.to_owned()),
                        user.clone(),
                        session.clone(),
                        NOW + ms(3_600_000),
                    )
                };
                schedules::put(tx, &schedule).await?;
            }
            Ok(())
        })
        .await;
    room.clock.step_wall_clock(DAY);
    while tick(&room.core).await.unwrap() > 0 {}
    tick(&room.core).await.unwrap();
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: ⏰ Look at the tide (all)

    This was due on Fri 1 May 09:00, while I was away.
    test:alice: ⏰ Look at the tide (all)

    This was due on Fri 1 May 21:00, while I was away.
    test:alice: ⏰ Look at the tide (once)

    This was due on Fri 1 May 21:00, and 1 time before, while I was away.
    test:alice: While I was away, this was due and did not run:

    • “Look at the tide (skip)”: 2 times, the last on Fri 1 May 21:00; next on Sat 2 May 09:00
    ");
}

async fn sessions_of(tx: &db::Tx) -> Result<adjutant_domain::ids::SessionId> {
    let found: Option<adjutant_domain::ids::SessionId> = tx
        .value("SELECT session_id AS value FROM sessions WHERE chat = 'alice' AND kind = 'chat'", ())
        .await?;
    found.context("alice has no session")
}
