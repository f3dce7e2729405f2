//! What a person asks of a schedule beside its timetable: to go on, to run now, or to stop what it is at.

use adjutant_domain::{schedules::RunNow, text::join, wake::Wake};
use adjutant_store::{
    db::Tx,
    inbox,
    runs::{self, Cause, End, New, Run},
    schedules::Schedule,
    sessions, turns,
};
use anyhow::Result;

use super::claim;
use crate::{
    approvals::{self, Withdrawn},
    core::Core,
    texts::runs as texts,
};

/// Runs a schedule, also one that is paused or over, unless a run of it is not over. What was `asked_at` one time has one
/// run however often it is asked.
pub(crate) async fn run_now(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    asked_at: i64,
    now: i64,
) -> Result<RunNow> {
    match runs::not_over(tx, schedule).await?.first().map(|run| run.status) {
        Some(runs::Status::Waiting) => Ok(RunNow::Waiting),
        Some(_) => Ok(RunNow::AtWork),
        None => {
            // A due time of the timetable may be the same moment.
            let due_at = asked_at + i64::from(runs::is_of_timetable(tx, schedule, asked_at).await?);
            let new = New { due_at, cause: Cause::Asked, ..New::of(schedule, runs::Status::Queued) };
            claim::begin(tx, core, schedule, new, now).await?;
            Ok(RunNow::Begun)
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
        withdrawn.receipts = join(&withdrawn.receipts, &receipts);
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
