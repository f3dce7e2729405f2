//! The command line.

pub mod audit;
pub mod cadence_preview;
pub mod catalogue;
mod init;
mod logging;
pub mod mcp;
pub mod people;
mod run;
mod shell;
mod traces;

use std::{
    fmt::Display,
    io::{self, BufWriter, ErrorKind, Write},
    path::{Path, PathBuf},
    process::ExitCode,
};

use adjutant_clock::{SystemClock, ZoneFiles};
use adjutant_config::{self as config, Config};
use adjutant_domain::{clock::Clock, redact::Redactor};
use adjutant_sandbox::{Sandbox, child};
use adjutant_store::{
    db::{Db, backup::backup, restore},
    process::Registering,
};
use adjutant_tools as tools;
use anyhow::{Context, Result};
use clap::{Args, CommandFactory as _, Parser, Subcommand};
use clap_complete::Shell;

use self::{audit::Selection, cadence_preview::Question};
use crate::{
    app::wiring::{channels_to_check, zone},
    doctor::{self, Subject},
};

/// A chat-bot gateway: Telegram, Discord and a local web chat, with memory, schedules and approvals.
#[derive(Parser)]
#[command(
    version,
    after_help = "Examples:
  adjutant init                             set it up: model, bots, configuration
  adjutant                                  run the gateway with the settings of config.toml
  adjutant --config /etc/adjutant.toml      with those of another file
  adjutant doctor                           say what is wrong, and how to correct it"
)]
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
    /// Set it up: ask for a model and for the bots' tokens, try them, and write the configuration. The only command
    /// that asks.
    #[command(after_help = "Examples:
  adjutant init
  adjutant init --provider openai --model gpt-5-mini --key-env OPENAI_API_KEY
  adjutant init --telegram-token-file - --yes < token

Secrets come from a file, standard input or a variable: others can read the arguments of a program. Exits with 1 if a key or
token is refused, and with 2 if a setting is wrong; then nothing is changed.")]
    Init(init::Options),
    /// Check the configuration, and list what is wrong, without starting anything.
    CheckConfig,
    /// Print what can be configured: a reference for people, or a schema for editors; or what counts now.
    Config(Description),
    /// Check the database, channels, model, MCP servers and clock, and say how to fix what is wrong. Exits with 1 after
    /// a failure, with 3 after a warning.
    Doctor {
        /// Print one JSON object per check, for other programs. docs/DOCTOR.md explains their codes.
        #[arg(long)]
        json: bool,
    },
    /// Try the MCP servers of the configuration, or serve an MCP client.
    Mcp {
        #[command(subcommand)]
        action: mcp::Action,
    },
    /// List the tools, what each may do, and whether it asks first.
    Tools {
        /// Print the table of docs/TOOLS.md.
        #[arg(long)]
        markdown: bool,
    },
    /// Print the audit log: who allowed what, and what was done with it, oldest first. Works while the gateway runs.
    #[command(after_help = "Examples:
  adjutant audit --since 7d
  adjutant audit --user telegram:42 --json")]
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
    /// See who is served, admit and remove people, name approvers, and move the ownership. Works while the gateway
    /// runs.
    People {
        #[command(subcommand)]
        action: Option<people::Action>,
    },
    /// Print the next due times of a cadence, one RFC 3339 time per line.
    #[command(after_help = "Examples:
  adjutant cadence cron '30 8 * * MON-FRI'
  adjutant cadence interval 90m --count 5
  adjutant cadence rrule 'FREQ=WEEKLY;INTERVAL=2;BYDAY=TU;BYHOUR=9'
  adjutant cadence cron '30 2 * * *' --zone Europe/Paris --after '2026-03-28 12:00'")]
    Cadence {
        /// once, interval, cron or rrule.
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
    #[command(after_help = "Example:
  adjutant backup /backups/adjutant.db")]
    Backup {
        /// The file to write; it must not exist.
        path: PathBuf,
    },
    /// Put a copy in the place of the database, which is kept beside it. The gateway must not run.
    Restore {
        /// The copy; by default the newest that was made before an upgrade.
        path: Option<PathBuf>,
    },
    /// Run commands for a gateway that may start no programs ([tools.shell] mode = "session").
    Shell {
        #[command(subcommand)]
        action: shell::Action,
    },
    /// Print a script that completes commands and options in a shell.
    #[command(after_help = "Examples:
  adjutant completions bash > /etc/bash_completion.d/adjutant
  adjutant completions zsh > ~/.zfunc/_adjutant
  adjutant completions fish > ~/.config/fish/completions/adjutant.fish")]
    Completions { shell: Shell },
    /// Write manual pages, one for each command.
    #[command(after_help = "Example:
  adjutant man /usr/local/share/man/man1")]
    Man {
        /// The folder to write them to; it must exist.
        folder: PathBuf,
    },
    /// Do the work of a child process in a jail. Only the gateway starts it.
    #[command(name = child::ROLE, hide = true)]
    Jailed,
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
    /// Every setting as it counts, with where it comes from. Of secrets, only whether they are set.
    #[arg(long)]
    effective: bool,
}

/// The name of the program.
const PROGRAM: &str = "adjutant";

/// The exit code for a wrong configuration; other failures exit with 1.
const BAD_CONFIG: u8 = 2;

/// Runs the program according to its arguments, and returns its exit code. A child process can perform `computations`.
pub fn main(computations: &[child::Computation]) -> ExitCode {
    let arguments = Arguments::parse();
    let command = arguments.command.unwrap_or(Command::Run);
    // This must come before any other thread, settings or log.
    if let Command::Jailed = command {
        return child::enter(computations);
    }
    ZoneFiles::of_machine().install_newest();
    let config = match &command {
        // These need no settings, so they also work with a broken file.
        Command::Config(Description { effective: false, .. })
        | Command::Init(_)
        | Command::Completions { .. }
        | Command::Man { .. } => Ok(Config::default()),
        _ => Config::load(arguments.config.as_deref(), environment()),
    };
    let config = match config {
        Ok(config) => config,
        Err(errors) => {
            complain(&errors);
            return ExitCode::from(BAD_CONFIG);
        }
    };
    if matches!(command, Command::Run | Command::CheckConfig | Command::Doctor { .. }) {
        for warning in &config.warnings {
            complain(&format_args!("warning: {warning}"));
        }
    }
    match execute(command, config, arguments.config) {
        Ok(code) => code,
        Err(error) => {
            complain(&format_args!("adjutant: {error:#}"));
            ExitCode::FAILURE
        }
    }
}

fn execute(command: Command, config: Config, file: Option<PathBuf>) -> Result<ExitCode> {
    // There is one TLS provider. Installing it fails only if it is installed already, and only this line installs it.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .context("cannot start the async runtime")?;
    let code = match command {
        Command::CheckConfig => {
            for problem in tools::unknown_tool_names(&tools::registry(&config, &Sandbox::own()), &config) {
                complain(&format_args!("warning: {problem}"));
            }
            // A bundled embedding model needs the runtime.
            runtime.block_on(async { check(&config) })?;
            say("The configuration is valid.")?;
            ExitCode::SUCCESS
        }
        Command::Config(Description { schema, effective, .. }) => {
            let text = match (schema, effective) {
                (true, _) => format!("{:#}", config::schema()),
                (_, true) => settings_that_count(&config)?,
                _ => config::reference(),
            };
            say(text.trim_end())?;
            ExitCode::SUCCESS
        }
        Command::Init(options) => runtime.block_on(init::init(options, file))?,
        Command::Run => runtime.block_on(run::run(config))?,
        Command::Doctor { json } => runtime.block_on(doctor(config, json))?,
        Command::Mcp { action } => {
            match action {
                mcp::Action::Test { name } => {
                    runtime.block_on(mcp::test(&config, &name, &mut io::stdout().lock()))?;
                }
                mcp::Action::Serve => runtime.block_on(mcp::serve(config))?,
            }
            ExitCode::SUCCESS
        }
        Command::Shell { action: shell::Action::Serve } => {
            runtime.block_on(shell::serve(&config))?;
            ExitCode::SUCCESS
        }
        Command::Tools { markdown } => {
            let registry = tools::registry(&config, &Sandbox::own());
            say((if markdown { catalogue::markdown } else { catalogue::plain })(&registry).trim_end())?;
            ExitCode::SUCCESS
        }
        Command::Audit { since, user, json } => {
            runtime.block_on(audit(&config, Selection { since, user, json }))?;
            ExitCode::SUCCESS
        }
        Command::People { action } => {
            runtime.block_on(change_people(&config, action.unwrap_or(people::Action::List)))?;
            ExitCode::SUCCESS
        }
        Command::Cadence { kind, value, zone: named, after, count } => {
            let question = Question { kind, value, zone: named, after, count };
            let mut out = BufWriter::new(io::stdout().lock());
            cadence_preview::print(&question, (SystemClock.now(), zone(&config)), &mut out)?;
            ExitCode::SUCCESS
        }
        Command::Completions { shell } => {
            // The generator panics if it cannot write.
            let mut script = Vec::new();
            clap_complete::generate(shell, &mut for_people(), PROGRAM, &mut script);
            say(String::from_utf8_lossy(&script).trim_end())?;
            ExitCode::SUCCESS
        }
        Command::Man { folder } => {
            let written = clap_mangen::generate_to(for_people(), &folder);
            written.with_context(|| format!("cannot write manual pages to {}", folder.display()))?;
            ExitCode::SUCCESS
        }
        // Handled above; it never gets here.
        Command::Jailed => ExitCode::FAILURE,
        Command::Backup { path } => {
            runtime.block_on(backup(config.database.url.as_path(), &path))?;
            say(&format!("The backup is in {}.", path.display()))?;
            ExitCode::SUCCESS
        }
        Command::Restore { path } => {
            runtime.block_on(restore(config.database.url.as_path(), path.as_deref()))?;
            ExitCode::SUCCESS
        }
    };
    // A database thread may still wait for its next job; it holds nothing that needs a clean end.
    runtime.shutdown_background();
    Ok(code)
}

/// Returns the commands for completions, without those that only the gateway starts.
fn for_people() -> clap::Command {
    let all = Arguments::command();
    let shown = all.get_subcommands().filter(|command| !command.is_hide_set()).cloned();
    clap::Command::new(PROGRAM)
        .version(env!("CARGO_PKG_VERSION"))
        .about(all.get_about().cloned().unwrap_or_default())
        .after_help(all.get_after_help().cloned().unwrap_or_default())
        .args(all.get_arguments().cloned())
        .subcommands(shown)
}

/// Builds everything in the settings as the gateway does at its start, but creates no file and no connection.
fn check(config: &Config) -> Result<()> {
    Redactor::new(config.secrets())?;
    let parts = doctor::Parts::of(config, channels_to_check(config));
    parts
        .channels
        .and(parts.models.into_iter().try_for_each(|(_, model)| model.map(drop)))
        .and(parts.embedder.map(drop))
}

async fn doctor(config: Config, json: bool) -> Result<ExitCode> {
    let sandbox = Sandbox::own().decoding_without(!config.media.require_sandbox);
    let subject = Subject {
        config: &config,
        database: doctor::Database::At(config.database.url.as_path()),
        channels: channels_to_check(&config),
        sandbox: &sandbox,
        now: SystemClock.now(),
        zone: zone(&config),
    };
    let redactor = Redactor::new(config.secrets())?;
    let findings = doctor::examine_all(subject).await;
    for finding in &findings {
        let line = if json { finding.for_programs().to_string() } else { finding.to_string() };
        say(&redactor.redact(&line))?;
    }
    let worst = findings.iter().map(doctor::Finding::severity).max().unwrap_or(doctor::Severity::Fine);
    Ok(ExitCode::from(worst.exit_code()))
}

/// Returns the effective settings, one per line, without secrets.
fn settings_that_count(config: &Config) -> Result<String> {
    let redactor = Redactor::new(config.secrets())?;
    let shown = |setting: &config::Effective| setting.shown(|value| redactor.redact(value).into_owned());
    Ok(config.effective().iter().map(|setting| format!("{}\n", shown(setting))).collect())
}

async fn restore(database: &Path, copy: Option<&Path>) -> Result<()> {
    // No process can start while this lock is held.
    let registering = Registering::begin(database)?;
    let restored = restore::restore(database, copy, &registering, SystemClock.timestamp()).await?;
    say(&format!("Restored {} from {}.", database.display(), restored.from.display()))?;
    if let Some(replaced) = restored.replaced {
        say(&format!("The database that was there is {}.", replaced.display()))?;
    }
    Ok(())
}

async fn change_people(config: &Config, action: people::Action) -> Result<()> {
    let (db, now) = (Db::open_existing(config.database.url.as_path()).await?, SystemClock.timestamp());
    let mut out = Vec::new();
    people::execute(&db, config, action, (now, zone(config)), &mut out).await?;
    say(String::from_utf8_lossy(&out).trim_end())
}

async fn audit(config: &Config, selection: Selection) -> Result<()> {
    let redactor = Redactor::new(config.secrets())?;
    let (db, now) = (Db::open_read_only(config.database.url.as_path()).await?, SystemClock.now());
    let mut out = BufWriter::new(io::stdout().lock());
    audit::print(&db, &redactor, selection, (now, zone(config)), &mut out).await?;
    match out.flush() {
        Err(error) if error.kind() != ErrorKind::BrokenPipe => Err(error.into()),
        _ => Ok(()),
    }
}

/// Returns the environment variables that are valid text; others cannot be settings.
fn environment() -> impl Iterator<Item = (String, String)> {
    std::env::vars_os()
        .filter_map(|(name, value)| Some((name.into_string().ok()?, value.into_string().ok()?)))
}

/// Prints a line to standard error, which may be a terminal that is gone.
fn complain(line: &dyn Display) {
    let _ = writeln!(io::stderr(), "{line}");
}

/// Prints a line. A closed pipe is not an error: its reader has seen enough.
fn say(line: &str) -> Result<()> {
    match writeln!(io::stdout(), "{line}") {
        Err(error) if error.kind() == ErrorKind::BrokenPipe => Ok(()),
        written => written.context("cannot write to standard output"),
    }
}
