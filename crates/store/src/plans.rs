//! The plan of a conversation: the steps of a task, which the person follows in one message of the chat.

use adjutant_domain::{
    ids::{CallId, SessionId},
    origin::Sources,
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::{Deserialize, Serialize};

use crate::{
    db::Tx,
    toolset_state::{self, PLAN},
};

/// The progress of a step.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum StepState {
    #[default]
    Open,
    Doing,
    Done,
    Dropped,
}

/// A step of a plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Step {
    pub text: String,
    pub state: StepState,
}

impl Step {
    /// Returns whether the step is still to be done.
    pub fn is_open(&self) -> bool {
        matches!(self.state, StepState::Open | StepState::Doing)
    }
}

/// A plan.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Plan {
    pub steps: Vec<Step>,
    /// The call that posted the message of the plan.
    pub message: CallId,
    /// The sources of the untrusted content that was present when the plan was written, and that it may hold.
    pub untrusted: Sources,
}

impl Plan {
    /// Returns the plan in a session's state; `None` if there is none, or it cannot be read.
    pub fn parse(state: Option<&str>) -> Option<Self> {
        state.and_then(|state| serde_json::from_str(state).ok())
    }

    /// Returns whether a step is left to do.
    pub fn is_open(&self) -> bool {
        self.steps.iter().any(Step::is_open)
    }
}

/// Returns a session's plan.
pub async fn get(tx: &Tx, session: &SessionId) -> Result<Option<Plan>> {
    Ok(Plan::parse(toolset_state::get(tx, session, PLAN).await?.as_deref()))
}

/// Replaces a session's plan.
pub async fn put(tx: &Tx, session: &SessionId, plan: &Plan, now: Timestamp) -> Result<()> {
    toolset_state::put(tx, session, PLAN, &serde_json::to_string(plan)?, now).await
}

/// Deletes a session's plan.
pub async fn forget(tx: &Tx, session: &SessionId) -> Result<()> {
    toolset_state::forget(tx, session, PLAN).await
}
