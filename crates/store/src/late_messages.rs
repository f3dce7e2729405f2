//! Late messages: counts of messages that were too old to answer when they arrived, for the notice that reports them.

use adjutant_channel::ChatRef;
use adjutant_domain::{ids::UserId, outbox_key::OutboxKey, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    sessions::thread,
};

/// A user in a chat, whose late messages are counted.
#[derive(Clone, Copy)]
pub struct Whose<'a> {
    pub chat: &'a ChatRef,
    pub user: &'a UserId,
}

impl Whose<'_> {
    /// Returns the outbox source of the notices; the segment is the number of the burst.
    pub fn source(&self) -> OutboxKey {
        OutboxKey::LateMessages { chat: self.chat.clone(), user: self.user.clone() }
    }
}

/// Late messages in a row, which share one notice.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Burst {
    /// The number of the burst.
    pub number: i64,
    /// The count of its messages.
    pub messages: i64,
    /// When the last of its messages was sent.
    pub newest_at: Timestamp,
}

/// Counts a message into the current burst, or into a new one. A burst ends when its notice arrived at or before
/// `over_since`, or is a dead letter.
pub async fn count(tx: &Tx, whose: Whose<'_>, sent_at: Timestamp, over_since: Timestamp) -> Result<Burst> {
    let Whose { chat, user } = whose;
    let before: Option<Burst> = tx
        .first(
            "SELECT number, messages, newest_at FROM missed
             WHERE channel = ?1 AND chat = ?2 AND thread = ?3 AND user_id = ?4",
            params![chat.channel.as_str(), chat.chat.as_str(), thread(chat), user],
        )
        .await?;
    let burst = match before {
        None => Burst { number: 0, messages: 1, newest_at: sent_at },
        Some(Burst { number, .. }) if is_over(tx, whose, number, over_since).await? => {
            Burst { number: number + 1, messages: 1, newest_at: sent_at }
        }
        Some(Burst { number, messages, newest_at }) => {
            Burst { number, messages: messages + 1, newest_at: newest_at.max(sent_at) }
        }
    };
    tx.execute(
        "INSERT INTO missed (channel, chat, thread, user_id, number, messages, newest_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7)
         ON CONFLICT (channel, chat, thread, user_id) DO UPDATE SET number = ?5, messages = ?6, newest_at = ?7",
        params![
            chat.channel.as_str(),
            chat.chat.as_str(),
            thread(chat),
            user,
            burst.number,
            burst.messages,
            burst.newest_at
        ],
    )
    .await?;
    Ok(burst)
}

async fn is_over(tx: &Tx, whose: Whose<'_>, number: i64, since: Timestamp) -> Result<bool> {
    let over: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM outbox WHERE source = ?1 AND segment = ?2
                 AND (sent_at <= ?3 OR state = 'dead') LIMIT 1",
            params![&whose.source(), number, since],
        )
        .await?;
    Ok(over.is_some())
}
