//! The past, as channels read it: the chats and people that the bot has served, and their messages.

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::{Attachment, ChatKind, ChatRef, Content, MessageId};

/// A chat that the bot has served.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownChat {
    /// The chat.
    pub chat: ChatRef,
    /// What kind of chat it is.
    pub kind: ChatKind,
}

/// A person who has talked to the bot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownPerson {
    /// The chat in which they talked to the bot.
    pub chat: ChatRef,
    /// The platform's id of the person.
    pub id: String,
    /// The name that they had there.
    pub name: String,
}

/// One message of a chat's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryItem {
    /// The message's id.
    pub message_id: MessageId,
    /// Written by the bot; otherwise by the person.
    pub from_bot: bool,
    /// The message's content now.
    pub content: Content,
    /// The files that came with it, if the person wrote it.
    pub attachments: Vec<Attachment>,
    /// When it was written.
    pub at: DateTime<Utc>,
    /// The cursor for the messages before this one.
    pub cursor: HistoryCursor,
}

/// A position in a chat's history. It is valid for as long as the chat's messages are stored.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryCursor {
    /// People's messages, up to this row.
    pub received: i64,
    /// The bot's messages, up to this row.
    pub sent: i64,
}

impl HistoryCursor {
    /// The end of the history, as it is now.
    pub const NOW: Self = Self { received: i64::MAX, sent: i64::MAX };
}
