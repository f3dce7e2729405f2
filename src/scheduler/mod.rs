//! The timetable: what is due becomes a run, what nobody decided is reminded of, and expires.

pub mod cadence;

use std::{sync::Arc, time::Duration};

use anyhow::{Context, Result};
use cadence::Cadence;
use chrono_tz::Tz;

use crate::{
    agent::reply,
    approvals,
    clock::from_millis,
    core::{Channels, Core},
    db::Tx,
    ids::RunId,
    outbox::{self, Address},
    store::{
        approvals as approval_rows,
        inbox::{self, Kind, Message},
        runs::{self, Delivery, End, Status},
        schedules::{self, Notification, Schedule},
        sessions,
    },
    texts,
    wake::Wake,
};

/// Due times that are read at once; each is claimed in a transaction of its own.
const AT_ONCE: i64 = 100;
/// The timetable is looked at this often even if nobody says that it changed: another process may have changed it.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The pause after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Keeps the timetable until the process ends.
pub async fn run(core: Arc<Core>) {
    while !core.shutdown.is_cancelled() {
        // Pauses count from here: what falls due during the look itself is not slept through.
        let began = core.clock.now();
        let pause = match tick(&core).await {
            // More may be due than were read.
            Ok(claimed) if claimed == AT_ONCE as usize => continue,
            Ok(_) => until_next(&core, began.timestamp_millis()).await,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "the timetable cannot be kept; trying again");
                AFTER_FAILURE
            }
        };
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.timetable.notified() => {}
            () = core.clock.sleep_until(began + pause) => {}
        }
    }
}

/// Claims what is due, expires what is overdue, and reminds of what soon will be. Gives how many due times there were.
pub(crate) async fn tick(core: &Arc<Core>) -> Result<usize> {
    let (channels, now) = (core.channels.clone(), core.clock.millis());
    let enabled = core.config.scheduler.enabled;
    let (due, overdue, to_remind_of) = core
        .db
        .read(async move |tx| {
            let due = if enabled { schedules::due(tx, now, AT_ONCE).await? } else { Vec::new() };
            let overdue = !approval_rows::overdue(tx, now, 1).await?.is_empty();
            Ok((due, overdue, !approval_rows::to_remind_of(tx, now, 1).await?.is_empty()))
        })
        .await?;
    if overdue {
        let channels = channels.clone();
        core.db.write(async move |tx| approvals::expire(tx, &channels, now).await).await?;
    }
    if to_remind_of {
        let core_ = core.clone();
        core.db.write(async move |tx| approvals::remind(tx, &core_, now).await).await?;
    }
    let claimed = due.len();
    for schedule in due {
        let (channels, id) = (channels.clone(), schedule.schedule_id.clone());
        if let Err(error) = core.db.write(async move |tx| fire(tx, &channels, &schedule, now).await).await {
            // One schedule that cannot be carried out must not hold up the others.
            tracing::error!(schedule = %id, error = format!("{error:#}"), "a schedule cannot run and is paused");
            core.db.write(async move |tx| schedules::pause(tx, &id, now).await).await?;
        }
    }
    Ok(claimed)
}

/// How long until something is due, at most [`LOOK_EVERY`].
async fn until_next(core: &Arc<Core>, began: i64) -> Duration {
    let enabled = core.config.scheduler.enabled;
    let next = core
        .db
        .read(async move |tx| {
            let due = if enabled { schedules::next_due(tx).await? } else { None };
            Ok(due.into_iter().chain(approval_rows::next_time(tx).await?).min())
        })
        .await;
    let wait = next.ok().flatten().map_or(i64::MAX, |at| at - began);
    Duration::from_millis(wait.max(1).unsigned_abs()).min(LOOK_EVERY)
}

/// One due time, as the schedule is now: its run, its next due time and what the run is to do, in one transaction.
async fn fire(tx: &Tx, channels: &Channels, read: &Schedule, now: i64) -> Result<()> {
    let Some(schedule) = &schedules::get(tx, &read.user_id, &read.schedule_id).await? else { return Ok(()) };
    if schedule.next_run_at != read.next_run_at {
        return Ok(());
    }
    let Some(due_at) = schedule.next_run_at else { return Ok(()) };
    let next = next_due(schedule, due_at, now)?;
    // Another process may have claimed it since it was read.
    if !schedules::advance(tx, schedule, next, now).await? {
        return Ok(());
    }
    let run = RunId::generate();
    let key = (&schedule.schedule_id, &schedule.user_id, schedule.revision);
    if !runs::insert(tx, &run, key, due_at, now).await? {
        return Ok(());
    }
    if schedule.reminder {
        remind(tx, channels, schedule, &run, now).await
    } else {
        start(tx, schedule, &run, now).await
    }
}

/// The due time after this one. Those that passed meanwhile are made up for by the run of this one.
fn next_due(schedule: &Schedule, due_at: i64, now: i64) -> Result<Option<i64>> {
    let zone: Tz = schedule.timezone.parse().ok().context("a schedule has an unknown time zone")?;
    let cadence = Cadence::from_stored(&schedule.cadence_type, &schedule.cadence_value, zone)
        .with_context(|| format!("{} cannot be read", schedule.schedule_id))?;
    let next = cadence.next_after(from_millis(due_at.max(now)), from_millis(schedule.anchor_at), zone);
    Ok(next.map(|at| at.timestamp_millis()))
}

/// A plain reminder: its text is the result, and no model is called.
async fn remind(tx: &Tx, channels: &Channels, schedule: &Schedule, run: &RunId, now: i64) -> Result<()> {
    let wanted = schedule.notification != Notification::Never;
    let end = End {
        status: Status::Succeeded,
        delivery: if wanted { Delivery::Pending } else { Delivery::Suppressed },
        output: &schedule.goal,
        error: None,
        cost_micros: 0,
    };
    runs::finish(tx, run, end, now).await?;
    if !wanted {
        return Ok(());
    }
    let origin = sessions::get(tx, &schedule.session_id).await?;
    let to = Address::new(origin.chat(), origin.chat_kind);
    outbox::say(tx, channels, (run.as_str(), 0), &to, &texts::reminder(&schedule.goal), now).await?;
    reply::append_delivery(tx, &origin, &schedule.name, &schedule.goal, now).await
}

/// A task: an inbox row in a session of its own, which knows nothing of the chat.
async fn start(tx: &Tx, schedule: &Schedule, run: &RunId, now: i64) -> Result<()> {
    let origin = sessions::get(tx, &schedule.session_id).await?;
    let session = sessions::open_run(tx, &origin, run, now).await?;
    let body = serde_json::to_string(&Message { text: schedule.goal.clone(), ..Message::default() })?;
    inbox::queue_internal(tx, ("schedule", run.as_str()), &session.session_id, Kind::Due, None, &body, now)
        .await?;
    tx.wake(Wake::Session(session.session_id));
    Ok(())
}
