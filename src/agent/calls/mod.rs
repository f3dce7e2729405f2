//! The tool calls of a response: stores, asks about, runs and records them; `check` decides whether they may run.

mod check;

use std::sync::Arc;

use adjutant_domain::{
    ids::{CallId, SessionId},
    text::join,
    timestamp::Timestamp,
};
use adjutant_metrics::names::TOOL_CALLS;
use adjutant_store::{
    approvals as approval_rows, audit,
    calls::{self, Call, Finished, PENDING, UNANSWERED},
    db::{Scope, Tx},
    leases, open_toolsets, outbox as rows, outputs, reasoning, toolset_state,
    turns::{self, Entry},
};
use adjutant_texts as texts;
use adjutant_tools::{
    kit::{Context, ErrorCode, NoResources, Progress, Risk, Tier, WithinServer},
    outputs::{OUTPUTS, StoredResults},
};
use anyhow::Result;
use futures::{FutureExt, StreamExt, stream};
use tracing::{Span, field::Empty};

pub(super) use check::{check, check_one, refused};

use check::Checked;

use super::{
    attached,
    choice::{self, Task},
    delegation,
    entities::{self, Showing},
    limits::Used,
    pipeline::{self, Done, Evaluation, Stage},
    reply, retry,
    status::Status,
    turn::{self, Job},
};
use crate::{
    approvals::{self, Asked, Question, Response},
    core::{Core, counts},
    outbox::{self, Slot},
    runs::overdue,
};

/// The most tool calls that run concurrently.
pub(super) const PARALLEL_CALLS: usize = 8;

/// Stores a response with its calls and asks for the approvals that they need, in one transaction. If the limit of
/// questions is reached, refuses all calls and returns the text that ends the turn.
pub(super) async fn store(
    core: &Arc<Core>,
    job: &Job,
    text: String,
    checked: Vec<Checked>,
    used: Used,
) -> Result<Option<&'static str>> {
    let (core_, job, now) = (core.clone(), job.clone(), core.clock.timestamp());
    let checked = Arc::new(checked);
    retry::write_unsynced(core, Scope::Person(job.user.user_id.clone()), async move |tx| {
        let core = core_.clone();
        leases::check(tx, &core.process, &job.lease).await?;
        let (turn, segment) = (&job.turn.head.turn_id, job.turn.head.segment);
        let sources = job.untrusted_for(Stage::Check);
        let entry_id = turns::append_assistant(tx, turn, (&text, segment), &sources, now).await?;
        reasoning::keep(tx, entry_id, &job.model.unstored_reasoning).await?;
        for (ordinal, Checked { id, call, passed }) in checked.iter().enumerate() {
            let (state, result, error_code) = match passed {
                Evaluation::Ready => (calls::State::Ready, PENDING, None),
                Evaluation::NeedsApproval(asked) if asked.ask.question.is_some() => {
                    (calls::State::Asking, UNANSWERED, None)
                }
                Evaluation::NeedsApproval(_) => (calls::State::Asking, PENDING, None),
                Evaluation::Done(done) => {
                    (calls::State::Done, done.text.as_str(), done.error_code.map(ErrorCode::as_str))
                }
            };
            let new = calls::New { id, call, state, result, error_code };
            calls::insert(tx, turn, entry_id, ordinal, new).await?;
        }
        // A model may call a tool that it remembers from earlier; from now on its toolset is open.
        let closed = checked.iter().filter_map(|it| job.offered.closed_toolset_of(&it.call.name));
        let closed: Vec<_> = closed.collect();
        open_toolsets::open(tx, &job.session.session_id, &closed, now).await?;
        reply::count(tx, &core, &job, &used).await?;
        ask(tx, &core, &job, entry_id, &text, &checked, now).await
    })
    .await
}

async fn ask(
    tx: &Tx,
    core: &Core,
    job: &Job,
    entry_id: i64,
    text: &str,
    checked: &[Checked],
    now: Timestamp,
) -> Result<Option<&'static str>> {
    let questions: Vec<_> = checked
        .iter()
        .filter_map(|Checked { id, call, passed }| match passed {
            Evaluation::NeedsApproval(asked) => Some(Question {
                call_id: id,
                call,
                ask: &asked.ask,
                patterns: asked.patterns.clone(),
                untrusted: asked.untrusted.clone(),
                reaches_out: asked.reaches_out,
            }),
            _ => None,
        })
        .collect();
    if questions.is_empty() {
        return Ok(None);
    }
    let said = join(&reply::visible(&job.turn.entries, job.turn.head.segment), text);
    end_segment(tx, core, job, (said, texts::prompt_heading()), now).await?;
    let response = Response { session: &job.session, user: &job.user, turn: &job.turn.head, entry_id };
    let (why, code) = match approvals::ask(tx, core, response, &questions, now).await? {
        Asked::Prompted => return Ok(None),
        Asked::TooManyInTurn => (texts::too_many_questions(), ErrorCode::Rejected),
        Asked::TooManyInHour => (texts::too_many_questions_in_an_hour(), ErrorCode::Rejected),
        Asked::NobodyToAsk => (texts::nobody_to_ask(), ErrorCode::Forbidden),
    };
    for question in &questions {
        calls::refuse(tx, question.call_id, (code, &code.envelope(why, None)), now).await?;
    }
    Ok((code == ErrorCode::Rejected).then_some(why))
}

/// Ends the segment: the text so far stays above the next post, and later text becomes a message below it. If there is
/// no text but a message is already shown, that message becomes `otherwise`.
pub(super) async fn end_segment(
    tx: &Tx,
    core: &Core,
    job: &Job,
    (mut said, otherwise): (String, &str),
    now: Timestamp,
) -> Result<()> {
    let (turn, segment) = (&job.turn.head.turn_id, job.turn.head.segment);
    if said.is_empty() && rows::is_shown(tx, &turn.into(), segment).await? {
        otherwise.clone_into(&mut said);
    }
    let said = if said.is_empty() { job.opened(said) } else { job.prefixed(said) };
    if job.is_shown() && !said.is_empty() {
        outbox::post_text(
            tx,
            &core.channels,
            Slot { source: &turn.into(), segment },
            &job.address(),
            &said,
            now,
        )
        .await?;
    }
    turns::next_segment(tx, turn).await
}

/// Runs approved or free calls concurrently and records their results in the order of the calls.
pub(super) async fn run(core: &Arc<Core>, job: &mut Job, ids: &[CallId]) -> Result<()> {
    let Some(Entry::Assistant { calls, .. }) = job.turn.entries.last() else { return Ok(()) };
    let calls: Vec<Call> = calls.iter().filter(|call| ids.contains(&call.call_id)).cloned().collect();
    let status = Status::begin(core, job).await?;
    let work = calls.iter().map(|call| {
        let progress = status.progress();
        async {
            let done = run_one(core, job, call, progress).await?;
            status.finished(&done);
            Ok(done)
        }
        .boxed()
    });
    let work: Vec<_> = work.collect();
    let results: Vec<Result<Done>> = stream::iter(work).buffered(PARALLEL_CALLS).collect().await;
    status.end().await;
    let mut suspended = false;
    for (call, result) in calls.iter().zip(results) {
        let done = result?;
        suspended |= done.awaits.is_some();
        note(job, &call.call_id, done);
    }
    // A specialist may have finished already.
    if suspended { turn::reload(core, job).await } else { Ok(()) }
}

#[tracing::instrument(name = "tool_call", skip_all, fields(call = %call.call_id, tool = call.tool, outcome = Empty))]
async fn run_one(core: &Arc<Core>, job: &Job, call: &Call, progress: Progress) -> Result<Done> {
    job.check_lease(core).await?;
    let id = call.call_id.clone();
    let approval = core.db.read(async move |tx| approval_rows::of_call(tx, &id).await).await?;
    // An approval covers exactly these arguments, not other arguments under the same id, and only the unchanged tool.
    let others = job.offered.get(&call.tool).ok().and_then(|tool| tool.definition.others.as_ref());
    let approval = approval.filter(|approval| {
        approval.state == approval_rows::State::Approved
            && approval.matches_arguments(&call.arguments)
            && approval.matches_tool(others.map(|others| others.fingerprint.as_str()))
    });
    if !job.offered.is_idempotent(&call.tool) {
        let (id, now) = (call.call_id.clone(), core.clock.timestamp());
        let (process, lease) = (core.process.clone(), job.lease.clone());
        core.db
            .write(Scope::Session(job.session.session_id.clone()), async move |tx| {
                leases::check(tx, &process, &lease).await?;
                calls::start(tx, &id, now).await
            })
            .await?;
    }
    let approved = approval.is_some();
    let context = context(core, job, &call.call_id, Stage::Run, approved, progress);
    let (basis, answer) = match approval {
        Some(approval) => (approval.basis, approval.question.map(|_| approval.answer)),
        None => (None, None),
    };
    let context = Context { basis, answer, ..context };
    let began = core.clock.monotonic();
    let passed = pipeline::pass(core, job, &context, (&call.tool, &call.arguments), Stage::Run).await;
    let Evaluation::Done(done) = passed else {
        anyhow::bail!("the pipeline returned no result for a call at the run stage")
    };
    core.note_stage_since(counts::Stage::Tools, began);
    core.metrics.add(TOOL_CALLS, &[tool_label(job, &call.tool), outcome(&done)], 1);
    Span::current().record("outcome", outcome(&done));
    tracing::debug!(error_code = done.error_code.map(ErrorCode::as_str), "ran tool call");
    record(core, job, call, done).await
}

/// Returns the label of a tool for metrics: its name if it is the gateway's own. Names of MCP servers' tools are other
/// people's words, and unlimited in number.
fn tool_label<'a>(job: &'a Job, name: &str) -> &'a str {
    match job.offered.get(name) {
        Ok(tool) if tool.definition.others.is_none() => tool.name(),
        Ok(_) => "mcp",
        Err(_) => "unknown",
    }
}

fn outcome(done: &Done) -> &'static str {
    done.error_code.map_or("succeeded", ErrorCode::as_str)
}

/// Records the result of a call, and posts its files to the chat.
pub(super) async fn record(core: &Arc<Core>, job: &Job, call: &Call, done: Done) -> Result<Done> {
    let (core_, job, call, done) = (core.clone(), job.clone(), call.clone(), Arc::new(done));
    // A full disk does not undo a call's effect: its result is stored, however long that takes.
    retry::write_unsynced(core, Scope::Session(job.session.session_id.clone()), async move |tx| {
        let core = core_.clone();
        let now = core.clock.timestamp();
        leases::check(tx, &core.process, &job.lease).await?;
        if let Some(session) = &done.awaits {
            delegation::suspend(tx, &core, &job, &call, session, now).await?;
            return Ok(done.clone());
        }
        let finished = Finished {
            result: &done.text,
            title: &done.title,
            error_code: done.error_code.map(ErrorCode::as_str),
            untrusted: &done.untrusted,
            receipt: done.receipt.as_deref(),
        };
        calls::finish(tx, &call.call_id, finished, now).await?;
        if let Some(whole) = &done.whole {
            keep(tx, &core, &job.session.session_id, &call.call_id, whole, now).await?;
        }
        if job.session.is_conversation() {
            let tool = job.offered.get(&call.tool).ok().map(|tool| &tool.definition);
            let (session, turn) = (&job.session.session_id, job.turn.head.seq);
            let read = job.untrusted_for(Stage::Run);
            let showing = Showing { call: &call, definition: tool, done: &done, read };
            entities::note(tx, session, turn, showing, now).await?;
        }
        attached::send(tx, &core, &job, (&call.call_id, &done.attachments), now).await?;
        if let Some(schedule) = &done.overdue {
            overdue::ask(tx, &core, (&job.user.user_id, schedule), now).await?;
        }
        audit_call(tx, &core, &job, &call, &done, now).await?;
        Ok(done.clone())
    })
    .await
    .map(Arc::unwrap_or_clone)
}

/// Copies a recorded result into the turn in memory, where [`next_step`](super::step::next_step) reads it.
fn note(job: &mut Job, id: &CallId, done: Done) {
    let Some(Entry::Assistant { calls, .. }) = job.turn.entries.last_mut() else { return };
    let Some(call) = calls.iter_mut().find(|call| call.call_id == *id) else { return };
    call.state = calls::State::Done;
    call.result = done.text;
    call.error_code = done.error_code.map(|code| code.as_str().to_owned());
    call.untrusted = done.untrusted;
    call.receipt = done.receipt;
}

/// Records a call that was running when its process ended as interrupted: its outcome is unknown.
pub(super) async fn interrupted(core: &Arc<Core>, job: &mut Job, id: &CallId) -> Result<()> {
    let Some(Entry::Assistant { calls, .. }) = job.turn.entries.last() else { return Ok(()) };
    let Some(call) = calls.iter().find(|call| call.call_id == *id).cloned() else { return Ok(()) };
    let code = ErrorCode::Interrupted;
    let text = code.envelope(texts::interrupted(), None);
    let done =
        Done { text, title: texts::interrupted().to_owned(), error_code: Some(code), ..Done::default() };
    let done = record(core, job, &call, done).await?;
    note(job, id, done);
    Ok(())
}

/// Stores the full text of a result that the model saw truncated, or that later turns do not show again.
pub(super) async fn keep(
    tx: &Tx,
    core: &Core,
    session: &SessionId,
    call: &CallId,
    whole: &str,
    now: Timestamp,
) -> Result<()> {
    let until = now + core.config.tools.keep_output;
    outputs::keep(tx, session, call, whole, until).await?;
    toolset_state::put(tx, session, OUTPUTS, &serde_json::to_string(&StoredResults { until })?, now).await
}

/// Records a call in the audit log if it is privileged or high-risk, or if an MCP client made it.
async fn audit_call(tx: &Tx, core: &Core, job: &Job, call: &Call, done: &Done, now: Timestamp) -> Result<()> {
    let Ok(tool) = job.offered.get(&call.tool) else { return Ok(()) };
    let is_risky = tool.definition.tier >= Tier::Privileged || tool.definition.risk >= Risk::High;
    let client = job.session.client_name.as_deref();
    if !is_risky && client.is_none() {
        return Ok(());
    }
    let mut detail = serde_json::json!({ "title": done.title });
    // The arguments of a harmless search are private.
    if is_risky {
        let secrets = core.secrets_in(tx, &job.user.user_id).await?;
        detail["arguments"] = secrets.redact(&tool.without_secrets(&call.arguments)).into();
    }
    if let Some(client) = client {
        detail["client"] = client.into();
    }
    let event = audit::Event {
        kind: audit::Kind::Call,
        user: &job.user.user_id,
        actor: Some(&job.user.user_id),
        session: Some(&job.session.session_id),
        call: Some(&call.call_id),
        tool: &call.tool,
        outcome: outcome(done),
        detail,
    };
    audit::record(tx, event, now).await
}

pub(super) fn context(
    core: &Arc<Core>,
    job: &Job,
    call_id: &CallId,
    stage: Stage,
    approved: bool,
    progress: Progress,
) -> Context {
    let head = &job.turn.head;
    Context {
        db: core.db.clone(),
        clock: core.clock.clone(),
        config: core.config.clone(),
        model: choice::of(core, job, Task::Answer).tokens,
        channels: core.channels.clone(),
        memory: core.memory.clone(),
        zone: job.user.zone(core.zone),
        host_zone: core.zone,
        user: job.user.clone(),
        session: job.session.clone(),
        turn_id: head.turn_id.clone(),
        message_id: head.reply_to.clone(),
        call_id: call_id.clone(),
        trace_id: job.session.parent_turn.clone().unwrap_or_else(|| head.turn_id.clone()),
        agent: job.agent.clone(),
        untrusted: job.untrusted_for(stage).and(&job.described_by(core)),
        own_words: job.own_words().into(),
        redirects: Arc::new(WithinServer),
        resources: Arc::new(NoResources),
        approved,
        basis: None,
        answer: None,
        tools: job.offered.tools().clone(),
        toolsets: job.offered.toolsets().clone(),
        blobs: core.blobs.clone(),
        sites_address: core.addresses.sites.url(),
        shared_site: None,
        vault: core.vault.clone(),
        redactor: core.redactor.clone(),
        cancel: job.stop.clone(),
        progress,
    }
}
