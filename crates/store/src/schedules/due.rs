//! Due times: which schedules are due, and what is due next.

use adjutant_domain::{ids::ScheduleId, timestamp::Timestamp};
use anyhow::Result;

use super::Schedule;
use crate::db::{Tx, params};

/// The condition that a schedule was not set aside.
macro_rules! not_set_aside {
    () => {
        "NOT EXISTS (SELECT 1 FROM set_aside x
                     WHERE x.kind = 'schedule' AND x.item = schedules.schedule_id AND x.attempts >= 3)"
    };
}

/// Returns up to `limit` due schedules of people who are served now, the longest overdue first: those due by the time
/// `certain`, and those due by the time `shown` that were made or changed after `certain`.
pub async fn due(tx: &Tx, certain: Timestamp, shown: Timestamp, limit: i64) -> Result<Vec<Schedule>> {
    tx.all(
        concat!(
            "SELECT * FROM schedules WHERE status = 'active' AND next_run_at <= ?2
                 AND (next_run_at <= ?1 OR updated_at > ?1)
                 AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = schedules.user_id) AND ",
            not_set_aside!(),
            " ORDER BY next_run_at LIMIT ?3"
        ),
        params![certain, shown, limit],
    )
    .await
}

/// Returns when the next schedule is due, of people who are served now.
pub async fn next_due(tx: &Tx) -> Result<Option<Timestamp>> {
    tx.value(
        concat!(
            "SELECT next_run_at AS value FROM schedules
             WHERE status = 'active' AND next_run_at IS NOT NULL
                 AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = schedules.user_id) AND ",
            not_set_aside!(),
            " ORDER BY next_run_at LIMIT 1"
        ),
        (),
    )
    .await
}

/// Returns up to `limit` active schedules after `after` whose next due time is later than `now`, in order of their ids.
pub async fn due_later(
    tx: &Tx,
    now: Timestamp,
    after: Option<&ScheduleId>,
    limit: i64,
) -> Result<Vec<Schedule>> {
    tx.all(
        "SELECT * FROM schedules
         WHERE status = 'active' AND next_run_at > ?1 AND schedule_id > ?2 ORDER BY schedule_id LIMIT ?3",
        params![now, after.map_or("", |after| after.as_str()), limit],
    )
    .await
}

/// Moves a schedule's next due time, and the anchor of an interval if that is later. `value` is its cadence value by
/// the time zone rules that move it. Returns false if the schedule was changed meanwhile.
pub async fn move_due_time(
    tx: &Tx,
    schedule: &Schedule,
    (next, value): (Timestamp, &str),
    now: Timestamp,
) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE schedules SET next_run_at = ?4, cadence_value = ?6, updated_at = ?5,
                 anchor_at = CASE WHEN anchor_at > ?4 THEN ?4 ELSE anchor_at END
             WHERE schedule_id = ?1 AND revision = ?2 AND next_run_at = ?3 AND status = 'active'",
            params![&schedule.schedule_id, schedule.revision, schedule.next_run_at, next, now, value],
        )
        .await?;
    Ok(changed == 1)
}

/// Moves a schedule from its due time to the next; `None` completes it. Returns false if it was changed meanwhile.
pub async fn advance(tx: &Tx, schedule: &Schedule, next: Option<Timestamp>, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE schedules SET next_run_at = ?4, updated_at = ?5,
                 status = CASE WHEN ?4 IS NULL THEN 'completed' ELSE status END
             WHERE schedule_id = ?1 AND revision = ?2 AND next_run_at = ?3 AND status = 'active'",
            params![&schedule.schedule_id, schedule.revision, schedule.next_run_at, next, now],
        )
        .await?;
    Ok(changed == 1)
}
