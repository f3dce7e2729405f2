//! The vocabulary of tools and their calls.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

/// The name of the agent that works on a `task`. No specialist can have it, because names have no spaces.
pub const HELPER: &str = "a helper";

/// What a tool can do to the world.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Changes nothing: may run in parallel with others, and again.
    ReadOnly,
    /// Changes something that belongs to the person, or reaches out.
    SideEffecting,
    /// Could do harm.
    Privileged,
}

/// How bad a wrong call is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Nothing is lost.
    Safe,
    /// Something changes that can be changed back.
    Moderate,
    /// Something is lost, or data leaves the system.
    High,
}

/// A permission that a tool needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Permission {
    Read,
    Write,
    Execute,
    Network,
}

/// A tool call that the model requests.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct ToolCall {
    /// The model's id of the call, unique within its reply.
    pub id: String,
    /// The tool's name, as the model wrote it.
    pub name: String,
    /// The arguments exactly as the model wrote them; not necessarily JSON.
    pub arguments: String,
}

/// The person who has to decide about a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The person who asked for it; in a group also an approver.
    #[default]
    Requester,
    /// The person who asked for it and nobody else, since it shows what is theirs.
    OnlyRequester,
    /// The owner or a reviewer of the website that the group shares.
    Reviewer,
    /// The owner, in their direct chat.
    Owner,
}

/// A set of a tool's calls that a person may allow at once. Grants are compared by `pattern`, which is the same in all
/// languages; the label is for people.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// `exact:` and the hash of the arguments, `kind:` and what the tool says similar calls have in common, or `*`. For a tool
    /// that others made, followed by its fingerprint.
    pub pattern: String,
    /// The pattern in words.
    pub label: String,
}

/// Stands before the fingerprint of a tool.
const SAME: &str = " while ";

impl Pattern {
    /// Matches the same call again.
    pub fn exact(arguments: &str) -> Self {
        Self { pattern: format!("exact:{}", ids::sha256(arguments)), label: "exactly this".to_owned() }
    }

    /// Returns the pattern with another label.
    pub fn named(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Returns whether it matches one call alone.
    pub fn is_exact(&self) -> bool {
        self.pattern.starts_with("exact:")
    }

    /// Matches calls of one kind.
    pub fn kind(kind: &str) -> Self {
        Self { pattern: format!("kind:{kind}"), label: kind.to_owned() }
    }

    /// Returns the pattern for as long as a tool that others made is the same, by its fingerprint.
    pub fn while_same(self, fingerprint: &str) -> Self {
        Self { pattern: format!("{}{SAME}{fingerprint}", self.pattern), ..self }
    }

    /// Returns whether it holds while a tool has this fingerprint.
    pub fn is_while_same(&self, fingerprint: &str) -> bool {
        self.pattern.strip_suffix(fingerprint).is_some_and(|rest| rest.ends_with(SAME))
    }

    /// Returns whether it matches every call of the tool.
    pub fn is_whole_tool(&self) -> bool {
        self.pattern == "*" || self.pattern.starts_with(&format!("*{SAME}"))
    }

    /// Matches every call of the tool, which `label` names in words.
    pub fn tool(label: impl Into<String>) -> Self {
        Self { pattern: "*".to_owned(), label: label.into() }
    }
}

/// Why a call has no result, as a code.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum ErrorCode {
    UnknownTool,
    InvalidArguments,
    /// The thing that the call names does not exist.
    NotFound,
    /// The call cannot be carried out as it is.
    Rejected,
    /// A service that the call needs did not answer, or answered with an error.
    Unavailable,
    Timeout,
    /// The person stopped it.
    Cancelled,
    /// Somebody denied it.
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
    /// Returns the code as it is written.
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

    /// Returns what the model reads: `success`, `error_code` and `error`, and the call's partial output.
    pub fn envelope(self, why: &str, partial: Option<&str>) -> String {
        let mut fields = json!({ "success": false, "error_code": self.as_str(), "error": why });
        if let Some(partial) = partial {
            fields["partial_output"] = Value::String(partial.to_owned());
        }
        fields.to_string()
    }
}

impl Tier {
    /// Returns the name used in settings and documents.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::ReadOnly => "read_only",
            Self::SideEffecting => "side_effecting",
            Self::Privileged => "privileged",
        }
    }
}

impl Risk {
    /// Returns the name used in settings and documents.
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
