//! Queries for one schedule by its id, and for a person's schedules by their properties.

use adjutant_domain::{
    ids::{RunId, ScheduleId, UserId},
    scope::Scope,
    zones::Zone,
};
use anyhow::Result;

use super::Schedule;
use crate::db::{Tx, params, sql::position};

/// The time at which the schedule's next held result is delivered.
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

/// The condition for a [`Filter`] and a person; the parameters are user, name, status, cadence type, notification,
/// channel, chat and words.
macro_rules! filtered {
    () => {
        concat!(
            "WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND (?2 IS NULL OR ",
            position!("lower(name)", "lower(?2)"),
            " > 0) AND (?3 IS NULL OR ",
            shown_status!(),
            " = ?3 OR ?3 = 'open' AND ",
            shown_status!(),
            " <> 'completed') AND (?4 IS NULL OR cadence_type = ?4) AND (?5 IS NULL OR notification = ?5)
               AND (?6 IS NULL OR EXISTS (SELECT 1 FROM sessions o WHERE o.session_id = schedules.session_id
                                           AND o.channel = ?6 AND o.chat = ?7))
               AND (?8 IS NULL OR ",
            position!("lower(name || char(10) || goal)", "lower(?8)"),
            " > 0)"
        )
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

/// Returns whether a schedule with this id exists, of any user.
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

/// The value of [`Filter::status`] for the schedules that are active or paused.
pub const OPEN: &str = "open";

/// A filter for searches; `None` matches anything.
#[derive(Clone, Debug, Default)]
pub struct Filter {
    /// Part of the name, in any case.
    pub name: Option<String>,
    /// The status as its person sees it, or [`OPEN`].
    pub status: Option<String>,
    pub cadence_type: Option<String>,
    pub notification: Option<String>,
    /// In a group: those made in it.
    pub scope: Scope,
    /// Part of the name or of the goal, in any case.
    pub words: Option<String>,
}

/// Returns a page of a person's schedules, and how many there are in all: the next due first; those that are over come
/// last, and the latest first.
pub async fn search(
    tx: &Tx,
    user: &UserId,
    filter: &Filter,
    limit: i64,
    offset: i64,
) -> Result<(Vec<Schedule>, i64)> {
    let Filter { name, status, cadence_type, notification, scope, words } = filter;
    let (channel, chat) = scope.columns();
    let (name, status, words) = (name.as_deref(), status.as_deref(), words.as_deref());
    let (cadence_type, notification) = (cadence_type.as_deref(), notification.as_deref());
    let found = tx
        .all(
            concat!(
                "SELECT *, ",
                held_until!(),
                " AS held_until FROM schedules ",
                filtered!(),
                " ORDER BY coalesce(next_run_at, held_until) IS NULL, coalesce(next_run_at, held_until),
                 status = 'completed', CASE status WHEN 'completed' THEN -updated_at ELSE created_at END
             LIMIT ?9 OFFSET ?10"
            ),
            params![user, name, status, cadence_type, notification, channel, chat, words, limit, offset],
        )
        .await?;
    let total = tx
        .value(
            concat!("SELECT count(*) AS value FROM schedules ", filtered!()),
            params![user, name, status, cadence_type, notification, channel, chat, words],
        )
        .await?;
    Ok((found, total.unwrap_or_default()))
}

/// Returns how many of a person's schedules that may still run use another time zone. Intervals and hooks use none.
pub async fn count_in_other_zones(tx: &Tx, user: &UserId, zone: Zone) -> Result<i64> {
    let count = tx.value(
        "SELECT count(*) AS value FROM schedules
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
           AND status <> 'completed' AND cadence_type NOT IN ('interval', 'hook') AND timezone <> ?2",
        params![user, zone.name()],
    );
    Ok(count.await?.unwrap_or_default())
}

/// Returns how many of a person's schedules are not completed, as the person sees them.
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
