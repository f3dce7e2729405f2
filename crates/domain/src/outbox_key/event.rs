//! The key of an event, inside the keys of the messages that answer it.

use std::fmt;

use adjutant_channel::Inbound;
use serde::Deserialize;

/// An event that a message answers: its channel, and its id there.
#[derive(Clone, Debug, PartialEq, Eq, Hash, Deserialize)]
pub struct EventKey {
    pub channel: String,
    pub external_id: String,
}

impl EventKey {
    /// Returns the key of an event.
    pub fn of(event: &Inbound) -> Self {
        Self { channel: event.chat.channel.clone(), external_id: event.external_id.clone() }
    }

    /// Returns the key of the event that an inbox row came from, by the row's columns.
    pub fn of_row(channel: &str, external_id: &str) -> Self {
        Self { channel: channel.to_owned(), external_id: external_id.to_owned() }
    }

    pub(super) fn parse(text: &str) -> Option<Self> {
        let (channel, id) = text.split_once('-')?;
        Some(Self { channel: channel.to_owned(), external_id: id.to_owned() })
    }
}

impl fmt::Display for EventKey {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}-{}", self.channel, self.external_id)
    }
}
