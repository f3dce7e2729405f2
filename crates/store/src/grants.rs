//! Grants: permissions beyond one call. Only the press of a button makes one.

use std::time::Duration;

use adjutant_domain::{
    ids::{self, SessionId, UserId},
    origin::Sources,
    scope,
    timestamp::Timestamp,
    tools::Pattern,
};
use anyhow::Result;
use serde::Deserialize;

use super::{
    approvals::{Scope, line},
    sessions::{self, Session},
};
use crate::db::{
    Tx, params,
    sql::{field, indexed, listed},
};

/// The lifetime of a grant for an hour.
const HOUR: Duration = Duration::from_hours(1);

/// A grant.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Grant {
    pub grant_id: String,
    /// The user whose calls it allows.
    pub user_id: UserId,
    pub tool: String,
    pub pattern: String,
    /// The pattern in words, as it may be shown.
    #[serde(deserialize_with = "line")]
    pub label: String,
    pub scope: Scope,
    /// The sources of untrusted content that its prompt named; it also covers turns with content from these sources.
    pub sources: Sources,
    /// Whether it allows everybody's calls: the owner has allowed a web server.
    pub for_everybody: bool,
    /// Whether the owner gave it, so that it also covers what only the owner can decide.
    pub by_owner: bool,
    /// The details of the call with which it was given, as its prompt showed them, if they are still known.
    pub preview: Option<String>,
    pub created_at: Timestamp,
    pub expires_at: Option<Timestamp>,
    pub last_used_at: Option<Timestamp>,
}

impl Grant {
    /// Returns the pattern of the calls that it allows.
    pub fn as_pattern(&self) -> Pattern {
        Pattern { pattern: self.pattern.clone(), label: self.label.clone() }
    }
}

/// Selects the live grants of the person behind the user ?1, at the time ?2. A grant for a conversation ends with the
/// conversation. Once the approval was deleted by its age, the audit still has who gave the grant, and where.
macro_rules! live {
    ($rest:expr) => {
        concat!(
            "SELECT g.*, coalesce(o.role = 'owner', 0) AS by_owner, a.preview AS preview
             FROM grants g LEFT JOIN approvals a ON a.approval_id = g.approval_id
             LEFT JOIN ",
            indexed!("audit w", "audit_by_time"),
            " ON a.approval_id IS NULL AND w.at = g.created_at AND w.kind = 'grant' AND ",
            field!("w.detail", "grant"),
            " = g.grant_id
             LEFT JOIN people o ON o.user_id = coalesce(a.decided_by, w.actor)
             LEFT JOIN sessions s ON s.session_id = g.session_id
             WHERE g.user_id IN (SELECT member FROM same_person WHERE user_id = ?1)
                 AND NOT EXISTS (SELECT 1 FROM away w WHERE w.user_id = g.user_id)
                 AND g.revoked_at IS NULL AND (g.expires_at IS NULL OR g.expires_at > ?2)
                 AND (g.scope <> 'conversation' OR g.context_from = s.context_from) ",
            $rest
        )
    };
}

/// A new grant, given with the decision on a call.
pub struct New<'a> {
    /// The user whose calls it allows.
    pub user: &'a UserId,
    /// The conversation of the call.
    pub session: &'a SessionId,
    pub tool: &'a str,
    pub pattern: &'a Pattern,
    pub scope: Scope,
    /// Whether it allows everybody's calls. Only the owner gives such a grant.
    pub for_everybody: bool,
    /// The untrusted sources that the prompt named.
    pub sources: &'a Sources,
    pub approval_id: &'a str,
}

/// Stores a grant, and returns its id.
pub async fn add(tx: &Tx, new: &New<'_>, now: Timestamp) -> Result<String> {
    let id = ids::token();
    let conversation = match new.scope {
        Scope::Conversation => Some(sessions::get(tx, new.session).await?.conversation().clone()),
        _ => None,
    };
    tx.execute(
        "INSERT INTO grants (grant_id, user_id, tool, pattern, label, scope, session_id, context_from, untrusted,
             sources, approval_id, created_at, expires_at, for_everybody)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, (SELECT context_from FROM sessions WHERE session_id = ?7), ?8, ?9, ?10,
             ?11, ?12, ?13)",
        params![
            id.as_str(),
            new.user,
            new.tool,
            new.pattern.pattern.as_str(),
            new.pattern.label.as_str(),
            new.scope.text(),
            conversation.as_ref().map(SessionId::as_str),
            !new.sources.is_empty(),
            new.sources,
            new.approval_id,
            now,
            (new.scope == Scope::Hour).then_some(now + HOUR),
            new.for_everybody
        ],
    )
    .await?;
    Ok(id)
}

/// Returns a grant that covers a call of the tool with any of these patterns. While the turn holds `untrusted` content,
/// only grants whose prompt named all of its sources count. A grant from the owner comes first.
pub async fn find(
    tx: &Tx,
    user: &UserId,
    session: &Session,
    tool: &str,
    patterns: &[Pattern],
    untrusted: &Sources,
    now: Timestamp,
) -> Result<Option<Grant>> {
    let patterns: Vec<_> = patterns.iter().map(|pattern| pattern.pattern.as_str()).collect();
    let fitting: Vec<Grant> = tx
        .all(
            live!(concat!(
                "AND g.tool = ?3 AND g.pattern IN ",
                listed!("?4"),
                " AND (g.session_id IS NULL OR g.session_id = ?5)
                 ORDER BY by_owner DESC, g.created_at"
            )),
            params![user, now, tool, serde_json::to_string(&patterns)?, session.conversation()],
        )
        .await?;
    Ok(fitting.into_iter().find(|grant| untrusted.are_within(&grant.sources)))
}

/// Returns whether the owner has allowed everybody calls of this pattern.
pub async fn everybody_may(tx: &Tx, pattern: &Pattern) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM grants g JOIN people p USING (user_id)
             WHERE g.for_everybody = 1 AND g.pattern = ?1 AND g.revoked_at IS NULL AND p.role = 'owner' LIMIT 1",
            params![pattern.pattern.as_str()],
        )
        .await?;
    Ok(found.is_some())
}

/// Returns all live grants of a person, newest first.
pub async fn in_force(tx: &Tx, user: &UserId, now: Timestamp) -> Result<Vec<Grant>> {
    in_force_in(tx, user, &scope::Scope::Everything, now).await
}

/// Returns the live grants of a person that the scope may show, newest first: in a group, those given there.
pub async fn in_force_in(tx: &Tx, user: &UserId, scope: &scope::Scope, now: Timestamp) -> Result<Vec<Grant>> {
    let (channel, chat) = scope.columns();
    tx.all(
        live!(
            "AND (?3 IS NULL OR coalesce(a.session_id, w.session_id) IN (
                      SELECT session_id FROM sessions WHERE channel = ?3 AND chat = ?4))
             ORDER BY g.created_at DESC, g.grant_id"
        ),
        params![user, now, channel, chat],
    )
    .await
}

/// Records that a grant allowed a call.
pub async fn used(tx: &Tx, grant_id: &str, now: Timestamp) -> Result<()> {
    tx.execute("UPDATE grants SET last_used_at = ?2 WHERE grant_id = ?1", params![grant_id, now])
        .await
        .map(drop)
}

/// Revokes a grant of this person, and returns it. `None` if they have no such grant, or it has ended.
pub async fn revoke(tx: &Tx, user: &UserId, grant_id: &str, now: Timestamp) -> Result<Option<Grant>> {
    let grant: Option<Grant> = tx.first(live!("AND g.grant_id = ?3"), params![user, now, grant_id]).await?;
    if grant.is_some() {
        tx.execute("UPDATE grants SET revoked_at = ?2 WHERE grant_id = ?1", params![grant_id, now]).await?;
    }
    Ok(grant)
}
