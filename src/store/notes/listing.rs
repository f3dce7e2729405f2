//! A person's notes as they leaf through them: only what may be seen in the scope they look from.

use anyhow::Result;
use libsql::params;
use serde::Deserialize;

use super::{Note, NoteRow};
use crate::{
    db::Tx,
    ids::{NoteId, UserId},
    memory::Scope,
};

/// Notes `n` of the person that the user ?1 is, as far as they may be seen in the scope of ?2 and ?3.
macro_rules! seen {
    ($columns:literal, $rest:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM notes n
             WHERE n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                 AND (?2 IS NULL OR n.shareable OR EXISTS (SELECT 1 FROM sessions s
                      WHERE s.session_id = n.session_id AND s.channel = ?2 AND s.chat = ?3)) ",
            $rest
        )
    };
}

/// How many notes there are to be seen.
pub async fn count(tx: &Tx, user: &UserId, scope: &Scope) -> Result<i64> {
    let (channel, chat) = scope.columns();
    let count = tx.value(seen!("count(*) AS value", ""), params![user, channel, chat]).await?;
    Ok(count.unwrap_or_default())
}

/// The newest notes, without the first `skipped` of them.
pub async fn newest(tx: &Tx, user: &UserId, scope: &Scope, limit: i64, skipped: i64) -> Result<Vec<Note>> {
    let (channel, chat) = scope.columns();
    let rows: Vec<NoteRow> = tx
        .all(
            concat!(
                "SELECT * FROM notes WHERE rowid IN (",
                // The index alone says which they are.
                seen!("n.rowid", "ORDER BY n.created_at DESC, n.rowid DESC LIMIT ?4 OFFSET ?5"),
                ") ORDER BY created_at DESC, rowid DESC"
            ),
            params![user, channel, chat, limit, skipped],
        )
        .await?;
    notes(rows)
}

/// Those of these notes that are still to be seen, in the order given.
pub async fn among(tx: &Tx, user: &UserId, scope: &Scope, ids: &[NoteId]) -> Result<Vec<Note>> {
    let (channel, chat) = scope.columns();
    let rows: Vec<NoteRow> = tx
        .all(
            concat!(
                "SELECT found.* FROM json_each(?4) wanted JOIN (",
                seen!("*", "AND n.note_id IN (SELECT value FROM json_each(?4))"),
                ") found ON found.note_id = wanted.value ORDER BY wanted.key"
            ),
            params![user, channel, chat, serde_json::to_string(ids)?],
        )
        .await?;
    notes(rows)
}

/// The tags of the newest `limit` notes, the most used first.
pub async fn tags(tx: &Tx, user: &UserId, scope: &Scope, limit: i64) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        tag: String,
    }
    let (channel, chat) = scope.columns();
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT t.value AS tag FROM (",
                seen!("n.tags", "ORDER BY n.created_at DESC, n.rowid DESC LIMIT ?4"),
                ") n, json_each(n.tags) t GROUP BY t.value ORDER BY count(*) DESC, t.value"
            ),
            params![user, channel, chat, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.tag).collect())
}

/// Says whether a note may be used in groups other than the one it was saved in. False if the person has no such note.
pub async fn share(tx: &Tx, user: &UserId, id: &NoteId, shareable: bool) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE notes SET shareable = ?3
             WHERE note_id = ?2 AND user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
            params![user, id, shareable],
        )
        .await?;
    Ok(changed == 1)
}

fn notes(rows: Vec<NoteRow>) -> Result<Vec<Note>> {
    rows.into_iter().map(NoteRow::note).collect()
}
