//! The viewer's schedules: their due times, and the outcomes of their runs.

use std::time::Duration;

use adjutant_domain::{cadence::Cadence, ids::sha256, timestamp::Timestamp};
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
use serde_json::json;

use super::Place;
use crate::core::Core;

/// The most schedules that a page shows.
const SHOWN: i64 = 200;
/// The most runs of each schedule.
const RUNS: i64 = 20;
/// The most due times of each schedule.
const UPCOMING: usize = 5;

#[derive(Debug, Serialize)]
pub(super) struct Schedules {
    /// The words that the name or the text of each schedule contains; empty for all schedules.
    query: String,
    schedules: Vec<Shown>,
    total: i64,
    /// Since when due schedules have not been run; `None` if the scheduler is on time.
    stands_still_since: Option<Timestamp>,
}

#[derive(Debug, Serialize)]
struct Shown {
    id: String,
    name: String,
    /// The task, or the text of a reminder.
    goal: String,
    is_reminder: bool,
    place: Place,
    /// The due times in words; `None` if the cadence cannot be read.
    cadence: Option<String>,
    /// `once`, `interval`, `cron` or `hook`.
    kind: String,
    /// The cadence in its written form.
    value: String,
    zone: String,
    /// Identifies what can be edited, as it is shown.
    version: String,
    status: Status,
    paused_why: Option<String>,
    is_running: bool,
    upcoming: Vec<Moment>,
    missed: MisfirePolicy,
    failures: i64,
    /// The runs, newest first.
    runs: Vec<Ran>,
}

/// A due time, with its local time in the schedule's zone.
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
    /// The delay after its due time, in milliseconds.
    late_ms: u128,
    /// The duration in milliseconds; `None` while the run is running.
    took_ms: Option<u128>,
    cost_micros: i64,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User, query: &str) -> Result<Schedules> {
    let words = Some(query.to_owned()).filter(|words| !words.is_empty());
    let filter = Filter { words, ..Filter::default() };
    let (found, total) = rows::search(tx, &viewer.user_id, &filter, SHOWN, 0).await?;
    let now = core.clock.timestamp();
    let stands_still_since = match viewer.role {
        Role::Owner => stands_still_since(tx, now).await?,
        // The due times of other people's schedules are private.
        Role::Member => found.iter().filter_map(due_at).filter(|at| now.since(*at) > LATE).min(),
    };
    let mut schedules = Vec::new();
    for schedule in found {
        schedules.push(shown(tx, core, viewer, schedule).await?);
    }
    Ok(Schedules { query: query.to_owned(), schedules, total, stands_still_since })
}

/// Returns the due time of an active schedule.
fn due_at(schedule: &Schedule) -> Option<Timestamp> {
    schedule.next_run_at.filter(|_| schedule.status == Status::Active)
}

/// The longest normal delay: the scheduler checks every second.
const LATE: Duration = Duration::from_mins(2);

/// Returns the earliest due time that a working scheduler would have taken up.
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
        version: version(&schedule),
        status: schedule.shown_status(),
        paused_why: schedule.paused_why.clone(),
        is_running: !at_work.is_empty(),
        upcoming,
        missed: schedule.missed,
        failures: schedule.failures,
        runs: marks.into_iter().map(ran).collect(),
    })
}

/// Returns a schedule's due times in words, and its next due times.
pub(in crate::console) fn timed(schedule: &Schedule, now: Timestamp) -> (Option<String>, Vec<Moment>) {
    let Ok((cadence, zone)) = schedule.cadence() else { return (None, Vec::new()) };
    let next = due_at(schedule);
    let anchor = schedule.anchor_at.to_utc();
    let times = next.into_iter().flat_map(|next| {
        cadence.upcoming((next - Duration::from_millis(1)).to_utc(), anchor, zone).take(UPCOMING)
    });
    let upcoming = times.map(|at| Moment { at: at.into(), local: texts::moment(at, zone, now) });
    let upcoming = upcoming.collect();
    (Some(in_words(&cadence, zone, Some(now.to_utc()))), upcoming)
}

/// Returns a digest of everything about a schedule that a page can edit.
pub(in crate::console) fn version(schedule: &Schedule) -> String {
    let Schedule { name, goal, cadence_type, timezone, missed, .. } = schedule;
    sha256(&json!([name, goal, cadence_type, written(schedule), timezone, missed]).to_string())
}

/// Returns a cadence as people write it: a time in its zone, or an interval in its largest whole unit.
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
