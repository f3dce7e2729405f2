//! A run ends: it tries again later, or its result is on record and on its way, and its schedule knows how it went.

use std::time::Duration;

use anyhow::Result;

use super::deliver;
use crate::{
    core::Core,
    db::Tx,
    ids::RunId,
    outbox::Long,
    store::{
        runs::{self, Delivery, End, Run, Spent, Status},
        schedules::{self, Notification, Schedule},
    },
    texts::schedules as texts,
};

/// The pauses before the second and further attempts of a run that could not reach the model.
const PAUSES: [Duration; 4] =
    [Duration::from_secs(5), Duration::from_secs(30), Duration::from_mins(2), Duration::from_mins(10)];
/// Runs in a row that fail until the person is told whatever they want to be told of, and until the schedule is paused.
const TOLD_AFTER: i64 = 3;
const PAUSED_AFTER: i64 = 5;

/// How an attempt of a run ended.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ended<'a> {
    pub status: Status,
    /// What there is to say; of a failure, why.
    pub said: &'a str,
    /// The same, kept as a file where it is too long for messages.
    pub long: Option<&'a Long>,
    /// Another attempt may succeed, and repeats nothing that cannot be repeated.
    pub may_retry: bool,
    pub spent: Spent,
}

impl<'a> Ended<'a> {
    /// A plain reminder is always done.
    pub(super) fn of_reminder(goal: &'a str) -> Self {
        let spent = Spent::default();
        Self { status: Status::Succeeded, said: goal, long: None, may_retry: false, spent }
    }
}

/// Ends an attempt of a run, and with it the run, unless it is tried again.
pub(crate) async fn finish(tx: &Tx, core: &Core, run: &RunId, ended: Ended<'_>, now: i64) -> Result<()> {
    let Some(run) = runs::get(tx, run).await? else { return Ok(()) };
    let failed = ended.status == Status::Failed;
    let failed_before = run.attempts.max(1).unsigned_abs() as usize - 1;
    let pause = PAUSES.get(failed_before).filter(|_| failed && ended.may_retry);
    if let Some(pause) = pause {
        runs::add_spent(tx, &run.run_id, ended.spent).await?;
        return runs::retry(tx, &run.run_id, ended.said, now + pause.as_millis() as i64).await;
    }
    let mut schedule = schedules::get(tx, &run.user_id, &run.schedule_id).await?;
    let failures = match (&schedule, ended.status) {
        (Some(schedule), Status::Failed) => schedules::count_failure(tx, &schedule.schedule_id).await?,
        (Some(schedule), Status::Succeeded) if schedule.failures > 0 => {
            schedules::forget_failures(tx, &schedule.schedule_id).await?;
            0
        }
        _ => 0,
    };
    let said = in_a_row(ended.said, failures);
    let wanted = !said.is_empty() && is_wanted(&run, schedule.as_ref(), failed, failures);
    let end = End {
        status: ended.status,
        delivery: if wanted { Delivery::Pending } else { Delivery::Suppressed },
        // What is held is told from here.
        output: &said,
        error: failed.then_some(ended.said),
        spent: ended.spent,
    };
    runs::finish(tx, &run.run_id, end, now).await?;
    if failures >= PAUSED_AFTER
        && let Some(schedule) = &mut schedule
    {
        schedules::pause(tx, &schedule.schedule_id, Some(texts::failed_too_often()), now).await?;
        schedule.status = schedules::Status::Paused;
    }
    if wanted {
        deliver::deliver(tx, core, &run, schedule.as_ref(), (&said, ended.long), now).await
    } else {
        Ok(())
    }
}

/// Whether the person is to read how a run ended. A failure is news to anybody, as silence would look like success; but
/// who does not want every result does not want every further failure either.
fn is_wanted(run: &Run, schedule: Option<&Schedule>, failed: bool, failures: i64) -> bool {
    let notification = schedule.map_or(Notification::Always, |schedule| schedule.notification);
    let is_repeated = schedule.is_some_and(|schedule| schedule.cadence_type != "once");
    match notification {
        Notification::Always => true,
        _ if failed => !is_repeated || [1, TOLD_AFTER, PAUSED_AFTER].contains(&failures),
        Notification::Conditional => run.notify().is_none_or(|notify| notify.send),
        Notification::Never => false,
    }
}

/// What is said of a run, with what follows from it if it is not the first that failed.
fn in_a_row(said: &str, failures: i64) -> String {
    match failures {
        TOLD_AFTER => format!("{said}\n\n{}", texts::failed_again_and_again(TOLD_AFTER)),
        PAUSED_AFTER.. => format!("{said}\n\n{}", texts::paused(failures)),
        _ => said.to_owned(),
    }
}
