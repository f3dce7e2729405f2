//! The types of settings. Texts are parsed here, once.

use std::{
    fmt,
    net::SocketAddr,
    path::{Path, PathBuf},
    time::Duration,
};

use adjutant_domain::{
    hosts::{AllowedHost, HostPort},
    zones::Zone,
};
use regex::Regex;
use serde::{Deserialize, Deserializer, de::Error as _};
use url::Url;

/// The path of the embedded database.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DatabasePath(PathBuf);

impl DatabasePath {
    /// Returns the path of the database file; relative to the working directory unless absolute.
    pub fn as_path(&self) -> &Path {
        &self.0
    }

    /// Returns the path of a file or folder next to the database: the database's path with a suffix.
    pub fn beside(&self, suffix: &str) -> PathBuf {
        let mut path = self.0.as_os_str().to_owned();
        path.push(suffix);
        PathBuf::from(path)
    }
}

/// A token, key or password. Nothing prints it; [`Secret::expose`] is the only way to its value.
#[derive(Clone, PartialEq, Eq)]
pub struct Secret(String);

impl Secret {
    /// Returns the value, which is never empty.
    pub fn expose(&self) -> &str {
        &self.0
    }
}

impl fmt::Debug for Secret {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("[secret]")
    }
}

pub(super) fn secret<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Secret>, D::Error> {
    parsed(deserializer, "", optional(|text| Some(Secret(text.to_owned()))))
}

pub(super) fn database_path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<DatabasePath, D::Error> {
    let text = String::deserialize(deserializer)?;
    if text.starts_with("http://") || text.starts_with("https://") || text.starts_with("libsql://") {
        return Err(D::Error::custom("must be file:PATH; this version cannot use a database server"));
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

pub(super) fn allowed_hosts<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Vec<AllowedHost>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

pub(super) fn servers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<HostPort>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| text.parse().map_err(D::Error::custom)).collect()
}

/// A regular expression.
#[derive(Clone, Debug)]
pub struct Pattern(pub Regex);

impl PartialEq for Pattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

pub(super) fn patterns<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Pattern>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    let read = |text: &String| Regex::new(text).map(Pattern);
    let wrong = |text: &String| D::Error::custom(format!("{text:?} is no regular expression"));
    texts.iter().map(|text| read(text).map_err(|_| wrong(text))).collect()
}

pub(super) fn absolute_paths<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<PathBuf>, D::Error> {
    let paths = Vec::<PathBuf>::deserialize(deserializer)?;
    match paths.iter().find(|path| !path.is_absolute()) {
        Some(path) => Err(D::Error::custom(format!("{:?} must begin with /", path.display().to_string()))),
        None => Ok(paths),
    }
}

/// Reads the path of a Unix socket. The kernel limits its length.
pub(super) fn socket<'de, D: Deserializer<'de>>(deserializer: D) -> Result<PathBuf, D::Error> {
    let fits = |text: &str| (text.starts_with('/') && text.len() < 108).then(|| text.into());
    parsed(deserializer, "must be a path that begins with /, of at most 107 bytes", fits)
}

pub(super) fn duration<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Duration, D::Error> {
    parsed(deserializer, "must be a duration with its unit, longer than zero", positive_duration)
}

/// Reads a duration; `None` means forever.
pub(super) fn optional_duration<'de, D: Deserializer<'de>>(
    deserializer: D,
) -> Result<Option<Duration>, D::Error> {
    parsed(
        deserializer,
        "must be a duration with its unit, longer than zero, or \"never\"",
        |text| match text {
            "" | "never" => Some(None),
            _ => positive_duration(text).map(Some),
        },
    )
}

fn positive_duration(text: &str) -> Option<Duration> {
    humantime::parse_duration(text).ok().filter(|duration| !duration.is_zero())
}

/// Reads a number, or an empty text for none. From the environment, a number is a text as well.
pub(super) fn optional_amount<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<f64>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum Amount {
        Number(f64),
        Text(String),
    }
    let must = || D::Error::custom("must be a number, or \"\" for not set");
    match Amount::deserialize(deserializer).map_err(|_| must())? {
        Amount::Number(number) => Ok(Some(number)),
        Amount::Text(text) if text.trim().is_empty() => Ok(None),
        Amount::Text(text) => text.trim().parse().map(Some).map_err(|_| must()),
    }
}

/// Reads a size in bytes; a KB is 1024 bytes.
pub(super) fn size<'de, D: Deserializer<'de>>(deserializer: D) -> Result<u64, D::Error> {
    const UNITS: [(&str, u64); 4] = [("KB", 1 << 10), ("MB", 1 << 20), ("GB", 1 << 30), ("B", 1)];
    parsed(deserializer, "must be a size with its unit, B, KB, MB or GB, larger than zero", |text| {
        let (number, unit) =
            UNITS.iter().find_map(|(name, unit)| Some((text.strip_suffix(name)?.trim_end(), *unit)))?;
        let size = number.parse::<u64>().ok()?.checked_mul(unit)?;
        (size > 0).then_some(size)
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

pub(super) fn optional_text<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    parsed(deserializer, "must be a text", optional(|text| Some(text.to_owned())))
}

pub(super) fn optional_path<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<PathBuf>, D::Error> {
    parsed(deserializer, "must be a path", optional(|text| Some(text.into())))
}

pub(super) fn optional_zone<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Zone>, D::Error> {
    parsed(deserializer, "must be a time zone of the IANA list", optional(|text| text.parse().ok()))
}

pub(super) fn optional_url<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<Url>, D::Error> {
    parsed(deserializer, URL, optional(http_url))
}

/// Reads a base URL and adds a final slash: without it, joining a path would drop the last segment.
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

/// Reads an empty text as not set.
pub(super) fn optional<T>(parse: impl FnOnce(&str) -> Option<T>) -> impl FnOnce(&str) -> Option<Option<T>> {
    |text| if text.is_empty() { Some(None) } else { parse(text).map(Some) }
}

/// Parses a text. `must` completes the error "the setting ...".
pub(super) fn parsed<'de, D: Deserializer<'de>, T>(
    deserializer: D,
    must: &str,
    parse: impl FnOnce(&str) -> Option<T>,
) -> Result<T, D::Error> {
    let text = String::deserialize(deserializer)?;
    parse(text.trim()).ok_or_else(|| D::Error::custom(must))
}
