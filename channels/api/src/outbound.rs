//! Messages that the gateway asks a channel to show.

use std::{ops::Not, path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{AttachmentKind, ChatRef, MessageId, Rich};

/// The content of one message: text, optional files, and rows of buttons below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The text; fits one message when it comes from [`crate::Channel::layout`].
    pub body: Rich,
    /// Rows of buttons, top to bottom; empty for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Vec<Button>>,
    /// The file of the message; `body` is then its caption, at most 1,000 characters. An edit leaves the file.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<Media>,
    /// The further files of an album that begins with `media`: a group of [`crate::Channel::albums`]. An edit leaves
    /// them.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub more: Vec<Media>,
    /// Whether the platform may fold long quotations: nobody has to read them.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub folds: bool,
    /// Whether the text says that it is delivered late. Channels need not look at this.
    #[serde(default, skip_serializing_if = "Not::not")]
    pub late: bool,
}

impl Content {
    /// Returns a content of text alone.
    pub fn text(body: Rich) -> Self {
        Self { body, ..Self::default() }
    }

    /// Returns the message's files, in order.
    pub fn files(&self) -> impl Iterator<Item = &Media> {
        self.media.iter().chain(&self.more)
    }
}

/// A file to send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// The way it is shown: a photo as a picture, a file as a document to download.
    pub kind: AttachmentKind,
    /// Its path, readable by the gateway's process; in a stored message, the name by which the gateway finds the file.
    /// The file does not change while a message refers to it.
    pub path: PathBuf,
    /// The file name that people see.
    pub name: String,
    /// The size in bytes; `None` if it is not needed, as for a file outside an album.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub size: Option<u64>,
}

/// A button under a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// The label.
    pub label: String,
    /// The data that a press returns: 1 to 64 bytes, the tightest limit of the platforms.
    pub data: String,
    /// Its style, on platforms that offer a choice.
    #[serde(default)]
    pub style: ButtonStyle,
}

/// The style of a button.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonStyle {
    /// The default style.
    #[default]
    Plain,
    /// The suggested choice.
    Primary,
    /// Stops or refuses something.
    Danger,
}

/// A message to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The same for every attempt at this message, at most 25 characters; platforms that support it send the message
    /// only once.
    pub key: String,
    /// The chat to send to.
    pub chat: ChatRef,
    /// The content to send.
    pub content: Content,
    /// The message it answers, quoted in chats with several people.
    pub reply_to: Option<MessageId>,
    /// The handle of the command it answers: [`crate::Event::Command`]'s.
    pub handle: Option<String>,
    /// Its place in an answer of several messages, from 0.
    pub part: usize,
}

/// The ids of a message that was sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SentIds {
    /// The message's own id, used to edit it.
    pub message: MessageId,
    /// The ids of an album's further files, in order, if each has a message of its own.
    pub more: Vec<MessageId>,
}

impl From<MessageId> for SentIds {
    fn from(message: MessageId) -> Self {
        Self { message, more: Vec::new() }
    }
}

/// A send with an unknown outcome, after a crash or a broken connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostSend {
    /// The message that was to be sent.
    pub message: Outgoing,
    /// Other contents with which it may have been sent instead.
    pub variants: Vec<Content>,
    /// The newest known message of the chat (of the bot or of a person), from before or during the send.
    pub last_known: Option<MessageId>,
    /// Other messages of the channel, in any chat: the newest from before the attempt, and the first ones after it.
    pub known: Vec<KnownMessage>,
    /// How long ago the attempt with the unknown outcome began.
    pub age: Duration,
    /// Whether the attempt can no longer take effect. Before that, searching the likeliest places is enough.
    pub is_settled: bool,
    /// What earlier steps of the same search examined: [`Found::GoesOn`].
    pub examined: Vec<Examined>,
}

impl LostSend {
    /// Returns the contents with which the message may have been sent, the likeliest first.
    pub fn contents(&self) -> impl Iterator<Item = &Content> {
        std::iter::once(&self.message.content).chain(&self.variants)
    }
}

/// An id that a search has examined.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Examined {
    /// The id.
    pub message: MessageId,
    /// Whether a message of the chat had this id.
    pub exists: bool,
}

/// The outcome of a step in the search for a lost message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// It arrived, with this id.
    Message(MessageId),
    /// It is not there: all messages since the send were read.
    Absent,
    /// It was not found, but may be there.
    Unclear,
    /// The search is not over. Other messages may be sent to the chat before its next step.
    GoesOn {
        /// What all steps have examined.
        examined: Vec<Examined>,
        /// The pause before the next step.
        pause: Duration,
    },
}

/// A known message, which helps to find a lost one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KnownMessage {
    /// Its chat, as [`ChatRef::chat`].
    pub chat: String,
    /// Its id.
    pub message: MessageId,
    /// Whether it was there before the attempt with the unknown outcome began.
    pub before: bool,
}

/// Why a file could not be downloaded.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DownloadError {
    /// The file is larger than the caller accepts, or than the platform allows to download.
    #[error("the file is larger than {limit} bytes")]
    TooLarge {
        /// The exceeded limit, in bytes.
        limit: u64,
    },
    /// The platform does not have the file (any more).
    #[error("the file is not there any more")]
    Gone,
    /// The download may succeed later.
    #[error("the file could not be downloaded: {0}")]
    Failed(String),
}

/// Why a message could not be sent or edited; each variant is a decision for the outbox.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum SendError {
    /// The platform asks for a pause, in this chat; nothing was sent.
    #[error("the platform asks to wait {} s", .0.as_secs())]
    RetryAfter(Duration),
    /// The request certainly did not take effect; it may be repeated.
    #[error("not sent: {0}")]
    NotSent(String),
    /// The request may have taken effect: the connection broke, or the server failed, before an answer came.
    #[error("outcome unknown: {0}")]
    Unknown(String),
    /// This chat can no longer be written to: the bot was blocked or removed, or the chat deleted.
    #[error("the chat cannot be reached: {0}")]
    ChatGone(String),
    /// This topic or thread of the chat can no longer be written to: it is closed or deleted. The rest of the chat is
    /// reachable.
    #[error("the topic cannot be reached: {0}")]
    ThreadGone(String),
    /// The chat has a new id.
    #[error("the chat has moved to {0}")]
    Migrated(String),
    /// The message to edit does not exist, or can no longer be edited.
    #[error("the message cannot be edited: {0}")]
    MessageGone(String),
    /// The bot may not send this kind of message, such as a file, to this chat. Other kinds are allowed.
    #[error("not allowed there: {0}")]
    NotAllowed(String),
    /// The platform will never accept this request.
    #[error("refused: {0}")]
    Refused(String),
}
