//! A tool's metadata: its properties that are known before it is called.

use std::time::Duration;

use adjutant_domain::tools::{Permission, Risk, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Tool, schema};

/// The time limit of a tool that states none.
const TIMEOUT: Duration = Duration::from_secs(30);

/// The longest description of a tool, in characters. OpenAI and Azure refuse a whole request in which one tool's
/// description is longer.
pub const MAX_DESCRIPTION: usize = 1_024;

/// The subject of a tool.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Memory,
    Scratchpad,
    Schedule,
    Web,
    Http,
    Files,
    Code,
    Agents,
    Other,
}

/// Whether a tool asks before it runs, regardless of the policy for such tools.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ApprovalMode {
    /// Only when the policy says so.
    #[default]
    ByPolicy,
    /// [`Tool::requirement`] decides for each call; the text tells operators when it asks: `if the host is new`.
    Conditional(&'static str),
    Always,
}

/// A tool author's declarations about the tool, apart from its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    pub name: &'static str,
    /// For the model: what the tool does and when to use it, at most 160 characters.
    pub description: &'static str,
    /// Replaces the description for the model where 160 characters are not enough; at most [`MAX_DESCRIPTION`]
    /// characters. `${workspace}`, `${directory}` and `${cwd}` are filled in.
    pub details: Option<&'static str>,
    pub category: Category,
    pub tier: Tier,
    pub risk: Risk,
    /// The permissions without which the tool is not offered.
    pub needs: &'static [Permission],
    /// The permissions with which the tool can do more.
    pub may_use: &'static [Permission],
    pub tags: &'static [&'static str],
    pub timeout: Duration,
    /// Whether running it again with the same call id has no further effect.
    pub idempotent: bool,
    pub asks: ApprovalMode,
}

impl Meta {
    /// Builds the metadata of a tool that is safe if it only reads and moderate otherwise, needs no permission, and may
    /// take 30 s. A tool that only reads is idempotent.
    pub const fn new(name: &'static str, description: &'static str, category: Category, tier: Tier) -> Self {
        let reads = matches!(tier, Tier::ReadOnly);
        Self {
            name,
            description,
            details: None,
            category,
            tier,
            risk: if reads { Risk::Safe } else { Risk::Moderate },
            needs: &[],
            may_use: &[],
            tags: &[],
            timeout: TIMEOUT,
            idempotent: reads,
            asks: ApprovalMode::ByPolicy,
        }
    }

    /// Adds to the description what only the model reads.
    pub const fn details(mut self, details: &'static str) -> Self {
        self.details = Some(details);
        self
    }

    /// Sets the risk of a call.
    pub const fn risk(mut self, risk: Risk) -> Self {
        self.risk = risk;
        self
    }

    /// Sets the permissions without which the tool is not offered.
    pub const fn needs(mut self, permissions: &'static [Permission]) -> Self {
        self.needs = permissions;
        self
    }

    /// Sets further permissions that calls can use.
    pub const fn may_use(mut self, permissions: &'static [Permission]) -> Self {
        self.may_use = permissions;
        self
    }

    /// Sets the words by which `tools_find` finds the tool.
    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    /// Sets the time limit of a call.
    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    /// Declares that running the tool again with the same call id has no further effect.
    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    /// Sets when a call asks a person.
    pub const fn asks(mut self, asks: ApprovalMode) -> Self {
        self.asks = asks;
        self
    }
}

/// The origin of a tool that others made, such as a tool of a server.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Others {
    /// The name of its authors, as the source of the tool's results: `the server tracker`.
    pub source: String,
    /// Changes with the tool's description and schema, so that a permission to use the tool ends when its authors
    /// change them.
    pub fingerprint: String,
}

/// A tool's definition as the registry keeps it, whatever the tool's origin.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    /// What the tool does, in one line.
    pub summary: String,
    /// The description for the model, of at most [`MAX_DESCRIPTION`] characters.
    pub description: String,
    pub category: Category,
    pub tier: Tier,
    pub risk: Risk,
    pub needs: Vec<Permission>,
    pub may_use: Vec<Permission>,
    pub tags: Vec<String>,
    pub timeout: Duration,
    pub idempotent: bool,
    pub asks: ApprovalMode,
    /// Whether it is offered only to the owner.
    pub owner_only: bool,
    /// The origin of a tool that others made; `None` for the gateway's own.
    pub others: Option<Others>,
    /// The JSON Schema of the arguments, an object.
    pub parameters: Value,
    /// Builds the JSON Schema of a successful result, apart from `success` and `message`. The gateway itself never
    /// needs it.
    pub output: fn() -> Value,
}

impl Definition {
    /// Returns the definition of a typed tool.
    pub fn of<T: Tool>(description: String) -> Self {
        let meta = T::META;
        Self {
            name: meta.name.to_owned(),
            summary: meta.description.to_owned(),
            description,
            category: meta.category,
            tier: meta.tier,
            risk: meta.risk,
            needs: meta.needs.to_vec(),
            may_use: meta.may_use.to_vec(),
            tags: meta.tags.iter().map(|&tag| tag.to_owned()).collect(),
            timeout: meta.timeout,
            idempotent: meta.idempotent,
            asks: meta.asks,
            owner_only: false,
            others: None,
            parameters: schema::of::<T::Args>(),
            output: schema::of::<T::Output>,
        }
    }
}

/// Arguments or results without any fields.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct NoFields {}
