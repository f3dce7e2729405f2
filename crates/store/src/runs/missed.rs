//! Runs that stand for misfires: due times that passed without a run.

use adjutant_domain::{
    ids::{RunId, ScheduleId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::Run;
use crate::{
    db::{Tx, params},
    schedules::Schedule,
};

/// Returns up to `limit` skipped runs without a notice yet, of people who are served now.
pub async fn untold(tx: &Tx, limit: i64) -> Result<Vec<Run>> {
    tx.all(
        "SELECT * FROM runs WHERE status = 'skipped' AND delivery = 'pending'
             AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = runs.user_id) ORDER BY due_at LIMIT ?1
         -- sort: what a pass finds is told of within seconds",
        [limit],
    )
    .await
}

/// Records the notice of a skipped run. Returns false if it was recorded before.
pub async fn mark_told(tx: &Tx, run: &RunId) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE runs SET delivery = 'delivered'
             WHERE run_id = ?1 AND status = 'skipped' AND delivery = 'pending'",
            params![run],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns how many due times from `first` to `last` have a run of the schedule's cadence.
pub async fn count_between(tx: &Tx, schedule: &Schedule, first: Timestamp, last: Timestamp) -> Result<i64> {
    let found: Option<i64> = tx
        .value(
            "SELECT count(*) AS value FROM runs
             WHERE schedule_id = ?1 AND revision = ?2 AND due_at BETWEEN ?3 AND ?4 AND cause = 'due'",
            params![&schedule.schedule_id, schedule.revision, first, last],
        )
        .await?;
    Ok(found.unwrap_or_default())
}

/// Deletes the misfires of due times after `now`, which a clock that was ahead passed over. A schedule that such a
/// misfire completed is due at that time again. Returns the number of misfires.
pub async fn take_back_misfires(tx: &Tx, now: Timestamp) -> Result<usize> {
    #[derive(Deserialize)]
    struct Misfire {
        schedule_id: ScheduleId,
        revision: i64,
        due_at: Timestamp,
    }
    let misfires: Vec<Misfire> = tx
        .all(
            "DELETE FROM runs WHERE finished_at > ?1 AND due_at > ?1 AND status = 'skipped' AND missed > 0
             RETURNING schedule_id, revision, due_at
             -- scan: only runs that ended after now, by a clock that was ahead",
            [now],
        )
        .await?;
    for Misfire { schedule_id, revision, due_at } in &misfires {
        tx.execute(
            "UPDATE schedules SET status = 'active', next_run_at = ?3, updated_at = ?4
             WHERE schedule_id = ?1 AND revision = ?2 AND status = 'completed'",
            params![schedule_id, *revision, *due_at, now],
        )
        .await?;
    }
    Ok(misfires.len())
}
