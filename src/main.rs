//! The command line and the wiring: the only file that names concrete channels and providers.

use std::{
    fs::File,
    io::{self, BufWriter, ErrorKind, Read, Write},
    os::unix::fs::OpenOptionsExt,
    path::{Path, PathBuf},
    process::ExitCode,
    sync::Arc,
};

use adjutant::{
    app::App,
    cli::{
        audit::{self, Selection},
        cadence_preview::{self, Question},
        catalogue, doctor,
        logging::log_to_stderr,
    },
    clock::SystemClock,
    config::{
        self, Admitted, Config, DiscordSettings, ProviderName, Secret, TelegramMode, TelegramSettings,
        Threads,
    },
    core::Parts,
    memory::embedder,
    provider::{Provider, genai::GenaiProvider, offline::Offline, prices},
    texts::COMMANDS,
    tools,
};
use adjutant_channel::Channel;
use adjutant_discord::Discord;
use adjutant_domain::{clock::Clock, ids, redact::Redactor};
use adjutant_store::{db::Db, people, process::Process};
use adjutant_telegram::Telegram;
use adjutant_web::{AccessToken, Web};
use anyhow::{Context, Result, bail, ensure};
use chrono_tz::Tz;
use clap::{Args, Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};

/// A chat-bot gateway: Telegram, Discord and a local web chat, with memory, schedules and approvals.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The configuration file; by default `config.toml` in the working directory.
    #[arg(long, global = true, value_name = "PATH")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the gateway (the default).
    Run,
    /// Check the configuration, and list what is wrong, without starting anything.
    CheckConfig,
    /// Print what can be configured: a reference for people, or a schema for editors.
    Config(Description),
    /// Check the database, channels, model and clock, and say how to fix what is wrong.
    Doctor,
    /// List the tools, what each may do, and whether it asks first.
    Tools {
        /// Print the table of docs/TOOLS.md.
        #[arg(long)]
        markdown: bool,
    },
    /// Print the audit log: who allowed what, and what was done with it, oldest first. Works while the gateway runs.
    Audit {
        /// Only events since a date (2026-05-01), or within a length of time (7d).
        #[arg(long, value_name = "DATE|TIME")]
        since: Option<String>,
        /// Only events of one person: a name, an id, or an identity such as telegram:42.
        #[arg(long, value_name = "PERSON")]
        user: Option<String>,
        /// Print one JSON object per line, for other programs.
        #[arg(long)]
        json: bool,
    },
    /// Print the next due times of a cadence, one RFC 3339 time per line.
    Cadence {
        /// once, interval or cron.
        kind: String,
        /// The value as a schedule stores it: "2026-05-01 09:00", 90m, "30 8 * * MON-FRI".
        value: String,
        /// The zone of local times; by default the configured zone, else the host's.
        #[arg(long, value_name = "ZONE")]
        zone: Option<String>,
        /// Only times after this one (RFC 3339, or local time); intervals count from it. By default now.
        #[arg(long, value_name = "TIME")]
        after: Option<String>,
        /// The most times to print.
        #[arg(long, value_name = "N", default_value_t = 3)]
        count: usize,
    },
    /// Write a consistent copy of the database. Works while the gateway runs.
    Backup {
        /// The file to write; it must not exist.
        path: PathBuf,
    },
}

/// What to print about the configuration: exactly one of these.
#[derive(Args)]
#[group(required = true, multiple = false)]
struct Description {
    /// Every setting with its default and its meaning, in Markdown (docs/CONFIG.md).
    #[arg(long)]
    reference: bool,
    /// A JSON Schema of config.toml (docs/config.schema.json).
    #[arg(long)]
    schema: bool,
}

/// The exit code for a wrong configuration; other failures exit with 1.
const BAD_CONFIG: u8 = 2;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    let command = arguments.command.unwrap_or(Command::Run);
    let config = match &command {
        // It describes the settings whatever the file says, and so helps to mend a broken one.
        Command::Config(_) => Ok(Config::default()),
        _ => Config::load(arguments.config.as_deref(), environment()),
    };
    let config = match config {
        Ok(config) => config,
        Err(errors) => {
            eprintln!("{errors}");
            return ExitCode::from(BAD_CONFIG);
        }
    };
    match execute(command, config) {
        Ok(code) => code,
        Err(error) => {
            eprintln!("adjutant: {error:#}");
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command, config: Config) -> Result<ExitCode> {
    // There is one TLS provider. Installing it fails only if it is installed already, and this is the only place that
    // does.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the async runtime")?;
    let code = match command {
        Command::CheckConfig => {
            for problem in tools::misnamed(&tools::registry(&config), &config) {
                eprintln!("warning: {problem}");
            }
            say("The configuration is valid.")?;
            ExitCode::SUCCESS
        }
        Command::Config(Description { schema, .. }) => {
            let text = if schema { format!("{:#}", config::schema()) } else { config::reference() };
            say(text.trim_end())?;
            ExitCode::SUCCESS
        }
        Command::Run => runtime.block_on(run(config))?,
        Command::Doctor => runtime.block_on(doctor(config))?,
        Command::Tools { markdown } => {
            let registry = tools::registry(&config);
            say((if markdown { catalogue::markdown } else { catalogue::plain })(&registry).trim_end())?;
            ExitCode::SUCCESS
        }
        Command::Audit { since, user, json } => {
            runtime.block_on(audit(&config, Selection { since, user, json }))?;
            ExitCode::SUCCESS
        }
        Command::Cadence { kind, value, zone: named, after, count } => {
            let question = Question { kind, value, zone: named, after, count };
            let mut out = BufWriter::new(io::stdout().lock());
            cadence_preview::print(&question, (SystemClock.now(), zone(&config)), &mut out)?;
            ExitCode::SUCCESS
        }
        Command::Backup { path } => {
            runtime.block_on(backup(config.database.url.as_path(), &path))?;
            say(&format!("The backup is in {}.", path.display()))?;
            ExitCode::SUCCESS
        }
    };
    // A database thread may still wait for its next job; it holds nothing that needs a clean end.
    runtime.shutdown_background();
    Ok(code)
}

async fn run(config: Config) -> Result<ExitCode> {
    let path = config.database.url.as_path().to_owned();
    let token = web_token(&config, &path)?;
    let redactor = Redactor::new(config.secrets().chain([token.expose()]))?;
    log_to_stderr(&config, &redactor);
    let (mut terminate, mut interrupt) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let db = Db::open(&path).await?;
    let process = Arc::new(Process::register(&path)?);
    let wired = wire(&config, token)?;
    let (zone, clock) = (zone(&config), Arc::new(SystemClock));
    let embedder = embedder::configured(&config, clock.clone()).context("memory.embeddings")?;
    let parts = Parts {
        provider: provider(&config)?,
        db,
        clock,
        zone,
        process,
        channels: wired.channels.clone(),
        embedder,
        redactor,
        owner_identities: vec![(adjutant_web::CHANNEL, OWNER_ON_THE_PAGE)],
        config: Arc::new(config),
    };
    if let Some(web) = &wired.web {
        match web.bind() {
            Ok(_) => say(&format!("Chat page: {}", web.url()))?,
            Err(error) if wired.channels.len() == 1 => return Err(error),
            // It is retried; the other channels need not wait for it.
            Err(error) => tracing::error!(error = format!("{error:#}"), "chat page not available; retrying"),
        }
    }
    let mut app = App::start(parts).await?;
    // The person at the chat page is the owner anyway.
    if wired.channels.iter().any(|channel| channel.name() != adjutant_web::CHANNEL) {
        offer_ownership(&app, wired.telegram).await?;
    }
    tokio::select! {
        _ = terminate.recv() => {}
        _ = interrupt.recv() => {}
        why = app.broken() => {
            app.shut_down().await;
            bail!("{why}");
        }
    }
    tracing::info!("shutting down; draining running work");
    app.shut_down().await;
    Ok(ExitCode::SUCCESS)
}

async fn doctor(config: Config) -> Result<ExitCode> {
    let path = config.database.url.as_path().to_owned();
    let channels = wire(&config, web_token(&config, &path)?)?.channels;
    let zone = zone(&config);
    let provider = provider(&config)?;
    let embedder = embedder::configured(&config, Arc::new(SystemClock)).context("memory.embeddings")?;
    let models = (provider.as_ref(), prices::of(&config.model), embedder.as_deref());
    let findings = doctor::examine(&path, &channels, models, SystemClock.now(), zone).await;
    for finding in &findings {
        say(&finding.to_string())?;
    }
    let failed = findings.iter().any(doctor::Finding::is_failure);
    Ok(if failed { ExitCode::FAILURE } else { ExitCode::SUCCESS })
}

async fn backup(database: &Path, target: &Path) -> Result<()> {
    ensure!(database.exists(), "no database at {}; nothing was copied", database.display());
    Db::open(database).await?.backup(target).await
}

async fn audit(config: &Config, selection: Selection) -> Result<()> {
    let path = config.database.url.as_path();
    ensure!(
        path.exists(),
        "no database at {}; set [database] url, or start the gateway once",
        path.display()
    );
    let redactor = Redactor::new(config.secrets())?;
    let (db, now) = (Db::open(path).await?, SystemClock.now());
    let mut out = BufWriter::new(io::stdout().lock());
    audit::print(&db, &redactor, selection, (now, zone(config)), &mut out).await?;
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The configured channels.
struct Wired {
    channels: Vec<Arc<dyn Channel>>,
    web: Option<Arc<Web>>,
    telegram: Option<Arc<Telegram>>,
}

/// The owner's id on the web channel.
const OWNER_ON_THE_PAGE: &str = "owner";

fn wire(config: &Config, token: AccessToken) -> Result<Wired> {
    let mut wired = Wired { channels: Vec::new(), web: None, telegram: None };
    if config.channels.web.enabled {
        let files = beside(config.database.url.as_path(), ".uploads");
        let mut settings = adjutant_web::Settings::new(config.channels.web.bind, token, files);
        settings.identity = OWNER_ON_THE_PAGE.to_owned();
        settings.hosts.clone_from(&config.channels.web.hosts);
        settings.commands = COMMANDS;
        let web = Arc::new(Web::new(settings));
        wired.channels.push(web.clone());
        wired.web = Some(web);
    }
    if let Some(token) = &config.channels.telegram.token {
        let telegram = Arc::new(telegram(&config.channels.telegram, token)?);
        wired.channels.push(telegram.clone());
        wired.telegram = Some(telegram);
    }
    if let Some(token) = &config.channels.discord.token {
        let heard = config.access.allow.iter().filter_map(|admitted| match admitted {
            Admitted::Person(identity) if identity.channel == adjutant_discord::CHANNEL => {
                Some(identity.id.clone())
            }
            _ => None,
        });
        wired.channels.push(Arc::new(discord(&config.channels.discord, token, heard.collect())?));
    }
    Ok(wired)
}

fn telegram(config: &TelegramSettings, token: &Secret) -> Result<Telegram> {
    let mut settings = adjutant_telegram::Settings::new(token.expose());
    settings.api_url = config.api_url.clone();
    settings.commands = COMMANDS;
    settings.per_second = config.messages_per_second;
    settings.per_chat_second = config.messages_per_chat_second;
    settings.per_group_minute = config.messages_per_group_minute;
    settings.send_timeout = config.send_timeout;
    if config.mode == TelegramMode::Webhook {
        let needed = "the checked configuration lacks webhook settings";
        settings.mode = adjutant_telegram::Mode::Webhook {
            listen: config.webhook_listen.context(needed)?,
            public_url: config.webhook_url.clone().context(needed)?,
            secret: config.webhook_secret.as_ref().context(needed)?.expose().to_owned(),
        };
    }
    Telegram::new(settings).context("[channels.telegram]")
}

/// `heard`: the ids that [access] lists; bots among them are heard.
fn discord(config: &DiscordSettings, token: &Secret, heard: Vec<String>) -> Result<Discord> {
    let mut settings = adjutant_discord::Settings::new(token.expose());
    settings.api_url = config.api_url.clone();
    settings.message_content = config.message_content;
    settings.always_answer.clone_from(&config.always_answer);
    settings.threads = match config.threads {
        Threads::Never => adjutant_discord::Threads::Never,
        Threads::Long => adjutant_discord::Threads::Long,
        Threads::Always => adjutant_discord::Threads::Always,
    };
    settings.max_messages = config.max_messages;
    settings.heard_bots = heard;
    settings.commands = COMMANDS;
    settings.per_second = config.messages_per_second;
    settings.per_channel_second = config.messages_per_channel_second;
    settings.send_timeout = config.send_timeout;
    Discord::new(settings).context("[channels.discord]")
}

fn provider(config: &Config) -> Result<Arc<dyn Provider>> {
    Ok(match config.model.provider {
        ProviderName::Offline => Arc::new(Offline { clock: Arc::new(|| SystemClock.now()) }),
        _ => Arc::new(GenaiProvider::new(&config.model).context("[model]")?),
    })
}

/// Returns the zone of times without one: the configured zone, else the host's.
fn zone(config: &Config) -> Tz {
    let host = || iana_time_zone::get_timezone().ok()?.parse().ok();
    config.scheduler.timezone.or_else(host).unwrap_or(Tz::UTC)
}

/// Prints the owner code, which makes its sender the owner, until somebody has used it.
async fn offer_ownership(app: &App, telegram: Option<Arc<Telegram>>) -> Result<()> {
    let (core, now) = (app.core().clone(), SystemClock.millis());
    let Some(code) = core.db.write(async move |tx| people::renew_owner_code(tx, now).await).await? else {
        return Ok(());
    };
    say(&format!("Owner code: {code} (send “/start {code}” to the bot in a direct chat; it works once)"))?;
    let Some(telegram) = telegram else { return Ok(()) };
    tokio::spawn(async move {
        // The link needs the bot's name, which only Telegram knows; the code works without it.
        if let Ok(name) = telegram.check().await
            && let Some(name) = name.split_whitespace().find_map(|word| word.strip_prefix('@'))
        {
            let _ = say(&format!("Or open https://t.me/{name}?start={code}"));
        }
    });
    Ok(())
}

/// Returns the token of the chat page: the configured token, else one generated once and stored beside the database.
fn web_token(config: &Config, database: &Path) -> Result<AccessToken> {
    if let Some(token) = &config.channels.web.token {
        return AccessToken::new(token.expose()).context("[channels.web] token");
    }
    let path = beside(database, ".web-token");
    let failed = || format!("cannot store the chat page's token in {}", path.display());
    let mut options = File::options();
    let mut file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&path)
        .with_context(failed)?;
    // Processes that start at once agree on one token. One that was killed here leaves an empty file, not a bad
    // token.
    file.lock().with_context(failed)?;
    let mut token = String::new();
    file.read_to_string(&mut token).with_context(failed)?;
    if token.trim().is_empty() {
        token = ids::token();
        file.write_all(token.as_bytes()).with_context(failed)?;
    }
    AccessToken::new(token.trim()).with_context(failed)
}

/// Returns the path of a file next to the database.
fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

/// Returns the environment variables that are valid text; others cannot be settings.
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn say(line: &str) -> Result<()> {
    writeln!(io::stdout(), "{line}").context("cannot write to standard output")
}
