//! The connection to Discord's gateway: this process's shards, each with a session that is resumed, or replaced by a
//! new one, for as long as the channel runs.
//!
//! The shards of this process change with the processes that share the database ([`share`]). A connection only reads,
//! sends heartbeats and queues events ([`shard`]); another task stores them ([`worker`]). A [`Disconnect`] holds the
//! reason why a connection ended and the next step.

mod awaited_guilds;
mod disconnect;
mod identify_limiter;
mod receive_cursor;
mod shard;
mod shard_health;
mod share;
mod socket;
mod stored_seq;
mod worker;

use std::{sync::Arc, time::Duration};

use adjutant_channel::{Gateway, Part};
use adjutant_net::Backoff;
use tokio::time::sleep;
use tokio_util::sync::CancellationToken;
use url::Url;

use self::{
    disconnect::Disconnect,
    identify_limiter::{GatewayInfo, IdentifyLimiter},
    shard_health::ShardHealth,
    share::Share,
};
use crate::{CHANNEL, Discord, event_handler::EventHandler};

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
    while let Some(info) = prepare(&handler).await {
        Share::new(&handler, info, &tls).run().await?;
    }
    handler.drain().await;
    Ok(())
}

/// The state that a shard's connection and its worker share.
struct ShardContext {
    /// Its shutdown ends only this shard.
    handler: EventHandler,
    tls: Arc<rustls::ClientConfig>,
    url: Url,
    part: Part,
    identify_limiter: Arc<IdentifyLimiter>,
    health: Arc<ShardHealth>,
}

impl ShardContext {
    /// Returns how long a resume may take until its first event, and then until each next one.
    fn resume_timeout(&self) -> Duration {
        self.handler.discord.settings.send_timeout
    }
}

/// Fetches the gateway's address and loads people's names, retrying until both succeed; returns `None` on shutdown.
async fn prepare(handler: &EventHandler) -> Option<GatewayInfo> {
    let mut backoff = Backoff::new();
    let health = ShardHealth::new(handler.discord.health.clone());
    loop {
        let asked = async {
            let info = GatewayInfo::fetch(&handler.discord.api)
                .await
                .map_err(|error| Disconnect::from_call_error(&error))?;
            handler.discord.known_people.load(handler.gateway.as_ref()).await.map_err(unreadable)?;
            Ok(info)
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

fn unreadable(error: anyhow::Error) -> Disconnect {
    Disconnect::lost(format!("the store cannot be read: {error:#}"))
}

#[cfg(test)]
mod tests;
