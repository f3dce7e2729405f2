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

/// Who caused an event, as the platform identifies them.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sender {
    /// The platform's id of the person (numeric on Telegram and Discord).
    pub id: String,
    /// The name the platform shows for them; for people to read, never to decide on.
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
    /// The tag of the language in which they use the platform, such as `de` or `pt-BR`, where it says so.
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
    /// Where the chat was opened, if it is a thread opened at a message of another chat.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub opened_at: Option<Opening>,
    /// What happened.
    pub event: Event,
}

/// The message at which a thread was opened. A conversation in the thread continues from its answer.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Opening {
    /// The chat of the message.
    pub chat: ChatRef,
    /// The message.
    pub message_id: MessageId,
}

/// What happened. In group chats an adapter passes on only what is addressed to the bot: a mention, a reply to one of
/// its messages, a command; every part of an album; and every edit, since the edited message may still wait.
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
        /// The files that it has now; `None` if the platform does not tell.
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
    },
    /// A button under one of the bot's messages was pressed.
    Press {
        /// The message with the button, if the platform names it.
        message_id: Option<MessageId>,
        /// The data of the button: its [`crate::Button::data`].
        data: String,
        /// The handle by which the message is edited from now on, where only the person who pressed sees it; see
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

/// An album: files that a person sends as one message, and that arrive as several.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Album {
    /// The same for all parts.
    pub id: String,
    /// Whether this part is addressed to the bot by itself. In a group, another part may be, and speaks for all.
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

/// A file that came with a message, or what stands for one. A file's content stays with the platform until it is needed.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Attachment {
    /// Its kind.
    pub kind: AttachmentKind,
    /// The platform's handle to download it by; empty if there is nothing to download.
    pub file_id: String,
    /// What tells the file from every other, if the platform says; handles of one file can differ.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub unique_id: Option<String>,
    /// The file name, if there is one; the emoji or the name of a sticker.
    pub name: Option<String>,
    /// The size in bytes, if the platform tells it.
    pub size: Option<u64>,
    /// What it says, if it is a place on the map or the like, of a kind that is known.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub card: Option<Card>,
    /// The platform's handle of a picture that shows a moment of it, if it moves.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub still: Option<String>,
    /// How long it plays, in seconds, if the platform tells it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub seconds: Option<u32>,
}

impl Attachment {
    /// Returns whether it is the same file. Where the platform does not say what tells files apart, it is.
    pub fn is_same_file(&self, other: &Self) -> bool {
        self.unique_id.is_none() || other.unique_id.is_none() || self.unique_id == other.unique_id
    }

    /// Returns whether it says something by itself, so that whoever sends it expects an answer.
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

/// The outcome of an event that was handed to the gateway.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Accepted {
    /// The message waits behind a running turn; an adapter without reactions shows it in its own way (a note on the page).
    pub waits: bool,
    /// For a press: the answer to the person who pressed.
    pub answer: Option<PressAnswer>,
    /// For a command: no answer will follow, so nothing has to stay open for one.
    pub unanswered: bool,
}

/// The true outcome of a press, shown to the person who pressed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PressAnswer {
    /// One short line, at most 200 characters; empty if the message itself shows the outcome.
    pub text: String,
    /// Show it so that it must be noticed: the press changed nothing.
    pub alert: bool,
    /// Details in Markdown, for nobody else. Only with [`crate::Limits::private_answers`].
    pub details: Option<String>,
}

impl PressAnswer {
    /// Returns an answer that is shown in passing.
    pub fn told(text: impl Into<String>) -> Self {
        Self { text: text.into(), ..Self::default() }
    }

    /// Returns an answer that must be noticed.
    pub fn alert(text: impl Into<String>) -> Self {
        Self { text: text.into(), alert: true, details: None }
    }
}
