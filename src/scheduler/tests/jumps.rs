//! Clock jumps.

use adjutant_domain::{cadence::Cadence, zones::Zone};
use adjutant_store::{index_queue, last_run, leases, schedules::MisfirePolicy, testing::ms};
use anyhow::Context as _;
use chrono::TimeDelta;

use super::*;
use crate::testing::{self, direct};

const DAY: TimeDelta = TimeDelta::days(1);
const YEARS: TimeDelta = TimeDelta::days(3_650);

impl ScheduleRoom {
    /// Stores a reminder that is due every hour from now on, and shows only in its runs.
    async fn reminds_hourly(&self) {
        let reminder = Schedule { reminder: true, notification: Notification::Never, ..self.hourly("tide") };
        self.put(reminder).await;
        self.after(0).await;
    }

    /// Returns the due times that have had a run, in minutes after the start.
    async fn ran(&self) -> Vec<i64> {
        self.runs("tide").await.into_iter().map(|(at, _)| at).collect()
    }

    /// Passes time, and checks the clock as the scheduler does.
    async fn watched(&self, watch: &mut Watch, minutes: i64) {
        self.clock.advance(TimeDelta::minutes(minutes));
        watch.look(&self.core).await.unwrap();
        self.after(0).await;
    }
}

#[tokio::test]
async fn a_clock_that_is_ten_years_ahead_for_some_minutes_passes_over_nothing() {
    let room = ScheduleRoom::new().await;
    room.reminds_hourly().await;
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
    room.watched(&mut watch, 30).await;
    room.clock.step_wall_clock(YEARS);
    room.watched(&mut watch, 0).await;
    assert_eq!(room.ran().await, [0]);
    // Due times in between are on time.
    room.watched(&mut watch, 30).await;
    assert_eq!(room.ran().await, [0, 60]);
    room.clock.step_wall_clock(-YEARS);
    room.watched(&mut watch, 60).await;
    assert_eq!(room.ran().await, [0, 60, 120]);
}

#[tokio::test]
async fn schedules_that_a_clock_ahead_moved_on_come_back_with_it_and_fire_nothing_twice() {
    let room = ScheduleRoom::new().await;
    room.reminds_hourly().await;
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
    room.clock.step_wall_clock(DAY);
    for _ in 0..2 {
        room.watched(&mut watch, 60).await;
    }
    // The clock is believed after an hour: the last due time is caught up on.
    assert_eq!(room.ran().await, [0, 60, 1560]);
    room.clock.step_wall_clock(-DAY);
    room.watched(&mut watch, 0).await;
    let mut wanted = vec![0, 60];
    for hour in 3..=26 {
        room.watched(&mut watch, 60).await;
        wanted.push(hour * 60);
    }
    let mut ran = room.ran().await;
    ran.sort_unstable();
    assert_eq!(ran, wanted);
}

#[tokio::test]
async fn schedules_that_a_clock_ahead_moved_on_before_the_start_come_back() {
    let room = ScheduleRoom::new().await;
    let last_run = NOW + YEARS.to_std().unwrap();
    room.put(Schedule { next_run_at: Some(last_run), reminder: true, ..room.hourly("tide") }).await;
    let mut watch = Watch::new(room.core.clock.as_ref(), Some(last_run));
    room.watched(&mut watch, 0).await;
    room.watched(&mut watch, 60).await;
    assert_eq!(room.ran().await, [60]);
}

#[tokio::test]
async fn an_interval_made_by_a_clock_ahead_is_first_due_an_interval_after_the_clock_was_set_back() {
    let week = ms(7 * 86_400_000);
    for ahead in [TimeDelta::minutes(3), DAY, YEARS] {
        let room = ScheduleRoom::new().await;
        let first = Schedule {
            cadence_type: "interval".to_owned(),
            cadence_value: week.as_secs().to_string(),
            anchor_at: NOW + week,
            next_run_at: Some(NOW + week),
            ..room.hourly("tide")
        };
        room.put(first).await;
        let mut watch = Watch::new(room.core.clock.as_ref(), None);
        room.watched(&mut watch, 0).await;
        room.clock.step_wall_clock(-ahead);
        room.watched(&mut watch, 0).await;
        let (user, id) = (room.alice.user_id.clone(), ScheduleId("tide".to_owned()));
        let read = async move |tx: &db::Tx| schedules::get(tx, &user, &id).await;
        let due = room.store.read(read).await.unwrap().next_run_at;
        assert_eq!(due, Some(room.core.clock.timestamp() + week), "{ahead}");
    }
}

#[tokio::test]
async fn what_is_due_once_and_a_clock_ahead_passed_over_fires_once_the_clock_gets_there() {
    let room = ScheduleRoom::new().await;
    let once = Schedule {
        reminder: true,
        cadence_type: "once".to_owned(),
        cadence_value: "2026-05-01T11:00:00Z".to_owned(),
        next_run_at: Some(NOW + ms(3 * 3_600_000)),
        grace_secs: 3_600,
        ..room.hourly("tide")
    };
    room.put(once).await;
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
    room.clock.step_wall_clock(DAY);
    for _ in 0..2 {
        room.watched(&mut watch, 60).await;
    }
    assert_eq!(room.runs("tide").await, [(180, Status::Skipped)]);
    room.clock.step_wall_clock(-DAY);
    room.watched(&mut watch, 0).await;
    assert_eq!(room.runs("tide").await, []);
    room.watched(&mut watch, 60).await;
    assert_eq!(room.runs("tide").await, [(180, Status::Succeeded)]);
}

#[tokio::test]
async fn due_times_that_have_had_their_runs_are_not_told_of_as_missed() {
    let room = ScheduleRoom::new().await;
    room.reminds_hourly().await;
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
    for _ in 0..5 {
        room.watched(&mut watch, 60).await;
    }
    room.clock.step_wall_clock(TimeDelta::hours(-4));
    room.watched(&mut watch, 0).await;
    room.clock.step_wall_clock(TimeDelta::hours(4));
    room.watched(&mut watch, 60).await;
    assert_eq!(room.ran().await, [0, 60, 120, 180, 240, 300, 360]);
    assert_eq!(room.all("tide").await.iter().map(|run| run.missed).sum::<i64>(), 0);
}

#[tokio::test]
async fn after_a_long_absence_what_fell_due_waits_until_the_clock_is_confirmed_and_what_is_new_does_not() {
    let room = ScheduleRoom::new().await;
    let week = TimeDelta::weeks(1).to_std().unwrap();
    let old = Schedule { updated_at: NOW - week * 3, missed: MisfirePolicy::All, ..room.hourly("tide") };
    let once = |id: &str| Schedule {
        reminder: true,
        cadence_type: "once".to_owned(),
        cadence_value: "2026-05-01T08:10:00Z".to_owned(),
        next_run_at: Some(NOW + ms(600_000)),
        ..room.hourly(id)
    };
    room.put(Schedule { reminder: true, next_run_at: Some(NOW - week), ..old }).await;
    room.put(once("new")).await;
    room.core.trust.compare_with_last_run(NOW - week * 3);
    room.after(10).await;
    assert_eq!((room.ran().await, room.runs("new").await), (vec![], vec![(10, Status::Succeeded)]));
    room.core.trust.hear("test", room.clock.now(), room.clock.uptime());
    room.after(0).await;
    assert_eq!(room.ran().await.last(), Some(&0));
}

#[tokio::test]
async fn a_run_that_tries_again_does_not_wait_until_a_clock_that_was_set_back_is_there() {
    let room = ScheduleRoom::new().await;
    room.put(room.hourly("tide")).await;
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
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
    let room = ScheduleRoom::new().await;
    let day = DAY.to_std().unwrap();
    let other = Arc::new(room.store.other_process());
    let hangs = other.clone();
    room.store
        .write(async move |tx| {
            leases::acquire(tx, &hangs, leases::LeaseName::Receive("test".to_owned())).await?;
            tx.execute("UPDATE leases SET expires_at = expires_at + ?1", [day]).await?;
            tx.execute(
                "INSERT INTO unindexed (kind, row, part, attempts, not_before) VALUES ('note', 1, 'words', 1, ?1)",
                [NOW + day],
            )
            .await
        })
        .await;
    Watch::new(room.core.clock.as_ref(), None).look(&room.core).await.unwrap();
    let next = async |tx: &db::Tx| index_queue::next(tx, index_queue::Part::Words, NOW, 10).await;
    assert_eq!(room.store.read(next).await.len(), 1);
    room.store.age_leases(leases::TTL).await;
    let ours = room.core.process.clone();
    let name = leases::LeaseName::Receive("test".to_owned());
    let taken = room.store.write(async move |tx| leases::acquire(tx, &ours, name.clone()).await).await;
    assert!(taken.is_some());
    drop(other);
}

#[tokio::test]
async fn what_a_machine_that_slept_passed_over_is_told_of_whatever_the_policy() {
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
    room.clock.sleep_machine(DAY);
    while tick(&room.core).await.unwrap() > 0 {}
    tick(&room.core).await.unwrap();
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: ⏰ Look at the tide (all)

    This was due on Fri 1 May, 09:00, while I was away.
    test:alice: ⏰ Look at the tide (all)

    This was due on Fri 1 May, 21:00, while I was away.
    test:alice: ⏰ Look at the tide (once)

    This was due on Fri 1 May, 21:00, and 1 time before, while I was away.
    test:alice: While I was away, this was due and did not run:

    • “Look at the tide (skip)”: 2 times, the last on Fri 1 May, 21:00; next on Sat 2 May, 09:00
    ");
}

async fn sessions_of(tx: &db::Tx) -> Result<adjutant_domain::ids::SessionId> {
    let found: Option<adjutant_domain::ids::SessionId> = tx
        .value("SELECT session_id AS value FROM sessions WHERE chat = 'alice' AND kind = 'chat'", ())
        .await?;
    found.context("alice has no session")
}

#[tokio::test]
async fn other_time_zone_data_move_the_next_due_time() {
    for (kind, value) in [("cron", "0 9 * * *"), ("rrule", "DTSTART:20260501T090000 RRULE:FREQ=DAILY")] {
        due_times_follow_the_zone(kind, value).await;
    }
}

async fn due_times_follow_the_zone(kind: &str, value: &str) {
    let room = ScheduleRoom::new().await;
    let now = room.clock.now();
    // Due each day at nine, computed with old rules that were two hours off.
    let vostok: Zone = "Antarctica/Vostok".parse().unwrap();
    let cadence = Cadence::from_stored(kind, value, vostok).unwrap();
    let due = Timestamp::from(cadence.next_after(now, now, vostok).unwrap());
    let daily = |next| Schedule {
        cadence_type: kind.to_owned(),
        cadence_value: value.to_owned(),
        timezone: vostok.name().to_owned(),
        next_run_at: Some(next),
        ..room.hourly("daily")
    };
    room.put(daily(due + Duration::from_hours(2))).await;
    let mut watch = Watch::new(room.core.clock.as_ref(), None);
    let next = async || {
        let id = ScheduleId("daily".to_owned());
        let found = room.store.read(async move |tx| schedules::due_later(tx, NOW, None, 10).await).await;
        found.into_iter().find(|schedule| schedule.schedule_id == id).and_then(|it| it.next_run_at)
    };
    watch.look(&room.core).await.unwrap();
    assert_eq!(next().await, Some(due));

    // Nothing changes until other time zone data are in use.
    room.put(daily(due + Duration::from_hours(1))).await;
    watch.look(&room.core).await.unwrap();
    assert_eq!(next().await, Some(due + Duration::from_hours(1)));
    room.store.write(async |tx| last_run::set_zone_data(tx, "2025b").await).await;
    Watch::new(room.core.clock.as_ref(), None).look(&room.core).await.unwrap();
    assert_eq!(next().await, Some(due));
}

#[tokio::test]
async fn a_rule_that_a_clock_ahead_moved_on_comes_back_with_it() {
    let room = ScheduleRoom::new().await;
    let value = "DTSTART:20260501T120000 RRULE:FREQ=DAILY;INTERVAL=2";
    let zone = Zone::UTC;
    let cadence = Cadence::from_stored("rrule", value, zone).unwrap();
    let now = room.clock.now();
    let [first, second] = [now, now + DAY].map(|at| cadence.next_after(at, at, zone).map(Timestamp::from));
    assert!(first < second);
    let rule = Schedule {
        cadence_type: "rrule".to_owned(),
        cadence_value: value.to_owned(),
        next_run_at: second,
        ..room.hourly("rule")
    };
    room.put(rule).await;
    let ahead = Timestamp::from(now + DAY);
    Watch::new(room.core.clock.as_ref(), Some(ahead)).look(&room.core).await.unwrap();
    let found = room.store.read(async |tx| schedules::due_later(tx, NOW, None, 10).await).await;
    assert_eq!(found.iter().map(|it| it.next_run_at).collect::<Vec<_>>(), [first]);
}

#[tokio::test]
async fn other_time_zone_data_move_what_is_due_once_at_a_local_time() {
    let room = ScheduleRoom::new().await;
    // A local time computed with old rules that were two hours off, and an instant.
    let (local, instant) = ("2026-05-02T09:00:00+07:00", "2026-05-02T02:00:00Z");
    for (name, value) in [("local", local), ("instant", instant)] {
        let vostok: Zone = "Antarctica/Vostok".parse().unwrap();
        let due = Cadence::from_stored("once", value, vostok).unwrap().next_after(
            NOW.to_utc(),
            NOW.to_utc(),
            vostok,
        );
        room.put(Schedule {
            cadence_type: "once".to_owned(),
            cadence_value: value.to_owned(),
            timezone: vostok.name().to_owned(),
            next_run_at: due.map(Timestamp::from),
            ..room.hourly(name)
        })
        .await;
    }
    Watch::new(room.core.clock.as_ref(), None).look(&room.core).await.unwrap();
    let found = room.store.read(async |tx| schedules::due_later(tx, NOW, None, 10).await).await;
    let due = |name: &str| {
        let schedule = found.iter().find(|schedule| schedule.name == name).unwrap();
        format!("{} {}", schedule.cadence_value, schedule.next_run_at.unwrap().to_utc().to_rfc3339())
    };
    assert_eq!(due("local"), "2026-05-02T09:00:00+05:00 2026-05-02T04:00:00+00:00");
    assert_eq!(due("instant"), "2026-05-02T02:00:00Z 2026-05-02T02:00:00+00:00");
}
