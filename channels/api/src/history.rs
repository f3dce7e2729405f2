//! The past, as channels read it: whom the bot has served, and what was said.

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
    /// Where they have.
    pub chat: ChatRef,
    /// The platform's id of the person.
    pub id: String,
    /// The name under which they came.
    pub name: String,
}

/// One message of a chat's history.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HistoryItem {
    /// The message's id.
    pub message_id: MessageId,
    /// Written by the bot; otherwise by the person.
    pub from_bot: bool,
    /// What the message shows now.
    pub content: Content,
    /// The files that came with it, if the person wrote it.
    pub attachments: Vec<Attachment>,
    /// When it was written.
    pub at: DateTime<Utc>,
    /// Leads to what came before it.
    pub cursor: HistoryCursor,
}

/// A place in a chat's history, which lasts as long as its messages do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct HistoryCursor {
    /// What people wrote, up to this row.
    pub received: i64,
    /// What the bot wrote, up to this row.
    pub sent: i64,
}

impl HistoryCursor {
    /// The end of the history, as it is now.
    pub const NOW: Self = Self { received: i64::MAX, sent: i64::MAX };
}
