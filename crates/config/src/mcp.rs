//! The sections of MCP servers: `[mcp.NAME]`.

use std::{fmt, path::PathBuf, time::Duration};

use adjutant_domain::{redact::is_credential, web::is_loopback};
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, de::Error as _};
use url::Url;

use super::{
    choices::{Roles, choice},
    limits::{MCP_DURATIONS, MCP_NUMBERS, MCP_SIZE, written},
    load::Env,
    schema, secrets_in,
    types::{duration, optional_path, optional_url, size},
};

/// The first parts of the names of the bot's own tools, and the bot's own toolsets. No server may have one of these
/// names, because its tools and toolset are named after it.
pub const TAKEN: &[&str] = &[
    "adjutant",
    "agents",
    "ask",
    "attachment",
    "chart",
    "code",
    "deep",
    "delegate",
    "document",
    "entity",
    "file",
    "files",
    "http",
    "look",
    "mcp",
    "memory",
    "notify",
    "outputs",
    "plan",
    "questions",
    "run",
    "schedule",
    "schedules",
    "scratchpad",
    "search",
    "send",
    "shell",
    "site",
    "skill",
    "skills",
    "system",
    "task",
    "tool",
    "tools",
    "toolset",
    "toolsets",
    "vault",
    "web",
    "workspace",
];

/// An MCP server: exactly one of `url` and `command` is set.
#[derive(Clone, Debug, PartialEq, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct McpSettings {
    #[serde(default, deserialize_with = "optional_url")]
    #[schemars(schema_with = "schema::optional_url")]
    pub url: Option<Url>,
    #[serde(default, deserialize_with = "headers")]
    #[schemars(schema_with = "schema::headers")]
    pub headers: Vec<Named>,
    /// Whether the address may begin with `http://` although it is on another machine.
    #[serde(default)]
    pub allow_http: bool,
    /// The program; empty if there is none.
    #[serde(default)]
    pub command: String,
    #[serde(default)]
    pub args: Vec<String>,
    #[serde(default, deserialize_with = "variables")]
    #[schemars(schema_with = "schema::variables")]
    pub env: Vec<Named>,
    #[serde(default, deserialize_with = "optional_path")]
    #[schemars(schema_with = "schema::optional_path")]
    pub cwd: Option<PathBuf>,
    /// The names of the tools, as the server names them, and patterns with `*`.
    #[serde(default = "every_tool")]
    pub tools: Vec<String>,
    #[serde(default = "owner", deserialize_with = "choice")]
    #[schemars(schema_with = "schema::choice::<Roles>")]
    pub roles: Roles,
    #[serde(default)]
    pub summary: String,
    /// The time limit of one call.
    #[serde(default = "call_timeout", deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub timeout: Duration,
    #[serde(default = "start_timeout", deserialize_with = "duration")]
    #[schemars(schema_with = "schema::duration")]
    pub start_timeout: Duration,
    /// In bytes.
    #[serde(default = "max_result", deserialize_with = "size")]
    #[schemars(schema_with = "schema::size")]
    pub max_result: u64,
    #[serde(default = "max_tools")]
    pub max_tools: u32,
}

fn every_tool() -> Vec<String> {
    vec!["*".to_owned()]
}

fn owner() -> Roles {
    Roles::Owner
}

fn call_timeout() -> Duration {
    Duration::from_secs(60)
}

fn start_timeout() -> Duration {
    Duration::from_secs(30)
}

fn max_result() -> u64 {
    256 << 10
}

fn max_tools() -> u32 {
    64
}

impl McpSettings {
    /// Returns the secrets in the settings.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        let named = self.headers.iter().chain(&self.env).flat_map(Named::secrets);
        named.chain(self.url.iter().flat_map(secrets_in))
    }

    /// Fills in the variables of the headers and of the program's environment. Returns the key and the name of each
    /// variable that is not set.
    pub(super) fn fill_in(&mut self, env: &Env) -> Vec<(&'static str, String)> {
        let of_headers = self.headers.iter_mut().map(|named| ("headers", named));
        let of_env = self.env.iter_mut().map(|named| ("env", named));
        let filled = of_headers
            .chain(of_env)
            .flat_map(|(key, named)| named.fill_in(env).into_iter().map(move |variable| (key, variable)));
        filled.collect()
    }

    /// Returns the names of the variables that are not set.
    pub fn unset(&self) -> impl Iterator<Item = &str> {
        let parts = self.headers.iter().chain(&self.env).flat_map(|named| &named.value);
        parts.filter_map(|part| match part {
            Part::Variable { name, value: None } => Some(name.as_str()),
            _ => None,
        })
    }

    /// Returns the names of the owner's secrets in the headers.
    pub fn secrets_of_headers(&self) -> impl Iterator<Item = &str> {
        self.headers.iter().flat_map(|named| &named.value).filter_map(|part| match part {
            Part::Secret { name, .. } => Some(name.as_str()),
            Part::Text(_) | Part::Variable { .. } => None,
        })
    }

    /// Returns the settings with the values of the owner's secrets filled in.
    #[must_use]
    pub fn with_secrets(&self, value_of: impl Fn(&str) -> Option<String>) -> Self {
        let mut filled = self.clone();
        for part in filled.headers.iter_mut().flat_map(|named| &mut named.value) {
            if let Part::Secret { name, value } = part {
                *value = value_of(name);
            }
        }
        filled
    }

    /// Returns the problems of the settings: a key, and what it must be.
    pub(super) fn problems(&self) -> Vec<(&'static str, String)> {
        let mut problems = Vec::new();
        let mut problem = |key, must: String| problems.push((key, must));
        match (&self.url, self.command.trim().is_empty()) {
            (None, true) => problem("url", "is required, unless command is set".to_owned()),
            (Some(_), false) => problem("command", "must not be set together with url".to_owned()),
            (Some(url), true) if url.scheme() == "http" && !self.allow_http && !is_loopback(url) => {
                let must = "must begin with https://: over http:// others can read along; allow_http = true takes it \
                            all the same";
                problem("url", must.to_owned());
            }
            _ => {}
        }
        let belongs = |other: &str| format!("is only of use together with {other}");
        if self.url.is_none() && !self.headers.is_empty() {
            problem("headers", belongs("url"));
        }
        if self.command.trim().is_empty() {
            for (key, is_set) in
                [("args", !self.args.is_empty()), ("env", !self.env.is_empty()), ("cwd", self.cwd.is_some())]
            {
                if is_set {
                    problem(key, belongs("command"));
                }
            }
        }
        if self.summary.chars().count() > MAX_SUMMARY || self.summary.contains('\n') {
            problem("summary", format!("must be one line of at most {MAX_SUMMARY} characters"));
        }
        for (key, range, read) in MCP_NUMBERS {
            if !range.contains(&read(self)) {
                problem(key, format!("must be {} to {}", range.start(), range.end()));
            }
        }
        for (key, most, read) in MCP_DURATIONS {
            if read(self) > most {
                problem(key, format!("must be at most {}", written(most)));
            }
        }
        if self.max_result > MCP_SIZE.1 {
            problem(MCP_SIZE.0, format!("must be at most {} MB", MCP_SIZE.1 >> 20));
        }
        problems
    }
}

/// The longest summary, in characters.
const MAX_SUMMARY: usize = 160;

/// Returns whether a server may have this name.
pub(super) fn may_be_named(name: &str) -> bool {
    let is_allowed = |byte: u8| matches!(byte, b'a'..=b'z' | b'0'..=b'9' | b'-');
    (1..=24).contains(&name.len()) && name.bytes().all(is_allowed) && !TAKEN.contains(&name)
}

/// A header or a variable. Its value may refer to variables of the gateway's environment, and to the owner's secrets.
#[derive(Clone, PartialEq, Eq)]
pub struct Named {
    pub name: String,
    value: Vec<Part>,
}

#[derive(Clone, PartialEq, Eq)]
enum Part {
    Text(String),
    Variable {
        name: String,
        value: Option<String>,
    },
    /// A secret of the owner, with its value for a connection.
    Secret {
        name: String,
        value: Option<String>,
    },
}

impl Named {
    /// Fills in the variables. Returns the names of those that are not set.
    pub(super) fn fill_in(&mut self, env: &Env) -> Vec<String> {
        let filled = self.value.iter_mut().filter_map(|part| match part {
            Part::Variable { name, value } => {
                *value = env.get(name).map(|text| text.trim().to_owned()).filter(|text| !text.is_empty());
                value.is_none().then(|| name.clone())
            }
            Part::Text(_) | Part::Secret { .. } => None,
        });
        filled.collect()
    }

    /// Returns the value. Unset variables and secrets are left out.
    pub fn expose(&self) -> String {
        let text = |part: &Part| match part {
            Part::Text(text) => text.clone(),
            Part::Variable { value, .. } | Part::Secret { value, .. } => value.clone().unwrap_or_default(),
        };
        self.value.iter().map(text).collect()
    }

    /// Returns the secret parts: the values of variables and secrets, and the literal text of a header or variable
    /// whose name is that of a credential.
    pub(super) fn secrets(&self) -> impl Iterator<Item = &str> {
        let holds_secret = is_credential(&self.name);
        self.value.iter().filter_map(move |part| match part {
            // Skips the scheme, such as `Bearer`.
            Part::Text(text) if holds_secret => {
                text.split_whitespace().last().filter(|_| !text.ends_with(' '))
            }
            Part::Text(_) => None,
            Part::Variable { value, .. } | Part::Secret { value, .. } => value.as_deref(),
        })
    }

    /// Finds the owner's secrets that the value names.
    fn with_secrets_found(mut self) -> Self {
        let found = self.value.into_iter().flat_map(|part| match part {
            Part::Text(text) => split(&text, ("{{vault:", "}}"), |name| Part::Secret { name, value: None }),
            part => vec![part],
        });
        self.value = found.collect();
        self
    }

    /// Reads `NAME: VALUE` or `NAME=VALUE`.
    fn parse(text: &str, separator: char, is_allowed: impl Fn(u8) -> bool) -> Option<Self> {
        let (name, value) = text.split_once(separator)?;
        let (name, value) = (name.trim(), value.trim());
        let is_name = !name.is_empty() && name.bytes().all(is_allowed);
        (is_name && !value.contains(char::is_control))
            .then(|| Self { name: name.to_owned(), value: parts(value) })
    }
}

impl fmt::Debug for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}: [secret]", self.name)
    }
}

/// Splits a value at its variables.
fn parts(value: &str) -> Vec<Part> {
    split(value, ("${", "}"), |name| Part::Variable { name, value: None })
}

/// Splits a value at names between two marks.
fn split(value: &str, (open, close): (&str, &str), named: impl Fn(String) -> Part) -> Vec<Part> {
    let mut parts = Vec::new();
    let mut rest = value;
    while let Some((before, after)) = rest.split_once(open)
        && let Some((name, after)) = after.split_once(close)
    {
        parts.push(Part::Text(before.to_owned()));
        parts.push(named(name.to_owned()));
        rest = after;
    }
    parts.push(Part::Text(rest.to_owned()));
    parts.retain(|part| !matches!(part, Part::Text(text) if text.is_empty()));
    parts
}

fn headers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Named>, D::Error> {
    Ok(own_headers(deserializer)?.into_iter().map(Named::with_secrets_found).collect())
}

/// Reads headers that may not name the owner's secrets.
pub(super) fn own_headers<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Named>, D::Error> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"!#$%&'*+-.^_`|~".contains(&byte);
    let named = all(deserializer, "must list headers as \"NAME: VALUE\"", |text| {
        Named::parse(text, ':', is_allowed)
    })?;
    let is_own = |named: &&Named| OWN_HEADERS.iter().any(|own| named.name.eq_ignore_ascii_case(own));
    match named.iter().find(is_own) {
        Some(own) => Err(D::Error::custom(format!("must not have {}, which the protocol sets", own.name))),
        None => Ok(named),
    }
}

/// The headers that the protocol sets.
const OWN_HEADERS: [&str; 7] = [
    "accept",
    "content-length",
    "content-type",
    "host",
    "last-event-id",
    "mcp-protocol-version",
    "mcp-session-id",
];

fn variables<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Named>, D::Error> {
    let is_allowed = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'_';
    all(deserializer, "must list variables as \"NAME=VALUE\"", |text| Named::parse(text, '=', is_allowed))
}

/// Reads texts that may contain secrets; the error quotes no text.
fn all<'de, D: Deserializer<'de>>(
    deserializer: D,
    must: &str,
    parse: impl Fn(&str) -> Option<Named>,
) -> Result<Vec<Named>, D::Error> {
    let texts = Vec::<String>::deserialize(deserializer)?;
    texts.iter().map(|text| parse(text).ok_or_else(|| D::Error::custom(must))).collect()
}
