//! `plan`: the steps of a task, which the person follows in one message of the chat. Each change edits that message; if
//! it is far above, a new one takes its place.

use adjutant_domain::{ids::CallId, outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_macros::tool;
use adjutant_store::{
    db::{SyncedTx, Tx},
    outbox::{self, Post},
    plans::{self, Step, StepState},
    sessions::Session,
};
use adjutant_texts::plan as texts;
use anyhow::Result;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::kit::{CallAssessment, Context, Outcome, ToolError};

/// The tool's name.
pub const NAME: &str = "plan";
/// A plan's message is far above once the bot has sent this many messages below it.
const FAR: i64 = 8;

/// A step, as the model writes it.
#[derive(Clone, Deserialize, Serialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct PlanStep {
    /// The step.
    #[schemars(length(min = 1, max = 240))]
    text: String,
    #[serde(default)]
    state: PlanState,
}

#[derive(Clone, Copy, Default, Deserialize, Serialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub(super) enum PlanState {
    #[default]
    Open,
    Doing,
    Done,
    Dropped,
}

#[derive(Serialize, JsonSchema)]
pub(super) struct Planned {
    steps: Vec<PlanStep>,
    /// How many steps are left to do.
    left: usize,
}

/// Show the person the steps of a longer task, and tick them off: give all steps each time. Without steps: read the
/// plan.
#[tool(
    category = Scratchpad,
    tier = SideEffecting,
    risk = Safe,
    needs(Write),
    tags("checklist", "tick off", "next"),
    idempotent,
    requirement = planning_never_asks
)]
pub(super) async fn plan(
    context: &Context,
    /// The whole list, in order.
    #[schemars(length(min = 1, max = 50))]
    steps: Option<Vec<PlanStep>>,
) -> Result<Outcome<Planned>, ToolError> {
    let session = context.session.session_id.clone();
    let Some(steps) = steps else {
        let kept = context.db.read(async move |tx| plans::get(tx, &session).await).await?;
        let kept =
            kept.ok_or_else(|| ToolError::not_found("there is no plan yet; call this with its steps"))?;
        let outcome = Outcome::new("This is the plan.", planned(&kept.steps, true));
        return Ok(Outcome { untrusted: kept.untrusted, ..outcome });
    };
    let steps: Vec<_> = steps.into_iter().map(Step::from).collect();
    let output = planned(&steps, false);
    // The write needs no approval, so a later reader must be told about untrusted content.
    let plan = plans::Plan { steps, message: context.call_id.clone(), untrusted: context.untrusted.clone() };
    let (session, now) = (context.session.clone(), context.clock.timestamp());
    let write = async move |tx: &SyncedTx| show(tx, &session, plan.clone(), now).await;
    context.db.write(context.session_scope(), write).await?;
    Ok(Outcome::new("The person sees the plan in the chat.", output))
}

async fn planning_never_asks(_: &Context, _: &Option<Vec<PlanStep>>) -> Result<CallAssessment, ToolError> {
    Ok(CallAssessment::without_asking())
}

/// Returns the output, without the steps if the model has just written them.
fn planned(steps: &[Step], with_steps: bool) -> Planned {
    let left = steps.iter().filter(|step| step.is_open()).count();
    Planned { steps: steps.iter().filter(|_| with_steps).cloned().map(PlanStep::from).collect(), left }
}

/// Stores a plan, and shows it in the chat. It replaces the message of the plan before, unless that message is far
/// above, or its plan is finished and it is not the last message.
async fn show(tx: &Tx, session: &Session, mut plan: plans::Plan, now: Timestamp) -> Result<()> {
    let id = &session.session_id;
    if let Some(before) = plans::get(tx, id).await?
        && let Some(row) = message(tx, &before.message).await?
    {
        let below = outbox::below(tx, &row, FAR).await?;
        if below == 0 || before.is_open() && below < FAR {
            plan.message = before.message;
        } else if before.is_open() {
            outbox::update_content(tx, row.outbox_id, &texts::moved()).await?;
        }
    }
    plans::put(tx, id, &plan, now).await?;
    let post = Post {
        source: &OutboxKey::Plan(plan.message.clone()),
        segment: 0,
        part: 0,
        chat: &session.chat(),
        chat_kind: session.chat_kind,
        reply_to: None,
        content: &texts::shown(&plan.steps),
    };
    outbox::post(tx, &post, now).await.map(drop)
}

/// Deletes the plan of a conversation. Returns whether there was one.
///
/// # Errors
/// Returns an error if the database fails.
pub async fn clear(tx: &Tx, session: &Session) -> Result<bool> {
    let Some(plan) = plans::get(tx, &session.session_id).await? else { return Ok(false) };
    plans::forget(tx, &session.session_id).await?;
    if let Some(row) = message(tx, &plan.message).await? {
        outbox::update_content(tx, row.outbox_id, &texts::cleared()).await?;
    }
    Ok(true)
}

/// Returns the message that a call posted, unless its delivery was given up.
async fn message(tx: &Tx, call: &CallId) -> Result<Option<outbox::Row>> {
    let rows = outbox::of_source(tx, &OutboxKey::Plan(call.clone())).await?;
    Ok(rows.into_iter().find(|row| !row.is_dead()))
}

impl From<PlanStep> for Step {
    fn from(PlanStep { text, state }: PlanStep) -> Self {
        let state = match state {
            PlanState::Open => StepState::Open,
            PlanState::Doing => StepState::Doing,
            PlanState::Done => StepState::Done,
            PlanState::Dropped => StepState::Dropped,
        };
        Self { text, state }
    }
}

impl From<Step> for PlanStep {
    fn from(Step { text, state }: Step) -> Self {
        let state = match state {
            StepState::Open => PlanState::Open,
            StepState::Doing => PlanState::Doing,
            StepState::Done => PlanState::Done,
            StepState::Dropped => PlanState::Dropped,
        };
        Self { text, state }
    }
}
