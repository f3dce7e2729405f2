//! The running gateway: its channels, and its permanent tasks.

use std::{net::SocketAddr, sync::Arc, time::Duration};

use adjutant_domain::timestamp::Timestamp;
use adjutant_mcp::Secrets;
use adjutant_provider::prices;
use adjutant_store::{
    db::{Scope, Tx},
    last_run, leases, owner_reads,
    people::{self, AccountRef, Admission, Role},
};
use adjutant_texts as texts;
use adjutant_tools as tools;
use anyhow::Result;
use tokio::{task::JoinSet, time::timeout};

use crate::{
    agent::session,
    backups,
    chat::privacy,
    core::{Core, Handlers, Parts, listening::Listening},
    health::{self, Health, service::Service},
    hooks,
    outbox::deliver_chat,
    runs::unreachable,
    scheduler, serving, sites, voice,
};

mod channel_health;
mod channels;
mod indexing;
mod documents;
mod model_keys;
pub(crate) mod poll;
mod retention;
mod shrinking;
mod time_check;
pub(crate) mod wiring;
mod zone_data;

/// How often the leases of this process are renewed.
const RENEW_EVERY: Duration = Duration::from_secs(10);
/// How long running tools, sends and calls to a model may take to finish at shutdown. Unfinished work resumes at the
/// next start.
const DRAIN: Duration = Duration::from_secs(8);
/// How long the turns of calls that were cut off have to store that.
const AFTER_CUT_OFF: Duration = Duration::from_secs(1);

/// A running gateway.
pub struct App {
    core: Arc<Core>,
    health: Arc<Health>,
    tasks: JoinSet<()>,
}

impl App {
    /// Starts everything. `owner_identities` are pairs of channel and id that identify the owner without the owner
    /// code.
    ///
    /// # Errors
    /// Returns an error if the database cannot be written.
    pub async fn start(parts: Parts, owner_identities: &[(&'static str, &'static str)]) -> Result<Self> {
        let core = Core::new(parts);
        warn_about_settings(&core);
        register_handlers(&core);
        let waker = Arc::downgrade(&core);
        core.db.wakes().hear(move |wake| {
            if let Some(core) = waker.upgrade() {
                core.wake(wake);
            }
        });
        let last_run = core.db.read(async |tx| last_run::get(tx).await).await?;
        if let Some(last_run) = last_run {
            core.trust.compare_with_last_run(last_run);
        }
        prepare_people(&core, owner_identities.to_vec()).await?;
        let health = Health::new(core.clone());
        let mut tasks = JoinSet::new();
        spawn_tasks(&mut tasks, &core, last_run);
        tasks.spawn(health::listen(health.clone()));
        Ok(Self { core, health, tasks })
    }

    /// Returns the health of the process, for its monitors.
    pub(crate) fn health(&self) -> &Arc<Health> {
        &self.health
    }

    /// Returns the separate address for health checks, if there is one.
    pub fn health_address(&self) -> Option<SocketAddr> {
        self.core.addresses.health.as_ref().map(Listening::at)
    }

    /// Starts reporting the health of the process to the service manager.
    pub(crate) fn report_to(&mut self, service: Service) {
        self.tasks.spawn(health::service::report(self.health.clone(), service));
    }

    /// Returns the state that the parts of the gateway share.
    pub fn core(&self) -> &Arc<Core> {
        &self.core
    }

    /// Returns once a permanent task has ended: the process should restart.
    pub async fn broken(&mut self) -> String {
        match self.tasks.join_next().await {
            Some(Err(error)) => format!("a gateway task failed: {error}"),
            Some(Ok(())) | None => "a gateway task ended unexpectedly".to_owned(),
        }
    }

    /// Shuts down: stops receiving, begins no more work, and finishes running work, which it cuts off as soon as
    /// `hurry` is complete. The rest stays in the database.
    pub async fn shut_down(mut self, hurry: impl Future<Output = ()>) {
        self.core.shutdown.cancel();
        let (db, cut_off) = (self.core.db.clone(), self.core.cut_off.clone());
        let mut finished = Box::pin(async {
            while self.tasks.join_next().await.is_some() {}
            self.core.sessions.drained().await;
            self.core.chats.drained().await;
            self.core.summaries.drained().await;
        });
        let in_time = timeout(DRAIN, async {
            tokio::select! {
                biased;
                () = &mut finished => true,
                () = hurry => false,
            }
        });
        if !in_time.await.unwrap_or(false) {
            cut_off.cancel();
            let _ = timeout(AFTER_CUT_OFF, finished).await;
            tracing::info!("running work was cut off; it resumes at the next start");
        }
        if let Err(error) = db.checkpoint().await {
            tracing::warn!(error = format!("{error:#}"), "cannot checkpoint the write-ahead log");
        }
    }
}

/// Warns about settings that have no effect, or not the intended one.
fn warn_about_settings(core: &Core) {
    for problem in tools::unknown_tool_names(&core.tools, &core.config) {
        tracing::warn!(problem, "configuration names an unknown tool");
    }
    for (section, price) in prices::each(&core.config) {
        if price.is_none() {
            tracing::warn!(model = section, "{}", texts::usage::unknown_price(&section));
        }
    }
}

/// Stores the start of the process, and the owner and the people whom the configuration admits.
async fn prepare_people(core: &Core, owners: Vec<(&'static str, &'static str)>) -> Result<()> {
    let (now, certain) = (core.clock.timestamp(), core.clock.certain());
    let (allowed, is_read) = (core.config.access.listed(), core.config.console.owner_reads);
    core.db
        .write(Scope::Global, async move |tx| {
            last_run::set(tx, certain).await?;
            people::set_allowed(tx, &allowed).await?;
            if !is_read {
                owner_reads::forget_all(tx).await?;
            }
            people::ensure_owner(tx, now).await?;
            for (channel, id) in &owners {
                admit_owner(tx, AccountRef::new(channel, id), now).await?;
            }
            Ok(())
        })
        .await
}

/// Starts the permanent tasks. `last_run`: the time at which the last process was seen, if there was one.
fn spawn_tasks(tasks: &mut JoinSet<()>, core: &Arc<Core>, last_run: Option<Timestamp>) {
    for channel in core.channels.all() {
        tasks.spawn(channels::receive(core.clone(), channel.clone()));
        tasks.spawn(channels::deliver(core.clone(), channel.name()));
    }
    tasks.spawn(scheduler::run(core.clone(), last_run));
    tasks.spawn(indexing::run(core.clone()));
    tasks.spawn(voice::run(core.clone()));
    tasks.spawn(poll::run(core.clone()));
    tasks.spawn(renew(core.clone()));
    tasks.spawn(retention::run(core.clone()));
    tasks.spawn(backups::run(core.clone()));
    tasks.spawn(time_check::run(core.clone()));
    tasks.spawn(zone_data::run(core.clone()));
    tasks.spawn(shrinking::run(core.clone()));
    tasks.spawn(privacy::run(core.clone()));
    tasks.spawn(channel_health::watch(core.clone()));
    tasks.spawn(model_keys::watch(core.clone()));
    tasks.spawn(keep_mcp_servers(core.clone()));
    tasks.spawn(hooks::listen(core.clone()));
    tasks.spawn(sites::listen(core.clone()));
    tasks.spawn(serving::http::listen(core.clone()));
    tasks.spawn(health::tidy(core.clone()));
    tasks.spawn(health::sample(core.clone()));
}

/// Makes an account the owner's. It stays with its user if that user is the owner already.
async fn admit_owner(tx: &Tx, account: AccountRef<'_>, now: Timestamp) -> Result<()> {
    let owner = match people::find(tx, account.channel, account.external_id).await? {
        Some((user, _)) if user.role == Role::Owner => user,
        _ => people::owner(tx).await?,
    };
    people::add_identity(tx, &owner.user_id, account, Admission::Owner, now).await
}

/// Registers the handlers of the upper floors, which the lower ones wake.
pub(crate) fn register_handlers(core: &Core) {
    core.register(Handlers {
        session: |core, id| Box::pin(session::work(core, id)),
        chat: |core, chat| Box::pin(deliver_chat(core, chat)),
        place_lost: |tx, core, place, lost, now| Box::pin(unreachable::give_up(tx, core, place, lost, now)),
    });
}

async fn keep_mcp_servers(core: Arc<Core>) {
    let secrets = Secrets { db: core.db.clone(), vault: core.vault.clone() };
    core.mcp.run(core.clock.clone(), secrets, core.shutdown.clone()).await;
}

async fn renew(core: Arc<Core>) {
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(RENEW_EVERY) => {}
        }
        let (process, certain) = (core.process.clone(), core.clock.certain());
        let renewed = core.db.write_unsynced(Scope::Global, async move |tx| {
            leases::renew_all(tx, &process).await?;
            last_run::set(tx, certain).await
        });
        let renewed = renewed.await;
        core.progress.note_renewal(renewed.is_ok());
        if let Err(error) = renewed {
            tracing::error!(error = format!("{error:#}"), "cannot renew leases");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::future::{pending, ready};

    use adjutant_config::Config;
    use adjutant_domain::ids::SessionId;
    use adjutant_store::testing::Store;

    use super::*;
    use crate::testing::parts;

    #[tokio::test]
    async fn whoever_hurries_the_shutdown_cuts_running_work_off() {
        let store = Store::new().await;
        let app = App::start(parts(&store, Vec::new(), Config::default()).0, &[]).await.unwrap();
        let (core, cut_off) = (app.core().clone(), app.core().cut_off.clone());
        core.sessions.wake(SessionId("session-1".into()), move |_| {
            let cut_off = cut_off.clone();
            async move { cut_off.cancelled().await }
        });
        app.shut_down(ready(())).await;
        assert!(core.sessions.keys().is_empty(), "it has ended");
    }

    #[tokio::test]
    async fn a_shutdown_without_running_work_cuts_nothing_off() {
        let store = Store::new().await;
        let app = App::start(parts(&store, Vec::new(), Config::default()).0, &[]).await.unwrap();
        let core = app.core().clone();
        app.shut_down(pending()).await;
        assert!(!core.cut_off.is_cancelled());
    }
}
