//! The question that a person is asked before a call runs, and the patterns they may allow beyond that call.

use serde::{Deserialize, Serialize};

use crate::ids;

/// The question that a person is asked before a call runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// What will happen, in one line of plain words.
    pub summary: String,
    /// The relevant arguments, a diff, or a preview of the result; empty where the summary says it all.
    pub preview: String,
    /// Why the tool asks.
    pub reason: String,
    /// What similar calls have in common, such as a host or a folder; `None` where nothing does.
    pub kind: Option<String>,
    /// Who has to decide.
    pub decider: Decider,
}

/// Who has to decide about a call.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Decider {
    /// The person who asked for it; in a group also an approver.
    #[default]
    Requester,
    /// The owner, in their direct chat.
    Owner,
}

/// A set of a tool's calls that a person may allow at once.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Pattern {
    /// `exact:` and the hash of the arguments, `kind:` and what the tool says similar calls have in common, or `*`.
    pub pattern: String,
    /// The pattern in words.
    pub label: String,
}

impl Pattern {
    /// Matches the same call again.
    pub fn exact(arguments: &str) -> Self {
        Self { pattern: format!("exact:{}", ids::sha256(arguments)), label: "exactly this".to_owned() }
    }

    /// Returns the pattern with a label that names the call, for where the prompt is out of sight.
    pub fn out_of_sight(&self, summary: &str) -> Self {
        let is_exact = self.pattern.starts_with("exact:");
        let label = if is_exact { format!("exactly “{summary}”") } else { self.label.clone() };
        Self { pattern: self.pattern.clone(), label }
    }

    /// Matches calls of one kind.
    pub fn kind(kind: &str) -> Self {
        Self { pattern: format!("kind:{kind}"), label: kind.to_owned() }
    }

    /// Matches every call of the tool.
    pub fn tool(name: &str) -> Self {
        Self { pattern: "*".to_owned(), label: format!("every {name}") }
    }
}
