//! `adjutant init`: takes the necessary settings from questions or options, tries them, and writes the configuration.

mod draft;
mod questions;
mod terminal;

use std::{
    fs,
    io::{self, Read as _},
    os::unix::fs::MetadataExt as _,
    path::PathBuf,
    process::ExitCode,
    sync::Arc,
};

use adjutant_clock::SystemClock;
use adjutant_config::{Config, Origin, ProviderName};
use adjutant_domain::clock::Clock as _;
use adjutant_provider::{models, offline::Offline};
use anyhow::{Context as _, Result, anyhow, bail, ensure};
use clap::Args;
use tokio::task::spawn_blocking;
use toml_edit::TomlError;

use self::{
    draft::{Asked, Draft, Source},
    terminal::{Ended, Terminal},
};
use super::{BAD_CONFIG, environment, say};
use crate::{
    app::wiring::channels_to_check,
    doctor::{self, Check, Finding, Severity},
};

/// The exit code after Ctrl-C, as in shells.
const INTERRUPTED: u8 = 130;

/// The default name of the file.
const FILE: &str = "config.toml";

/// Answers to the questions. Without any of them, `init` asks the person at the terminal.
#[derive(Args)]
pub(super) struct Options {
    /// The provider of the model: offline (the built-in assistant), openai, anthropic, gemini, ollama and others.
    #[arg(long)]
    provider: Option<String>,
    /// The provider's name for the model.
    #[arg(long, value_name = "NAME")]
    model: Option<String>,
    /// The address of the provider's server, if it is not the usual one.
    #[arg(long, value_name = "URL")]
    base_url: Option<String>,
    /// A file with the provider's API key. With -, init reads the key from standard input and keeps it in a file.
    #[arg(long, value_name = "PATH", conflicts_with = "key_env")]
    key_file: Option<PathBuf>,
    /// An environment variable with the provider's API key, which must also be set when the gateway runs.
    #[arg(long, value_name = "VARIABLE")]
    key_env: Option<String>,
    /// A file with the Telegram bot's token, or -.
    #[arg(long, value_name = "PATH", conflicts_with = "telegram_token_env")]
    telegram_token_file: Option<PathBuf>,
    /// An environment variable with the Telegram bot's token.
    #[arg(long, value_name = "VARIABLE")]
    telegram_token_env: Option<String>,
    /// A file with the Discord bot's token, or -.
    #[arg(long, value_name = "PATH", conflicts_with = "discord_token_env")]
    discord_token_file: Option<PathBuf>,
    /// An environment variable with the Discord bot's token.
    #[arg(long, value_name = "VARIABLE")]
    discord_token_env: Option<String>,
    /// Ask nothing, not even before it changes existing files.
    #[arg(long)]
    yes: bool,
}

/// A part of the settings that can be tried alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Part {
    Model,
    Telegram,
    Discord,
}

impl Options {
    fn are_given(&self) -> bool {
        self.yes || self.parts().next().is_some()
    }

    /// Returns the parts that the options set.
    fn parts(&self) -> impl Iterator<Item = Part> {
        let of_model = [&self.provider, &self.model, &self.base_url, &self.key_env];
        let is_given = [
            (Part::Model, of_model.iter().any(|it| it.is_some()) || self.key_file.is_some()),
            (Part::Telegram, self.telegram_token_file.is_some() || self.telegram_token_env.is_some()),
            (Part::Discord, self.discord_token_file.is_some() || self.discord_token_env.is_some()),
        ];
        is_given.into_iter().filter(|(_, is_given)| *is_given).map(|(part, _)| part)
    }

    fn secrets(&self) -> [(Asked, Option<&PathBuf>, Option<&String>); 3] {
        [
            (Asked::ModelKey, self.key_file.as_ref(), self.key_env.as_ref()),
            (Asked::TelegramToken, self.telegram_token_file.as_ref(), self.telegram_token_env.as_ref()),
            (Asked::DiscordToken, self.discord_token_file.as_ref(), self.discord_token_env.as_ref()),
        ]
    }
}

/// Sets up the configuration at `path`, and says what to do next.
///
/// # Errors
/// Returns an error if a file cannot be read or written, or nobody can be asked. Settings that do not work are
/// reported, and determine the exit code.
pub(super) async fn init(options: Options, path: Option<PathBuf>) -> Result<ExitCode> {
    let is_named = path.is_some();
    let path = path.unwrap_or_else(|| FILE.into());
    ensure!(
        options.are_given() || Terminal::is_there(),
        "nobody can be asked here: this is no terminal. Say it with options: --provider, --model, --base-url, --key-file or \
         --key-env, --telegram-token-file or --telegram-token-env, --discord-token-file or --discord-token-env, --yes"
    );
    let mut terminal = Terminal::new()?;
    let mut draft = match Draft::read(&path, is_named) {
        Err(error) if error.is::<TomlError>() => {
            terminal.tells(format!("{error:#}"))?;
            return Ok(ExitCode::from(BAD_CONFIG));
        }
        read => read?,
    };
    let done = match options.are_given() {
        true => with_options(&mut draft, &options, &mut terminal).await,
        false => questions::ask(&mut draft, &mut terminal).await,
    };
    let done = match done {
        Ok(None) => write(&draft, &options, &mut terminal).await.map(|written| written.then_some(())),
        Ok(Some(code)) => return Ok(ExitCode::from(code)),
        Err(error) => Err(error),
    };
    match done {
        Ok(Some(())) => {
            next_step(&draft, is_named)?;
            Ok(ExitCode::SUCCESS)
        }
        Ok(None) => Ok(ExitCode::FAILURE),
        Err(error) if error.is::<Ended>() => {
            // The terminal may be gone.
            let _ = terminal.tells("\nEnded; nothing was changed.");
            Ok(ExitCode::from(INTERRUPTED))
        }
        Err(error) => Err(error),
    }
}

/// Applies the options, and tries the parts that they set. Returns the exit code if a part does not work.
async fn with_options(draft: &mut Draft, options: &Options, terminal: &mut Terminal) -> Result<Option<u8>> {
    if let Some(said) = options.provider.as_deref()
        && !ProviderName::all().any(|provider| provider.as_str() == said)
    {
        let known: Vec<_> = ProviderName::all().map(|provider| provider.as_str()).collect();
        terminal.tells(format!("--provider must be one of {}, not {said:?}", known.join(", ")))?;
        return Ok(Some(BAD_CONFIG));
    }
    let model = (options.provider.as_deref(), options.model.as_deref(), options.base_url.as_deref());
    set_model(draft, model);
    let mut is_read = false;
    for (asked, file, variable) in options.secrets() {
        let source = match (file, variable) {
            (Some(file), _) if file.as_os_str() == "-" => {
                ensure!(!is_read, "only one secret can come from standard input");
                is_read = true;
                Source::Given(from_standard_input(asked, terminal).await?)
            }
            (Some(file), _) => Source::File(file.clone()),
            (None, Some(variable)) => Source::Variable(variable.clone()),
            (None, None) => continue,
        };
        draft.set_secret(asked, source)?;
    }
    let config = match draft.config(environment()) {
        Ok(config) => config,
        Err(errors) => {
            terminal.tells(errors)?;
            return Ok(Some(BAD_CONFIG));
        }
    };
    for asked in options.secrets().into_iter().filter(|(_, file, name)| file.is_some() || name.is_some()) {
        let (asked, file, variable) = asked;
        let is_set =
            config.effective().iter().any(|it| it.path == asked.path() && it.value.starts_with("(set"));
        ensure!(is_set, "the variable {} is not set or empty", variable.map_or("", String::as_str));
        if let Some(file) = file.filter(|file| doctor::is_open_to_others(file)) {
            terminal
                .tells(format!("warning: others can read {}; chmod 600 keeps them out", file.display()))?;
        }
    }
    for part in options.parts() {
        let Some(finding) = terminal.awaits(attempt(&config, part)).await? else { continue };
        terminal.tells(&finding)?;
        if finding.severity() == Severity::Failure {
            terminal.tells("Nothing was changed.")?;
            return Ok(Some(1));
        }
    }
    Ok(None)
}

/// Applies the given settings of a model. Settings of a previous provider are removed.
fn set_model(draft: &mut Draft, (provider, name, base_url): (Option<&str>, Option<&str>, Option<&str>)) {
    let before = draft.text("model.provider").unwrap_or("offline").to_owned();
    if let Some(provider) = provider.filter(|provider| *provider != before) {
        draft.set("model.provider", provider);
        for path in ["model.base_url", "model.name", "model.input_price", "model.output_price"] {
            draft.remove(path);
        }
        draft.remove_secret(Asked::ModelKey);
    }
    if let Some(name) = name.filter(|name| draft.text("model.name") != Some(name)) {
        draft.set("model.name", name);
        draft.remove("model.input_price");
        draft.remove("model.output_price");
    }
    match base_url {
        Some("") => draft.remove("model.base_url"),
        Some(url) => draft.set("model.base_url", url),
        None => {}
    }
}

/// Reads a secret. A typed secret is not shown, and a signal ends the wait for it.
async fn from_standard_input(asked: Asked, terminal: &mut Terminal) -> Result<String> {
    if !Terminal::is_there() {
        return terminal.awaits(spawn_blocking(piped)).await?.context("cannot read standard input")?;
    }
    let secret = terminal.asks_hidden(&format!("{}; it is not shown", asked.path())).await?;
    ensure!(!secret.is_empty(), "there is no secret on standard input");
    Ok(secret)
}

fn piped() -> Result<String> {
    let mut text = String::new();
    io::stdin().read_to_string(&mut text).context("cannot read standard input")?;
    let secret = text.trim();
    ensure!(!secret.is_empty(), "there is no secret on standard input");
    ensure!(!secret.contains('\n'), "standard input has more than one line: a secret is one");
    Ok(secret.to_owned())
}

/// Tries a part of the settings as the gateway would use it; `None` if the part is switched off.
async fn attempt(config: &Config, part: Part) -> Option<Finding> {
    let (channel, token) = match part {
        Part::Model if !config.has_model() => return None,
        Part::Model => {
            let offline = Offline { clock: Arc::new(SystemClock) };
            let first = models::each(config, offline).into_iter().next()?;
            return Some(doctor::check_model(first).await);
        }
        Part::Telegram => (adjutant_telegram::CHANNEL, &config.channels.telegram.token),
        Part::Discord => (adjutant_discord::CHANNEL, &config.channels.discord.token),
    };
    token.as_ref()?;
    let check = || Check::Channel(channel.to_owned());
    let channels = match channels_to_check(config) {
        Ok(channels) => channels,
        Err(error) => return Some(Finding::of(check(), Err(error))),
    };
    match channels.iter().find(|made| made.name() == channel) {
        Some(made) => Some(doctor::check_channel(made.as_ref(), None, SystemClock.now()).await),
        None => Some(Finding::of(check(), Err(anyhow!("it is not served")))),
    }
}

/// Writes the changes, once the person agrees to the replaced files. Returns false if they do not agree.
async fn write(draft: &Draft, options: &Options, terminal: &mut Terminal) -> Result<bool> {
    if !draft.is_changed() {
        terminal.tells(format!("{} stays as it is.", draft.path().display()))?;
        return Ok(true);
    }
    let replaced = draft.replaces();
    if !replaced.is_empty() && !options.yes {
        let names: Vec<_> = replaced.iter().map(|path| path.display().to_string()).collect();
        let names = names.join(" and ");
        if !Terminal::is_there() {
            bail!("{names} would be changed; --yes agrees to it");
        }
        if !terminal.agrees(&format!("Change {names}?"), true).await? {
            terminal.tells("Nothing was changed.")?;
            return Ok(false);
        }
    }
    for path in draft.write()? {
        terminal.tells(format!("Wrote {}", path.display()))?;
    }
    Ok(true)
}

/// Says what to do next.
fn next_step(draft: &Draft, is_named: bool) -> Result<()> {
    let config = draft.config(environment()).map_err(|errors| anyhow!("{errors}"))?;
    for setting in config.effective() {
        if let Origin::Environment(variable) = &setting.origin
            && draft.has(&setting.path)
        {
            say(&format!("Note: the variable {variable} is set, and wins over what the file says."))?;
        }
    }
    if fs::metadata("/proc/self").is_ok_and(|own| own.uid() == 0) {
        say(
            "Note: the files belong to root. A gateway that runs as another user must be able to read them.",
        )?;
    }
    let how = if is_named { format!(" --config {}", draft.path().display()) } else { String::new() };
    let channels = &config.channels;
    say(&format!("\nNext: start it with `adjutant{how}`."))?;
    if channels.web.enabled {
        say(&format!(
            "Chat page: http://{}. At the start it prints the address with the access token; whoever opens that is the owner.",
            channels.web.bind
        ))?;
    }
    if channels.telegram.token.is_some() || channels.discord.token.is_some() {
        say(
            "It also prints an owner code: whoever sends the bot `/start CODE` in a direct chat is the owner there.",
        )?;
    }
    say(&format!("`adjutant{how} doctor` checks everything."))
}
