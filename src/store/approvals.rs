//! Approvals: one row for each call that somebody has to decide about.

use anyhow::Result;
use libsql::params;
use serde::Deserialize;

use crate::{
    db::Tx,
    ids::{self, CallId, SessionId, TurnId, UserId},
};

/// A call that was asked about.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Approval {
    pub approval_id: String,
    pub call_id: CallId,
    pub turn_id: TurnId,
    pub session_id: SessionId,
    /// Who asked for it, and the only one who may decide.
    pub requester: UserId,
    /// The prompt's row in the outbox.
    pub outbox_id: i64,
    pub tool: String,
    pub arguments: String,
    pub arguments_hash: String,
    /// What will happen, in words.
    pub summary: String,
    /// Why it asks.
    pub reason: String,
    /// What "always" would allow.
    pub pattern: Option<String>,
    pub state: State,
    /// "Always" was chosen.
    pub granted: bool,
    pub expires_at: i64,
}

/// What has been decided.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Pending,
    Approved,
    Denied,
    /// Nobody decided in time.
    Expired,
    /// The turn was stopped, or the conversation left.
    Cancelled,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            Self::Pending => "pending",
            Self::Approved => "approved",
            Self::Denied => "denied",
            Self::Expired => "expired",
            Self::Cancelled => "cancelled",
        }
    }
}

impl Approval {
    /// Whether a call with these arguments is what the person was asked about.
    pub fn is_for_these_arguments(&self, arguments: &str) -> bool {
        self.arguments_hash == ids::sha256(arguments)
    }
}

/// Stores an approval.
pub async fn insert(tx: &Tx, approval: &Approval, now: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO approvals (approval_id, call_id, turn_id, session_id, requester, outbox_id, tool, arguments,
             arguments_hash, summary, reason, pattern, state, created_at, expires_at)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10, ?11, ?12, 'pending', ?13, ?14)",
        params![
            approval.approval_id.as_str(),
            &approval.call_id,
            &approval.turn_id,
            &approval.session_id,
            &approval.requester,
            approval.outbox_id,
            approval.tool.as_str(),
            approval.arguments.as_str(),
            approval.arguments_hash.as_str(),
            approval.summary.as_str(),
            approval.reason.as_str(),
            approval.pattern.as_deref(),
            now,
            approval.expires_at
        ],
    )
    .await
    .map(drop)
}

/// The approval that a button stands for.
pub async fn get(tx: &Tx, id: &str) -> Result<Option<Approval>> {
    tx.first("SELECT * FROM approvals WHERE approval_id = ?1", [id]).await
}

/// All approvals of a prompt, in the order of the calls.
pub async fn of_prompt(tx: &Tx, outbox_id: i64) -> Result<Vec<Approval>> {
    tx.all(
        "SELECT a.* FROM approvals a JOIN tool_calls c USING (call_id) WHERE a.outbox_id = ?1 ORDER BY c.ordinal",
        [outbox_id],
    )
    .await
}

/// Decides a pending approval. False if it was not pending, or had expired.
pub async fn decide(
    tx: &Tx,
    id: &str,
    state: State,
    granted: bool,
    by: Option<&UserId>,
    now: i64,
) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE approvals SET state = ?2, granted = ?3, decided_by = ?4, decided_at = ?5
             WHERE approval_id = ?1 AND state = 'pending' AND (expires_at > ?5 OR ?2 IN ('expired', 'cancelled'))",
            params![id, state.text(), granted, by.map(UserId::as_str), now],
        )
        .await?;
    Ok(changed == 1)
}

/// Approvals whose time is over, those of a turn together and in the order of its calls; at most `limit`.
pub async fn overdue(tx: &Tx, now: i64, limit: i64) -> Result<Vec<Approval>> {
    tx.all(
        "SELECT * FROM approvals WHERE state = 'pending' AND expires_at <= ?1
         ORDER BY expires_at, turn_id, call_id LIMIT ?2",
        params![now, limit],
    )
    .await
}

/// When the next approval expires.
pub async fn next_expiry(tx: &Tx) -> Result<Option<i64>> {
    tx.value::<Option<i64>>("SELECT min(expires_at) AS value FROM approvals WHERE state = 'pending'", ())
        .await
        .map(Option::flatten)
}

/// Withdraws what a turn has asked and not carried out, approved or not. Gives the prompts that this changes.
pub async fn cancel_open(tx: &Tx, turn: &TurnId, now: i64) -> Result<Vec<i64>> {
    #[derive(Deserialize)]
    struct Row {
        outbox_id: i64,
    }
    let open: Vec<Row> = tx
        .all(
            "SELECT DISTINCT a.outbox_id FROM approvals a JOIN tool_calls c USING (call_id)
             WHERE a.turn_id = ?1 AND c.state IN ('asking', 'ready')",
            params![turn],
        )
        .await?;
    tx.execute(
        "UPDATE approvals SET state = 'cancelled', decided_at = ?2 WHERE turn_id = ?1 AND call_id IN
             (SELECT call_id FROM tool_calls WHERE turn_id = ?1 AND state IN ('asking', 'ready'))",
        params![turn, now],
    )
    .await?;
    Ok(open.into_iter().map(|row| row.outbox_id).collect())
}

/// How many calls of this person wait for a decision.
pub async fn count_pending(tx: &Tx, user: &UserId) -> Result<i64> {
    Ok(tx
        .value(
            "SELECT count(*) AS value FROM approvals WHERE requester = ?1 AND state = 'pending'",
            params![user],
        )
        .await?
        .unwrap_or_default())
}

/// What was decided about a call; `None` if it was never asked about.
pub async fn state_of_call(tx: &Tx, call: &CallId) -> Result<Option<State>> {
    tx.value("SELECT state AS value FROM approvals WHERE call_id = ?1", params![call]).await
}
