//! Schedules. Every query that serves a person names one of their users.

use adjutant_domain::{
    cadence::{Cadence, HOOK},
    ids::{ScheduleId, SessionId, UserId},
    origin::Sources,
    outbox_key::OutboxKey,
    timestamp::Timestamp,
    wake::Wake,
    zones::Zone,
};
use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    runs,
};

mod due;
mod lookup;
mod returns;

pub use due::{advance, due, due_later, move_due_time, next_due};
pub use lookup::{Filter, OPEN, count_in_other_zones, count_open, exists, get, get_in, of_run, search};
pub use returns::{pause_until_return, waiting_for_return};

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Schedule {
    pub schedule_id: ScheduleId,
    pub user_id: UserId,
    /// The chat session in which it was made, and which receives its results.
    pub session_id: SessionId,
    pub name: String,
    pub goal: String,
    /// Whether the goal itself is delivered, without calling a model.
    pub reminder: bool,
    pub cadence_type: String,
    pub cadence_value: String,
    pub timezone: String,
    pub notification: Notification,
    pub status: Status,
    /// Counts the changes of the cadence.
    pub revision: i64,
    /// The first due time of an interval.
    pub anchor_at: Timestamp,
    pub next_run_at: Option<Timestamp>,
    pub missed: MisfirePolicy,
    /// The maximum age of a misfire that still runs, in seconds.
    pub grace_secs: i64,
    pub overlap: Overlap,
    /// Whether its results are delivered in quiet hours.
    pub urgent: bool,
    /// How many outputs of its last runs a new run receives.
    pub previous_outputs: i64,
    /// The name of the model for its runs; `None` for the usual model of runs.
    pub model: Option<String>,
    /// Failed runs in a row.
    pub failures: i64,
    /// The reason why the bot paused it; `None` if the person did.
    pub paused_why: Option<String>,
    /// The sources of the untrusted content that its goal may hold.
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// When its next held result is delivered, which was snoozed or waits for the end of quiet hours. Only set by the
    /// queries for a person's schedules.
    #[serde(default)]
    pub held_until: Option<Timestamp>,
}

impl Schedule {
    /// Returns an active schedule of a chat, created now, without a due time, a name or a goal.
    pub fn new(schedule_id: ScheduleId, user_id: UserId, session_id: SessionId, now: Timestamp) -> Self {
        Self {
            schedule_id,
            user_id,
            session_id,
            name: String::new(),
            goal: String::new(),
            reminder: false,
            cadence_type: String::new(),
            cadence_value: String::new(),
            timezone: String::new(),
            notification: Notification::default(),
            status: Status::Active,
            revision: 0,
            anchor_at: now,
            next_run_at: None,
            missed: MisfirePolicy::default(),
            grace_secs: GRACE_SECS,
            overlap: Overlap::default(),
            urgent: false,
            previous_outputs: 0,
            model: None,
            failures: 0,
            paused_why: None,
            untrusted: Sources::OWN,
            created_at: now,
            updated_at: now,
            held_until: None,
        }
    }

    /// Returns whether calls run it, and no cadence does.
    pub fn is_hook(&self) -> bool {
        self.cadence_type == HOOK
    }

    /// Returns the status as its person sees it: a schedule with a held message is not completed.
    pub fn shown_status(&self) -> Status {
        match self.status {
            Status::Completed if self.held_until.is_some() => Status::Active,
            status => status,
        }
    }

    /// Returns when the schedule's next message comes, if that is known: at its due time, or when a held message is
    /// delivered.
    pub fn next_at(&self) -> Option<Timestamp> {
        match self.status {
            Status::Active => self.next_run_at,
            Status::Completed => self.held_until,
            Status::Paused => None,
        }
    }

    /// Returns the cadence and the zone that it is in.
    ///
    /// # Errors
    /// The stored cadence or zone cannot be read.
    pub fn cadence(&self) -> Result<(Cadence, Zone)> {
        let zone: Zone = self.timezone.parse().ok().context("a schedule has an unknown time zone")?;
        let cadence = Cadence::from_stored(&self.cadence_type, &self.cadence_value, zone)
            .with_context(|| format!("{} cannot be read", self.schedule_id))?;
        Ok((cadence, zone))
    }

    /// Returns the due time of a one-time schedule that was set for the past, and waits for its person to decide about
    /// it.
    pub fn overdue(&self) -> Option<DateTime<Utc>> {
        let is_open = self.status == Status::Paused && self.next_run_at.is_none();
        match self.cadence() {
            Ok((Cadence::Once(once), _)) if is_open && once.at() <= self.anchor_at.to_utc() => {
                Some(once.at())
            }
            _ => None,
        }
    }

    /// Returns the outbox key of the question about it while it is overdue.
    pub fn overdue_question(&self) -> OutboxKey {
        let (user, schedule) = (self.user_id.clone(), self.schedule_id.clone());
        OutboxKey::Paused { user, schedule, at: self.anchor_at }
    }

    /// Resumes a paused schedule at its next due time from `now`. Skips the due times that it missed, and resets its
    /// failures. Returns false, and changes nothing, if there is no next due time. A hook needs none.
    ///
    /// # Errors
    /// The stored cadence or zone cannot be read.
    pub fn resume(&mut self, now: DateTime<Utc>) -> Result<bool> {
        let (cadence, zone) = self.cadence()?;
        let anchor = self.anchor_at.to_utc();
        let next = cadence.next_after(now, anchor, zone);
        if next.is_none() && !self.is_hook() {
            return Ok(false);
        }
        self.next_run_at = next.map(Timestamp::from);
        self.status = Status::Active;
        self.failures = 0;
        self.paused_why = None;
        self.updated_at = now.into();
        Ok(true)
    }
}

/// The misfire policy: what happens to due times that passed while the bot was away.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum MisfirePolicy {
    // None of them runs.
    Skip,
    // The last one runs, unless it is older than the grace.
    #[default]
    Once,
    // All that are not older than the grace run.
    All,
}

impl MisfirePolicy {
    /// Returns the value in the database and in tool results.
    pub fn text(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Once => "once",
            Self::All => "all",
        }
    }
}

/// The overlap policy: what a due time does while another run is unfinished.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Deserialize,
    serde::Serialize,
    schemars::JsonSchema,
)]
#[serde(rename_all = "snake_case")]
pub enum Overlap {
    // It does not run.
    #[default]
    Skip,
    // It runs after the other run.
    Queue,
    // It runs beside the other run.
    Parallel,
}

impl Overlap {
    /// Returns the value in the database and in tool results.
    pub fn text(self) -> &'static str {
        match self {
            Self::Skip => "skip",
            Self::Queue => "queue",
            Self::Parallel => "parallel",
        }
    }
}

/// The default grace, in seconds.
pub const GRACE_SECS: i64 = 3_600;
/// The shortest grace, in seconds: a due time that is handled within a minute is on time anyway.
pub const SHORTEST_GRACE_SECS: i64 = 60;
/// The longest grace, in seconds, which is a month: an older misfire is reported, but not run.
pub const LONGEST_GRACE_SECS: i64 = 31 * 86_400;

/// The notification policy: which results are delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Notification {
    // Plain comments here and below: documented variants would make the model's schema harder to read.
    // All results.
    #[default]
    Always,
    // Those that the run itself does not hold back.
    Conditional,
    // None; results are only kept in the history.
    Never,
}

impl Notification {
    /// Returns the value in the database and in tool results.
    pub fn text(self) -> &'static str {
        match self {
            Self::Always => "always",
            Self::Conditional => "conditional",
            Self::Never => "never",
        }
    }
}

/// The status of a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Status {
    Active,
    Paused,
    // It has no due time left.
    Completed,
}

impl Status {
    /// Returns the value in the database and in tool results.
    pub fn text(self) -> &'static str {
        match self {
            Self::Active => "active",
            Self::Paused => "paused",
            Self::Completed => "completed",
        }
    }
}

/// Stores a new or changed schedule.
pub async fn put(tx: &Tx, schedule: &Schedule) -> Result<()> {
    tx.execute(
        "INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value,
             timezone, notification, status, revision, anchor_at, next_run_at, created_at, updated_at, missed,
             grace_secs, overlap, urgent, previous_outputs, failures, paused_why, untrusted, model)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
             ?23, ?24, ?25)
         ON CONFLICT (schedule_id) DO UPDATE SET name = ?4, goal = ?5, reminder = ?6, cadence_type = ?7,
             cadence_value = ?8, timezone = ?9, notification = ?10, status = ?11, revision = ?12, anchor_at = ?13,
             next_run_at = ?14, updated_at = ?16, missed = ?17, grace_secs = ?18, overlap = ?19, urgent = ?20,
             previous_outputs = ?21, failures = ?22, paused_why = ?23, untrusted = ?24, model = ?25,
             waits_for_return = CASE WHEN ?11 = 'paused' THEN waits_for_return ELSE 0 END
         WHERE user_id = ?2",
        params![
            &schedule.schedule_id,
            &schedule.user_id,
            &schedule.session_id,
            schedule.name.as_str(),
            schedule.goal.as_str(),
            schedule.reminder,
            schedule.cadence_type.as_str(),
            schedule.cadence_value.as_str(),
            schedule.timezone.as_str(),
            schedule.notification.text(),
            schedule.status.text(),
            schedule.revision,
            schedule.anchor_at,
            schedule.next_run_at,
            schedule.created_at,
            schedule.updated_at,
            schedule.missed.text(),
            schedule.grace_secs,
            schedule.overlap.text(),
            schedule.urgent,
            schedule.previous_outputs,
            schedule.failures,
            schedule.paused_why.as_deref(),
            &schedule.untrusted,
            schedule.model.as_deref()
        ],
    )
    .await?;
    tx.wake(Wake::Schedules);
    Ok(())
}

/// Pauses a schedule. `why` is the reason why it cannot run; `None` if the person pauses it.
pub async fn pause(tx: &Tx, id: &ScheduleId, why: Option<&str>, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE schedules SET status = 'paused', paused_why = ?2, updated_at = ?3, waits_for_return = 0
         WHERE schedule_id = ?1",
        params![id, why, now],
    )
    .await
    .map(drop)
}

/// Counts a failed run. Returns the number of failures in a row.
pub async fn count_failure(tx: &Tx, id: &ScheduleId) -> Result<i64> {
    tx.execute("UPDATE schedules SET failures = failures + 1 WHERE schedule_id = ?1", params![id]).await?;
    let failures =
        tx.value("SELECT failures AS value FROM schedules WHERE schedule_id = ?1", params![id]).await?;
    Ok(failures.unwrap_or_default())
}

/// Resets the count of failures, after a run that did not fail.
pub async fn reset_failures(tx: &Tx, id: &ScheduleId) -> Result<()> {
    tx.execute("UPDATE schedules SET failures = 0 WHERE schedule_id = ?1", params![id]).await.map(drop)
}

/// Deletes one of a person's schedules; its runs stay, and its held results are not sent. Returns false if there is
/// none.
pub async fn delete(tx: &Tx, user: &UserId, id: &ScheduleId) -> Result<bool> {
    let changed = tx
        .execute(
            "DELETE FROM schedules
             WHERE schedule_id = ?1 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?2)",
            params![id, user],
        )
        .await?;
    if changed == 1 {
        runs::suppress_held(tx, id).await?;
        tx.execute("DELETE FROM hook_secrets WHERE schedule_id = ?1", params![id]).await?;
    }
    Ok(changed == 1)
}
