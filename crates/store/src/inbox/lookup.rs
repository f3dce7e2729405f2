//! Lookups of stored events.

use adjutant_channel::{Attachment, ChatRef, MessageId};
use adjutant_domain::{
    ids::{SessionId, TurnId, UserId},
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::Deserialize;

use super::{Kind, Message};
use crate::db::{
    Tx, params,
    sql::{field, field_length, indexed},
};

/// A message from a person.
#[derive(Clone, Debug, Deserialize)]
pub struct Said {
    pub inbox_id: i64,
    pub message_id: String,
    pub text: String,
    pub received_at: Timestamp,
    /// JSON.
    attachments: Option<String>,
}

impl Said {
    /// Returns the files of the message.
    pub fn attachments(&self) -> Result<Vec<Attachment>> {
        let Some(attachments) = &self.attachments else { return Ok(Vec::new()) };
        serde_json::from_str(attachments).with_context(|| format!("the files of message {}", self.message_id))
    }
}

/// Returns the messages from people in a chat before row `before`, newest first.
pub async fn said_in(tx: &Tx, chat: &ChatRef, before: i64, limit: i64) -> Result<Vec<Said>> {
    tx.all(
        concat!(
            "SELECT inbox_id, message_id, ",
            field!("body", "text"),
            " AS text, received_at,
             ",
            field!("body", "attachments"),
            " AS attachments
         FROM inbox
         WHERE channel = ?1 AND chat = ?2 AND inbox_id < ?3 AND message_id IS NOT NULL
             AND (",
            field!("body", "text"),
            " <> ''
                  OR ",
            field!("body", "text"),
            " = '' AND ",
            field_length!("body", "attachments"),
            " > 0)
         ORDER BY inbox_id DESC LIMIT ?4"
        ),
        params![chat.channel.as_str(), chat.chat.as_str(), before, limit],
    )
    .await
}

/// Returns the id of the newest message from a channel.
pub async fn last_message(tx: &Tx, channel: &str) -> Result<Option<MessageId>> {
    let last: Option<String> = tx
        .value(
            "SELECT message_id AS value FROM inbox WHERE channel = ?1 AND message_id IS NOT NULL
             ORDER BY inbox_id DESC LIMIT 1
             -- scan: the newest rows of the channel, in the order of the index",
            [channel],
        )
        .await?;
    Ok(last.map(MessageId))
}

/// The first waiting row of a session, without its body.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Blocking {
    pub inbox_id: i64,
    pub kind: Kind,
    pub channel: String,
    pub external_id: String,
    /// The message's id, if the row is a message.
    pub message_id: Option<String>,
    /// The turn that a decision concerns.
    pub turn_id: Option<TurnId>,
}

/// Returns the row with which a session's next turn would begin: the first of [`super::waiting`].
pub async fn blocking(tx: &Tx, session: &SessionId) -> Result<Option<Blocking>> {
    tx.first(
        "WITH own AS (SELECT min(inbox_id) AS first FROM inbox
                      WHERE session_id = ?1 AND state = 'waiting' AND kind <> 'message')
         SELECT inbox_id, kind, channel, external_id, message_id, turn_id FROM inbox, own
         WHERE session_id = ?1 AND state = 'waiting'
         ORDER BY CASE WHEN inbox_id >= own.first THEN inbox_id ELSE 0 END, sent_at, inbox_id LIMIT 1",
        params![session],
    )
    .await
}

/// The times at which an event was sent and received.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct LastEvent {
    pub sent_at: Timestamp,
    pub received_at: Timestamp,
}

/// Returns the newest event of a channel.
pub async fn last_event(tx: &Tx, channel: &str) -> Result<Option<LastEvent>> {
    tx.first(
        "SELECT sent_at, received_at FROM inbox WHERE channel = ?1 ORDER BY inbox_id DESC LIMIT 1
         -- scan: the newest row of the channel, in the order of the index",
        [channel],
    )
    .await
}

/// Returns the id of the newest message of a chat; `None` if none is stored.
pub async fn newest_written(tx: &Tx, chat: &ChatRef) -> Result<Option<i64>> {
    tx.value(
        "SELECT inbox_id AS value FROM inbox WHERE channel = ?1 AND chat = ?2 AND message_id IS NOT NULL
         ORDER BY inbox_id DESC LIMIT 1",
        params![chat.channel.as_str(), chat.chat.as_str()],
    )
    .await
}

/// Returns whether a message of a chat was forwarded, and so written by another person; `None` if it is not stored (any
/// more).
pub async fn was_forwarded(tx: &Tx, chat: &ChatRef, message: &MessageId) -> Result<Option<bool>> {
    #[derive(Deserialize)]
    struct Row {
        forwarded: Option<i64>,
    }
    let row: Option<Row> = tx
        .first(
            concat!(
                "SELECT max(coalesce(",
                field!("body", "forwarded"),
                ", 0)) AS forwarded FROM inbox
             WHERE channel = ?1 AND chat = ?2 AND message_id = ?3"
            ),
            params![chat.channel.as_str(), chat.chat.as_str(), message.0.as_str()],
        )
        .await?;
    Ok(row.and_then(|row| row.forwarded).map(|forwarded| forwarded != 0))
}

/// Returns whether a message still waits for a turn, and was not deleted or dropped.
pub async fn is_waiting(tx: &Tx, inbox_id: i64) -> Result<bool> {
    let waiting: Option<i64> = tx
        .value("SELECT 1 AS value FROM inbox WHERE inbox_id = ?1 AND state = 'waiting'", params![inbox_id])
        .await?;
    Ok(waiting.is_some())
}

/// Returns a message of a user by its row; `None` if it is not stored (any more).
pub async fn by_id(tx: &Tx, user: &UserId, inbox_id: i64) -> Result<Option<Message>> {
    let body: Option<String> = tx
        .value(
            "SELECT body AS value FROM inbox JOIN sessions s USING (session_id)
             WHERE inbox_id = ?1 AND s.user_id = ?2",
            params![inbox_id, user],
        )
        .await?;
    body.map(|body| serde_json::from_str(&body).context("cannot parse a message")).transpose()
}

/// Returns whether a turn answers a voice message that its person spoke.
pub async fn is_answer_to_voice(tx: &Tx, turn: &TurnId) -> Result<bool> {
    #[derive(Deserialize)]
    struct Row {
        body: String,
    }
    let rows: Vec<Row> =
        tx.all("SELECT body FROM inbox WHERE turn_id = ?1 AND kind = 'message'", params![turn]).await?;
    for row in rows {
        let message: Message = serde_json::from_str(&row.body).context("a message of the turn")?;
        if message.is_voice() {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether any part of an album waits for a turn or has had one; if `with_text`, only a part with text counts.
pub async fn has_album(tx: &Tx, chat: &ChatRef, album: &str, with_text: bool) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            // The newest few are enough: an album arrives at once.
            concat!(
                "SELECT 1 AS value FROM (
                 SELECT kind, body FROM inbox
                 WHERE channel = ?1 AND chat = ?2 AND message_id IS NOT NULL ORDER BY inbox_id DESC LIMIT 50)
             WHERE kind = 'message' AND ",
                field!("body", "album"),
                " = ?3 AND (NOT ?4 OR trim(",
                field!("body", "text"),
                ") <> '') LIMIT 1"
            ),
            params![chat.channel.as_str(), chat.chat.as_str(), album, with_text],
        )
        .await?;
    Ok(found.is_some())
}

/// Returns whether a message is part of an album whose text was answered in a turn before this part arrived.
pub async fn belongs_to_answered_album(tx: &Tx, chat: &ChatRef, message: &MessageId) -> Result<bool> {
    let album: Option<String> = tx
        .value(
            concat!(
                "SELECT ",
                field!("body", "album"),
                " AS value FROM inbox WHERE channel = ?1 AND chat = ?2 AND message_id = ?3 AND kind = 'message'
                     AND ",
                field!("body", "album"),
                " IS NOT NULL LIMIT 1"
            ),
            params![chat.channel.as_str(), chat.chat.as_str(), message.0.as_str()],
        )
        .await?;
    match album {
        Some(album) => has_album(tx, chat, &album, true).await,
        None => Ok(false),
    }
}

/// Returns the messages of a turn that are new versions of earlier ones, in order.
pub async fn edits_of(tx: &Tx, turn: &TurnId) -> Result<Vec<Message>> {
    #[derive(Deserialize)]
    struct Row {
        inbox_id: i64,
        body: String,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT inbox_id, body FROM inbox WHERE turn_id = ?1 AND kind = 'message' AND ",
                field!("body", "corrects"),
                " IS NOT NULL ORDER BY inbox_id"
            ),
            [turn],
        )
        .await?;
    let parse = |Row { inbox_id, body }: Row| {
        serde_json::from_str(&body).with_context(|| format!("inbox row {inbox_id}"))
    };
    rows.into_iter().map(parse).collect()
}

/// Returns the messages of a turn that were sent before this time, each with the time, in order.
pub async fn sent_before(tx: &Tx, turn: &TurnId, time: Timestamp) -> Result<Vec<(Message, Timestamp)>> {
    #[derive(Deserialize)]
    struct Row {
        inbox_id: i64,
        body: String,
        sent_at: Timestamp,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT inbox_id, body, sent_at FROM inbox
             WHERE turn_id = ?1 AND kind = 'message' AND sent_at < ?2 ORDER BY inbox_id",
            params![turn, time],
        )
        .await?;
    let parse = |Row { inbox_id, body, sent_at }: Row| {
        Ok((serde_json::from_str(&body).with_context(|| format!("inbox row {inbox_id}"))?, sent_at))
    };
    rows.into_iter().map(parse).collect()
}

/// A suggestion that a person sent with a press, and the turn that answered it.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Suggested {
    pub turn_id: TurnId,
    pub text: String,
}

/// Returns the suggestions of a turn's answer that the person sent, and those of the answers to them, in order.
pub async fn suggested_by(tx: &Tx, turn: &TurnId) -> Result<Vec<Suggested>> {
    tx.all(
        // The rows of presses have no message id.
        concat!(
            "WITH RECURSIVE led (turn_id, channel, chat, inbox_id, text) AS (
                 SELECT turn_id, channel, chat, inbox_id, '' FROM inbox WHERE turn_id = ?1 AND kind = 'message'
                 UNION
                 SELECT i.turn_id, i.channel, i.chat, i.inbox_id, ",
            field!("i.body", "text"),
            "
                 FROM led CROSS JOIN ",
            indexed!("inbox i", "inbox_by_message"),
            " ON i.channel = led.channel AND i.chat = led.chat AND i.message_id IS NULL
                 WHERE i.inbox_id > led.inbox_id AND i.kind = 'message' AND i.turn_id IS NOT NULL AND ",
            field!("i.body", "suggested_by"),
            " = led.turn_id)
             SELECT turn_id, text FROM led WHERE turn_id <> ?1 ORDER BY inbox_id"
        ),
        [turn],
    )
    .await
}

/// Returns the ids of the messages that a turn answers.
pub async fn messages_of(tx: &Tx, turn: &TurnId) -> Result<Vec<MessageId>> {
    #[derive(Deserialize)]
    struct Row {
        message_id: String,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT message_id FROM inbox
             WHERE turn_id = ?1 AND kind = 'message' AND message_id IS NOT NULL ORDER BY inbox_id",
            [turn],
        )
        .await?;
    Ok(rows.into_iter().map(|row| MessageId(row.message_id)).collect())
}

/// Returns the session whose running turn answers this message and no other.
pub async fn session_answering_only(
    tx: &Tx,
    chat: &ChatRef,
    message: &MessageId,
) -> Result<Option<SessionId>> {
    tx.value(
        "SELECT i.session_id AS value FROM inbox i JOIN turns t USING (turn_id)
         WHERE i.channel = ?1 AND i.chat = ?2 AND i.message_id = ?3 AND i.kind = 'message' AND t.state = 'running'
             AND NOT EXISTS (SELECT 1 FROM inbox o WHERE o.turn_id = i.turn_id AND o.kind = 'message'
                             AND o.inbox_id <> i.inbox_id)",
        params![chat.channel.as_str(), chat.chat.as_str(), message.0.as_str()],
    )
    .await
}
