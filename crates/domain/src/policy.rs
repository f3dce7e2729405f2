//! The policy's vocabulary: rules, effects and roles. `approvals/policy/` makes the decisions.

use std::collections::BTreeMap;

use adjutant_channel::ChatKind;
use regex::Regex;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

use crate::tools::{Risk, Tier};

/// The effect of the policy on a call, from the mildest to the strictest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Effect {
    /// The call runs.
    Allow,
    /// The call runs and is logged.
    Log,
    /// A person is asked.
    Ask,
    /// The owner is asked.
    Owner,
    /// The call does not run.
    Deny,
    /// The tool is not offered to the model.
    Off,
}

/// A rule from the operator's configuration. An omitted field matches everything.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Rule {
    /// A tool, a toolset, or a prefix of a tool's name followed by `*`.
    pub tool: Option<String>,
    pub tier: Option<Tier>,
    pub risk: Option<Risk>,
    /// A pattern for each argument, by name. A missing argument does not match.
    #[serde(default)]
    pub arguments: BTreeMap<String, ArgumentPattern>,
    pub role: Option<Role>,
    pub chat: Option<ChatKind>,
    /// True: a person is waiting for the turn. False: a scheduled run.
    pub attended: Option<bool>,
    pub then: Effect,
}

/// A regular expression in a setting.
#[derive(Clone, Debug)]
pub struct ArgumentPattern(Regex);

/// A user's role in terms of the policy.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Owner,
    /// May decide other people's approvals in groups.
    Approver,
    Member,
}

/// The circumstances of a call: the caller's role and chat, and whether a person waits.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub role: Role,
    pub chat: ChatKind,
    pub attended: bool,
}

/// The properties of a tool that rules match.
#[derive(Clone, Copy, Debug)]
pub struct Subject<'a> {
    pub name: &'a str,
    pub toolset: &'a str,
    pub tier: Tier,
    pub risk: Risk,
}

/// Returns whether a setting names this tool: the tool, its toolset, or a prefix of its name followed by `*`.
pub fn names(wanted: &str, tool: Subject) -> bool {
    match wanted.strip_suffix('*') {
        Some(beginning) => tool.name.starts_with(beginning),
        None => wanted == tool.name || wanted == tool.toolset,
    }
}

impl Rule {
    /// Returns whether the rule applies to this tool in this place, whatever the arguments.
    pub fn fits(&self, place: Place, tool: Subject) -> bool {
        self.tool.as_ref().is_none_or(|wanted| names(wanted, tool))
            && self.tier.is_none_or(|tier| tier == tool.tier)
            && self.risk.is_none_or(|risk| risk == tool.risk)
            && self.role.is_none_or(|role| role == place.role)
            && self.chat.is_none_or(|chat| chat == place.chat)
            && self.attended.is_none_or(|attended| attended == place.attended)
    }

    /// Returns whether the arguments match the rule's patterns.
    pub fn fits_arguments(&self, arguments: &Value) -> bool {
        self.arguments.iter().all(|(name, shape)| match &arguments[name.as_str()] {
            Value::Null => false,
            Value::String(text) => shape.0.is_match(text),
            other => shape.0.is_match(&other.to_string()),
        })
    }
}

impl PartialEq for ArgumentPattern {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl<'de> Deserialize<'de> for ArgumentPattern {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Regex::new(&text)
            .map(Self)
            .map_err(|_| D::Error::custom(format_args!("{text:?} is not a regular expression")))
    }
}
