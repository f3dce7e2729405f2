//! Turns for monitoring: their course, steps and costs.

use adjutant_channel::ChatKind;
use adjutant_domain::{
    ids::{CallId, RunId, SessionId, TurnId, UserId},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::State;
use crate::db::{Tx, params, sql::listed};

/// How many of the newest turns are searched for those of some people.
const LOOKED_THROUGH: i64 = 5_000;

/// A turn, without its transcript.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Overview {
    pub turn_id: TurnId,
    pub user_id: UserId,
    pub user_name: String,
    pub channel: String,
    pub chat: String,
    pub chat_kind: ChatKind,
    /// The run to which the turn belongs.
    pub run_id: Option<RunId>,
    /// The specialist to which the turn belongs.
    pub agent: Option<String>,
    pub state: State,
    /// How often it was resumed after an interruption.
    pub attempts: i64,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
    /// The number of tool calls.
    pub calls: i64,
}

/// Selects turns `t` of the sessions `s`.
macro_rules! select {
    ($rest:expr) => {
        concat!(
            "SELECT t.turn_id, s.user_id, u.name AS user_name, s.channel, s.chat, s.chat_kind, s.run_id, s.agent,
                 t.state, t.attempts, t.started_at, t.finished_at, t.input_tokens, t.cached_tokens, t.output_tokens,
                 t.cost_micros, (SELECT count(*) FROM tool_calls c WHERE c.turn_id = t.turn_id) AS calls
             FROM ",
            $rest
        )
    };
}

/// Returns up to `limit` of the newest turns of these people, newest first; `None` means everybody.
pub async fn newest(tx: &Tx, people: Option<&[UserId]>, limit: i64) -> Result<Vec<Overview>> {
    tx.all(
        // Turn ids are in the order of time.
        select!(concat!(
            "(SELECT * FROM turns ORDER BY turn_id DESC LIMIT ?3) t
             JOIN sessions s USING (session_id) JOIN users u USING (user_id)
             WHERE ?1 IS NULL OR s.user_id IN ",
            listed!("?1"),
            " ORDER BY t.turn_id DESC LIMIT ?2
             -- scan: some of the newest, in the order of the index"
        )),
        params![people.map(serde_json::to_string).transpose()?, limit, LOOKED_THROUGH],
    )
    .await
}

/// Returns a turn.
pub async fn overview(tx: &Tx, turn: &TurnId) -> Result<Option<Overview>> {
    tx.first(
        select!(
            "turns t JOIN sessions s USING (session_id) JOIN users u USING (user_id) WHERE t.turn_id = ?1"
        ),
        params![turn],
    )
    .await
}

/// How many turns in the order of their ends are searched for those of a session.
const ENDED_NEXT: i64 = 100;

/// A call, with its turn.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct CallOfTurn {
    pub call_id: CallId,
    pub turn_id: TurnId,
}

/// Returns the calls of a tool in the turns of a session that ended at a time or later, in the order of their ends. A
/// session has one turn at a time, so the calls of the turn that ran at that time come first.
pub async fn calls_around(
    tx: &Tx,
    session: &SessionId,
    tool: &str,
    at: Timestamp,
) -> Result<Vec<CallOfTurn>> {
    tx.all(
        "SELECT c.call_id, c.turn_id
         FROM (SELECT turn_id, session_id, finished_at FROM turns
               WHERE finished_at IS NOT NULL AND finished_at >= ?3 ORDER BY finished_at LIMIT ?4) t
         JOIN tool_calls c USING (turn_id)
         WHERE t.session_id = ?1 AND c.tool = ?2 ORDER BY t.finished_at",
        params![session, tool, at, ENDED_NEXT],
    )
    .await
}

/// The times of a turn and of the event that caused it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Course {
    pub state: State,
    /// When the first message was sent, by the platform's clock.
    pub sent_at: Option<Timestamp>,
    /// When it was stored.
    pub received_at: Option<Timestamp>,
    pub started_at: Timestamp,
    pub finished_at: Option<Timestamp>,
}

/// Returns the times of a turn.
pub async fn course(tx: &Tx, turn: &TurnId) -> Result<Option<Course>> {
    tx.first(
        "SELECT state, started_at, finished_at,
             (SELECT min(sent_at) FROM inbox WHERE turn_id = ?1 AND kind <> 'decision') AS sent_at,
             (SELECT min(received_at) FROM inbox WHERE turn_id = ?1 AND kind <> 'decision') AS received_at
         FROM turns WHERE turn_id = ?1",
        params![turn],
    )
    .await
}

/// The kind of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepKind {
    /// A message arrived; begins when the message was sent.
    Message,
    /// The model answered; only its end is known.
    Response,
    /// A tool call ran.
    Call,
    /// A person was asked; ends with the decision.
    Decision,
    /// A message was delivered; begins when the message was written.
    Delivery,
}

/// Something that happened in a turn, or to its answer.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Step {
    pub kind: StepKind,
    /// The tool, or the channel of a delivery.
    pub name: String,
    pub begins: Option<Timestamp>,
    pub ends: Option<Timestamp>,
    /// The row's state, or the error code of a call.
    pub state: String,
    /// Arguments, a question, or the reason of a failure.
    pub input: String,
    /// The text, or the result of a call.
    pub output: String,
}

/// Returns the steps of a turn, in the order of their ends; `run` is the run to which the turn belongs. Of steps that
/// end in the same millisecond, a response comes before its calls, and a decision before its call.
pub async fn steps(tx: &Tx, turn: &TurnId, run: Option<&RunId>) -> Result<Vec<Step>> {
    let run = run.map_or_else(|| turn.as_str(), RunId::as_str);
    tx.all(
        "SELECT kind, name, begins, ends, state, input, output FROM (
             SELECT 'message' AS kind, channel AS name, sent_at AS begins, received_at AS ends, '' AS state,
                 '' AS input, '' AS output, 0 AS place, inbox_id AS number
             FROM inbox WHERE turn_id = ?1 AND kind = 'message'
             UNION ALL
             SELECT 'response', '', NULL, created_at, '', '', text, 4 * entry_id, 0 FROM entries
             WHERE turn_id = ?1 AND role = 'assistant'
             UNION ALL
             SELECT 'decision', a.tool, a.created_at, a.decided_at, a.state, a.summary, '', 4 * c.entry_id + 1, c.ordinal
             FROM approvals a JOIN tool_calls c USING (call_id) WHERE a.turn_id = ?1
             UNION ALL
             SELECT 'call', tool, started_at, finished_at, coalesce(error_code, state), arguments, result,
                 4 * entry_id + 2, ordinal
             FROM tool_calls WHERE turn_id = ?1
             UNION ALL
             SELECT 'delivery', channel, created_at, sent_at, state, coalesce(error, ''), '', 1 << 62, outbox_id
             FROM outbox WHERE source IN (?1, ?2))
         ORDER BY coalesce(ends, begins), place, number",
        params![turn, run],
    )
    .await
}
