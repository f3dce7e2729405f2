//! Places where messages may have been missed.

use std::{cmp::Reverse, collections::HashSet};

use adjutant_channel::{ChatKind, ChatRef};

use crate::{
    CHANNEL,
    event_handler::EventHandler,
    wire::{Channel, Guild, Id},
};

/// The number of chats in one page from the gateway.
const PAGE: usize = 1_000;
/// The most known threads that are read though a guild's event does not name them, newest first: writing in an archived
/// thread reopens it, so only a thread archived again since then can hold a missed message.
const MAX_ARCHIVED: usize = 1_000;

/// The places in which people have talked to the bot and which a new session's events do not list.
#[derive(Default)]
pub(crate) struct KnownPlaces {
    /// The direct chats.
    pub(crate) direct: Vec<Id>,
    /// The threads, each with its channel.
    threads: Vec<(Id, Id)>,
}

impl KnownPlaces {
    /// # Errors
    /// Returns an error if the store cannot be read.
    pub(crate) async fn load(handler: &EventHandler) -> anyhow::Result<Self> {
        let mut places = Self::default();
        let mut last: Option<ChatRef> = None;
        loop {
            let page = handler.gateway.known_chats(CHANNEL, last.as_ref(), PAGE).await?;
            for known in &page {
                let mut ids = known.chat.chat.split('/').filter_map(Id::parse);
                match (known.kind, ids.next(), ids.next()) {
                    (ChatKind::Direct, Some(chat), _) => places.direct.push(chat),
                    (ChatKind::Group, Some(channel), Some(thread)) => places.threads.push((channel, thread)),
                    _ => {}
                }
            }
            if page.len() < PAGE {
                places.keep_newest_threads();
                return Ok(places);
            }
            last = page.into_iter().next_back().map(|known| known.chat);
        }
    }

    fn keep_newest_threads(&mut self) {
        if self.threads.len() > MAX_ARCHIVED {
            tracing::info!(threads = self.threads.len(), "looking into the newest known threads only");
            self.threads.sort_unstable_by_key(|(_, thread)| Reverse(*thread));
            self.threads.truncate(MAX_ARCHIVED);
        }
    }

    /// Returns the known threads of a guild that its event does not name: they are archived, perhaps since the last
    /// session.
    pub(crate) fn archived_threads(&self, guild: &Guild) -> impl Iterator<Item = Id> {
        let ids = |places: &[Channel]| places.iter().map(|place| place.id).collect::<HashSet<_>>();
        let (channels, listed) = (ids(&guild.channels), ids(&guild.threads));
        let archived =
            move |(channel, thread): &&(Id, Id)| channels.contains(channel) && !listed.contains(thread);
        self.threads.iter().filter(archived).map(|(_, thread)| *thread)
    }
}

/// Returns the channels and threads of a guild in which something was written after `since`.
pub(crate) fn newer_channels(guild: &Guild, since: Id) -> impl Iterator<Item = Id> {
    let channels = guild.channels.iter().chain(&guild.threads);
    channels
        .filter(move |channel| channel.last_message_id.is_some_and(|id| id > since))
        .map(|channel| channel.id)
}
