//! Notes that their person has deleted or replaced: when that last happened, and the conversation that a deleted note
//! came from.

use adjutant_domain::{
    ids::{CallId, NoteId, TurnId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{Tx, params};

/// The arguments of a call whose note was deleted.
const ARGUMENTS: &str = r#"{"content":"(deleted)"}"#;
/// Its result.
const RESULT: &str = r#"{"message":"The person has deleted this note since.","success":true}"#;

/// Records that a person has deleted or replaced one of their notes.
pub async fn record_withdrawal(tx: &Tx, user: &UserId, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE users SET notes_withdrawn_at = ?2
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user, now],
    )
    .await
    .map(drop)
}

/// Returns when a person last deleted or replaced one of their notes; `None` if they never did.
pub async fn last_withdrawal(tx: &Tx, user: &UserId) -> Result<Option<Timestamp>> {
    tx.value(
        "SELECT notes_withdrawn_at AS value FROM users
         WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND notes_withdrawn_at IS NOT NULL
         ORDER BY notes_withdrawn_at DESC LIMIT 1",
        params![user],
    )
    .await
}

/// Hides the turns in which a note was saved or changed from searches, and removes its text from the calls that did it.
pub(super) async fn hide_origin(tx: &Tx, user: &UserId, id: &NoteId) -> Result<()> {
    #[derive(Deserialize)]
    struct Row {
        call_id: CallId,
        turn_id: TurnId,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT c.call_id, c.turn_id FROM same_person p JOIN sessions s ON s.user_id = p.member
                 JOIN turns t USING (session_id) JOIN tool_calls c USING (turn_id)
             WHERE p.user_id = ?1 AND c.tool IN ('memory_save', 'memory_update') AND c.state = 'done'
                 AND (c.arguments LIKE '%' || ?2 || '%' OR c.result LIKE '%' || ?2 || '%')",
            params![user, id],
        )
        .await?;
    for Row { call_id, turn_id } in rows {
        tx.execute(
            "UPDATE tool_calls SET arguments = ?2, result = ?3, title = '', receipt = NULL WHERE call_id = ?1",
            params![&call_id, ARGUMENTS, RESULT],
        )
        .await?;
        tx.execute("UPDATE turns SET unsearchable = 1 WHERE turn_id = ?1", params![&turn_id]).await?;
    }
    Ok(())
}
