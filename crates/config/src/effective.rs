//! The effective settings, each with its origin. They reveal neither secrets nor the lengths of secrets.

use std::fmt;

use toml::{Table, Value};
use url::Url;

use super::{
    load::is_secret,
    paths::{find, leaves, title},
};

/// The longest value that is shown, in characters.
const SHOWN: usize = 200;

/// Where the value of a setting comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Origin {
    Default,
    /// For people: the file and the line.
    File(String),
    /// The name of the variable.
    Environment(String),
}

impl fmt::Display for Origin {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Default => f.write_str("default"),
            Self::File(place) => f.write_str(place),
            Self::Environment(variable) => f.write_str(variable),
        }
    }
}

/// An effective setting.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effective {
    /// Such as `channels.web.bind`.
    pub path: String,
    /// The value as in a file. For a secret: whether it is set, and its source. For a setting that may contain secrets:
    /// only the parts without secrets.
    pub value: String,
    pub origin: Origin,
    /// The file that a secret comes from.
    pub file: Option<String>,
}

impl Effective {
    /// Returns the setting for display: with its secrets redacted, and cut to one line.
    #[must_use]
    pub fn shown(&self, redact: impl Fn(&str) -> String) -> Self {
        // Redacts before cutting: otherwise the beginning of a cut secret would stay.
        let value = redact(&self.value);
        let value = match value.char_indices().nth(SHOWN) {
            Some((end, _)) => format!("{}…", &value[..end]),
            None => value,
        };
        Self { value, ..self.clone() }
    }
}

impl fmt::Display for Effective {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} = {}  # {}", title(&self.path), self.value, self.origin)
    }
}

/// The effective settings, sorted by path. All `Origins` are equal, so that they do not affect the comparison of
/// configurations.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins(pub(super) Vec<Effective>);

impl PartialEq for Origins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Lists the settings. `written` returns a setting's value as it was written, before secrets are looked up, and its
/// origin.
pub(super) fn list<'a>(
    merged: &Table,
    written: impl Fn(&str) -> Option<(&'a Value, Origin)>,
    is_set: impl Fn(&str) -> bool,
) -> Origins {
    let mut paths = leaves(merged);
    paths.sort();
    let effective = paths.into_iter().filter_map(|path| {
        let (value, origin) = match written(&path) {
            Some(written) => written,
            None => (find(merged, &path)?, Origin::Default),
        };
        let file = value.get("file").and_then(Value::as_str).filter(|_| is_secret(&path)).map(str::to_owned);
        let shown = if is_secret(&path) { secret(value, is_set(&path)) } else { shown(&path, value) };
        Some(Effective { path, value: shown, origin, file })
    });
    Origins(effective.collect())
}

fn secret(written: &Value, is_set: bool) -> String {
    let from = match (written.get("env"), written.get("file")) {
        (Some(Value::String(name)), _) => format!(", from the variable {name}"),
        (_, Some(Value::String(path))) => format!(", from the file {path}"),
        _ => String::new(),
    };
    match is_set {
        true => format!("(set{from})"),
        false => "(not set)".to_owned(),
    }
}

fn shown(path: &str, value: &Value) -> String {
    let key = path.rsplit('.').next().unwrap_or(path);
    let of_server = path.starts_with("mcp.");
    let shown = match value {
        // The path of a server's address may be a secret.
        Value::String(text) if of_server && key == "url" => Value::from(host_alone(text)),
        Value::String(text) => Value::from(without_credentials(text)),
        Value::Array(texts) if path == "traces.headers" || of_server && matches!(key, "headers" | "env") => {
            Value::Array(texts.iter().map(name_alone).collect())
        }
        Value::Array(texts) if of_server && key == "args" && !texts.is_empty() => Value::from("…"),
        // The arguments of a program may include keys.
        Value::Array(texts) if matches!(key, "command" | "deploy" | "browser") && texts.len() > 1 => {
            Value::Array(texts.iter().take(1).cloned().chain([Value::from("…")]).collect())
        }
        other => other.clone(),
    };
    serde_json::to_string(&shown).unwrap_or_default()
}

/// Returns the name of a header or variable, without its value.
fn name_alone(named: &Value) -> Value {
    let text = named.as_str().unwrap_or_default();
    let end = text.find([':', '=']).unwrap_or(0);
    Value::from(format!("{}…", text.get(..=end).filter(|_| end > 0).unwrap_or_default()))
}

/// Returns an address without user name, password and query; returns other texts unchanged.
fn without_credentials(text: &str) -> String {
    let Some(mut url) = address(text) else { return text.to_owned() };
    if url.username().is_empty() && url.password().is_none() && url.query().is_none() {
        return text.to_owned();
    }
    // This fails only for addresses without a host.
    let _ = url.set_username("").and_then(|()| url.set_password(None));
    url.set_query(None);
    url.to_string()
}

fn host_alone(text: &str) -> String {
    match address(text) {
        Some(url) => format!("{}/…", url.origin().ascii_serialization()),
        None if text.is_empty() => String::new(),
        None => "…".to_owned(),
    }
}

fn address(text: &str) -> Option<Url> {
    Url::parse(text).ok().filter(Url::has_host)
}
