//! A schedule in words: its cadence, and its next due times in its own zone.

use schemars::JsonSchema;
use serde::Serialize;

use crate::{
    clock::from_millis,
    ids::ScheduleId,
    scheduler::cadence_of,
    store::schedules::{Missed, Notification, Overlap, Schedule, Status},
    tools::kit::ToolError,
};

/// Due times that a confirmation names.
const UPCOMING: usize = 3;

/// A schedule as the model and the person read of it.
#[derive(Serialize, JsonSchema)]
pub(super) struct Described {
    schedule_id: ScheduleId,
    name: String,
    goal: String,
    reminder: bool,
    cadence_type: String,
    cadence_value: String,
    timezone: String,
    notification: Notification,
    urgent: bool,
    missed: Missed,
    overlap: Overlap,
    previous_outputs: i64,
    status: Status,
    /// Why it is paused, where it is not the person who wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused_why: Option<String>,
    /// RFC 3339.
    next_run_at: Option<String>,
    /// The cadence in words.
    description: String,
    /// The next due times, in the schedule's zone.
    next_runs: Vec<String>,
}

pub(super) fn describe(schedule: &Schedule) -> Result<Described, ToolError> {
    let (cadence, zone) = cadence_of(schedule)?;
    let local = |millis: i64| from_millis(millis).with_timezone(&zone);
    let next = (schedule.status == Status::Active).then_some(schedule.next_run_at).flatten();
    let upcoming = match next {
        Some(next) => {
            let from = from_millis(next - 1);
            cadence.upcoming(from, from_millis(schedule.anchor_at), zone).take(UPCOMING).collect()
        }
        None => Vec::new(),
    };
    let next_runs: Vec<_> = upcoming
        .iter()
        .map(|at| at.with_timezone(&zone).format("%a %-d %b %Y %H:%M:%S").to_string())
        .collect();
    Ok(Described {
        schedule_id: schedule.schedule_id.clone(),
        name: schedule.name.clone(),
        goal: schedule.goal.clone(),
        reminder: schedule.reminder,
        cadence_type: schedule.cadence_type.clone(),
        cadence_value: schedule.cadence_value.clone(),
        timezone: schedule.timezone.clone(),
        notification: schedule.notification,
        urgent: schedule.urgent,
        missed: schedule.missed,
        overlap: schedule.overlap,
        previous_outputs: schedule.previous_outputs,
        status: schedule.status,
        paused_why: schedule.paused_why.clone(),
        next_run_at: next.map(|at| local(at).to_rfc3339()),
        description: in_words(schedule)?,
        next_runs,
    })
}

pub(super) fn in_words(schedule: &Schedule) -> Result<String, ToolError> {
    let (cadence, zone) = cadence_of(schedule)?;
    Ok(cadence.describe(zone))
}
