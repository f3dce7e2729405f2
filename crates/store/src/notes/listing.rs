//! A person's notes for browsing, limited to those visible in the scope.

use adjutant_domain::{
    ids::{NoteId, UserId},
    scope::Scope,
};
use anyhow::Result;
use serde::Deserialize;

use super::{Note, NoteRow};
use crate::db::{
    Tx, params,
    sql::{each_of, listed, position},
};

/// Selects columns of notes `n` of the person behind the user ?1 that are visible in the chat of ?2 and ?3, or anywhere
/// if those are NULL. In a group it reads only notes that are visible there.
macro_rules! seen {
    ($columns:literal) => {
        concat!(
            "SELECT ",
            $columns,
            " FROM notes n
             WHERE ?2 IS NULL AND n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
             UNION ALL SELECT ",
            $columns,
            " FROM notes n
             WHERE ?2 IS NOT NULL AND n.shareable
                 AND n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
             UNION ALL SELECT ",
            $columns,
            " FROM sessions s CROSS JOIN notes n USING (session_id)
             WHERE s.channel = ?2 AND s.chat = ?3 AND NOT n.shareable
                 AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                 AND n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)"
        )
    };
}

/// Returns whether any note is visible.
pub async fn any(tx: &Tx, user: &UserId, scope: &Scope) -> Result<bool> {
    let (channel, chat) = scope.columns();
    let found: Option<i64> = tx
        .value(concat!("SELECT 1 AS value FROM (", seen!("1"), ") LIMIT 1"), params![user, channel, chat])
        .await?;
    Ok(found.is_some())
}

/// Returns how many notes are visible.
pub async fn count(tx: &Tx, user: &UserId, scope: &Scope) -> Result<i64> {
    let (channel, chat) = scope.columns();
    let count = tx
        .value(concat!("SELECT count(*) AS value FROM (", seen!("1"), ")"), params![user, channel, chat])
        .await?;
    Ok(count.unwrap_or_default())
}

/// The amount of a person's notes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Extent {
    pub notes: i64,
    /// The size of their contents, in bytes.
    pub bytes: i64,
}

/// Returns the amount of a person's notes.
pub async fn extent(tx: &Tx, user: &UserId) -> Result<Extent> {
    let extent = tx
        .first(
            "SELECT count(*) AS notes, coalesce(sum(octet_length(content)), 0) AS bytes FROM notes
             WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
            params![user],
        )
        .await?;
    Ok(extent.unwrap_or_default())
}

/// Returns the newest notes, after skipping the first `skipped`.
pub async fn newest(tx: &Tx, user: &UserId, scope: &Scope, limit: i64, skipped: i64) -> Result<Vec<Note>> {
    let (channel, chat) = scope.columns();
    let rows: Vec<NoteRow> = tx
        .all(
            concat!(
                "SELECT * FROM notes WHERE row IN (SELECT row FROM (",
                // This part is answered from indexes alone.
                seen!("n.row AS row, n.created_at AS created_at"),
                ") ORDER BY created_at DESC, row DESC LIMIT ?4 OFFSET ?5) ORDER BY created_at DESC, row DESC"
            ),
            params![user, channel, chat, limit, skipped],
        )
        .await?;
    notes(rows)
}

/// Returns those of these notes that are visible, in the order given.
pub async fn among(tx: &Tx, user: &UserId, scope: &Scope, ids: &[NoteId]) -> Result<Vec<Note>> {
    let (channel, chat) = scope.columns();
    let rows: Vec<NoteRow> = tx
        .all(
            concat!(
                "SELECT n.* FROM ",
                each_of!("?4"),
                " wanted CROSS JOIN notes n ON n.note_id = wanted.value
                 LEFT JOIN sessions s USING (session_id)
             WHERE n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                 AND (?2 IS NULL OR n.shareable OR (s.channel = ?2 AND s.chat = ?3))
             ORDER BY wanted.key"
            ),
            params![user, channel, chat, serde_json::to_string(ids)?],
        )
        .await?;
    notes(rows)
}

/// Returns the tags of the newest `limit` notes, the most used first.
pub async fn tags(tx: &Tx, user: &UserId, scope: &Scope, limit: i64) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        tag: String,
    }
    let (channel, chat) = scope.columns();
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT t.value AS tag FROM (SELECT tags FROM (",
                seen!("n.row AS row, n.tags AS tags, n.created_at AS created_at"),
                ") ORDER BY created_at DESC, row DESC LIMIT ?4) newest, ",
                each_of!("newest.tags"),
                " t
                 GROUP BY t.value ORDER BY count(*) DESC, t.value"
            ),
            params![user, channel, chat, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.tag).collect())
}

/// Returns the rows of the notes that carry all of `tags`, the last changed first.
pub async fn rows(tx: &Tx, user: &UserId, scope: &Scope, tags: &[String]) -> Result<Vec<i64>> {
    #[derive(Deserialize)]
    struct Row {
        row: i64,
    }
    let (channel, chat) = scope.columns();
    // Few notes contain even one of the tags in their stored text, and only those are parsed as JSON.
    let first = tags.first().map_or_else(String::new, |tag| serde_json::json!(tag).to_string());
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT row FROM (",
                seen!("n.row AS row, n.tags AS tags, n.updated_at AS updated_at"),
                ") WHERE ",
                position!("tags", "?5"),
                " > 0 AND NOT EXISTS (
                     SELECT 1 FROM ",
                each_of!("?4"),
                " w WHERE w.value NOT IN ",
                listed!("tags"),
                ")
                 ORDER BY updated_at DESC"
            ),
            params![user, channel, chat, serde_json::to_string(tags)?, first],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.row).collect())
}

/// Sets whether a note may be used in groups other than the one it was saved in. Returns false if the person has no
/// such note.
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
