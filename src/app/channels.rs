//! Receiving from the channels, and delivering to them; leases decide which process does which.

use std::{sync::Arc, time::Duration};

use adjutant_channel::Channel;
use adjutant_net::Backoff;
use adjutant_store::{
    db::{Scope, SyncedTx},
    leases::{self, Lease, LeaseName},
};
use adjutant_texts as texts;
use anyhow::anyhow;

use super::{RENEW_EVERY, poll};
use crate::{
    chat::ingest::Ingest,
    core::{Core, channel_health::STEADY, duties},
};

/// The longest pause before a failed channel is restarted; the pauses grow up to it.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);

/// Receives from one channel until shutdown. A failing channel does not affect the others.
pub(super) async fn receive(core: Arc<Core>, channel: Arc<dyn Channel>) {
    let name = channel.name();
    let mut pauses = Backoff::new();
    while !core.shutdown.is_cancelled() {
        // A divided channel has a lease for each part, and asks for these once it knows the number of parts.
        let lease = if channel.is_divided() {
            None
        } else {
            let Some(lease) = hold_receive_lease(&core, channel.as_ref()).await else { return };
            tracing::info!(channel = name, "receiving");
            Some(lease)
        };
        let began = core.clock.timestamp();
        let Some(failure) = run_channel(&core, &channel, lease.as_ref()).await else { continue };
        if core.shutdown.is_cancelled() {
            return;
        }
        if core.clock.timestamp().since(began) >= STEADY {
            pauses.reset();
        }
        let (error, pause) = (format!("{failure:#}"), pauses.pause(LONGEST_PAUSE));
        tracing::error!(channel = name, error, ?pause, "channel failed; restarting");
        core.channel_health.ended(
            channel.as_ref(),
            core.redactor.redact(&error).into_owned(),
            core.clock.timestamp(),
        );
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(pause) => {}
        }
    }
}

/// Waits for the lease on receiving from a channel, and logs if it has to wait. Returns `None` at shutdown.
async fn hold_receive_lease(core: &Arc<Core>, channel: &dyn Channel) -> Option<Lease> {
    let name = LeaseName::Receive(channel.name().to_owned());
    if let Some(lease) = acquire(core, &name).await {
        return Some(lease);
    }
    tracing::info!(
        channel = channel.name(),
        "standby: another process receives; this one takes over when that ends"
    );
    duties::set(&core.duties.standing_by, channel.name(), true);
    let lease = tokio::select! {
        lease = hold_lease(core, name) => lease,
        () = channel.stand_by(Arc::new(Ingest(core.clone()))) => None,
    };
    duties::set(&core.duties.standing_by, channel.name(), false);
    lease
}

/// Runs the receiver until it ends, and returns why it ended. `None` if another process receives from now on.
async fn run_channel(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    lease: Option<&Lease>,
) -> Option<anyhow::Error> {
    core.set_receiving(channel.as_ref(), true);
    core.channel_health.begins(channel.as_ref(), core.clock.timestamp());
    let stop = core.shutdown.child_token();
    let gateway = Arc::new(Ingest(core.clone()));
    let (receiver, token) = (channel.clone(), stop.clone());
    // The receiver has its own task, so that a panic counts as an ordinary failure.
    let mut running = tokio::spawn(async move { receiver.run(gateway, token).await });
    tokio::select! {
        ended = &mut running => Some(match ended {
            Ok(Ok(())) => anyhow!(texts::health::ended()),
            Ok(Err(error)) => error,
            Err(panic) => panic.into(),
        }),
        () = lost_any(core, lease) => {
            tracing::warn!(channel = channel.name(), "channel lease lost to another process");
            core.set_receiving(channel.as_ref(), false);
            stop.cancel();
            // Events that the receiver still gets are stored, so no event is lost by waiting for its end.
            let _ = running.await;
            None
        }
    }
}

/// Delivers to one channel while this process receives from it and no other process delivers: a chat page shows only
/// messages that its own process sends. Delivering has a lease of its own, so that two processes never write to one
/// platform at a time, however receiving moves between them.
pub(super) async fn deliver(core: Arc<Core>, channel: &'static str) {
    let run = async {
        loop {
            duties::until(&core.duties.receiving, channel, true).await;
            deliver_while_receiving(&core, channel).await;
        }
    };
    core.shutdown.run_until_cancelled(run).await;
}

async fn deliver_while_receiving(core: &Arc<Core>, channel: &'static str) {
    let stops = || duties::until(&core.duties.receiving, channel, false);
    let lease = tokio::select! {
        lease = hold_lease(core, LeaseName::Deliver(channel.to_owned())) => lease,
        () = stops() => None,
    };
    let Some(lease) = lease else { return };
    duties::set(&core.duties.delivering, channel, true);
    // So far no process has delivered the messages queued for this channel.
    poll::look_for_work(core).await;
    tokio::select! {
        () = lost(core, &lease) => tracing::warn!(channel, "delivery lease lost to another process"),
        () = stops() => {}
    }
    duties::set(&core.duties.delivering, channel, false);
    let process = core.process.clone();
    let release = async move |tx: &SyncedTx| leases::release(tx, &process, &lease).await;
    if let Err(error) = core.db.write(Scope::Global, release).await {
        tracing::error!(channel, error = format!("{error:#}"), "cannot release the delivery lease");
    }
}

/// Waits for a lease on a channel. Returns `None` at shutdown.
async fn hold_lease(core: &Arc<Core>, name: LeaseName) -> Option<Lease> {
    loop {
        if let Some(lease) = acquire(core, &name).await {
            return Some(lease);
        }
        tokio::select! {
            () = core.shutdown.cancelled() => return None,
            () = core.clock.sleep(poll::EVERY) => {}
        }
    }
}

/// Acquires a lease unless another process holds it.
async fn acquire(core: &Arc<Core>, name: &LeaseName) -> Option<Lease> {
    let (process, wanted) = (core.process.clone(), name.clone());
    let acquire = async move |tx: &SyncedTx| leases::acquire(tx, &process, wanted.clone()).await;
    core.db.write(Scope::Global, acquire).await.unwrap_or_else(|error| {
        tracing::error!(%name, error = format!("{error:#}"), "cannot acquire the lease");
        None
    })
}

/// Returns once another process has taken the lease; never if there is no lease.
async fn lost_any(core: &Arc<Core>, lease: Option<&Lease>) {
    match lease {
        Some(lease) => lost(core, lease).await,
        None => std::future::pending().await,
    }
}

/// Returns once another process has taken the lease.
async fn lost(core: &Arc<Core>, lease: &Lease) {
    loop {
        core.clock.sleep(RENEW_EVERY).await;
        let (process, lease) = (core.process.clone(), lease.clone());
        let held = core.db.read(async move |tx| leases::check(tx, &process, &lease).await).await;
        if held.is_err_and(|error| error.is::<leases::Lost>()) {
            return;
        }
    }
}

#[cfg(test)]
mod tests {
    use chrono::TimeDelta;
    use tokio::task::yield_now;

    use super::*;
    use crate::testing::Room;

    /// Lets a second pass, and runs the tasks that wait for it.
    async fn a_second_passes(room: &Room) {
        room.clock.advance(TimeDelta::seconds(1));
        // A write takes a thread, and so some real time.
        room.core.db.write(Scope::Global, async |_| Ok(())).await.unwrap();
        for _ in 0..100 {
            yield_now().await;
        }
    }

    #[tokio::test]
    async fn one_process_delivers_though_another_receives() {
        let room = Room::new().await;
        duties::set(&room.core.duties.delivering, "test", false);
        let (other, name) = (Arc::new(room.store.other_process()), LeaseName::Deliver("test".to_owned()));
        let holder = other.clone();
        let theirs = room.store.write(async move |tx| leases::acquire(tx, &holder, name.clone()).await);
        let theirs = theirs.await.unwrap();
        let task = tokio::spawn(deliver(room.core.clone(), "test"));
        duties::set(&room.core.duties.receiving, "test", true);
        a_second_passes(&room).await;
        assert!(!room.core.delivers("test"), "another delivers");

        room.store.write(async move |tx| leases::release(tx, &other, &theirs).await).await;
        while !room.core.delivers("test") {
            a_second_passes(&room).await;
        }
        duties::set(&room.core.duties.receiving, "test", false);
        duties::until(&room.core.duties.delivering, "test", false).await;
        room.core.shutdown.cancel();
        task.await.unwrap();
    }
}
