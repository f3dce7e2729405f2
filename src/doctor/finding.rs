//! The finding of a check: a line for people, a JSON object for programs.

use std::fmt;

use anyhow::Result;
use serde_json::{Value, json};

/// The documentation of the checks.
const DOCUMENTS: &str = include_str!("../../docs/DOCTOR.md");

/// The subject of a check.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    Database,
    Size,
    /// Items that failed repeatedly and were set aside.
    SetAside,
    /// Scheduled copies of the database.
    Backups,
    /// Whether links to the console work.
    Console,
    Secrets,
    /// The files of secrets that the settings name.
    SecretFiles,
    /// Whether the configured channels can be built.
    Channels,
    Channel(String),
    /// A model, by its display name.
    Model(String),
    /// The price of a model, by the name of its section.
    Price(String),
    Embeddings,
    McpServer(String),
    Clock,
    ZoneData,
    Calculations,
    Decoders,
    Commands,
    Recordings,
    Pictures,
    Voice,
    Skills,
    Templates,
}

impl Check {
    /// Returns the stable name of the check for programs; docs/DOCTOR.md has a line for each.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Size => "database_size",
            Self::SetAside => "set_aside",
            Self::Backups => "backups",
            Self::Console => "console",
            Self::Secrets => "secrets",
            Self::SecretFiles => "secret_files",
            Self::Channels => "channels",
            Self::Channel(_) => "channel",
            Self::Model(_) => "model",
            Self::Price(_) => "price",
            Self::Embeddings => "embeddings",
            Self::McpServer(_) => "mcp_server",
            Self::Clock => "clock",
            Self::ZoneData => "zone_data",
            Self::Calculations => "calculations",
            Self::Decoders => "decoders",
            Self::Commands => "commands",
            Self::Recordings => "recordings",
            Self::Pictures => "pictures",
            Self::Voice => "voice",
            Self::Skills => "skills",
            Self::Templates => "templates",
        }
    }

    /// Returns the check's line in docs/DOCTOR.md: what is checked, and how to fix it.
    pub fn documented(&self) -> Option<(&'static str, &'static str)> {
        let rows = DOCUMENTS.lines().filter_map(|line| line.strip_prefix("| `"));
        let row = rows.filter_map(|row| row.split_once("` | ")).find(|(code, _)| *code == self.code());
        row?.1.trim_end_matches(" |").split_once(" | ")
    }

    /// Returns the name of the checked item, if there are several of its kind.
    fn about(&self) -> Option<&str> {
        match self {
            Self::Channel(name) | Self::Model(name) | Self::Price(name) | Self::McpServer(name) => Some(name),
            _ => None,
        }
    }
}

impl fmt::Display for Check {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Channel(name) => write!(f, "channel {name}"),
            Self::Model(name) => f.write_str(name),
            Self::Price(section) => write!(f, "price of {section}"),
            Self::McpServer(name) => write!(f, "MCP server {name}"),
            Self::Size => f.write_str("size"),
            Self::SecretFiles => f.write_str("files of secrets"),
            Self::SetAside => f.write_str("set aside"),
            Self::ZoneData => f.write_str("time zone data"),
            Self::Templates => f.write_str("templates of websites"),
            other => f.write_str(other.code()),
        }
    }
}

/// The outcome of a check.
pub enum Outcome {
    Fine(String),
    /// It works, but could work better.
    Warning(String),
    Failure(String),
}

/// The severity of a finding, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Fine,
    Warning,
    /// A fault that keeps the gateway, or a part of it, from working.
    Failure,
}

impl Severity {
    /// Returns the exit code of a command with nothing worse than this.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Failure => 1,
            // 2 stands for a wrong configuration.
            Self::Warning => 3,
        }
    }
}

/// The result of one check.
pub struct Finding {
    pub check: Check,
    pub outcome: Outcome,
}

impl Finding {
    pub(crate) fn of(check: Check, outcome: Result<String>) -> Self {
        let outcome = match outcome {
            Ok(detail) => Outcome::Fine(detail),
            Err(error) => Outcome::Failure(format!("{error:#}")),
        };
        Self { check, outcome }
    }

    /// Returns the severity of the finding.
    pub fn severity(&self) -> Severity {
        match self.outcome {
            Outcome::Fine(_) => Severity::Fine,
            Outcome::Warning(_) => Severity::Warning,
            Outcome::Failure(_) => Severity::Failure,
        }
    }

    /// Returns the finding for programs: `{code, about, severity, detail}`, with the severity `ok`, `warning` or
    /// `failure`.
    pub fn for_programs(&self) -> Value {
        let (severity, detail) = match &self.outcome {
            Outcome::Fine(detail) => ("ok", detail),
            Outcome::Warning(detail) => ("warning", detail),
            Outcome::Failure(detail) => ("failure", detail),
        };
        json!({
            "code": self.check.code(),
            "about": self.check.about(),
            "severity": severity,
            "detail": detail.trim_end(),
        })
    }
}

impl fmt::Display for Finding {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (mark, detail) = match &self.outcome {
            Outcome::Fine(detail) => ("ok     ", detail),
            Outcome::Warning(detail) => ("warning", detail),
            Outcome::Failure(detail) => ("FAILURE", detail),
        };
        // Further lines are indented below the first.
        write!(f, "{mark}  {}: {}", self.check, detail.trim_end().replace('\n', "\n         "))
    }
}
