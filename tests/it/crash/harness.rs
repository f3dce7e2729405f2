//! The binary as a child process, and the services that outlive it.

use std::{fs, future::pending, net::SocketAddr, path::PathBuf, process::Stdio, sync::Arc, time::Duration};

use adjutant::{
    db::Db,
    store::{outbox, sessions},
};
use adjutant_simulators::{
    PATIENCE,
    model::{self, Chunks, Model, Turn},
    telegram::{Method, Rates, Settings, Telegram, User},
};
use axum::{Router, response::Html, routing::get};
use tempfile::TempDir;
use tokio::{
    net::TcpListener,
    process::{Child, Command},
    sync::watch,
    time::timeout,
};

/// Far above what a test sends, so that no limit of the platform delays it.
pub const RATE: f64 = 10_000.0;
/// How long a process may take to end when it is asked to.
const GRACEFUL: Duration = Duration::from_secs(10);
/// The key by which the model knows the gateway.
pub const MODEL_KEY: &str = "sk-simulated-key-of-the-model";
/// Texts shorter than this may be in a log by chance.
const TELLING: usize = 8;

/// Telegram without rate limits that a test would notice.
pub async fn telegram() -> Telegram {
    Telegram::start_with(Settings { rates: Rates::flat(RATE), ..Settings::default() }).await
}

/// A model that repeats what it was told last, "You said: hello"; messages that came together are a paragraph each.
pub async fn echoing_model() -> Model {
    let model = Model::start().await;
    model.require_key(MODEL_KEY);
    model.set_chunks(Chunks::Whole);
    model.answer_with(|request| Turn::text(format!("You said: {}", request.last_user())));
    model
}

/// The folder and the settings that one process after the other runs with.
#[derive(Clone)]
pub struct Home(Arc<Installation>);

struct Installation {
    folder: TempDir,
    settings: Vec<(String, String)>,
}

impl Home {
    /// Serves alice (42), bob (43) and the people 1000 to 1099 over Telegram; answers as the offline assistant.
    pub fn new(tg: &Telegram) -> Self {
        let people: Vec<_> =
            [42, 43].into_iter().chain(1000..1100).map(|id| format!("\"telegram:{id}\"")).collect();
        let home =
            Installation { folder: tempfile::tempdir().expect("a folder can be made"), settings: Vec::new() };
        Self(Arc::new(home))
            .with("CHANNELS__TELEGRAM__TOKEN", tg.token())
            .with("CHANNELS__TELEGRAM__API_URL", tg.url())
            .with("CHANNELS__TELEGRAM__MESSAGES_PER_SECOND", RATE)
            .with("CHANNELS__TELEGRAM__MESSAGES_PER_CHAT_SECOND", RATE)
            .with("CHANNELS__TELEGRAM__MESSAGES_PER_GROUP_MINUTE", RATE)
            // A send that was left in doubt is looked for after three seconds.
            .with("CHANNELS__TELEGRAM__SEND_TIMEOUT", "2s")
            .with("CHANNELS__WEB__ENABLED", false)
            .with("SCHEDULER__TIMEZONE", "UTC")
            .with("ACCESS__ALLOW", format!("[{}]", people.join(", ")))
    }

    /// Answers with this model.
    pub fn with_model(self, model: &Model) -> Self {
        self.with("MODEL__PROVIDER", "openai")
            .with("MODEL__NAME", model::MODEL)
            .with("MODEL__BASE_URL", model.url())
            .with("MODEL__API_KEY", MODEL_KEY)
    }

    /// With a setting, by the end of its environment variable.
    pub fn with(self, key: &str, value: impl ToString) -> Self {
        let mut home = Arc::into_inner(self.0).expect("settings are made before the first start");
        home.settings.push((format!("ADJUTANT__{key}"), value.to_string()));
        Self(Arc::new(home))
    }

    /// Starts a process.
    pub fn start(&self) -> Process {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.log_path())
            .expect("the log can be written");
        let child = Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .current_dir(self.0.folder.path())
            .env_clear()
            .envs(self.0.settings.iter().cloned())
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(log)
            .kill_on_drop(true)
            .spawn()
            .expect("the binary can be run");
        Process { home: self.clone(), child }
    }

    /// Starts a process and waits until it listens to Telegram.
    pub async fn start_listening(&self, tg: &Telegram) -> Process {
        let polls = tg.count(Method::GetUpdates);
        let process = self.start();
        // The first poll does not wait for updates, the second does.
        tg.called(Method::GetUpdates, polls + 2).await;
        process
    }

    /// What all processes have logged so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_path()).unwrap_or_default()
    }

    /// Puts a file beside the database.
    pub fn put(&self, name: &str, text: &str) {
        fs::write(self.0.folder.path().join(name), text).expect("the folder can be written");
    }

    /// The token of the chat page, which is made at the first start.
    pub fn web_token(&self) -> String {
        fs::read_to_string(self.0.folder.path().join("adjutant.db.web-token")).expect("there is a token")
    }

    /// Makes every reminder due, while no process runs.
    pub async fn bring_due_times_to_now(&self) {
        const DUE: &str = "UPDATE schedules SET next_run_at = created_at,
            cadence_value = strftime('%Y-%m-%dT%H:%M:%SZ', created_at / 1000, 'unixepoch')";
        let db = Db::open(&self.0.folder.path().join("adjutant.db")).await.expect("the database opens");
        let moved = db.write(async |tx| tx.execute(DUE, ()).await).await;
        assert_ne!(moved.expect("the database can be written"), 0, "there are schedules");
    }

    /// Checks that no message waits to be answered or delivered.
    async fn expect_nothing_left(&self) {
        let db = Db::open(&self.0.folder.path().join("adjutant.db")).await.expect("the database opens");
        let left =
            db.read(async |tx| Ok((outbox::count_open(tx).await?, sessions::with_work(tx, 100).await?)));
        let (undelivered, sessions) = left.await.expect("the database can be read");
        assert_eq!((undelivered, sessions), (0, Vec::new()), "undelivered messages, sessions with work");
    }

    /// Checks that the log tells nothing but what an operator may see.
    pub fn expect_discreet_log(&self, tg: &Telegram) {
        let log = self.log();
        assert!(log.contains("receiving channel=\"telegram\""), "there is a log");
        for secret in [tg.token(), MODEL_KEY.to_owned(), self.web_token()] {
            assert!(!log.contains(secret.trim()), "a secret is in the log");
        }
        for text in told(tg) {
            assert!(!log.contains(&text), "a message is in the log: {text}");
        }
    }

    fn log_path(&self) -> PathBuf {
        self.0.folder.path().join("adjutant.log")
    }
}

impl Drop for Installation {
    fn drop(&mut self) {
        if std::thread::panicking() {
            let log = fs::read_to_string(self.folder.path().join("adjutant.log")).unwrap_or_default();
            eprintln!("what the processes logged:\n{log}");
        }
    }
}

/// A running process; killed when dropped.
pub struct Process {
    home: Home,
    child: Child,
}

impl Process {
    /// Ends it at once, as a crash or a power cut does: SIGKILL.
    pub async fn kill(mut self) {
        self.child.kill().await.expect("it can be killed");
    }

    /// Asks it to end (SIGTERM), and checks that it does so in time and content.
    pub async fn terminate(mut self) {
        self.ask_to_end().await;
        let ended = timeout(GRACEFUL, self.child.wait()).await;
        let status = ended.expect("it ends within ten seconds").expect("it can be waited for");
        assert!(status.success(), "it ended with {status}");
    }

    /// Sends SIGTERM.
    pub async fn ask_to_end(&self) {
        let id = self.child.id().expect("it runs").to_string();
        let sent = Command::new("kill").args(["-TERM", &id]).status().await.expect("there is a kill command");
        assert!(sent.success(), "SIGTERM was sent");
    }

    /// Ends a test: the process ends in order, nothing is left to do, and the log is discreet.
    pub async fn finish(self, tg: &Telegram) {
        let home = self.home.clone();
        self.terminate().await;
        home.expect_nothing_left().await;
        home.expect_discreet_log(tg);
    }
}

/// The texts of the bot that a person sees, in order.
pub fn seen(tg: &Telegram, person: &User) -> Vec<String> {
    tg.messages(person).into_iter().map(|message| message.text).collect()
}

/// A web page whose first visitor gets no answer, ever.
pub struct StuckPage {
    address: SocketAddr,
    visits: watch::Receiver<usize>,
}

impl StuckPage {
    /// Starts serving it.
    pub async fn start() -> Self {
        let (visits, seen) = watch::channel(0);
        let visit = async move || {
            let mut number = 0;
            visits.send_modify(|count| {
                *count += 1;
                number = *count;
            });
            if number == 1 {
                pending::<()>().await;
            }
            Html("<title>Tides</title><p>The tide is out.</p>")
        };
        let site = Router::new().route("/", get(visit.clone()).post(visit));
        let listener = TcpListener::bind("127.0.0.1:0").await.expect("there is a free port");
        let address = listener.local_addr().expect("it has an address");
        tokio::spawn(async move { axum::serve(listener, site).await });
        Self { address, visits: seen }
    }

    /// Its address.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Its host and port.
    pub fn server(&self) -> String {
        self.address.to_string()
    }

    /// How often it was asked for.
    pub fn visits(&self) -> usize {
        *self.visits.borrow()
    }

    /// Waits until it was asked for so often.
    pub async fn visited(&self, times: usize) {
        let mut visits = self.visits.clone();
        let waited = timeout(PATIENCE, visits.wait_for(|count| *count >= times)).await;
        waited.expect("the page is asked for in time").expect("the page is served");
    }
}

/// Every line that went over the wire, people's and the bot's, unless it is too short to tell.
fn told(tg: &Telegram) -> Vec<String> {
    let served = tg.served();
    let heard = served.iter().filter_map(|served| served.update["message"]["text"].as_str());
    let requests = tg.requests();
    let said = requests.iter().filter_map(|request| request.text());
    heard.chain(said).flat_map(str::lines).filter(|line| line.len() >= TELLING).map(str::to_owned).collect()
}
