//! How much of a person's memory a place may show.

use adjutant_channel::{ChatKind, ChatRef};

/// How much of a person's memory may appear where the results are shown.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All of it: nobody else reads the chat.
    #[default]
    Everything,
    /// In a group: what the person saved or said there, in any topic, and the notes they marked shareable.
    Group { channel: String, chat: String },
}

impl Scope {
    /// Returns what this chat may show.
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
