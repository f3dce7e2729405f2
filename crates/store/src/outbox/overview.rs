//! Queries of open deliveries, and of delivered and dead messages.

use std::{collections::HashSet, fmt};

use adjutant_channel::{ChatKind, ChatRef, Content, KnownMessage, MessageId};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use super::Row;
use crate::{
    db::{
        Tx, params,
        sql::{field, listed},
    },
    sessions::{self, Place},
};

/// Returns whether a chat has rows to deliver. Those that wait for somebody's return hold up nobody.
pub async fn has_open(tx: &Tx, chat: &ChatRef) -> Result<bool> {
    let open: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM outbox WHERE channel = ?1 AND chat = ?2
                 AND state IN ('pending', 'sending', 'unknown') AND held_for IS NULL LIMIT 1",
            params![chat.channel.as_str(), chat.chat.as_str()],
        )
        .await?;
    Ok(open.is_some())
}

/// An open row without the columns that could be unreadable.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Open {
    pub outbox_id: i64,
    created_at: Timestamp,
}

impl fmt::Display for Open {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "cannot deliver message {}", self.outbox_id)
    }
}

impl Open {
    /// Returns the identity of a row that may be unreadable.
    pub fn of(row: &Row) -> Self {
        Self { outbox_id: row.outbox_id, created_at: row.created_at }
    }

    /// Returns when the message was written.
    pub fn since(&self) -> Timestamp {
        self.created_at
    }

    /// Returns a name that no other row of the outbox has, not even a later one with the same id.
    pub fn name(&self) -> String {
        format!("{}@{}", self.outbox_id, self.created_at)
    }
}

/// Returns the oldest open row of a chat that does not wait for a person's return.
pub async fn oldest_open(tx: &Tx, chat: &ChatRef) -> Result<Option<Open>> {
    tx.first(
        "SELECT outbox_id, created_at FROM outbox
         WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown')
             AND held_for IS NULL
         ORDER BY outbox_id LIMIT 1",
        params![chat.channel.as_str(), chat.chat.as_str()],
    )
    .await
}

/// Returns the oldest open row of each lane of a chat except one, without rows that wait for a person's return.
pub(super) async fn oldest_of_other_lanes(
    tx: &Tx,
    chat: &ChatRef,
    (topic, handle): (&str, Option<&str>),
) -> Result<Vec<Open>> {
    tx.all(
        "SELECT min(outbox_id) AS outbox_id, created_at FROM outbox
         WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown')
             AND held_for IS NULL AND (thread <> ?3 OR handle IS NOT ?4)
         GROUP BY thread, handle ORDER BY 1",
        params![chat.channel.as_str(), chat.chat.as_str(), topic, handle],
    )
    .await
}

/// A message that holds up the ones after it.
#[derive(Clone, Copy, Debug, Deserialize)]
pub struct Held {
    /// When it was written.
    #[serde(rename = "created_at")]
    pub since: Timestamp,
    /// When it is checked or tried again.
    #[serde(rename = "not_before")]
    pub until: Timestamp,
    /// Whether it may have arrived.
    pub in_doubt: bool,
}

/// Returns the oldest message of a chat, in any topic, that is in doubt or may not be sent yet.
pub async fn held_up(tx: &Tx, chat: &ChatRef, now: Timestamp) -> Result<Option<Held>> {
    tx.first(
        "SELECT created_at, not_before, state IN ('sending', 'unknown') AS in_doubt FROM outbox
         WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown') AND held_for IS NULL
             AND (state = 'unknown' OR not_before > ?3)
         ORDER BY outbox_id LIMIT 1",
        params![chat.channel.as_str(), chat.chat.as_str(), now],
    )
    .await
}

/// Returns the open rows of a place, oldest first.
pub async fn open_in(tx: &Tx, place: Place<'_>) -> Result<Vec<Row>> {
    tx.all(
        "SELECT * FROM outbox
         WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown')
             AND thread = coalesce(?3, thread)
         ORDER BY outbox_id",
        params![place.channel, place.chat, place.thread],
    )
    .await
}

/// Returns how many messages wait for delivery to a chat, in all its topics, counted up to `most`.
pub async fn count_open_of(tx: &Tx, chat: &ChatRef, most: i64) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM (SELECT 1 FROM outbox WHERE channel = ?1 AND chat = ?2
                 AND state IN ('pending', 'sending', 'unknown') AND held_for IS NULL LIMIT ?3)",
            params![chat.channel.as_str(), chat.chat.as_str(), most],
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// Returns whether a source has open rows.
pub async fn is_open(tx: &Tx, source: &OutboxKey) -> Result<bool> {
    let open: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM outbox WHERE source = ?1 AND state IN ('pending', 'sending', 'unknown') LIMIT 1",
            params![source],
        )
        .await?;
    Ok(open.is_some())
}

/// Returns up to `limit` chats of these channels with open rows that do not wait for a person's return.
pub async fn chats_with_work(tx: &Tx, channels: &[&str], limit: i64) -> Result<Vec<ChatRef>> {
    #[derive(Deserialize)]
    struct Chat {
        channel: String,
        chat: String,
    }
    let rows: Vec<Chat> = tx
        .all(
            concat!(
                "SELECT DISTINCT channel, chat FROM outbox
             WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL
                 AND channel IN ",
                listed!("?1"),
                " LIMIT ?2"
            ),
            params![serde_json::to_string(channels)?, limit],
        )
        .await?;
    Ok(rows.into_iter().map(|row| sessions::place(&row.channel, &row.chat, "")).collect())
}

/// Returns the known messages around a send in doubt that began at `begun`: the chat's newest id from before it, and
/// messages of the channel, up to `limit` each of those just before and just after it.
///
/// An id with exactly the time of the attempt may be from before or after it: the lowest such id counts, and only if
/// there is no older one. An id that is too low does no harm, since the ids above it are examined one by one.
pub async fn known_messages(
    tx: &Tx,
    row: &Row,
    begun: Timestamp,
    limit: i64,
) -> Result<(Option<MessageId>, Vec<KnownMessage>)> {
    #[derive(Deserialize)]
    struct Id {
        message_id: String,
    }
    #[derive(Deserialize)]
    struct Known {
        chat: String,
        message_id: String,
        before: bool,
    }
    let last: Option<Id> = tx
        .first(
            // `+ 0` keeps SQLite from the channel's index of times: it then walks the chat's own rows back from the
            // last.
            "SELECT message_id FROM (
                 SELECT * FROM (SELECT message_id, received_at AS at FROM inbox
                     WHERE channel = ?1 AND chat = ?2 AND message_id IS NOT NULL AND received_at + 0 < ?3
                     ORDER BY inbox_id DESC LIMIT 1)
                 UNION ALL
                 SELECT * FROM (SELECT message_id, sent_at AS at FROM outbox
                     WHERE channel = ?1 AND chat = ?2 AND message_id IS NOT NULL AND sent_at + 0 < ?3
                     ORDER BY outbox_id DESC LIMIT 1)
                 UNION ALL
                 SELECT message_id, received_at AS at FROM inbox
                 WHERE channel = ?1 AND chat = ?2 AND message_id IS NOT NULL AND received_at = ?3
                 UNION ALL
                 SELECT message_id, sent_at AS at FROM outbox
                 WHERE channel = ?1 AND chat = ?2 AND message_id IS NOT NULL AND sent_at = ?3)
             ORDER BY at = ?3, at DESC, length(message_id), message_id LIMIT 1",
            params![row.channel.as_str(), row.chat.as_str(), begun],
        )
        .await?;
    let messages: Vec<Known> = tx
        .all(
            "WITH sent AS (
                 SELECT * FROM (SELECT outbox_id, chat, message_id, sent_at AS at FROM outbox
                     WHERE channel = ?1 AND message_id IS NOT NULL AND sent_at <= ?2
                     ORDER BY sent_at DESC LIMIT ?3)
                 UNION ALL
                 SELECT * FROM (SELECT outbox_id, chat, message_id, sent_at AS at FROM outbox
                     WHERE channel = ?1 AND message_id IS NOT NULL AND sent_at > ?2 ORDER BY sent_at LIMIT ?3))
             SELECT chat, message_id, at < ?2 AS before FROM (
                 SELECT chat, message_id, at FROM sent
                 UNION ALL
                 SELECT s.chat, a.message_id, s.at FROM sent s CROSS JOIN album_messages a USING (outbox_id)
                 UNION ALL
                 SELECT * FROM (SELECT chat, message_id, received_at AS at FROM inbox
                     WHERE channel = ?1 AND message_id IS NOT NULL AND received_at <= ?2
                     ORDER BY received_at DESC LIMIT ?3)
                 UNION ALL
                 SELECT * FROM (SELECT chat, message_id, received_at AS at FROM inbox
                     WHERE channel = ?1 AND message_id IS NOT NULL AND received_at > ?2
                     ORDER BY received_at LIMIT ?3))",
            params![row.channel.as_str(), begun, limit],
        )
        .await?;
    let known =
        |Known { chat, message_id, before }| KnownMessage { chat, message: MessageId(message_id), before };
    Ok((last.map(|row| MessageId(row.message_id)), messages.into_iter().map(known).collect()))
}

/// Returns how many messages to a chat have become dead letters since `since`, and the reason of the last one.
pub async fn dead_letters(tx: &Tx, chat: &ChatRef, since: Timestamp) -> Result<(i64, Option<String>)> {
    #[derive(Deserialize)]
    struct Found {
        count: i64,
        error: Option<String>,
    }
    let found: Option<Found> = tx
        .first(
            "SELECT count(*) OVER () AS count, error FROM outbox
             WHERE state = 'dead' AND channel = ?1 AND chat = ?2 AND created_at >= ?3
             ORDER BY outbox_id DESC LIMIT 1",
            params![chat.channel.as_str(), chat.chat.as_str(), since],
        )
        .await?;
    Ok(found.map_or((0, None), |found| (found.count, found.error)))
}

/// Returns the names of the folders that hold files still to be delivered.
pub async fn folders_of_open_media(tx: &Tx) -> Result<HashSet<String>> {
    #[derive(Deserialize)]
    struct Open {
        content: String,
    }
    let open: Vec<Open> = tx
        .all(
            concat!(
                "SELECT content FROM outbox
             WHERE state IN ('pending', 'sending', 'unknown') AND ",
                field!("content", "media.path"),
                " IS NOT NULL"
            ),
            (),
        )
        .await?;
    let mut folders = HashSet::new();
    for Open { content } in open {
        let content: Content = serde_json::from_str(&content)?;
        let names = content.files().filter_map(|file| file.path.parent()?.file_name());
        folders.extend(names.map(|name| name.to_string_lossy().into_owned()));
    }
    Ok(folders)
}

/// The id of the newest row whose message has this id in a chat, or whose album contains that message.
macro_rules! row_of_message {
    ($channel:literal, $chat:literal, $message:literal) => {
        concat!(
            "coalesce((SELECT outbox_id FROM outbox WHERE channel = ",
            $channel,
            " AND chat = ",
            $chat,
            " AND message_id = ",
            $message,
            " ORDER BY outbox_id DESC LIMIT 1),
              (SELECT p.outbox_id FROM album_messages p CROSS JOIN outbox o USING (outbox_id) WHERE p.message_id = ",
            $message,
            " AND o.channel = ",
            $channel,
            " AND o.chat = ",
            $chat,
            " ORDER BY p.outbox_id DESC LIMIT 1))"
        )
    };
}

pub(crate) use row_of_message;

/// Returns the row that a message of a chat shows, or whose album contains the message.
pub async fn by_message(tx: &Tx, chat: &ChatRef, message: &MessageId) -> Result<Option<Row>> {
    tx.first(
        concat!("SELECT * FROM outbox WHERE outbox_id = ", row_of_message!("?1", "?2", "?3")),
        params![chat.channel.as_str(), chat.chat.as_str(), message.0.as_str()],
    )
    .await
}

/// Returns the ids of an album's messages after the first one, in order; none if the whole album is one message.
pub async fn album(tx: &Tx, outbox_id: i64) -> Result<Vec<MessageId>> {
    #[derive(Deserialize)]
    struct Id {
        message_id: String,
    }
    let ids: Vec<Id> = tx
        .all("SELECT message_id FROM album_messages WHERE outbox_id = ?1 ORDER BY place", [outbox_id])
        .await?;
    Ok(ids.into_iter().map(|id| MessageId(id.message_id)).collect())
}

/// Returns how many rows wait for delivery on all channels, without rows that wait for a person's return.
pub async fn count_open(tx: &Tx) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM outbox
             WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL",
            (),
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// Returns how many messages were sent to a chat after a row was stored, counted up to `most`.
pub async fn below(tx: &Tx, row: &Row, most: i64) -> Result<i64> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM (SELECT 1 FROM outbox
                 WHERE channel = ?1 AND chat = ?2 AND thread = ?3 AND outbox_id > ?4 AND message_id IS NOT NULL
                 LIMIT ?5)",
            params![row.channel.as_str(), row.chat.as_str(), row.thread.as_str(), row.outbox_id, most],
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// The messages that wait for delivery to a chat.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct OpenChat {
    pub channel: String,
    pub chat: String,
    pub chat_kind: ChatKind,
    /// The number of messages.
    pub messages: i64,
    /// When the oldest message was written.
    pub oldest: Timestamp,
    /// When the first message may be sent.
    pub not_before: Timestamp,
    /// How many messages may have arrived.
    pub in_doubt: i64,
}

/// Returns up to `limit` chats with open messages that do not wait for a person's return, the longest waiting first.
pub async fn open_chats(tx: &Tx, limit: i64) -> Result<Vec<OpenChat>> {
    tx.all(
        "SELECT channel, chat, min(chat_kind) AS chat_kind, count(*) AS messages, min(created_at) AS oldest,
             min(not_before) AS not_before, sum(state = 'unknown') AS in_doubt
         FROM outbox WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL
         GROUP BY channel, chat ORDER BY oldest LIMIT ?1
         -- sort: what waits for delivery is little, and goes",
        [limit],
    )
    .await
}

/// A message that delivery gave up, without its text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct DeadLetter {
    pub outbox_id: i64,
    pub created_at: Timestamp,
    pub channel: String,
    pub chat: String,
    pub chat_kind: ChatKind,
    pub attempts: i64,
    pub error: Option<String>,
}

/// Returns up to `limit` dead letters that were written since `since`, the newest first.
pub async fn newest_dead_letters(tx: &Tx, since: Timestamp, limit: i64) -> Result<Vec<DeadLetter>> {
    tx.all(
        "SELECT outbox_id, created_at, channel, chat, chat_kind, attempts, error FROM outbox
         WHERE state = 'dead' AND created_at >= ?1 ORDER BY created_at DESC LIMIT ?2",
        params![since, limit],
    )
    .await
}
