//! The scheduler loop: turns due times into runs, posts approval reminders, and expires approvals.

use std::{
    panic::{AssertUnwindSafe, catch_unwind},
    sync::Arc,
    time::Duration,
};

use adjutant_domain::{
    ids::{RunId, TurnId},
    timestamp::Timestamp,
};
use adjutant_store::{
    approvals as approval_rows,
    db::{self, Scope},
    people,
    runs::{self, Run},
    schedules::{self, Schedule},
    set_aside::{Item, Kind},
};
use adjutant_texts::runs as texts;
use anyhow::{Result, anyhow};
use futures::FutureExt;
use jump::Watch;

use crate::{approvals, core::Core, outbox::set_aside, runs::deliver};

pub(crate) mod claim;
mod jump;
pub(crate) mod manual;
mod misfires;
mod notices;
mod preflight;
mod role_checks;
mod start;
#[cfg(test)]
mod tests;

/// The most schedules and runs that are read at once.
const BATCH_SIZE: i64 = 100;
/// The most schedules that are claimed in one transaction: others need to write too.
const TOGETHER: usize = 20;
/// The most turns whose approvals one pass expires, and the most prompts for which one pass posts reminders.
const PROMPTS: i64 = 50;
/// The longest pause between two passes: another process may have changed the schedules without a wake-up.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a database failure.
const AFTER_FAILURE: Duration = Duration::from_secs(5);

/// Runs the scheduler loop until the process ends. `last_run` is the last time at which an earlier process ran.
pub async fn run(core: Arc<Core>, last_run: Option<Timestamp>) {
    let mut watch = Watch::new(core.clock.as_ref(), last_run);
    let mut corrections = core.trust.corrections();
    while !core.shutdown.is_cancelled() {
        // The pause counts from here, so that the loop does not sleep through times that become due during the pass.
        let began = Times::of(&core);
        let look = async {
            if let Err(error) = watch.look(&core).await {
                tracing::error!(
                    error = format!("{error:#}"),
                    "cannot correct what a clock that was set back had moved"
                );
            }
            tick(&core).await
        };
        // A panic over one item must not stop the others until the next restart.
        let looked =
            AssertUnwindSafe(look).catch_unwind().await.unwrap_or_else(|_| Err(anyhow!("the pass panicked")));
        core.progress.note_pass(core.clock.monotonic());
        let pause = match looked {
            // More schedules may be due than were read.
            Ok(claimed) if claimed == BATCH_SIZE as usize => continue,
            Ok(_) => until_next(&core, began).await,
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "scheduler pass failed; retrying");
                AFTER_FAILURE
            }
        };
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.wakeups.schedules.notified() => {}
            // Schedules that waited for the time to be confirmed are due now. The sender lives as long as the clock.
            _ = corrections.changed() => {}
            () = core.clock.sleep_until((began.shown + pause).to_utc()) => {}
            // The clock may be set back during the pause.
            () = core.clock.sleep(pause) => {}
        }
    }
}

/// Claims due schedules, starts waiting runs, sends held results, posts misfire notices, expires overdue approvals, and
/// posts approval reminders. Returns how many schedules were due.
///
/// # Errors
/// Returns an error if the database failed; the next pass does the remaining work.
pub async fn tick(core: &Arc<Core>) -> Result<usize> {
    let agenda = agenda(core).await?;
    expire_and_remind(core, &agenda).await?;
    let (claimed, now) = (agenda.due.len(), agenda.times);
    role_checks::update(core, &agenda.due).await?;
    for some in agenda.due.chunks(TOGETHER) {
        match claim_batch(core, some, now).await {
            Ok(()) => {}
            // A database failure is no schedule's fault, and would also stop a single schedule.
            Err(error) if db::is_storage_failure(&error) => return Err(error),
            Err(_) => {
                for one in some {
                    claim_one_or_pause(core, one, now).await?;
                }
            }
        }
    }
    // A failure in one kind of work does not hold up the others.
    let begun = start::start_queued(core, agenda.waiting, now.shown).await;
    let sent = deliver::release_held(core, agenda.held).await;
    let told = notices::post_misfires(core, agenda.untold, now.shown).await;
    begun.and(sent).and(told).map(|()| claimed)
}

/// The time of a pass. The two values differ as long as it is in doubt whether the machine was off for as long as its
/// clock says.
#[derive(Clone, Copy, Debug, Default)]
struct Times {
    /// The time on the clock.
    shown: Timestamp,
    /// The time that has certainly been reached.
    certain: Timestamp,
}

impl Times {
    fn of(core: &Core) -> Self {
        Self { shown: core.clock.timestamp(), certain: core.clock.certain() }
    }

    /// Returns the time for a schedule: a schedule that was made or changed by a clock in doubt follows that clock.
    fn of_schedule(self, schedule: &Schedule) -> Timestamp {
        if schedule.updated_at > self.certain { self.shown } else { self.certain }
    }
}

/// The work of one pass. A single read finds it; usually there is none.
#[derive(Debug, Default)]
struct Agenda {
    times: Times,
    /// Turns with overdue approvals, and prompts that need a reminder.
    overdue: Vec<TurnId>,
    due_reminders: Vec<i64>,
    due: Vec<Schedule>,
    /// Runs that may begin or retry.
    waiting: Vec<RunId>,
    /// Runs whose held results may be sent.
    held: Vec<Run>,
    /// Missed runs that have not been reported.
    untold: Vec<Run>,
}

async fn agenda(core: &Arc<Core>) -> Result<Agenda> {
    let (enabled, room, times) = (core.config.scheduler.enabled, start::room(core), Times::of(core));
    let Times { shown: now, certain } = times;
    core.db
        .read(async move |tx| {
            let approvals = Agenda {
                times,
                overdue: approval_rows::overdue_turns(tx, certain, PROMPTS).await?,
                due_reminders: approval_rows::due_reminders(tx, certain, PROMPTS).await?,
                ..Agenda::default()
            };
            if !enabled {
                return Ok(approvals);
            }
            Ok(Agenda {
                due: schedules::due(tx, certain, now, BATCH_SIZE).await?,
                waiting: runs::startable(tx, room, now, BATCH_SIZE).await?,
                held: runs::to_release(tx, now, BATCH_SIZE).await?,
                untold: runs::untold(tx, BATCH_SIZE).await?,
                ..approvals
            })
        })
        .await
}

/// Claims all of these schedules, or none if one fails.
async fn claim_batch(core: &Arc<Core>, due: &[Schedule], times: Times) -> Result<()> {
    let mut planned = Vec::with_capacity(due.len());
    for schedule in due {
        let now = times.of_schedule(schedule);
        let plan =
            catch_unwind(|| claim::plan(schedule, now)).map_err(|_| anyhow!("the cadence panicked"))?;
        planned.push((schedule.clone(), plan?, now));
    }
    let core_ = core.clone();
    core.db
        .write(Scope::Global, async move |tx| {
            for (schedule, plan, now) in &planned {
                let claim = claim::claim(tx, &core_, schedule, plan, *now);
                people::speaking_to(tx, &schedule.user_id, claim).await?;
            }
            Ok(())
        })
        .await
}

/// Claims one schedule, or pauses it if it cannot run, so that it does not hold up the others.
async fn claim_one_or_pause(core: &Arc<Core>, due: &Schedule, times: Times) -> Result<()> {
    let Some(error) = db::unless_storage_failed(claim_batch(core, std::slice::from_ref(due), times).await)?
    else {
        return Ok(());
    };
    let now = times.shown;
    let id = due.schedule_id.clone();
    tracing::error!(schedule = %id, error = format!("{error:#}"), "schedule cannot run; pausing it");
    let paused = core
        .db
        .write(Scope::Person(due.user_id.clone()), async move |tx| {
            schedules::pause(tx, &id, Some(texts::unreadable()), now).await
        })
        .await;
    if let Some(error) = db::unless_storage_failed(paused)? {
        let item = Item::new(Kind::Schedule, &due.schedule_id).of(&due.user_id);
        return set_aside::count_failure(core, item, &error).await.map(drop);
    }
    let (core_, id, paused) = (core.clone(), due.schedule_id.clone(), due.clone());
    if let Err(error) = core
        .db
        .write(Scope::Person(due.user_id.clone()), async move |tx| {
            notices::post_paused(tx, &core_, &paused, now).await
        })
        .await
    {
        tracing::error!(schedule = %id, error = format!("{error:#}"), "cannot post the pause notice");
    }
    Ok(())
}

/// Expires overdue approvals, and posts due reminders. An approval that cannot be handled does not hold up the others.
async fn expire_and_remind(core: &Arc<Core>, agenda: &Agenda) -> Result<()> {
    let now = agenda.times.certain;
    for turn in &agenda.overdue {
        let (channels, id) = (core.channels.clone(), turn.clone());
        let expired = core
            .db
            .write(Scope::Global, async move |tx| approvals::expire(tx, &channels, &id, now).await)
            .await;
        let Some(error) = db::unless_storage_failed(expired)? else { continue };
        if set_aside::count_failure(core, Item::new(Kind::Approval, turn), &error).await? {
            let id = turn.clone();
            let abandoned =
                core.db.write(Scope::Global, async move |tx| approvals::abandon(tx, &id, now).await).await;
            if let Some(error) = db::unless_storage_failed(abandoned)? {
                tracing::error!(%turn, error = format!("{error:#}"), "cannot end the turn of the approvals");
            }
        }
    }
    for prompt in agenda.due_reminders.iter().copied() {
        let core_ = core.clone();
        let reminded = core
            .db
            .write(Scope::Global, async move |tx| approvals::remind(tx, &core_, prompt, now).await)
            .await;
        let Some(error) = db::unless_storage_failed(reminded)? else { continue };
        tracing::error!(
            prompt,
            error = format!("{error:#}"),
            "cannot remind of a prompt; it expires without"
        );
        db::unless_storage_failed(
            core.db
                .write(Scope::Global, async move |tx| approval_rows::mark_reminded(tx, prompt).await)
                .await,
        )?;
    }
    Ok(())
}

/// Returns the time until the next due work, at most [`POLL_INTERVAL`].
async fn until_next(core: &Arc<Core>, began: Times) -> Duration {
    let enabled = core.config.scheduler.enabled;
    let next = core
        .db
        .read(async move |tx| {
            let approval = approval_rows::next_time(tx).await?.map(|at| at.since(began.certain));
            let [due, waiting] = match enabled {
                true => [
                    schedules::next_due(tx).await?.map(|at| at.since(began.certain)),
                    runs::next_time(tx, began.shown).await?.map(|at| at.since(began.shown)),
                ],
                false => [None; 2],
            };
            Ok([approval, due, waiting].into_iter().flatten().min())
        })
        .await;
    next.ok().flatten().map_or(POLL_INTERVAL, |left| left.clamp(Duration::from_millis(1), POLL_INTERVAL))
}
