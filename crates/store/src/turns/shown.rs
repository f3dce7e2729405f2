//! The earlier turns of a conversation that the model is shown again, and their sizes.

use adjutant_domain::{
    ids::{SessionId, TurnId, UserId},
    origin::Sources,
};
use anyhow::Result;
use serde::Deserialize;

use super::State;
use crate::db::{Tx, params};

/// Selects the turns of the conversation ?1, from ?2 on, that the model is shown as they are: those that its summary
/// does not cover. The turn that it continues comes before them all.
macro_rules! told {
    () => {
        "SELECT turn_id, seq FROM turns WHERE session_id = ?1
             AND seq >= max(?2, coalesce((SELECT up_to FROM summaries WHERE session_id = ?1), 0))
         UNION ALL SELECT continues, -1 FROM sessions WHERE session_id = ?1 AND continues IS NOT NULL
             AND NOT EXISTS (SELECT 1 FROM summaries WHERE session_id = ?1)"
    };
}

/// Returns up to `limit` earlier turns of the conversation that no summary covers, newest first, without `except`. In a
/// thread, the turn that it was opened at is the oldest.
pub async fn earlier(
    tx: &Tx,
    session: &SessionId,
    from: i64,
    except: &TurnId,
    limit: i64,
) -> Result<Vec<TurnId>> {
    #[derive(Deserialize)]
    struct Row {
        turn_id: TurnId,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "WITH told AS (",
                told!(),
                ") SELECT * FROM (SELECT turn_id, seq FROM told WHERE seq >= 0 AND turn_id <> ?3
                                  ORDER BY seq DESC LIMIT ?4)
                 UNION ALL SELECT turn_id, seq FROM told WHERE seq < 0 ORDER BY seq DESC"
            ),
            params![session, from, except, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.turn_id).collect())
}

/// Returns what the person said in a turn.
pub async fn said(tx: &Tx, turn: &TurnId) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        text: String,
    }
    let rows: Vec<Row> = tx
        .all("SELECT text FROM entries WHERE turn_id = ?1 AND role = 'user' ORDER BY entry_id", params![turn])
        .await?;
    Ok(rows.into_iter().map(|row| row.text).collect())
}

/// A turn of a conversation, and its size in the model's context.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct TurnSize {
    pub turn_id: TurnId,
    /// -1 for a turn of another session that the conversation continues.
    pub seq: i64,
    pub state: State,
    /// The approximate size in bytes, as an earlier turn; 0 if nothing was said in it.
    pub bytes: i64,
}

/// Returns up to `limit` turns of the conversation that no summary covers, oldest first.
pub async fn measured(tx: &Tx, session: &SessionId, from: i64, limit: i64) -> Result<Vec<TurnSize>> {
    tx.all(
        // Results with untrusted content are not shown again: a line replaces each.
        concat!(
            "WITH told AS (",
            told!(),
            ") SELECT turn_id, told.seq, t.state,
                 (SELECT coalesce(sum(12 + octet_length(text)), 0) FROM entries e WHERE e.turn_id = t.turn_id)
                 + (SELECT coalesce(sum(24 + octet_length(tool) + octet_length(arguments)
                                        + iif(untrusted IS NULL, octet_length(result), 150)), 0)
                    FROM tool_calls c WHERE c.turn_id = t.turn_id) AS bytes
             FROM told JOIN turns t USING (turn_id) ORDER BY told.seq LIMIT ?3"
        ),
        params![session, from, limit],
    )
    .await
}

/// Returns the sources of untrusted content in the earlier turns of the conversation, and in the summary that covers
/// them. Only what the model is shown again counts, so results do not.
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

/// Returns the sources of everything that a person was told or shown in a turn; `None` if it is not theirs, or what was
/// said in it is deleted.
pub async fn sources_for(tx: &Tx, user: &UserId, turn: &TurnId) -> Result<Option<Sources>> {
    #[derive(Deserialize)]
    struct Row {
        untrusted: Sources,
    }
    let row: Option<Row> = tx
        .first(
            "SELECT (SELECT group_concat(untrusted, char(10)) FROM (
                         SELECT untrusted FROM entries e WHERE e.turn_id = t.turn_id AND untrusted IS NOT NULL
                         UNION
                         SELECT untrusted FROM tool_calls c WHERE c.turn_id = t.turn_id AND untrusted IS NOT NULL))
                 AS untrusted
             FROM turns t JOIN sessions s USING (session_id)
             WHERE t.turn_id = ?1 AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND EXISTS (SELECT 1 FROM entries e WHERE e.turn_id = t.turn_id)",
            params![turn, user],
        )
        .await?;
    Ok(row.map(|row| row.untrusted))
}
