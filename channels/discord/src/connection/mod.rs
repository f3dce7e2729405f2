//! The connection to Discord's gateway: shards, each with a session that is resumed, or else begun anew, for as long
//! as the channel runs.
//!
//! A connection only reads, keeps its heartbeats going and puts events into a queue ([`link`]); storing them is the
//! work of another task ([`worker`]). What ends a connection is a [`Setback`], which says how it goes on.

mod link;
mod marks;
mod setback;
mod socket;
mod standing;
mod starts;
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
    link::Shard,
    marks::Marks,
    setback::{Next, Setback},
    standing::Standing,
    starts::{Plan, Starts},
    worker::{Heard, QUEUE, Worker},
};
use crate::{Discord, intake::Intake};

/// How long a shutdown waits for events to be stored that have arrived.
const DRAIN_TIMEOUT: Duration = Duration::from_secs(5);

/// Receives until `shutdown`.
///
/// # Errors
/// TLS cannot be set up, or a task has failed.
pub(crate) async fn run(
    discord: &Discord,
    gateway: Arc<dyn Gateway>,
    shutdown: CancellationToken,
) -> anyhow::Result<()> {
    let tls = Arc::new(adjutant_net::tls()?);
    let intake = Intake::new(discord.clone(), gateway, shutdown.clone());
    while let Some((plan, marks)) = prepare(&intake).await {
        run_shards(&intake, plan, marks, &tls).await?;
    }
    intake.drain().await;
    Ok(())
}

/// What all shards share.
struct Hub {
    intake: Intake,
    tls: Arc<rustls::ClientConfig>,
    url: Url,
    shards: u32,
    starts: Starts,
    standing: Standing,
    marks: Marks,
}

/// Asks how to connect, and from where to catch up, until both are known; `None` after the shutdown.
async fn prepare(intake: &Intake) -> Option<(Plan, Marks)> {
    let mut backoff = Backoff::new();
    let standing = Standing::new(intake.discord.health.clone(), 1);
    loop {
        let asked = async {
            let plan = Plan::ask(&intake.discord.api).await.map_err(|error| Setback::of_call(&error))?;
            let marks = Marks::read(Arc::clone(&intake.gateway), plan.shards).await;
            let marks =
                marks.map_err(|error| Setback::lost(format!("the store cannot be read: {error:#}")))?;
            Ok((plan, marks))
        };
        let setback: Setback = match intake.shutdown.run_until_cancelled(asked).await? {
            Ok(prepared) => return Some(prepared),
            Err(setback) => setback,
        };
        tracing::warn!(problem = setback.problem, "no connection to Discord");
        let pause = setback.pause(&mut backoff, Duration::ZERO);
        standing.troubled(0, setback.problem);
        intake.shutdown.run_until_cancelled(sleep(pause)).await?;
    }
}

/// Runs the shards until the shutdown, or until there have to be others.
async fn run_shards(
    intake: &Intake,
    plan: Plan,
    marks: Marks,
    tls: &Arc<rustls::ClientConfig>,
) -> anyhow::Result<()> {
    let discord = &intake.discord;
    // Cancelled when the first shard ends, so that all do.
    let round = intake.shutdown.child_token();
    let hub = Arc::new(Hub {
        starts: Starts::new(discord.api.clone(), discord.settings.identify_pause, &plan),
        standing: Standing::new(discord.health.clone(), plan.shards),
        intake: intake.until(round.clone()),
        tls: Arc::clone(tls),
        url: plan.url,
        shards: plan.shards,
        marks,
    });
    let (mut shards, mut workers) = (JoinSet::new(), JoinSet::new());
    for number in 0..hub.shards {
        let (queue, events) = mpsc::channel(QUEUE);
        let heard = Heard::default();
        workers.spawn(Worker::new(Arc::clone(&hub), number, events, heard.clone()).run());
        shards.spawn(run_shard(Shard {
            hub: Arc::clone(&hub),
            number,
            session: None,
            queue,
            waiting: None,
            heard,
            failures: 0,
        }));
    }
    while let Some(ended) = shards.join_next().await {
        round.cancel();
        ended.context("a shard of the connection to Discord has failed")?;
    }
    let drained = timeout(DRAIN_TIMEOUT, async {
        while let Some(ended) = workers.join_next().await {
            ended.context("the task that stores Discord's events has failed")?;
        }
        anyhow::Ok(())
    });
    drained.await.unwrap_or_else(|_| {
        tracing::warn!("events were still being stored at the shutdown; they will be fetched");
        Ok(())
    })
}

/// Connects again and again.
async fn run_shard(mut shard: Shard) {
    let hub = Arc::clone(&shard.hub);
    let renewal = hub.intake.discord.settings.identify_pause;
    let mut backoff = Backoff::new();
    loop {
        shard.failures += 1;
        let setback = shard.receive().await;
        if setback.next == Next::Stop {
            return;
        }
        if shard.failures == 0 {
            backoff.reset();
        }
        if !setback.keeps_session() {
            shard.session = None;
        }
        setback.log(shard.number);
        let pause = setback.pause(&mut backoff, renewal);
        hub.standing.troubled(shard.number, setback.problem);
        let paused = hub.intake.shutdown.run_until_cancelled(sleep(pause)).await;
        if paused.is_none() || setback.next == Next::Reshard {
            return;
        }
    }
}

#[cfg(test)]
mod tests;
