//! Decides whether a call runs, needs an approval or is forbidden: a pure function of the call and its context. The
//! strictest of all layers wins.

use adjutant_channel::ChatKind;
use adjutant_domain::{
    origin::Sources,
    policy::{Effect, Place, Role, Rule},
    tools::{Decider, Permission, Risk, Tier},
};
use adjutant_texts::tools::policy as texts;
use adjutant_tools::kit::{ApprovalMode, ApprovalNeed, CallAssessment, Definition, Entry};
use serde_json::Value;

/// The effect of the policy on a call, and the reason in words for the person.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Judgement {
    pub effect: Effect,
    pub reason: String,
}

/// Judges a call. `untrusted` are the sources of other people's words in the turn.
pub fn judge(
    rules: &[Rule],
    place: Place,
    tool: &Entry,
    (arguments, requirement): (&Value, &CallAssessment),
    untrusted: &Sources,
) -> Judgement {
    let usual = [
        by_tool(tool, requirement),
        floor(&tool.definition),
        by_rules(rules, place, tool, arguments).unwrap_or_else(|| by_default(place, tool, requirement.need)),
    ];
    let effect = usual.iter().map(|layer| layer.effect).max().unwrap_or(Effect::Deny);
    let tainted = by_taint(&tool.definition, requirement.need, untrusted);
    // Its reason says that the call usually needs no approval.
    if tainted.effect > effect {
        return tainted;
    }
    // Among equally strict layers, the first with a reason gives it: it knows this call best.
    let speaks = usual.into_iter().find(|layer| layer.effect == effect && !layer.reason.is_empty());
    let reason = speaks.map_or_else(|| texts::always().to_owned(), |layer| layer.reason);
    Judgement { effect, reason }
}

/// Returns whether a tool is offered to the model.
pub fn is_on(rules: &[Rule], place: Place, tool: &Entry) -> bool {
    let is_off = |rule: &Rule| {
        rule.then == Effect::Off && rule.arguments.is_empty() && rule.fits(place, tool.subject())
    };
    let is_for = !tool.definition.owner_only || place.role == Role::Owner;
    is_for && !rules.iter().any(is_off)
}

/// Returns the default effect for a tool in a direct chat, by its tier and risk.
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
    let arguments = tool.arguments.normalised(arguments);
    let fitting =
        rules.iter().filter(|rule| rule.fits(place, tool.subject()) && rule.fits_arguments(&arguments));
    let effect = fitting.map(|rule| rule.then).max()?;
    let reason = match effect {
        // The model reads it.
        Effect::Deny | Effect::Off => "Whoever runs this bot does not permit it.",
        _ => texts::operator_asks(),
    };
    Some(Judgement { effect, reason: reason.to_owned() })
}

/// Returns the judgement of the defaults. Groups are one step stricter than direct chats.
fn by_default(place: Place, tool: &Entry, need: ApprovalNeed) -> Judgement {
    let direct = default_effect(&tool.definition);
    let effect = match (place.chat, direct) {
        (ChatKind::Direct, effect) => effect,
        (ChatKind::Group, Effect::Allow) => Effect::Log,
        (ChatKind::Group, Effect::Log)
            if matches!(need, ApprovalNeed::NotNeeded | ApprovalNeed::IfUntrusted) =>
        {
            Effect::Log
        }
        (ChatKind::Group, Effect::Log) => Effect::Ask,
        // The person decides about calls that always ask and concern only their own things, such as deleting a note.
        (ChatKind::Group, Effect::Ask)
            if need == ApprovalNeed::Required && is_their_own(&tool.definition) =>
        {
            Effect::Ask
        }
        (ChatKind::Group, _) => Effect::Owner,
    };
    let reason = match place.chat {
        ChatKind::Group if effect > direct => texts::in_group(),
        _ => texts::always(),
    };
    Judgement { effect, reason: reason.to_owned() }
}

/// Returns whether a tool's calls concern only the person's own things.
fn is_their_own(definition: &Definition) -> bool {
    definition.tier < Tier::Privileged && !definition.needs.contains(&Permission::Network)
}

/// Returns the judgement of the tool itself: its requirement for this call.
fn by_tool(tool: &Entry, requirement: &CallAssessment) -> Judgement {
    let effect = match (requirement.need, requirement.ask.decider) {
        (ApprovalNeed::Required, Decider::Owner) => Effect::Owner,
        (ApprovalNeed::Required, _) => Effect::Ask,
        _ if tool.confirms || tool.definition.asks == ApprovalMode::Always => Effect::Ask,
        _ => Effect::Allow,
    };
    Judgement { effect, reason: requirement.ask.reason.clone() }
}

/// Returns the judgement on untrusted words: while the turn holds any, no change runs without an approval, because they
/// may try to steer the model.
fn by_taint(definition: &Definition, need: ApprovalNeed, untrusted: &Sources) -> Judgement {
    if untrusted.is_empty() || !can_be_steered(definition, need) {
        return Judgement { effect: Effect::Allow, reason: String::new() };
    }
    Judgement { effect: Effect::Ask, reason: texts::because_of_others().to_owned() }
}

/// Returns whether other people's words in a turn could make the call do harm. A read-only tool counts if it requires
/// an approval: it may show what it reads to others.
pub fn can_be_steered(definition: &Definition, need: ApprovalNeed) -> bool {
    match need {
        ApprovalNeed::NotNeeded => false,
        ApprovalNeed::ByPolicy => definition.tier != Tier::ReadOnly,
        ApprovalNeed::IfUntrusted | ApprovalNeed::Required => true,
    }
}

/// Returns the minimum effect, which no setting can lower.
fn floor(definition: &Definition) -> Judgement {
    let effect = if definition.risk == Risk::High { Effect::Ask } else { Effect::Allow };
    Judgement { effect, reason: texts::irreversible().to_owned() }
}

#[cfg(test)]
mod tests;
