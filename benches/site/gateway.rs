//! The gateway in this process, wired as in production except for its platform and its model, and a person with a chat.

use std::{
    future,
    net::{Ipv4Addr, SocketAddr, TcpListener},
    path::Path,
    sync::Arc,
};

use adjutant::{app::App, core::Parts};
use adjutant_clock::{SystemClock, TrustedClock};
use adjutant_config::Config;
use adjutant_domain::{
    clock::Clock as _,
    ids::{CallId, TurnId},
    origin::Sources,
    redact::Redactor,
    zones::Zone,
};
use adjutant_provider::models::{ModelTokens, Models};
use adjutant_sandbox::Sandbox;
use adjutant_store::{
    db::{Db, Tx},
    people::{self, User},
    process::Registering,
    sessions::{self, Session},
};
use adjutant_tools::kit::{Context, NoResources, Progress, WithinServer};
use anyhow::{Context as _, Result, anyhow, ensure};
use serde_json::Value;
use tokio_util::sync::CancellationToken;

use crate::platform::{CHANNEL, Model, Person, Platform, chat};

/// The owner of the site.
const OWNER: &str = "alice";

/// A running gateway.
pub struct Gateway {
    app: App,
    pub db: Arc<Db>,
    pub person: Person,
    pub user: User,
    session: Session,
    /// The address of the listener for sites.
    address: String,
    http: reqwest::Client,
    /// The basis of the last question, which its call must name.
    basis: Option<String>,
}

impl Gateway {
    /// Starts the gateway, with its files in a folder.
    pub async fn start(folder: &Path) -> Result<Self> {
        let database = folder.join("adjutant.db");
        let mut config = Config::default();
        config.tools.workspace = Some(folder.join("files"));
        config.site.folder = Some(folder.join("sites"));
        config.site.bind = free_address()?;
        let address = format!("http://{}/", config.site.bind);
        let clock = Arc::new(SystemClock);
        let platform = Platform::new(clock.now().timestamp_micros());
        let registering = Registering::begin(&database)?;
        let db = Db::open_to_run(&database, &registering).await?;
        let parts = Parts {
            db: db.clone(),
            process: Arc::new(registering.finish()?),
            clock: Arc::new(TrustedClock::new(clock)),
            models: Models::only(Arc::new(Model), &config.model),
            config: Arc::new(config),
            zone: Zone::UTC,
            channels: vec![platform.clone()],
            embedder: None,
            speech: None,
            voice: None,
            redactor: Redactor::new(["a-secret-of-the-operators"])?,
            sandbox: Sandbox::own(),
        };
        let app = App::start(parts, &[(CHANNEL, OWNER)]).await?;
        let mut person = platform.person(OWNER).await?;
        person.says("good morning").await?;
        let found = async |tx: &Tx| {
            let (user, _) = people::find(tx, CHANNEL, OWNER).await?.context("nobody")?;
            let session = sessions::find(tx, &chat(OWNER), &user.user_id).await?.context("no session")?;
            Ok((user, session))
        };
        let (user, session) = db.read(found).await?;
        app.core().blobs.open(&user.user_id)?;
        // A second installation is refused, which is harmless.
        let _ = rustls::crypto::ring::default_provider().install_default();
        let http = reqwest::Client::builder().no_proxy().build()?;
        Ok(Self { app, db, person, user, session, address, http, basis: None })
    }

    /// Returns the storage of people's files.
    pub fn blobs(&self) -> Arc<dyn adjutant_workspace::Blobs> {
        self.app.core().blobs.clone()
    }

    /// Calls a tool as a person who has approved the call, and returns its output.
    pub async fn call(&self, tool: &str, arguments: Value) -> Result<Value> {
        let context = Context { basis: self.basis.clone(), ..self.context() };
        let done = self.app.core().tools.execute(&context, tool, &arguments.to_string()).await;
        Ok(done.map_err(|error| anyhow!("{tool}: {error}"))?.output)
    }

    /// Does the work before a person is asked about a call: the check and the wording of the question.
    pub async fn asks(&mut self, tool: &str, arguments: Value) -> Result<Value> {
        let entry = self.app.core().tools.get(tool).context("no such tool")?.clone();
        let context = Context { approved: false, ..self.context() };
        let checked = entry.requirement(&context, &arguments).await;
        self.basis = checked.map_err(|error| anyhow!("{tool}: {error}"))?.ask.basis;
        self.call(tool, arguments).await
    }

    /// Returns the listener's answer.
    pub async fn get(&self, address: &str) -> Result<String> {
        let answer = self.http.get(address).send().await?;
        ensure!(answer.status().is_success(), "{address}: {}", answer.status());
        Ok(answer.text().await?)
    }

    /// Ends the gateway.
    pub async fn stop(self) {
        self.app.shut_down(future::pending()).await;
    }

    /// Returns the context of the person's calls.
    fn context(&self) -> Context {
        let core = self.app.core();
        let turn = TurnId::generate();
        Context {
            db: core.db.clone(),
            clock: core.clock.clone(),
            model: ModelTokens::of(&core.config.model),
            config: core.config.clone(),
            channels: core.channels.clone(),
            memory: core.memory.clone(),
            zone: core.zone,
            host_zone: core.zone,
            blobs: core.blobs.clone(),
            sites_address: self.address.clone(),
            shared_site: None,
            vault: core.vault.clone(),
            redactor: core.redactor.clone(),
            user: self.user.clone(),
            session: self.session.clone(),
            turn_id: turn.clone(),
            message_id: None,
            call_id: CallId::generate(),
            trace_id: turn,
            agent: "adjutant".into(),
            untrusted: Sources::OWN,
            own_words: "".into(),
            redirects: Arc::new(WithinServer),
            resources: Arc::new(NoResources),
            approved: true,
            basis: None,
            answer: None,
            tools: Arc::default(),
            toolsets: Arc::default(),
            cancel: CancellationToken::new(),
            progress: Progress::default(),
        }
    }
}

/// Returns a free address on this machine.
fn free_address() -> Result<SocketAddr> {
    Ok(TcpListener::bind((Ipv4Addr::LOCALHOST, 0))?.local_addr()?)
}
