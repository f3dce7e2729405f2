//! One turn, step by step. Its words, and the arguments and results of its calls, are only for its person. If the
//! settings allow it and the person was told before, the owner also sees the words and the arguments; the audit log
//! then records that they have read the turn. The owner never sees results: a search may return words from before that
//! notice.

use adjutant_domain::{
    ids::{TurnId, UserId},
    redact::Filter,
    timestamp::Timestamp,
};
use adjutant_store::{
    audit::{self, Act, Kind},
    db::{Scope, SyncedTx, Tx},
    owner_reads,
    people::{self, Role, User},
    turns::trace::{self, Step, StepKind},
};
use adjutant_texts::sign_in as texts;
use anyhow::Result;
use serde::Serialize;

use super::activity::Turn;
use crate::{core::Core, unanswered};

/// The most characters of an argument, a result or a text that are shown.
const LONGEST: usize = 20_000;

#[derive(Debug, Serialize)]
pub(super) struct Trace {
    turn: Turn,
    is_own: bool,
    /// Whether it is somebody else's turn that the owner reads.
    is_read: bool,
    /// Whether the viewer may see the log.
    is_owner: bool,
    steps: Vec<Shown>,
}

#[derive(Debug, Serialize)]
struct Shown {
    /// `message`, `response`, `call`, `decision` or `delivery`.
    kind: &'static str,
    /// The name of the tool or of the channel.
    name: String,
    /// The beginning of the step. For a response, this is the end of the step before.
    begins: Option<Timestamp>,
    ends: Option<Timestamp>,
    state: String,
    input: String,
    output: String,
}

/// The owner's first reading of somebody else's turn.
pub(super) struct FirstRead {
    turn: TurnId,
    person: UserId,
}

impl FirstRead {
    /// Records the reading, before anything is shown.
    pub(super) async fn record(self, core: &Core, owner: UserId) -> Result<()> {
        let now = core.clock.timestamp();
        let record = async move |tx: &SyncedTx| {
            if !owner_reads::note_read(tx, &self.turn, now).await? {
                return Ok(());
            }
            let label = texts::read_turn(self.turn.as_str());
            let act = Act {
                kind: Kind::Call,
                user: &self.person,
                actor: Some(&owner),
                at: "console",
                outcome: "read",
                label: &label,
            };
            audit::record_act(tx, act, now).await
        };
        core.db.write(Scope::Global, record).await
    }
}

/// Returns a turn, and the reading to record first; `None` if there is no such turn, or the viewer may not see it.
pub(super) async fn read(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    id: TurnId,
) -> Result<(Option<Trace>, Option<FirstRead>)> {
    let Some(turn) = trace::overview(tx, &id).await? else { return Ok((None, None)) };
    let user = turn.user_id.clone();
    let is_own = is_of(tx, viewer, &user).await?;
    if !is_own && viewer.role != Role::Owner {
        return Ok((None, None));
    }
    let is_read = !is_own
        && core.config.console.owner_reads
        && owner_reads::may_read(tx, &id, complete_since(core)).await?;
    let first_read = match is_read && !owner_reads::is_read(tx, &id).await? {
        true => Some(FirstRead { turn: id.clone(), person: turn.user_id.clone() }),
        false => None,
    };
    let (started_at, mut steps) = (turn.started_at, trace::steps(tx, &id, turn.run_id.as_ref()).await?);
    begin_responses(&mut steps, started_at);
    let texts = match (is_own, is_read) {
        (true, _) => Texts::All,
        (false, true) => Texts::ButResults,
        (false, false) => Texts::None,
    };
    let secrets = core.secrets_in(tx, &user).await?;
    let steps = steps.into_iter().map(|step| shown(core, &secrets, step, texts)).collect();
    Ok((
        Some(Trace { turn: turn.into(), is_own, is_read, is_owner: viewer.role == Role::Owner, steps }),
        first_read,
    ))
}

/// Returns the time after which a turn must have begun so that all of its messages are still stored. At its beginning,
/// none of them was older than the oldest message that is still answered.
fn complete_since(core: &Core) -> Timestamp {
    let kept = core.config.retention.messages;
    kept.map_or(Timestamp::EPOCH, |kept| core.clock.timestamp() - kept + unanswered::answer_within(core))
}

async fn is_of(tx: &Tx, viewer: &User, user: &UserId) -> Result<bool> {
    Ok(people::members(tx, &viewer.user_id).await?.contains(user))
}

/// Sets the beginning of each response: the model is asked as soon as the step before has ended.
fn begin_responses(steps: &mut [Step], started_at: Timestamp) {
    let mut before = started_at;
    for step in steps {
        match step.kind {
            StepKind::Response => step.begins = Some(before),
            StepKind::Message | StepKind::Delivery => continue,
            StepKind::Call | StepKind::Decision => {}
        }
        before = before.max(step.ends.unwrap_or(before));
    }
}

/// The texts of a turn that are shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Texts {
    All,
    /// All but the results of calls.
    ButResults,
    None,
}

fn shown(core: &Core, secrets: &Filter, step: Step, texts: Texts) -> Shown {
    let tool = core.tools.get(&step.name).filter(|_| step.kind == StepKind::Call);
    let input = tool.map_or_else(|| step.input.clone(), |tool| tool.for_details(&step.input));
    let text = |text: &str, is_shown: bool| match is_shown {
        true => secrets.redact(text).chars().take(LONGEST).collect(),
        false => String::new(),
    };
    let (with_input, with_output) = match texts {
        Texts::All => (true, true),
        Texts::ButResults => (true, step.kind != StepKind::Call),
        Texts::None => (false, false),
    };
    Shown {
        kind: match step.kind {
            StepKind::Message => "message",
            StepKind::Response => "response",
            StepKind::Call => "call",
            StepKind::Decision => "decision",
            StepKind::Delivery => "delivery",
        },
        input: text(&input, with_input),
        output: text(&step.output, with_output),
        name: step.name,
        begins: step.begins,
        ends: step.ends,
        state: step.state,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn step(kind: StepKind, begins: i64, ends: i64) -> Step {
        let at = |millis| Some(Timestamp::from_millis(millis)).filter(|_| millis > 0);
        let (begins, ends) = (at(begins), at(ends));
        Step {
            kind,
            name: String::new(),
            begins,
            ends,
            state: String::new(),
            input: String::new(),
            output: String::new(),
        }
    }

    #[test]
    fn a_response_begins_where_the_step_before_ends() {
        let mut steps = [
            step(StepKind::Message, 900, 950),
            step(StepKind::Response, 0, 2_000),
            step(StepKind::Call, 2_010, 3_000),
            step(StepKind::Call, 2_010, 2_500),
            step(StepKind::Response, 0, 4_000),
            step(StepKind::Delivery, 4_000, 4_100),
        ];
        begin_responses(&mut steps, Timestamp::from_millis(1_000));
        let begins = steps.map(|step| step.begins.map_or(0, |at| at.as_millis()));
        assert_eq!(begins, [900, 1_000, 2_010, 2_010, 3_000, 4_000]);
    }
}
