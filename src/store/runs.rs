//! Runs of schedules: one for each due time; how it went and how its delivery went are recorded apart.

use anyhow::Result;
use libsql::params;
use serde::{Deserialize, Serialize};

use crate::{
    db::Tx,
    ids::{RunId, ScheduleId, UserId},
    memory::Scope,
};

/// A run.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Run {
    pub run_id: RunId,
    pub schedule_id: ScheduleId,
    pub user_id: UserId,
    pub revision: i64,
    /// When it was asked for, where it is not of the timetable.
    pub due_at: i64,
    pub cause: Cause,
    pub status: Status,
    /// Begun so far.
    pub attempts: i64,
    /// When the next attempt begins.
    pub resume_at: Option<i64>,
    pub delivery: Delivery,
    /// When what is held is sent.
    pub deliver_at: Option<i64>,
    /// Times it was sent: one more than it was put off.
    pub deliveries: i64,
    /// When the person said that it is done.
    pub done_at: Option<i64>,
    /// JSON of [`Notify`], where the run decided itself.
    notify: Option<String>,
    pub output: String,
    pub error: Option<String>,
    /// Of the model, in all attempts.
    pub steps: i64,
    pub input_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
    pub message_id: Option<String>,
    pub started_at: i64,
    pub finished_at: Option<i64>,
    /// Whose words it has read, if others'; only where a person's runs are asked for.
    #[serde(default)]
    pub untrusted: Option<String>,
}

/// Runs with whose words they have read.
macro_rules! select {
    ($rest:literal) => {
        concat!(
            "SELECT r.*, (SELECT c.untrusted FROM sessions s JOIN turns t USING (session_id)
                 JOIN tool_calls c USING (turn_id) WHERE s.run_id = r.run_id AND c.untrusted IS NOT NULL LIMIT 1)
                 AS untrusted
             FROM runs r ",
            $rest
        )
    };
}

impl Run {
    /// What the run itself decided about its delivery.
    pub fn notify(&self) -> Option<Notify> {
        serde_json::from_str(self.notify.as_deref()?).ok()
    }
}

/// Why there is a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Cause {
    /// Of the timetable.
    Due,
    /// Somebody asked for it.
    Asked,
}

/// How a run went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    /// For others to end.
    Queued,
    Running,
    /// For an approval.
    Waiting,
    /// For the time of its next attempt.
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

/// How the delivery of a run's result went.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// There is nothing to deliver yet.
    None,
    Pending,
    /// For its time: quiet hours, or the person put it off.
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

/// Stores the run of a due time. False if it has one.
pub async fn insert(
    tx: &Tx,
    run: &RunId,
    schedule: (&ScheduleId, &UserId, i64),
    due_at: i64,
    now: i64,
) -> Result<bool> {
    let (schedule, user, revision) = schedule;
    let changed = tx
        .execute(
            "INSERT INTO runs (run_id, schedule_id, user_id, revision, due_at, status, delivery, started_at)
             VALUES (?1, ?2, ?3, ?4, ?5, 'running', 'none', ?6)
             ON CONFLICT (schedule_id, revision, due_at) DO NOTHING",
            params![run, schedule, user, revision, due_at, now],
        )
        .await?;
    Ok(changed == 1)
}

/// A run.
pub async fn get(tx: &Tx, run: &RunId) -> Result<Option<Run>> {
    tx.first("SELECT * FROM runs WHERE run_id = ?1", params![run]).await
}

/// One of a person's runs, if it may be seen there: in a group, those of schedules that were made in it.
pub async fn get_own(tx: &Tx, user: &UserId, run: &RunId, scope: &Scope) -> Result<Option<Run>> {
    let (channel, chat) = scope.columns();
    tx.first(
        select!(
            "WHERE r.run_id = ?1 AND r.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND (?3 IS NULL OR EXISTS (SELECT 1 FROM schedules c JOIN sessions o USING (session_id)
                      WHERE c.schedule_id = r.schedule_id AND o.channel = ?3 AND o.chat = ?4))"
        ),
        params![run, user, channel, chat],
    )
    .await
}

/// The newest runs of one of a person's schedules, if it may be seen there, as above.
pub async fn of_schedule(
    tx: &Tx,
    user: &UserId,
    schedule: &ScheduleId,
    scope: &Scope,
    limit: i64,
) -> Result<Vec<Run>> {
    let (channel, chat) = scope.columns();
    tx.all(
        select!(
            "WHERE r.schedule_id = ?1 AND r.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND (?3 IS NULL OR EXISTS (SELECT 1 FROM schedules c JOIN sessions o USING (session_id)
                      WHERE c.schedule_id = r.schedule_id AND o.channel = ?3 AND o.chat = ?4))
             ORDER BY r.due_at DESC LIMIT ?5"
        ),
        params![schedule, user, channel, chat, limit],
    )
    .await
}

/// Adds what a run has cost so far, before it waits.
pub async fn add_cost(tx: &Tx, run: &RunId, cost_micros: i64) -> Result<()> {
    tx.execute("UPDATE runs SET cost_micros = cost_micros + ?2 WHERE run_id = ?1", params![run, cost_micros])
        .await
        .map(drop)
}

/// Records whether a run goes on or waits.
pub async fn set_status(tx: &Tx, run: &RunId, status: Status) -> Result<()> {
    tx.execute("UPDATE runs SET status = ?2 WHERE run_id = ?1", params![run, status.text()]).await.map(drop)
}

/// Records the run's own decision about its delivery.
pub async fn set_notify(tx: &Tx, run: &RunId, notify: &Notify) -> Result<()> {
    let notify = serde_json::to_string(notify)?;
    tx.execute("UPDATE runs SET notify = ?2 WHERE run_id = ?1", params![run, notify]).await.map(drop)
}

/// How a run ended.
pub struct End<'a> {
    pub status: Status,
    pub delivery: Delivery,
    pub output: &'a str,
    pub error: Option<&'a str>,
    pub cost_micros: i64,
}

/// Ends a run.
pub async fn finish(tx: &Tx, run: &RunId, end: End<'_>, now: i64) -> Result<()> {
    tx.execute(
        "UPDATE runs SET status = ?2, delivery = ?3, output = ?4, error = ?5, cost_micros = cost_micros + ?6,
             finished_at = ?7 WHERE run_id = ?1",
        params![run, end.status.text(), end.delivery.text(), end.output, end.error, end.cost_micros, now],
    )
    .await
    .map(drop)
}

/// Records that the result of a run arrived: all of it, in as many messages as it took. `source` is the outbox row's;
/// other sources are not runs.
pub async fn delivered(tx: &Tx, source: &str, message: &str) -> Result<()> {
    tx.execute(
        "UPDATE runs SET delivery = 'delivered', message_id = ?2
         WHERE run_id = ?1 AND delivery = 'pending'
           AND NOT EXISTS (SELECT 1 FROM outbox WHERE source = ?1 AND state <> 'done')",
        params![source, message],
    )
    .await
    .map(drop)
}
