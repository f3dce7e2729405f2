//! Stores the events of one shard in their order, in a task of its own, so that the connection never waits for the
//! store.

use std::{
    collections::{HashMap, HashSet, VecDeque},
    mem, panic,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use adjutant_net::Backoff;
use chrono::{DateTime, Utc};
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout_at},
};

use super::SharedState;
use crate::{
    CHANNEL,
    catch_up::{self, Gap},
    event_handler::Stopped,
    wire::{Dispatch, Guild, Id, Ready},
};

/// How many events may wait to be stored before the shard stops reading.
pub(super) const QUEUE_CAPACITY: usize = 1_000;
/// How many events of a new session are held back until its guilds are known.
const MAX_HELD: usize = 1_000;
/// How long to wait for a new session's guilds.
const GUILDS_TIMEOUT: Duration = Duration::from_secs(5);
/// The time between two saves of the receive cursor.
const SAVE_INTERVAL: Duration = Duration::from_secs(30);
/// The longest pause before asking the store again.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// An event that waits to be stored.
pub(super) struct QueuedEvent {
    pub(super) event: Dispatch,
    /// Its sequence number in its session.
    pub(super) seq: Option<u64>,
    /// The sequence number that a resumed connection of its session continues from.
    pub(super) stored: Arc<AtomicU64>,
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
    shared: Arc<SharedState>,
    shard: u32,
    queue: mpsc::Receiver<QueuedEvent>,
    last_heard: LastHeard,
    /// Where the session's catch-up starts.
    since: Id,
    /// Guilds of the session that did not arrive in time.
    late_guilds: HashSet<Id>,
    /// Channels that could not be read yet during catch-up.
    unread_channels: Vec<Id>,
    /// A second attempt at the unread channels, beside the live events. Returns those that still cannot be read.
    retries: JoinSet<Vec<Id>>,
}

impl Worker {
    pub(super) fn new(
        shared: Arc<SharedState>,
        shard: u32,
        queue: mpsc::Receiver<QueuedEvent>,
        last_heard: LastHeard,
    ) -> Self {
        let since = shared.cursor.position(shard);
        let (late_guilds, unread_channels, retries) = (HashSet::new(), Vec::new(), JoinSet::new());
        Self { shared, shard, queue, last_heard, since, late_guilds, unread_channels, retries }
    }

    /// Stores events until the shard ends, and then what is left in the queue.
    #[tracing::instrument(name = "store_events", skip_all, fields(channel = CHANNEL, shard = self.shard))]
    pub(super) async fn run(mut self) {
        if self.process_queue().await == Err(Stopped) {
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
                item = self.queue.recv() => match item {
                    Some(item) => self.handle_item(item).await?,
                    None => return Ok(()),
                },
                Some(unread_channels) = self.retries.join_next() => {
                    self.unread_channels.extend(unread_channels.unwrap_or_else(|error| panic::resume_unwind(error.into_panic())));
                }
                _ = saves.tick() => {
                    self.retry_unread();
                    self.save_cursor().await;
                }
            }
        }
    }

    async fn handle_item(&mut self, item: QueuedEvent) -> Result<(), Stopped> {
        match &item.event {
            Dispatch::Ready(ready) => self.begin_session(ready).await,
            Dispatch::Guild(guild) if self.late_guilds.remove(&guild.id) => {
                let channels = newest_messages(guild).collect();
                self.store(item).await?;
                self.catch_up(channels, false).await
            }
            _ => self.store(item).await,
        }
    }

    async fn store(&self, item: QueuedEvent) -> Result<(), Stopped> {
        self.shared.handler.handle_event(&item.event).await?;
        if let Some(seq) = item.seq {
            item.stored.store(seq, Ordering::Release);
        }
        Ok(())
    }

    /// Begins a session: stores the messages missed before it, then its live events.
    async fn begin_session(&mut self, ready: &Ready) -> Result<(), Stopped> {
        self.since = self.shared.cursor.position(self.shard);
        let mut guilds = guild_ids(ready);
        let mut channels = HashMap::new();
        let mut held = VecDeque::new();
        let mut deadline = Instant::now() + GUILDS_TIMEOUT;
        while !guilds.is_empty() && held.len() < MAX_HELD {
            let Ok(Some(item)) = timeout_at(deadline, self.queue.recv()).await else { break };
            match &item.event {
                Dispatch::Ready(again) => {
                    guilds = guild_ids(again);
                    deadline = Instant::now() + GUILDS_TIMEOUT;
                }
                Dispatch::Guild(guild) => {
                    guilds.remove(&guild.id);
                    channels.extend(newest_messages(guild));
                    // Cached before the guild's event is stored, so that the fetched messages can be interpreted.
                    self.shared.handler.discord.channel_cache.insert_guild(guild);
                }
                Dispatch::GuildGone(guild) => {
                    guilds.remove(&guild.id);
                }
                _ => {}
            }
            held.push_back(item);
        }
        self.late_guilds = guilds;
        self.catch_up(channels, self.shard == 0).await?;
        for item in held {
            self.store(item).await?;
        }
        self.save_cursor().await;
        Ok(())
    }

    async fn catch_up(&mut self, channels: HashMap<Id, Option<Id>>, has_direct: bool) -> Result<(), Stopped> {
        let gap = Gap { since: self.since, channels, has_direct };
        let candidates = self.candidates(&gap).await?;
        let unread_channels =
            catch_up::catch_up_on_channels(&self.shared.handler, self.since, candidates).await?;
        self.unread_channels.extend(unread_channels);
        Ok(())
    }

    async fn candidates(&self, gap: &Gap) -> Result<Vec<Id>, Stopped> {
        let mut backoff = Backoff::new();
        loop {
            let error = match gap.candidates(&self.shared.handler).await {
                Ok(candidates) => return Ok(candidates),
                Err(error) => error,
            };
            tracing::error!(error = format!("{error:#}"), "cannot list the chats to catch up on; retrying");
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.shared.handler.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
    }

    fn retry_unread(&mut self) {
        if !self.unread_channels.is_empty() && self.retries.is_empty() {
            let (shared, since, unread_channels) =
                (Arc::clone(&self.shared), self.since, mem::take(&mut self.unread_channels));
            self.retries.spawn(async move {
                catch_up::catch_up_on_channels(&shared.handler, since, unread_channels.clone())
                    .await
                    .unwrap_or(unread_channels)
            });
        }
    }

    /// Saves the receive cursor, if everything received is stored.
    async fn save_cursor(&self) {
        // The order matters: an event queued after this line was also heard after it.
        let last_heard = self.last_heard.get();
        let is_all_read = self.unread_channels.is_empty() && self.retries.is_empty();
        if let Some(last_heard) = last_heard.filter(|_| self.queue.is_empty() && is_all_read) {
            self.shared.cursor.advance(self.shard, last_heard).await;
        }
    }
}

fn guild_ids(ready: &Ready) -> HashSet<Id> {
    ready.guilds.iter().map(|guild| guild.id).collect()
}

/// Returns the channels and threads of a guild, each with the id of its newest message.
fn newest_messages(guild: &Guild) -> impl Iterator<Item = (Id, Option<Id>)> {
    guild.channels.iter().chain(&guild.threads).map(|channel| (channel.id, channel.last_message_id))
}
