//! The viewer's schedules: when they are due, and how their runs went.

use std::time::Duration;

use adjutant_domain::{cadence::Cadence, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    people::{Role, User},
    runs::{self, Cause, Delivery, Mark},
    schedules::{self as rows, Filter, MisfirePolicy, Schedule, Status},
    sessions,
};
use adjutant_texts::{cadence::in_words, console as texts};
use anyhow::Result;
use serde::Serialize;

use super::Place;
use crate::core::Core;

/// The most schedules that a page shows.
const SHOWN: i64 = 200;
/// The most runs of each.
const RUNS: i64 = 20;
/// The most due times of each.
const UPCOMING: usize = 5;

#[derive(Debug, Serialize)]
pub(super) struct Schedules {
    schedules: Vec<Shown>,
    total: i64,
    /// Since when nothing has run the timetable; `None` if it keeps time.
    stands_still_since: Option<Timestamp>,
}

#[derive(Debug, Serialize)]
struct Shown {
    id: String,
    name: String,
    /// What is asked, or the text of a reminder.
    goal: String,
    is_reminder: bool,
    place: Place,
    /// When it is due, in words; `None` if that cannot be read.
    cadence: Option<String>,
    /// `once`, `interval`, `cron` or `hook`.
    kind: String,
    /// The cadence as it is written.
    value: String,
    zone: String,
    status: Status,
    paused_why: Option<String>,
    is_running: bool,
    upcoming: Vec<Moment>,
    missed: MisfirePolicy,
    failures: i64,
    /// The newest first.
    runs: Vec<Ran>,
}

/// A due time, and what the clocks of the schedule's zone show then.
#[derive(Debug, Serialize)]
pub(in crate::console) struct Moment {
    at: Timestamp,
    local: String,
}

#[derive(Debug, Serialize)]
struct Ran {
    id: String,
    due_at: Timestamp,
    cause: Cause,
    status: runs::Status,
    delivery: Delivery,
    /// How long after its due time it began, in milliseconds.
    late_ms: u128,
    /// How long it took, in milliseconds; `None` while it is at work.
    took_ms: Option<u128>,
    cost_micros: i64,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Schedules> {
    let (found, total) = rows::search(tx, &viewer.user_id, &Filter::default(), SHOWN, 0).await?;
    let now = core.clock.timestamp();
    let stands_still_since = match viewer.role {
        Role::Owner => stands_still_since(tx, now).await?,
        // When others' schedules are due is theirs.
        Role::Member => found.iter().filter_map(due_at).filter(|at| now.since(*at) > LATE).min(),
    };
    let mut schedules = Vec::new();
    for schedule in found {
        schedules.push(shown(tx, core, viewer, schedule).await?);
    }
    Ok(Schedules { schedules, total, stands_still_since })
}

/// Returns when an active schedule is due.
fn due_at(schedule: &Schedule) -> Option<Timestamp> {
    schedule.next_run_at.filter(|_| schedule.status == Status::Active)
}

/// How late the timetable may be: the scheduler looks every second.
const LATE: Duration = Duration::from_mins(2);

/// Returns since when a due time waits that a working scheduler would have taken up.
pub(super) async fn stands_still_since(tx: &Tx, now: Timestamp) -> Result<Option<Timestamp>> {
    Ok(rows::next_due(tx).await?.filter(|next| now.since(*next) > LATE))
}

async fn shown(tx: &Tx, core: &Core, viewer: &User, schedule: Schedule) -> Result<Shown> {
    let marks = runs::marks(tx, &viewer.user_id, &schedule.schedule_id, RUNS).await?;
    let chat = sessions::get(tx, &schedule.session_id).await?;
    let (place, at_work) = (chat.chat(), runs::unfinished(tx, &schedule).await?);
    let (cadence, upcoming) = timed(&schedule, core.clock.timestamp());
    Ok(Shown {
        id: schedule.schedule_id.0.clone(),
        name: schedule.name.clone(),
        goal: schedule.goal.clone(),
        is_reminder: schedule.reminder,
        place: Place::new(&place.channel, &place.chat, chat.chat_kind),
        cadence,
        kind: schedule.cadence_type.clone(),
        value: written(&schedule),
        zone: schedule.timezone.clone(),
        status: schedule.shown_status(),
        paused_why: schedule.paused_why.clone(),
        is_running: !at_work.is_empty(),
        upcoming,
        missed: schedule.missed,
        failures: schedule.failures,
        runs: marks.into_iter().map(ran).collect(),
    })
}

/// Returns when a schedule is due, in words, and its next due times.
pub(in crate::console) fn timed(schedule: &Schedule, now: Timestamp) -> (Option<String>, Vec<Moment>) {
    let Ok((cadence, zone)) = schedule.cadence() else { return (None, Vec::new()) };
    let next = due_at(schedule);
    let anchor = schedule.anchor_at.to_utc();
    let times = next.into_iter().flat_map(|next| {
        cadence.upcoming((next - Duration::from_millis(1)).to_utc(), anchor, zone).take(UPCOMING)
    });
    let upcoming = times.map(|at| Moment { at: at.into(), local: texts::moment(at, zone, now) });
    let upcoming = upcoming.collect();
    (Some(in_words(&cadence, zone)), upcoming)
}

/// Returns a cadence as people write it: a time by the clocks of its zone, an interval in its largest whole unit.
fn written(schedule: &Schedule) -> String {
    match schedule.cadence() {
        Ok((Cadence::Once(once), zone)) => {
            once.at().with_timezone(&zone).format("%Y-%m-%d %H:%M").to_string()
        }
        Ok((Cadence::Interval { every_secs }, _)) => {
            let units = [(86_400, "d"), (3_600, "h"), (60, "m")];
            let unit = units.into_iter().find(|(length, _)| every_secs.is_multiple_of(*length));
            let (length, name) = unit.unwrap_or((1, "s"));
            format!("{}{name}", every_secs / length)
        }
        _ => schedule.cadence_value.clone(),
    }
}

fn ran(mark: Mark) -> Ran {
    Ran {
        id: mark.run_id.0,
        due_at: mark.due_at,
        cause: mark.cause,
        status: mark.status,
        delivery: mark.delivery,
        late_ms: mark.started_at.since(mark.due_at).as_millis(),
        took_ms: mark.finished_at.map(|end| end.since(mark.started_at).as_millis()),
        cost_micros: mark.cost_micros,
    }
}
