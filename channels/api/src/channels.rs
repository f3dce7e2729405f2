//! The configured channels.

use std::{collections::HashMap, sync::Arc};

use anyhow::{Context, Result};

use crate::{Channel, Rich, rich};

/// The channels by name.
#[derive(Clone, Default)]
pub struct Channels(HashMap<&'static str, Arc<dyn Channel>>);

impl FromIterator<Arc<dyn Channel>> for Channels {
    fn from_iter<I: IntoIterator<Item = Arc<dyn Channel>>>(channels: I) -> Self {
        Self(channels.into_iter().map(|channel| (channel.name(), channel)).collect())
    }
}

impl Channels {
    /// The channel with this name.
    ///
    /// # Errors
    /// It is not configured (any more), though something is addressed to it.
    pub fn get(&self, name: &str) -> Result<&Arc<dyn Channel>> {
        self.0.get(name).with_context(|| format!("the channel {name} is not configured"))
    }

    /// A text as the channel lays it out. What is addressed to a channel that is not configured waits for it whole.
    pub fn layout(&self, name: &str, markdown: &str) -> Vec<Rich> {
        match self.get(name) {
            Ok(channel) => channel.layout(markdown),
            Err(_) => vec![rich::from_markdown(markdown)],
        }
    }

    /// All of them.
    pub fn all(&self) -> impl Iterator<Item = &Arc<dyn Channel>> {
        self.0.values()
    }
}
