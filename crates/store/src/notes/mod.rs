//! Notes that the bot keeps for a person. Every query names a user, and covers the notes of the same person.

use adjutant_domain::{
    ids::{NoteId, SessionId, UserId},
    origin::Sources,
    scope::Scope,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{
        Tx, params,
        sql::{each_of, listed},
    },
    index_queue::{self, Kind},
    search,
};

mod edits;
mod listing;
mod withdrawn;

pub use edits::{keep_before_edit, undo_edit};
pub use listing::{Extent, among, any, count, extent, newest, rows, share, tags};
pub use withdrawn::{last_withdrawal, record_withdrawal};

/// The most notes with the same fingerprint that are examined.
const CANDIDATES: i64 = 16;

/// A note.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Note {
    pub note_id: NoteId,
    pub content: String,
    pub tags: Vec<String>,
    pub source: Source,
    /// Whether it may be used in groups other than the one it was saved in.
    pub shareable: bool,
    pub created_at: Timestamp,
    pub updated_at: Timestamp,
}

/// The origin of a note; unknown for very old ones.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Source {
    /// The conversation it was saved in.
    pub session_id: Option<SessionId>,
    /// The message that it was saved for, if the platform gave it an id.
    pub message_id: Option<String>,
    /// The sources of its content, if it may not be the person's own.
    pub untrusted: Sources,
}

/// Saves a note; saving the same id again changes nothing.
pub async fn insert(tx: &Tx, user: &UserId, note: &Note) -> Result<()> {
    let tags = serde_json::to_string(&note.tags)?;
    let added: Option<i64> = tx
        .value(
            "INSERT INTO notes (note_id, user_id, content, tags, session_id, message_id, shareable, created_at,
                 updated_at, untrusted)
             VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10) ON CONFLICT (note_id) DO NOTHING
             RETURNING row AS value",
            params![
                &note.note_id,
                user,
                note.content.as_str(),
                tags,
                note.source.session_id.clone(),
                note.source.message_id.as_deref(),
                note.shareable,
                note.created_at,
                note.updated_at,
                &note.source.untrusted
            ],
        )
        .await?;
    if let Some(row) = added {
        make_findable(tx, row).await?;
    }
    Ok(())
}

/// Returns one of a person's notes.
pub async fn get(tx: &Tx, user: &UserId, id: &NoteId) -> Result<Option<Note>> {
    get_in(tx, user, id, &Scope::Everything).await
}

/// Returns one of a person's notes, if it is visible in the scope.
pub async fn get_in(tx: &Tx, user: &UserId, id: &NoteId, scope: &Scope) -> Result<Option<Note>> {
    let (channel, chat) = scope.columns();
    let row: Option<NoteRow> = tx
        .first(
            "SELECT n.* FROM notes n LEFT JOIN sessions s USING (session_id)
             WHERE n.note_id = ?1 AND n.user_id IN (SELECT member FROM same_person WHERE user_id = ?2)
                 AND (?3 IS NULL OR n.shareable OR (s.channel = ?3 AND s.chat = ?4))",
            params![id, user, channel, chat],
        )
        .await?;
    row.map(NoteRow::note).transpose()
}

/// Returns a person's notes with one of these fingerprints that are visible in the scope, those saved there first.
/// Notes saved elsewhere count only if they have all of `tags`.
pub async fn with_fingerprint(
    tx: &Tx,
    user: &UserId,
    scope: &Scope,
    [one, other]: [Option<i64>; 2],
    tags: &[String],
) -> Result<Vec<Note>> {
    let (channel, chat) = scope.columns();
    let rows: Vec<NoteRow> = tx
        .all(
            concat!(
                "SELECT n.*
             FROM notes n LEFT JOIN sessions s ON s.session_id = n.session_id AND s.chat_kind = 'group'
             WHERE n.user_id IN (SELECT member FROM same_person WHERE user_id = ?1) AND n.fingerprint IN (?2, ?3)
                 AND (?4 IS NULL OR n.shareable OR (s.channel = ?4 AND s.chat = ?5))
                 AND ((s.channel IS NOT DISTINCT FROM ?4 AND s.chat IS NOT DISTINCT FROM ?5) OR NOT EXISTS (
                     SELECT 1 FROM ",
                each_of!("?6"),
                " w WHERE w.value NOT IN ",
                listed!("n.tags"),
                "))
             ORDER BY (s.channel IS NOT DISTINCT FROM ?4 AND s.chat IS NOT DISTINCT FROM ?5) DESC, n.created_at LIMIT ?7"
            ),
            params![user, one, other, channel, chat, serde_json::to_string(tags)?, CANDIDATES],
        )
        .await?;
    rows.into_iter().map(NoteRow::note).collect()
}

/// Replaces the content of a note, and its tags where `tags` is given. `untrusted` are the sources of the new content;
/// the old sources stay as long as any old content does. Returns false if the person has no such note.
pub async fn update(
    tx: &Tx,
    user: &UserId,
    id: &NoteId,
    content: &str,
    tags: Option<&[String]>,
    untrusted: &Sources,
    now: Timestamp,
) -> Result<bool> {
    let Some(note) = get(tx, user, id).await? else { return Ok(false) };
    let is_replaced = content != note.content && (tags.is_some() || note.tags.is_empty());
    let tags = tags.unwrap_or(&note.tags);
    let says_the_same = content == note.content && tags == note.tags;
    let untrusted = match (says_the_same, is_replaced) {
        (true, _) => note.source.untrusted,
        (_, true) => untrusted.clone(),
        _ => note.source.untrusted.and(untrusted),
    };
    tx.execute(
        "UPDATE notes SET content = ?2, tags = ?3, untrusted = ?4, updated_at = ?5 WHERE note_id = ?1",
        params![id, content, serde_json::to_string(tags)?, &untrusted, now],
    )
    .await?;
    if !says_the_same {
        make_findable(tx, row(tx, id).await?).await?;
    }
    Ok(true)
}

/// Moves a note that groups can see to the direct chat `source`. Does nothing if `source` is in a group.
pub async fn withdraw_from_groups(tx: &Tx, id: &NoteId, source: &Source) -> Result<()> {
    tx.execute(
        "UPDATE notes SET session_id = ?2, message_id = ?3, shareable = 0
         WHERE note_id = ?1
             AND (shareable OR EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = notes.session_id AND s.chat_kind = 'group'))
             AND EXISTS (SELECT 1 FROM sessions WHERE session_id = ?2 AND chat_kind = 'direct')",
        params![id, source.session_id.clone(), source.message_id.as_deref()],
    )
    .await
    .map(drop)
}

/// Deletes a note, and hides the turns from which it came from searches. Returns false if the person has no such note.
pub async fn delete(tx: &Tx, user: &UserId, id: &NoteId, now: Timestamp) -> Result<bool> {
    if get(tx, user, id).await?.is_none() {
        return Ok(false);
    }
    let row = row(tx, id).await?;
    search::remove_note(tx, row).await?;
    index_queue::remove(tx, Kind::Note, row).await?;
    tx.execute("DELETE FROM notes WHERE note_id = ?1", params![id]).await?;
    withdrawn::hide_origin(tx, user, id).await?;
    record_withdrawal(tx, user, now).await?;
    Ok(true)
}

/// The columns of a note.
#[derive(Deserialize)]
struct NoteRow {
    note_id: NoteId,
    content: String,
    tags: String,
    session_id: Option<SessionId>,
    message_id: Option<String>,
    untrusted: Sources,
    shareable: bool,
    created_at: Timestamp,
    updated_at: Timestamp,
}

impl NoteRow {
    fn note(self) -> Result<Note> {
        let tags = serde_json::from_str(&self.tags).with_context(|| format!("tags of {}", self.note_id))?;
        let Self {
            note_id,
            content,
            session_id,
            message_id,
            untrusted,
            shareable,
            created_at,
            updated_at,
            ..
        } = self;
        let source = Source { session_id, message_id, untrusted };
        Ok(Note { note_id, content, tags, source, shareable, created_at, updated_at })
    }
}

async fn row(tx: &Tx, id: &NoteId) -> Result<i64> {
    tx.value("SELECT row AS value FROM notes WHERE note_id = ?1", params![id]).await?.context("no such note")
}

/// Makes the current content of a row searchable: its words at once, its vector once the index queue is processed.
async fn make_findable(tx: &Tx, row: i64) -> Result<()> {
    search::index_note(tx, row).await?;
    index_queue::add(tx, Kind::Note, row).await
}
