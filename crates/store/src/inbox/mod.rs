//! The inbox: every event is first stored as a row here, once for each origin.

use std::time::Duration;

use adjutant_channel::{Event, Inbound};
use adjutant_domain::{
    ids::{CallId, RunId, SessionId, TurnId, UserId},
    outbox_key::EventKey,
    timestamp::Timestamp,
};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize, de::DeserializeOwned};

use crate::db::{SyncedTx, Tx, params};

mod changes;
mod lookup;
mod message;

use changes::DELETED;
pub use changes::{Fate, Handled, delete, edit_waiting, handled, name_message, note_edit, note_heard};
pub use lookup::{
    Blocking, LastEvent, Said, Suggested, belongs_to_answered_album, blocking, by_id, edits_of, has_album,
    is_answer_to_voice, is_waiting, last_event, last_message, messages_of, newest_written, said_in,
    sent_before, session_answering_only, suggested_by, was_forwarded,
};
pub use message::{Message, is_document, is_named_as_document, is_named_as_text, is_picture, is_recording};

/// The meaning of an inbox row for the session it waits for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A person's message.
    Message,
    /// A command, a press or an edit, handled in the transaction that stored it. Only `/compact` waits.
    Control,
    /// A waiting call was decided, so its turn can continue.
    Decision,
    /// A schedule came due.
    Due,
}

impl Kind {
    fn text(self) -> &'static str {
        match self {
            Self::Message => "message",
            Self::Control => "control",
            Self::Decision => "decision",
            Self::Due => "due",
        }
    }
}

/// The reason why a waiting turn can continue: a decision, or a specialist's result.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Decision {
    /// Whether a specialist has finished, without anybody's decision.
    #[serde(default)]
    pub delegated: bool,
}

/// A waiting row.
#[derive(Clone, Debug, Deserialize)]
pub struct Waiting {
    pub inbox_id: i64,
    pub kind: Kind,
    pub message_id: Option<String>,
    pub turn_id: Option<TurnId>,
    sent_at: Timestamp,
    received_at: Timestamp,
    body: String,
}

impl Waiting {
    /// Parses the body of a row: a [`Message`] for [`Kind::Message`] or [`Kind::Due`] (for an MCP client, a
    /// [`ToolCall`](adjutant_domain::tools::ToolCall)), and a [`Decision`] for [`Kind::Decision`].
    pub fn body<T: DeserializeOwned>(&self) -> Result<T> {
        serde_json::from_str(&self.body).with_context(|| format!("inbox row {}", self.inbox_id))
    }

    /// Returns how long the message was in transit.
    pub fn delay(&self) -> Delay {
        Delay { sent_at: self.sent_at, received_at: self.received_at, messages: 1 }
    }
}

/// The time in transit beyond which an event is late. Platforms take some seconds.
pub const LATE: Duration = Duration::from_mins(2);

/// The transit time of messages.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Delay {
    /// When the first of them was sent, by the platform's clock.
    pub sent_at: Timestamp,
    /// When the first of them arrived.
    pub received_at: Timestamp,
    /// The number of messages.
    pub messages: i64,
}

impl Delay {
    /// Returns whether the first message was in transit for longer than [`LATE`].
    pub fn is_late(&self) -> bool {
        self.received_at > self.sent_at + LATE
    }
}

/// What the inbox knows about an event when it arrives.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Recorded {
    /// The message was deleted before it arrived.
    pub was_deleted: bool,
}

/// Stores an event that the same transaction handles. Returns `None` if it arrived before.
pub async fn record(tx: &SyncedTx, event: &Inbound, now: Timestamp) -> Result<Option<Recorded>> {
    tx.first(
        "INSERT INTO inbox (channel, external_id, chat, kind, message_id, body, state, sent_at, received_at)
         VALUES (?1, ?2, ?3, 'control', ?4, '{}', 'done', ?5, ?6)
         ON CONFLICT (channel, external_id) DO NOTHING
         RETURNING EXISTS (SELECT 1 FROM inbox i WHERE i.channel = ?1 AND i.chat = ?3 AND i.message_id = ?4
                               AND i.kind = 'control' AND i.body = ?7) AS was_deleted",
        params![
            event.chat.channel.as_str(),
            event.external_id.as_str(),
            event.chat.chat.as_str(),
            written(&event.event),
            event.sent_at.timestamp_millis(),
            now,
            DELETED
        ],
    )
    .await
}

/// Returns whether an event that arrived is still stored.
pub async fn is_recorded(tx: &Tx, event: &Inbound) -> Result<bool> {
    let recorded: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM inbox WHERE channel = ?1 AND external_id = ?2",
            params![event.chat.channel.as_str(), event.external_id.as_str()],
        )
        .await?;
    Ok(recorded.is_some())
}

/// Returns when an event first arrived.
pub async fn received_at(tx: &Tx, event: &Inbound) -> Result<Timestamp> {
    let received: Option<Timestamp> = tx
        .value(
            "SELECT received_at AS value FROM inbox WHERE channel = ?1 AND external_id = ?2",
            params![event.chat.channel.as_str(), event.external_id.as_str()],
        )
        .await?;
    received.context("the event is not recorded")
}

/// Turns the row just recorded for `event` into a message of its session, which `turn` answers; without a turn, it
/// waits.
pub async fn queue_message(
    tx: &Tx,
    event: &Inbound,
    session: &SessionId,
    message: &Message,
    turn: Option<&TurnId>,
) -> Result<()> {
    tx.execute(
        "UPDATE inbox SET kind = 'message', state = CASE WHEN ?5 IS NULL THEN 'waiting' ELSE 'taken' END,
             session_id = ?3, body = ?4, turn_id = ?5
         WHERE channel = ?1 AND external_id = ?2",
        params![
            event.chat.channel.as_str(),
            event.external_id.as_str(),
            session,
            serde_json::to_string(message)?,
            turn.map(TurnId::as_str)
        ],
    )
    .await
    .map(drop)
}

/// Turns the row just recorded for `event`, a command, into a waiting row of its session.
pub async fn queue_command(tx: &Tx, event: &Inbound, session: &SessionId) -> Result<()> {
    tx.execute(
        "UPDATE inbox SET state = 'waiting', session_id = ?3 WHERE channel = ?1 AND external_id = ?2",
        params![event.chat.channel.as_str(), event.external_id.as_str(), session],
    )
    .await
    .map(drop)
}

/// Returns the command that a turn executes; `None` for a turn that answers messages.
pub async fn command_of(tx: &Tx, turn: &TurnId) -> Result<Option<EventKey>> {
    tx.first("SELECT channel, external_id FROM inbox WHERE turn_id = ?1 AND kind = 'control'", params![turn])
        .await
}

/// Returns whether a command waits for a session.
pub async fn has_waiting_command(tx: &Tx, session: &SessionId) -> Result<bool> {
    let waiting: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM inbox
             WHERE session_id = ?1 AND state = 'waiting' AND kind = 'control' LIMIT 1",
            params![session],
        )
        .await?;
    Ok(waiting.is_some())
}

/// Cancels the commands that still wait for a session, and returns them.
pub async fn cancel_commands(tx: &Tx, session: &SessionId) -> Result<Vec<EventKey>> {
    let waiting = tx
        .all(
            "SELECT channel, external_id FROM inbox
             WHERE session_id = ?1 AND state = 'waiting' AND kind = 'control'",
            params![session],
        )
        .await?;
    tx.execute(
        "UPDATE inbox SET state = 'done' WHERE session_id = ?1 AND state = 'waiting' AND kind = 'control'",
        params![session],
    )
    .await?;
    Ok(waiting)
}

/// Stores the text of a command that is handled at once. `user` is its sender, unless a stranger.
pub async fn note_command(
    tx: &Tx,
    event: &Inbound,
    user: Option<&UserId>,
    (name, args): (&str, &str),
) -> Result<()> {
    note_text(tx, event, user, format!("/{name} {args}").trim_end()).await
}

/// Stores the text of a message that is handled at once.
pub async fn note_text(tx: &Tx, event: &Inbound, user: Option<&UserId>, text: &str) -> Result<()> {
    note_message(tx, event, user, &Message { text: text.to_owned(), ..Message::default() }).await
}

/// Stores a message that is handled at once.
pub async fn note_message(tx: &Tx, event: &Inbound, user: Option<&UserId>, message: &Message) -> Result<()> {
    tx.execute(
        "UPDATE inbox SET body = ?3, user_id = ?4 WHERE channel = ?1 AND external_id = ?2",
        params![
            event.chat.channel.as_str(),
            event.external_id.as_str(),
            serde_json::to_string(message)?,
            user.map(UserId::as_str)
        ],
    )
    .await
    .map(drop)
}

/// The origin of an internal row, which comes from no channel.
#[derive(Clone, Copy, Debug)]
pub enum InternalOrigin<'a> {
    /// A run of a schedule, at its n-th attempt.
    Run { run: &'a RunId, attempt: i64 },
    /// The decision of an approval, by its id.
    Approval(&'a str),
    /// A call that delegates a goal to a specialist.
    Delegated(&'a CallId),
    /// The result of such a call.
    DelegatedResult(&'a CallId),
    /// A call of an MCP client.
    Client(&'a CallId),
}

impl InternalOrigin<'_> {
    /// Returns the columns `channel` and `external_id`.
    pub(crate) fn columns(self) -> (&'static str, String) {
        match self {
            Self::Run { run, attempt } => ("schedule", format!("{run}#{attempt}")),
            Self::Approval(id) => ("approval", id.to_owned()),
            Self::Delegated(call) => ("delegate", call.to_string()),
            Self::DelegatedResult(call) => ("delegation", call.to_string()),
            Self::Client(call) => ("client", call.to_string()),
        }
    }
}

/// Puts an internal row into the session's inbox. Returns false if it was there before.
pub async fn queue_internal(
    tx: &Tx,
    origin: InternalOrigin<'_>,
    session: &SessionId,
    kind: Kind,
    turn: Option<&TurnId>,
    body: &str,
    now: Timestamp,
) -> Result<bool> {
    let (channel, external_id) = origin.columns();
    let changed = tx
        .execute(
            "INSERT INTO inbox
                 (channel, external_id, chat, session_id, kind, body, state, turn_id, sent_at, received_at)
             VALUES (?1, ?2, '', ?3, ?4, ?5, 'waiting', ?6, ?7, ?7) ON CONFLICT (channel, external_id) DO NOTHING",
            params![channel, external_id, session, kind.text(), body, turn.map(TurnId::as_str), now],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns up to `limit` rows that wait for a session: messages in the order in which they were written, up to the
/// first row of another kind, and then the rest in the order of arrival.
pub async fn waiting(tx: &Tx, session: &SessionId, limit: i64) -> Result<Vec<Waiting>> {
    tx.all(
        "WITH own AS (SELECT min(inbox_id) AS first FROM inbox
                      WHERE session_id = ?1 AND state = 'waiting' AND kind <> 'message')
         SELECT inbox_id, kind, message_id, turn_id, sent_at, received_at, body FROM inbox, own
         WHERE session_id = ?1 AND state = 'waiting'
         ORDER BY CASE WHEN inbox_id >= own.first THEN inbox_id ELSE 0 END, sent_at, inbox_id LIMIT ?2",
        params![session, limit],
    )
    .await
}

/// Returns the delay of the messages of a turn that took longer than `limit`; `None` if none did.
pub async fn delay_of(tx: &Tx, turn: &TurnId, limit: Duration) -> Result<Option<Delay>> {
    tx.first(
        // SQLite takes the other columns from the row with the smallest time.
        "SELECT min(sent_at) AS sent_at, received_at, count(*) AS messages FROM inbox
         WHERE turn_id = ?1 AND kind = 'message' AND received_at - sent_at > ?2 HAVING count(*) > 0",
        params![turn, limit.as_millis() as i64],
    )
    .await
}

/// Withdraws the decisions that a turn has not acted on yet.
pub async fn drop_decisions(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute(
        "UPDATE inbox SET state = 'done' WHERE turn_id = ?1 AND kind = 'decision' AND state = 'waiting'",
        params![turn],
    )
    .await
    .map(drop)
}

/// Assigns a waiting row to a turn.
pub async fn take(tx: &Tx, inbox_id: i64, turn: &TurnId) -> Result<()> {
    tx.execute("UPDATE inbox SET state = 'taken', turn_id = ?2 WHERE inbox_id = ?1", params![inbox_id, turn])
        .await
        .map(drop)
}

/// Drops a waiting row.
pub async fn discard(tx: &Tx, inbox_id: i64) -> Result<()> {
    tx.execute("UPDATE inbox SET state = 'done' WHERE inbox_id = ?1", [inbox_id]).await.map(drop)
}

/// Marks all rows of a turn as done.
pub async fn finish(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute("UPDATE inbox SET state = 'done' WHERE turn_id = ?1 AND state = 'taken'", params![turn])
        .await
        .map(drop)
}

/// Cancels the messages that still wait for a session, and returns their number.
pub async fn cancel_waiting(tx: &Tx, session: &SessionId) -> Result<u64> {
    tx.execute(
        "UPDATE inbox SET state = 'done' WHERE session_id = ?1 AND state = 'waiting' AND kind = 'message'",
        params![session],
    )
    .await
}

/// Drops the goal of a run whose session has not begun to work on it.
pub async fn drop_goal(tx: &Tx, session: &SessionId) -> Result<()> {
    tx.execute(
        "UPDATE inbox SET state = 'done' WHERE session_id = ?1 AND state = 'waiting' AND kind = 'due'",
        params![session],
    )
    .await
    .map(drop)
}

/// Returns the message id of an event that is a message or a command.
fn written(event: &Event) -> Option<&str> {
    match event {
        Event::Message { message_id, .. } | Event::Command { message_id, .. } => Some(&message_id.0),
        Event::Edit { .. }
        | Event::Deleted { .. }
        | Event::Press { .. }
        | Event::Added
        | Event::Removed
        | Event::Migrated { .. } => None,
    }
}

#[cfg(test)]
mod tests;
