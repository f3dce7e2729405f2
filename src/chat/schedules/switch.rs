//! Changes a schedule by a press, from any message, and answers the press.

use adjutant_channel::{Inbound, PressAnswer};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    inbox, runs,
    schedules::{self, Schedule, Status},
};
use adjutant_texts::schedule_list as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
    scheduler::manual,
};

/// Pauses a schedule at the person's request.
pub(crate) async fn pause(tx: &Tx, schedule: &Schedule, now: Timestamp) -> Result<PressAnswer> {
    Ok(match schedule.status {
        Status::Active => {
            schedules::pause(tx, &schedule.schedule_id, None, now).await?;
            PressAnswer::told(texts::paused())
        }
        Status::Paused => PressAnswer::told(texts::paused_already()),
        Status::Completed => PressAnswer::alert(texts::over()),
    })
}

/// Resumes a schedule.
pub(crate) async fn resume(tx: &Tx, core: &Core, schedule: &mut Schedule) -> Result<PressAnswer> {
    match schedule.status {
        Status::Active => return Ok(PressAnswer::told(texts::active_already())),
        Status::Completed => return Ok(PressAnswer::alert(texts::over())),
        Status::Paused => {}
    }
    Ok(match schedule.resume(core.clock.now()) {
        Ok(true) => {
            schedules::put(tx, schedule).await?;
            PressAnswer::told(texts::resumed())
        }
        Ok(false) => PressAnswer::alert(texts::over()),
        Err(error) => {
            tracing::warn!(schedule = %schedule.schedule_id, error = format!("{error:#}"), "cannot resume schedule");
            PressAnswer::alert(texts::unreadable())
        }
    })
}

/// Runs a schedule now, only once even if the platform repeats the press.
pub(super) async fn run_pressed(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    schedule: &Schedule,
    now: Timestamp,
) -> Result<PressAnswer> {
    let asked_at = inbox::received_at(tx, event).await?;
    run_now(tx, core, schedule, asked_at, now).await
}

/// Runs a schedule now, once per `asked_at`.
pub(crate) async fn run_now(
    tx: &Tx,
    core: &Core,
    schedule: &Schedule,
    asked_at: Timestamp,
    now: Timestamp,
) -> Result<PressAnswer> {
    let asked = manual::run_now(tx, core, schedule, asked_at, now).await?;
    Ok(PressAnswer::told(texts::asked(asked)))
}

/// Stops a schedule's unfinished runs. Posts the receipts of what they have saved or changed to `to`, in a message of
/// their own, because no result will show them.
pub(crate) async fn stop(
    tx: &Tx,
    core: &Core,
    to: Address,
    schedule: &Schedule,
    now: Timestamp,
) -> Result<PressAnswer> {
    let unfinished = runs::unfinished(tx, schedule).await?;
    let Some(first) = unfinished.first() else { return Ok(PressAnswer::told(texts::not_at_work())) };
    let receipts = manual::stop(tx, &unfinished, now).await?.receipts;
    if !receipts.is_empty() {
        let source = OutboxKey::Stopped(first.run_id.clone());
        outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &receipts, now).await?;
    }
    Ok(PressAnswer::told(texts::stopped()))
}
