//! The live feed of events to every open page.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex},
    time::Duration,
};

use adjutant_channel::{Content, MessageId};
use axum::response::sse::Event;
use futures::{Stream, StreamExt as _, stream};
use serde::Serialize;
use tokio::{sync::broadcast, time::Instant};
use tokio_stream::wrappers::BroadcastStream;

use crate::{lock, wire};

/// The most pages open at once; a browser itself allows six connections to one address.
const MAX_PAGES: usize = 64;

/// The most frames that a page may lag behind before it has to reload the history.
const MAX_BEHIND: usize = 256;

/// A message broadcast this long before a page opened its feed is in the history by the time the page reads it.
const RECENT: Duration = Duration::from_secs(2);

/// The number of frames kept for pages that open their feed a moment too late.
const MAX_RECENT: usize = 64;

/// Broadcasts to all pages. Clones broadcast to the same pages.
///
/// A message is broadcast before the gateway records that it arrived. A page that opened its feed in between, and was
/// quick to read the history, would find it in neither; so a feed begins with the recent frames. A page that already
/// has a message still shows it once.
#[derive(Clone)]
pub(crate) struct Feed {
    live: broadcast::Sender<Frame>,
    /// Locked during a broadcast or a subscription, so that a page gets each frame exactly once.
    recent: Arc<Mutex<VecDeque<(Instant, Frame)>>>,
}

/// One event in wire format, rendered once for all pages.
#[derive(Clone)]
struct Frame {
    name: &'static str,
    data: Arc<str>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self { live: broadcast::Sender::new(MAX_BEHIND), recent: Arc::default() }
    }

    /// Broadcasts a new message of the bot or of the person.
    pub(crate) fn message(&self, message: &wire::Message<'_>) {
        self.broadcast("message", message);
    }

    /// Broadcasts the new content of a message.
    pub(crate) fn edit(&self, id: &MessageId, content: &Content) {
        self.broadcast("edit", &wire::Edit { id, content: wire::Content::of_bot(id, content) });
    }

    /// Broadcasts that the person's message must no longer be shown.
    pub(crate) fn removed(&self, id: &MessageId) {
        self.broadcast("removed", &wire::Removed { id });
    }

    /// Broadcasts that the bot is working.
    pub(crate) fn typing(&self) {
        self.broadcast_transient("typing", &wire::Empty {});
    }

    /// Broadcasts that the person's message waits behind a running turn.
    pub(crate) fn waits(&self, id: &MessageId) {
        self.broadcast_transient("waits", &wire::Waits { id });
    }

    /// Returns the recent frames and all later ones; `None` if too many pages are open.
    pub(crate) fn subscribe(&self) -> Option<impl Stream<Item = Event> + use<>> {
        let recent = lock(&self.recent);
        if self.live.receiver_count() >= MAX_PAGES {
            return None;
        }
        let live = BroadcastStream::new(self.live.subscribe());
        let just_shown: Vec<_> = recent.iter().filter(|(at, _)| at.elapsed() < RECENT).cloned().collect();
        let just_shown = stream::iter(just_shown).map(|(_, frame)| frame.into());
        Some(just_shown.chain(live.map(|frame| match frame {
            Ok(frame) => frame.into(),
            Err(_behind) => Event::default().event("resync").data("{}"),
        })))
    }

    /// Broadcasts an event that a page subscribing right after this needs too.
    fn broadcast(&self, name: &'static str, event: &impl Serialize) {
        let Some(frame) = Frame::render(name, event) else { return };
        let mut recent = lock(&self.recent);
        recent.retain(|(at, _)| at.elapsed() < RECENT);
        if recent.len() == MAX_RECENT {
            recent.pop_front();
        }
        recent.push_back((Instant::now(), frame.clone()));
        // Sending fails only if no page is open.
        drop(self.live.send(frame));
    }

    /// Broadcasts an event that is of no use to pages opened later.
    fn broadcast_transient(&self, name: &'static str, event: &impl Serialize) {
        if let Some(frame) = Frame::render(name, event) {
            drop(self.live.send(frame));
        }
    }
}

impl Frame {
    fn render(name: &'static str, event: &impl Serialize) -> Option<Self> {
        match serde_json::to_string(event) {
            Ok(json) => Some(Self { name, data: json.into() }),
            Err(error) => {
                tracing::error!(name, %error, "cannot serialise an event for the chat page");
                None
            }
        }
    }
}

impl From<Frame> for Event {
    fn from(frame: Frame) -> Self {
        Self::default().event(frame.name).data(&*frame.data)
    }
}
