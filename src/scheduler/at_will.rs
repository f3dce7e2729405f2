//! What a person asks of a schedule beside its timetable: to go on, to run now, or to stop what it is at.

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
    match runs::not_over(tx, schedule).await?.first().map(|run| run.status) {
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

/// Stops runs that are not over: what is at work ends as soon as it can, what waits neither begins nor goes on. Gives
/// what was withdrawn with them.
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
    // There is none before the first attempt.
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
