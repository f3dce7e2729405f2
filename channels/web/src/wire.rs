//! The JSON that the page and the server exchange.

use adjutant_channel::{Attachment, AttachmentKind, Button, HistoryCursor, HistoryItem, MessageId, Rich};
use chrono::{DateTime, Utc};
use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, utf8_percent_encode};
use serde::{Deserialize, Serialize};

use crate::state::HISTORY;

/// The characters that stay unescaped in the last segment of a URL, and in the file name of a header.
pub(crate) const PLAIN: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// The longest file name that is kept, in characters.
const MAX_NAME: usize = 200;

/// A message on the page: in the history, and as the event `message`.
#[derive(Serialize)]
pub(crate) struct Message<'a> {
    pub(crate) id: &'a MessageId,
    pub(crate) from_bot: bool,
    pub(crate) at: DateTime<Utc>,
    pub(crate) content: Content<'a>,
}

impl<'a> From<&'a HistoryItem> for Message<'a> {
    fn from(item: &'a HistoryItem) -> Self {
        let content = match item.from_bot {
            true => Content::of_bot(&item.message_id, &item.content),
            false => Content::of_person(&item.content.body, &item.attachments),
        };
        Self { id: &item.message_id, from_bot: item.from_bot, at: item.at, content }
    }
}

/// The content of a message.
#[derive(Serialize)]
pub(crate) struct Content<'a> {
    body: &'a Rich,
    #[serde(skip_serializing_if = "<[_]>::is_empty")]
    buttons: &'a [Vec<Button>],
    #[serde(skip_serializing_if = "Vec::is_empty")]
    files: Vec<File<'a>>,
}

impl<'a> Content<'a> {
    /// Returns the content of the bot's message; the page requests its files by the message's id and their positions.
    pub(crate) fn of_bot(id: &MessageId, content: &'a adjutant_channel::Content) -> Self {
        let url = |at| match at {
            0 => format!("/api/files/{}", utf8_percent_encode(&id.0, PLAIN)),
            at => format!("/api/files/{}/{at}", utf8_percent_encode(&id.0, PLAIN)),
        };
        let files = content.files().enumerate();
        let files = files.map(|(at, media)| File { kind: media.kind, name: Some(&media.name), url: url(at) });
        Self { body: &content.body, buttons: &content.buttons, files: files.collect() }
    }

    /// Returns the content of the person's message; the page requests its files by their own ids.
    pub(crate) fn of_person(body: &'a Rich, attachments: &'a [Attachment]) -> Self {
        let files = attachments.iter().map(|file| File {
            kind: file.kind,
            name: file.name.as_deref(),
            url: upload_url(&file.file_id),
        });
        Self { body, buttons: &[], files: files.collect() }
    }
}

/// A file of a message.
#[derive(Serialize)]
struct File<'a> {
    kind: AttachmentKind,
    name: Option<&'a str>,
    url: String,
}

/// The event `edit`.
#[derive(Serialize)]
pub(crate) struct Edit<'a> {
    pub(crate) id: &'a MessageId,
    pub(crate) content: Content<'a>,
}

/// The event `waits`.
#[derive(Serialize)]
pub(crate) struct Waits<'a> {
    pub(crate) id: &'a MessageId,
}

/// The event `removed`.
#[derive(Serialize)]
pub(crate) struct Removed<'a> {
    pub(crate) id: &'a MessageId,
}

/// An event without data: `typing`, `resync`, `ping`.
#[derive(Serialize)]
pub(crate) struct Empty {}

/// The code of the page's language; `None` leaves the choice to the browser.
pub(crate) type PageLanguage = Option<&'static str>;

/// `GET /api/history`.
#[derive(Serialize)]
pub(crate) struct History<'a> {
    pub(crate) title: &'a str,
    pub(crate) commands: Vec<Command>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) language: PageLanguage,
    #[serde(flatten)]
    pub(crate) past: Past<'a>,
}

/// `GET /api/messages`: a part of the history.
#[derive(Serialize)]
pub(crate) struct Past<'a> {
    messages: Vec<Message<'a>>,
    /// The cursor for the earlier messages; `None` at the beginning.
    earlier: Option<HistoryCursor>,
}

impl<'a> From<&'a [HistoryItem]> for Past<'a> {
    fn from(items: &'a [HistoryItem]) -> Self {
        let earlier = items.first().filter(|_| items.len() >= HISTORY).map(|item| item.cursor);
        Self { messages: items.iter().map(Message::from).collect(), earlier }
    }
}

/// A command in the page's menu.
#[derive(Serialize)]
pub(crate) struct Command {
    name: &'static str,
    description: &'static str,
    arguments: Vec<Argument>,
}

#[derive(Serialize)]
struct Argument {
    name: &'static str,
    description: &'static str,
    completes: bool,
}

impl From<&'static adjutant_channel::Command> for Command {
    fn from(command: &'static adjutant_channel::Command) -> Self {
        let argument = |argument: &'static adjutant_channel::Argument| Argument {
            name: argument.name,
            description: argument.description,
            completes: argument.completes,
        };
        Self {
            name: command.name,
            description: command.description,
            arguments: command.arguments.iter().map(argument).collect(),
        }
    }
}

/// `POST /api/complete`.
#[derive(Deserialize)]
pub(crate) struct Complete {
    pub(crate) command: String,
    pub(crate) argument: String,
    pub(crate) typed: String,
}

/// The answer to `POST /api/complete`.
#[derive(Serialize)]
pub(crate) struct Choices {
    pub(crate) choices: Vec<Choice>,
}

#[derive(Serialize)]
pub(crate) struct Choice {
    label: String,
    value: String,
}

impl From<adjutant_channel::Choice> for Choice {
    fn from(choice: adjutant_channel::Choice) -> Self {
        Self { label: choice.label, value: choice.value }
    }
}

/// `POST /api/messages`.
#[derive(Deserialize)]
pub(crate) struct NewMessage {
    pub(crate) client_id: ClientId,
    pub(crate) text: String,
    #[serde(default)]
    pub(crate) files: Vec<NamedFile>,
}

/// A file uploaded earlier, with the person's name for it.
#[derive(Deserialize)]
pub(crate) struct NamedFile {
    pub(crate) id: ClientId,
    pub(crate) name: FileName,
    /// Whether the file is a recording of the page.
    #[serde(default)]
    pub(crate) voice: bool,
    /// The length of a recording, in seconds.
    pub(crate) seconds: Option<u32>,
    /// The id of another upload: the still picture of a film.
    pub(crate) still: Option<ClientId>,
}

/// The answer to `PUT /api/uploads/{id}`.
#[derive(Serialize)]
pub(crate) struct Uploaded {
    pub(crate) kind: AttachmentKind,
    pub(crate) url: String,
}

impl Uploaded {
    /// Returns the path at which the page requests the file.
    pub(crate) fn url(id: &ClientId) -> String {
        upload_url(id.as_str())
    }
}

/// The answer to `POST /api/messages`.
#[derive(Serialize)]
pub(crate) struct MessageAccepted {
    pub(crate) at: DateTime<Utc>,
    pub(crate) waits: bool,
    /// The language; a command may have changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) language: PageLanguage,
}

/// `POST /api/press`.
#[derive(Deserialize)]
pub(crate) struct Press {
    pub(crate) client_id: ClientId,
    pub(crate) message_id: MessageId,
    pub(crate) data: ButtonData,
}

/// The answer to `POST /api/press`.
#[derive(Serialize)]
pub(crate) struct Pressed {
    pub(crate) text: String,
    pub(crate) alert: bool,
    /// The language; the press may have changed it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) language: PageLanguage,
}

/// Any response that is not a success.
#[derive(Clone, Copy, Debug, Serialize)]
pub(crate) struct Problem {
    /// The problem, in English.
    pub(crate) error: &'static str,
    /// The key by which the page finds the text in the person's language.
    pub(crate) code: &'static str,
}

/// An id that the page chose for one message, press or file, and keeps for every repeat: a UUID, or any 8 to 64
/// characters of `A-Z a-z 0-9 -`.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ClientId(String);

impl ClientId {
    pub(crate) fn as_str(&self) -> &str {
        &self.0
    }
}

impl TryFrom<String> for ClientId {
    type Error = &'static str;

    fn try_from(id: String) -> Result<Self, Self::Error> {
        let plain = id.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
        if plain && (8..=64).contains(&id.len()) { Ok(Self(id)) } else { Err("not a client id") }
    }
}

/// The data of a button ([`adjutant_channel::Button::data`]): 1 to 64 bytes.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ButtonData(pub(crate) String);

impl TryFrom<String> for ButtonData {
    type Error = &'static str;

    fn try_from(data: String) -> Result<Self, Self::Error> {
        if (1..=64).contains(&data.len()) { Ok(Self(data)) } else { Err("not a button's data") }
    }
}

/// A file name without folders and control characters, at most [`MAX_NAME`] characters; `None` if nothing is left.
#[derive(Debug, PartialEq, Eq, Deserialize)]
#[serde(from = "String")]
pub(crate) struct FileName(Option<String>);

impl From<String> for FileName {
    fn from(name: String) -> Self {
        let name = name.rsplit(['/', '\\']).next().unwrap_or_default();
        let name: String = name.chars().filter(|char| !char.is_control()).take(MAX_NAME).collect();
        let name = name.trim();
        Self((!name.is_empty()).then(|| name.to_owned()))
    }
}

impl From<FileName> for Option<String> {
    fn from(name: FileName) -> Self {
        name.0
    }
}

fn upload_url(id: &str) -> String {
    format!("/api/uploads/{id}")
}
