//! The scheduler, tick by tick. Turns are not worked on: a started task stays running.

use adjutant_clock::ManualClock;
use adjutant_config::{Config, ProviderName};
use adjutant_domain::{clock::Clock, ids::ScheduleId, timestamp::Timestamp};
use adjutant_store::{
    people::User,
    runs::{End, Run, Status},
    schedules::{Notification, Overlap},
    sessions::Session,
    testing::{NOW, Store, ms},
};

use super::*;
use crate::{runs::finish, testing::fake_channel::Fake};

mod broken;
mod jumps;
mod poison;
mod roles;
mod specialists;

struct ScheduleRoom {
    store: Store,
    core: Arc<Core>,
    clock: Arc<ManualClock>,
    alice: User,
    session: Session,
}

impl ScheduleRoom {
    async fn new() -> Self {
        Self::with(Config::default()).await
    }

    async fn with(mut config: Config) -> Self {
        let store = Store::new().await;
        let (alice, session) = store.person("alice").await;
        config.model.provider = ProviderName::OpenAi;
        let (parts, clock) = crate::testing::parts(&store, vec![Arc::new(Fake::new("test"))], config);
        Self { core: Core::new(parts), store, clock, alice, session }
    }

    /// Returns a task that is due every hour from now on.
    fn hourly(&self, id: &str) -> Schedule {
        let id = ScheduleId(id.to_owned());
        let (user, session) = (self.alice.user_id.clone(), self.session.session_id.clone());
        Schedule {
            name: id.to_string(),
            goal: "Look at the tide".to_owned(),
            cadence_type: "interval".to_owned(),
            cadence_value: "3600".to_owned(),
            timezone: "UTC".to_owned(),
            next_run_at: Some(NOW),
            ..Schedule::new(id, user, session, NOW)
        }
    }

    async fn put(&self, schedule: Schedule) {
        self.store.write(async move |tx| schedules::put(tx, &schedule).await).await;
    }

    async fn after(&self, minutes: i64) {
        self.clock.advance(chrono::TimeDelta::minutes(minutes));
        while tick(&self.core).await.unwrap() > 0 {}
    }

    /// Returns the runs of a schedule: minutes after the start, and the status.
    async fn runs(&self, id: &str) -> Vec<(i64, Status)> {
        let of = |run: Run| ((run.due_at - NOW).num_minutes(), run.status);
        self.all(id).await.into_iter().rev().map(of).collect()
    }

    async fn all(&self, id: &str) -> Vec<Run> {
        let (user, id) = (self.alice.user_id.clone(), ScheduleId(id.to_owned()));
        let scope = adjutant_domain::scope::Scope::Everything;
        self.store.read(async move |tx| runs::of_schedule(tx, &user, &id, &scope, 10_000).await).await
    }

    /// Finishes the running run.
    async fn done(&self, id: &str) {
        let at_work = self.all(id).await.into_iter().find(|run| run.status == Status::Running).unwrap();
        let now = self.clock.timestamp();
        self.store
            .write(async move |tx| {
                let end = End { error: None, ..End::without_result(Status::Succeeded, "") };
                runs::finish(tx, &at_work.run_id, end, now).await
            })
            .await;
    }
}

#[tokio::test]
async fn a_due_time_whose_predecessor_is_at_work_is_passed_over_waits_or_runs_beside_it() {
    let room = ScheduleRoom::new().await;
    for (id, overlap) in [("skip", Overlap::Skip), ("queue", Overlap::Queue), ("parallel", Overlap::Parallel)]
    {
        room.put(Schedule { overlap, ..room.hourly(id) }).await;
    }
    room.after(0).await;
    for _ in 0..2 {
        room.after(60).await;
    }
    use Status::{Queued, Running, Skipped, Succeeded};
    assert_eq!(room.runs("skip").await, [(0, Running), (60, Skipped), (120, Skipped)]);
    assert_eq!(room.runs("queue").await, [(0, Running), (60, Queued), (120, Queued)]);
    // The person's fourth run waits for room, as the configuration requires.
    assert_eq!(room.runs("parallel").await, [(0, Running), (60, Running), (120, Queued)]);
    for id in ["skip", "queue"] {
        room.done(id).await;
        room.after(0).await;
    }
    assert_eq!(room.runs("queue").await, [(0, Succeeded), (60, Running), (120, Queued)]);
    assert_eq!(room.runs("parallel").await, [(0, Running), (60, Running), (120, Running)]);
    room.after(60).await;
    assert_eq!(room.runs("skip").await.pop(), Some((180, Queued)));
}

#[tokio::test]
async fn due_times_that_are_all_made_up_for_run_one_after_the_other() {
    let room = ScheduleRoom::new().await;
    room.put(Schedule { missed: schedules::MisfirePolicy::All, grace_secs: 86_400, ..room.hourly("tide") })
        .await;
    room.after(180).await;
    use Status::{Queued, Running, Skipped, Succeeded};
    assert_eq!(room.runs("tide").await, [(0, Running), (60, Queued), (120, Queued), (180, Queued)]);
    room.done("tide").await;
    room.after(0).await;
    assert_eq!(room.runs("tide").await, [(0, Succeeded), (60, Running), (120, Queued), (180, Queued)]);
    // A due time that comes meanwhile is skipped, as the schedule says.
    room.after(60).await;
    for _ in 0..2 {
        room.done("tide").await;
        room.after(0).await;
    }
    let made_up = [(0, Succeeded), (60, Succeeded), (120, Succeeded), (180, Running), (240, Skipped)];
    assert_eq!(room.runs("tide").await, made_up);
}

#[tokio::test]
async fn those_that_wait_their_turn_stand_in_nobodys_way() {
    let room = ScheduleRoom::new().await;
    room.put(Schedule { overlap: Overlap::Queue, ..room.hourly("queue") }).await;
    for _ in 0..3 {
        room.after(60).await;
    }
    let (ample, now) = (runs::Room { runs: 100, runs_of_a_person: 100 }, room.clock.timestamp());
    let startable = async move |tx: &db::Tx| runs::startable(tx, ample, now, 10).await;
    assert_eq!(room.store.read(startable).await, []);
    room.done("queue").await;
    let next = room.all("queue").await.into_iter().rev().find(|run| run.status == Status::Queued).unwrap();
    assert_eq!(room.store.read(startable).await, [next.run_id]);
}

#[tokio::test]
async fn what_waits_for_room_is_not_looked_at_all_the_time() {
    let room = ScheduleRoom::new().await;
    for id in ["a", "b", "c", "d", "e"] {
        room.put(room.hourly(id)).await;
    }
    room.after(0).await;
    let now = room.clock.timestamp();
    room.store
        .write(async move |tx| {
            tx.execute(
                "UPDATE runs SET status = 'retrying', resume_at = ?1 WHERE status = 'queued'",
                [now - ms(1_000)],
            )
            .await
        })
        .await;
    room.after(0).await;
    assert_eq!(until_next(&room.core, Times::of(&room.core)).await, POLL_INTERVAL);
}

#[tokio::test]
async fn a_task_that_is_over_or_was_deleted_makes_room() {
    let room = ScheduleRoom::new().await;
    for id in ["a", "b", "c", "d", "e", "f"] {
        room.put(room.hourly(id)).await;
    }
    room.after(0).await;
    let mut states = Vec::new();
    for id in ["a", "b", "c", "d", "e", "f"] {
        states.extend(room.runs(id).await.into_iter().map(|(_, status)| status));
    }
    let of = |wanted| states.iter().filter(|status| **status == wanted).count();
    assert_eq!((of(Status::Running), of(Status::Queued)), (4, 2));
    let (user, id) = (room.alice.user_id.clone(), ScheduleId("f".to_owned()));
    room.store.write(async move |tx| schedules::delete(tx, &user, &id).await).await;
    room.done("a").await;
    room.after(0).await;
    room.done("b").await;
    room.after(0).await;
    assert_eq!(room.runs("e").await, [(0, Status::Running)]);
    assert_eq!(room.runs("f").await, [(0, Status::Stopped)]);
}

#[tokio::test]
async fn a_run_whose_schedule_is_deleted_meanwhile_keeps_its_silence() {
    let room = ScheduleRoom::new().await;
    room.put(Schedule { notification: Notification::Conditional, ..room.hourly("tide") }).await;
    room.after(0).await;
    let run = room.all("tide").await[0].run_id.clone();
    let (core, user, now) = (room.core.clone(), room.alice.user_id.clone(), room.clock.timestamp());
    room.store
        .write(async move |tx| {
            let silent = runs::Notify { send: false, reason: "It is as low as ever.".to_owned() };
            runs::set_notify(tx, &run, &silent).await?;
            schedules::delete(tx, &user, &ScheduleId("tide".to_owned())).await?;
            finish::finish(tx, &core, &run, finish::AttemptEnd::of_reminder("Low."), now).await
        })
        .await;
    assert_eq!(room.all("tide").await[0].delivery, runs::Delivery::Suppressed);
}

#[tokio::test]
async fn a_clock_that_jumps_fires_nothing_twice() {
    let room = ScheduleRoom::new().await;
    room.put(Schedule { reminder: true, notification: Notification::Never, ..room.hourly("tide") }).await;
    room.after(0).await;
    room.after(60).await;
    // A day ahead: only the last passed due time is caught up on.
    room.after(24 * 60).await;
    let so_far = room.runs("tide").await;
    assert_eq!(so_far.iter().map(|(at, _)| *at).collect::<Vec<_>>(), [0, 60, 1500]);
    room.clock.step_wall_clock(-chrono::TimeDelta::hours(24));
    for _ in 0..24 {
        room.after(60).await;
    }
    assert_eq!(room.runs("tide").await, so_far);
    room.after(60).await;
    assert_eq!(room.runs("tide").await.pop(), Some((1560, Status::Succeeded)));
}

#[tokio::test]
async fn a_schedule_that_cannot_be_read_is_paused_and_holds_up_no_other() {
    let room = ScheduleRoom::new().await;
    room.put(Schedule { timezone: "Nowhere".to_owned(), ..room.hourly("broken") }).await;
    room.put(room.hourly("sound")).await;
    room.after(0).await;
    assert_eq!(room.runs("sound").await, [(0, Status::Running)]);
    let (user, id) = (room.alice.user_id.clone(), ScheduleId("broken".to_owned()));
    let broken = room.store.read(async move |tx| schedules::get(tx, &user, &id).await).await.unwrap();
    assert_eq!(
        (broken.status, broken.paused_why.as_deref()),
        (schedules::Status::Paused, Some(texts::unreadable()))
    );
}

/// Returns a thousand reminders in many zones: rare ones, daily ones, and some that are frequent for a while.
fn mixed(room: &ScheduleRoom) -> Vec<Schedule> {
    const ZONES: [&str; 6] = [
        "UTC",
        "Europe/Paris",
        "America/New_York",
        "Australia/Lord_Howe",
        "Africa/Casablanca",
        "Pacific/Chatham",
    ];
    let cadence = |n: usize| -> (&str, String) {
        let (minute, hour, day) = (n % 60, n % 24, n % 28 + 1);
        match n % 20 {
            0 if n.is_multiple_of(100) => ("cron", format!("{minute} {hour} * * *")),
            1..3 => ("cron", format!("{minute} {hour} * * {}", n % 7)),
            3..9 => ("cron", format!("{minute} 2 {day} * *")),
            9..13 => ("cron", format!("{minute} {hour} {day} {} *", n % 12 + 1)),
            13 => ("cron", format!("*/{} 1-3 {day} 3,10 *", n % 3 * 10 + 20)),
            14..17 => ("interval", (86_400 * (5 + n % 20) + n * 7).to_string()),
            _ => ("once", (NOW + ms(n as u64 * 31_000_000)).to_utc().to_rfc3339()),
        }
    };
    let make = |n: usize| {
        let (kind, value) = cadence(n);
        let mut schedule = Schedule {
            reminder: true,
            notification: Notification::Never,
            cadence_type: kind.to_owned(),
            cadence_value: value,
            timezone: ZONES[n % ZONES.len()].to_owned(),
            ..room.hourly(&format!("schedule-{n}"))
        };
        schedule.next_run_at = expected(&schedule).next();
        schedule
    };
    (0..1_000).map(make).collect()
}

/// Returns the due times of a schedule after the start of the test.
fn expected(schedule: &Schedule) -> impl Iterator<Item = Timestamp> + use<> {
    let (cadence, zone) = schedule.cadence().unwrap();
    let beginning = NOW.to_utc();
    let upcoming: Vec<_> = cadence.upcoming(beginning, beginning, zone).take(400).collect();
    upcoming.into_iter().map(Timestamp::from)
}

#[tokio::test]
async fn in_a_year_each_of_a_thousand_schedules_fires_when_it_is_due_and_not_else() {
    const YEAR: Duration = Duration::from_hours(365 * 24);
    let room = ScheduleRoom::new().await;
    let schedules = mixed(&room);
    let stored = schedules.clone();
    room.store
        .write(async move |tx| {
            for schedule in &stored {
                schedules::put(tx, schedule).await?;
            }
            Ok(())
        })
        .await;
    let mut fired = 0;
    while let Some(next) = room.store.read(async |tx| schedules::next_due(tx).await).await
        && next <= NOW + YEAR
    {
        room.clock.advance(next.to_utc() - room.clock.now());
        // The scheduler loop does the same.
        while tick(&room.core).await.unwrap() == BATCH_SIZE as usize {}
    }
    for schedule in schedules {
        let id = schedule.schedule_id.as_str();
        let mut runs: Vec<_> = room.all(id).await.into_iter().map(|run| run.due_at).collect();
        runs.reverse();
        fired += runs.len();
        let expected: Vec<_> = expected(&schedule).take_while(|at| *at <= NOW + YEAR).collect();
        assert_eq!(
            runs, expected,
            "{} {} {}",
            schedule.cadence_type, schedule.cadence_value, schedule.timezone
        );
    }
    assert!(fired > 10_000, "{fired}");
}

#[tokio::test]
async fn a_run_carries_whose_words_its_goal_was_made_from() {
    let room = ScheduleRoom::new().await;
    let untrusted = || adjutant_domain::origin::Sources::from("example.com");
    room.put(Schedule { untrusted: untrusted(), ..room.hourly("task") }).await;
    room.put(Schedule { untrusted: untrusted(), reminder: true, ..room.hourly("tide") }).await;
    room.put(room.hourly("own")).await;
    room.after(0).await;
    for (id, expected) in [("task", untrusted()), ("tide", untrusted()), ("own", Default::default())] {
        assert_eq!(room.all(id).await[0].untrusted, expected, "{id}");
    }
    // The goal stays as it was when the run began, even if the schedule has changed.
    room.put(Schedule { reminder: true, ..room.hourly("tide") }).await;
    assert_eq!(room.all("tide").await[0].untrusted, untrusted());
}

#[tokio::test]
async fn results_for_a_chat_that_cannot_be_reached_pile_up_no_further_than_the_limit() {
    let mut config = Config::default();
    config.limits.undelivered = 2;
    let room = ScheduleRoom::with(config).await;
    room.put(Schedule { reminder: true, ..room.hourly("tide") }).await;
    room.after(0).await;
    for _ in 0..5 {
        room.after(60).await;
    }
    let deliveries: Vec<_> = room.all("tide").await.into_iter().rev().map(|run| run.delivery).collect();
    use runs::Delivery::{Failed, Pending};
    assert_eq!(deliveries, [Pending, Pending, Failed, Failed, Failed, Failed]);
    let chat = room.session.chat();
    let waiting =
        room.store.read(async move |tx| adjutant_store::outbox::count_open_of(tx, &chat, 10).await).await;
    assert_eq!(waiting, 3, "two reminders, and one message that the rest was not kept");
}
