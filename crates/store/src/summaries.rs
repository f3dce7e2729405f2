//! Summaries, which replace the beginning of a conversation that outgrew the model's context. The transcript itself
//! stays.

use adjutant_domain::{
    ids::{SessionId, TurnId},
    origin::Sources,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::db::{Tx, params};

/// The summary of a conversation's beginning.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Summary {
    /// The summary covers turns with a smaller number, and the turn that the conversation continues.
    pub up_to: i64,
    /// How many of these turns have entries.
    pub turns: i64,
    pub text: String,
    /// The sources of the untrusted content that it may hold.
    pub untrusted: Sources,
    /// The turn whose answer reports it, and the segment; `None` until it is reported.
    pub turn_id: Option<TurnId>,
    pub segment: i64,
    /// The notes that were saved with the summary, to be reported as well.
    pub noted: Vec<String>,
}

/// Returns the summary of a conversation, if it has one.
pub async fn get(tx: &Tx, session: &SessionId) -> Result<Option<Summary>> {
    #[derive(Deserialize)]
    struct Row {
        up_to: i64,
        turns: i64,
        text: String,
        untrusted: Sources,
        turn_id: Option<TurnId>,
        segment: i64,
        noted: String,
    }
    let row: Option<Row> =
        tx.first("SELECT * FROM summaries WHERE session_id = ?1", params![session]).await?;
    let Some(Row { up_to, turns, text, untrusted, turn_id, segment, noted }) = row else { return Ok(None) };
    let noted = serde_json::from_str(&noted).with_context(|| format!("the summary of {session}"))?;
    Ok(Some(Summary { up_to, turns, text, untrusted, turn_id, segment, noted }))
}

/// Replaces the summary of a conversation.
pub async fn put(tx: &Tx, session: &SessionId, summary: &Summary, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO summaries (session_id, up_to, turns, text, untrusted, turn_id, segment, noted, created_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)
         ON CONFLICT (session_id) DO UPDATE SET up_to = excluded.up_to, turns = excluded.turns, text = excluded.text,
             untrusted = excluded.untrusted, turn_id = excluded.turn_id, segment = excluded.segment,
             noted = excluded.noted, created_at = excluded.created_at",
        params![
            session,
            summary.up_to,
            summary.turns,
            summary.text.as_str(),
            &summary.untrusted,
            summary.turn_id.as_ref().map(TurnId::as_str),
            summary.segment,
            serde_json::to_string(&summary.noted)?,
            now
        ],
    )
    .await
    .map(drop)
}

/// Records the segment of a turn's answer that reports the summary of a conversation.
pub async fn report(tx: &Tx, session: &SessionId, turn: &TurnId, segment: i64) -> Result<()> {
    tx.execute(
        "UPDATE summaries SET turn_id = ?2, segment = ?3 WHERE session_id = ?1 AND turn_id IS NULL",
        params![session, turn, segment],
    )
    .await
    .map(drop)
}

/// Deletes the summary of a conversation.
pub async fn forget(tx: &Tx, session: &SessionId) -> Result<()> {
    tx.execute("DELETE FROM summaries WHERE session_id = ?1", params![session]).await.map(drop)
}
