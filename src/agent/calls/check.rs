//! Checks the tool calls of a response for whether they may run.

use std::sync::Arc;

use adjutant_domain::{ids::CallId, redact::Named, tools::ToolCall};
use adjutant_tools::kit::{ErrorCode, Progress};

use super::context;
use crate::{
    agent::{
        pipeline::{self, Evaluation, Stage},
        turn::Job,
    },
    core::Core,
};

/// A tool call of a response, with the outcome of its check.
pub(in crate::agent) struct Checked {
    pub(super) id: CallId,
    pub(super) call: ToolCall,
    pub(super) passed: Evaluation,
}

/// Checks each call of a response for whether it may run, and corrects its name and its arguments. `is_cut`: whether
/// the response ended at its limit.
pub(in crate::agent) async fn check(
    core: &Arc<Core>,
    job: &Job,
    asked: Vec<ToolCall>,
    is_cut: bool,
) -> Vec<Checked> {
    let mut checked = Vec::new();
    for call in asked {
        let id = CallId::generate();
        checked.push(match is_cut && !is_whole(&call) {
            true => refused_as(core, id, call, (ErrorCode::InvalidArguments, CUT)),
            false => check_one(core, job, id, call).await,
        });
    }
    checked
}

/// The error of a call in which the response reached its limit.
const CUT: &str = "the response reached its longest length within this call, which did not run; make it shorter, such as \
                   a long text in parts";

/// Returns whether the arguments of a call have arrived whole.
fn is_whole(call: &ToolCall) -> bool {
    serde_json::from_str::<serde::de::IgnoredAny>(&call.arguments).is_ok()
}

// Only the name of an offered tool is safe to log; any other name is the model's own words.
#[tracing::instrument(
    name = "tool_call",
    skip_all,
    fields(call = %id, tool = job.offered.get(&call.name).ok().map(|tool| tool.name()))
)]
pub(in crate::agent) async fn check_one(
    core: &Arc<Core>,
    job: &Job,
    id: CallId,
    mut call: ToolCall,
) -> Checked {
    if call.id.is_empty() {
        call.id = id.0.clone();
    }
    let context = context(core, job, &id, Stage::Check, false, Progress::default());
    // What people approve and what is recorded are the arguments with which the call runs.
    if let Ok(tool) = job.offered.get(&call.name) {
        tool.name().clone_into(&mut call.name);
        call.arguments = tool.corrected(&context, &call.arguments).await.unwrap_or(call.arguments);
    }
    let passed = pipeline::pass(core, job, &context, (&call.name, &call.arguments), Stage::Check).await;
    Checked { id, call, passed }
}

/// Returns a call that is refused without a check.
pub(in crate::agent) fn refused(core: &Core, call: ToolCall, why: (ErrorCode, &str)) -> Checked {
    refused_as(core, CallId(call.id.clone()), call, why)
}

fn refused_as(core: &Core, id: CallId, mut call: ToolCall, why: (ErrorCode, &str)) -> Checked {
    if call.id.is_empty() {
        call.id = id.0.clone();
    }
    let passed = Evaluation::Done(pipeline::result::refused(core, &Named::default(), &id, why, None));
    Checked { id, call, passed }
}
