//! The live feed: what happens now, to every page that is open.

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

/// Pages open at once; a browser itself allows six to one address.
const MAX_PAGES: usize = 64;

/// What a page may fall behind before it is told to start over from the history.
const MAX_BEHIND: usize = 256;

/// A message that was shown this long before a page opened its feed is in the history by the time the page reads it.
const RECENT: Duration = Duration::from_secs(2);

/// What is kept for a page that opens its feed a moment too late, in frames.
const MAX_RECENT: usize = 64;

/// Sends to all pages. Clones send to the same ones.
///
/// A message is shown before the gateway records that it was. A page that opened its feed in between, and was quick to
/// read the history, would find it in neither; so a feed begins with what was just shown. A page that has it shows it
/// once all the same.
#[derive(Clone)]
pub(crate) struct Feed {
    live: broadcast::Sender<Frame>,
    /// Locked while a message is shown or a page subscribes, so that no page gets a frame twice or not at all.
    recent: Arc<Mutex<VecDeque<(Instant, Frame)>>>,
}

/// One event as it goes over the wire, rendered once for all pages.
#[derive(Clone)]
struct Frame {
    name: &'static str,
    data: Arc<str>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self { live: broadcast::Sender::new(MAX_BEHIND), recent: Arc::default() }
    }

    /// A message was written, by the bot or by the person.
    pub(crate) fn message(&self, message: &wire::Message<'_>) {
        self.broadcast("message", message);
    }

    /// A message shows something else now.
    pub(crate) fn edit(&self, id: &MessageId, content: &Content) {
        self.broadcast("edit", &wire::Edit { id, content: wire::Content::of_bot(id, content) });
    }

    /// The bot is working.
    pub(crate) fn typing(&self) {
        self.broadcast_transient("typing", &wire::Empty {});
    }

    /// The person's message waits behind a running turn.
    pub(crate) fn waits(&self, id: &MessageId) {
        self.broadcast_transient("waits", &wire::Waits { id });
    }

    /// What was just shown and everything from now on; `None` when too many pages are open.
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

    /// Sends what a page that subscribes right after this needs too.
    fn broadcast(&self, name: &'static str, event: &impl Serialize) {
        let Some(frame) = Frame::render(name, event) else { return };
        let mut recent = lock(&self.recent);
        recent.retain(|(at, _)| at.elapsed() < RECENT);
        if recent.len() == MAX_RECENT {
            recent.pop_front();
        }
        recent.push_back((Instant::now(), frame.clone()));
        // That no page is open is no fault.
        drop(self.live.send(frame));
    }

    /// Sends what matters only now.
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
                tracing::error!(name, %error, "an event for the chat page has no JSON form");
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
