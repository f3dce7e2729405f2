//! The earlier turns of a conversation that the model sees again, and their sizes.

use adjutant_domain::{
    ids::{SessionId, TurnId, UserId},
    origin::Sources,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::{Entry, State};
use crate::db::{Tx, params, sql::joined};

/// Selects the turns of the conversation ?1, from ?2 on, that the model sees unabridged: those that the summary does
/// not cover. If the conversation continues a turn of another session, that turn comes first.
macro_rules! told {
    () => {
        "SELECT turn_id, seq FROM turns WHERE session_id = ?1
             AND seq >= max(?2, coalesce((SELECT up_to FROM summaries WHERE session_id = ?1), 0))
         UNION ALL SELECT continues, -1 FROM sessions WHERE session_id = ?1 AND continues IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = ?1)"
    };
}

/// An earlier turn of a conversation, with its transcript.
#[derive(Clone, Debug)]
pub struct EarlierTurn {
    pub turn_id: TurnId,
    /// -1 for a turn of another session that the conversation continues.
    pub seq: i64,
    /// The entries of the transcript, in order.
    pub entries: Vec<Entry>,
}

/// A page of a conversation's turns, newest first.
#[derive(Clone, Copy, Debug)]
pub struct Page<'a> {
    /// The turn to leave out.
    pub except: &'a TurnId,
    /// Only turns with a smaller number are read.
    pub before: i64,
    pub limit: i64,
}

/// Returns a page of the conversation's earlier turns that no summary covers, newest first. In a thread, the turn at
/// which it was opened is the oldest.
pub async fn earlier(tx: &Tx, session: &SessionId, from: i64, page: Page<'_>) -> Result<Vec<EarlierTurn>> {
    #[derive(Deserialize)]
    struct Row {
        turn_id: TurnId,
        seq: i64,
        entry_id: Option<i64>,
        role: Option<String>,
        text: Option<String>,
        segment: Option<i64>,
        untrusted: Sources,
        has_calls: bool,
    }
    let rows: Vec<Row> = tx
        .all(
            // Both halves of the page are in order, so a long conversation is not read beyond the limit.
            "WITH page AS (
                 SELECT turn_id, seq, EXISTS (SELECT 1 FROM tool_calls c WHERE c.turn_id = t.turn_id) AS has_calls
                 FROM turns t WHERE session_id = ?1 AND turn_id <> ?3 AND seq < ?4
                     AND seq >= max(?2, coalesce((SELECT up_to FROM summaries WHERE session_id = ?1), 0))
                 UNION ALL
                 SELECT continues, -1, EXISTS (SELECT 1 FROM tool_calls c WHERE c.turn_id = continues)
                 FROM sessions WHERE session_id = ?1 AND continues <> ?3 AND ?4 > -1
                     AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = ?1)
                 ORDER BY seq DESC LIMIT ?5)
             SELECT p.turn_id, p.seq, e.entry_id, e.role, e.text, e.segment, e.untrusted, p.has_calls
             FROM page p LEFT JOIN entries e USING (turn_id) ORDER BY p.seq DESC, e.entry_id",
            params![session, from, page.except, page.before, page.limit],
        )
        .await?;
    let mut with_calls: Vec<_> =
        rows.iter().filter(|row| row.has_calls).map(|row| row.turn_id.clone()).collect();
    with_calls.dedup();
    let mut calls = super::calls_by_entry(tx, &with_calls).await?;
    let mut turns: Vec<EarlierTurn> = Vec::new();
    for row in rows {
        let Row { turn_id, seq, entry_id, role, text, segment, untrusted, .. } = row;
        if turns.last().is_none_or(|turn| turn.turn_id != turn_id) {
            turns.push(EarlierTurn { turn_id, seq, entries: Vec::new() });
        }
        if let (Some(turn), Some(id), Some(role)) = (turns.last_mut(), entry_id, role) {
            let said = (text.unwrap_or_default(), segment.unwrap_or_default(), untrusted);
            turn.entries.push(Entry::read(&role, said, calls.remove(&id).unwrap_or_default()));
        }
    }
    Ok(turns)
}

/// A turn of a conversation, and its size in the model's context.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TurnSize {
    pub turn_id: TurnId,
    /// -1 for a turn of another session that the conversation continues.
    pub seq: i64,
    pub state: State,
    pub started_at: Timestamp,
    /// The approximate size in bytes, as an earlier turn; 0 without entries.
    pub bytes: i64,
}

/// Returns up to `limit` turns of the conversation that no summary covers, oldest first.
pub async fn measured(tx: &Tx, session: &SessionId, from: i64, limit: i64) -> Result<Vec<TurnSize>> {
    tx.all(
        // Results with untrusted content are not shown again: one line replaces each.
        concat!(
            "WITH told AS (",
            told!(),
            ") SELECT turn_id, told.seq, t.state, t.started_at,
                 (SELECT coalesce(sum(12 + octet_length(text)), 0) FROM entries e WHERE e.turn_id = t.turn_id)
                 + (SELECT coalesce(sum(24 + octet_length(tool) + octet_length(arguments)
                                        + CASE WHEN untrusted IS NULL THEN octet_length(result) ELSE 150 END), 0)
                    FROM tool_calls c WHERE c.turn_id = t.turn_id) AS bytes
             FROM told JOIN turns t USING (turn_id) ORDER BY told.seq LIMIT ?3"
        ),
        params![session, from, limit],
    )
    .await
}

/// Returns the sources of untrusted content in the conversation's earlier turns, and in their summary. Only content
/// that the model sees again counts, so results do not.
pub async fn untrusted_before(tx: &Tx, session: &SessionId, from: i64, except: &TurnId) -> Result<Sources> {
    #[derive(Deserialize)]
    struct Row {
        untrusted: Sources,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "WITH told AS (",
                told!(),
                ") SELECT untrusted, entry_id FROM entries
             WHERE untrusted IS NOT NULL AND turn_id IN (SELECT turn_id FROM told WHERE turn_id <> ?3)
             UNION ALL SELECT untrusted, 0 FROM summaries WHERE session_id = ?1 AND untrusted IS NOT NULL
             ORDER BY entry_id"
            ),
            params![session, from, except],
        )
        .await?;
    Ok(rows.iter().map(|row| &row.untrusted).collect())
}

/// Returns the sources of all content that a turn showed to a person; `None` if the turn is not theirs, or its entries
/// are deleted.
pub async fn sources_for(tx: &Tx, user: &UserId, turn: &TurnId) -> Result<Option<Sources>> {
    #[derive(Deserialize)]
    struct Row {
        untrusted: Sources,
    }
    let row: Option<Row> = tx
        .first(
            concat!(
                "SELECT (SELECT ",
                joined!("untrusted", "char(10)"),
                " FROM (
                         SELECT untrusted FROM entries e WHERE e.turn_id = t.turn_id AND untrusted IS NOT NULL
                         UNION
                         SELECT untrusted FROM tool_calls c WHERE c.turn_id = t.turn_id AND untrusted IS NOT NULL))
                 AS untrusted
             FROM turns t JOIN sessions s USING (session_id)
             WHERE t.turn_id = ?1 AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND EXISTS (SELECT 1 FROM entries e WHERE e.turn_id = t.turn_id)"
            ),
            params![turn, user],
        )
        .await?;
    Ok(row.map(|row| row.untrusted))
}
