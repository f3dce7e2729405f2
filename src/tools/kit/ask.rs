//! What a person is asked before a call runs, and what they may allow beyond it.

use serde::{Deserialize, Serialize};

use crate::ids;

/// What the person is asked before a call runs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Ask {
    /// What will happen, in one line of plain words.
    pub summary: String,
    /// What matters of the arguments, a diff, or what it would look like; empty where the summary says it all.
    pub preview: String,
    /// Why it asks.
    pub reason: String,
    /// What calls like this one have in common, such as a host or a folder; `None` where nothing does.
    pub kind: Option<String>,
    /// Who has to decide.
    pub decider: Decider,
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
