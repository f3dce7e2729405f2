//! Receive cursors: how far each channel has received, in its own terms.

use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;

use crate::db::{Tx, params};

/// Returns the receive cursor of a channel.
pub async fn get(tx: &Tx, channel: &str) -> Result<Option<String>> {
    tx.value("SELECT mark AS value FROM channel_marks WHERE channel = ?1", [channel]).await
}

/// Moves the receive cursor of a channel.
pub async fn set(tx: &Tx, channel: &str, mark: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO channel_marks (channel, mark, updated_at) VALUES (?1, ?2, ?3)
         ON CONFLICT (channel) DO UPDATE SET mark = ?2, updated_at = ?3",
        params![channel, mark, now],
    )
    .await
    .map(drop)
}
