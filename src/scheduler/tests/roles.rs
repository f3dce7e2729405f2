use std::sync::atomic::Ordering;

use adjutant_config::Admitted;
use adjutant_store::people::{self, AccountRef, Admission};
use tokio::time::Instant;

use super::*;

/// A gateway that serves alice for her role 7 in the chat `family`.
async fn with_a_role() -> (ScheduleRoom, Arc<Fake>) {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let channel = Arc::new(Fake::new("test"));
    let mut config = Config::default();
    config.model.provider = ProviderName::OpenAi;
    config.access.allow = vec![Admitted::Role { channel: "test", id: "7".to_owned() }];
    let (user, listed) = (alice.user_id.clone(), config.access.listed());
    let (parts, clock) = crate::testing::parts(&store, vec![channel.clone()], config);
    store
        .write(async move |tx| {
            people::set_allowed(tx, &listed).await?;
            let account = AccountRef::new("test", "alice");
            people::add_identity(tx, &user, account, Admission::Listed, NOW).await?;
            people::note_role(tx, account, "family", Some("test:role:7")).await
        })
        .await;
    (ScheduleRoom { core: Core::new(parts), store, clock, alice, session }, channel)
}

#[tokio::test]
async fn the_schedules_of_a_person_who_lost_their_role_do_not_run() {
    let (room, channel) = with_a_role().await;
    room.put(room.hourly("tide")).await;
    // Without an answer from the platform, the role counts as before.
    room.after(0).await;
    assert_eq!(room.runs("tide").await.len(), 1);

    *channel.roles.lock().unwrap() = Some(vec!["8".to_owned()]);
    tick_after(&room, 60).await;
    assert_eq!(room.runs("tide").await.len(), 1, "alice no longer has the role");
}

#[tokio::test]
async fn a_role_that_a_person_still_has_counts() {
    let (room, channel) = with_a_role().await;
    *channel.roles.lock().unwrap() = Some(vec!["7".to_owned(), "8".to_owned()]);
    room.put(room.hourly("tide")).await;
    room.after(0).await;
    assert_eq!(room.runs("tide").await.len(), 1);
}

#[tokio::test(start_paused = true)]
async fn a_platform_that_does_not_answer_delays_the_schedules_once() {
    let (room, channel) = with_a_role().await;
    channel.is_silent_about_roles.store(true, Ordering::Relaxed);
    let user = room.alice.user_id.clone();
    room.store
        .write(async move |tx| {
            for id in ["alice-2", "alice-3"] {
                let account = AccountRef::new("test", id);
                people::add_identity(tx, &user, account, Admission::Listed, NOW).await?;
                people::note_role(tx, account, "family", Some("test:role:7")).await?;
            }
            Ok(())
        })
        .await;
    room.put(room.hourly("tide")).await;
    let began = Instant::now();
    room.after(0).await;
    assert_eq!((room.runs("tide").await.len(), began.elapsed().as_secs()), (1, 5));
}

/// Runs one pass: what is due for a person who is not served stays due.
async fn tick_after(room: &ScheduleRoom, minutes: i64) {
    room.clock.advance(chrono::TimeDelta::minutes(minutes));
    tick(&room.core).await.unwrap();
}
