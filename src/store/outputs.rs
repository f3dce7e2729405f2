//! Results of calls, whole, for as long as they are kept.

use anyhow::Result;
use libsql::params;
use serde::Deserialize;

use crate::{
    db::Tx,
    ids::{CallId, SessionId},
};

/// The whole result of a call.
#[derive(Debug, Deserialize)]
pub struct Output {
    pub tool: String,
    pub output: String,
    /// Whose words it holds, if others'.
    pub untrusted: Option<String>,
}

/// Keeps the whole result of a call.
pub async fn keep(tx: &Tx, session: &SessionId, call: &CallId, output: &str, expires_at: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO tool_outputs (call_id, session_id, output, expires_at) VALUES (?1, ?2, ?3, ?4)
         ON CONFLICT (call_id) DO UPDATE SET output = ?3, expires_at = ?4",
        params![call, session, output, expires_at],
    )
    .await
    .map(drop)
}

/// The whole result of a call of this session; `None` once it is no longer kept.
pub async fn get(tx: &Tx, session: &SessionId, call: &CallId, now: i64) -> Result<Option<Output>> {
    tx.first(
        "SELECT c.tool, o.output, c.untrusted FROM tool_outputs o JOIN tool_calls c USING (call_id)
         WHERE o.call_id = ?1 AND o.session_id = ?2 AND o.expires_at > ?3",
        params![call, session, now],
    )
    .await
}

/// Forgets what has been kept long enough.
pub async fn expire(tx: &Tx, now: i64) -> Result<()> {
    tx.execute("DELETE FROM tool_outputs WHERE expires_at <= ?1", [now]).await.map(drop)
}
