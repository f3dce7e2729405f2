//! Starts the run of a task once there is room for it, in a session of its own that knows nothing of the chat.

use std::sync::Arc;

use adjutant_domain::{ids::RunId, timestamp::Timestamp, wake::Wake};
use adjutant_store::{
    db::{self, Tx},
    inbox::{self, InternalOrigin, Kind, Message},
    runs::{self, End, Room, Run, Status},
    schedules::{self, Schedule},
    sessions,
};
use adjutant_texts::runs as texts;
use anyhow::Result;
use tracing::{
    Span,
    field::{Empty, display},
};

use super::preflight;
use crate::{core::Core, runs::finish};

/// Starts queued runs and due retries, as far as there is room.
pub(super) async fn start_queued(core: &Arc<Core>, waiting: Vec<RunId>, now: Timestamp) -> Result<()> {
    for run in waiting {
        let (core_, id) = (core.clone(), run.clone());
        match core.db.write(async move |tx| start_if_room(tx, &core_, &run, now).await).await {
            Err(error) if db::is_storage_failure(&error) => return Err(error),
            Err(error) => tracing::error!(run = %id, error = format!("{error:#}"), "cannot start run"),
            Ok(()) => {}
        }
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
    match runs::is_blocked_by_overlap(tx, &run.run_id).await? {
        true => Ok(()),
        false => start(tx, core, &schedule, &run, now).await,
    }
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
    inbox::queue_internal(tx, due, &session.session_id, Kind::Due, None, &body, now).await?;
    runs::begin(tx, &run.run_id, attempt).await?;
    tracing::debug!(attempt, "started run");
    tx.wake(Wake::Session(session.session_id));
    Ok(())
}

/// Returns how many runs the configuration allows at a time.
pub(super) fn room(core: &Core) -> Room {
    let settings = &core.config.scheduler;
    Room { runs: settings.max_runs.into(), runs_of_a_person: settings.max_runs_per_user.into() }
}
