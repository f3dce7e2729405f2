//! What goes between the page and the server, as JSON.

use adjutant_channel::{Content, HistoryItem, MessageId, PressAnswer};
use chrono::{DateTime, Utc};
use serde::{Deserialize, Serialize};

/// A message as the page shows it: in the history, and as the event `message`.
#[derive(Serialize)]
pub(crate) struct Message<'a> {
    pub(crate) id: &'a MessageId,
    pub(crate) from_bot: bool,
    pub(crate) at: DateTime<Utc>,
    pub(crate) content: &'a Content,
}

impl<'a> From<&'a HistoryItem> for Message<'a> {
    fn from(item: &'a HistoryItem) -> Self {
        Self { id: &item.message_id, from_bot: item.from_bot, at: item.at, content: &item.content }
    }
}

/// The event `edit`.
#[derive(Serialize)]
pub(crate) struct Edit<'a> {
    pub(crate) id: &'a MessageId,
    pub(crate) content: &'a Content,
}

/// The event `waits`.
#[derive(Serialize)]
pub(crate) struct Waits<'a> {
    pub(crate) id: &'a MessageId,
}

/// An event that says all by its name: `typing`, `resync`, `ping`.
#[derive(Serialize)]
pub(crate) struct Nothing {}

/// `GET /api/history`.
#[derive(Serialize)]
pub(crate) struct History<'a> {
    pub(crate) title: &'a str,
    pub(crate) messages: Vec<Message<'a>>,
}

/// `POST /api/messages`.
#[derive(Deserialize)]
pub(crate) struct Say {
    pub(crate) client_id: ClientId,
    pub(crate) text: String,
}

/// The answer to `POST /api/messages`.
#[derive(Serialize)]
pub(crate) struct Said {
    pub(crate) at: DateTime<Utc>,
    pub(crate) waits: bool,
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
}

impl From<PressAnswer> for Pressed {
    fn from(answer: PressAnswer) -> Self {
        Self { text: answer.text, alert: answer.alert }
    }
}

/// Any answer that is not a success.
#[derive(Serialize)]
pub(crate) struct Problem {
    pub(crate) error: &'static str,
}

/// An id that the page made up for one message or press and keeps for every repeat of it: a UUID, or anything of 8 to
/// 64 of `A-Z a-z 0-9 -`.
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

/// What [`adjutant_channel::Button::data`] may be: 1 to 64 bytes.
#[derive(Deserialize)]
#[serde(try_from = "String")]
pub(crate) struct ButtonData(pub(crate) String);

impl TryFrom<String> for ButtonData {
    type Error = &'static str;

    fn try_from(data: String) -> Result<Self, Self::Error> {
        if (1..=64).contains(&data.len()) { Ok(Self(data)) } else { Err("not a button's data") }
    }
}
