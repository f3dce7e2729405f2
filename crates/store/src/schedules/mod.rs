//! Schedules. Every query that serves a person names one of their users.

use adjutant_domain::{
    cadence::Cadence,
    ids::{RunId, ScheduleId, SessionId, UserId},
    origin::Sources,
    scope::Scope,
    timestamp::Timestamp,
    wake::Wake,
    zones::Zone,
};
use anyhow::{Context, Result};
use chrono::{DateTime, Utc};
use serde::Deserialize;

use crate::{
    db::{Tx, params, sql::position},
    runs,
};

mod due;
mod returns;

pub use due::{advance, due, move_due_time, next_due, recurring_after};
pub use returns::{pause_until_return, waiting_for_return};

/// A schedule.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Schedule {
    pub schedule_id: ScheduleId,
    pub user_id: UserId,
    /// The chat session that it was made in, which receives its results.
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
    /// How old a misfire may be to be made up for, in seconds.
    pub grace_secs: i64,
    pub overlap: Overlap,
    /// Whether its results are delivered in quiet hours.
    pub urgent: bool,
    /// How many of its last outputs a run receives.
    pub previous_outputs: i64,
    /// Failed runs in a row.
    pub failures: i64,
    /// Why the bot paused it; `None` if the person did.
    pub paused_why: Option<String>,
    /// The sources of the untrusted words that its goal may hold.
    pub untrusted: Sources,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
    /// When a result of it comes that was snoozed, or that quiet hours hold. Only set where a person's schedules are looked
    /// up.
    #[serde(default)]
    pub held_until: Option<Timestamp>,
}

impl Schedule {
    /// Returns an active schedule of a chat, made now, that is never due and does nothing yet.
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
            failures: 0,
            paused_why: None,
            untrusted: Sources::OWN,
            created_at: now,
            updated_at: now,
            held_until: None,
        }
    }

    /// Returns the status as its person sees it: a schedule whose last message is still to come is not over.
    pub fn shown_status(&self) -> Status {
        match self.status {
            Status::Completed if self.held_until.is_some() => Status::Active,
            status => status,
        }
    }

    /// Returns when its next message comes, if that is known: at its due time, or when a message was put off to.
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

    /// Returns the due time of a schedule that was set when that had passed already, and waits for its person to say what is
    /// to become of it.
    pub fn overdue(&self) -> Option<DateTime<Utc>> {
        let is_open = self.status == Status::Paused && self.next_run_at.is_none();
        match self.cadence() {
            Ok((Cadence::Once(due), _)) if is_open && due <= self.anchor_at.to_utc() => Some(due),
            _ => None,
        }
    }

    /// Resumes a paused schedule at the next due time from `now`: what it missed was meant to be missed, and earlier
    /// failures no longer count. Returns false, and changes nothing, if there is no such time.
    ///
    /// # Errors
    /// The stored cadence or zone cannot be read.
    pub fn resume(&mut self, now: DateTime<Utc>) -> Result<bool> {
        let (cadence, zone) = self.cadence()?;
        let anchor = self.anchor_at.to_utc();
        let Some(next) = cadence.next_after(now, anchor, zone) else { return Ok(false) };
        self.next_run_at = Some(next.into());
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
    // All run that are not older than the grace.
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
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Overlap {
    // It does not run.
    #[default]
    Skip,
    // It runs after the other.
    Queue,
    // It runs beside the other.
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
/// The longest grace, in seconds, which is a month: an older misfire is reported and not made up for.
pub const LONGEST_GRACE_SECS: i64 = 31 * 86_400;

/// The notification policy: which results are delivered.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, serde::Serialize, schemars::JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Notification {
    // Plain comments here and below: documented variants would make the model's schema harder to read.
    // Every one.
    #[default]
    Always,
    // Those that the run itself does not hold back.
    Conditional,
    // None; they are kept in the history.
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

/// Stores a schedule, new or changed.
pub async fn put(tx: &Tx, schedule: &Schedule) -> Result<()> {
    tx.execute(
        "INSERT INTO schedules (schedule_id, user_id, session_id, name, goal, reminder, cadence_type, cadence_value,
             timezone, notification, status, revision, anchor_at, next_run_at, created_at, updated_at, missed,
             grace_secs, overlap, urgent, previous_outputs, failures, paused_why, untrusted)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, ?13, ?14, ?15, ?16, ?17, ?18, ?19, ?20, ?21, ?22,
             ?23, ?24)
         ON CONFLICT (schedule_id) DO UPDATE SET name = ?4, goal = ?5, reminder = ?6, cadence_type = ?7,
             cadence_value = ?8, timezone = ?9, notification = ?10, status = ?11, revision = ?12, anchor_at = ?13,
             next_run_at = ?14, updated_at = ?16, missed = ?17, grace_secs = ?18, overlap = ?19, urgent = ?20,
             previous_outputs = ?21, failures = ?22, paused_why = ?23, untrusted = ?24,
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
            &schedule.untrusted
        ],
    )
    .await?;
    tx.wake(Wake::Schedules);
    Ok(())
}

/// The time of a schedule's next result that is held.
macro_rules! held_until {
    () => {
        "(SELECT min(r.deliver_at) FROM runs r
          WHERE r.schedule_id = schedules.schedule_id AND r.delivery = 'held')"
    };
}

/// The status of a schedule as its person sees it.
macro_rules! shown_status {
    () => {
        "CASE WHEN status = 'completed' AND EXISTS (SELECT 1 FROM runs r
                  WHERE r.schedule_id = schedules.schedule_id AND r.delivery = 'held')
              THEN 'active' ELSE status END"
    };
}

/// Returns one of a person's schedules.
pub async fn get(tx: &Tx, user: &UserId, id: &ScheduleId) -> Result<Option<Schedule>> {
    get_in(tx, user, id, &Scope::Everything).await
}

/// Returns one of a person's schedules, if it is visible in the scope: in a group, only those made in it.
pub async fn get_in(tx: &Tx, user: &UserId, id: &ScheduleId, scope: &Scope) -> Result<Option<Schedule>> {
    let (channel, chat) = scope.columns();
    tx.first(
        concat!(
            "SELECT *, ",
            held_until!(),
            " AS held_until FROM schedules
         WHERE schedule_id = ?1 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
             AND (?3 IS NULL OR EXISTS (SELECT 1 FROM sessions o WHERE o.session_id = schedules.session_id
                                       AND o.channel = ?3 AND o.chat = ?4))"
        ),
        params![id, user, channel, chat],
    )
    .await
}

/// Returns whether anybody has this schedule.
pub async fn exists(tx: &Tx, id: &ScheduleId) -> Result<bool> {
    let found: Option<i64> =
        tx.value("SELECT 1 AS value FROM schedules WHERE schedule_id = ?1", params![id]).await?;
    Ok(found.is_some())
}

/// Returns the schedule that a run belongs to, if it still exists.
pub async fn of_run(tx: &Tx, run: &RunId) -> Result<Option<Schedule>> {
    tx.first("SELECT s.* FROM schedules s JOIN runs r USING (schedule_id) WHERE r.run_id = ?1", params![run])
        .await
}

/// Pauses a schedule. `why` says what prevents it from running, unless the person pauses it.
pub async fn pause(tx: &Tx, id: &ScheduleId, why: Option<&str>, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE schedules SET status = 'paused', paused_why = ?2, updated_at = ?3, waits_for_return = 0
         WHERE schedule_id = ?1",
        params![id, why, now],
    )
    .await
    .map(drop)
}

/// Counts a failed run. Returns how many have failed in a row.
pub async fn count_failure(tx: &Tx, id: &ScheduleId) -> Result<i64> {
    tx.execute("UPDATE schedules SET failures = failures + 1 WHERE schedule_id = ?1", params![id]).await?;
    let failures =
        tx.value("SELECT failures AS value FROM schedules WHERE schedule_id = ?1", params![id]).await?;
    Ok(failures.unwrap_or_default())
}

/// Resets the count of failed runs, since a run did not fail.
pub async fn reset_failures(tx: &Tx, id: &ScheduleId) -> Result<()> {
    tx.execute("UPDATE schedules SET failures = 0 WHERE schedule_id = ?1", params![id]).await.map(drop)
}

/// Deletes one of a person's schedules; its runs stay, and what is held of them is not sent. Returns false if there is none.
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
    }
    Ok(changed == 1)
}

/// A filter for searches; `None` matches anything.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Part of the name, in any case.
    pub name: Option<String>,
    pub status: Option<String>,
    pub cadence_type: Option<String>,
    pub notification: Option<String>,
    /// In a group: those made in it.
    pub scope: Scope,
}

/// Returns a page of a person's schedules, the next due first, and how many there are in all.
pub async fn search(
    tx: &Tx,
    user: &UserId,
    filter: &Filter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Schedule>, i64)> {
    let Filter { name, status, cadence_type, notification, scope } = filter;
    let (channel, chat) = scope.columns();
    let (name, status) = (name.as_deref(), status.as_deref());
    let (cadence_type, notification) = (cadence_type.as_deref(), notification.as_deref());
    let found = tx
        .all(
            concat!(
                "SELECT *, ",
                held_until!(),
                " AS held_until FROM schedules
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
               AND (?2 IS NULL OR ",
                position!("lower(name)", "lower(?2)"),
                " > 0) AND (?3 IS NULL OR ",
                shown_status!(),
                " = ?3) AND (?4 IS NULL OR cadence_type = ?4)
               AND (?5 IS NULL OR notification = ?5)
               AND (?6 IS NULL OR EXISTS (SELECT 1 FROM sessions o WHERE o.session_id = schedules.session_id
                                           AND o.channel = ?6 AND o.chat = ?7))
             ORDER BY coalesce(next_run_at, held_until) IS NULL, coalesce(next_run_at, held_until), created_at
             LIMIT ?8 OFFSET ?9"
            ),
            params![user, name, status, cadence_type, notification, channel, chat, limit, offset],
        )
        .await?;
    let total = tx
        .value(
            concat!(
                "SELECT count(*) AS value FROM schedules
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
               AND (?2 IS NULL OR ",
                position!("lower(name)", "lower(?2)"),
                " > 0) AND (?3 IS NULL OR ",
                shown_status!(),
                " = ?3) AND (?4 IS NULL OR cadence_type = ?4)
               AND (?5 IS NULL OR notification = ?5)
               AND (?6 IS NULL OR EXISTS (SELECT 1 FROM sessions o WHERE o.session_id = schedules.session_id
                                           AND o.channel = ?6 AND o.chat = ?7))"
            ),
            params![user, name, status, cadence_type, notification, channel, chat],
        )
        .await?;
    Ok((found, total.unwrap_or_default()))
}

/// Returns how many of a person's schedules that may still run use another time zone. Intervals use none.
pub async fn count_in_other_zones(tx: &Tx, user: &UserId, zone: Zone) -> Result<i64> {
    let count = tx.value(
        "SELECT count(*) AS value FROM schedules
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
           AND status <> 'completed' AND cadence_type <> 'interval' AND timezone <> ?2",
        params![user, zone.name()],
    );
    Ok(count.await?.unwrap_or_default())
}

/// Returns how many schedules a person has that are not over.
pub async fn count_open(tx: &Tx, user: &UserId) -> Result<i64> {
    let count = tx
        .value(
            concat!(
                "SELECT count(*) AS value FROM schedules
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND ",
                shown_status!(),
                " <> 'completed'"
            ),
            params![user],
        )
        .await?;
    Ok(count.unwrap_or_default())
}
