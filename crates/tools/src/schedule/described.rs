//! A schedule in words: its cadence in its own zone, and its next due times in the person's zone.

use std::time::Duration;

use adjutant_domain::{ids::ScheduleId, timestamp::Timestamp, zones::Zone};
use adjutant_store::schedules::{MisfirePolicy, Notification, Overlap, Schedule, Status};
use adjutant_texts::{cadence, for_model, schedule_list as texts};
use chrono::{DateTime, Utc};
use schemars::JsonSchema;
use serde::Serialize;

use crate::kit::ToolError;

/// How many due times a confirmation names.
const UPCOMING: usize = 3;

/// A schedule as the model and the person read it.
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
    missed: MisfirePolicy,
    grace_secs: i64,
    overlap: Overlap,
    previous_outputs: i64,
    /// If not the usual one.
    #[serde(skip_serializing_if = "Option::is_none")]
    model: Option<String>,
    status: Status,
    /// Why it is paused, if the person did not pause it.
    #[serde(skip_serializing_if = "Option::is_none")]
    paused_why: Option<String>,
    /// Whether its time had passed when it was approved, and its person is asked what to do.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    #[schemars(default)]
    overdue: bool,
    /// When a result comes that was snoozed, or that waits for the end of quiet hours; RFC 3339.
    #[serde(skip_serializing_if = "Option::is_none")]
    put_off_until: Option<String>,
    /// RFC 3339.
    next_run_at: Option<String>,
    /// The cadence in words.
    description: String,
    /// The next due times, in the person's zone.
    next_runs: Vec<String>,
}

/// Describes a schedule at `now` for a person whose zone is `theirs`.
pub(super) fn describe(
    schedule: &Schedule,
    (now, theirs): (DateTime<Utc>, Zone),
) -> Result<Described, ToolError> {
    let (cadence, zone) = schedule.cadence()?;
    let local = |at: Timestamp| at.to_utc().with_timezone(&zone);
    let next = schedule.next_at();
    let upcoming = match next {
        Some(next) if schedule.status == Status::Completed => vec![next.to_utc()],
        Some(next) => {
            let from = (next - Duration::from_millis(1)).to_utc();
            cadence.upcoming(from, schedule.anchor_at.to_utc(), zone).take(UPCOMING).collect::<Vec<_>>()
        }
        None => Vec::new(),
    };
    let told = |at: &DateTime<Utc>| {
        format!("{} ({theirs})", at.with_timezone(&theirs).format("%a %-d %b %Y %H:%M:%S"))
    };
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
        grace_secs: schedule.grace_secs,
        overlap: schedule.overlap,
        previous_outputs: schedule.previous_outputs,
        model: schedule.model.clone(),
        status: schedule.shown_status(),
        paused_why: schedule.paused_why.clone(),
        overdue: schedule.overdue().is_some(),
        put_off_until: schedule.held_until.map(|at| local(at).to_rfc3339()),
        next_run_at: next.map(|at| local(at).to_rfc3339()),
        description: for_model(|| cadence::in_words(&cadence, zone, Some(now))),
        next_runs: upcoming.iter().map(told).collect(),
    })
}

/// Returns the cadence in words, with the beginning of a rule, so that two rules that differ read differently.
pub(super) fn in_words(schedule: &Schedule) -> Result<String, ToolError> {
    let (cadence, zone) = schedule.cadence()?;
    Ok(cadence::in_words(&cadence, zone, None))
}

/// Returns a sentence about a created or changed schedule: its cadence in words, and its misfire policy if that is not
/// the default. For a hook, it says where the person finds the secret, which the model does not learn.
pub(super) fn told(what: &str, schedule: &Schedule, now: DateTime<Utc>) -> Result<String, ToolError> {
    let (cadence, zone) = schedule.cadence()?;
    // The model reads it.
    let words = for_model(|| cadence::in_words(&cadence, zone, Some(now)));
    Ok(match for_model(|| texts::missed(schedule)) {
        _ if schedule.is_hook() => {
            format!("{what}: {words}. The person sees its address and secret with /hooks.")
        }
        Some(missed) => format!("{what}: {words}. {missed}."),
        None => format!("{what}: {words}."),
    })
}
