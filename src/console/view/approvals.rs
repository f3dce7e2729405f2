//! Approvals that wait for the viewer's decision, with the whole call, and the viewer's grants beyond single calls.

use adjutant_domain::{scope::Scope, timestamp::Timestamp};
use adjutant_store::{
    approvals::{self as rows, Approval},
    db::Tx,
    grants,
    people::User,
};
use adjutant_texts::approvals as texts;
use anyhow::Result;
use serde::Serialize;

use super::Place;
use crate::{
    approvals::{self, InForce},
    core::Core,
};

/// The most approvals that are shown: more would be a flood.
const WAITING: i64 = 100;
/// The most grants that are shown.
const GRANTS: usize = 200;

#[derive(Debug, Serialize)]
pub(super) struct Approvals {
    waiting: Vec<Waiting>,
    grants: Vec<Grant>,
    more_grants: usize,
}

#[derive(Debug, Serialize)]
struct Waiting {
    id: String,
    /// The requester of the call; `None` for the viewer's own.
    requester: Option<String>,
    place: Place,
    summary: String,
    preview: String,
    reason: String,
    /// The whole call, as “Details” below the prompt shows it.
    details: String,
    /// Identifies the shown arguments, which a decision must name.
    arguments_hash: String,
    asked_at: Timestamp,
    expires_at: Timestamp,
    may_approve: bool,
    may_deny: bool,
    /// Whether the model asks the viewer a question, which is answered in the chat.
    is_question: bool,
}

#[derive(Debug, Serialize)]
struct Grant {
    id: String,
    /// The calls that it allows, in words.
    allows: String,
    /// The details of the call, if it allows only that call.
    details: Option<String>,
    tool: String,
    in_force: InForce,
    /// `conversation`, `hour` or `always`.
    scope: &'static str,
    for_everybody: bool,
    given_at: Timestamp,
    expires_at: Option<Timestamp>,
    last_used_at: Option<Timestamp>,
}

pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User) -> Result<Approvals> {
    let now = core.clock.timestamp();
    let pending = rows::pending_for(tx, viewer, now, WAITING).await?;
    let mut waiting = Vec::new();
    for approval in &pending {
        waiting.push(shown(tx, core, viewer, approval).await?);
    }
    let in_force = grants::in_force_in(tx, &viewer.user_id, &Scope::Everything, now).await?;
    let more_grants = in_force.len().saturating_sub(GRANTS);
    let grants = in_force.into_iter().take(GRANTS).map(|grant| Grant {
        allows: texts::grant_allows(&grant),
        details: grant.preview.clone().filter(|details| grant.as_pattern().is_exact() && !details.is_empty()),
        in_force: approvals::in_force(core, &grant),
        id: grant.grant_id,
        tool: grant.tool,
        scope: grant.scope.text(),
        for_everybody: grant.for_everybody,
        given_at: grant.created_at,
        expires_at: grant.expires_at,
        last_used_at: grant.last_used_at,
    });
    Ok(Approvals { waiting, grants: grants.collect(), more_grants })
}

async fn shown(tx: &Tx, core: &Core, viewer: &User, approval: &Approval) -> Result<Waiting> {
    let is_own = approval.requester_person == viewer.person;
    Ok(Waiting {
        id: approval.approval_id.clone(),
        requester: (!is_own).then(|| approval.requester_name.clone()),
        place: Place::new(&approval.channel, &approval.chat, approval.chat_kind),
        summary: approval.summary.clone(),
        preview: approval.preview.clone(),
        reason: approval.reason.clone(),
        details: approvals::in_whole(tx, core, approval, viewer.zone(core.zone)).await?,
        arguments_hash: approval.arguments_hash.clone(),
        asked_at: approval.created_at,
        expires_at: approval.expires_at,
        may_approve: approval.may_be_decided_by(viewer),
        may_deny: approval.may_be_denied_by(viewer),
        is_question: approval.question.is_some(),
    })
}
