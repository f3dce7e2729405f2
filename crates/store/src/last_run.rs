//! The time at which a process last ran, by a clock that seemed right.

use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;

use crate::db::{Tx, params};

/// Returns when a process last ran; `None` in a new database.
pub async fn get(tx: &Tx) -> Result<Option<Timestamp>> {
    tx.value("SELECT at AS value FROM last_run", ()).await
}

/// Returns the release of the time zone data with which due times were last computed; `None` if that was before
/// releases were recorded.
pub async fn zone_data(tx: &Tx) -> Result<Option<String>> {
    Ok(tx.value::<Option<String>>("SELECT zone_data AS value FROM last_run", ()).await?.flatten())
}

/// Records the release of the time zone data with which due times are computed.
pub async fn set_zone_data(tx: &Tx, release: &str) -> Result<()> {
    tx.execute("UPDATE last_run SET zone_data = ?1", params![release]).await.map(drop)
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
