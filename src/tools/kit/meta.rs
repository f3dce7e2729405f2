//! What is known of a tool before it is called.

use std::time::Duration;

use adjutant_domain::tools::{Permission, Risk, Tier};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use super::{Tool, schema};

/// How long a tool may take that does not say.
const TIMEOUT: Duration = Duration::from_secs(30);

/// What a tool is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Category {
    Memory,
    Scratchpad,
    Schedule,
    Web,
    Http,
    Files,
    Agents,
    Other,
}

/// Whether a tool asks before it runs, whatever the policy says of tools like it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Asks {
    /// Only as the policy says.
    #[default]
    AsPolicy,
    /// Some of its calls do: [`Tool::requirement`] says which, and this tells operators: `if the host is new`.
    Sometimes(&'static str),
    Always,
}

/// What a tool's author says of it, beside its arguments.
#[derive(Clone, Copy, Debug)]
pub struct Meta {
    pub name: &'static str,
    /// For the model: what it does and when to use it, at most 160 characters.
    pub description: &'static str,
    /// What the model is told instead, where 160 characters are not enough. `${workspace}`, `${directory}` and
    /// `${cwd}` are filled in.
    pub details: Option<&'static str>,
    pub category: Category,
    pub tier: Tier,
    pub risk: Risk,
    /// Without these it is not offered.
    pub needs: &'static [Permission],
    /// With these it can do more.
    pub may_use: &'static [Permission],
    pub tags: &'static [&'static str],
    pub timeout: Duration,
    /// Running it again with the same call id has no further effect.
    pub idempotent: bool,
    pub asks: Asks,
}

impl Meta {
    /// A tool that is safe if it only reads and moderate otherwise, needs no permission, and may take 30 s. What only
    /// reads is idempotent.
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
            asks: Asks::AsPolicy,
        }
    }

    pub const fn details(mut self, details: &'static str) -> Self {
        self.details = Some(details);
        self
    }

    pub const fn risk(mut self, risk: Risk) -> Self {
        self.risk = risk;
        self
    }

    pub const fn needs(mut self, permissions: &'static [Permission]) -> Self {
        self.needs = permissions;
        self
    }

    pub const fn may_use(mut self, permissions: &'static [Permission]) -> Self {
        self.may_use = permissions;
        self
    }

    pub const fn tags(mut self, tags: &'static [&'static str]) -> Self {
        self.tags = tags;
        self
    }

    pub const fn timeout(mut self, timeout: Duration) -> Self {
        self.timeout = timeout;
        self
    }

    pub const fn idempotent(mut self) -> Self {
        self.idempotent = true;
        self
    }

    pub const fn asks(mut self, asks: Asks) -> Self {
        self.asks = asks;
        self
    }
}

/// A tool as the registry knows it, wherever it comes from.
#[derive(Clone, Debug)]
pub struct Definition {
    pub name: String,
    /// What it does, in a line.
    pub summary: String,
    /// What the model is told of it.
    pub description: String,
    pub category: Category,
    pub tier: Tier,
    pub risk: Risk,
    pub needs: Vec<Permission>,
    pub may_use: Vec<Permission>,
    pub tags: Vec<String>,
    pub timeout: Duration,
    pub idempotent: bool,
    pub asks: Asks,
    /// JSON Schema of the arguments, an object.
    pub parameters: Value,
    /// JSON Schema of what a successful result holds beside `success` and `message`.
    pub output: Value,
}

impl Definition {
    /// That of a typed tool.
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
            parameters: schema::of::<T::Args>(),
            output: schema::of::<T::Output>(),
        }
    }
}

/// Arguments or results without any field.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Nothing {}
