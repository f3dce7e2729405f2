//! The settings as they count, with where each comes from. Whoever reads them learns no secret, nor how long one is.

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
    /// The variable that is the setting.
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

/// A setting as it counts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effective {
    /// Such as `channels.web.bind`.
    pub path: String,
    /// As in a file; of a secret whether it is set and from where, of what may hold one only what holds none.
    pub value: String,
    pub origin: Origin,
}

impl Effective {
    /// Returns it as it may be shown: without what `redact` takes out, and no longer than a line.
    #[must_use]
    pub fn shown(&self, redact: impl Fn(&str) -> String) -> Self {
        // First: of a secret that was cut, the beginning would stay.
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

/// The settings as they count, in the order of their paths. How two configurations came about makes them no different.
#[derive(Clone, Debug, Default)]
pub(super) struct Origins(pub(super) Vec<Effective>);

impl PartialEq for Origins {
    fn eq(&self, _: &Self) -> bool {
        true
    }
}

/// Lists the settings. `written` returns the value of a setting as it was written, before secrets are looked up, and
/// where.
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
        let value = if is_secret(&path) { secret(value, is_set(&path)) } else { shown(&path, value) };
        Some(Effective { path, value, origin })
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
        // Some servers are known by an address that nobody else may know.
        Value::String(text) if of_server && key == "url" => Value::from(host_alone(text)),
        Value::String(text) => Value::from(without_credentials(text)),
        Value::Array(texts) if path == "traces.headers" || of_server && matches!(key, "headers" | "env") => {
            Value::Array(texts.iter().map(name_alone).collect())
        }
        Value::Array(texts) if of_server && key == "args" && !texts.is_empty() => Value::from("…"),
        // Programs may be given keys as arguments.
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

/// Returns an address without a name, a password and what follows the path; other texts as they are.
fn without_credentials(text: &str) -> String {
    let Some(mut url) = address(text) else { return text.to_owned() };
    if url.username().is_empty() && url.password().is_none() && url.query().is_none() {
        return text.to_owned();
    }
    // Only addresses without a host take none.
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
