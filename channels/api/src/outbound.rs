//! What the gateway asks a channel to show.

use std::{path::PathBuf, time::Duration};

use serde::{Deserialize, Serialize};

use crate::{AttachmentKind, ChatRef, MessageId, Rich};

/// What one message shows: text, a file perhaps, and rows of buttons below.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// The text; fits one message when it comes from [`crate::Channel::layout`].
    pub body: Rich,
    /// Rows of buttons, top to bottom; empty for none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub buttons: Vec<Vec<Button>>,
    /// A file that the message carries; `body` is then its caption, at most 1,000 characters. An edit leaves it.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub media: Option<Media>,
}

impl Content {
    /// Text alone.
    pub fn text(body: Rich) -> Self {
        Self { body, ..Self::default() }
    }
}

/// A file to send.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Media {
    /// How it is shown: a photo as a picture, a file as a document to download.
    pub kind: AttachmentKind,
    /// Where it lies, readable by the gateway's process. It does not change while a message refers to it.
    pub path: PathBuf,
    /// The file name that people see.
    pub name: String,
}

/// A button under a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// What it says.
    pub label: String,
    /// What a press brings back: 1 to 64 bytes, the tightest limit of the platforms.
    pub data: String,
    /// How it looks, where the platform has a choice.
    #[serde(default)]
    pub style: ButtonStyle,
}

/// How a button looks.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ButtonStyle {
    /// Nothing special.
    #[default]
    Plain,
    /// The way forward.
    Primary,
    /// Stops or refuses something.
    Danger,
}

/// A message to send.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outgoing {
    /// The same for every attempt at this message, at most 25 characters; platforms that can, send it only once.
    pub key: String,
    /// Where to.
    pub chat: ChatRef,
    /// What.
    pub content: Content,
    /// The message it answers, quoted where the chat has several people in it.
    pub reply_to: Option<MessageId>,
    /// What [`crate::Event::Command`] gave to be answered by.
    pub handle: Option<String>,
    /// Its place in an answer of several messages, from 0.
    pub part: usize,
}

/// A send of which a crash or a cut connection left unknown whether it arrived.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LostSend {
    /// The message as it was to be sent.
    pub message: Outgoing,
    /// The chat's newest message that is known (of the bot or of a person), from before or during the send.
    pub last_known: Option<MessageId>,
    /// Ids above `last_known` that belong to other messages.
    pub taken: Vec<MessageId>,
    /// How long ago the attempt began that was left in doubt.
    pub age: Duration,
}

/// Why a file could not be had.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
pub enum DownloadError {
    /// It is larger than the caller takes, or than the platform hands out.
    #[error("the file is larger than {limit} bytes")]
    TooLarge {
        /// The limit that it exceeds, in bytes.
        limit: u64,
    },
    /// The platform does not have it (any more).
    #[error("the file is not there any more")]
    Gone,
    /// It may be had later.
    #[error("the file could not be downloaded: {0}")]
    Failed(String),
}

/// Why a message could not be sent or edited; each variant is a decision for whoever delivers.
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
    /// This chat cannot be written to any more: blocked, removed, deleted.
    #[error("the chat cannot be reached: {0}")]
    ChatGone(String),
    /// The chat has a new id.
    #[error("the chat has moved to {0}")]
    Migrated(String),
    /// The message to edit is not there, or may not be edited any more.
    #[error("the message cannot be edited: {0}")]
    MessageGone(String),
    /// The platform will never take this request.
    #[error("refused: {0}")]
    Refused(String),
}
