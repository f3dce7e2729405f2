//! The command line, and the wiring: the only file that names concrete channels and providers.

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
    audit::{self, Selection},
    clock::{Clock, SystemClock},
    config::{
        self, Admitted, Config, DiscordSettings, LogFormat, ProviderName, Secret, TelegramMode,
        TelegramSettings, Threads,
    },
    core::Parts,
    db::Db,
    doctor,
    forecast::{self, Question},
    ids,
    memory::embedder,
    process::Process,
    provider::{Provider, genai::GenaiProvider, offline::Offline, prices},
    redact::Redactor,
    store::people,
    texts::COMMANDS,
    tools::{self, catalogue},
};
use adjutant_channel::Channel;
use adjutant_discord::Discord;
use adjutant_telegram::Telegram;
use adjutant_web::{AccessToken, Web};
use anyhow::{Context, Result, bail, ensure};
use chrono_tz::Tz;
use clap::{Args, Parser, Subcommand};
use tokio::signal::unix::{SignalKind, signal};
use tracing_subscriber::{EnvFilter, fmt, layer::SubscriberExt, util::SubscriberInitExt};

/// A chat-bot gateway: Telegram, Discord and a local web chat, with memory, schedules and approvals.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    /// The configuration file; `config.toml` in the working directory unless given.
    #[arg(long, global = true, value_name = "PATH")]
    config: Option<PathBuf>,
    #[command(subcommand)]
    command: Option<Command>,
}

#[derive(Subcommand)]
enum Command {
    /// Run the gateway (the default).
    Run,
    /// Say what is wrong with the configuration, without starting anything.
    CheckConfig,
    /// Print what can be configured: a reference for people, or a schema for editors.
    Config(Description),
    /// Check the database, the channels, the model, the clock, and say what to do about what is wrong.
    Doctor,
    /// List the tools: what each may do, and whether it asks first.
    Tools {
        /// As the table of docs/TOOLS.md.
        #[arg(long)]
        markdown: bool,
    },
    /// Print who allowed what, and what was done with it, oldest first; also while the gateway runs.
    Audit {
        /// Only from a date on (2026-05-01), or for so long back (7d).
        #[arg(long, value_name = "DATE|TIME")]
        since: Option<String>,
        /// Only one person: a name, an id, or an identity such as telegram:42.
        #[arg(long, value_name = "PERSON")]
        user: Option<String>,
        /// A JSON object on each line, for other programs.
        #[arg(long)]
        json: bool,
    },
    /// Print when a cadence is due next: an RFC 3339 time on each line.
    Cadence {
        /// once, interval or cron.
        kind: String,
        /// As a schedule has it: "2026-05-01 09:00", 90m, "30 8 * * MON-FRI".
        value: String,
        /// The zone of local times; the configured one, else the host's, unless given.
        #[arg(long, value_name = "ZONE")]
        zone: Option<String>,
        /// Only times after this one (RFC 3339, or local time), from which an interval counts; now unless given.
        #[arg(long, value_name = "TIME")]
        after: Option<String>,
        /// How many, at most.
        #[arg(long, value_name = "N", default_value_t = 3)]
        count: usize,
    },
    /// Write a consistent copy of the database, also while the gateway runs.
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

/// The configuration is wrong; other failures exit with 1.
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
    // The only TLS there is; a second installation would be a second wiring, which there is not.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().context("cannot start")?;
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
            forecast::print(&question, (SystemClock.now(), zone(&config)), &mut out)?;
            ExitCode::SUCCESS
        }
        Command::Backup { path } => {
            runtime.block_on(backup(config.database.url.as_path(), &path))?;
            say(&format!("The backup is in {}.", path.display()))?;
            ExitCode::SUCCESS
        }
    };
    // A database thread may wait for its next job: it holds nothing that needs an end.
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
            // It is tried again and again; the other channels need not wait for it.
            Err(error) => tracing::error!(error = format!("{error:#}"), "there is no chat page"),
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
    tracing::info!("ending; what is under way finishes");
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
    ensure!(database.exists(), "there is no database at {}; nothing was copied", database.display());
    Db::open(database).await?.backup(target).await
}

async fn audit(config: &Config, selection: Selection) -> Result<()> {
    let path = config.database.url.as_path();
    ensure!(path.exists(), "there is no database at {}", path.display());
    let redactor = Redactor::new(config.secrets())?;
    let (db, now) = (Db::open(path).await?, SystemClock.now());
    let mut out = BufWriter::new(io::stdout().lock());
    audit::print(&db, &redactor, selection, (now, zone(config)), &mut out).await?;
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// The channels that are configured.
struct Wired {
    channels: Vec<Arc<dyn Channel>>,
    web: Option<Arc<Web>>,
    telegram: Option<Arc<Telegram>>,
}

/// Who the person at the chat page is to the web channel.
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
        let needed = "the configuration was checked to have the webhook's settings";
        settings.mode = adjutant_telegram::Mode::Webhook {
            listen: config.webhook_listen.context(needed)?,
            public_url: config.webhook_url.clone().context(needed)?,
            secret: config.webhook_secret.as_ref().context(needed)?.expose().to_owned(),
        };
    }
    Telegram::new(settings).context("[channels.telegram]")
}

/// `heard` are the ids that [access] lists; bots among them are heard.
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

/// The zone of times that name none: the configured one, else the host's.
fn zone(config: &Config) -> Tz {
    let host = || iana_time_zone::get_timezone().ok()?.parse().ok();
    config.scheduler.timezone.or_else(host).unwrap_or(Tz::UTC)
}

/// Prints the code that makes its sender the owner, as long as nobody has used it.
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

/// The token of the chat page: the configured one, else one that is made once and kept beside the database.
fn web_token(config: &Config, database: &Path) -> Result<AccessToken> {
    if let Some(token) = &config.channels.web.token {
        return AccessToken::new(token.expose()).context("[channels.web] token");
    }
    let path = beside(database, ".web-token");
    let failed = || format!("cannot keep the chat page's token in {}", path.display());
    let mut options = File::options();
    let mut file = options
        .read(true)
        .write(true)
        .create(true)
        .truncate(false)
        .mode(0o600)
        .open(&path)
        .with_context(failed)?;
    // Processes that start at once agree on one token; one that was killed here leaves an empty file, not a bad token.
    file.lock().with_context(failed)?;
    let mut token = String::new();
    file.read_to_string(&mut token).with_context(failed)?;
    if token.trim().is_empty() {
        token = ids::token();
        file.write_all(token.as_bytes()).with_context(failed)?;
    }
    AccessToken::new(token.trim()).with_context(failed)
}

/// What is kept next to the database.
fn beside(database: &Path, suffix: &str) -> PathBuf {
    let mut path = database.as_os_str().to_owned();
    path.push(suffix);
    PathBuf::from(path)
}

fn log_to_stderr(config: &Config, redactor: &Redactor) {
    // The model library logs bodies of its own accord.
    let filter = EnvFilter::new(format!("{},genai=off", config.log.level));
    let registry = tracing_subscriber::registry().with(filter);
    let stderr = redactor.wrap(io::stderr as fn() -> io::Stderr);
    match config.log.format {
        LogFormat::Human => registry.with(fmt::layer().with_ansi(false).with_writer(stderr)).init(),
        LogFormat::Json => registry.with(fmt::layer().json().with_writer(stderr)).init(),
    }
}

/// Variables that are not text cannot be settings.
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

fn say(line: &str) -> Result<()> {
    writeln!(io::stdout(), "{line}").context("cannot write to standard output")
}
