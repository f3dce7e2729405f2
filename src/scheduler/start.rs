//! Starts the run of a task once there is room for it, in a session of its own without the chat's conversation.

use std::sync::Arc;

use adjutant_domain::{budget::Spent, ids::RunId, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    db::{self, Scope, Tx},
    inbox::{self, InternalOrigin, Message},
    people,
    runs::{self, Cause, End, Room, Run, Status},
    schedules::{self, Schedule},
    sessions,
    set_aside::{Item, Kind},
};
use adjutant_texts::runs as texts;
use anyhow::Result;
use tracing::{
    Span,
    field::{Empty, display},
};

use super::preflight;
use crate::{
    core::Core,
    outbox::set_aside,
    runs::finish::{self, AttemptEnd, FailureKind},
};

/// Starts queued runs and due retries, as far as there is room. A run that cannot start does not hold up the others.
pub(super) async fn start_queued(core: &Arc<Core>, waiting: Vec<RunId>, now: Timestamp) -> Result<()> {
    for run in waiting {
        let (core_, id) = (core.clone(), run.clone());
        let started =
            core.db.write(Scope::Global, async move |tx| start_if_room(tx, &core_, &id, now).await).await;
        let Some(error) = db::unless_storage_failed(started)? else { continue };
        if set_aside::count_failure(core, Item::new(Kind::Run, &run), &error).await? {
            fail(core, &run, now).await?;
        }
    }
    Ok(())
}

/// Ends a run that cannot start, and reports it; if even that fails, ends it without a report.
async fn fail(core: &Arc<Core>, run: &RunId, now: Timestamp) -> Result<()> {
    let (core_, id) = (core.clone(), run.clone());
    let failed = core.db.write(Scope::Global, async move |tx| {
        let Some(run) = runs::get(tx, &id).await? else { return Ok(()) };
        let end = async {
            let (status, fault, said) =
                (Status::Failed, FailureKind::Permanent, adjutant_texts::internal_error());
            let ended = AttemptEnd { status, said, why: said, file: None, fault, spent: Spent::default() };
            finish::finish(tx, &core_, &id, ended, now).await
        };
        people::speaking_to(tx, &run.user_id, end).await
    });
    if db::unless_storage_failed(failed.await)?.is_none() {
        return Ok(());
    }
    let id = run.clone();
    let ended = core.db.write(Scope::Global, async move |tx| {
        let end = End::without_result(Status::Failed, adjutant_texts::internal_error());
        runs::finish(tx, &id, end, now).await
    });
    if let Some(error) = db::unless_storage_failed(ended.await)? {
        tracing::error!(%run, error = format!("{error:#}"), "cannot end a run that cannot start");
    }
    Ok(())
}

/// Starts a queued or retrying run, if it may begin now.
#[tracing::instrument(name = "run", skip_all, fields(%run, schedule = Empty))]
pub(super) async fn start_if_room(tx: &Tx, core: &Core, run: &RunId, now: Timestamp) -> Result<()> {
    let Some(run) = runs::get(tx, run).await? else { return Ok(()) };
    if !matches!(run.status, Status::Queued | Status::Retrying)
        || !runs::is_room(tx, &run, room(core)).await?
    {
        return Ok(());
    }
    Span::current().record("schedule", display(&run.schedule_id));
    let Some(schedule) = schedules::get(tx, &run.user_id, &run.schedule_id).await? else {
        return runs::finish(tx, &run.run_id, End::without_result(Status::Stopped, texts::deleted()), now)
            .await;
    };
    // A call of a hook waits for the decision instead, because it is not repeated.
    let is_due = run.status == Status::Queued && run.cause == Cause::Due && !schedule.is_hook();
    if is_due && awaits_decision(tx, &schedule).await? {
        return runs::skip(tx, &run.run_id, texts::undecided(), now).await;
    }
    match runs::is_blocked_by_overlap(tx, &run.run_id).await? {
        true => Ok(()),
        false => people::speaking_to(tx, &run.user_id, start(tx, core, &schedule, &run, now)).await,
    }
}

/// Returns whether a run of a schedule waits for a decision. One question per schedule is enough: a concurrent run
/// would ask the same.
async fn awaits_decision(tx: &Tx, schedule: &Schedule) -> Result<bool> {
    Ok(runs::unfinished(tx, schedule).await?.iter().any(|run| run.status == Status::Waiting))
}

async fn start(tx: &Tx, core: &Core, schedule: &Schedule, run: &Run, now: Timestamp) -> Result<()> {
    let origin = sessions::get(tx, &schedule.session_id).await?;
    if let Some(configuration_error) = preflight::configuration_error(tx, core, schedule, &origin).await? {
        return finish::finish(tx, core, &run.run_id, configuration_error.ends(), now).await;
    }
    let attempt = match run.status {
        Status::Retrying => run.attempts + 1,
        _ => 1,
    };
    let session = sessions::open_run(tx, &origin, &run.run_id, now).await?;
    let body = serde_json::to_string(&Message { text: schedule.goal.clone(), ..Message::default() })?;
    let due = InternalOrigin::Run { run: &run.run_id, attempt };
    inbox::queue_internal(tx, due, &session.session_id, inbox::Kind::Due, None, &body, now).await?;
    runs::begin(tx, &run.run_id, attempt).await?;
    tracing::debug!(attempt, "started run");
    tx.wake(Wake::Session(session.session_id));
    Ok(())
}

/// Returns how many concurrent runs the configuration allows.
pub(super) fn room(core: &Core) -> Room {
    let settings = &core.config.scheduler;
    Room { runs: settings.max_runs.into(), runs_of_a_person: settings.max_runs_per_user.into() }
}
