//! The audit log: every decision, grant, revocation and privileged call, kept for good. The database refuses to change
//! a row, except to forget a person: their name becomes a digest with a salt that is not kept.

use adjutant_domain::{
    ids::{self, CallId, SessionId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::db::{
    Tx, params,
    sql::{field, listed, position, without_field},
};

/// The kind of an audit event.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// An approval was decided, expired or withdrawn.
    Decision,
    /// A permission beyond one call was given.
    Grant,
    /// A grant was revoked.
    Revocation,
    /// A privileged call ran.
    Call,
}

impl Kind {
    /// Returns the column's value.
    pub fn text(self) -> &'static str {
        match self {
            Self::Decision => "decision",
            Self::Grant => "grant",
            Self::Revocation => "revocation",
            Self::Call => "call",
        }
    }
}

/// An event to record.
pub struct Event<'a> {
    pub kind: Kind,
    /// The user whose call or grant the event is about.
    pub user: &'a UserId,
    /// The user who acted; `None` for the program itself, as on expiry.
    pub actor: Option<&'a UserId>,
    pub session: Option<&'a SessionId>,
    pub call: Option<&'a CallId>,
    pub tool: &'a str,
    /// One word, such as `approved`, `denied`, `answered`, `succeeded`, or an error code.
    pub outcome: &'a str,
    /// Further details by kind: a JSON object.
    pub detail: Value,
}

/// Records an event.
pub async fn record(tx: &Tx, event: Event<'_>, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO audit (at, kind, user_id, actor, session_id, call_id, tool, outcome, detail)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9)",
        params![
            now,
            event.kind.text(),
            event.user,
            event.actor.map(UserId::as_str),
            event.session.map(SessionId::as_str),
            event.call.map(CallId::as_str),
            event.tool,
            event.outcome,
            event.detail.to_string()
        ],
    )
    .await
    .map(drop)
}

/// An act outside of tool calls: a change of who is served, a link, a sign-in, a change from the console.
pub struct Act<'a> {
    pub kind: Kind,
    /// The user whom the act concerns.
    pub user: &'a UserId,
    /// The user who acted; `None` on the command line.
    pub actor: Option<&'a UserId>,
    /// The place of the act, in the column of the tool: `people`, `link`, `console`.
    pub at: &'a str,
    /// One word, as in [`Event::outcome`].
    pub outcome: &'a str,
    /// A description of the act, for people.
    pub label: &'a str,
}

/// Records an act.
pub async fn record_act(tx: &Tx, act: Act<'_>, now: Timestamp) -> Result<()> {
    let Act { kind, user, actor, at, outcome, label } = act;
    let detail = serde_json::json!({ "label": label });
    let event = Event { kind, user, actor, session: None, call: None, tool: at, outcome, detail };
    record(tx, event, now).await
}

/// A recorded event, with people's names.
#[derive(Clone, Debug, PartialEq, Deserialize)]
pub struct Entry {
    pub audit_id: i64,
    pub at: Timestamp,
    pub kind: Kind,
    pub user_id: UserId,
    pub user_name: Option<String>,
    pub actor: Option<UserId>,
    pub actor_name: Option<String>,
    pub session_id: Option<String>,
    pub call_id: Option<String>,
    pub tool: String,
    pub outcome: String,
    /// A JSON object.
    pub detail: String,
}

/// Returns up to `limit` events with ids above `after`, oldest first, from `since` on. They involve these people,
/// either as the user of the call or as the actor; `None` means everybody.
pub async fn page(
    tx: &Tx,
    after: i64,
    since: Timestamp,
    people: Option<&[UserId]>,
    limit: i64,
) -> Result<Vec<Entry>> {
    tx.all(
        concat!(
            "SELECT e.*, u.name AS user_name, w.name AS actor_name FROM audit e
         LEFT JOIN users u ON u.user_id = e.user_id LEFT JOIN users w ON w.user_id = e.actor
         WHERE e.audit_id > ?1 AND e.at >= ?2
             AND (?3 IS NULL OR e.user_id IN ",
            listed!("?3"),
            " OR e.actor IN ",
            listed!("?3"),
            ")
         ORDER BY e.audit_id LIMIT ?4
         -- scan: a page of the whole, for the operator"
        ),
        params![after, since, people.map(serde_json::to_string).transpose()?, limit],
    )
    .await
}

/// Returns up to `limit` events with ids below `before`, newest first, that involve these people, as in [`page`].
pub async fn newest(tx: &Tx, before: i64, people: Option<&[UserId]>, limit: i64) -> Result<Vec<Entry>> {
    tx.all(
        concat!(
            "SELECT e.*, u.name AS user_name, w.name AS actor_name FROM audit e
         LEFT JOIN users u ON u.user_id = e.user_id LEFT JOIN users w ON w.user_id = e.actor
         WHERE e.audit_id < ?1
             AND (?2 IS NULL OR e.user_id IN ",
            listed!("?2"),
            " OR e.actor IN ",
            listed!("?2"),
            ")
         ORDER BY e.audit_id DESC LIMIT ?3
         -- scan: from the newest on, until there are as many"
        ),
        params![before, people.map(serde_json::to_string).transpose()?, limit],
    )
    .await
}

/// A row that names a person who is being forgotten.
#[derive(Clone, Debug, Deserialize)]
pub struct AuditMention {
    pub audit_id: i64,
    user_id: String,
    actor: Option<String>,
    session_id: Option<String>,
    call_id: Option<String>,
    /// Whether the row is about an act of the person, or about a link with them: its detail is then removed.
    is_theirs: bool,
    is_of_user: bool,
    is_by_actor: bool,
}

/// Returns up to `limit` rows with ids above `after` that name the person being forgotten.
pub async fn naming(tx: &Tx, forgetting: &str, after: i64, limit: i64) -> Result<Vec<AuditMention>> {
    tx.all(
        concat!(
            "SELECT * FROM (
             SELECT audit_id, user_id, actor, session_id, call_id,
                 user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1) AS is_of_user,
                 coalesce(actor IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1), 0) AS is_by_actor,
                 tool = 'link' AND detail <> '{}' AND EXISTS (
                     SELECT 1 FROM forgotten_identities i WHERE i.forgetting_id = ?1
                         AND ",
position!(concat!("' ' || replace(", field!("detail", "label"), ", ',', ' ') || ' '"), "' ' || i.channel || ':' || i.external_id || ' '"),
" > 0) AS is_theirs
             FROM audit WHERE audit_id > ?2)
         WHERE is_of_user OR is_by_actor OR is_theirs ORDER BY audit_id LIMIT ?3
         -- scan: goes through the audit once, when somebody is forgotten"
        ),
        params![forgetting, after, limit],
    )
    .await
}

/// Replaces the person's ids in a row with digests, which are equal for equal ids and salts. The time and the outcome
/// stay.
pub async fn blot(tx: &Tx, row: &AuditMention, salt: &str) -> Result<()> {
    let digest = |id: &String| format!("forgotten-{}", &ids::sha256(&format!("{salt}{id}"))[..32]);
    let unless = |kept: bool, id: &Option<String>| if kept { id.clone() } else { id.as_ref().map(digest) };
    tx.execute(
        concat!(
            "UPDATE audit SET user_id = ?2, actor = ?3, session_id = ?4, call_id = ?5,
             detail = CASE WHEN ?6 THEN '{}' WHEN ?7 THEN ",
            without_field!("detail", "why"),
            " ELSE detail END
         WHERE audit_id = ?1"
        ),
        params![
            row.audit_id,
            if row.is_of_user { digest(&row.user_id) } else { row.user_id.clone() },
            unless(!row.is_by_actor, &row.actor),
            unless(!row.is_of_user, &row.session_id),
            unless(!row.is_of_user, &row.call_id),
            row.is_of_user || row.is_theirs,
            row.is_by_actor
        ],
    )
    .await
    .map(drop)
}
