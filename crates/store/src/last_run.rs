//! When a process last ran, by a clock that it had reason to believe.

use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;

use crate::db::{Tx, params};

/// Returns when a process last ran; `None` in a new database.
pub async fn get(tx: &Tx) -> Result<Option<Timestamp>> {
    tx.value("SELECT at AS value FROM last_run", ()).await
}

/// Records that a process runs.
pub async fn set(tx: &Tx, at: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO last_run (one, at) VALUES (1, ?1) ON CONFLICT (one) DO UPDATE SET at = ?1",
        params![at],
    )
    .await
    .map(drop)
}
