//! Messages that list notes: the user who asked for each, the query, and the note that is being edited.

use std::time::Duration;

use adjutant_channel::ChatRef;
use adjutant_domain::{
    ids::{NoteId, SessionId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    sessions,
};

/// How long the new text of a note is awaited.
pub const EDIT_TIME: Duration = Duration::from_mins(10);

/// A message that lists notes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct List {
    pub list_id: i64,
    /// The conversation of the user who asked for it.
    pub session_id: SessionId,
    /// The user who asked for it, and the person behind that user.
    pub user_id: UserId,
    pub person: UserId,
    pub purpose: Purpose,
    /// The query; `None` for a list of all notes.
    pub query: Option<String>,
    found: Option<String>,
    /// The page shown, from 0.
    pub page: i64,
    /// The note whose new text is awaited, and until when.
    pub editing: Option<NoteId>,
    pub edit_until: Option<Timestamp>,
}

/// The purpose of a list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Purpose {
    /// To browse notes.
    Browse,
    /// To choose the note to delete.
    Forget,
}

impl Purpose {
    fn text(self) -> &'static str {
        match self {
            Self::Browse => "browse",
            Self::Forget => "forget",
        }
    }
}

impl List {
    /// Returns the notes that were found, best first; `None` for a list of all notes.
    pub fn found(&self) -> Result<Option<Vec<NoteId>>> {
        let found = self.found.as_deref().map(serde_json::from_str).transpose();
        found.with_context(|| format!("note list {}", self.list_id))
    }

    /// Returns the source of the list's message in the outbox.
    pub fn source(&self) -> OutboxKey {
        OutboxKey::NoteList(self.list_id)
    }
}

/// Selects lists `l`, with the user who asked for each.
macro_rules! lists {
    ($rest:literal) => {
        concat!(
            "SELECT l.*, s.user_id, p.person FROM note_lists l
             JOIN sessions s USING (session_id) JOIN people p ON p.user_id = s.user_id ",
            $rest
        )
    };
}

/// Adds a list of all notes, or of the results of a query.
pub async fn add(
    tx: &Tx,
    session: &SessionId,
    purpose: Purpose,
    search: Option<(&str, &[NoteId])>,
    now: Timestamp,
) -> Result<List> {
    let found = search.map(|(_, found)| serde_json::to_string(found)).transpose()?;
    let added = tx
        .added(
            "INSERT INTO note_lists (session_id, purpose, query, found, created_at) VALUES (?1, ?2, ?3, ?4, ?5)
             RETURNING list_id AS value",
            params![session, purpose.text(), search.map(|(query, _)| query), found, now],
        )
        .await?;
    get(tx, added).await?.context("the stored list is missing")
}

/// Returns a list.
pub async fn get(tx: &Tx, id: i64) -> Result<Option<List>> {
    tx.first(lists!("WHERE l.list_id = ?1"), [id]).await
}

/// Records which page a list shows.
pub async fn turn_to(tx: &Tx, id: i64, page: i64) -> Result<()> {
    tx.execute("UPDATE note_lists SET page = ?2 WHERE list_id = ?1", params![id, page]).await.map(drop)
}

/// Starts waiting for the new text of a note. Returns the deadline.
pub async fn await_text(tx: &Tx, id: i64, note: &NoteId, now: Timestamp) -> Result<Timestamp> {
    let until = now + EDIT_TIME;
    tx.execute(
        "UPDATE note_lists SET editing = ?2, edit_until = ?3 WHERE list_id = ?1",
        params![id, note, until],
    )
    .await?;
    Ok(until)
}

/// Stops waiting for the new text of a note.
pub async fn end_edit(tx: &Tx, id: i64) -> Result<()> {
    tx.execute("UPDATE note_lists SET editing = NULL, edit_until = NULL WHERE list_id = ?1", [id])
        .await
        .map(drop)
}

/// Returns the lists of a person in a chat that await the new text of a note, even if the deadline has passed.
pub async fn editing(tx: &Tx, user: &UserId, chat: &ChatRef) -> Result<Vec<List>> {
    tx.all(
        lists!(
            "WHERE l.editing IS NOT NULL AND s.kind = 'chat' AND s.channel = ?2 AND s.chat = ?3 AND s.thread = ?4
                 AND s.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)"
        ),
        params![user, chat.channel.as_str(), chat.chat.as_str(), sessions::thread(chat)],
    )
    .await
}
