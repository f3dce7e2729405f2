//! Tool calls of the model, and their results.

use std::collections::HashMap;

use adjutant_domain::{
    ids::{CallId, SessionId, TurnId},
    origin::Sources,
    timestamp::Timestamp,
    tools::{ErrorCode, ToolCall},
};
use anyhow::Result;
use serde::Deserialize;

use crate::db::{SyncedTx, Tx, params, sql::listed};

/// The result of a call that awaits an approval.
pub const PENDING: &str = "pending: waiting for the person's approval";

/// The result of a call that awaits the person's answer to its question.
pub const UNANSWERED: &str = "pending: waiting for the person's answer";

/// The result of a call while a specialist works on it.
const DELEGATED: &str = "pending: the specialist is still working on it; the result comes by itself";

/// A tool call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Call {
    pub call_id: CallId,
    pub entry_id: i64,
    pub ordinal: i64,
    /// The model's own id of the call.
    pub model_call_id: String,
    pub tool: String,
    /// The arguments exactly as the model wrote them.
    pub arguments: String,
    pub state: State,
    /// The result that the model reads.
    pub result: String,
    /// The error code, if the call failed with one.
    pub error_code: Option<String>,
    /// The sources of untrusted content in the result.
    pub untrusted: Sources,
    /// What the call saved or changed, for people, one item per line.
    pub receipt: Option<String>,
}

impl Call {
    /// Returns whether the call is done and has failed or was refused.
    pub fn has_failed(&self) -> bool {
        self.state == State::Done && is_failure(self.error_code.as_deref(), &self.result)
    }
}

/// Returns whether a result says that the call failed. A call that was not allowed has no code.
pub(crate) fn is_failure(error_code: Option<&str>, result: &str) -> bool {
    error_code.is_some() || result.starts_with(r#"{"success":false"#)
}

/// The progress of a call.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    /// The call may run.
    Ready,
    /// The call waits for a decision or a result.
    Asking,
    /// The effect of the call may have begun.
    Started,
    /// The call has a result.
    Done,
}

impl State {
    fn text(self) -> &'static str {
        match self {
            Self::Ready => "ready",
            Self::Asking => "asking",
            Self::Started => "started",
            Self::Done => "done",
        }
    }
}

/// A new call, with its state and its preliminary result.
pub struct New<'a> {
    pub id: &'a CallId,
    pub call: &'a ToolCall,
    pub state: State,
    pub result: &'a str,
    pub error_code: Option<&'a str>,
}

/// The outcome of a call.
pub struct Finished<'a> {
    pub result: &'a str,
    /// The title of the call, for people.
    pub title: &'a str,
    pub error_code: Option<&'a str>,
    pub untrusted: &'a Sources,
    /// What the call saved or changed, for people, one item per line.
    pub receipt: Option<&'a str>,
}

/// Stores a call of an entry.
pub async fn insert(tx: &Tx, turn: &TurnId, entry_id: i64, ordinal: usize, new: New<'_>) -> Result<()> {
    tx.execute(
        "INSERT INTO tool_calls
             (call_id, turn_id, entry_id, ordinal, model_call_id, tool, arguments, state, result, error_code)
         VALUES (?1, ?2, ?3, ?4, ?5, ?6, ?7, ?8, ?9, ?10)",
        params![
            new.id,
            turn,
            entry_id,
            ordinal as i64,
            new.call.id.as_str(),
            new.call.name.as_str(),
            new.call.arguments.as_str(),
            new.state.text(),
            new.result,
            new.error_code
        ],
    )
    .await
    .map(drop)
}

/// Returns the calls of a turn, in order.
pub async fn of_turn(tx: &Tx, turn: &TurnId) -> Result<Vec<Call>> {
    of_turns(tx, std::slice::from_ref(turn)).await
}

/// Returns the calls of several turns, in order within each entry.
pub async fn of_turns(tx: &Tx, turns: &[TurnId]) -> Result<Vec<Call>> {
    tx.all(
        concat!(
            "SELECT call_id, entry_id, ordinal, model_call_id, tool, arguments, state, result,
             error_code, untrusted, receipt
         FROM tool_calls WHERE turn_id IN ",
            listed!("?1"),
            " ORDER BY entry_id, ordinal"
        ),
        [serde_json::to_string(turns)?],
    )
    .await
}

/// Returns the arguments of a call, as the model wrote them; `None` if there is no such call.
pub async fn arguments(tx: &Tx, call: &CallId) -> Result<Option<String>> {
    tx.value("SELECT arguments AS value FROM tool_calls WHERE call_id = ?1", params![call]).await
}

/// A call of the same tool in the same response as another call.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Beside {
    pub call_id: CallId,
    pub arguments: String,
    pub state: State,
    pub error_code: Option<String>,
    /// Whether a session works or has worked on the call.
    pub has_begun: bool,
}

/// Returns the calls of the same tool in the same response as a call, itself included, in order.
pub async fn beside(tx: &Tx, call: &CallId) -> Result<Vec<Beside>> {
    tx.all(
        "SELECT c.call_id, c.arguments, c.state, c.error_code,
             EXISTS (SELECT 1 FROM sessions s WHERE s.parent_call = c.call_id) AS has_begun
         FROM tool_calls o JOIN tool_calls c
             ON c.turn_id = o.turn_id AND c.entry_id = o.entry_id AND c.tool = o.tool
         WHERE o.call_id = ?1 ORDER BY c.ordinal",
        params![call],
    )
    .await
}

/// Returns the receipts of a session's calls, in order.
pub async fn receipts(tx: &Tx, session: &SessionId) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Row {
        receipt: String,
    }
    let rows: Vec<Row> = tx
        .all(
            "SELECT c.receipt FROM tool_calls c JOIN turns t USING (turn_id)
             WHERE t.session_id = ?1 AND c.receipt IS NOT NULL ORDER BY c.entry_id, c.ordinal",
            params![session],
        )
        .await?;
    Ok(rows.into_iter().map(|row| row.receipt).collect())
}

/// Returns the titles of the finished calls of these turns, for people.
pub async fn titles(tx: &Tx, turns: &[TurnId]) -> Result<HashMap<CallId, String>> {
    #[derive(Deserialize)]
    struct Row {
        call_id: CallId,
        title: String,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT call_id, title FROM tool_calls
             WHERE turn_id IN ",
                listed!("?1"),
                " AND state = 'done'"
            ),
            [serde_json::to_string(turns)?],
        )
        .await?;
    Ok(rows.into_iter().map(|row| (row.call_id, row.title)).collect())
}

/// Records that the effect of a call begins. Returns false if the call is not ready.
pub async fn start(tx: &SyncedTx, call: &CallId, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE tool_calls SET state = 'started', started_at = ?2 WHERE call_id = ?1 AND state = 'ready'",
            params![call, now],
        )
        .await?;
    Ok(changed == 1)
}

/// Records the result of a call.
pub async fn finish(tx: &Tx, call: &CallId, finished: Finished<'_>, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE tool_calls SET state = 'done', result = ?2, title = ?3, error_code = ?4, untrusted = ?5,
             receipt = ?6, finished_at = ?7
         WHERE call_id = ?1",
        params![
            call,
            finished.result,
            finished.title,
            finished.error_code,
            finished.untrusted,
            finished.receipt,
            now
        ],
    )
    .await
    .map(drop)
}

/// Suspends a call whose result comes later. Returns false if it has its result already.
pub async fn suspend(tx: &Tx, call: &CallId) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE tool_calls SET state = 'asking', result = ?2 WHERE call_id = ?1 AND state <> 'done'",
            params![call, DELEGATED],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns whether a call is done.
pub async fn is_done(tx: &Tx, call: &CallId) -> Result<bool> {
    let done: Option<i64> = tx
        .value("SELECT 1 AS value FROM tool_calls WHERE call_id = ?1 AND state = 'done'", params![call])
        .await?;
    Ok(done.is_some())
}

/// Releases a call that awaited a decision, so that it can run.
pub async fn release(tx: &Tx, call: &CallId) -> Result<()> {
    tx.execute("UPDATE tool_calls SET state = 'ready' WHERE call_id = ?1 AND state = 'asking'", params![call])
        .await
        .map(drop)
}

/// Ends a call that never ran.
pub async fn refuse(tx: &Tx, call: &CallId, (code, result): (ErrorCode, &str), now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE tool_calls SET state = 'done', result = ?2, error_code = ?3, finished_at = ?4
         WHERE call_id = ?1 AND state <> 'done'",
        params![call, result, code.as_str(), now],
    )
    .await
    .map(drop)
}

/// Ends every call of a turn that has no result.
pub async fn refuse_open(
    tx: &Tx,
    turn: &TurnId,
    (code, result): (ErrorCode, &str),
    now: Timestamp,
) -> Result<()> {
    tx.execute(
        "UPDATE tool_calls SET state = 'done', result = ?2, error_code = ?3, finished_at = ?4
         WHERE turn_id = ?1 AND state <> 'done'",
        params![turn, result, code.as_str(), now],
    )
    .await
    .map(drop)
}
