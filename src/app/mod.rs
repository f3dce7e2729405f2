//! The running gateway: its channels, and the tasks that run for as long as it does.

use std::{sync::Arc, time::Duration};

use adjutant_channel::Channel;
use adjutant_domain::timestamp::Timestamp;
use adjutant_net::Backoff;
use adjutant_store::{
    db::{Scope, Tx},
    last_run,
    leases::{self, LeaseName},
    people::{self, AccountRef, Admission, Role},
};
use adjutant_texts as texts;
use adjutant_tools as tools;
use anyhow::{Result, anyhow};
use tokio::{task::JoinSet, time::timeout};

use crate::{
    agent::session,
    chat::{ingest::Ingest, privacy},
    core::{Core, Handlers, Parts, channel_health::STEADY},
    outbox::deliver_chat,
    runs::unreachable,
    scheduler,
};

mod channel_health;
mod indexing;
pub(crate) mod poll;
mod retention;
mod time_check;
pub(crate) mod wiring;

/// How often the leases of this process are renewed.
const RENEW_EVERY: Duration = Duration::from_secs(10);
/// The longest pause before a failed channel is restarted; the pauses grow up to it.
const LONGEST_PAUSE: Duration = Duration::from_secs(120);
/// How long running work may take to finish at shutdown. Unfinished work resumes at the next start.
const DRAIN: Duration = Duration::from_secs(8);

/// A running gateway.
pub struct App {
    core: Arc<Core>,
    tasks: JoinSet<()>,
}

impl App {
    /// Starts everything.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn start(parts: Parts) -> Result<Self> {
        let owners = parts.owner_identities.clone();
        let allowed = parts.config.access.listed();
        let core = Core::new(parts);
        for problem in tools::unknown_tool_names(&core.tools, &core.config) {
            tracing::warn!(problem, "configuration names an unknown tool");
        }
        if core.price.is_none() {
            tracing::warn!(
                model = core.config.model.name,
                "price of the model unknown; limits in dollars have no effect until [model] sets input_price and \
                 output_price"
            );
        }
        register_handlers(&core);
        let waker = Arc::downgrade(&core);
        core.db.on_commit(move |wake| {
            if let Some(core) = waker.upgrade() {
                core.wake(wake);
            }
        });
        let last_run = core.db.read(async |tx| last_run::get(tx).await).await?;
        if let Some(last_run) = last_run {
            core.trust.compare_with_last_run(last_run);
        }
        let (now, certain) = (core.clock.timestamp(), core.clock.certain());
        core.db
            .write(Scope::Global, async move |tx| {
                last_run::set(tx, certain).await?;
                people::set_allowed(tx, &allowed).await?;
                people::ensure_owner(tx, now).await?;
                for (channel, id) in &owners {
                    admit_owner(tx, AccountRef::new(channel, id), now).await?;
                }
                Ok(())
            })
            .await?;
        let mut tasks = JoinSet::new();
        for channel in core.channels.all() {
            tasks.spawn(receive(core.clone(), channel.clone()));
        }
        tasks.spawn(scheduler::run(core.clone(), last_run));
        tasks.spawn(indexing::run(core.clone()));
        tasks.spawn(poll::run(core.clone()));
        tasks.spawn(renew(core.clone()));
        tasks.spawn(retention::run(core.clone()));
        tasks.spawn(time_check::run(core.clone()));
        tasks.spawn(privacy::run(core.clone()));
        tasks.spawn(channel_health::watch(core.clone()));
        Ok(Self { core, tasks })
    }

    /// Returns the state that the parts of the gateway share.
    pub fn core(&self) -> &Arc<Core> {
        &self.core
    }

    /// Returns when a task ended that should run for ever: the process should restart.
    pub async fn broken(&mut self) -> String {
        match self.tasks.join_next().await {
            Some(Err(error)) => format!("a gateway task failed: {error}"),
            Some(Ok(())) | None => "a gateway task ended unexpectedly".to_owned(),
        }
    }

    /// Shuts down: stops receiving, and drains running work. The rest stays in the database.
    pub async fn shut_down(mut self) {
        self.core.shutdown.cancel();
        let finished = async {
            while self.tasks.join_next().await.is_some() {}
            self.core.sessions.drained().await;
            self.core.chats.drained().await;
            self.core.summaries.drained().await;
        };
        let db = self.core.db.clone();
        if timeout(DRAIN, finished).await.is_err() {
            tracing::info!("drain timed out; unfinished work resumes at the next start");
        }
        if let Err(error) = db.checkpoint().await {
            tracing::warn!(error = format!("{error:#}"), "cannot checkpoint the write-ahead log");
        }
    }
}

/// Makes sure that an account is the owner's. It stays with its user if that is the same person.
async fn admit_owner(tx: &Tx, account: AccountRef<'_>, now: Timestamp) -> Result<()> {
    let owner = match people::find(tx, account.channel, account.external_id).await? {
        Some((user, _)) if user.role == Role::Owner => user,
        _ => people::owner(tx).await?,
    };
    people::add_identity(tx, &owner.user_id, account, Admission::Owner, now).await
}

/// Registers what the upper floors do when the lower ones wake them.
pub(crate) fn register_handlers(core: &Core) {
    core.register(Handlers {
        session: |core, id| Box::pin(session::work(core, id)),
        chat: |core, chat| Box::pin(deliver_chat(core, chat)),
        place_lost: |tx, core, place, lost, now| Box::pin(unreachable::give_up(tx, core, place, lost, now)),
    });
}

/// Receives from one channel until shutdown. A failing channel does not affect the others.
async fn receive(core: Arc<Core>, channel: Arc<dyn Channel>) {
    let name = channel.name();
    let mut pauses = Backoff::new();
    while !core.shutdown.is_cancelled() {
        let Some(lease) = hold_lease(&core, name).await else { return };
        tracing::info!(channel = name, "receiving");
        core.set_serving(name, true);
        // Until now no process delivered what is queued for this channel.
        poll::look_for_work(&core).await;
        let began = core.clock.timestamp();
        let Some(failure) = run_channel(&core, &channel, &lease).await else { continue };
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

/// Runs the receiver until it ends, and returns why it ended. `None` if another process receives from now on.
async fn run_channel(
    core: &Arc<Core>,
    channel: &Arc<dyn Channel>,
    lease: &leases::Lease,
) -> Option<anyhow::Error> {
    let name = channel.name();
    core.channel_health.begins(channel.as_ref(), core.clock.timestamp());
    let stop = core.shutdown.child_token();
    let gateway = Arc::new(Ingest(core.clone()));
    let (receiver, token) = (channel.clone(), stop.clone());
    // The receiver has its own task, so that a panic in it is a failure like any other.
    let mut running = tokio::spawn(async move { receiver.run(gateway, token).await });
    tokio::select! {
        ended = &mut running => Some(match ended {
            Ok(Ok(())) => anyhow!(texts::health::ended()),
            Ok(Err(error)) => error,
            Err(panic) => panic.into(),
        }),
        () = lost(core, lease) => {
            tracing::warn!(channel = name, "channel lease lost to another process");
            core.set_serving(name, false);
            core.channel_health.given_up(name);
            stop.cancel();
            // What it still receives meanwhile is stored, so waiting for its end loses nothing.
            let _ = running.await;
            None
        }
    }
}

/// Waits for the lease to receive from a channel: two receivers would take each other's events. Returns `None` at
/// shutdown.
async fn hold_lease(core: &Arc<Core>, channel: &'static str) -> Option<leases::Lease> {
    loop {
        let (process, now) = (core.process.clone(), core.clock.timestamp());
        let name = LeaseName::Receive(channel.to_owned());
        match core
            .db
            .write(Scope::Global, async move |tx| leases::acquire(tx, &process, name.clone(), now).await)
            .await
        {
            Ok(Some(lease)) => return Some(lease),
            Ok(None) => {}
            Err(error) => {
                tracing::error!(channel, error = format!("{error:#}"), "cannot acquire the channel lease");
            }
        }
        tokio::select! {
            () = core.shutdown.cancelled() => return None,
            () = core.clock.sleep(poll::EVERY) => {}
        }
    }
}

/// Returns when another process has taken the lease.
async fn lost(core: &Arc<Core>, lease: &leases::Lease) {
    loop {
        core.clock.sleep(RENEW_EVERY).await;
        let (process, lease) = (core.process.clone(), lease.clone());
        let held = core.db.read(async move |tx| leases::check(tx, &process, &lease).await).await;
        if held.is_err_and(|error| error.is::<leases::Lost>()) {
            return;
        }
    }
}

async fn renew(core: Arc<Core>) {
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(RENEW_EVERY) => {}
        }
        let (process, now, certain) = (core.process.clone(), core.clock.timestamp(), core.clock.certain());
        let renewed = core.db.write_unsynced(Scope::Global, async move |tx| {
            leases::renew_all(tx, &process, now).await?;
            last_run::set(tx, certain).await
        });
        if let Err(error) = renewed.await {
            tracing::error!(error = format!("{error:#}"), "cannot renew leases");
        }
    }
}
