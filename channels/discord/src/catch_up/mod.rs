//! Catches up on messages sent while there was no connection: a new session does not replay them, so they are fetched.
//!
//! Each channel is caught up on by itself, from its oldest missed message on. Its live events wait until then, so that
//! they stay in order; the live events of other channels do not wait.

mod first_messages;
mod gap;
mod history;

use std::{
    collections::{HashMap, VecDeque, hash_map::Entry},
    mem, panic,
    sync::Arc,
};

use tokio::task::JoinSet;

use self::history::{Interrupted, Roles};
pub(crate) use self::{
    first_messages::FirstMessages,
    gap::{KnownPlaces, newer_channels},
};
use crate::{event_handler::EventHandler, wire::Id};

/// How many channels are read at once.
const AT_ONCE: usize = 8;
/// How many live events may wait for their channels to be caught up on, before no more are taken.
const MAX_HELD: usize = 1_000;

/// The channels of a shard that are being caught up on, and the live events `E` that wait for them.
pub(crate) struct CatchUp<E> {
    handler: EventHandler,
    roles: Arc<Roles>,
    /// Channels not being read yet, each with the point to read from.
    waiting: VecDeque<(Id, Id)>,
    readers: JoinSet<(Id, Result<(), Interrupted>)>,
    /// The live events of each channel that has yet to be caught up on.
    held: HashMap<Id, Vec<E>>,
    /// Channels that could not be read to the end. Their live events no longer wait.
    unread: Vec<(Id, Id)>,
}

impl<E> CatchUp<E> {
    pub(crate) fn new(handler: EventHandler) -> Self {
        Self {
            handler,
            roles: Arc::default(),
            waiting: VecDeque::new(),
            readers: JoinSet::new(),
            held: HashMap::new(),
            unread: Vec::new(),
        }
    }

    /// Begins anew for a new session, which has missed the messages after `since`. Unfinished channels are read from
    /// there, too.
    pub(crate) fn restart(&mut self, since: Id) {
        (self.readers, self.roles) = (JoinSet::new(), Arc::default());
        for (channel, _) in mem::take(&mut self.unread) {
            self.held.entry(channel).or_default();
        }
        self.waiting = self.held.keys().map(|channel| (*channel, since)).collect();
        self.read_on();
    }

    /// Begins to read these channels from `since` on.
    pub(crate) fn add(&mut self, channels: impl IntoIterator<Item = Id>, since: Id) {
        for channel in channels {
            if let Entry::Vacant(held) = self.held.entry(channel) {
                held.insert(Vec::new());
                self.waiting.push_back((channel, since));
            }
        }
        self.read_on();
    }

    /// Returns the live event if its channel has been caught up on. Otherwise holds the event, and moves its channel to
    /// the front of the waiting ones.
    pub(crate) fn admit(&mut self, channel: Id, event: E) -> Option<E> {
        let Some(held) = self.held.get_mut(&channel) else { return Some(event) };
        held.push(event);
        if held.len() == 1
            && let Some(at) = self.waiting.iter().position(|(waiting, _)| *waiting == channel)
            && let Some(first) = self.waiting.remove(at)
        {
            self.waiting.push_front(first);
        }
        None
    }

    /// Waits for the next channel that is done, and returns the live events that waited for it; `None` if no channel is
    /// being read.
    pub(crate) async fn next_done(&mut self) -> Option<Vec<E>> {
        let done = self.readers.join_next().await?;
        let (channel, outcome) = done.unwrap_or_else(|error| panic::resume_unwind(error.into_panic()));
        if let Err(Interrupted { at }) = outcome {
            self.unread.push((channel, at));
        }
        self.read_on();
        Some(self.held.remove(&channel).unwrap_or_default())
    }

    /// Continues with the channels that could not be read to the end.
    pub(crate) fn retry_unread(&mut self) {
        self.waiting.extend(self.unread.drain(..));
        self.read_on();
    }

    /// Returns whether all missed messages are stored.
    pub(crate) fn is_complete(&self) -> bool {
        self.held.is_empty() && self.waiting.is_empty() && self.readers.is_empty() && self.unread.is_empty()
    }

    /// Returns whether too many live events are held to take more.
    pub(crate) fn is_full(&self) -> bool {
        self.held.values().map(Vec::len).sum::<usize>() >= MAX_HELD
    }

    fn read_on(&mut self) {
        while self.readers.len() < AT_ONCE
            && let Some((channel, since)) = self.waiting.pop_front()
        {
            let (handler, roles) = (self.handler.clone(), Arc::clone(&self.roles));
            self.readers.spawn(async move {
                (channel, history::store_missed(&handler, &roles, channel, since).await)
            });
        }
    }
}
