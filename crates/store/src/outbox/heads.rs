//! The next message in each lane of all chats, for monitoring whether delivery makes progress.

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;
use serde::Deserialize;

use super::{HUNG_SENDER, state::State};
use crate::{db::Tx, sessions};

/// The oldest open row of a lane.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    pub outbox_id: i64,
    /// How many times it was claimed.
    pub claim: i64,
    channel: String,
    chat: String,
    thread: String,
    pub chat_kind: ChatKind,
    state: State,
    not_before: Timestamp,
    attempt_at: Option<Timestamp>,
    created_at: Timestamp,
    /// Whether it edits an existing message: no row records when the edit was asked for.
    is_edit: bool,
}

impl Head {
    /// Returns the chat that receives the row.
    pub fn chat(&self) -> ChatRef {
        sessions::place(&self.channel, &self.chat, &self.thread)
    }

    /// Returns since when the row is due for action; `None` if no row records when that began. A send in progress is
    /// given the time that a send may take.
    pub fn due_since(&self) -> Option<Timestamp> {
        match (self.state, self.attempt_at) {
            (State::Sending, Some(begun)) => Some(begun + HUNG_SENDER),
            _ if self.is_edit => None,
            _ => Some(self.created_at.max(self.not_before)),
        }
    }

    /// Returns whether the row may be sent now.
    pub fn is_due(&self, now: Timestamp) -> bool {
        self.not_before <= now
    }
}

/// Returns the oldest open row of up to `limit` lanes, without rows that wait for a person's return.
pub async fn heads(tx: &Tx, limit: i64) -> Result<Vec<Head>> {
    tx.all(
        "SELECT min(outbox_id) AS outbox_id, claim, channel, chat, thread, chat_kind, state, not_before, attempt_at,
             created_at, message_id IS NOT NULL AS is_edit FROM outbox
         WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL
         GROUP BY channel, chat, thread, handle LIMIT ?1",
        [limit],
    )
    .await
}

/// The messages that wait for delivery to a channel.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Depth {
    pub channel: String,
    pub count: i64,
    /// When the oldest new message was written; edits do not count.
    pub oldest: Option<Timestamp>,
}

/// Returns the waiting messages of each channel, without rows that wait for a person's return.
pub async fn depths(tx: &Tx) -> Result<Vec<Depth>> {
    tx.all(
        "SELECT channel, count(*) AS count, min(CASE WHEN message_id IS NULL THEN created_at END) AS oldest FROM outbox
         WHERE state IN ('pending', 'sending', 'unknown') AND held_for IS NULL GROUP BY channel",
        (),
    )
    .await
}
