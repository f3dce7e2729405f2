//! Manual control of a schedule: resume it, run it now, or stop its runs.

use std::time::Duration;

use adjutant_domain::{ids::RunId, schedules::RunNow, text::join, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    db::Tx,
    inbox,
    runs::{self, Cause, End, New, Run},
    schedules::Schedule,
    sessions, turns,
};
use adjutant_texts::runs as texts;
use anyhow::Result;

use super::claim;
use crate::{
    approvals::{self, Withdrawn},
    core::Core,
};

/// Runs a schedule now, even if it is paused or has ended, unless it has an unfinished run. Repeated requests with the
/// same `asked_at` make only one run.
pub(crate) async fn run_now(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    asked_at: Timestamp,
    now: Timestamp,
) -> Result<RunNow> {
    match runs::unfinished(tx, schedule).await?.first().map(|run| run.status) {
        Some(runs::Status::Waiting) => Ok(RunNow::Waiting),
        Some(_) => Ok(RunNow::AtWork),
        None => {
            // A regular due time may be in the same millisecond.
            let due_at =
                asked_at + Duration::from_millis(runs::has_cadence_run(tx, schedule, asked_at).await?.into());
            let new = New { due_at, cause: Cause::Asked, ..New::of(schedule, runs::Status::Queued) };
            claim::begin(tx, core, schedule, (&RunId::generate(), new), now).await?;
            Ok(RunNow::Begun)
        }
    }
}

/// Stops unfinished runs: a running one ends as soon as possible, a waiting one neither begins nor continues. Returns
/// what was withdrawn with them.
pub(crate) async fn stop(tx: &Tx, unfinished: &[Run], now: Timestamp) -> Result<Withdrawn> {
    let mut withdrawn = Withdrawn::default();
    for run in unfinished {
        let Withdrawn { approvals, questions, specialists, receipts } = stop_one(tx, run, now).await?;
        withdrawn.approvals += approvals;
        withdrawn.questions += questions;
        withdrawn.specialists += specialists;
        withdrawn.receipts = join(&withdrawn.receipts, &receipts);
    }
    Ok(withdrawn)
}

async fn stop_one(tx: &Tx, run: &Run, now: Timestamp) -> Result<Withdrawn> {
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
