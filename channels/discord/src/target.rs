//! Chats and messages by Discord's own ids.

use adjutant_channel::{ChatRef, MessageId};

use crate::{errors::CallError, wire::Id};

/// A chat by Discord's own ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Target {
    /// The channel, thread or direct chat to which requests go.
    pub(crate) channel: Id,
    /// The channel that a thread is in.
    pub(crate) parent: Option<Id>,
}

impl Target {
    /// # Errors
    /// Returns an error if `chat` is not a chat of Discord.
    pub(crate) fn of(chat: &ChatRef) -> Result<Self, CallError> {
        let ids: Option<Vec<Id>> = chat.chat.split('/').map(id).collect();
        match ids.as_deref() {
            Some(&[channel]) => Ok(Self { channel, parent: None }),
            Some(&[parent, thread]) => Ok(Self { channel: thread, parent: Some(parent) }),
            _ => Err(CallError::refused(format!("{chat} is not a chat of Discord"))),
        }
    }
}

/// Parses a message's id.
///
/// # Errors
/// Returns an error if the id is not one of Discord.
pub(crate) fn snowflake(message: &MessageId) -> Result<Id, CallError> {
    id(&message.0).ok_or_else(|| CallError::refused(format!("{message} is not a message of Discord")))
}

/// Parses an id. Nothing has the id 0, and `serenity` panics on it.
fn id(text: &str) -> Option<Id> {
    Id::parse(text).filter(|id| id.0 > 0)
}
