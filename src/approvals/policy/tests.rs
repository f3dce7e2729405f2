use std::sync::Arc;

use adjutant_domain::policy::Role;
use adjutant_tools::kit::{
    ApprovalRequest, Category, Context, DynTool, Meta, NoFields, Outcome, Registry, Tool, ToolError,
};
use async_trait::async_trait;
use serde_json::json;

use super::*;

const DIRECT: Place = Place { role: Role::Member, chat: ChatKind::Direct, attended: true };
const GROUP: Place = Place { chat: ChatKind::Group, ..DIRECT };

const BY_DEFAULT: &str = "I always ask before I do this.";
const IN_A_GROUP: &str = "Where others read along, I ask before I change anything.";
const BY_FLOOR: &str = "This cannot be taken back.";
const BY_TAINT: &str = "Usually I do this without asking.";
const BY_RULE: &str = "Whoever runs this bot wants you to be asked about this.";
const BY_BAN: &str = "Whoever runs this bot does not permit it.";

/// A fake tool with the given definition.
struct Fake(Definition);

#[async_trait]
impl DynTool for Fake {
    fn definition(&self) -> Definition {
        self.0.clone()
    }

    async fn requirement(&self, _: &Context, _: &Value) -> Result<CallAssessment, ToolError> {
        Ok(CallAssessment::default())
    }

    async fn execute(&self, _: &Context, _: Value) -> Result<Outcome<Value>, ToolError> {
        Ok(Outcome::new("never called", json!({})))
    }
}

/// The typed tool that provides the definition of [`Fake`].
struct Typed;

#[async_trait]
impl Tool for Typed {
    type Args = NoFields;
    type Output = NoFields;
    const META: Meta = Meta::new("fake", "A tool for tests.", Category::Other, Tier::SideEffecting);

    async fn execute(&self, _: &Context, _: NoFields) -> Result<Outcome<NoFields>, ToolError> {
        Ok(Outcome::done("never called"))
    }
}

/// Returns `http_post` of the toolset `http`, with this tier and risk.
fn tool(tier: Tier, risk: Risk) -> Arc<Entry> {
    with_parameters(tier, risk, json!({ "type": "object" }))
}

fn with_parameters(tier: Tier, risk: Risk, parameters: Value) -> Arc<Entry> {
    let definition = Definition::of::<Typed>(String::new());
    let name = "http_post".to_owned();
    let mut registry = Registry::default();
    registry.register("http", Fake(Definition { name, tier, risk, parameters, ..definition }));
    registry.get("http_post").unwrap().clone()
}

fn rules(rules: Value) -> Vec<Rule> {
    serde_json::from_value(rules).unwrap()
}

fn says(need: ApprovalNeed, decider: Decider) -> CallAssessment {
    let reason = if need == ApprovalNeed::Required { "The tool says so.".to_owned() } else { String::new() };
    CallAssessment { need, ask: ApprovalRequest { reason, decider, ..ApprovalRequest::default() } }
}

fn effect_of(rules: &[Rule], place: Place, tool: &Entry, arguments: &Value) -> Effect {
    judge(rules, place, tool, (arguments, &CallAssessment::default()), &Sources::OWN).effect
}

#[test]
fn without_rules_tier_risk_and_chat_decide() {
    use {Effect::*, Risk::*, Tier::*};
    for (tier, risk, direct, group) in [
        (ReadOnly, Safe, Allow, Log),
        (ReadOnly, High, Ask, Owner),
        (SideEffecting, Safe, Log, Ask),
        (SideEffecting, Moderate, Log, Ask),
        (SideEffecting, High, Ask, Owner),
        (Privileged, Safe, Ask, Owner),
        (Privileged, Moderate, Ask, Owner),
        (Privileged, High, Ask, Owner),
    ] {
        let tool = tool(tier, risk);
        assert_eq!(effect_of(&[], DIRECT, &tool, &json!({})), direct, "{tier:?} {risk:?}");
        assert_eq!(effect_of(&[], GROUP, &tool, &json!({})), group, "{tier:?} {risk:?}");
        assert_eq!(default_effect(&tool.definition), direct, "the documented default");
        for role in [Role::Owner, Role::Approver] {
            let place = Place { role, attended: false, ..DIRECT };
            assert_eq!(effect_of(&[], place, &tool, &json!({})), direct, "{role:?} has the defaults");
        }
    }
}

/// The input of each layer, and the expected judgement.
struct Case {
    tier: Tier,
    risk: Risk,
    need: ApprovalNeed,
    place: Place,
    rule: Option<Effect>,
    untrusted: bool,
    then: (Effect, &'static str),
}

#[test]
fn the_strictest_layer_wins_and_says_why() {
    use {ApprovalNeed::ByPolicy, Effect::*, Risk::*, Tier::*};
    const ORDINARY: Case = Case {
        tier: SideEffecting,
        risk: Moderate,
        need: ByPolicy,
        place: DIRECT,
        rule: None,
        untrusted: false,
        then: (Log, BY_DEFAULT),
    };
    let cases = [
        // The defaults, and a rule in their place, milder or stricter.
        Case { tier: Privileged, then: (Ask, BY_DEFAULT), ..ORDINARY },
        Case { tier: Privileged, rule: Some(Allow), then: (Allow, ""), ..ORDINARY },
        Case { rule: Some(Ask), then: (Ask, BY_RULE), ..ORDINARY },
        Case { rule: Some(Owner), then: (Owner, BY_RULE), ..ORDINARY },
        Case { rule: Some(Deny), then: (Deny, BY_BAN), ..ORDINARY },
        Case { rule: Some(Off), then: (Off, BY_BAN), ..ORDINARY },
        Case { place: GROUP, then: (Ask, IN_A_GROUP), ..ORDINARY },
        Case { place: GROUP, rule: Some(Log), then: (Log, BY_RULE), ..ORDINARY },
        // The floor.
        Case { risk: High, rule: Some(Allow), then: (Ask, BY_FLOOR), ..ORDINARY },
        Case { risk: High, place: GROUP, rule: Some(Allow), then: (Ask, BY_FLOOR), ..ORDINARY },
        Case { risk: High, rule: Some(Deny), then: (Deny, BY_BAN), ..ORDINARY },
        // The layer of untrusted words.
        Case { untrusted: true, then: (Ask, BY_TAINT), ..ORDINARY },
        Case { untrusted: true, rule: Some(Allow), then: (Ask, BY_TAINT), ..ORDINARY },
        Case { untrusted: true, tier: Privileged, then: (Ask, BY_DEFAULT), ..ORDINARY },
        Case { untrusted: true, place: GROUP, then: (Ask, IN_A_GROUP), ..ORDINARY },
        Case { untrusted: true, rule: Some(Deny), then: (Deny, BY_BAN), ..ORDINARY },
        Case { untrusted: true, tier: ReadOnly, risk: Safe, then: (Allow, ""), ..ORDINARY },
        Case { untrusted: true, need: ApprovalNeed::NotNeeded, then: (Log, BY_DEFAULT), ..ORDINARY },
        // The layer of the tool.
        Case { need: ApprovalNeed::Required, then: (Ask, "The tool says so."), ..ORDINARY },
        Case {
            need: ApprovalNeed::Required,
            rule: Some(Allow),
            then: (Ask, "The tool says so."),
            ..ORDINARY
        },
        Case { need: ApprovalNeed::Required, untrusted: true, then: (Ask, "The tool says so."), ..ORDINARY },
        Case { need: ApprovalNeed::Required, risk: High, then: (Ask, "The tool says so."), ..ORDINARY },
        Case { need: ApprovalNeed::Required, rule: Some(Owner), then: (Owner, BY_RULE), ..ORDINARY },
        // Harmless calls are not asked about in groups; forbidden ones stay forbidden.
        Case { need: ApprovalNeed::NotNeeded, place: GROUP, then: (Log, BY_DEFAULT), ..ORDINARY },
        Case { need: ApprovalNeed::NotNeeded, rule: Some(Deny), then: (Deny, BY_BAN), ..ORDINARY },
        Case { need: ApprovalNeed::NotNeeded, risk: High, then: (Ask, BY_FLOOR), ..ORDINARY },
    ];
    for (i, case) in cases.into_iter().enumerate() {
        let rule = case.rule.map(|then| Rule { then, ..rules(json!([{ "then": "allow" }])).remove(0) });
        let judged = judge(
            rule.as_slice(),
            case.place,
            &tool(case.tier, case.risk),
            (&json!({}), &says(case.need, Decider::Requester)),
            &if case.untrusted { Sources::from("example.com") } else { Sources::OWN },
        );
        assert_eq!(judged.effect, case.then.0, "case {i}");
        if judged.effect >= Ask {
            assert_eq!(judged.reason, case.then.1, "case {i}");
        }
    }
}

#[test]
fn what_is_for_the_owner_is_offered_to_nobody_else() {
    let definition = Definition { owner_only: true, ..tool(Tier::ReadOnly, Risk::Safe).definition.clone() };
    let mut registry = Registry::default();
    registry.register("http", Fake(definition));
    let tool = registry.get("http_post").unwrap();
    for (role, is_offered) in [(Role::Owner, true), (Role::Approver, false), (Role::Member, false)] {
        assert_eq!(is_on(&[], Place { role, ..DIRECT }, tool), is_offered, "{role:?}");
    }
}

#[test]
fn a_tool_that_demands_the_owner_gets_the_owner() {
    let demands = says(ApprovalNeed::Required, Decider::Owner);
    let allow = rules(json!([{ "then": "allow" }]));
    let judged = judge(
        &allow,
        DIRECT,
        &tool(Tier::ReadOnly, Risk::Safe),
        (&json!({}), &demands),
        &"example.com".into(),
    );
    assert_eq!(judged, Judgement { effect: Effect::Owner, reason: "The tool says so.".to_owned() });
}

#[test]
fn what_is_to_be_confirmed_asks_whatever_the_rules_say() {
    let parameters = json!({ "type": "object", "properties": { "confirmed": { "type": "boolean" } } });
    let tool = with_parameters(Tier::ReadOnly, Risk::Safe, parameters);
    assert_eq!(effect_of(&rules(json!([{ "then": "allow" }])), DIRECT, &tool, &json!({})), Effect::Ask);
}

#[test]
fn a_rule_fits_what_it_names_and_nothing_else() {
    let (tool, owner) = (tool(Tier::SideEffecting, Risk::Moderate), Place { role: Role::Owner, ..DIRECT });
    let unattended = Place { attended: false, ..DIRECT };
    let arguments = json!({ "url": "https://example.com/a", "count": 12, "none": null });
    for (what, place, fits) in [
        (json!({}), DIRECT, true),
        (json!({ "tool": "http_post" }), DIRECT, true),
        (json!({ "tool": "http" }), DIRECT, true),
        (json!({ "tool": "http_*" }), DIRECT, true),
        (json!({ "tool": "*" }), DIRECT, true),
        (json!({ "tool": "post*" }), DIRECT, false),
        (json!({ "tool": "http_pos" }), DIRECT, false),
        (json!({ "tool": "HTTP_POST" }), DIRECT, false),
        (json!({ "tier": "side_effecting" }), DIRECT, true),
        (json!({ "tier": "read_only" }), DIRECT, false),
        (json!({ "risk": "moderate" }), DIRECT, true),
        (json!({ "risk": "high" }), DIRECT, false),
        (json!({ "role": "member" }), DIRECT, true),
        (json!({ "role": "owner" }), DIRECT, false),
        (json!({ "role": "approver" }), DIRECT, false),
        (json!({ "role": "owner" }), owner, true),
        (json!({ "chat": "direct" }), DIRECT, true),
        (json!({ "chat": "group" }), DIRECT, false),
        (json!({ "chat": "group" }), GROUP, true),
        (json!({ "attended": true }), DIRECT, true),
        (json!({ "attended": false }), DIRECT, false),
        (json!({ "attended": false }), unattended, true),
        (json!({ "arguments": { "url": "example\\.com" } }), DIRECT, true),
        (json!({ "arguments": { "url": "^example" } }), DIRECT, false),
        (json!({ "arguments": { "count": "^12$" } }), DIRECT, true),
        (json!({ "arguments": { "none": "" } }), DIRECT, false),
        (json!({ "arguments": { "missing": "" } }), DIRECT, false),
        (json!({ "arguments": { "url": "example", "count": "13" } }), DIRECT, false),
        (json!({ "tool": "http", "chat": "direct", "role": "member", "risk": "moderate" }), DIRECT, true),
        (json!({ "tool": "http", "chat": "direct", "role": "owner" }), DIRECT, false),
    ] {
        let mut rule = what;
        rule["then"] = json!("deny");
        let judged = effect_of(&rules(json!([rule])), place, &tool, &arguments);
        assert_eq!(judged == Effect::Deny, fits, "{rule}");
    }
}

#[test]
fn of_several_rules_the_strictest_counts_whatever_their_order() {
    let tool = tool(Tier::Privileged, Risk::Moderate);
    let (mild, strict) =
        (json!({ "tool": "http_*", "then": "allow" }), json!({ "role": "member", "then": "deny" }));
    for both in [json!([mild, strict]), json!([strict, mild])] {
        assert_eq!(effect_of(&rules(both), DIRECT, &tool, &json!({})), Effect::Deny);
    }
    assert_eq!(effect_of(&rules(json!([mild])), DIRECT, &tool, &json!({})), Effect::Allow);
}

#[test]
fn a_tool_that_is_off_is_not_offered_where_that_holds() {
    let tool = tool(Tier::ReadOnly, Risk::Safe);
    let off = rules(json!([{ "tool": "http", "chat": "group", "then": "off" }]));
    assert!(is_on(&off, DIRECT, &tool) && !is_on(&off, GROUP, &tool));
    assert!(
        is_on(&rules(json!([{ "tool": "http", "then": "deny" }])), DIRECT, &tool),
        "it is there to be seen"
    );
}

#[test]
fn a_rule_that_cannot_be_understood_is_refused() {
    let problem = |rule: Value| serde_json::from_value::<Rule>(rule).unwrap_err().to_string();
    assert!(problem(json!({ "tool": "http" })).contains("missing field `then`"));
    assert!(problem(json!({ "tols": "http", "then": "ask" })).contains("unknown field `tols`"));
    assert!(problem(json!({ "then": "maybe" })).contains("unknown variant `maybe`"));
    let arguments = json!({ "arguments": { "url": "(" }, "then": "ask" });
    assert_eq!(problem(arguments), r#""(" is not a regular expression"#);
}
