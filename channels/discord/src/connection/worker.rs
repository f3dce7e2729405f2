//! Stores the events of one shard, in their order and beside the connection, which never waits for it.

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

use super::Hub;
use crate::{
    catch_up::{self, Gap},
    intake::Stopped,
    wire::{Dispatch, Guild, Id, Ready},
};

/// How many events may wait to be stored before no more are read.
pub(super) const QUEUE: usize = 1_000;
/// How many events of a new session are held back until its guilds are known.
const MAX_HELD: usize = 1_000;
/// How long a new session's guilds are waited for.
const GUILDS_TIMEOUT: Duration = Duration::from_secs(5);
/// How often it is noted how far has been received.
const NOTE_INTERVAL: Duration = Duration::from_secs(30);
/// The longest pause before the store is asked again.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// An event that waits to be stored.
pub(super) struct Item {
    pub(super) event: Dispatch,
    /// Its number in its session.
    pub(super) seq: Option<u64>,
    /// The number that a resumed connection of its session begins after.
    pub(super) stored: Arc<AtomicU64>,
}

/// When a shard last heard something, in milliseconds since 1970; everything up to then is stored or in the queue.
#[derive(Clone, Default)]
pub(super) struct Heard(Arc<AtomicI64>);

impl Heard {
    pub(super) fn set(&self, at: DateTime<Utc>) {
        self.0.store(at.timestamp_millis(), Ordering::Release);
    }

    fn get(&self) -> Option<DateTime<Utc>> {
        let millis = self.0.load(Ordering::Acquire);
        DateTime::from_timestamp_millis(millis).filter(|_| millis != 0)
    }
}

pub(super) struct Worker {
    hub: Arc<Hub>,
    shard: u32,
    queue: mpsc::Receiver<Item>,
    heard: Heard,
    /// From where the session had to catch up.
    since: Id,
    /// Guilds of the session that have not shown up in time.
    late: HashSet<Id>,
    /// Channels that could not be caught up on yet.
    unread: Vec<Id>,
    /// Another attempt at such, beside what others say. It gives those that still cannot be read.
    again: JoinSet<Vec<Id>>,
}

impl Worker {
    pub(super) fn new(hub: Arc<Hub>, shard: u32, queue: mpsc::Receiver<Item>, heard: Heard) -> Self {
        let since = hub.marks.of(shard);
        let (late, unread, again) = (HashSet::new(), Vec::new(), JoinSet::new());
        Self { hub, shard, queue, heard, since, late, unread, again }
    }

    /// Works until the connection is given up, and then on what it left.
    pub(super) async fn run(mut self) {
        if self.work().await == Err(Stopped) {
            tracing::warn!("not all events were stored before the shutdown; they will be fetched");
            return;
        }
        self.note().await;
    }

    async fn work(&mut self) -> Result<(), Stopped> {
        let mut notes = interval(NOTE_INTERVAL);
        notes.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                item = self.queue.recv() => match item {
                    Some(item) => self.take(item).await?,
                    None => return Ok(()),
                },
                Some(unread) = self.again.join_next() => {
                    self.unread.extend(unread.unwrap_or_else(|error| panic::resume_unwind(error.into_panic())));
                }
                _ = notes.tick() => {
                    self.read_again();
                    self.note().await;
                }
            }
        }
    }

    async fn take(&mut self, item: Item) -> Result<(), Stopped> {
        match &item.event {
            Dispatch::Ready(ready) => self.begin(ready).await,
            Dispatch::Guild(guild) if self.late.remove(&guild.id) => {
                let channels = newest(guild).collect();
                self.store(item).await?;
                self.catch_up(channels, false).await
            }
            _ => self.store(item).await,
        }
    }

    async fn store(&self, item: Item) -> Result<(), Stopped> {
        self.hub.intake.take(&item.event).await?;
        if let Some(seq) = item.seq {
            item.stored.store(seq, Ordering::Release);
        }
        Ok(())
    }

    /// Begins a session: what was missed before it goes before what it brings.
    async fn begin(&mut self, ready: &Ready) -> Result<(), Stopped> {
        self.since = self.hub.marks.of(self.shard);
        let mut guilds = guilds(ready);
        let mut channels = HashMap::new();
        let mut held = VecDeque::new();
        let mut deadline = Instant::now() + GUILDS_TIMEOUT;
        while !guilds.is_empty() && held.len() < MAX_HELD {
            let Ok(Some(item)) = timeout_at(deadline, self.queue.recv()).await else { break };
            match &item.event {
                Dispatch::Ready(again) => {
                    guilds = self::guilds(again);
                    deadline = Instant::now() + GUILDS_TIMEOUT;
                }
                Dispatch::Guild(guild) => {
                    guilds.remove(&guild.id);
                    channels.extend(newest(guild));
                    // Known already now, so that what is fetched is understood.
                    self.hub.intake.discord.places.learn_guild(guild);
                }
                Dispatch::GuildGone(guild) => {
                    guilds.remove(&guild.id);
                }
                _ => {}
            }
            held.push_back(item);
        }
        self.late = guilds;
        self.catch_up(channels, self.shard == 0).await?;
        for item in held {
            self.store(item).await?;
        }
        self.note().await;
        Ok(())
    }

    async fn catch_up(&mut self, channels: HashMap<Id, Option<Id>>, has_direct: bool) -> Result<(), Stopped> {
        let gap = Gap { since: self.since, channels, has_direct };
        let candidates = self.candidates(&gap).await?;
        let unread = catch_up::run(&self.hub.intake, self.since, candidates).await?;
        self.unread.extend(unread);
        Ok(())
    }

    async fn candidates(&self, gap: &Gap) -> Result<Vec<Id>, Stopped> {
        let mut backoff = Backoff::new();
        loop {
            let error = match gap.candidates(&self.hub.intake).await {
                Ok(candidates) => return Ok(candidates),
                Err(error) => error,
            };
            tracing::error!(error = format!("{error:#}"), "it is not known which chats to catch up on");
            let pause = sleep(backoff.pause(MAX_PAUSE));
            self.hub.intake.shutdown.run_until_cancelled(pause).await.ok_or(Stopped)?;
        }
    }

    fn read_again(&mut self) {
        if !self.unread.is_empty() && self.again.is_empty() {
            let (hub, since, unread) = (Arc::clone(&self.hub), self.since, mem::take(&mut self.unread));
            self.again.spawn(async move {
                catch_up::run(&hub.intake, since, unread.clone()).await.unwrap_or(unread)
            });
        }
    }

    /// Notes how far has been received, if all that was is stored.
    async fn note(&self) {
        // The order matters: what is in the queue after that was heard after it as well.
        let heard = self.heard.get();
        let is_all_read = self.unread.is_empty() && self.again.is_empty();
        if let Some(heard) = heard.filter(|_| self.queue.is_empty() && is_all_read) {
            self.hub.marks.note(self.shard, heard).await;
        }
    }
}

fn guilds(ready: &Ready) -> HashSet<Id> {
    ready.guilds.iter().map(|guild| guild.id).collect()
}

/// The channels and threads of a guild, each with its newest message.
fn newest(guild: &Guild) -> impl Iterator<Item = (Id, Option<Id>)> {
    guild.channels.iter().chain(&guild.threads).map(|channel| (channel.id, channel.last_message_id))
}
