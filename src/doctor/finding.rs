//! What a check has found: for people a line, for programs a JSON object.

use std::fmt;

use anyhow::Result;
use serde_json::{Value, json};

/// What people read about the checks.
const DOCUMENTS: &str = include_str!("../../docs/DOCTOR.md");

/// What is checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Check {
    Database,
    Size,
    /// What failed again and again.
    SetAside,
    /// Copies of the database by the calendar.
    Backups,
    /// Whether links to the console open it.
    Console,
    Secrets,
    /// Whether the channels of the settings can be made.
    Channels,
    Channel(String),
    /// A model, by its name for people.
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
    /// Returns the name that programs know the check by; docs/DOCTOR.md has a line for each. It never changes.
    pub fn code(&self) -> &'static str {
        match self {
            Self::Database => "database",
            Self::Size => "database_size",
            Self::SetAside => "set_aside",
            Self::Backups => "backups",
            Self::Console => "console",
            Self::Secrets => "secrets",
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

    /// Returns what docs/DOCTOR.md says of it: what is checked, and what to do when it is not well.
    pub fn documented(&self) -> Option<(&'static str, &'static str)> {
        let rows = DOCUMENTS.lines().filter_map(|line| line.strip_prefix("| `"));
        let row = rows.filter_map(|row| row.split_once("` | ")).find(|(code, _)| *code == self.code());
        row?.1.trim_end_matches(" |").split_once(" | ")
    }

    /// Returns which of several it is about.
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
            Self::SetAside => f.write_str("set aside"),
            Self::ZoneData => f.write_str("time zone data"),
            Self::Templates => f.write_str("templates of websites"),
            other => f.write_str(other.code()),
        }
    }
}

/// How a check ended.
pub enum Outcome {
    Fine(String),
    /// It works, but could work better.
    Warning(String),
    Failure(String),
}

/// How bad a finding is, from the best to the worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Severity {
    Fine,
    Warning,
    /// This keeps the gateway, or a part of it, from working.
    Failure,
}

impl Severity {
    /// Returns the exit code of a command that found nothing worse.
    pub fn exit_code(self) -> u8 {
        match self {
            Self::Fine => 0,
            Self::Failure => 1,
            // 2 is a wrong configuration.
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

    /// Returns how bad it is.
    pub fn severity(&self) -> Severity {
        match self.outcome {
            Outcome::Fine(_) => Severity::Fine,
            Outcome::Warning(_) => Severity::Warning,
            Outcome::Failure(_) => Severity::Failure,
        }
    }

    /// Returns it for programs: `{code, about, severity, detail}`, with the severity `ok`, `warning` or `failure`.
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
