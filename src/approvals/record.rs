//! Records approvals in the audit log.

use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use adjutant_store::{
    approvals::{Approval, Scope, State},
    audit::{self, Event, Kind},
    db::Tx,
    grants::Grant,
};
use adjutant_tools::kit::Pattern;
use anyhow::Result;
use serde_json::json;

/// Records a decision, an expiry or a withdrawal; `by` is `None` if nobody decided.
pub(crate) async fn decision(
    tx: &Tx,
    approval: &Approval,
    by: Option<&UserId>,
    now: Timestamp,
) -> Result<()> {
    let detail = json!({
        "approval": approval.approval_id,
        "summary": approval.summary,
        "arguments_hash": approval.arguments_hash,
        "scope": approval.scope.map(Scope::text),
        "allowed": approval.allowed,
        "why": approval.why,
        "untrusted": approval.untrusted.stored(),
        "decider": approval.decider,
    });
    let outcome = match (&approval.question, approval.state) {
        (Some(_), State::Approved) => "answered",
        (_, state) => state.text(),
    };
    let event = Event { detail, ..about(approval, Kind::Decision, outcome, by) };
    audit::record(tx, event, now).await
}

/// Records a grant beyond a single call.
pub(crate) async fn grant(
    tx: &Tx,
    approval: &Approval,
    (grant, scope, pattern): (&str, Scope, &Pattern),
    by: &UserId,
    now: Timestamp,
) -> Result<()> {
    let detail = json!({
        "grant": grant,
        "approval": approval.approval_id,
        "pattern": pattern.pattern,
        "label": pattern.label,
        "untrusted": approval.untrusted.stored(),
    });
    let event = Event { detail, ..about(approval, Kind::Grant, scope.text(), Some(by)) };
    audit::record(tx, event, now).await
}

/// Records the revocation of a grant.
pub(crate) async fn revocation(tx: &Tx, grant: &Grant, by: &UserId, now: Timestamp) -> Result<()> {
    let event = Event {
        kind: Kind::Revocation,
        user: &grant.user_id,
        actor: Some(by),
        session: None,
        call: None,
        tool: &grant.tool,
        outcome: "revoked",
        detail: json!({ "grant": grant.grant_id, "pattern": grant.pattern, "label": grant.label }),
    };
    audit::record(tx, event, now).await
}

fn about<'a>(approval: &'a Approval, kind: Kind, outcome: &'a str, actor: Option<&'a UserId>) -> Event<'a> {
    Event {
        kind,
        user: &approval.requester,
        actor,
        session: Some(&approval.session_id),
        call: Some(&approval.call_id),
        tool: &approval.tool,
        outcome,
        detail: json!({}),
    }
}
