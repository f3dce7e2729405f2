//! Turns and the transcript.

use std::collections::HashMap;

use adjutant_domain::{
    budget::Spent,
    counted::Counted,
    ids::{SessionId, TurnId},
    origin::Sources,
    timestamp::Timestamp,
    tools::ToolCall,
    wake::Wake,
};
use anyhow::{Context, Result};
use serde::{Deserialize, Serialize};

use crate::{
    calls::{self, Call},
    db::{Tx, params, sql::listed},
    search,
};

mod shown;
mod spent;
mod stopping;
pub mod trace;

pub use shown::{EarlierTurn, Page, TurnSize, earlier, measured, sources_for, untrusted_before};
pub use spent::spent_with_helpers;
pub use stopping::{cancel_requested, interrupt, is_interrupted, request_cancel, to_stop};

/// A turn with its transcript.
#[derive(Clone, Debug)]
pub struct Turn {
    pub head: Head,
    /// The entries of the transcript so far, in order.
    pub entries: Vec<Entry>,
}

/// The row of a turn.
#[derive(Clone, Debug, Deserialize)]
pub struct Head {
    pub turn_id: TurnId,
    pub session_id: SessionId,
    pub seq: i64,
    pub state: State,
    pub cancel_requested: bool,
    /// The message that its answer quotes in a group.
    pub reply_to: Option<String>,
    /// How often it was resumed after an interruption.
    pub attempts: i64,
    /// The current segment of the answer.
    pub segment: i64,
    /// Model calls since the person's last decision; the next five fields count from there as well.
    pub steps: i64,
    pub began_at: Timestamp,
    pub input_tokens: i64,
    pub cached_tokens: i64,
    pub output_tokens: i64,
    pub cost_micros: i64,
}

/// The state of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum State {
    Running,
    /// Suspended until a decision or a result arrives.
    Waiting,
    Done,
    Failed,
    Stopped,
}

impl State {
    /// Returns whether the turn has ended.
    pub fn is_final(self) -> bool {
        !matches!(self, Self::Running | Self::Waiting)
    }

    pub fn text(self) -> &'static str {
        match self {
            Self::Running => "running",
            Self::Waiting => "waiting",
            Self::Done => "done",
            Self::Failed => "failed",
            Self::Stopped => "stopped",
        }
    }
}

/// One entry of the transcript.
#[derive(Clone, Debug, PartialEq)]
pub enum Entry {
    User {
        text: String,
        /// The sources of untrusted content in the text.
        untrusted: Sources,
    },
    /// Text from the gateway for the model: a quoted message, or the result of a schedule.
    Note {
        text: String,
        /// As above.
        untrusted: Sources,
    },
    Assistant {
        text: String,
        segment: i64,
        /// The sources of all untrusted content that the model had read when it wrote this text.
        untrusted: Sources,
        calls: Vec<Call>,
    },
}

/// Opens a turn at the end of a session.
pub async fn open(tx: &Tx, session: &SessionId, reply_to: Option<&str>, now: Timestamp) -> Result<Head> {
    tx.first(
        "INSERT INTO turns (turn_id, session_id, seq, state, reply_to, began_at, started_at)
         SELECT ?1, ?2, coalesce(max(seq), -1) + 1, 'running', ?3, ?4, ?4 FROM turns WHERE session_id = ?2
         RETURNING *",
        params![TurnId::generate(), session, reply_to, now],
    )
    .await?
    .context("the stored turn is missing")
}

/// Returns the running turn of a session, even after a crash.
pub async fn running(tx: &Tx, session: &SessionId) -> Result<Option<TurnId>> {
    tx.value(
        "SELECT turn_id AS value FROM turns WHERE session_id = ?1 AND state = 'running'",
        params![session],
    )
    .await
}

/// Loads a turn with its transcript.
pub async fn load(tx: &Tx, id: &TurnId) -> Result<Turn> {
    let head: Head = tx
        .first("SELECT * FROM turns WHERE turn_id = ?1", params![id])
        .await?
        .with_context(|| format!("there is no {id}"))?;
    let entries = entries(tx, id).await?;
    Ok(Turn { head, entries })
}

/// Returns the transcript of a turn.
pub async fn entries(tx: &Tx, id: &TurnId) -> Result<Vec<Entry>> {
    Ok(transcripts(tx, std::slice::from_ref(id)).await?.remove(id).unwrap_or_default())
}

/// Returns the transcripts of several turns. Turns without entries are left out.
pub async fn transcripts(tx: &Tx, ids: &[TurnId]) -> Result<HashMap<TurnId, Vec<Entry>>> {
    #[derive(Deserialize)]
    struct Row {
        turn_id: TurnId,
        entry_id: i64,
        role: String,
        text: String,
        segment: i64,
        untrusted: Sources,
    }
    let rows: Vec<Row> = tx
        .all(
            concat!(
                "SELECT turn_id, entry_id, role, text, segment, untrusted FROM entries
             WHERE turn_id IN ",
                listed!("?1"),
                " ORDER BY entry_id"
            ),
            [serde_json::to_string(ids)?],
        )
        .await?;
    let asked = rows.iter().any(|row| row.role == "assistant");
    let mut calls = calls_by_entry(tx, if asked { ids } else { &[] }).await?;
    let mut transcripts: HashMap<TurnId, Vec<Entry>> = HashMap::new();
    for Row { turn_id, entry_id, role, text, segment, untrusted } in rows {
        let calls = calls.remove(&entry_id).unwrap_or_default();
        let entry = Entry::read(&role, (text, segment, untrusted), calls);
        transcripts.entry(turn_id).or_default().push(entry);
    }
    Ok(transcripts)
}

/// Returns the calls of several turns by entry.
async fn calls_by_entry(tx: &Tx, turns: &[TurnId]) -> Result<HashMap<i64, Vec<Call>>> {
    let mut by_entry: HashMap<i64, Vec<Call>> = HashMap::new();
    if !turns.is_empty() {
        for call in calls::of_turns(tx, turns).await? {
            by_entry.entry(call.entry_id).or_default().push(call);
        }
    }
    Ok(by_entry)
}

/// Appends a message of the person: their own words, or those of these sources.
pub async fn append_user(
    tx: &Tx,
    turn: &TurnId,
    text: &str,
    sources: &Sources,
    now: Timestamp,
) -> Result<i64> {
    append(tx, turn, ("user", text, 0), sources, now).await
}

/// Appends a note for the model, with the sources of its untrusted content.
pub async fn append_note(
    tx: &Tx,
    turn: &TurnId,
    text: &str,
    sources: &Sources,
    now: Timestamp,
) -> Result<i64> {
    append(tx, turn, ("note", text, 0), sources, now).await
}

/// Appends the model's text in a segment, with the sources that may have steered it. Returns the entry's id for its
/// calls.
pub async fn append_assistant(
    tx: &Tx,
    turn: &TurnId,
    (text, segment): (&str, i64),
    sources: &Sources,
    now: Timestamp,
) -> Result<i64> {
    append(tx, turn, ("assistant", text, segment), sources, now).await
}

async fn append(
    tx: &Tx,
    turn: &TurnId,
    (role, text, segment): (&'static str, &str, i64),
    sources: &Sources,
    now: Timestamp,
) -> Result<i64> {
    tx.added(
        "INSERT INTO entries (turn_id, role, text, segment, created_at, untrusted) VALUES (?1, ?2, ?3, ?4, ?5, ?6)
         RETURNING entry_id AS value",
        params![turn, role, text, segment, now, sources],
    )
    .await
}

/// Adds the model's spending to the turn. Time is not counted: it is measured from `began_at`.
pub async fn count(tx: &Tx, turn: &TurnId, spent: Spent) -> Result<()> {
    let Spent { steps, millis: _, input_tokens, cached_tokens, output_tokens, cost_micros } = spent;
    tx.execute(
        "UPDATE turns SET steps = steps + ?2, input_tokens = input_tokens + ?3,
             output_tokens = output_tokens + ?4, cost_micros = cost_micros + ?5,
             cached_tokens = cached_tokens + ?6 WHERE turn_id = ?1",
        params![turn, steps, input_tokens, output_tokens, cost_micros, cached_tokens],
    )
    .await
    .map(drop)
}

impl Head {
    /// Returns the turn as if its budget began now, for work after its end.
    #[must_use]
    pub fn with_fresh_budget(self, now: Timestamp) -> Self {
        Self {
            steps: 0,
            began_at: now,
            input_tokens: 0,
            cached_tokens: 0,
            output_tokens: 0,
            cost_micros: 0,
            ..self
        }
    }

    /// Returns the turn's spending since the person's last decision; the time counts since the turn was last resumed.
    pub fn spent(&self, now: Timestamp) -> Spent {
        let Self { steps, input_tokens, cached_tokens, output_tokens, cost_micros, began_at, .. } = *self;
        Spent {
            steps,
            millis: (now - began_at).num_milliseconds().max(0),
            input_tokens,
            cached_tokens,
            output_tokens,
            cost_micros,
        }
    }
}

/// Ends a turn, and adds the model's spending on its last text. Makes the transcript searchable.
pub async fn end(tx: &Tx, turn: &TurnId, state: State, spent: Spent, now: Timestamp) -> Result<()> {
    let Spent { steps, millis: _, input_tokens, cached_tokens, output_tokens, cost_micros } = spent;
    tx.execute(
        "UPDATE turns SET state = ?2, finished_at = ?3, steps = steps + ?4, input_tokens = input_tokens + ?5,
             output_tokens = output_tokens + ?6, cost_micros = cost_micros + ?7,
             cached_tokens = cached_tokens + ?8 WHERE turn_id = ?1",
        params![turn, state.text(), now, steps, input_tokens, output_tokens, cost_micros, cached_tokens],
    )
    .await?;
    tx.wake(Wake::Counted(Counted::Turn(state.text())));
    search::index_turn(tx, turn).await
}

/// Begins a new segment: the text after a prompt becomes a new message below it.
pub async fn next_segment(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute("UPDATE turns SET segment = segment + 1 WHERE turn_id = ?1", params![turn]).await.map(drop)
}

/// Ends a turn, or suspends it. The transcript of an ended turn becomes searchable.
pub async fn set_state(tx: &Tx, turn: &TurnId, state: State, now: Timestamp) -> Result<()> {
    let finished = state.is_final().then_some(now);
    tx.execute(
        "UPDATE turns SET state = ?2, finished_at = ?3 WHERE turn_id = ?1",
        params![turn, state.text(), finished],
    )
    .await?;
    if state.is_final() {
        tx.wake(Wake::Counted(Counted::Turn(state.text())));
    }
    search::index_turn(tx, turn).await
}

/// Resumes a suspended turn, with fresh limits. Returns false if it was not suspended.
pub async fn resume(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE turns SET state = 'running', attempts = 0, steps = 0, began_at = ?2, input_tokens = 0,
                 output_tokens = 0, cost_micros = 0, cached_tokens = 0, cancel_requested = 0
             WHERE turn_id = ?1 AND state = 'waiting'",
            params![turn, now],
        )
        .await?;
    Ok(changed == 1)
}

/// Resumes a turn that waited for a specialist. It continues with the rest of its limits, because nobody made a
/// decision; the waiting time does not count. Returns false if the turn was not waiting.
pub async fn go_on(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE turns SET state = 'running', attempts = 0, began_at = ?2
             WHERE turn_id = ?1 AND state = 'waiting'",
            params![turn, now],
        )
        .await?;
    Ok(changed == 1)
}

/// Resumes an interrupted turn; the time since the interruption does not count.
pub async fn retry_interrupted(tx: &Tx, turn: &TurnId, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE turns SET attempts = attempts + 1, began_at = ?2 WHERE turn_id = ?1",
        params![turn, now],
    )
    .await
    .map(drop)
}

/// Takes back the count of an attempt that was interrupted for a reason outside the turn.
pub async fn uncount_attempt(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute("UPDATE turns SET attempts = attempts - 1 WHERE turn_id = ?1", [turn]).await.map(drop)
}

/// Takes back the count of a repeated attempt that the end of the process has interrupted.
pub async fn uncount_interrupted(tx: &Tx, turn: &TurnId) -> Result<()> {
    tx.execute(
        "UPDATE turns SET attempts = attempts - 1 WHERE turn_id = ?1 AND state = 'running' AND attempts > 0",
        [turn],
    )
    .await
    .map(drop)
}

/// Returns the suspended turns of a session.
pub async fn suspended(tx: &Tx, session: &SessionId) -> Result<Vec<TurnId>> {
    #[derive(Deserialize)]
    struct Row {
        turn_id: TurnId,
    }
    let rows: Vec<Row> = tx
        .all("SELECT turn_id FROM turns WHERE session_id = ?1 AND state = 'waiting'", params![session])
        .await?;
    Ok(rows.into_iter().map(|row| row.turn_id).collect())
}

/// Returns the message that a turn answers.
pub async fn reply_to(tx: &Tx, turn: &TurnId) -> Result<Option<String>> {
    tx.value("SELECT reply_to AS value FROM turns WHERE turn_id = ?1 AND reply_to IS NOT NULL", [turn]).await
}

impl Entry {
    /// Returns the entry with the values of these columns.
    fn read(role: &str, (text, segment, untrusted): (String, i64, Sources), calls: Vec<Call>) -> Self {
        match role {
            "user" => Self::User { text, untrusted },
            "note" => Self::Note { text, untrusted },
            _ => Self::Assistant { text, segment, untrusted, calls },
        }
    }

    /// Returns the sources of its text and of the results of its calls.
    pub fn untrusted(&self) -> Sources {
        let results = match self {
            Self::Assistant { calls, .. } => calls.as_slice(),
            Self::User { .. } | Self::Note { .. } => &[],
        };
        results.iter().fold(self.written_by().clone(), |all, call| all.and(&call.untrusted))
    }

    /// Returns whether this is a message of the person's own that contains these words, ignoring case, white space and
    /// final punctuation.
    pub fn is_own_and_says(&self, words: &str) -> bool {
        let wanted = plain(words);
        let wanted = wanted.trim_matches(|c: char| !c.is_alphanumeric());
        !wanted.is_empty()
            && matches!(self, Self::User { text, untrusted } if untrusted.is_empty() && plain(text).contains(wanted))
    }

    /// Returns the sources of its text alone. For earlier turns these are all, because their untrusted results are left
    /// out.
    pub fn written_by(&self) -> &Sources {
        match self {
            Self::User { untrusted, .. }
            | Self::Note { untrusted, .. }
            | Self::Assistant { untrusted, .. } => untrusted,
        }
    }
}

fn plain(text: &str) -> String {
    text.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase()
}

/// Returns a call in the form in which the model sees it again.
pub fn as_tool_call(call: &Call) -> ToolCall {
    ToolCall { id: call.model_call_id.clone(), name: call.tool.clone(), arguments: call.arguments.clone() }
}
