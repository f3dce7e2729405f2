//! Changes that a person makes to a message after it arrived: edits and deletions.

use adjutant_channel::{Attachment, Inbound, MessageId};
use adjutant_domain::{
    ids::{TurnId, UserId},
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use super::Message;
use crate::db::{
    Tx, params,
    sql::{field, with_field},
};

/// The body of a row that records the deletion of a message before its arrival.
pub(super) const DELETED: &str = r#"{"deleted":true}"#;

/// Replaces the text of a message that still waits. If files are given, replaces its files too, and drops their
/// transcription. Returns false if it no longer waits.
pub async fn edit_waiting(
    tx: &Tx,
    event: &Inbound,
    id: &MessageId,
    (text, files): (&str, Option<&[Attachment]>),
) -> Result<bool> {
    #[derive(Deserialize)]
    struct Row {
        inbox_id: i64,
        body: String,
    }

    let row: Option<Row> = tx
        .first(
            "SELECT inbox_id, body FROM inbox
             WHERE channel = ?1 AND chat = ?2 AND message_id = ?3 AND kind = 'message' AND state = 'waiting'",
            params![event.chat.channel.as_str(), event.chat.chat.as_str(), id.0.as_str()],
        )
        .await?;
    let Some(Row { inbox_id, body }) = row else { return Ok(false) };
    let mut message: Message =
        serde_json::from_str(&body).with_context(|| format!("inbox row {inbox_id}"))?;
    text.clone_into(&mut message.text);
    if let Some(files) = files {
        files.clone_into(&mut message.attachments);
        (message.heard, message.missed) = (None, 0);
        message.replaces_file |= message.corrects.is_some();
    }
    let body = serde_json::to_string(&message)?;
    tx.execute("UPDATE inbox SET body = ?2 WHERE inbox_id = ?1", params![inbox_id, body]).await?;
    Ok(true)
}

/// Stores the transcription of a message's recordings, and how many of them could not be transcribed. Returns false if
/// the message no longer waits, or was transcribed before.
pub async fn note_heard(tx: &Tx, inbox_id: i64, (said, missed): (&str, usize)) -> Result<bool> {
    let changed = tx
        .execute(
            concat!(
                "UPDATE inbox SET body = ",
                with_field!(with_field!("body", "heard", "?2"), "missed", "?3"),
                " WHERE inbox_id = ?1 AND state = 'waiting' AND ",
                field!("body", "heard"),
                " IS NULL"
            ),
            params![inbox_id, said, missed as i64],
        )
        .await?;
    Ok(changed > 0)
}

/// The state of a message.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Fate {
    /// A turn is answering it.
    Answering,
    /// Its turn waits for a decision, an answer or a specialist.
    Asking,
    /// It is a command.
    Command,
    /// It was answered, dropped, or kept for the next turn.
    Over,
}

/// A message or a command that was stored.
#[derive(Clone, Debug)]
pub struct Handled {
    pub inbox_id: i64,
    /// For a command, only its text.
    pub message: Message,
    pub sent_at: Timestamp,
    /// The turn that answers or answered it.
    pub turn_id: Option<TurnId>,
    pub fate: Fate,
}

/// Returns a message or a command of a user, in its newest version. Files without text and typed answers count as
/// messages; the value of a secret does not.
pub async fn handled(tx: &Tx, event: &Inbound, id: &MessageId, user: &UserId) -> Result<Option<Handled>> {
    #[derive(Deserialize)]
    struct Row {
        inbox_id: i64,
        body: String,
        sent_at: Timestamp,
        turn_id: Option<TurnId>,
        fate: Fate,
    }
    let row: Option<Row> = tx.first(
        concat!(
            "SELECT inbox_id, i.body, i.sent_at, i.turn_id,
                 CASE WHEN i.kind = 'control' AND substr(",
            field!("i.body", "text"),
            ", 1, 1) = '/' THEN 'command'
                     ELSE CASE (SELECT state FROM turns WHERE turn_id = i.turn_id)
                         WHEN 'running' THEN 'answering' WHEN 'waiting' THEN 'asking' ELSE 'over' END END AS fate
             FROM inbox i LEFT JOIN sessions s USING (session_id)
             WHERE i.channel = ?1 AND i.chat = ?2 AND i.message_id = ?3 AND ",
            field!("i.body", "text"),
            " IS NOT NULL
                 AND coalesce(i.user_id, s.user_id) IN (SELECT member FROM same_person WHERE user_id = ?4)
             ORDER BY inbox_id DESC LIMIT 1"
        ),
        params![event.chat.channel.as_str(), event.chat.chat.as_str(), id.0.as_str(), user],
    )
    .await?;
    let Some(Row { inbox_id, body, sent_at, turn_id, fate }) = row else { return Ok(None) };
    let message = serde_json::from_str(&body).with_context(|| format!("inbox row {inbox_id}"))?;
    Ok(Some(Handled { inbox_id, message, sent_at, turn_id, fate }))
}

/// Stores the new text of a message that no longer waits, so that it counts as known.
pub async fn note_edit(tx: &Tx, inbox_id: i64, text: &str) -> Result<()> {
    tx.execute(
        concat!("UPDATE inbox SET body = ", with_field!("body", "text", "?2"), " WHERE inbox_id = ?1"),
        params![inbox_id, text],
    )
    .await
    .map(drop)
}

/// Sets the message id of the row of an edit, which represents the message from now on.
pub async fn name_message(tx: &Tx, event: &Inbound, id: &MessageId) -> Result<()> {
    tx.execute(
        "UPDATE inbox SET message_id = ?3 WHERE channel = ?1 AND external_id = ?2",
        params![event.chat.channel.as_str(), event.external_id.as_str(), id.0.as_str()],
    )
    .await
    .map(drop)
}

/// Drops a deleted message that still waits. A message that arrives after its deletion is dropped on arrival: the row
/// recorded for `event` stores its id.
pub async fn delete(tx: &Tx, event: &Inbound, id: &MessageId) -> Result<()> {
    let (channel, chat) = (event.chat.channel.as_str(), event.chat.chat.as_str());
    tx.execute(
        "UPDATE inbox SET state = 'done'
         WHERE channel = ?1 AND chat = ?2 AND message_id = ?3 AND kind = 'message' AND state = 'waiting'",
        params![channel, chat, id.0.as_str()],
    )
    .await?;
    tx.execute(
        "UPDATE inbox SET message_id = ?3, body = ?5
         WHERE channel = ?1 AND external_id = ?4
             AND NOT EXISTS (SELECT 1 FROM inbox WHERE channel = ?1 AND chat = ?2 AND message_id = ?3)",
        params![channel, chat, id.0.as_str(), event.external_id.as_str(), DELETED],
    )
    .await
    .map(drop)
}
