//! Chats and messages by Telegram's own ids.

use adjutant_channel::{ChatRef, MessageId, SendError};
use teloxide_core::types::{ChatId, MessageId as TelegramId, ThreadId};

/// A chat by Telegram's own ids.
#[derive(Clone, Copy)]
pub(crate) struct Target {
    pub(crate) chat: ChatId,
    pub(crate) topic: Option<ThreadId>,
}

impl Target {
    /// Parses a chat's ids.
    ///
    /// # Errors
    /// Returns [`SendError::Refused`] if the ids are not a chat of Telegram.
    pub(crate) fn of(chat: &ChatRef) -> Result<Self, SendError> {
        let refused = || SendError::Refused(format!("{chat} is not a chat of Telegram"));
        let topic = match &chat.thread {
            Some(thread) => Some(ThreadId(TelegramId(thread.parse().map_err(|_| refused())?))),
            None => None,
        };
        Ok(Self { chat: ChatId(chat.chat.parse().map_err(|_| refused())?), topic })
    }

    /// Returns whether the chat is a group: groups have negative ids, a private chat has the person's.
    pub(crate) fn is_group(self) -> bool {
        self.chat.0 < 0
    }
}

/// Parses a message's id.
///
/// # Errors
/// Returns [`SendError::Refused`] if the id is not a message of Telegram.
pub(crate) fn telegram_id(message: &MessageId) -> Result<TelegramId, SendError> {
    let id = message
        .0
        .parse()
        .map_err(|_| SendError::Refused(format!("{message} is not a message of Telegram")))?;
    Ok(TelegramId(id))
}
