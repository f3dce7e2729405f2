//! The timetable: what is due becomes a run, what nobody decided is reminded of, and expires.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use adjutant_domain::ids::RunId;
use adjutant_store::{
    approvals as approval_rows, db,
    runs::{self, Run},
    schedules::{self, Schedule},
};
use anyhow::{Result, anyhow};
use futures::FutureExt;
use jump::Watch;

use crate::{approvals, core::Core, runs::deliver, texts::runs as texts};

mod claim;
mod jump;
pub(crate) mod manual;
mod misfires;
mod notices;
mod preflight;
mod start;
#[cfg(test)]
mod tests;

/// Schedules and runs that are read at once, and schedules that are claimed in one transaction: others want to write too.
const AT_ONCE: i64 = 100;
const TOGETHER: usize = 20;
/// The timetable is looked at this often even if nobody says that it changed: another process may have changed it.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The pause after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Keeps the timetable until the process ends.
pub async fn run(core: Arc<Core>) {
    let mut watch = Watch::new(core.clock.as_ref());
    while !core.shutdown.is_cancelled() {
        // Pauses count from here: what falls due during the look itself is not slept through.
        let began = core.clock.now();
        let look = async {
            watch.look(&core).await?;
            tick(&core).await
        };
        // Whatever is the matter with one thing, the others are not to wait for a new start.
        let looked =
            AssertUnwindSafe(look).catch_unwind().await.unwrap_or_else(|_| Err(anyhow!("it panicked")));
        let pause = match looked {
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
            () = core.schedules.notified() => {}
            () = core.clock.sleep_until(began + pause) => {}
            // The clock may be set back meanwhile.
            () = core.clock.sleep(pause) => {}
        }
    }
}

/// Claims what is due, goes on with what waits, sends what was held, expires what is overdue, and reminds of what soon
/// will be. Gives how many schedules were due.
///
/// # Errors
/// The database failed; what was not done is done at the next look.
pub async fn tick(core: &Arc<Core>) -> Result<usize> {
    let agenda = agenda(core).await?;
    approve(core, &agenda).await?;
    let (claimed, now) = (agenda.due.len(), agenda.now);
    for some in agenda.due.chunks(TOGETHER) {
        match claim_together(core, some, now).await {
            Ok(()) => {}
            // None of them is to blame, nor would it fare better alone.
            Err(error) if db::is_failing(&error) => return Err(error),
            Err(_) => {
                for one in some {
                    claim_alone(core, one, now).await?;
                }
            }
        }
    }
    // What fails of one kind holds up no other.
    let begun = start::those(core, agenda.waiting, now).await;
    let sent = deliver::those_held(core, agenda.held).await;
    let told = notices::of(core, agenda.untold, now).await;
    begun.and(sent).and(told).map(|()| claimed)
}

/// What there is to do; mostly nothing, which takes one look to find out.
#[derive(Debug, Default)]
struct Agenda {
    now: i64,
    /// Approvals that expire, and some to remind of.
    overdue: bool,
    to_remind_of: bool,
    due: Vec<Schedule>,
    /// Runs that may begin, or try again.
    waiting: Vec<RunId>,
    /// Runs whose results are held no longer.
    held: Vec<Run>,
    /// Runs that were missed, of which nobody has been told.
    untold: Vec<Run>,
}

async fn agenda(core: &Arc<Core>) -> Result<Agenda> {
    let (enabled, room, now) = (core.config.scheduler.enabled, start::room(core), core.clock.millis());
    core.db
        .read(async move |tx| {
            let approvals = Agenda {
                now,
                overdue: !approval_rows::overdue(tx, now, 1).await?.is_empty(),
                to_remind_of: !approval_rows::to_remind_of(tx, now, 1).await?.is_empty(),
                ..Agenda::default()
            };
            if !enabled {
                return Ok(approvals);
            }
            Ok(Agenda {
                due: schedules::due(tx, now, AT_ONCE).await?,
                waiting: runs::startable(tx, room, now, AT_ONCE).await?,
                held: runs::to_release(tx, now, AT_ONCE).await?,
                untold: runs::untold(tx, AT_ONCE).await?,
                ..approvals
            })
        })
        .await
}

/// Claims all of these or, if it fails, none.
async fn claim_together(core: &Arc<Core>, due: &[Schedule], now: i64) -> Result<()> {
    let mut planned = Vec::with_capacity(due.len());
    for schedule in due {
        let plan =
            catch_unwind(|| claim::plan(schedule, now)).map_err(|_| anyhow!("its cadence panicked"))?;
        planned.push((schedule.clone(), plan?));
    }
    let core_ = core.clone();
    core.db
        .write(async move |tx| {
            for (schedule, plan) in &planned {
                claim::claim(tx, &core_, schedule, plan, now).await?;
            }
            Ok(())
        })
        .await
}

/// Claims one, and pauses it if it cannot be carried out: it must not hold up the others.
async fn claim_alone(core: &Arc<Core>, due: &Schedule, now: i64) -> Result<()> {
    let error = match claim_together(core, std::slice::from_ref(due), now).await {
        Ok(()) => return Ok(()),
        Err(error) if db::is_failing(&error) => return Err(error),
        Err(error) => error,
    };
    let id = due.schedule_id.clone();
    tracing::error!(schedule = %id, error = format!("{error:#}"), "a schedule cannot run and is paused");
    core.db.write(async move |tx| schedules::pause(tx, &id, Some(texts::unreadable()), now).await).await?;
    let (core_, id, paused) = (core.clone(), due.schedule_id.clone(), due.clone());
    if let Err(error) =
        core.db.write(async move |tx| notices::that_it_pauses(tx, &core_, &paused, now).await).await
    {
        tracing::error!(schedule = %id, error = format!("{error:#}"), "its owner cannot be told");
    }
    Ok(())
}

/// Expires the approvals that nobody decided, and reminds of those that soon will be.
async fn approve(core: &Arc<Core>, agenda: &Agenda) -> Result<()> {
    let now = agenda.now;
    if agenda.overdue {
        let channels = core.channels.clone();
        core.db.write(async move |tx| approvals::expire(tx, &channels, now).await).await?;
    }
    if agenda.to_remind_of {
        let core_ = core.clone();
        core.db.write(async move |tx| approvals::remind(tx, &core_, now).await).await?;
    }
    Ok(())
}

/// How long until something is due, at most [`LOOK_EVERY`].
async fn until_next(core: &Arc<Core>, began: i64) -> Duration {
    let enabled = core.config.scheduler.enabled;
    let next = core
        .db
        .read(async move |tx| {
            let [due, waiting] = match enabled {
                true => [schedules::next_due(tx).await?, runs::next_time(tx, began).await?],
                false => [None; 2],
            };
            Ok(due.into_iter().chain(waiting).chain(approval_rows::next_time(tx).await?).min())
        })
        .await;
    let wait = next.ok().flatten().map_or(i64::MAX, |at| at - began);
    Duration::from_millis(wait.max(1).unsigned_abs()).min(LOOK_EVERY)
}
