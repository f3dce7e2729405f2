//! Events from a platform.

use std::fmt;

use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

use crate::Card;

/// A chat of a channel, or a topic or thread in it.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct ChatRef {
    /// The name of the channel, as [`crate::Channel::name`] returns it (`telegram`, `web`).
    pub channel: String,
    /// The platform's id of the chat.
    pub chat: String,
    /// The platform's id of the topic or thread; `None` for the chat's main stream.
    pub thread: Option<String>,
}

impl fmt::Display for ChatRef {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.channel, self.chat)?;
        self.thread.iter().try_for_each(|thread| write!(f, "/{thread}"))
    }
}

/// The platform's id of a message, unique within its chat.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct MessageId(pub String);

impl fmt::Display for MessageId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

/// Whether a chat is between one person and the bot, or has several people in it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ChatKind {
    /// One person and the bot.
    Direct,
    /// Several people.
    Group,
}

/// The person or program that caused an event, as the platform identifies them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// The platform's id of the person (numeric on Telegram and Discord).
    pub id: String,
    /// The name that the platform shows for them: for people to read, never a basis for decisions.
    pub name: String,
    /// The name by which the platform finds them, without the “@”.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub username: Option<String>,
    /// The platform's ids of their roles in this chat; none in direct chats.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub roles: Vec<String>,
    /// Whether the author is a program: a bot or a webhook.
    #[serde(default)]
    pub bot: bool,
    /// The tag of the language in which they use the platform, such as `de` or `pt-BR`, if the platform tells.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub language: Option<String>,
}

impl Sender {
    /// Returns a person without roles.
    pub fn person(id: impl Into<String>, name: impl Into<String>) -> Self {
        Self {
            id: id.into(),
            name: name.into(),
            username: None,
            roles: Vec::new(),
            bot: false,
            language: None,
        }
    }
}

/// One event from a platform. The gateway stores it before the adapter acknowledges it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Inbound {
    /// Unique within the channel, and the same when the platform delivers the event again.
    pub external_id: String,
    /// The chat of the event.
    pub chat: ChatRef,
    /// The kind of that chat.
    pub chat_kind: ChatKind,
    /// Who caused the event.
    pub sender: Sender,
    /// The time of the event, by the platform's clock.
    pub sent_at: DateTime<Utc>,
    /// The message at which the chat was opened, if the chat is a thread.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<Opening>,
    /// Whether the bot was addressed.
    #[serde(default, skip_serializing_if = "Heard::is_addressed")]
    pub heard: Heard,
    /// What happened.
    pub event: Event,
}

/// How the bot heard an event.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Heard {
    /// The event is addressed to the bot.
    #[default]
    Addressed,
    /// The event is not addressed to the bot, which answers everything in this chat. It tells people whom it does not
    /// serve nothing about that.
    Overheard,
    /// A reply to the bot whose text the platform shows only with a mention of the bot.
    WithoutText,
}

impl Heard {
    /// Returns whether the event is addressed to the bot, and complete.
    pub fn is_addressed(&self) -> bool {
        *self == Self::Addressed
    }
}

/// The message at which a thread was opened. A conversation in the thread continues from its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The chat of the message.
    pub chat: ChatRef,
    /// The message.
    pub message_id: MessageId,
}

/// An event's details. In group chats an adapter passes on only events addressed to the bot (a mention, a reply to one
/// of its messages, a command), messages of a chat in which it answers everything, every part of an album, and every
/// edit, since the edited message may still wait.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "type", rename_all = "snake_case")]
pub enum Event {
    /// A message for the agent.
    Message {
        /// The message's id.
        message_id: MessageId,
        /// Its text or caption, without the mention of the bot; may be empty if there are attachments.
        text: String,
        /// Files that came with it.
        attachments: Vec<Attachment>,
        /// The message it replies to.
        reply_to: Option<Quoted>,
        /// The text is a forward: somebody else wrote it.
        forwarded: bool,
        /// The album that it is a part of.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        album: Option<Album>,
    },
    /// A message was edited; the edit replaces the original while that still waits.
    Edit {
        /// Id of the edited message.
        message_id: MessageId,
        /// The new text.
        text: String,
        /// The message's files now; `None` if the platform does not tell.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        attachments: Option<Vec<Attachment>>,
    },
    /// A message was deleted; it is dropped while it still waits.
    Deleted {
        /// Id of the deleted message.
        message_id: MessageId,
    },
    /// A command such as `/new`, its name without slash or bot name, lower-case.
    Command {
        /// The message's id.
        message_id: MessageId,
        /// The command's name.
        name: String,
        /// The arguments, trimmed; may be empty.
        args: String,
        /// The handle for the response, on platforms that need one; see [`crate::Outgoing`].
        handle: Option<String>,
        /// Whether the command can only be for this bot. In a group, one without a bot's name may be for another.
        #[serde(default)]
        named: bool,
    },
    /// A button under one of the bot's messages was pressed.
    Press {
        /// The message with the button, if the platform names it.
        message_id: Option<MessageId>,
        /// The data of the button: its [`crate::Button::data`].
        data: String,
        /// The handle for editing the message from now on, if only the person who pressed sees it; see
        /// [`crate::Outgoing`].
        handle: Option<String>,
    },
    /// The sender added the bot to this group.
    Added,
    /// The bot can no longer write to this chat: it was blocked or removed.
    Removed,
    /// The chat has a new id; messages to the old one go there.
    Migrated {
        /// The platform's new id of the chat.
        to: String,
    },
}

impl Event {
    /// Takes the character NUL out of what the sender wrote. It means nothing, and databases and programs take it for
    /// the end of a text.
    #[must_use]
    pub fn without_nul(mut self) -> Self {
        let clean = |text: &mut String| text.retain(|char| char != '\0');
        match &mut self {
            Self::Message { text, attachments, reply_to, .. } => {
                clean(text);
                attachments.iter_mut().filter_map(|file| file.name.as_mut()).for_each(clean);
                reply_to.iter_mut().for_each(|quoted| clean(&mut quoted.text));
            }
            Self::Edit { text, attachments, .. } => {
                clean(text);
                let files = attachments.iter_mut().flatten();
                files.filter_map(|file| file.name.as_mut()).for_each(clean);
            }
            Self::Command { args, .. } => clean(args),
            Self::Deleted { .. }
            | Self::Press { .. }
            | Self::Added
            | Self::Removed
            | Self::Migrated { .. } => {}
        }
        self
    }
}

/// An album: files that a person sends as one message, but that arrive as several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Album {
    /// The same for all parts.
    pub id: String,
    /// Whether this part itself is addressed to the bot. In a group, one addressed part counts for all.
    pub addressed: bool,
}

/// The message that an inbound message replies to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Quoted {
    /// Its id.
    pub message_id: MessageId,
    /// Its text, as far as the platform sends it.
    pub text: String,
    /// Whether the bot itself wrote it.
    pub from_bot: bool,
}

/// An attachment of a message: a file, or a card. A file's content stays with the platform until it is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its kind.
    pub kind: AttachmentKind,
    /// The platform's handle for the download; empty if there is nothing to download.
    pub file_id: String,
    /// The file's unique id, if the platform tells it; one file can have several handles.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique_id: Option<String>,
    /// The file name, if there is one; the emoji or the name of a sticker.
    pub name: Option<String>,
    /// The size in bytes, if the platform tells it.
    pub size: Option<u64>,
    /// The content of a place, a contact or the like, if its kind is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The platform's handle of a still picture of a video or animation.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub still: Option<String>,
    /// The playing time in seconds, if the platform tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
}

impl Attachment {
    /// Returns whether both are the same file. Without unique ids from the platform, they count as the same.
    pub fn is_same_file(&self, other: &Self) -> bool {
        self.unique_id.is_none() || other.unique_id.is_none() || self.unique_id == other.unique_id
    }

    /// Returns whether the attachment alone asks for an answer, as a card or a sticker does.
    pub fn speaks(&self) -> bool {
        self.card.is_some() || self.kind == AttachmentKind::Sticker
    }
}

/// The kinds of attachment with a name of their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum AttachmentKind {
    /// A picture.
    Photo,
    /// A voice message.
    Voice,
    /// Recorded sound or music.
    Audio,
    /// A film, or a short looped one.
    Video,
    /// A short film of a person who speaks into the camera.
    RoundVideo,
    /// Any other file.
    File,
    /// A sticker.
    Sticker,
    /// A place on the map, a contact, a poll: attachments without a file.
    Other,
}

/// The outcome of handing an event to the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The message waits behind a running turn; an adapter without reactions shows this in its own way (a note on the
    /// page).
    pub waits: bool,
    /// For a press: the answer to the person who pressed.
    pub answer: Option<PressAnswer>,
    /// For a command: no answer will follow, so the adapter need not keep anything open for one.
    pub unanswered: bool,
}

/// The true outcome of a press, shown to the person who pressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PressAnswer {
    /// One short line, at most 200 characters; empty if the message itself shows the outcome.
    pub text: String,
    /// Show it prominently: the press changed nothing.
    pub alert: bool,
    /// Details in Markdown, for nobody else. Only with [`crate::Limits::private_answers`].
    pub details: Option<String>,
}

impl PressAnswer {
    /// Returns an answer that is shown briefly.
    pub fn told(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Returns an answer that is shown prominently.
    pub fn alert(text: impl Into<String>) -> Self {
        Self { text: text.into(), alert: true, details: None }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn nul_is_taken_out_of_what_people_write_and_nothing_else_is() {
        let id = MessageId("1".to_owned());
        let said = |text: &str, quoted: &str| Event::Message {
            message_id: id.clone(),
            text: text.to_owned(),
            attachments: Vec::new(),
            reply_to: Some(Quoted { message_id: id.clone(), text: quoted.to_owned(), from_bot: false }),
            forwarded: false,
            album: None,
        };
        assert_eq!(
            said("keep\0 this\u{1}\n", "and\0 that").without_nul(),
            said("keep this\u{1}\n", "and that")
        );
        let edit =
            |text: &str| Event::Edit { message_id: id.clone(), text: text.to_owned(), attachments: None };
        assert_eq!(edit("\0keep\0\0 it\0").without_nul(), edit("keep it"));
    }
}
