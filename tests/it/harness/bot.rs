//! The gateway under test.

use std::{
    path::PathBuf,
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant::{app::App, core::Parts};
use adjutant_clock::{ManualClock, TrustedClock};
use adjutant_config::{Config, ProviderName};
use adjutant_domain::{clock::Clock, redact::Redactor, zones::Zone};
use adjutant_memory::embedder::{Embedder, Local};
use adjutant_provider::{models::Models, offline::Offline};
use adjutant_sandbox::Sandbox;
use adjutant_simulators::{
    PATIENCE,
    model::{MODEL, Model},
    pages::Pages,
};
use adjutant_speech::{Speech, Voice};
use adjutant_store::{
    db::{Db, Tx, Work},
    outbox,
    process::Process,
    schedules, sessions, voice_answers,
};
use chrono::{DateTime, TimeDelta, Utc};
use tempfile::TempDir;
use tokio::time::{sleep, timeout};

use super::{Chat, Shown};

/// The start time of every test: a Friday.
const START: DateTime<Utc> = DateTime::from_timestamp(1_777_629_600, 0).expect("1 May 2026, 10:00 UTC");
/// The name of the database; its files are beside it.
const DATABASE: &str = "adjutant.db";
/// How often the gateway is polled while a test waits until it is idle, which no event announces.
const GLANCE: Duration = Duration::from_millis(2);
/// How long the gateway may finish its work before it is hurried: a model that hangs never answers.
const HURRY: Duration = Duration::from_secs(1);

/// The settings of a gateway, besides those for the chat.
#[derive(Default)]
pub struct Setup {
    settings: Vec<(String, String)>,
    model: Option<Model>,
    rehearses: bool,
    embeds: bool,
}

impl Setup {
    /// Begins with the built-in assistant and the default settings.
    pub fn new() -> Self {
        // Before any client is made, including a test's own. A second installation is refused, which is harmless.
        let _ = rustls::crypto::ring::default_provider().install_default();
        Self::default()
    }

    /// Sets a setting, by its environment variable without the prefix: `AGENT__MAX_STEPS`.
    pub fn with(mut self, name: &str, value: impl ToString) -> Self {
        self.settings.push((name.to_owned(), value.to_string()));
        self
    }

    /// Allows access to the site, although it is on this machine. Reading it requires approval.
    pub fn beside(self, site: &Pages) -> Self {
        let server = site.url("").trim_start_matches("http://").to_owned();
        self.with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!("[\"{server}\"]"))
    }

    /// Allows access to the site, and reading it without approval.
    pub fn reading(self, site: &Pages) -> Self {
        self.beside(site).with("TOOLS__WEB__ALLOW_HOSTS", "[\"127.0.0.1\"]")
    }

    /// Runs every write twice: first it is rolled back, then it is committed.
    pub fn rehearsing(self) -> Self {
        Self { rehearses: true, ..self }
    }

    /// Computes the vectors of texts by the bundled embedding model.
    pub fn embedding(self) -> Self {
        Self { embeds: true, ..self }
    }

    /// Adds a simulated model.
    pub async fn with_model(mut self) -> Self {
        let model = Model::start().await;
        let key = "sk-simulated";
        model.require_key(key);
        self = self.with("MODEL__PROVIDER", "openai").with("MODEL__NAME", MODEL);
        self = self.with("MODEL__BASE_URL", model.url()).with("MODEL__API_KEY", key);
        // Unless a test changes this, files are kept, but neither shown to a model nor read.
        self = self.with("MODEL__VISION", "no").with("MEDIA__DOCUMENT_TOKENS", 0);
        self.model = Some(model);
        self
    }

    /// Starts the gateway.
    pub async fn start<C: Chat>(self) -> Bot<C> {
        self.start_over(C::open().await).await
    }

    /// Starts the gateway with a chat that is already open.
    pub async fn start_over<C: Chat>(self, chat: C) -> Bot<C> {
        let own = chat.settings().into_iter().map(|(name, value)| (name.to_owned(), value));
        let folder = tempfile::tempdir().expect("a temporary folder");
        let database = format!("file:{}", folder.path().join(DATABASE).display());
        let own = own.chain([
            ("DATABASE__URL".to_owned(), database),
            ("HOOKS__BIND".to_owned(), "127.0.0.1:0".to_owned()),
            ("MCP_SERVER__BIND".to_owned(), "127.0.0.1:0".to_owned()),
            ("SITE__BIND".to_owned(), "127.0.0.1:0".to_owned()),
        ]);
        let settings =
            own.chain(self.settings).map(|(name, value)| (format!("ADJUTANT__{name}"), value)).collect();
        let clock = Arc::new(ManualClock::new(START));
        chat.set_clock(Arc::new(PlatformClock(clock.clone())));
        let (model, rehearses, embeds) = (self.model, self.rehearses, self.embeds);
        let mut bot = Bot { chat, clock, folder, settings, model, rehearses, embeds, app: None };
        bot.start().await;
        bot
    }
}

/// The platforms' clock, which advances as time passes, independent of the machine's clock.
struct PlatformClock(Arc<ManualClock>);

impl Clock for PlatformClock {
    fn now(&self) -> DateTime<Utc> {
        START + self.0.uptime()
    }

    fn monotonic(&self) -> Instant {
        self.0.monotonic()
    }

    fn uptime(&self) -> Duration {
        self.0.uptime()
    }
}

/// A running gateway, the person's chat with it, and the model if there is one.
///
/// # Panics
/// Panics when dropped without [`Bot::end`].
pub struct Bot<C> {
    chat: C,
    clock: Arc<ManualClock>,
    folder: TempDir,
    settings: Vec<(String, String)>,
    model: Option<Model>,
    rehearses: bool,
    embeds: bool,
    app: Option<App>,
}

impl<C: Chat> Bot<C> {
    /// Returns alice's chat with the bot.
    pub fn alice(&self) -> C {
        self.chat.clone()
    }

    /// Returns the model.
    pub fn model(&self) -> &Model {
        self.model.as_ref().expect("the test was set up with a model")
    }

    /// Returns the running gateway.
    pub fn app(&self) -> &App {
        self.app.as_ref().expect("the gateway runs")
    }

    /// Returns the bot's next message to alice.
    pub async fn next_message(&self) -> Shown {
        self.chat.next_message().await
    }

    /// Moves the clock forward.
    pub fn advance(&self, minutes: i64) {
        self.advance_by(TimeDelta::minutes(minutes));
    }

    /// Moves the clock forward by any duration.
    pub fn advance_by(&self, time: TimeDelta) {
        self.clock.advance(time);
    }

    /// Moves the machine's clock forward or back, without affecting those of the platforms.
    pub fn set_clock_by(&self, time: TimeDelta) {
        self.clock.step_wall_clock(time);
    }

    /// Returns the number that a query yields as `value`.
    pub async fn number(&self, sql: &'static str) -> i64 {
        let found = async move |tx: &Tx| tx.value(sql, ()).await;
        self.app().core().db.read(found).await.expect("the database can be read").expect("a number")
    }

    /// Returns the amount of work of the gateway's database so far.
    pub fn work(&self) -> Work {
        self.app().core().db.work()
    }

    /// Waits for something that takes time, such as a retry or a streamed answer, while the clock runs much faster than
    /// real time.
    pub async fn while_time_passes<T>(&self, wait: impl Future<Output = T>) -> T {
        let clock = async {
            loop {
                // The gateway, which works on other threads, needs real time to notice each step of the clock.
                sleep(GLANCE).await;
                self.clock.advance(TimeDelta::milliseconds(100));
            }
        };
        tokio::select! {
            found = wait => found,
            never = clock => never,
        }
    }

    /// Like [`while_time_passes`](Self::while_time_passes), for tests of time limits: the clock advances only after
    /// each due attempt at a delivery has ended, however long that takes on a busy machine.
    pub async fn while_deliveries_wait<T>(&self, wait: impl Future<Output = T>) -> T {
        let clock = async {
            loop {
                sleep(GLANCE).await;
                self.end_attempts_after(TimeDelta::milliseconds(100)).await;
            }
        };
        tokio::select! {
            found = wait => found,
            never = clock => never,
        }
    }

    /// Lets a long time pass while deliveries fail: the clock advances after each due attempt has ended.
    pub async fn while_deliveries_fail(&self, time: TimeDelta) {
        let end = self.clock.now() + time;
        while self.clock.now() < end {
            self.end_attempts_after(TimeDelta::minutes(4)).await;
        }
    }

    /// Advances the clock, and waits for the end of each attempt at a delivery that is due then.
    async fn end_attempts_after(&self, time: TimeDelta) {
        self.advance_by(time);
        let now = self.clock.now().timestamp_millis();
        let next_attempt =
            "SELECT coalesce(min(iif(state = 'sending', 0, not_before)), 9223372036854775807) AS value
             FROM outbox WHERE outbox_id IN (
                 SELECT min(outbox_id) FROM outbox WHERE state IN ('pending', 'sending', 'unknown')
                 GROUP BY channel, chat)";
        self.until("the end of the attempts", async || self.number(next_attempt).await > now).await;
    }

    /// Waits until no message waits for a turn or for delivery, and no schedule is due.
    pub async fn rests(&self) {
        let core = self.app().core().clone();
        let db = core.db.clone();
        let resting = async || {
            let (certain, shown) = (core.clock.certain(), core.clock.timestamp());
            let rests = db.read(async move |tx| {
                Ok(sessions::with_work(tx, 1).await?.is_empty()
                    && outbox::chats_with_work(tx, &["telegram", "discord", "web"], 1).await?.is_empty()
                    && voice_answers::list(tx, 1).await?.is_empty()
                    && schedules::due(tx, certain, shown, 1).await?.is_empty())
            });
            rests.await.expect("the database can be read") && !core.is_summarising()
        };
        self.until("the gateway's rest", resting).await;
    }

    /// Waits until `is_so` holds; `what` names it if the wait fails.
    pub async fn until(&self, what: &str, is_so: impl AsyncFn() -> bool) {
        let wait = async {
            while !is_so().await {
                sleep(GLANCE).await;
            }
        };
        timeout(PATIENCE, wait).await.unwrap_or_else(|_| panic!("waited in vain for {what}"));
    }

    /// Ends the gateway and starts it again with the same database and environment.
    pub async fn restart(&mut self) {
        self.restart_after(0).await;
    }

    /// Ends the gateway, and starts it again `minutes` later.
    pub async fn restart_after(&mut self, minutes: i64) {
        self.stop().await;
        self.advance(minutes);
        self.start().await;
    }

    /// Ends the gateway, and starts it again with another value of a setting.
    pub async fn restart_with(&mut self, name: &str, value: impl ToString) {
        let name = format!("ADJUTANT__{name}");
        self.settings.retain(|(own, _)| *own != name);
        self.settings.push((name, value.to_string()));
        self.restart().await;
    }

    /// Ends the gateway, and starts it again without the settings of a section.
    pub async fn restart_without(&mut self, section: &str) {
        let section = format!("ADJUTANT__{section}__");
        self.settings.retain(|(own, _)| !own.starts_with(&section));
        self.restart().await;
    }

    /// Ends the gateway, runs `meanwhile` while it is down, and starts it again `minutes` later.
    pub async fn away<T>(&mut self, minutes: i64, meanwhile: impl Future<Output = T>) -> T {
        self.stop().await;
        let seen = meanwhile.await;
        self.advance(minutes);
        self.start().await;
        seen
    }

    /// Ends the gateway; fails if a message of the bot is unread.
    pub async fn end(mut self) {
        self.rests().await;
        self.stop().await;
        self.chat.finish();
        if let Some(model) = self.model.take() {
            model.finish();
        }
    }

    /// Withdraws a question that alice has not answered, and ends the gateway.
    pub async fn ends_unanswered(self, prompt: &Shown) {
        self.chat.says("/stop").await;
        self.next_message().await;
        self.chat.changes(prompt).await;
        self.end().await;
    }

    async fn start(&mut self) {
        let no_file = self.folder.path().join("config.toml");
        std::fs::write(&no_file, "").expect("the folder can be written");
        let config =
            Config::load(Some(&no_file), self.settings.clone()).unwrap_or_else(|error| panic!("{error}"));
        let database = self.database();
        let db = Db::open(&database).await.expect("the database opens");
        match self.rehearses {
            true => db.rehearse_writes(true),
            false => db.rehearse_if_asked(),
        }
        let (zone, clock) = (Zone::UTC, Arc::new(TrustedClock::new(self.clock.clone())));
        let parts = Parts {
            db,
            process: Arc::new(Process::register(&database).expect("the folder can be written")),
            zone,
            channels: self.chat.channels(&config),
            embedder: self.embeds.then(|| Arc::new(Local::bundled(clock.clone())) as Arc<dyn Embedder>),
            speech: Speech::configured(&config).expect("the speech settings are complete"),
            voice: Voice::configured(&config).expect("the voice settings are complete"),
            redactor: Redactor::new(config.secrets()).expect("the secrets can be told apart"),
            sandbox: Sandbox::new(env!("CARGO_BIN_EXE_adjutant"))
                .decoding_without(!config.media.require_sandbox),
            models: match config.model.provider {
                ProviderName::Offline => {
                    Models::only(Arc::new(Offline { clock: clock.clone() }), &config.model)
                }
                _ => {
                    let clock: Arc<dyn Clock> = clock.clone();
                    Models::configured(&config, &clock).expect("the models are named")
                }
            },
            clock,
            config: Arc::new(config),
        };
        let app = App::start(parts, &[(adjutant_web::CHANNEL, "owner")]).await.expect("the gateway starts");
        self.chat.shows_gateway(app.core());
        self.app = Some(app);
        self.chat.connect().await;
        // A message that was sent before the page connected is in the history, but only once it is recorded as sent.
        self.rests().await;
        self.chat.catch_up().await;
    }

    async fn stop(&mut self) {
        let app = self.app.take().expect("the gateway runs");
        app.shut_down(sleep(HURRY)).await;
    }

    /// Returns the path of the database.
    pub fn database(&self) -> PathBuf {
        self.folder.path().join(DATABASE)
    }
}

impl<C> Drop for Bot<C> {
    fn drop(&mut self) {
        assert!(self.app.is_none() || std::thread::panicking(), "the test does not end the gateway");
    }
}
