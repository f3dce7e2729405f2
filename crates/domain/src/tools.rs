//! The vocabulary of tools and their calls.

use std::fmt;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::ids;

/// The name of the agent that works on a `task`. No specialist can have it, because names have no spaces.
pub const HELPER: &str = "a helper";

/// The possible effect of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Tier {
    /// Changes nothing: may run in parallel with others, and be repeated.
    ReadOnly,
    /// Changes the person's data, or contacts the outside.
    SideEffecting,
    /// Could do harm.
    Privileged,
}

/// The damage of a wrong call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Risk {
    /// Nothing is lost.
    Safe,
    /// A change can be undone.
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

/// The person who decides about a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The person who asked for the call; in a group also an approver.
    #[default]
    Requester,
    /// Only the person who asked for the call, since it shows their private data.
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
    /// `exact:` and the hash of the arguments, `kind:` and the common property of similar calls in the tool's words, or
    /// `*`. For a third-party tool, followed by its fingerprint.
    pub pattern: String,
    /// The pattern in words.
    pub label: String,
}

/// The separator before the fingerprint of a tool.
const SAME: &str = " while ";

impl Pattern {
    /// Returns the pattern that matches only the same call.
    pub fn exact(arguments: &str) -> Self {
        Self { pattern: format!("exact:{}", ids::sha256(arguments)), label: "exactly this".to_owned() }
    }

    /// Returns the pattern with another label.
    pub fn named(self, label: impl Into<String>) -> Self {
        Self { label: label.into(), ..self }
    }

    /// Returns whether the pattern matches only one call.
    pub fn is_exact(&self) -> bool {
        self.pattern.starts_with("exact:")
    }

    /// Returns the pattern that matches calls of one kind.
    pub fn kind(kind: &str) -> Self {
        Self { pattern: format!("kind:{kind}"), label: kind.to_owned() }
    }

    /// Returns the pattern limited to the present form of a third-party tool, by its fingerprint.
    pub fn while_same(self, fingerprint: &str) -> Self {
        Self { pattern: format!("{}{SAME}{fingerprint}", self.pattern), ..self }
    }

    /// Returns whether the pattern is limited to the form of a tool with this fingerprint.
    pub fn is_while_same(&self, fingerprint: &str) -> bool {
        self.pattern.strip_suffix(fingerprint).is_some_and(|rest| rest.ends_with(SAME))
    }

    /// Returns whether the pattern matches every call of the tool.
    pub fn is_whole_tool(&self) -> bool {
        self.pattern == "*" || self.pattern.starts_with(&format!("*{SAME}"))
    }

    /// Returns the pattern that matches every call of the tool, with `label` as its label.
    pub fn tool(label: impl Into<String>) -> Self {
        Self { pattern: "*".to_owned(), label: label.into() }
    }
}

/// The error code of a call without a result.
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
    /// A person denied it.
    Denied,
    /// Nobody decided in time.
    Expired,
    /// The policy forbids it.
    Forbidden,
    /// The process ended while the call ran.
    Interrupted,
    Internal,
}

impl ErrorCode {
    /// Returns the code in its written form.
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

    /// Returns the result for the model: `success`, `error_code` and `error`, and the call's partial output.
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
