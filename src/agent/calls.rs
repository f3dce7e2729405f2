//! The calls of a response: checked, stored, asked about and run.

use std::sync::Arc;

use anyhow::Result;
use futures::{FutureExt, StreamExt, stream};

use super::{
    reply::{self, Spent},
    turn::Job,
};
use crate::{
    approvals::{self, Question},
    core::Core,
    ids::CallId,
    outbox,
    provider::ToolCall,
    store::{
        approvals as approval_rows,
        calls::{self, Call, PENDING},
        leases, notes, turns,
        turns::Entry,
    },
    tools::{Context, Verdict},
};

/// Calls that run side by side.
const PARALLEL_CALLS: usize = 8;

/// Says of each call of a response whether it may run.
pub(super) async fn check(
    core: &Arc<Core>,
    job: &Job,
    asked: Vec<ToolCall>,
) -> Vec<(CallId, ToolCall, Verdict)> {
    let mut checked = Vec::new();
    for mut call in asked {
        let call_id = CallId::generate();
        if call.id.is_empty() {
            call.id = call_id.0.clone();
        }
        let context = tool_context(core, job, &call_id, false);
        let verdict = core.tools.evaluate(&context, &call.name, &call.arguments).await;
        checked.push((call_id, call, verdict));
    }
    checked
}

/// Stores a response with its calls, and asks about those that need it, in one transaction.
pub(super) async fn store(
    core: &Arc<Core>,
    job: &Job,
    text: String,
    checked: Vec<(CallId, ToolCall, Verdict)>,
    spent: Spent,
) -> Result<()> {
    let (core_, job) = (core.clone(), job.clone());
    let times = (core.clock.millis(), approvals::expiry(core));
    core.db
        .write(async move |tx| {
            let (core, now) = (core_, times.0);
            leases::check(tx, &core.process, &job.lease).await?;
            let (turn, segment) = (&job.turn.head.turn_id, job.turn.head.segment);
            let owner = notes::owner_token(&job.user.user_id);
            let entry_id = turns::append_assistant(tx, turn, &owner, &text, segment, now).await?;
            for (ordinal, (id, call, verdict)) in checked.iter().enumerate() {
                let (state, result) = match verdict {
                    Verdict::Run => (calls::State::Ready, PENDING),
                    Verdict::Ask(_) => (calls::State::Asking, PENDING),
                    Verdict::Refuse(why) => (calls::State::Done, why.as_str()),
                };
                calls::insert(tx, turn, entry_id, ordinal, calls::New { id, call, state, result }).await?;
            }
            reply::count(tx, &core, &job, spent).await?;
            let questions: Vec<_> = checked
                .iter()
                .filter_map(|(call_id, call, verdict)| match verdict {
                    Verdict::Ask(ask) => Some(Question { call_id, call, ask }),
                    _ => None,
                })
                .collect();
            if questions.is_empty() {
                return Ok(());
            }
            // What was said so far stands above the prompt; what comes after it is a message below.
            let before = reply::join(&reply::visible(&job.turn.entries, segment), &text);
            if job.session.run_id.is_none() && !before.is_empty() {
                let said = job.prefixed(before);
                outbox::say(tx, &core.channels, (turn.as_str(), segment), &job.address(), &said, now).await?;
            }
            approvals::ask(tx, (&job.session, &job.user), &job.turn.head, entry_id, &questions, times)
                .await?;
            turns::next_segment(tx, turn).await
        })
        .await
}

/// Runs calls that may run, side by side, and stores their results in the order of the calls.
pub(super) async fn run(core: &Arc<Core>, job: &mut Job, ids: &[CallId]) -> Result<()> {
    let Some(Entry::Assistant { calls, .. }) = job.turn.entries.last() else { return Ok(()) };
    let calls: Vec<Call> = calls.iter().filter(|call| ids.contains(&call.call_id)).cloned().collect();
    let work: Vec<_> = calls.iter().map(|call| run_one(core, job, call).boxed()).collect();
    let results: Vec<Result<String>> = stream::iter(work).buffered(PARALLEL_CALLS).collect().await;
    for (call, result) in calls.iter().zip(results) {
        finish(core, job, &call.call_id, result?).await?;
    }
    Ok(())
}

async fn run_one(core: &Arc<Core>, job: &Job, call: &Call) -> Result<String> {
    let id = call.call_id.clone();
    let approval = core
        .db
        .read(async move |tx| {
            let approved = approval_rows::state_of_call(tx, &id).await?;
            Ok(approved == Some(approval_rows::State::Approved))
        })
        .await?;
    if !core.tools.is_idempotent(&call.tool) {
        let (id, now) = (call.call_id.clone(), core.clock.millis());
        let (process, lease) = (core.process.clone(), job.lease.clone());
        core.db
            .write(async move |tx| {
                leases::check(tx, &process, &lease).await?;
                calls::start(tx, &id, now).await
            })
            .await?;
    }
    let context = tool_context(core, job, &call.call_id, approval);
    let limit = core.config.tools.max_output_bytes;
    Ok(core.tools.execute(&context, (&call.tool, &call.arguments), &core.redactor, limit).await)
}

/// Records the result of a call.
pub(super) async fn finish(core: &Arc<Core>, job: &mut Job, id: &CallId, result: String) -> Result<()> {
    let (call, text, now) = (id.clone(), result.clone(), core.clock.millis());
    let (process, lease) = (core.process.clone(), job.lease.clone());
    core.db
        .write(async move |tx| {
            leases::check(tx, &process, &lease).await?;
            calls::finish(tx, &call, &text, now).await
        })
        .await?;
    if let Some(Entry::Assistant { calls, .. }) = job.turn.entries.last_mut()
        && let Some(call) = calls.iter_mut().find(|call| call.call_id == *id)
    {
        call.state = calls::State::Done;
        call.result = result;
    }
    Ok(())
}

fn tool_context(core: &Arc<Core>, job: &Job, call_id: &CallId, approved: bool) -> Context {
    Context {
        db: core.db.clone(),
        clock: core.clock.clone(),
        config: core.config.clone(),
        zone: core.zone,
        user: job.user.clone(),
        session: job.session.clone(),
        turn_id: job.turn.head.turn_id.clone(),
        call_id: call_id.clone(),
        approved,
        cancel: job.stop.clone(),
    }
}
