//! The wiring: the only file that names concrete channels and providers.

use std::{
    fs::File,
    io::{Read, Write},
    os::unix::fs::OpenOptionsExt,
    sync::Arc,
};

use adjutant_channel::Channel;
use adjutant_config::{
    Admitted, Config, DiscordSettings, ProviderName, Secret, TelegramMode, TelegramSettings, Threads,
};
use adjutant_discord::Discord;
use adjutant_domain::{clock::Clock, ids, zones::Zone};
use adjutant_provider::{models::Models, offline::Offline};
use adjutant_telegram::Telegram;
use adjutant_texts::commands::{menu, translations};
use adjutant_web::{AccessToken, Pages, Routes, Web};
use anyhow::{Context, Result};
use url::{Host, Url};

use crate::{
    console::{self, Console},
    health::Door,
};

/// The configured channels.
pub(crate) struct Wired {
    pub(crate) channels: Vec<Arc<dyn Channel>>,
    pub(crate) web: Option<Arc<Web>>,
    pub(crate) telegram: Option<Arc<Telegram>>,
    pub(crate) console: Console,
    pub(crate) door: Door,
}

/// The owner's id on the web channel.
pub(crate) const OWNER_ON_THE_PAGE: &str = "owner";

/// Builds the configured channels; `token` gives access to the chat page.
///
/// # Errors
/// Returns an error if a channel refuses its settings.
pub(crate) fn wire(config: &Config, token: AccessToken) -> Result<Wired> {
    let (console, door) = (Console::new((adjutant_web::CHANNEL, OWNER_ON_THE_PAGE)), Door::default());
    let mut wired = Wired { channels: Vec::new(), web: None, telegram: None, console, door };
    if config.channels.web.enabled {
        let files = config.database.url.beside(".uploads");
        let mut settings = adjutant_web::Settings::new(config.channels.web.bind, token, files);
        settings.identity = OWNER_ON_THE_PAGE.to_owned();
        settings.hosts.clone_from(&config.channels.web.hosts);
        settings.commands = menu();
        settings.translations = translations();
        settings.routes = Routes {
            always: wired.door.open_routes(),
            pages: Pages { html: vec![console::PAGE], files: console::files() },
            self_guarded: wired.console.self_guarded_routes(),
            with_token: wired.door.keyed_routes(),
        };
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
    settings.commands = menu();
    settings.translations = translations();
    settings.per_second = config.messages_per_second;
    settings.per_chat_second = config.messages_per_chat_second;
    settings.per_group_minute = config.messages_per_group_minute;
    settings.send_timeout = config.send_timeout;
    settings.has_own_clock = !config.api_url.as_ref().is_some_and(is_on_this_machine);
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

/// Builds the Discord channel. `heard` are the ids that [access] lists; bots among them are heard.
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
    settings.commands = menu();
    settings.translations = translations();
    settings.per_second = config.messages_per_second;
    settings.per_channel_second = config.messages_per_channel_second;
    settings.identify_pause = config.session_start_pause;
    settings.send_timeout = config.send_timeout;
    settings.has_own_clock = !config.api_url.as_ref().is_some_and(is_on_this_machine);
    Discord::new(settings).context("[channels.discord]")
}

/// Returns whether a server is on this machine, and therefore has the same clock.
fn is_on_this_machine(url: &Url) -> bool {
    match url.host() {
        Some(Host::Ipv4(address)) => address.is_loopback(),
        Some(Host::Ipv6(address)) => address.is_loopback(),
        Some(Host::Domain(name)) => name == "localhost",
        None => false,
    }
}

/// Builds only the channels, for a check. The chat page gets a token of its own, since the gateway's token is made at
/// its first start.
///
/// # Errors
/// Returns an error if a channel refuses its settings.
pub(crate) fn channels_to_check(config: &Config) -> Result<Vec<Arc<dyn Channel>>> {
    let token = config.channels.web.token.as_ref().map_or_else(ids::token, |it| it.expose().to_owned());
    let token = AccessToken::new(&token).context("[channels.web] token")?;
    Ok(wire(config, token)?.channels)
}

/// Builds the configured models, or the built-in assistant.
///
/// # Errors
/// Returns an error if a provider refuses its settings.
pub(crate) fn models(config: &Config, clock: Arc<dyn Clock>) -> Result<Models> {
    match config.model.provider {
        ProviderName::Offline => Ok(Models::only(Arc::new(Offline { clock }), &config.model)),
        _ => Models::configured(config, &clock),
    }
}

/// Returns the zone of times without one: the configured zone, else the host's.
pub(crate) fn zone(config: &Config) -> Zone {
    // Servers name UTC in many ways, such as `Etc/UTC`; people know it as UTC.
    let host = || iana_time_zone::get_timezone().ok()?.parse().ok().filter(|zone: &Zone| !zone.is_utc());
    config.scheduler.timezone.or_else(host).unwrap_or(Zone::UTC)
}

/// Returns the token of the chat page: the configured token, else one generated once and stored beside the database.
pub(crate) fn web_token(config: &Config) -> Result<AccessToken> {
    if let Some(token) = &config.channels.web.token {
        return AccessToken::new(token.expose()).context("[channels.web] token");
    }
    let path = config.database.url.beside(".web-token");
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
    // Processes that start together agree on one token. A process that was killed here leaves an empty file, not a bad
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
