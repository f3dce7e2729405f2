//! The configured channels.

use std::{collections::HashMap, sync::Arc};

use anyhow::{Context, Result};

use crate::{Channel, ChatRef, Media, Rich, rich};

/// The channels by name.
#[derive(Clone, Default)]
pub struct Channels(HashMap<&'static str, Arc<dyn Channel>>);

impl FromIterator<Arc<dyn Channel>> for Channels {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Channel>>>(channels: I) -> Self {
        Self(channels.into_iter().map(|channel| (channel.name(), channel)).collect())
    }
}

impl Channels {
    /// Returns the channel with this name.
    ///
    /// # Errors
    /// Returns an error if the channel is not, or no longer, configured.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn Channel>> {
        self.0
            .get(name)
            .with_context(|| format!("the channel {name} is not configured; add it to [channels]"))
    }

    /// Divides files into groups, each for one message. For a channel that is not configured, each file is a group of
    /// its own.
    pub fn albums(&self, chat: &ChatRef, files: Vec<Media>) -> Vec<Vec<Media>> {
        match self.0.get(chat.channel.as_str()) {
            Some(channel) => channel.albums(files),
            None => files.into_iter().map(|file| vec![file]).collect(),
        }
    }

    /// Returns a text in the layout of a chat's channel. For a channel that is not configured, returns the whole text
    /// as one message.
    pub fn layout(&self, chat: &ChatRef, markdown: &str) -> Vec<Rich> {
        match self.get(&chat.channel) {
            Ok(channel) => channel.layout(chat, markdown),
            Err(_) => vec![rich::from_markdown(markdown)],
        }
    }

    /// Returns whether a text fits one message of a chat's channel; `true` for a channel that is not configured.
    pub fn fits(&self, chat: &ChatRef, body: &Rich) -> bool {
        self.get(&chat.channel).map_or(true, |channel| channel.fits(body))
    }

    /// Returns how a text for `reader` mentions a chat; `None` if it cannot.
    pub fn mention_for(&self, reader: &ChatRef, chat: &ChatRef) -> Option<String> {
        let channel = self.get(&chat.channel).ok().filter(|_| reader.channel == chat.channel);
        channel.and_then(|channel| channel.mention_of(chat))
    }

    /// Returns all channels.
    pub fn all(&self) -> impl Iterator<Item = &Arc<dyn Channel>> {
        self.0.values()
    }
}
