//! Held results of runs.

use adjutant_domain::{
    ids::{RunId, ScheduleId, UserId},
    timestamp::Timestamp,
    wake::Wake,
};
use anyhow::Result;

use super::Run;
use crate::db::{Tx, params, sql::indexed};

/// Holds the result of a run until a time, even if it was sent before.
pub async fn hold(tx: &Tx, run: &RunId, until: Timestamp) -> Result<()> {
    tx.execute("UPDATE runs SET delivery = 'held', deliver_at = ?2 WHERE run_id = ?1", params![run, until])
        .await?;
    tx.wake(Wake::Schedules);
    Ok(())
}

/// Returns up to `limit` results to release now, of people who are served now, in order of the holding times.
pub async fn to_release(tx: &Tx, now: Timestamp, limit: i64) -> Result<Vec<Run>> {
    tx.all(
        "SELECT * FROM runs WHERE delivery = 'held' AND deliver_at <= ?1
             AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = runs.user_id) ORDER BY deliver_at, due_at, run_id LIMIT ?2",
        params![now, limit],
    )
    .await
}

/// Releases a held result. Returns false if it is not held, is held for longer, or its person is not served now.
pub async fn release(tx: &Tx, run: &RunId, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE runs SET delivery = 'pending', deliver_at = NULL
             WHERE run_id = ?1 AND delivery = 'held' AND deliver_at <= ?2
                 AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = runs.user_id)",
            params![run, now],
        )
        .await?;
    // A skipped run needs a notice, which another part of the scheduler sends.
    tx.wake(Wake::Schedules);
    Ok(changed == 1)
}

/// Cancels the repetition of a snoozed result. Returns false if it is not snoozed.
pub async fn take_back_snooze(tx: &Tx, run: &RunId) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE runs SET delivery = CASE WHEN message_id IS NULL THEN 'pending' ELSE 'delivered' END,
                 deliver_at = NULL
             WHERE run_id = ?1 AND delivery = 'held' AND deliveries > 0",
            params![run],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns the runs of a schedule with snoozed results, which were sent before and will be sent again.
pub async fn snoozed(tx: &Tx, schedule: &ScheduleId) -> Result<Vec<Run>> {
    tx.all(
        "SELECT * FROM runs WHERE schedule_id = ?1 AND delivery = 'held' AND deliveries > 0 ORDER BY due_at",
        params![schedule],
    )
    .await
}

/// Records that the held results of a schedule are not to be sent.
pub async fn suppress_held(tx: &Tx, schedule: &ScheduleId) -> Result<()> {
    tx.execute(
        "UPDATE runs SET delivery = 'suppressed', deliver_at = NULL WHERE schedule_id = ?1 AND delivery = 'held'",
        params![schedule],
    )
    .await
    .map(drop)
}

/// Records that a result is not to be delivered.
pub async fn suppress(tx: &Tx, run: &RunId) -> Result<()> {
    tx.execute("UPDATE runs SET delivery = 'suppressed', deliver_at = NULL WHERE run_id = ?1", params![run])
        .await
        .map(drop)
}

/// Records that a held result cannot be delivered.
pub async fn fail_delivery(tx: &Tx, run: &RunId) -> Result<()> {
    tx.execute(
        "UPDATE runs SET delivery = 'failed', deliver_at = NULL WHERE run_id = ?1 AND delivery = 'held'",
        params![run],
    )
    .await
    .map(drop)
}

/// Records that a result is not sent, because too many messages wait in its chat.
pub async fn give_up_delivery(tx: &Tx, run: &RunId) -> Result<()> {
    tx.execute("UPDATE runs SET delivery = 'failed', deliver_at = NULL WHERE run_id = ?1", params![run])
        .await
        .map(drop)
}

/// Makes the scheduler check a person's results held by quiet hours again, since the quiet hours have changed. Returns
/// their number. Results that the person snoozed stay held.
pub async fn reevaluate_held(tx: &Tx, user: &UserId, now: Timestamp) -> Result<i64> {
    let changed = tx
        .execute(
            concat!(
                "UPDATE ",
                indexed!("runs", "runs_held"),
                " SET deliver_at = ?2
             WHERE delivery = 'held' AND deliveries = 0
               AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)"
            ),
            params![user, now],
        )
        .await?;
    tx.wake(Wake::Schedules);
    Ok(changed as i64)
}
