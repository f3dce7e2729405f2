//! One turn, step by step. What was said in it, and what calls were given and returned, only its person sees.

use adjutant_domain::{
    ids::{TurnId, UserId},
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    people::{self, Role, User},
    turns::trace::{self, Step, StepKind},
};
use anyhow::Result;
use serde::Serialize;

use super::activity::Turn;
use crate::core::Core;

/// The most of an argument, a result or a text that is shown, in characters.
const LONGEST: usize = 20_000;

#[derive(Debug, Serialize)]
pub(super) struct Trace {
    turn: Turn,
    /// Whether the texts are shown.
    is_own: bool,
    /// Whether the viewer may see the log.
    is_owner: bool,
    steps: Vec<Shown>,
}

#[derive(Debug, Serialize)]
struct Shown {
    /// `message`, `response`, `call`, `decision` or `delivery`.
    kind: &'static str,
    /// The tool, or the channel.
    name: String,
    /// When it began. That of a response is the end of the step before.
    begins: Option<Timestamp>,
    ends: Option<Timestamp>,
    state: String,
    input: String,
    output: String,
}

/// Returns a turn; nothing if there is none, or the viewer may not see it.
pub(super) async fn read(tx: &Tx, core: &Core, viewer: &User, id: TurnId) -> Result<Option<Trace>> {
    let Some(turn) = trace::overview(tx, &id).await? else { return Ok(None) };
    let is_own = is_of(tx, viewer, &turn.user_id).await?;
    if !is_own && viewer.role != Role::Owner {
        return Ok(None);
    }
    let (started_at, mut steps) = (turn.started_at, trace::steps(tx, &id, turn.run_id.as_ref()).await?);
    begin_responses(&mut steps, started_at);
    let steps = steps.into_iter().map(|step| shown(core, step, is_own)).collect();
    Ok(Some(Trace { turn: turn.into(), is_own, is_owner: viewer.role == Role::Owner, steps }))
}

async fn is_of(tx: &Tx, viewer: &User, user: &UserId) -> Result<bool> {
    Ok(people::members(tx, &viewer.user_id).await?.contains(user))
}

/// Sets when each response began: the model is asked as soon as the step before has ended.
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

fn shown(core: &Core, step: Step, is_own: bool) -> Shown {
    let tool = core.tools.get(&step.name).filter(|_| step.kind == StepKind::Call);
    let input = tool.map_or_else(|| step.input.clone(), |tool| tool.for_details(&step.input));
    let text = |text: &str| match is_own {
        true => core.redactor.redact(&text.chars().take(LONGEST).collect::<String>()).into_owned(),
        false => String::new(),
    };
    Shown {
        kind: match step.kind {
            StepKind::Message => "message",
            StepKind::Response => "response",
            StepKind::Call => "call",
            StepKind::Decision => "decision",
            StepKind::Delivery => "delivery",
        },
        input: text(&input),
        output: text(&step.output),
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
