//! Stores the events of one shard in their order, in a task of its own, so that the connection never waits for the
//! store.

use std::{
    sync::{
        Arc,
        atomic::{AtomicI64, Ordering},
    },
    time::Duration,
};

use adjutant_net::Backoff;
use chrono::{DateTime, Utc};
use tokio::{
    sync::mpsc,
    time::{Instant, MissedTickBehavior, interval, sleep},
};

use super::{
    ShardContext, awaited_guilds::AwaitedGuilds, receive_cursor::ReceiveCursor, stored_seq::StoredSeq,
};
use crate::{
    CHANNEL,
    catch_up::{CatchUp, FirstMessages, KnownPlaces, newer_channels},
    event_handler::Stopped,
    wire::{Dispatch, Guild, Id, Ready},
};

/// How many events may wait to be stored before the shard stops reading.
pub(super) const QUEUE_CAPACITY: usize = 1_000;
/// The time between two saves of the receive cursor.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);
/// The longest pause before asking the store again.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// An event that waits to be stored.
pub(super) struct QueuedEvent {
    pub(super) event: Dispatch,
    /// Its sequence number in its session.
    pub(super) seq: Option<u64>,
    /// The stored events of its session.
    pub(super) stored: Arc<StoredSeq>,
}

/// When a shard last heard from Discord, in milliseconds since 1970; every event up to then is stored or in the queue.
#[derive(Clone, Default)]
pub(super) struct LastHeard(Arc<AtomicI64>);

impl LastHeard {
    pub(super) fn set(&self, at: DateTime<Utc>) {
        self.0.store(at.timestamp_millis(), Ordering::Release);
    }

    fn get(&self) -> Option<DateTime<Utc>> {
        let millis = self.0.load(Ordering::Acquire);
        DateTime::from_timestamp_millis(millis).filter(|_| millis != 0)
    }
}

pub(super) struct Worker {
    context: Arc<ShardContext>,
    cursor: ReceiveCursor,
    queue: mpsc::Receiver<QueuedEvent>,
    last_heard: LastHeard,
    /// Where the session's catch-up starts.
    since: Id,
    guilds: AwaitedGuilds,
    places: KnownPlaces,
    first_messages: FirstMessages,
    catch_up: CatchUp<QueuedEvent>,
}

impl Worker {
    pub(super) fn new(
        context: Arc<ShardContext>,
        cursor: ReceiveCursor,
        queue: mpsc::Receiver<QueuedEvent>,
        last_heard: LastHeard,
    ) -> Self {
        Self {
            since: cursor.position(),
            catch_up: CatchUp::new(context.handler.clone()),
            context,
            cursor,
            queue,
            last_heard,
            guilds: AwaitedGuilds::default(),
            places: KnownPlaces::default(),
            first_messages: FirstMessages::default(),
        }
    }

    /// Stores events until the shard ends, and then the rest of the queue.
    #[tracing::instrument(name = "store_events", skip_all, fields(channel = CHANNEL, shard = self.context.part.number))]
    pub(super) async fn run(mut self) {
        if self.process_queue().await == Err(Stopped) || !self.is_caught_up() {
            tracing::warn!("shutdown came before all events were stored; the next start fetches them");
            return;
        }
        self.save_cursor().await;
    }

    async fn process_queue(&mut self) -> Result<(), Stopped> {
        let mut saves = interval(SAVE_INTERVAL);
        saves.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                item = self.queue.recv(), if !self.catch_up.is_full() => match item {
                    Some(item) => self.handle_item(item).await?,
                    None => return Ok(()),
                },
                Some(waited) = self.catch_up.next_done() => {
                    for item in waited {
                        self.store(item).await?;
                    }
                    self.save_cursor().await;
                }
                chat = self.first_messages.next_newer(self.since), if !self.first_messages.is_complete() => {
                    self.catch_up.add(chat, self.since);
                    self.save_cursor().await;
                }
                _ = saves.tick() => {
                    self.catch_up.retry_unread();
                    self.save_cursor().await;
                }
            }
        }
    }

    async fn handle_item(&mut self, item: QueuedEvent) -> Result<(), Stopped> {
        match &item.event {
            Dispatch::Ready(ready) => self.begin_session(ready).await,
            Dispatch::Guild(guild) => {
                let missed =
                    self.guilds.remove(guild.id).map(|since| (self.to_catch_up(guild, since), since));
                // The guild's event describes its channels.
                self.store(item).await?;
                if let Some((channels, since)) = missed {
                    // The cursor has not waited for a guild that comes late.
                    self.cursor.go_back(since).await;
                    self.catch_up.add(channels, since);
                }
                Ok(())
            }
            Dispatch::GuildGone(guild) => {
                if guild.unavailable {
                    // Its messages are not received until it is back.
                    self.guilds.begin_outage(guild.id, self.cursor.position(), Instant::now());
                } else {
                    self.guilds.remove(guild.id);
                }
                self.store(item).await
            }
            event => match event.said_in() {
                Some(channel) => self.store_in_order(channel, item).await,
                None => self.store(item).await,
            },
        }
    }

    /// Stores an event of a channel, now or after the channel's missed messages.
    async fn store_in_order(&mut self, channel: Id, item: QueuedEvent) -> Result<(), Stopped> {
        let (seq, stored) = (item.seq, Arc::clone(&item.stored));
        match self.catch_up.admit(channel, item) {
            Some(item) => self.store(item).await,
            None => {
                seq.into_iter().for_each(|seq| stored.hold(seq));
                Ok(())
            }
        }
    }

    async fn store(&self, item: QueuedEvent) -> Result<(), Stopped> {
        self.context.handler.handle_event(&item.event).await?;
        if let Some(seq) = item.seq {
            item.stored.store(seq);
        }
        Ok(())
    }

    /// Begins a session: fetches the earlier messages that are not stored. The events of its guilds follow.
    async fn begin_session(&mut self, ready: &Ready) -> Result<(), Stopped> {
        self.since = self.cursor.position();
        self.catch_up.restart(self.since);
        self.guilds.restart(ready.guilds.iter().map(|guild| guild.id), self.since, Instant::now());
        self.load_places().await?;
        // The first shard receives all direct messages.
        if self.context.part.number == 0 {
            let direct = self.places.direct.iter().copied().chain(self.first_messages.chats());
            self.catch_up.add(direct, self.since);
        }
        self.save_cursor().await;
        Ok(())
    }

    fn to_catch_up(&self, guild: &Guild, since: Id) -> Vec<Id> {
        newer_channels(guild, since).chain(self.places.archived_threads(guild)).collect()
    }

    /// Loads the places where messages may have been missed, and begins to open direct chats that may be among them.
    async fn load_places(&mut self) -> Result<(), Stopped> {
        let mut backoff = Backoff::new();
        loop {
            let Err(error) = self.try_load_places().await else { return Ok(()) };
            tracing::error!(error = format!("{error:#}"), "cannot list the chats to catch up on; retrying");
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.context.handler.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
    }

    async fn try_load_places(&mut self) -> anyhow::Result<()> {
        self.places = KnownPlaces::load(&self.context.handler).await?;
        if self.context.part.number == 0 {
            self.first_messages.open(&self.context.handler).await?;
        }
        Ok(())
    }

    fn is_caught_up(&self) -> bool {
        self.first_messages.is_complete() && self.catch_up.is_complete()
    }

    /// Saves the receive cursor, if all received events are stored.
    async fn save_cursor(&mut self) {
        // The order matters: an event queued after this line was also heard after it.
        let last_heard = self.last_heard.get();
        let is_held = self.guilds.hold_cursor(Instant::now());
        let is_all_stored = self.queue.is_empty() && !is_held && self.is_caught_up();
        if let Some(last_heard) = last_heard.filter(|_| is_all_stored) {
            self.cursor.advance(last_heard).await;
        }
    }
}
