//! The gateway in this process, wired as in production except for its platform, its model and its embedder.

use std::{
    future,
    path::Path,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant::{app::App, core::Parts};
use adjutant_clock::{Timer, TrustedClock};
use adjutant_config::Config;
use adjutant_domain::redact::Redactor;
use adjutant_provider::models::Models;
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::{Db, Tx},
    process::Registering,
};
use anyhow::{Context as _, Result};

use crate::{
    notes::Made,
    platform::{CHANNEL, Model, Person, Platform},
};

/// The name of the owner, the first person of every database.
const OWNER: &str = "person0";
/// The most statements per second of an idle gateway.
const AT_REST: u64 = 60;
const SECOND: Duration = Duration::from_secs(1);
/// How often to check whether everything is indexed.
const GLANCE: Duration = Duration::from_millis(20);

/// A running gateway.
pub struct Gateway {
    app: App,
    pub platform: Arc<Platform>,
    pub db: Arc<Db>,
    /// The time from opening the database to the first request for events.
    pub start: Duration,
}

impl Gateway {
    /// Starts the gateway.
    pub async fn start(database: &Path, clock: Arc<dyn Timer>, mut config: Config) -> Result<Self> {
        // The same people are asked for approval again and again.
        config.approvals.max_per_hour = 0;
        config.tools.workspace = Some(database.with_extension("files"));
        let platform = Platform::new(clock.now().timestamp_micros());
        let began = Instant::now();
        let registering = Registering::begin(database)?;
        let db = Db::open_to_run(database, &registering).await?;
        let parts = Parts {
            db: db.clone(),
            process: Arc::new(registering.finish()?),
            clock: Arc::new(TrustedClock::new(clock)),
            models: Models::only(Arc::new(Model), &config.model),
            config: Arc::new(config),
            zone: adjutant_domain::zones::Zone::UTC,
            channels: vec![platform.clone()],
            embedder: Some(Arc::new(Made)),
            speech: None,
            voice: None,
            redactor: Redactor::new(["a-secret-of-the-operators"])?,
            sandbox: Sandbox::own(),
        };
        let app = App::start(parts, &[(CHANNEL, OWNER)]).await?;
        platform.gateway().await?;
        Ok(Self { app, platform, db, start: began.elapsed() })
    }

    /// Returns a person who writes to the bot.
    pub async fn person(&self, name: &str) -> Result<Person> {
        self.platform.person(name).await
    }

    /// Returns the number that a query yields as `value`.
    pub async fn number(&self, sql: &'static str) -> Result<i64> {
        self.db.read(async move |tx: &Tx| tx.value(sql, ()).await).await?.context("no such number")
    }

    /// Returns how many texts wait for the indexer.
    pub async fn backlog(&self) -> Result<i64> {
        self.number("SELECT count(*) AS value FROM unindexed").await
    }

    /// Waits until no text waits for the indexer.
    pub async fn indexes_all(&self) -> Result<()> {
        while self.backlog().await? > 0 {
            tokio::time::sleep(GLANCE).await;
        }
        Ok(())
    }

    /// Waits until all background work has ended.
    pub async fn rests(&self) -> Result<()> {
        loop {
            self.indexes_all().await?;
            let before = self.db.work().statements;
            tokio::time::sleep(SECOND).await;
            if self.db.work().statements - before < AT_REST {
                return Ok(());
            }
        }
    }

    /// Returns the bytes in use in the database.
    pub async fn bytes(&self) -> Result<i64> {
        self.number(
            "SELECT page_size * (page_count - freelist_count) AS value
             FROM pragma_page_size, pragma_page_count, pragma_freelist_count",
        )
        .await
    }

    /// Ends the gateway.
    pub async fn stop(self) {
        self.app.shut_down(future::pending()).await;
    }
}
