//! The scratchpad of a session.

use adjutant_domain::{ids::SessionId, origin::Sources, timestamp::Timestamp};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// The content of a scratchpad, and when it was written (`None` if never).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Scratchpad {
    pub items: Vec<String>,
    pub updated_at: Option<Timestamp>,
    /// The sources of the untrusted content that was present when it was written, and that it may hold.
    pub untrusted: Sources,
}

/// Reads a session's scratchpad.
pub async fn read(tx: &Tx, session: &SessionId) -> Result<Scratchpad> {
    #[derive(Deserialize)]
    struct Row {
        items: String,
        updated_at: Timestamp,
        untrusted: Sources,
    }
    let row: Option<Row> = tx
        .first("SELECT items, updated_at, untrusted FROM scratchpads WHERE session_id = ?1", params![session])
        .await?;
    let Some(row) = row else { return Ok(Scratchpad::default()) };
    let items = serde_json::from_str(&row.items).context("cannot parse the scratchpad")?;
    Ok(Scratchpad { items, updated_at: Some(row.updated_at), untrusted: row.untrusted })
}

/// Replaces a session's scratchpad.
pub async fn write(
    tx: &Tx,
    session: &SessionId,
    items: &[String],
    untrusted: &Sources,
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "INSERT INTO scratchpads (session_id, items, updated_at, untrusted) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (session_id) DO UPDATE SET items = ?2, updated_at = ?3, untrusted = ?4",
        params![session, serde_json::to_string(items)?, now, untrusted],
    )
    .await
    .map(drop)
}

/// Empties a session's scratchpad. Returns false if it was empty.
pub async fn clear(tx: &Tx, session: &SessionId) -> Result<bool> {
    let changed = tx.execute("DELETE FROM scratchpads WHERE session_id = ?1", params![session]).await?;
    Ok(changed == 1)
}
