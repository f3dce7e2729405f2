//! The part of a person's memory that a chat may show.

use adjutant_channel::{ChatKind, ChatRef};

/// The part of a person's memory that may appear in a chat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All of it: nobody else reads the chat.
    #[default]
    Everything,
    /// In a group: everything that the person saved or said there, in any topic, and the notes they marked shareable.
    Group { channel: String, chat: String },
}

impl Scope {
    /// Returns the scope of a chat.
    pub fn in_chat(chat: &ChatRef, kind: ChatKind) -> Self {
        match kind {
            ChatKind::Direct => Self::Everything,
            ChatKind::Group => Self::Group { channel: chat.channel.clone(), chat: chat.chat.clone() },
        }
    }

    /// Returns the group's channel and chat, as two columns store them; `None` for no limit.
    pub fn columns(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Self::Everything => (None, None),
            Self::Group { channel, chat } => (Some(channel), Some(chat)),
        }
    }
}
