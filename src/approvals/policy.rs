//! Decides whether a call runs, needs an approval or is forbidden: a pure function of the call and its context. The
//! strictest of all layers wins.

use std::collections::BTreeMap;

use adjutant_channel::ChatKind;
use regex::Regex;
use serde::{Deserialize, Deserializer, de::Error as _};
use serde_json::Value;

use crate::{
    store::people::{self, User},
    tools::kit::{Asks, Decider, Definition, Entry, Need, Requirement, Risk, Tier},
};

/// What happens to a call, from the mildest effect to the strictest.
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
    pub arguments: BTreeMap<String, Shape>,
    pub role: Option<Role>,
    pub chat: Option<ChatKind>,
    /// True: a person is waiting for the turn. False: a scheduled run.
    pub attended: Option<bool>,
    pub then: Effect,
}

/// A regular expression in a setting.
#[derive(Clone, Debug)]
pub struct Shape(Regex);

/// A user's role as the policy sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Role {
    Owner,
    /// May decide other people's approvals in groups.
    Approver,
    Member,
}

impl Role {
    /// Returns the role of a user.
    pub fn of(user: &User) -> Self {
        match user.role {
            people::Role::Owner => Self::Owner,
            people::Role::Member if user.approver => Self::Approver,
            people::Role::Member => Self::Member,
        }
    }
}

/// The caller's role and chat.
#[derive(Clone, Copy, Debug)]
pub struct Place {
    pub role: Role,
    pub chat: ChatKind,
    pub attended: bool,
}

/// The effect of the policy on a call, and the reason in words for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub effect: Effect,
    pub reason: String,
}

/// Judges a call. `untrusted` is the source of other people's words, if the turn holds any.
pub fn judge(
    rules: &[Rule],
    place: Place,
    tool: &Entry,
    (arguments, requirement): (&Value, &Requirement),
    untrusted: Option<&str>,
) -> Judgement {
    let layers = [
        by_tool(tool, requirement),
        by_taint(&tool.definition, requirement.need, untrusted),
        floor(&tool.definition),
        by_rules(rules, place, tool, arguments).unwrap_or_else(|| by_default(place, tool, requirement.need)),
    ];
    let effect = layers.iter().map(|layer| layer.effect).max().unwrap_or(Effect::Deny);
    // Among equally strict layers the first with a reason speaks: it knows this call best.
    let speaks = layers.into_iter().find(|layer| layer.effect == effect && !layer.reason.is_empty());
    let reason = speaks.map_or_else(|| ALWAYS.to_owned(), |layer| layer.reason);
    Judgement { effect, reason }
}

/// Returns whether a tool is offered to the model at all.
pub fn is_on(rules: &[Rule], place: Place, tool: &Entry) -> bool {
    let is_off =
        |rule: &Rule| rule.then == Effect::Off && rule.arguments.is_empty() && rule.fits(place, tool);
    !rules.iter().any(is_off)
}

/// Returns the default effect for a tool, by its tier and risk, in a direct chat.
pub fn default_effect(definition: &Definition) -> Effect {
    let by_tier = match definition.tier {
        Tier::ReadOnly => Effect::Allow,
        Tier::SideEffecting => Effect::Log,
        Tier::Privileged => Effect::Ask,
    };
    by_tier.max(floor(definition).effect)
}

/// Returns the judgement of the operator's rules, which replaces the defaults; `None` if no rule fits.
fn by_rules(rules: &[Rule], place: Place, tool: &Entry, arguments: &Value) -> Option<Judgement> {
    let fitting = rules.iter().filter(|rule| rule.fits(place, tool) && rule.fits_arguments(arguments));
    let effect = fitting.map(|rule| rule.then).max()?;
    let reason = match effect {
        Effect::Deny | Effect::Off => "Whoever runs this bot does not permit it.",
        _ => "Whoever runs this bot wants you to be asked about this.",
    };
    Some(Judgement { effect, reason: reason.to_owned() })
}

/// The reason for asking where no layer has a better one.
const ALWAYS: &str = "I always ask before I do this.";

/// Returns the judgement of the defaults. Groups are one step stricter than direct chats.
fn by_default(place: Place, tool: &Entry, need: Need) -> Judgement {
    let direct = default_effect(&tool.definition);
    let effect = match (place.chat, direct) {
        (ChatKind::Direct, effect) => effect,
        (ChatKind::Group, Effect::Allow) => Effect::Log,
        (ChatKind::Group, Effect::Log) if need == Need::Harmless => Effect::Log,
        (ChatKind::Group, Effect::Log) => Effect::Ask,
        (ChatKind::Group, _) => Effect::Owner,
    };
    let reason = match place.chat {
        ChatKind::Group if effect > direct => "In a group I ask before I change anything.",
        _ => ALWAYS,
    };
    Judgement { effect, reason: reason.to_owned() }
}

/// Returns the judgement of the tool itself: what it requires for this call.
fn by_tool(tool: &Entry, requirement: &Requirement) -> Judgement {
    let effect = match (requirement.need, requirement.ask.decider) {
        (Need::Ask, Decider::Owner) => Effect::Owner,
        (Need::Ask, Decider::Requester) => Effect::Ask,
        _ if tool.confirms || tool.definition.asks == Asks::Always => Effect::Ask,
        _ => Effect::Allow,
    };
    Judgement { effect, reason: requirement.ask.reason.clone() }
}

/// Returns the judgement of untrusted words: while the turn holds any, no change runs unasked, because they may try to
/// steer the model.
fn by_taint(definition: &Definition, need: Need, untrusted: Option<&str>) -> Judgement {
    match untrusted {
        Some(_) if can_be_steered(definition, need) => {
            Judgement { effect: Effect::Ask, reason: "Usually I do this without asking.".to_owned() }
        }
        _ => Judgement { effect: Effect::Allow, reason: String::new() },
    }
}

/// Returns whether other people's words in a turn could make the call do harm. A read-only tool counts if it requires
/// an approval: it may show what it reads to others.
pub fn can_be_steered(definition: &Definition, need: Need) -> bool {
    match need {
        Need::Harmless => false,
        Need::Policy => definition.tier != Tier::ReadOnly,
        Need::Ask => true,
    }
}

/// Returns the minimum effect, which no setting can lift.
fn floor(definition: &Definition) -> Judgement {
    let effect = if definition.risk == Risk::High { Effect::Ask } else { Effect::Allow };
    Judgement { effect, reason: "This cannot be taken back.".to_owned() }
}

/// Returns whether a setting names this tool: the tool, its toolset, or a prefix of its name followed by `*`.
pub fn names(wanted: &str, tool: &Entry) -> bool {
    match wanted.strip_suffix('*') {
        Some(beginning) => tool.name().starts_with(beginning),
        None => wanted == tool.name() || wanted == tool.toolset,
    }
}

impl Rule {
    fn fits(&self, place: Place, tool: &Entry) -> bool {
        self.tool.as_ref().is_none_or(|wanted| names(wanted, tool))
            && self.tier.is_none_or(|tier| tier == tool.definition.tier)
            && self.risk.is_none_or(|risk| risk == tool.definition.risk)
            && self.role.is_none_or(|role| role == place.role)
            && self.chat.is_none_or(|chat| chat == place.chat)
            && self.attended.is_none_or(|attended| attended == place.attended)
    }

    fn fits_arguments(&self, arguments: &Value) -> bool {
        self.arguments.iter().all(|(name, shape)| match &arguments[name.as_str()] {
            Value::Null => false,
            Value::String(text) => shape.0.is_match(text),
            other => shape.0.is_match(&other.to_string()),
        })
    }
}

impl PartialEq for Shape {
    fn eq(&self, other: &Self) -> bool {
        self.0.as_str() == other.0.as_str()
    }
}

impl<'de> Deserialize<'de> for Shape {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = String::deserialize(deserializer)?;
        Regex::new(&text)
            .map(Self)
            .map_err(|_| D::Error::custom(format_args!("{text:?} is not a regular expression")))
    }
}

#[cfg(test)]
mod tests;
