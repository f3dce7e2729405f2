//! Turns due times into runs. One transaction stores the run, advances the schedule and queues the run's work. So a due
//! time has exactly one run, whatever happens in between and however many processes look.

use adjutant_domain::{counted::Counted, ids::RunId, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    db::Tx,
    people,
    runs::{self, New, Status},
    schedules::{self, Overlap, Schedule},
};
use adjutant_texts::runs as texts;
use anyhow::Result;
use chrono::TimeDelta;

use super::{
    misfires::{self, Plan, Policy},
    start,
};
use crate::{core::Core, runs::finish};

/// Plans the handling of a due schedule.
///
/// # Errors
/// Returns an error if the stored cadence or time zone cannot be parsed.
pub(super) fn plan(schedule: &Schedule, now: Timestamp) -> Result<Plan> {
    let Some(due_at) = schedule.next_run_at else { return Ok(Plan::default()) };
    let (cadence, zone) = schedule.cadence()?;
    let times = (due_at.to_utc(), schedule.anchor_at.to_utc());
    let policy = Policy { missed: schedule.missed, grace: TimeDelta::seconds(schedule.grace_secs) };
    Ok(misfires::plan(&cadence, times, now.to_utc(), zone, policy))
}

/// Carries out the plan for a schedule in its `read` state. Does nothing if the schedule has changed since, or if its
/// owner is not served now: due times in between are misfires once the owner is served again.
pub(super) async fn claim(tx: &Tx, core: &Core, read: &Schedule, plan: &Plan, now: Timestamp) -> Result<()> {
    let next = plan.next.map(Timestamp::from);
    if !people::is_served(tx, &read.user_id).await? {
        return Ok(());
    }
    // Another process may have claimed it first.
    if !schedules::advance(tx, read, next, now).await? {
        return Ok(());
    }
    let Some(schedule) = schedules::get(tx, &read.user_id, &read.schedule_id).await? else { return Ok(()) };
    // The first run reports the misfires before it; without a run, a misfire notice does.
    let (at, mut missed) = plan.missed.unwrap_or_default();
    if let Some(first) = read.next_run_at.filter(|_| missed > 0) {
        // A clock that was set back and then right again passes due times that have had their runs.
        missed -= runs::count_between(tx, &schedule, first, at.into()).await?;
    }
    if plan.runs.is_empty() && missed > 0 {
        let run = New { due_at: at.into(), missed, ..New::of(&schedule, Status::Skipped) };
        runs::insert(tx, &RunId::generate(), run, now).await?;
    }
    // Due times that are made up for together overlap, but none of them is left out.
    let overlap = if plan.runs.len() > 1 { schedule.overlap.max(Overlap::Queue) } else { schedule.overlap };
    let schedule = Schedule { overlap, ..schedule };
    for due in &plan.runs {
        let new = New { due_at: (*due).into(), missed, ..New::of(&schedule, Status::Queued) };
        begin(tx, core, &schedule, (&RunId::generate(), new), now).await?;
        tx.wake(Wake::Counted(Counted::Begun { late: now.since((*due).into()) }));
        missed = 0;
    }
    Ok(())
}

/// Stores a run, unless its due time already has one. A plain reminder is completed at once: its text is the result,
/// and no model is called.
pub(crate) async fn begin(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    (run, new): (&RunId, New<'_>),
    now: Timestamp,
) -> Result<()> {
    if !runs::insert(tx, run, new, now).await? {
        return Ok(());
    }
    if schedule.reminder {
        return finish::finish(tx, core, run, finish::AttemptEnd::of_reminder(&schedule.goal), now).await;
    }
    let overlaps = schedule.overlap == Overlap::Skip
        && runs::has_other_active_run(tx, &schedule.schedule_id, run).await?;
    if overlaps {
        return runs::skip(tx, run, texts::overlapped(), now).await;
    }
    start::start_if_room(tx, core, run, now).await
}
