//! Edits of notes in the chat: the last edit of each note, which its person can undo.

use adjutant_domain::{
    ids::{NoteId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;

use super::{get, make_findable, row};
use crate::db::{Tx, params};

/// Stores the present version of a note, before an edit at `edited_at`.
pub async fn keep_before_edit(tx: &Tx, id: &NoteId, edited_at: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO note_edits (note_id, content, tags, session_id, message_id, untrusted, shareable,
             updated_at, edited_at)
         SELECT note_id, content, tags, session_id, message_id, untrusted, shareable, updated_at, ?2
         FROM notes WHERE note_id = ?1
         ON CONFLICT (note_id) DO UPDATE SET content = excluded.content, tags = excluded.tags,
             session_id = excluded.session_id, message_id = excluded.message_id, untrusted = excluded.untrusted,
             shareable = excluded.shareable, updated_at = excluded.updated_at, edited_at = excluded.edited_at",
        params![id, edited_at],
    )
    .await
    .map(drop)
}

/// Restores a note to its version before the edit at `edited_at`. Returns false if the person has no such note, or it
/// has changed since.
pub async fn undo_edit(tx: &Tx, user: &UserId, id: &NoteId, edited_at: Timestamp) -> Result<bool> {
    if get(tx, user, id).await?.is_none_or(|note| note.updated_at != edited_at) {
        return Ok(false);
    }
    let restored = tx
        .execute(
            "UPDATE notes SET (content, tags, session_id, message_id, untrusted, shareable, updated_at) =
                 (SELECT content, tags, session_id, message_id, untrusted, shareable, updated_at
                  FROM note_edits e WHERE e.note_id = notes.note_id)
             WHERE note_id = ?1
                 AND EXISTS (SELECT 1 FROM note_edits e WHERE e.note_id = notes.note_id AND e.edited_at = ?2)",
            params![id, edited_at],
        )
        .await?;
    if restored == 0 {
        return Ok(false);
    }
    tx.execute("DELETE FROM note_edits WHERE note_id = ?1", params![id]).await?;
    make_findable(tx, row(tx, id).await?).await?;
    Ok(true)
}
