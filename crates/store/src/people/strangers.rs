//! Strangers: people who wrote without being admitted. Those who knock wait for the owner. One message, a request, asks
//! the owner about all who knock within an hour.

use adjutant_channel::{Attachment, ChatKind, ChatRef, Event, Inbound, MessageId};
use adjutant_domain::{ids, timestamp::Timestamp};
use anyhow::{Context, Result};
use serde::Deserialize;

use super::AccountRef;
use crate::{
    db::{Tx, params, sql::indexed},
    sessions::kind_text,
};

/// A person who wrote without being admitted.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Stranger {
    pub channel: String,
    pub external_id: String,
    pub knock_token: String,
    pub name: String,
    pub username: Option<String>,
    pub chat: String,
    pub chat_kind: ChatKind,
    pub state: StrangerState,
    pub last_line_at: Timestamp,
    /// Wrong codes since the current code was made.
    pub wrong_codes: i64,
    /// Since when they wait for the owner; the epoch if they do not knock.
    pub knocked_at: Timestamp,
    /// The request that asks the owner about them, by the time of its creation.
    pub asked_at: Option<Timestamp>,
    /// Their first message while waiting, as an [`Inbound`] in JSON.
    first_event: Option<String>,
    /// Whether the owner had removed them after an earlier admission.
    pub was_removed: bool,
}

/// Selects strangers; conditions follow.
macro_rules! strangers {
    () => {
        "SELECT s.*, EXISTS (SELECT 1 FROM identities i WHERE i.channel = s.channel
                             AND i.external_id = s.external_id AND i.removed_at IS NOT NULL) AS was_removed
         FROM strangers s "
    };
}

/// The owner's decision about a stranger.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StrangerState {
    Waiting,
    Admitted,
    Refused,
}

impl Stranger {
    pub fn account(&self) -> AccountRef<'_> {
        AccountRef::new(&self.channel, &self.external_id)
    }

    /// Returns whether the stranger waits for the owner's decision.
    pub fn knocks(&self) -> bool {
        self.state == StrangerState::Waiting && self.knocked_at > Timestamp::EPOCH
    }

    /// Returns their first message while waiting, if it is stored.
    pub fn first_event(&self) -> Option<Inbound> {
        self.first_event.as_deref().and_then(|event| serde_json::from_str(event).ok())
    }
}

/// Returns the stranger behind an identity, if any.
pub async fn stranger(tx: &Tx, channel: &str, external_id: &str) -> Result<Option<Stranger>> {
    tx.first(concat!(strangers!(), "WHERE channel = ?1 AND external_id = ?2"), params![channel, external_id])
        .await
}

/// Returns the stranger that a button refers to.
pub async fn stranger_by_token(tx: &Tx, token: &str) -> Result<Option<Stranger>> {
    tx.first(concat!(strangers!(), "WHERE knock_token = ?1"), [token]).await
}

/// Records that a stranger wrote and was answered now.
pub async fn note_stranger(tx: &Tx, event: &Inbound, now: Timestamp) -> Result<Stranger> {
    tx.execute(
        "INSERT INTO strangers (channel, external_id, knock_token, name, username, chat, chat_kind, state,
             last_line_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, 'waiting', ?8)
         ON CONFLICT (channel, external_id) DO UPDATE SET name = ?4, username = ?5, chat = ?6, chat_kind = ?7,
             last_line_at = ?8",
        params![
            event.chat.channel.as_str(),
            event.sender.id.as_str(),
            ids::token(),
            event.sender.name.as_str(),
            event.sender.username.as_deref(),
            event.chat.chat.as_str(),
            kind_text(event.chat_kind),
            now
        ],
    )
    .await?;
    stranger(tx, &event.chat.channel, &event.sender.id).await?.context("the stored stranger is missing")
}

/// Counts a wrong code, and returns the total.
pub async fn count_wrong_code(tx: &Tx, stranger: &Stranger) -> Result<i64> {
    tx.execute(
        "UPDATE strangers SET wrong_codes = wrong_codes + 1 WHERE knock_token = ?1",
        params![stranger.knock_token.as_str()],
    )
    .await?;
    Ok(stranger.wrong_codes + 1)
}

/// Records that a stranger waits for the owner, unless they already do.
pub async fn note_knock(tx: &Tx, stranger: &Stranger, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE strangers SET knocked_at = ?2 WHERE knock_token = ?1 AND state = 'waiting' AND knocked_at = 0",
        params![stranger.knock_token.as_str(), now],
    )
    .await
    .map(drop)
}

/// Stores a message as a stranger's first one.
pub async fn keep_first_event(tx: &Tx, stranger: &Stranger, id: &MessageId, event: &Inbound) -> Result<()> {
    tx.execute(
        "UPDATE strangers SET first_event = ?2, first_message = ?3 WHERE knock_token = ?1 AND state = 'waiting'",
        params![stranger.knock_token.as_str(), serde_json::to_string(event)?, id.0.as_str()],
    )
    .await
    .map(drop)
}

/// Drops a stranger's first message, because it was deleted in the chat. The platform decides who may delete it.
pub async fn drop_first_event(tx: &Tx, chat: &ChatRef, id: &MessageId) -> Result<()> {
    tx.execute(
        concat!(
            "UPDATE strangers SET first_event = NULL, first_message = NULL WHERE (channel, external_id) IN (
             SELECT channel, external_id FROM ",
            indexed!("strangers", "strangers_first"),
            " WHERE channel = ?1 AND chat = ?2 AND first_message = ?3 AND first_message IS NOT NULL)"
        ),
        params![chat.channel.as_str(), chat.chat.as_str(), id.0.as_str()],
    )
    .await
    .map(drop)
}

/// Changes the text of the sender's first message, if this is it.
pub async fn edit_first_event(
    tx: &Tx,
    event: &Inbound,
    id: &MessageId,
    (text, files): (&str, Option<&[Attachment]>),
) -> Result<()> {
    let Some(known) = stranger(tx, &event.chat.channel, &event.sender.id).await? else { return Ok(()) };
    let Some(mut first) = known.first_event() else { return Ok(()) };
    match &mut first.event {
        Event::Message { message_id, text: before, attachments, .. }
            if message_id == id && first.chat == event.chat =>
        {
            text.clone_into(before);
            if let Some(files) = files {
                files.clone_into(attachments);
            }
        }
        _ => return Ok(()),
    }
    keep_first_event(tx, &known, id, &first).await
}

/// Returns up to `limit` strangers who wait for the owner, the longest waiting first.
pub async fn knocking(tx: &Tx, limit: i64) -> Result<Vec<Stranger>> {
    tx.all(
        concat!(strangers!(), "WHERE state = 'waiting' AND knocked_at > 0 ORDER BY knocked_at LIMIT ?1"),
        [limit],
    )
    .await
}

/// Returns how many strangers wait for the owner.
pub async fn count_knocking(tx: &Tx) -> Result<i64> {
    let count = tx
        .value(
            "-- scan: few wait, the caller bounds them
             SELECT count(*) AS value FROM strangers WHERE state = 'waiting' AND knocked_at > 0",
            (),
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// Returns when the newest request to the owner was made.
pub async fn last_asked(tx: &Tx) -> Result<Option<Timestamp>> {
    tx.value(
        "SELECT asked_at AS value FROM strangers WHERE asked_at IS NOT NULL ORDER BY asked_at DESC LIMIT 1",
        (),
    )
    .await
}

/// Adds the waiting strangers who are in no request yet to a request. Returns their number.
pub async fn add_to_request(tx: &Tx, request: Timestamp) -> Result<u64> {
    tx.execute(
        "-- scan: few wait, the caller bounds them
         UPDATE strangers SET asked_at = ?1 WHERE state = 'waiting' AND knocked_at > 0 AND asked_at IS NULL",
        params![request],
    )
    .await
}

/// Returns up to `limit` strangers of a request, the waiting ones first, and the total number.
pub async fn of_request(tx: &Tx, request: Timestamp, limit: i64) -> Result<(Vec<Stranger>, i64)> {
    let shown = tx
        .all(
            concat!(
                strangers!(),
                "WHERE asked_at = ?1 ORDER BY state <> 'waiting', knocked_at, knock_token LIMIT ?2"
            ),
            params![request, limit],
        )
        .await?;
    let count =
        tx.value("SELECT count(*) AS value FROM strangers WHERE asked_at = ?1", params![request]).await?;
    Ok((shown, count.unwrap_or_default()))
}

/// Records the owner's decision, and deletes the stranger's message. Returns false if there was a decision before.
pub async fn decide_stranger(tx: &Tx, token: &str, admit: bool) -> Result<bool> {
    let state = if admit { "admitted" } else { "refused" };
    let changed = tx
        .execute(
            "UPDATE strangers SET state = ?2, first_event = NULL, first_message = NULL
             WHERE knock_token = ?1 AND state = 'waiting'",
            params![token, state],
        )
        .await?;
    Ok(changed == 1)
}
