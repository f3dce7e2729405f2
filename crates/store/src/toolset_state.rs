//! Toolset state: the data that toolsets store with a session.

use std::collections::BTreeMap;

use adjutant_domain::{ids::SessionId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// The name, which no toolset has, for the recent topics of the conversation (`agent/entities/`).
pub const SEEN: &str = "seen";

/// The name, which no toolset has, for the [open toolsets](crate::open_toolsets).
pub const OPEN: &str = "open";

/// The name, which no toolset has, for the conversation's [plan](crate::plans).
pub const PLAN: &str = "plan";

/// The name, which no toolset can have, for the person's [chosen model](crate::chosen_model).
pub const MODEL: &str = "chosen_model";

/// The name, which no toolset can have, for how to treat messages that come during a turn
/// ([`while_busy`](crate::while_busy)).
pub const WHILE_BUSY: &str = "while_busy";

/// The name, which no toolset can have, for whether the person sees the model's [reasoning](crate::reasoning).
pub const REASONING: &str = "shown_reasoning";

/// The name, which no toolset can have, for the form of [wide tables](crate::table_form).
pub const TABLE_FORM: &str = "table_form";

/// The name of the toolset that stores which skills are active.
pub const SKILLS: &str = "skills";

/// Returns all state of a session: JSON, by toolset.
pub async fn of(tx: &Tx, session: &SessionId) -> Result<BTreeMap<String, String>> {
    #[derive(Deserialize)]
    struct Row {
        toolset: String,
        state: String,
    }
    let rows: Vec<Row> =
        tx.all("SELECT toolset, state FROM toolset_state WHERE session_id = ?1", params![session]).await?;
    Ok(rows.into_iter().map(|row| (row.toolset, row.state)).collect())
}

/// Replaces the state of a toolset.
pub async fn put(tx: &Tx, session: &SessionId, toolset: &str, state: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO toolset_state (session_id, toolset, state, updated_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (session_id, toolset) DO UPDATE SET state = ?3, updated_at = ?4",
        params![session, toolset, state, now],
    )
    .await
    .map(drop)
}

/// Returns the state under one name.
pub async fn get(tx: &Tx, session: &SessionId, toolset: &str) -> Result<Option<String>> {
    tx.value(
        "SELECT state AS value FROM toolset_state WHERE session_id = ?1 AND toolset = ?2",
        params![session, toolset],
    )
    .await
}

/// Deletes the state under one name.
pub async fn forget(tx: &Tx, session: &SessionId, toolset: &str) -> Result<()> {
    tx.execute("DELETE FROM toolset_state WHERE session_id = ?1 AND toolset = ?2", params![session, toolset])
        .await
        .map(drop)
}
