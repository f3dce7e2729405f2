//! The vocabulary of tools and their calls.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

/// What a tool can do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Changes nothing: may run beside others, and again.
    ReadOnly,
    /// Changes something that belongs to the person, or reaches out.
    SideEffecting,
    /// Could do harm.
    Privileged,
}

/// How bad it is when a call was wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Nothing is lost.
    Safe,
    /// Something is changed that can be changed back.
    Moderate,
    /// Something is lost, or leaves the house.
    High,
}

/// What a tool needs to be allowed at all.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    Read,
    Write,
    Execute,
    Network,
}

/// A call that the model asks for.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The model's id of the call, unique within its reply.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub name: String,
    /// The arguments exactly as the model wrote them; not necessarily JSON.
    pub arguments: String,
}

/// Who has to decide about a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// Whoever asked for it; in a group also an approver.
    #[default]
    Requester,
    /// The owner, in their direct chat.
    Owner,
}

/// Calls of a tool that a person may allow at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// `exact:` and the hash of the arguments, `kind:` and what the tool says they have in common, or `*`.
    pub pattern: String,
    /// The same in words.
    pub label: String,
}

impl Pattern {
    /// The same call again.
    pub fn exact(arguments: &str) -> Self {
        Self { pattern: format!("exact:{}", ids::sha256(arguments)), label: "exactly this".to_owned() }
    }

    /// With words that say which call it was, for where the prompt is not in sight.
    pub fn out_of_sight(&self, summary: &str) -> Self {
        let is_exact = self.pattern.starts_with("exact:");
        let label = if is_exact { format!("exactly “{summary}”") } else { self.label.clone() };
        Self { pattern: self.pattern.clone(), label }
    }

    /// Calls that have this in common.
    pub fn kind(kind: &str) -> Self {
        Self { pattern: format!("kind:{kind}"), label: kind.to_owned() }
    }

    /// Every call of the tool.
    pub fn tool(name: &str) -> Self {
        Self { pattern: "*".to_owned(), label: format!("every {name}") }
    }
}

/// Why a call has no result, in a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    UnknownTool,
    InvalidArguments,
    /// What the call is about does not exist.
    NotFound,
    /// It cannot be carried out as it is.
    Rejected,
    /// What it needs did not answer, or answered with an error.
    Unavailable,
    Timeout,
    /// The person stopped it.
    Cancelled,
    /// Somebody decided against it.
    Denied,
    /// Nobody decided in time.
    Expired,
    /// The policy forbids it.
    Forbidden,
    /// A process ended while it ran.
    Interrupted,
    Internal,
}

impl ErrorCode {
    /// As it is written.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::UnknownTool => "unknown_tool",
            Self::InvalidArguments => "invalid_arguments",
            Self::NotFound => "not_found",
            Self::Rejected => "rejected",
            Self::Unavailable => "unavailable",
            Self::Timeout => "timeout",
            Self::Cancelled => "cancelled",
            Self::Denied => "denied",
            Self::Expired => "expired",
            Self::Forbidden => "forbidden",
            Self::Interrupted => "interrupted",
            Self::Internal => "internal",
        }
    }

    /// What the model reads: `success`, `error_code` and `error`, and what the call had got so far.
    pub fn envelope(self, why: &str, partial: Option<&str>) -> String {
        let mut fields = json!({ "success": false, "error_code": self.as_str(), "error": why });
        if let Some(partial) = partial {
            fields["partial_output"] = Value::String(partial.to_owned());
        }
        fields.to_string()
    }
}

impl Tier {
    /// As settings and documents call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::SideEffecting => "side_effecting",
            Self::Privileged => "privileged",
        }
    }
}

impl Risk {
    /// As settings and documents call it.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Safe => "safe",
            Self::Moderate => "moderate",
            Self::High => "high",
        }
    }
}

impl fmt::Display for Permission {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Execute => "execute",
            Self::Network => "network",
        })
    }
}
