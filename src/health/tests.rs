use chrono::TimeDelta;

use super::*;
use crate::testing::Room;

#[tokio::test]
async fn a_flood_of_questions_costs_the_database_as_much_as_one() {
    let room = Room::new().await;
    let health = Health::new(room.core.clone());
    let done = || (room.core.db.queues(), room.core.db.work());
    scrape::render(&health).await;
    let before = done();
    for _ in 0..100 {
        health.look().await;
        scrape::render(&health).await;
    }
    // The times that jobs have waited are not counted any more either.
    assert_eq!(done(), before);

    room.clock.advance(TimeDelta::seconds(1));
    health.look().await;
    let ((reads, writes), work) = done();
    assert_eq!((reads.taken, writes.taken), (before.0.0.taken + 1, before.0.1.taken + 1));
    assert_eq!(work.commits, before.1.commits + 1);
}

#[tokio::test]
async fn what_has_not_begun_says_so() {
    let room = Room::new().await;
    let readiness = Health::new(room.core.clone()).look().await;
    let said = |part: &judge::Part| (part.ok, part.reason.clone());
    assert_eq!(said(&readiness.parts.database), (true, "can be read and written".to_owned()));
    assert_eq!(said(&readiness.parts.receiving), (false, "test: not connected yet".to_owned()));
    assert_eq!(said(&readiness.parts.timetable), (false, "has not looked for due schedules yet".to_owned()));
    assert!(!readiness.is_settled && readiness.gets_on());
}
