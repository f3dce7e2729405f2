//! The binary as a child process, and the services that outlive it.

use std::{
    cell::Cell,
    fs,
    future::pending,
    net::SocketAddr,
    path::{Path, PathBuf},
    process::Stdio,
    sync::Arc,
    time::Duration,
};

use adjutant_simulators::{
    PATIENCE,
    discord::Discord,
    model::{self, Chunks, Model, Turn},
    telegram::Telegram,
};
use adjutant_store::{
    db::{Db, Scope},
    outbox, sessions,
};
use axum::{Router, response::Html, routing::get};
use tempfile::TempDir;
use tokio::{
    io::{AsyncBufReadExt, BufReader, Lines},
    net::TcpListener,
    process::{Child, ChildStdout, Command},
    sync::watch,
    task::spawn_blocking,
    time::{sleep, timeout},
};

use super::{
    many::Dice,
    platform::Platform,
    power::{Disk, Event, Watched},
};

/// Requests per second, far above what a test sends, so that no limit of the platform delays it.
pub const RATE: f64 = 10_000.0;
/// How long a process may take to end after SIGTERM, as deploy/adjutant.service has it.
const GRACEFUL: Duration = Duration::from_secs(15);
/// What the process logs when it begins to shut down.
const SHUTTING_DOWN: &str = "shutting down";
/// How often the log is read for it.
const GLANCE: Duration = Duration::from_millis(20);
/// The key with which the gateway identifies itself to the model.
pub const MODEL_KEY: &str = "sk-simulated-key-of-the-model";
/// Texts shorter than this, in bytes, may be in a log by chance.
const TELLING: usize = 8;

thread_local! {
    /// Whether processes end by a power cut instead of a kill, in the test of this thread.
    static POWER_CUTS: Cell<bool> = const { Cell::new(false) };
}

/// Makes every [`Process::kill`] of this test a power cut.
pub fn cut_power() {
    POWER_CUTS.set(true);
}

/// Starts a Telegram whose rate limits do not affect a test.
pub async fn telegram() -> Telegram {
    Telegram::open().await
}

/// Starts a Discord whose rate limits do not affect a test.
pub async fn discord() -> Discord {
    Discord::open().await
}

/// Starts a model that repeats the last user message, "You said: hello"; merged messages are separate paragraphs.
pub async fn echoing_model() -> Model {
    let model = Model::start().await;
    model.require_key(MODEL_KEY);
    model.set_chunks(Chunks::Whole);
    model.answer_with(|request| Turn::text(format!("You said: {}", request.last_user())));
    model
}

/// The folder and the settings that successive processes share.
#[derive(Clone)]
pub struct Home(Arc<Installation>);

struct Installation {
    folder: TempDir,
    settings: Vec<(String, String)>,
}

impl Home {
    /// Creates an installation for alice (42), bob (43) and the people 1000 to 1099, with the built-in assistant.
    pub fn new<P: Platform>(at: &P) -> Self {
        let people = [42, 43].into_iter().chain(1000..1100);
        let people: Vec<_> = people.map(|id| format!("\"{}:{id}\"", P::CHANNEL)).collect();
        let home =
            Installation { folder: tempfile::tempdir().expect("a folder can be made"), settings: Vec::new() };
        let platform = at.settings().into_iter();
        platform
            .fold(Self(Arc::new(home)), |home, (key, value)| home.with(key, value))
            .with("CHANNELS__WEB__ENABLED", false)
            .with("HOOKS__BIND", "127.0.0.1:0")
            .with("MCP_SERVER__BIND", "127.0.0.1:0")
            .with("SITE__BIND", "127.0.0.1:0")
            .with("SCHEDULER__TIMEZONE", "UTC")
            .with("ACCESS__ALLOW", format!("[{}]", people.join(", ")))
    }

    /// Uses this model.
    pub fn with_model(self, model: &Model) -> Self {
        self.with("MODEL__PROVIDER", "openai")
            .with("MODEL__NAME", model::MODEL)
            .with("MODEL__BASE_URL", model.url())
            .with("MODEL__API_KEY", MODEL_KEY)
    }

    /// Uses the embedding model `name` of the server.
    pub fn with_embeddings(self, server: &Model, name: &str) -> Self {
        self.with("MEMORY__EMBEDDINGS__SOURCE", "remote")
            .with("MEMORY__EMBEDDINGS__BASE_URL", server.url())
            .with("MEMORY__EMBEDDINGS__API_KEY", MODEL_KEY)
            .with("MEMORY__EMBEDDINGS__MODEL", name)
    }

    /// Sets a setting, by the end of its environment variable; replaces an earlier value.
    pub fn with(self, key: &str, value: impl ToString) -> Self {
        let mut home = Arc::into_inner(self.0).expect("settings are made while no process runs");
        home.settings.push((format!("ADJUTANT__{key}"), value.to_string()));
        Self(Arc::new(home))
    }

    /// Sets an environment variable that is not a setting.
    pub fn with_variable(self, name: &str, value: impl ToString) -> Self {
        let mut home = Arc::into_inner(self.0).expect("settings are made while no process runs");
        home.settings.push((name.to_owned(), value.to_string()));
        Self(Arc::new(home))
    }

    /// Starts a process.
    pub fn start(&self) -> Process {
        let log = fs::File::options()
            .create(true)
            .append(true)
            .open(self.log_path())
            .expect("the log can be written");
        let (program, folder) = (env!("CARGO_BIN_EXE_adjutant"), self.0.folder.path());
        let (running, said) = if POWER_CUTS.get() {
            let (watched, said) = Watched::start(program, &self.0.settings, folder, log);
            (Running::Watched(watched), ChildStdout::from_std(said).expect("its output is read"))
        } else {
            let mut child = Command::new(program)
                .current_dir(folder)
                .env_clear()
                .envs(self.0.settings.iter().cloned())
                .stdin(Stdio::null())
                .stdout(Stdio::piped())
                .stderr(log)
                .kill_on_drop(true)
                .spawn()
                .expect("the binary can be run");
            let said = child.stdout.take().expect("its output is read");
            (Running::Child(child), said)
        };
        Process { home: self.clone(), running, said: BufReader::new(said).lines() }
    }

    /// Starts a command as an MCP client does, with the client's token.
    pub fn command(&self, arguments: &[&str], token: &str) -> Child {
        let log = fs::File::options().create(true).append(true).open(self.log_path());
        Command::new(env!("CARGO_BIN_EXE_adjutant"))
            .args(arguments)
            .current_dir(self.0.folder.path())
            .env_clear()
            .envs(self.0.settings.iter().cloned())
            .env("ADJUTANT_MCP_TOKEN", token)
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(log.expect("the log can be written"))
            .kill_on_drop(true)
            .spawn()
            .expect("the binary can be run")
    }

    /// Starts a process and waits until it listens to the platform.
    pub async fn start_listening(&self, at: &impl Platform) -> Process {
        let begun = at.begun();
        let process = self.start();
        at.listens(begun).await;
        process
    }

    /// Starts a process beside others, and waits until all of its parts run.
    pub async fn start_beside(&self) -> Process {
        let mut process = self.start();
        process.is_up().await;
        process
    }

    /// Returns everything that the processes have logged so far.
    pub fn log(&self) -> String {
        fs::read_to_string(self.log_path()).unwrap_or_default()
    }

    /// Writes a file beside the database.
    pub fn put(&self, name: &str, text: &str) {
        fs::write(self.0.folder.path().join(name), text).expect("the folder can be written");
    }

    /// Returns the token of the chat page, which the first start creates.
    pub fn web_token(&self) -> String {
        fs::read_to_string(self.0.folder.path().join("adjutant.db.web-token")).expect("there is a token")
    }

    /// Makes every reminder due while no process runs.
    pub async fn bring_due_times_to_now(&self) {
        const DUE: &str = "UPDATE schedules SET next_run_at = created_at,
            cadence_value = strftime('%Y-%m-%dT%H:%M:%SZ', created_at / 1000, 'unixepoch')";
        assert_ne!(self.execute(DUE).await, 0, "there are schedules");
    }

    /// Makes the uncertain sends three minutes older while no process runs.
    pub async fn age_what_is_in_doubt(&self) {
        const AGED: &str =
            "UPDATE outbox SET created_at = created_at - 180000, attempt_at = attempt_at - 180000
            WHERE state = 'sending'";
        assert_ne!(self.execute(AGED).await, 0, "there are sends in doubt");
    }

    /// Makes interrupted turns a minute older while no process runs, so that each may be taken over at once.
    pub async fn age_interrupted_turns(&self) {
        self.change("UPDATE turns SET began_at = began_at - 60000 WHERE state = 'running'").await;
    }

    /// Returns the database's path.
    pub fn database(&self) -> PathBuf {
        self.0.folder.path().join("adjutant.db")
    }

    /// Returns whether a word is in any of the files, including people's own files and the log.
    pub fn holds(&self, word: &str) -> bool {
        is_in_a_file(self.0.folder.path(), word)
    }

    /// Returns whether a word is in any of people's own files.
    pub fn files_hold(&self, word: &str) -> bool {
        is_in_a_file(&self.0.folder.path().join("adjutant.db.files"), word)
    }

    /// Changes the database while no process runs. Returns the number of changed rows.
    async fn execute(&self, sql: &'static str) -> u64 {
        let db = Db::open(&self.database()).await.expect("the database opens");
        let changed = db.write(Scope::Global, async move |tx| tx.execute(sql, ()).await).await;
        changed.expect("the database can be written")
    }

    /// Checks that no message waits for an answer or for delivery.
    async fn expect_nothing_left(&self) {
        let db = Db::open(&self.database()).await.expect("the database opens");
        let left =
            db.read(async |tx| Ok((outbox::count_open(tx).await?, sessions::with_work(tx, 100).await?)));
        let (undelivered, sessions) = left.await.expect("the database can be read");
        assert_eq!((undelivered, sessions), (0, Vec::new()), "undelivered messages, sessions with work");
    }

    /// Checks that the log contains only what an operator may see.
    pub fn expect_discreet_log<P: Platform>(&self, at: &P) {
        let log = self.log();
        assert!(log.contains(&format!("receiving channel=\"{}\"", P::CHANNEL)), "there is a log");
        for secret in at.secrets().into_iter().chain([MODEL_KEY.to_owned(), self.web_token()]) {
            assert!(!log.contains(secret.trim()), "a secret is in the log");
        }
        // Very short lines may be in the log by chance.
        for line in at.told().iter().flat_map(|text| text.lines()).filter(|line| line.len() >= TELLING) {
            assert!(!log.contains(line), "a message is in the log: {line}");
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
    running: Running,
    said: Lines<BufReader<ChildStdout>>,
}

enum Running {
    Child(Child),
    /// A process whose system calls are recorded.
    Watched(Watched),
}

impl Process {
    /// Waits until all parts of the process run: then it prints the owner code.
    pub async fn is_up(&mut self) {
        let offered = async {
            while let Some(line) = self.said.next_line().await.expect("its output can be read") {
                if line.starts_with("Owner code:") {
                    return;
                }
            }
            panic!("it has ended");
        };
        timeout(PATIENCE, offered).await.expect("it is up in time");
    }

    /// Returns the address of the chat page, which the process prints before the owner code.
    pub async fn says_page(&mut self) -> String {
        let said = async {
            while let Some(line) = self.said.next_line().await.expect("its output can be read") {
                if let Some(at) = line.find("http://") {
                    return line[at..].to_owned();
                }
            }
            panic!("it has ended");
        };
        timeout(PATIENCE, said).await.expect("it says where the page is")
    }

    /// Returns the folder and the settings of the process.
    pub fn home(&self) -> &Home {
        &self.home
    }

    /// Kills the process with SIGKILL, or cuts its power (see [`cut_power`]).
    pub async fn kill(self) {
        match self.running {
            Running::Child(mut child) => child.kill().await.expect("it can be killed"),
            Running::Watched(watched) => watched.cut_power(&mut Dice(1)),
        }
    }

    /// Kills the process, and returns its databases as they were at its start, and its events since then.
    pub fn kill_watched(self) -> (Disk, Vec<Event>) {
        let Running::Watched(watched) = self.running else { panic!("nobody has watched it") };
        (watched.before(), watched.kill())
    }

    /// Sends SIGTERM, and checks that the process ends in time and successfully.
    pub async fn terminate(self) {
        self.ask_to_end().await;
        self.ends().await;
    }

    /// Checks that the process ends in time and successfully.
    async fn ends(self) {
        let ended = async {
            match self.running {
                Running::Child(mut child) => child.wait().await.expect("it can be waited for").success(),
                Running::Watched(mut watched) => {
                    spawn_blocking(move || watched.wait()).await.expect("it can be waited for")
                }
            }
        };
        let is_success = timeout(GRACEFUL, ended).await.expect("it ends in time");
        assert!(is_success, "it ended with an error");
    }

    /// Sends SIGTERM twice, the second time while the process shuts down: it cuts its work off. Checks that it ends
    /// successfully.
    pub async fn hurry(self) {
        let begun = self.home.log().matches(SHUTTING_DOWN).count();
        self.ask_to_end().await;
        let shuts_down = async {
            while self.home.log().matches(SHUTTING_DOWN).count() == begun {
                sleep(GLANCE).await;
            }
        };
        timeout(PATIENCE, shuts_down).await.expect("it begins to shut down");
        self.terminate().await;
    }

    /// Sends SIGTERM.
    pub async fn ask_to_end(&self) {
        let id = match &self.running {
            Running::Child(child) => child.id().expect("it runs").to_string(),
            Running::Watched(watched) => watched.id().to_string(),
        };
        let sent = Command::new("kill").args(["-TERM", &id]).status().await.expect("there is a kill command");
        assert!(sent.success(), "SIGTERM was sent");
    }

    /// Ends a test: the process ends regularly, no work is left, and the log is discreet.
    pub async fn finish(self, at: &impl Platform) {
        self.ask_to_end().await;
        self.finishes(at).await;
    }

    /// Ends a test whose process was asked to end already.
    pub async fn finishes(self, at: &impl Platform) {
        let home = self.home.clone();
        self.ends().await;
        home.expect_nothing_left().await;
        home.expect_discreet_log(at);
    }
}

fn is_in_a_file(folder: &Path, word: &str) -> bool {
    let entries = fs::read_dir(folder).expect("the folder can be read");
    entries.map(|entry| entry.expect("the folder can be read").path()).any(|path| match path.is_dir() {
        true => is_in_a_file(&path, word),
        false => {
            // The write-ahead log may be removed at any moment, with the last connection to the database.
            let bytes = fs::read(&path).unwrap_or_default();
            bytes.windows(word.len()).any(|bytes| bytes == word.as_bytes())
        }
    })
}

/// A web page whose first visitor never receives an answer.
pub struct StuckPage {
    address: SocketAddr,
    visits: watch::Receiver<usize>,
}

impl StuckPage {
    /// Starts serving the page.
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

    /// Returns the page's address.
    pub fn url(&self) -> String {
        format!("http://{}/", self.address)
    }

    /// Returns the page's host and port.
    pub fn server(&self) -> String {
        self.address.to_string()
    }

    /// Returns how often the page was requested.
    pub fn visits(&self) -> usize {
        *self.visits.borrow()
    }

    /// Waits until the page was requested `times` times.
    pub async fn visited(&self, times: usize) {
        let mut visits = self.visits.clone();
        let waited = timeout(PATIENCE, visits.wait_for(|count| *count >= times)).await;
        waited.expect("the page is asked for in time").expect("the page is served");
    }
}
