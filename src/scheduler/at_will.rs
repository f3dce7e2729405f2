//! Manual control of a schedule: resume it, run it now, or stop its runs.

use anyhow::Result;
use chrono::{DateTime, Utc};

use super::{cadence_of, claim};
use crate::{
    agent::reply,
    approvals::{self, Withdrawn},
    clock::from_millis,
    core::Core,
    db::Tx,
    store::{
        inbox,
        runs::{self, Cause, End, New, Run},
        schedules::{Schedule, Status},
        sessions, turns,
    },
    texts::schedules as texts,
    wake::Wake,
};

/// Resumes a paused schedule at its next due time after now. Due times that passed during the pause are not caught up,
/// because they were meant to be skipped, and earlier failures no longer count. Returns false, and changes nothing, if
/// there is no next due time.
///
/// # Errors
/// Returns an error if the stored cadence or time zone cannot be parsed.
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

/// The outcome of [`run_now`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Asked {
    Begun,
    /// Another run of the schedule is unfinished.
    AtWork,
    /// Another run of the schedule waits for a decision.
    Waits,
}

/// Runs a schedule now, even if it is paused or has ended, unless it has an unfinished run. Repeated requests with the
/// same `asked_at` make one run.
pub(crate) async fn run_now(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    asked_at: i64,
    now: i64,
) -> Result<Asked> {
    match runs::not_over(tx, schedule).await?.first().map(|run| run.status) {
        Some(runs::Status::Waiting) => Ok(Asked::Waits),
        Some(_) => Ok(Asked::AtWork),
        None => {
            // A regular due time may be the same millisecond.
            let due_at = asked_at + i64::from(runs::is_of_timetable(tx, schedule, asked_at).await?);
            let new = New { due_at, cause: Cause::Asked, ..New::of(schedule, runs::Status::Queued) };
            claim::begin(tx, core, schedule, new, now).await?;
            Ok(Asked::Begun)
        }
    }
}

/// Stops unfinished runs: one at work ends as soon as it can, one that waits neither begins nor continues. Returns what
/// was withdrawn with them.
pub(crate) async fn stop(tx: &Tx, not_over: &[Run], now: i64) -> Result<Withdrawn> {
    let mut withdrawn = Withdrawn::default();
    for run in not_over {
        let Withdrawn { approvals, specialists, receipts } = stop_one(tx, run, now).await?;
        withdrawn.approvals += approvals;
        withdrawn.specialists += specialists;
        withdrawn.receipts = reply::join(&withdrawn.receipts, &receipts);
    }
    Ok(withdrawn)
}

async fn stop_one(tx: &Tx, run: &Run, now: i64) -> Result<Withdrawn> {
    let mut withdrawn = Withdrawn::default();
    // A run has no session before its first attempt.
    if let Some(session) = sessions::of_run(tx, &run.run_id).await? {
        if let Some(turn) = turns::request_cancel(tx, &session).await? {
            tx.wake(Wake::Stop(session, turn));
            return Ok(withdrawn);
        }
        inbox::drop_goal(tx, &session).await?;
        withdrawn = approvals::withdraw(tx, &session, now).await?;
    }
    let end = End::without_result(runs::Status::Stopped, texts::stopped());
    runs::finish(tx, &run.run_id, end, now).await?;
    Ok(withdrawn)
}
