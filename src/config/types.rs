//! What settings are made of. Texts are parsed here, once.

use std::{
    fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use adjutant_domain::hosts::HostPort;
use chrono_tz::Tz;
use serde::{Deserialize, Deserializer, de::Error as _};
use tracing::Level;
use url::Url;

/// Where the embedded database is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabasePath(PathBuf);

impl DatabasePath {
    /// The database file; relative to the working directory unless absolute.
    pub fn as_path(&self) -> &Path {
        &self.0
    }
}

/// A token, key or password. Nothing prints it; [`Secret::expose`] is the only way to its value.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// The value, never empty.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

/// Who may be served: a person, or everybody with a role of a Discord server, e.g. `discord:role:7`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Admitted {
    Person(Identity),
    /// The platform's id of a role, and the channel it is of.
    Role {
        channel: &'static str,
        id: String,
    },
}

impl fmt::Display for Admitted {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Person(identity) => identity.fmt(f),
            Self::Role { channel, id } => write!(f, "{channel}:role:{id}"),
        }
    }
}

impl Admitted {
    /// The channel whose roles can be listed.
    const WITH_ROLES: &'static str = "discord";

    /// Whether this admits whoever writes there with that id and those roles.
    pub fn fits(&self, channel: &str, id: &str, roles: &[String]) -> bool {
        match self {
            Self::Person(identity) => identity.channel == channel && identity.id == id,
            Self::Role { channel: own, id } => *own == channel && roles.contains(id),
        }
    }

    fn parse(text: &str) -> Option<Self> {
        match text.strip_prefix("discord:role:") {
            Some(id) => Some(Self::Role { channel: Self::WITH_ROLES, id: number(id)? }),
            None => Identity::parse(text).map(Self::Person),
        }
    }
}

impl<'de> Deserialize<'de> for Admitted {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom(format!(
                "must list \"telegram:ID\", \"discord:ID\" or \"discord:role:ID\" with numeric ids, not {text:?}"
            ))
        })
    }
}

/// A person as a platform identifies them, e.g. `telegram:42`.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Identity {
    /// Name of the channel.
    pub channel: String,
    /// The platform's id of the person: digits without leading zeros.
    pub id: String,
}

impl Identity {
    /// The channels whose people have numeric ids.
    const CHANNELS: [&str; 2] = ["telegram", "discord"];

    fn parse(text: &str) -> Option<Self> {
        let (channel, id) = text.split_once(':')?;
        let id = number(id)?;
        Self::CHANNELS.contains(&channel).then(|| Self { channel: channel.to_owned(), id })
    }
}

/// A platform's id: digits without leading zeros.
fn number(text: &str) -> Option<String> {
    text.parse::<u64>().ok().filter(|&number| number > 0).map(|number| number.to_string())
}

pub(super) fn channel_ids<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let id = |text: String| {
        number(&text)
            .ok_or_else(|| D::Error::custom(format!("must list numeric ids of channels, not {text:?}")))
    };
    texts.into_iter().map(id).collect()
}

impl<'de> Deserialize<'de> for Identity {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Self::parse(&text).ok_or_else(|| {
            D::Error::custom(format!(
                "must list people as \"telegram:ID\" or \"discord:ID\" with their numeric id, not {text:?}"
            ))
        })
    }
}

impl fmt::Display for Identity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", self.channel, self.id)
    }
}

/// How Telegram's updates arrive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TelegramMode {
    Polling,
    Webhook,
}

/// When an answer in a Discord server goes to a thread.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Threads {
    Never,
    /// When it takes more than one message.
    Long,
    Always,
}

/// How log lines look.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LogFormat {
    Human,
    Json,
}

/// Who searches the web.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SearchProviderName {
    Searxng,
    Brave,
}

/// Where vectors come from.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EmbeddingSource {
    /// The model within the program.
    Bundled,
    /// A model in a local folder.
    Folder,
    /// A server with OpenAI's embeddings protocol.
    Remote,
    Off,
}

/// Who serves the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProviderName {
    /// The built-in assistant; no model.
    Offline,
    /// OpenAI, or any server that speaks its protocol.
    OpenAi,
    Anthropic,
    Gemini,
    Ollama,
    OpenRouter,
    Groq,
    DeepSeek,
    Mistral,
    Xai,
    Cohere,
    Together,
    Fireworks,
    Moonshot,
    Zai,
}

impl ProviderName {
    /// The name in `config.toml`.
    pub fn as_str(self) -> &'static str {
        name_of(self)
    }

    /// It refuses requests without a key, at least at its usual address.
    pub fn needs_key(self) -> bool {
        !matches!(self, Self::Offline | Self::Ollama)
    }
}

/// A closed set of words.
pub(super) trait Choice: Copy + PartialEq + 'static {
    const NAMES: &'static [(&'static str, Self)];
}

impl Choice for TelegramMode {
    const NAMES: &'static [(&'static str, Self)] = &[("polling", Self::Polling), ("webhook", Self::Webhook)];
}

impl Choice for Threads {
    const NAMES: &'static [(&'static str, Self)] =
        &[("never", Self::Never), ("long", Self::Long), ("always", Self::Always)];
}

impl Choice for LogFormat {
    const NAMES: &'static [(&'static str, Self)] = &[("human", Self::Human), ("json", Self::Json)];
}

impl Choice for EmbeddingSource {
    const NAMES: &'static [(&'static str, Self)] =
        &[("bundled", Self::Bundled), ("folder", Self::Folder), ("remote", Self::Remote), ("off", Self::Off)];
}

impl Choice for SearchProviderName {
    const NAMES: &'static [(&'static str, Self)] = &[("searxng", Self::Searxng), ("brave", Self::Brave)];
}

impl Choice for ProviderName {
    const NAMES: &'static [(&'static str, Self)] = &[
        ("offline", Self::Offline),
        ("openai", Self::OpenAi),
        ("anthropic", Self::Anthropic),
        ("gemini", Self::Gemini),
        ("ollama", Self::Ollama),
        ("openrouter", Self::OpenRouter),
        ("groq", Self::Groq),
        ("deepseek", Self::DeepSeek),
        ("mistral", Self::Mistral),
        ("xai", Self::Xai),
        ("cohere", Self::Cohere),
        ("together", Self::Together),
        ("fireworks", Self::Fireworks),
        ("moonshot", Self::Moonshot),
        ("zai", Self::Zai),
    ];
}

fn name_of<T: Choice>(value: T) -> &'static str {
    T::NAMES.iter().find(|(_, each)| *each == value).map_or("", |(name, _)| name)
}

pub(super) fn choice<'de, D: Deserializer<'de>, T: Choice>(deserializer: D) -> Result<T, D::Error> {
    parsed(deserializer, &must_be_one_of::<T>(), named)
}

pub(super) fn optional_choice<'de, D: Deserializer<'de>, T: Choice>(
    deserializer: D,
) -> Result<Option<T>, D::Error> {
    parsed(deserializer, &must_be_one_of::<T>(), optional(named))
}

fn must_be_one_of<T: Choice>() -> String {
    let names: Vec<_> = T::NAMES.iter().map(|(name, _)| format!("{name:?}")).collect();
    format!("must be one of {}", names.join(", "))
}

fn named<T: Choice>(text: &str) -> Option<T> {
    T::NAMES.iter().find(|(name, _)| *name == text).map(|(_, value)| *value)
}

pub(super) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
    parsed(deserializer, "", optional(|text| Some(Secret(text.to_owned()))))
}

pub(super) fn database_path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DatabasePath, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.starts_with("http://") || text.starts_with("https://") || text.starts_with("libsql://") {
        return Err(D::Error::custom(
            "must be file:PATH in this version; a database server can be used in a later one",
        ));
    }
    match text.strip_prefix("file:") {
        Some(path) if !path.is_empty() => Ok(DatabasePath(path.into())),
        _ => Err(D::Error::custom("must be file: and the path of the database")),
    }
}

pub(super) fn hosts<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<String>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let host = |text: String| {
        let parsed = url::Host::parse(&text).map(|host| host.to_string());
        parsed.ok().filter(|host| !host.contains('*')).ok_or_else(|| {
            D::Error::custom(format!(
                "must list host names without scheme, port, path or wildcard, not {text:?}"
            ))
        })
    };
    texts.into_iter().map(host).collect()
}

pub(super) fn servers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<HostPort>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

pub(super) fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    parsed(deserializer, "must be a duration with its unit, longer than nothing", positive_duration)
}

/// `None`: for good.
pub(super) fn optional_duration<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    parsed(deserializer, "must be a duration with its unit, longer than nothing, or \"never\"", |text| {
        match text {
            "" | "never" => Some(None),
            _ => positive_duration(text).map(Some),
        }
    })
}

fn positive_duration(text: &str) -> Option<Duration> {
    humantime::parse_duration(text).ok().filter(|duration| !duration.is_zero())
}

/// A number, or an empty text for none; from the environment a number is a text as well.
pub(super) fn optional_amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Amount {
        Number(f64),
        Text(String),
    }
    let must = || D::Error::custom("must be a number, or \"\" where it is not set");
    match Amount::deserialize(deserializer).map_err(|_| must())? {
        Amount::Number(number) => Ok(Some(number)),
        Amount::Text(text) if text.trim().is_empty() => Ok(None),
        Amount::Text(text) => text.trim().parse().map(Some).map_err(|_| must()),
    }
}

/// In bytes; a KB is 1024 of them.
pub(super) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    const UNITS: [(&str, u64); 4] = [("KB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30), ("B", 1)];
    parsed(deserializer, "must be a size with its unit, B, KB, MB or GB, larger than nothing", |text| {
        let (number, unit) =
            UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?.trim_end(), *unit)))?;
        let size = number.parse::<u64>().ok()?.checked_mul(unit)?;
        (size > 0).then_some(size)
    })
}

pub(super) fn level<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Level, D::Error> {
    parsed(deserializer, r#"must be one of "error", "warn", "info", "debug", "trace""#, |text| {
        text.parse().ok()
    })
}

const ADDRESS: &str = "must be an IP address and a port";
const URL: &str = "must be an address that begins with http:// or https://";

pub(super) fn address<'de, D: Deserializer<'de>>(deserializer: D) -> Result<SocketAddr, D::Error> {
    parsed(deserializer, ADDRESS, |text| text.parse().ok())
}

pub(super) fn optional_address<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<SocketAddr>, D::Error> {
    parsed(deserializer, ADDRESS, optional(|text| text.parse().ok()))
}

pub(super) fn optional_path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    parsed(deserializer, "must be a path", optional(|text| Some(text.into())))
}

pub(super) fn optional_zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Tz>, D::Error> {
    parsed(deserializer, "must be a time zone of the IANA list", optional(|text| text.parse().ok()))
}

pub(super) fn optional_url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Url>, D::Error> {
    parsed(deserializer, URL, optional(http_url))
}

/// A base URL without a final slash would lose its last segment when a path is joined to it.
pub(super) fn optional_base_url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Url>, D::Error> {
    let with_slash = |text: &str| {
        let mut url = http_url(text)?;
        if !url.path().ends_with('/') {
            url.set_path(&format!("{}/", url.path()));
        }
        Some(url)
    };
    parsed(deserializer, URL, optional(with_slash))
}

fn http_url(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(|url| matches!(url.scheme(), "http" | "https"))
}

/// Empty means not set.
fn optional<T>(parse: impl FnOnce(&str) -> Option<T>) -> impl FnOnce(&str) -> Option<Option<T>> {
    |text| if text.is_empty() { Some(None) } else { parse(text).map(Some) }
}

/// Parses a text; `must` completes "the setting ..." when that fails.
fn parsed<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    must: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(text.trim()).ok_or_else(|| D::Error::custom(must))
}
