//! Results that are not sent yet.

use adjutant_domain::{
    ids::{RunId, UserId},
    wake::Wake,
};
use anyhow::Result;

use super::Run;
use crate::db::{Tx, params};

/// Puts the delivery of a run off, whether it was sent before or not.
pub async fn hold(tx: &Tx, run: &RunId, until: i64) -> Result<()> {
    tx.execute("UPDATE runs SET delivery = 'held', deliver_at = ?2 WHERE run_id = ?1", params![run, until])
        .await?;
    tx.wake(Wake::Schedules);
    Ok(())
}

/// What is held no longer, in order of the due times; at most `limit`.
pub async fn to_release(tx: &Tx, now: i64, limit: i64) -> Result<Vec<Run>> {
    tx.all(
        "SELECT * FROM runs WHERE delivery = 'held' AND deliver_at <= ?1 ORDER BY due_at, run_id LIMIT ?2",
        params![now, limit],
    )
    .await
}

/// Ends that a run is held. False if it is not, or until later.
pub async fn release(tx: &Tx, run: &RunId, now: i64) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE runs SET delivery = 'pending', deliver_at = NULL
             WHERE run_id = ?1 AND delivery = 'held' AND deliver_at <= ?2",
            params![run, now],
        )
        .await?;
    // Of what was missed another one tells.
    tx.wake(Wake::Schedules);
    Ok(changed == 1)
}

/// Records that a result which was to be delivered is not wanted any more.
pub async fn suppress(tx: &Tx, run: &RunId) -> Result<()> {
    tx.execute("UPDATE runs SET delivery = 'suppressed', deliver_at = NULL WHERE run_id = ?1", params![run])
        .await
        .map(drop)
}

/// Records that a result which was held cannot be delivered.
pub async fn lose(tx: &Tx, run: &RunId) -> Result<()> {
    tx.execute(
        "UPDATE runs SET delivery = 'failed', deliver_at = NULL WHERE run_id = ?1 AND delivery = 'held'",
        params![run],
    )
    .await
    .map(drop)
}

/// Has the scheduler look again at what a person's quiet hours hold: they have changed. Gives how many those are. What
/// the person put off stays so.
pub async fn reconsider_held(tx: &Tx, user: &UserId, now: i64) -> Result<i64> {
    let changed = tx
        .execute(
            "UPDATE runs INDEXED BY runs_held SET deliver_at = ?2
             WHERE delivery = 'held' AND deliveries = 0
               AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
            params![user, now],
        )
        .await?;
    tx.wake(Wake::Schedules);
    Ok(changed as i64)
}
