//! What a person asks of a schedule beside its timetable: to go on, or to run now.

use anyhow::Result;
use chrono::{DateTime, Utc};

use super::{cadence_of, claim};
use crate::{
    clock::from_millis,
    core::Core,
    db::Tx,
    store::{
        runs::{self, Cause, New},
        schedules::{Schedule, Status},
    },
};

/// Makes a paused schedule go on with the next due time from now: what it missed was meant to be missed, and that it
/// failed before does not count any more. False, and nothing changes, if there is no such time.
///
/// # Errors
/// Its times cannot be read.
pub(crate) fn resume(schedule: &mut Schedule, now: DateTime<Utc>) -> Result<bool> {
    let (cadence, zone) = cadence_of(schedule)?;
    let Some(next) = cadence.next_after(now, from_millis(schedule.anchor_at), zone) else { return Ok(false) };
    schedule.next_run_at = Some(next.timestamp_millis());
    schedule.status = Status::Active;
    schedule.failures = 0;
    schedule.paused_why = None;
    schedule.updated_at = now.timestamp_millis();
    Ok(true)
}

/// What became of the wish that a schedule runs now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Begun,
    /// A run of it is not over.
    AtWork,
    /// A run of it waits for a decision.
    Waits,
}

/// Runs a schedule, also one that is paused or over, unless a run of it is not over. What was `asked_at` one time has one
/// run however often it is asked.
pub(crate) async fn run_now(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    asked_at: i64,
    now: i64,
) -> Result<Asked> {
    match runs::under_way(tx, &schedule.schedule_id).await? {
        Some(runs::Status::Waiting) => Ok(Asked::Waits),
        Some(_) => Ok(Asked::AtWork),
        None => {
            // A due time of the timetable may be the same moment.
            let due_at = asked_at + i64::from(runs::is_of_timetable(tx, schedule, asked_at).await?);
            let new = New { due_at, cause: Cause::Asked, ..New::of(schedule, runs::Status::Queued) };
            claim::begin(tx, core, schedule, new, now).await?;
            Ok(Asked::Begun)
        }
    }
}
