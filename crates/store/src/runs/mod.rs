//! Runs of schedules: one for each due time. The outcome of a run and that of its delivery are recorded separately.

use std::time::Duration;

use adjutant_domain::{
    budget::Spent,
    counted::Counted,
    ids::{RunId, ScheduleId, UserId},
    origin::Sources,
    timestamp::Timestamp,
    wake::Wake,
};
use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::{
    db::{Tx, params},
    schedules::Schedule,
    sessions::Place,
    usage::Sums,
};

mod held;
mod lookup;
mod missed;
mod queue;

pub use held::{
    fail_delivery, give_up_delivery, hold, reevaluate_held, release, snoozed, suppress, suppress_held,
    take_back_snooze, to_release,
};
pub(crate) use lookup::run_sources;
pub use lookup::{
    Mark, delivered_by, get_own, last_results, marks, of_schedule, refused_by_groups, untrusted,
};
pub use missed::{count_between, mark_told, take_back_misfires, untold};
pub use queue::{
    Room, begin, has_other_active_run, is_blocked_by_overlap, is_room, next_time, retry, startable,
    unfinished, unfinished_of_session, unfinished_of_user,
};

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Run {
    pub run_id: RunId,
    pub schedule_id: ScheduleId,
    pub user_id: UserId,
    pub revision: i64,
    /// The due time; for a run on request, the time of the request.
    pub due_at: Timestamp,
    pub cause: Cause,
    pub status: Status,
    /// Misfires: due times up to this one that passed without a run.
    pub missed: i64,
    /// Attempts begun so far.
    pub attempts: i64,
    /// When the next attempt begins.
    pub resume_at: Option<Timestamp>,
    pub delivery: Delivery,
    /// When a held result is delivered.
    pub deliver_at: Option<Timestamp>,
    /// How many times the result was sent; each snooze adds one.
    pub deliveries: i64,
    /// When the person marked it as done.
    pub done_at: Option<Timestamp>,
    /// JSON of [`Notify`], if the run made its own decision.
    notify: Option<String>,
    /// The output; only its beginning in lists of runs and of earlier runs.
    pub output: String,
    pub error: Option<String>,
    /// The sum over all attempts, like the next five.
    steps: i64,
    millis: i64,
    input_tokens: i64,
    cached_tokens: i64,
    output_tokens: i64,
    cost_micros: i64,
    pub message_id: Option<String>,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    /// The sources of the untrusted content that it has read. Like the next field, only set by lookups of a person's
    /// runs.
    #[serde(default)]
    pub untrusted: Sources,
    /// The reason why it was not delivered, as long as that is stored.
    #[serde(default)]
    pub undelivered: Option<String>,
}

impl Run {
    /// Returns the spending of all attempts that have ended or wait.
    pub fn spent(&self) -> Spent {
        let Self { steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros, .. } = *self;
        Spent { steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros }
    }

    /// Returns the run's own decision about its delivery.
    pub fn notify(&self) -> Option<Notify> {
        serde_json::from_str(self.notify.as_deref()?).ok()
    }
}

/// The cause of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// The schedule came due.
    Due,
    /// Somebody asked for it.
    Asked,
}

impl Cause {
    fn text(self) -> &'static str {
        match self {
            Self::Due => "due",
            Self::Asked => "asked",
        }
    }
}

/// The status of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// Waits for other runs to end.
    Queued,
    Running,
    /// Waits for an approval.
    Waiting,
    /// Waits for the time of its next attempt.
    Retrying,
    Succeeded,
    Failed,
    Stopped,
    /// It never began.
    Skipped,
}

impl Status {
    fn text(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Retrying => "retrying",
            Self::Succeeded => "succeeded",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
            Self::Skipped => "skipped",
        }
    }
}

/// The status of the delivery of a run's result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// There is nothing to deliver yet.
    None,
    Pending,
    /// Waits for its time: the end of quiet hours, or until when the person put it off.
    Held,
    Delivered,
    /// Not wanted: by the schedule, or by the run's own decision.
    Suppressed,
    Failed,
}

impl Delivery {
    fn text(self) -> &'static str {
        match self {
            Self::None => "none",
            Self::Pending => "pending",
            Self::Held => "held",
            Self::Delivered => "delivered",
            Self::Suppressed => "suppressed",
            Self::Failed => "failed",
        }
    }
}

/// A run's own decision about its delivery.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Notify {
    pub send: bool,
    pub reason: String,
}

/// A new run.
#[derive(Clone, Copy, Debug)]
pub struct New<'a> {
    pub schedule_id: &'a ScheduleId,
    pub user_id: &'a UserId,
    pub revision: i64,
    pub due_at: Timestamp,
    pub cause: Cause,
    pub status: Status,
    /// Misfires: due times up to this one that passed without a run.
    pub missed: i64,
}

impl<'a> New<'a> {
    /// Returns a run made by the schedule's cadence. The caller sets `due_at`.
    pub fn of(schedule: &'a Schedule, status: Status) -> Self {
        let Schedule { schedule_id, user_id, revision, .. } = schedule;
        Self {
            schedule_id,
            user_id,
            revision: *revision,
            due_at: Timestamp::EPOCH,
            cause: Cause::Due,
            status,
            missed: 0,
        }
    }
}

/// Stores a run. Returns false if the schedule already has a run for this due time. A skipped run waits for a notice
/// that it was missed.
pub async fn insert(tx: &Tx, run: &RunId, new: New<'_>, now: Timestamp) -> Result<bool> {
    let New { schedule_id, user_id, revision, due_at, cause, status, missed } = new;
    let is_skipped = status == Status::Skipped;
    let delivery = if is_skipped { Delivery::Pending } else { Delivery::None };
    let changed = tx
        .execute(
            "INSERT INTO runs (run_id, schedule_id, user_id, revision, due_at, cause, status, missed, attempts,
                 delivery, started_at, finished_at, untrusted_goal)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, 0, ?9, ?10, ?11,
                 (SELECT untrusted FROM schedules WHERE schedule_id = ?2))
             ON CONFLICT (schedule_id, revision, due_at) DO NOTHING",
            params![
                run,
                schedule_id,
                user_id,
                revision,
                due_at,
                cause.text(),
                status.text(),
                missed,
                delivery.text(),
                now,
                is_skipped.then_some(now)
            ],
        )
        .await?;
    if is_skipped {
        tx.wake(Wake::Schedules);
    }
    Ok(changed == 1)
}

/// Returns whether a schedule's cadence has already made a run for this due time.
pub async fn has_cadence_run(tx: &Tx, schedule: &Schedule, due_at: Timestamp) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM runs
             WHERE schedule_id = ?1 AND revision = ?2 AND due_at = ?3 AND cause = 'due'",
            params![&schedule.schedule_id, schedule.revision, due_at],
        )
        .await?;
    Ok(found.is_some())
}

/// Returns a run.
pub async fn get(tx: &Tx, run: &RunId) -> Result<Option<Run>> {
    tx.first("SELECT * FROM runs WHERE run_id = ?1", params![run]).await
}

/// Returns the sources of the untrusted content that the goal of a run held when the run began.
pub async fn sources_of_goal(tx: &Tx, run: &RunId) -> Result<Sources> {
    let sources = tx.value("SELECT untrusted_goal AS value FROM runs WHERE run_id = ?1", params![run]);
    Ok(sources.await?.unwrap_or_default())
}

/// Adds sources of untrusted content to those of a run's goal.
pub async fn add_sources(tx: &Tx, run: &RunId, sources: &Sources) -> Result<()> {
    let all = sources_of_goal(tx, run).await?.and(sources);
    tx.execute("UPDATE runs SET untrusted_goal = ?2 WHERE run_id = ?1", params![run, &all]).await.map(drop)
}

/// Returns the first due time from `now` on that no run of the schedule uses.
pub async fn free_due_time(tx: &Tx, schedule: &ScheduleId, now: Timestamp) -> Result<Timestamp> {
    let last: Option<Timestamp> = tx
        .value(
            "SELECT due_at AS value FROM runs WHERE schedule_id = ?1 AND due_at >= ?2
             ORDER BY due_at DESC LIMIT 1",
            params![schedule, now],
        )
        .await?;
    Ok(last.map_or(now, |last| last + Duration::from_millis(1)))
}

/// Adds an attempt's spending so far, before the attempt waits; [`Spent::taken_back`] subtracts it when the attempt
/// continues.
pub async fn add_spent(tx: &Tx, run: &RunId, spent: Spent) -> Result<()> {
    let Spent { steps, millis, input_tokens, cached_tokens, output_tokens, cost_micros } = spent;
    tx.execute(
        "UPDATE runs SET steps = steps + ?2, millis = millis + ?3, input_tokens = input_tokens + ?4,
             output_tokens = output_tokens + ?5, cost_micros = cost_micros + ?6,
             cached_tokens = cached_tokens + ?7 WHERE run_id = ?1",
        params![run, steps, millis, input_tokens, output_tokens, cost_micros, cached_tokens],
    )
    .await
    .map(drop)
}

/// Sets the status of an unfinished run.
pub async fn set_status(tx: &Tx, run: &RunId, status: Status) -> Result<()> {
    tx.execute(
        "UPDATE runs SET status = ?2 WHERE run_id = ?1 AND finished_at IS NULL",
        params![run, status.text()],
    )
    .await
    .map(drop)
}

/// Records the run's own decision about its delivery.
pub async fn set_notify(tx: &Tx, run: &RunId, notify: &Notify) -> Result<()> {
    let notify = serde_json::to_string(notify)?;
    tx.execute("UPDATE runs SET notify = ?2 WHERE run_id = ?1", params![run, notify]).await.map(drop)
}

/// The outcome of a run.
#[derive(Clone, Copy, Debug)]
pub struct End<'a> {
    pub status: Status,
    pub delivery: Delivery,
    pub output: &'a str,
    pub error: Option<&'a str>,
    /// The spending of the last attempt.
    pub spent: Spent,
}

impl<'a> End<'a> {
    /// Returns an outcome without anything to deliver, for this reason.
    pub fn without_result(status: Status, why: &'a str) -> Self {
        let spent = Spent::default();
        Self { status, delivery: Delivery::Suppressed, output: "", error: Some(why), spent }
    }
}

/// Ends a run.
pub async fn finish(tx: &Tx, run: &RunId, end: End<'_>, now: Timestamp) -> Result<()> {
    add_spent(tx, run, end.spent).await?;
    tx.execute(
        "UPDATE runs SET status = ?2, delivery = ?3, output = ?4, error = ?5, resume_at = NULL, finished_at = ?6
         WHERE run_id = ?1",
        params![run, end.status.text(), end.delivery.text(), end.output, end.error, now],
    )
    .await?;
    tx.wake(Wake::Counted(Counted::Run(end.status.text())));
    // Other runs may wait for this one.
    tx.wake(Wake::Schedules);
    Ok(())
}

/// Returns whether a schedule has a run that failed for this reason since a time.
pub async fn failed_since(tx: &Tx, schedule: &ScheduleId, why: &str, since: Timestamp) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM runs
             WHERE schedule_id = ?1 AND status = 'failed' AND error = ?2 AND finished_at >= ?3 LIMIT 1",
            params![schedule, why, since],
        )
        .await?;
    Ok(found.is_some())
}

/// Returns the spending of a person's runs that began since a time; `turns` counts the runs.
pub async fn sums(tx: &Tx, user: &UserId, since: Timestamp) -> Result<Sums> {
    let sums = tx
        .first(
            "SELECT count(*) AS turns, coalesce(sum(steps), 0) AS steps, coalesce(sum(millis), 0) AS millis,
                 coalesce(sum(input_tokens), 0) AS input_tokens, coalesce(sum(output_tokens), 0) AS output_tokens,
                 coalesce(sum(cost_micros), 0) AS cost_micros,
                 coalesce(sum(cached_tokens), 0) AS cached_tokens
             FROM runs WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                 AND started_at >= ?2 AND steps > 0",
            params![user, since],
        )
        .await?;
    Ok(sums.unwrap_or_default())
}

/// Counts a send of a run's result. Returns the number of earlier ones.
pub async fn count_delivery(tx: &Tx, run: &RunId) -> Result<i64> {
    let before = tx
        .value("SELECT deliveries AS value FROM runs WHERE run_id = ?1", params![run])
        .await?
        .unwrap_or_default();
    tx.execute("UPDATE runs SET deliveries = deliveries + 1 WHERE run_id = ?1", params![run]).await?;
    Ok(before)
}

/// Records that the person marked a run as done.
pub async fn mark_done(tx: &Tx, run: &RunId, now: Timestamp) -> Result<()> {
    tx.execute("UPDATE runs SET done_at = ?2 WHERE run_id = ?1", params![run, now]).await.map(drop)
}

/// Returns the runs whose results are being delivered to a place.
pub async fn in_delivery_to(tx: &Tx, place: Place<'_>) -> Result<Vec<Run>> {
    tx.all(
        "SELECT * FROM runs WHERE delivery = 'pending' AND run_id IN (
             SELECT source FROM outbox
             WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown')
                 AND thread = coalesce(?3, thread))
         ORDER BY due_at",
        params![place.channel, place.chat, place.thread],
    )
    .await
}

/// Ends a run that has not begun.
pub async fn skip(tx: &Tx, run: &RunId, why: &str, now: Timestamp) -> Result<()> {
    finish(tx, run, End::without_result(Status::Skipped, why), now).await
}

/// Records that the result of a run has arrived with all of its messages.
pub async fn delivered(tx: &Tx, run: &RunId, message: &str) -> Result<()> {
    tx.execute(
        "UPDATE runs SET delivery = 'delivered', message_id = ?2
         WHERE run_id = ?1 AND delivery = 'pending'
           AND NOT EXISTS (SELECT 1 FROM outbox WHERE source = ?1 AND state <> 'done')",
        params![run, message],
    )
    .await
    .map(drop)
}
