//! This process's share of the shards: starts shards assigned to it, and ends those assigned to other processes.

use std::{
    collections::{BTreeSet, HashMap},
    sync::Arc,
    time::Duration,
};

use adjutant_channel::{Duty, Part};
use adjutant_net::Backoff;
use anyhow::Context as _;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{MissedTickBehavior, interval, sleep, timeout},
};
use tokio_util::{sync::CancellationToken, task::AbortOnDropHandle};

use super::{
    ShardContext,
    identify_limiter::{GatewayInfo, IdentifyLimiter},
    receive_cursor::ReceiveCursor,
    shard::Shard,
    shard_health::ShardHealth,
    unreadable,
    worker::{LastHeard, QUEUE_CAPACITY, Worker},
};
use crate::{CHANNEL, bot_setup, event_handler::EventHandler};

/// How often this process checks whether its share has changed.
const LOOK_INTERVAL: Duration = Duration::from_secs(1);
/// How long the end of a shard waits for received events to be stored.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// The longest pause before reading the store again.
const MAX_PAUSE: Duration = Duration::from_secs(30);

/// The shards of this process, out of the number that Discord asks for.
pub(super) struct Share {
    handler: EventHandler,
    info: GatewayInfo,
    tls: Arc<rustls::ClientConfig>,
    identify_limiter: Arc<IdentifyLimiter>,
    health: Arc<ShardHealth>,
    /// Cancelled to end all shards.
    all: CancellationToken,
    /// The shards that run here, each with the token that ends it.
    running: HashMap<u32, CancellationToken>,
    tasks: JoinSet<anyhow::Result<u32>>,
}

impl Share {
    pub(super) fn new(handler: &EventHandler, info: GatewayInfo, tls: &Arc<rustls::ClientConfig>) -> Self {
        Self {
            identify_limiter: Arc::new(IdentifyLimiter::new(handler, &info)),
            health: Arc::new(ShardHealth::new(handler.discord.health.clone())),
            all: handler.shutdown.child_token(),
            handler: handler.clone(),
            info,
            tls: Arc::clone(tls),
            running: HashMap::new(),
            tasks: JoinSet::new(),
        }
    }

    /// Runs this process's shards until the shutdown, or until Discord wants a different number of shards.
    pub(super) async fn run(mut self) -> anyhow::Result<()> {
        let all = self.all.clone();
        let mut looks = interval(LOOK_INTERVAL);
        looks.set_missed_tick_behavior(MissedTickBehavior::Delay);
        loop {
            tokio::select! {
                () = all.cancelled() => break,
                Some(ended) = self.tasks.join_next() => {
                    self.leave(ended.context("a shard of the Discord connection failed")??).await;
                }
                _ = looks.tick() => self.look().await,
            }
        }
        while let Some(ended) = self.tasks.join_next().await {
            self.leave(ended.context("a shard of the Discord connection failed")??).await;
        }
        Ok(())
    }

    /// Starts the shards assigned to this process, and ends those assigned to others.
    async fn look(&mut self) {
        let share = match self.handler.gateway.share(CHANNEL, self.info.shards).await {
            Ok(share) => share,
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "cannot look which shards are this process's");
                return;
            }
        };
        for (number, ends) in &self.running {
            if !share.contains(number) {
                ends.cancel();
            }
        }
        let here: BTreeSet<u32> = self.running.keys().copied().collect();
        share.difference(&here).for_each(|number| self.begin(*number));
    }

    fn begin(&mut self, number: u32) {
        let ends = self.all.child_token();
        let context = ShardContext {
            handler: self.handler.with_shutdown(ends.clone()),
            tls: Arc::clone(&self.tls),
            url: self.info.url.clone(),
            part: self.part(number),
            identify_limiter: Arc::clone(&self.identify_limiter),
            health: Arc::clone(&self.health),
        };
        self.running.insert(number, ends);
        self.health.add(number);
        self.tasks.spawn(run_shard(Arc::new(context)));
    }

    /// Releases a shard that has ended. If it ended by itself, Discord asks for a different number of shards: then all
    /// shards end.
    async fn leave(&mut self, number: u32) {
        let was_ended = self.running.remove(&number).is_some_and(|ends| ends.is_cancelled());
        if let Err(error) = self.handler.gateway.release(CHANNEL, Duty::Part(self.part(number))).await {
            tracing::warn!(
                shard = number,
                error = format!("{error:#}"),
                "cannot leave a shard to other processes"
            );
        }
        self.health.remove(number);
        if !was_ended {
            self.all.cancel();
        }
    }

    fn part(&self, number: u32) -> Part {
        Part { number, count: self.info.shards }
    }
}

/// Runs a shard until it ends and its events are stored. Returns its number.
async fn run_shard(context: Arc<ShardContext>) -> anyhow::Result<u32> {
    let (discord, ends) = (&context.handler.discord, &context.handler.shutdown);
    let number = context.part.number;
    // Loaded only now: the previous process of the shard saved it when it ended.
    let Some(cursor) = load_cursor(&context).await else { return Ok(number) };
    let (queue, events) = mpsc::channel(QUEUE_CAPACITY);
    let last_heard = LastHeard::default();
    let worker = Worker::new(Arc::clone(&context), cursor, events, last_heard.clone());
    let worker = AbortOnDropHandle::new(tokio::spawn(worker.run()));
    let introduction = ends.child_token();
    let receive = async {
        let _ends_with_this = introduction.clone().drop_guard();
        Shard::new(Arc::clone(&context), queue, last_heard).run().await;
    };
    let introduce = async {
        if number == 0 {
            bot_setup::register_commands(discord, &introduction).await;
        }
    };
    tokio::join!(receive, introduce);
    match timeout(DRAIN_TIMEOUT, worker).await {
        Ok(ended) => ended.context("the task that stores Discord's events failed")?,
        Err(_) => tracing::warn!("the end cut off the storing of events; the next start fetches them"),
    }
    Ok(number)
}

/// Loads a shard's receive cursor, retrying until it succeeds; returns `None` if the shard ends.
async fn load_cursor(context: &ShardContext) -> Option<ReceiveCursor> {
    let mut backoff = Backoff::new();
    loop {
        match ReceiveCursor::load(Arc::clone(&context.handler.gateway), context.part).await {
            Ok(cursor) => return Some(cursor),
            Err(error) => {
                let problem = unreadable(error).problem;
                tracing::warn!(problem, "no connection to Discord");
                context.health.set_problem(context.part.number, problem);
            }
        }
        context.handler.shutdown.run_until_cancelled(sleep(backoff.pause(MAX_PAUSE))).await?;
    }
}
