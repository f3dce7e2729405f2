//! The connection to Discord's gateway: shards, each with a session that is resumed, or replaced by a new one, for as
//! long as the channel runs.
//!
//! A connection only reads, sends heartbeats and queues events ([`shard`]); another task stores them ([`worker`]). A
//! [`Disconnect`] says why a connection ended and what follows.

mod disconnect;
mod identify_limiter;
mod receive_cursor;
mod shard;
mod shard_health;
mod socket;
mod stored_seq;
mod worker;

use std::{sync::Arc, time::Duration};

use adjutant_channel::Gateway;
use adjutant_net::Backoff;
use anyhow::Context as _;
use tokio::{
    sync::mpsc,
    task::JoinSet,
    time::{sleep, timeout},
};
use tokio_util::sync::CancellationToken;
use url::Url;

use self::{
    disconnect::{Disconnect, Next},
    identify_limiter::{GatewayInfo, IdentifyLimiter},
    receive_cursor::ReceiveCursor,
    shard::Shard,
    shard_health::ShardHealth,
    worker::{LastHeard, QUEUE_CAPACITY, Worker},
};
use crate::{CHANNEL, Discord, event_handler::EventHandler};

/// How long a shutdown waits for received events to be stored.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);
/// After this many session starts in vain in a row, a shard starts sessions only as often as their daily limit allows.
const MAX_STARTS_IN_VAIN: u32 = 5;

/// Receives events until `shutdown`.
///
/// # Errors
/// Returns an error if TLS cannot be set up or a task fails.
#[tracing::instrument(name = "receive", skip_all, fields(channel = CHANNEL))]
pub(crate) async fn run(
    discord: &Discord,
    gateway: Arc<dyn Gateway>,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let tls = Arc::new(adjutant_net::tls()?);
    let handler = EventHandler::new(discord.clone(), gateway, shutdown.clone());
    while let Some((info, cursor)) = prepare(&handler).await {
        run_shards(&handler, info, cursor, &tls).await?;
    }
    handler.drain().await;
    Ok(())
}

/// What all shards share.
struct SharedState {
    handler: EventHandler,
    tls: Arc<rustls::ClientConfig>,
    url: Url,
    shards: u32,
    identify_limiter: IdentifyLimiter,
    health: ShardHealth,
    cursor: ReceiveCursor,
}

impl SharedState {
    /// Returns how long a resume may take until its first event, and then until each next one.
    fn resume_timeout(&self) -> Duration {
        self.handler.discord.settings.send_timeout
    }
}

/// Fetches the gateway's address and loads the receive cursor, retrying until both succeed; returns `None` on shutdown.
async fn prepare(handler: &EventHandler) -> Option<(GatewayInfo, ReceiveCursor)> {
    let mut backoff = Backoff::new();
    let health = ShardHealth::new(handler.discord.health.clone(), 1);
    loop {
        let asked = async {
            let info = GatewayInfo::fetch(&handler.discord.api)
                .await
                .map_err(|error| Disconnect::from_call_error(&error))?;
            let cursor = ReceiveCursor::load(Arc::clone(&handler.gateway), info.shards).await;
            let unreadable = |error| Disconnect::lost(format!("the store cannot be read: {error:#}"));
            handler.discord.known_people.load(handler.gateway.as_ref()).await.map_err(unreadable)?;
            Ok((info, cursor.map_err(unreadable)?))
        };
        let disconnect: Disconnect = match handler.shutdown.run_until_cancelled(asked).await? {
            Ok(prepared) => return Some(prepared),
            Err(disconnect) => disconnect,
        };
        tracing::warn!(problem = disconnect.problem, "no connection to Discord");
        let pause = disconnect.pause(&mut backoff, Duration::ZERO, Duration::ZERO);
        health.set_problem(0, disconnect.problem);
        handler.shutdown.run_until_cancelled(sleep(pause)).await?;
    }
}

/// Runs the shards until the shutdown, or until Discord wants a different number of shards.
async fn run_shards(
    handler: &EventHandler,
    info: GatewayInfo,
    cursor: ReceiveCursor,
    tls: &Arc<rustls::ClientConfig>,
) -> anyhow::Result<()> {
    let discord = &handler.discord;
    // Cancelled when the first shard ends, so that all of them end.
    let round = handler.shutdown.child_token();
    let shared = Arc::new(SharedState {
        identify_limiter: IdentifyLimiter::new(discord.api.clone(), discord.settings.identify_pause, &info),
        health: ShardHealth::new(discord.health.clone(), info.shards),
        handler: handler.with_shutdown(round.clone()),
        tls: Arc::clone(tls),
        url: info.url,
        shards: info.shards,
        cursor,
    });
    let (mut shards, mut workers) = (JoinSet::new(), JoinSet::new());
    for number in 0..shared.shards {
        let (queue, events) = mpsc::channel(QUEUE_CAPACITY);
        let last_heard = LastHeard::default();
        workers.spawn(Worker::new(Arc::clone(&shared), number, events, last_heard.clone()).run());
        shards.spawn(run_shard(Shard {
            shared: Arc::clone(&shared),
            number,
            session: None,
            queue,
            waiting: None,
            last_heard,
            failures: 0,
            starts_in_vain: 0,
        }));
    }
    while let Some(ended) = shards.join_next().await {
        round.cancel();
        ended.context("a shard of the Discord connection failed")?;
    }
    let drained = timeout(DRAIN_TIMEOUT, async {
        while let Some(ended) = workers.join_next().await {
            ended.context("the task that stores Discord's events failed")?;
        }
        anyhow::Ok(())
    });
    drained.await.unwrap_or_else(|_| {
        tracing::warn!("shutdown cut off the storing of events; the next start fetches them");
        Ok(())
    })
}

/// Connects, and reconnects after each disconnect, until the shutdown or a reshard.
#[tracing::instrument(name = "shard", skip_all, fields(channel = CHANNEL, shard = shard.number))]
async fn run_shard(mut shard: Shard) {
    let shared = Arc::clone(&shard.shared);
    let renewal = shared.handler.discord.settings.identify_pause;
    let mut backoff = Backoff::new();
    let mut before = None;
    loop {
        shard.failures += 1;
        let disconnect = shard.receive().await;
        if disconnect.next == Next::Stop {
            return;
        }
        if shard.failures == 0 {
            backoff.reset();
        }
        if !disconnect.keeps_session() {
            shard.session = None;
        }
        disconnect.log(shard.number, before.as_ref());
        shared.health.set_problem(shard.number, disconnect.problem.clone());
        let pause = async {
            let sparing = if disconnect.next == Next::Operator || shard.starts_in_vain > MAX_STARTS_IN_VAIN {
                shared.identify_limiter.sparing_pause(shared.shards).await
            } else {
                Duration::ZERO
            };
            sleep(disconnect.pause(&mut backoff, renewal, sparing)).await;
        };
        let paused = shared.handler.shutdown.run_until_cancelled(pause).await;
        if paused.is_none() || disconnect.next == Next::Reshard {
            return;
        }
        before = Some(disconnect);
    }
}

#[cfg(test)]
mod tests;
