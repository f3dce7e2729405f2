//! The live feed: what happens now, to every page that is open.

use std::sync::Arc;

use adjutant_channel::{Content, MessageId};
use axum::response::sse::Event;
use futures::{Stream, StreamExt as _};
use serde::Serialize;
use tokio::sync::broadcast;
use tokio_stream::wrappers::BroadcastStream;

use crate::wire;

/// Pages open at once; a browser itself allows six to one address.
const MAX_PAGES: usize = 64;

/// What a page may fall behind before it is told to start over from the history.
const MAX_BEHIND: usize = 256;

/// Sends to all pages. Clones send to the same ones.
#[derive(Clone)]
pub(crate) struct Feed(broadcast::Sender<Frame>);

/// One event as it goes over the wire, rendered once for all pages.
#[derive(Clone)]
struct Frame {
    name: &'static str,
    data: Arc<str>,
}

impl Feed {
    pub(crate) fn new() -> Self {
        Self(broadcast::Sender::new(MAX_BEHIND))
    }

    /// A message was written, by the bot or by the person.
    pub(crate) fn message(&self, message: &wire::Message<'_>) {
        self.publish("message", message);
    }

    /// A message shows something else now.
    pub(crate) fn edit(&self, id: &MessageId, content: &Content) {
        self.publish("edit", &wire::Edit { id, content: wire::Content::of_bot(id, content) });
    }

    /// The bot is working.
    pub(crate) fn typing(&self) {
        self.publish("typing", &wire::Nothing {});
    }

    /// The person's message waits behind a running turn.
    pub(crate) fn waits(&self, id: &MessageId) {
        self.publish("waits", &wire::Waits { id });
    }

    /// Everything from now on; `None` when too many pages are open.
    pub(crate) fn subscribe(&self) -> Option<impl Stream<Item = Event> + use<>> {
        if self.0.receiver_count() >= MAX_PAGES {
            return None;
        }
        let frames = BroadcastStream::new(self.0.subscribe());
        Some(frames.map(|frame| match frame {
            Ok(frame) => Event::default().event(frame.name).data(&*frame.data),
            Err(_behind) => Event::default().event("resync").data("{}"),
        }))
    }

    fn publish(&self, name: &'static str, event: &impl Serialize) {
        if self.0.receiver_count() == 0 {
            return;
        }
        match serde_json::to_string(event) {
            // That the last page has just closed is no fault.
            Ok(json) => drop(self.0.send(Frame { name, data: json.into() })),
            Err(error) => tracing::error!(name, %error, "an event for the chat page has no JSON form"),
        }
    }
}
