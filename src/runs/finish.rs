//! Ends a run: either it retries later, or its result is stored and delivered, and its schedule counts the outcome.

use std::time::Duration;

use adjutant_domain::{budget::Spent, ids::RunId, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    runs::{self, Cause, Delivery, End, Run, Status},
    schedules::{self, Notification, Schedule},
};
use adjutant_texts::{internal_error, reasons, runs as texts};
use anyhow::Result;
use chrono::NaiveTime;
use tracing::{
    Span,
    field::{Empty, display},
};

use super::deliver;
use crate::{
    core::Core,
    outbox::{Answer, AnswerFile},
};

/// Backoff before the second and later attempts of a run that could not reach the model.
const PAUSES: [Duration; 4] =
    [Duration::from_secs(5), Duration::from_secs(30), Duration::from_mins(2), Duration::from_mins(10)];
/// The number of successive failures after which the person is told whatever their notification setting.
const NOTIFY_AFTER_FAILURES: i64 = 3;
/// The number of successive failures after which the schedule is paused.
const PAUSE_AFTER_FAILURES: i64 = 5;

/// The end of an attempt of a run.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AttemptEnd<'a> {
    pub status: Status,
    /// The text to deliver: the result, or a description of the failure.
    pub said: &'a str,
    /// The reason of the failure for the record, as it is told to the person or in English.
    pub why: &'a str,
    /// The same result, if parts of it were kept as files.
    pub file: Option<&'a AnswerFile>,
    /// The cause of a failure.
    pub fault: FailureKind,
    /// The usage of the attempt.
    pub spent: Spent,
}

impl<'a> AttemptEnd<'a> {
    /// An attempt that an error of the bot ended, after it said this.
    pub(crate) fn internal_error(said: &'a str, spent: Spent) -> Self {
        Self {
            status: Status::Failed,
            said,
            why: internal_error(),
            file: None,
            fault: FailureKind::Permanent,
            spent,
        }
    }
}

/// The cause of a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum FailureKind {
    /// The run itself, or a fault that will not pass on its own.
    Permanent,
    /// A temporary fault: another attempt may succeed, and repeats nothing that must not be repeated.
    Transient,
    /// The run has used up its budget.
    RunBudget,
    /// The person's daily budget is used up; no schedule is paused for that.
    DailyBudget,
}

impl<'a> AttemptEnd<'a> {
    /// Returns the end of a plain reminder, which always succeeds.
    pub(crate) fn of_reminder(goal: &'a str) -> Self {
        let spent = Spent::default();
        Self {
            status: Status::Succeeded,
            said: goal,
            why: "",
            file: None,
            fault: FailureKind::Permanent,
            spent,
        }
    }
}

/// Ends an attempt of a run. This ends the run, unless it retries.
#[tracing::instrument(name = "run", skip_all, fields(%run, schedule = Empty))]
pub(crate) async fn finish(
    tx: &Tx,
    core: &Core,
    run: &RunId,
    ended: AttemptEnd<'_>,
    now: Timestamp,
) -> Result<()> {
    let Some(run) = runs::get(tx, run).await? else { return Ok(()) };
    Span::current().record("schedule", display(&run.schedule_id));
    let failed = ended.status == Status::Failed;
    let failed_before = run.attempts.max(1).unsigned_abs() as usize - 1;
    let pause = PAUSES.get(failed_before).filter(|_| failed && ended.fault == FailureKind::Transient);
    if let Some(pause) = pause {
        tracing::debug!(attempt = run.attempts, ?pause, "run failed; retrying");
        runs::add_spent(tx, &run.run_id, ended.spent).await?;
        return runs::retry(tx, &run.run_id, &reasons::in_english(ended.why), now + *pause).await;
    }
    let mut schedule = schedules::get(tx, &run.user_id, &run.schedule_id).await?;
    let failures = count_failures(tx, schedule.as_ref(), ended).await?;
    let said = with_consequence(ended.said, failures);
    let why = reasons::in_english(ended.why);
    let wanted = match ended.fault {
        FailureKind::RunBudget => true,
        FailureKind::DailyBudget => !was_notified_today(tx, core, &run, &why).await?,
        FailureKind::Permanent | FailureKind::Transient => {
            !said.is_empty() && wants_result(&run, schedule.as_ref(), failed, failures)
        }
    };
    let end = End {
        status: ended.status,
        delivery: if wanted { Delivery::Pending } else { Delivery::Suppressed },
        // A held result is sent from this text later.
        output: &said,
        error: match ended.status {
            Status::Failed => Some(&why),
            Status::Stopped => Some(texts::stopped()),
            _ => None,
        },
        spent: ended.spent,
    };
    tracing::debug!(status = ?ended.status, "finished run");
    runs::finish(tx, &run.run_id, end, now).await?;
    if failures >= PAUSE_AFTER_FAILURES
        && let Some(schedule) = &mut schedule
    {
        schedules::pause(tx, &schedule.schedule_id, Some(texts::failed_too_often()), now).await?;
        schedule.status = schedules::Status::Paused;
    }
    if wanted {
        let result = Answer { markdown: &said, file: ended.file, ..Answer::default() };
        deliver::deliver(tx, core, &run, schedule.as_ref(), result, now).await?;
    }
    Ok(())
}

/// Updates the number of successive failures of a schedule after a run, and returns it; 0 if the run did not fail, or
/// its failure does not count.
async fn count_failures(tx: &Tx, schedule: Option<&Schedule>, ended: AttemptEnd<'_>) -> Result<i64> {
    Ok(match (schedule, ended.status) {
        // Only active schedules can be paused.
        (Some(schedule), Status::Failed)
            if ended.fault != FailureKind::DailyBudget && schedule.status == schedules::Status::Active =>
        {
            schedules::count_failure(tx, &schedule.schedule_id).await?
        }
        (Some(schedule), Status::Succeeded) if schedule.failures > 0 => {
            schedules::reset_failures(tx, &schedule.schedule_id).await?;
            0
        }
        _ => 0,
    })
}

/// Returns whether the person was told today (UTC) that the schedule does not run for this reason.
async fn was_notified_today(tx: &Tx, core: &Core, run: &Run, why: &str) -> Result<bool> {
    let midnight = core.clock.now().date_naive().and_time(NaiveTime::MIN).and_utc();
    runs::failed_since(tx, &run.schedule_id, why, midnight.into()).await
}

/// Returns whether the person should read how a run ended. The first failure is always reported, since silence would
/// look like success. A person who does not want every result does not want every later failure either, unless they
/// asked for that run. `failures` counts successive failures; it is 0 if the schedule is not active. If the schedule
/// was deleted meanwhile, the run's own decision counts.
fn wants_result(run: &Run, schedule: Option<&Schedule>, failed: bool, failures: i64) -> bool {
    let has_decided = run.notify().is_some();
    let without = if has_decided { Notification::Conditional } else { Notification::Always };
    match schedule.map_or(without, |schedule| schedule.notification) {
        Notification::Always => true,
        _ if failed => {
            run.cause == Cause::Asked
                || [0, 1, NOTIFY_AFTER_FAILURES, PAUSE_AFTER_FAILURES].contains(&failures)
        }
        Notification::Conditional => run.notify().is_none_or(|notify| notify.send),
        Notification::Never => false,
    }
}

/// Returns the text to deliver for a run: the result, and the consequence of repeated failures.
fn with_consequence(said: &str, failures: i64) -> String {
    match failures {
        NOTIFY_AFTER_FAILURES => {
            format!("{said}\n\n{}", texts::repeated_failure_remark(NOTIFY_AFTER_FAILURES))
        }
        PAUSE_AFTER_FAILURES.. => format!("{said}\n\n{}", texts::paused(failures)),
        _ => said.to_owned(),
    }
}
