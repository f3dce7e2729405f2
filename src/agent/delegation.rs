//! Delegation: a specialist or a helper works on a tool call of another turn, in its own session. The parent turn waits
//! as if for an approval. Any end of the specialist's turn also wakes the parent turn, in the same transaction.

use std::sync::Arc;

use adjutant_config::SpecialistSettings;
use adjutant_domain::{
    ids::{SessionId, TurnId},
    origin::Sources,
    outbox_key::OutboxKey,
    policy::names,
    redact::Named,
    timestamp::Timestamp,
    tools::HELPER,
    wake::Wake,
};
use adjutant_store::{
    approvals as approval_rows,
    calls::{self, Call, Finished},
    db::Tx,
    inbox::{self, Message, Waiting},
    outbox as rows, runs,
    sessions::{self, Session},
    turns,
};
use adjutant_texts::delegation as texts;
use adjutant_tools::{
    delegate::Arguments,
    files,
    kit::{self, ErrorCode, Outcome},
    outputs::OUTPUTS,
    task,
};
use anyhow::Result;
use serde_json::json;

use super::{
    calls as turn_calls, clients,
    pipeline::{self, Done},
    turn::Job,
};
use crate::{
    approvals::specialists,
    core::Core,
    outbox::{self, Address, Slot},
};

/// Returns the settings of a session's agent: a specialist's from its section, a helper's from its call. `None` if no
/// agent works in the session.
pub(super) async fn settings(core: &Core, session: &Session) -> Result<Option<Arc<SpecialistSettings>>> {
    let (agent, call) = match (session.agent.as_deref(), session.parent_call.clone()) {
        (Some(agent), Some(call)) => (agent, call),
        _ => return Ok(None),
    };
    let settings = match agent {
        HELPER => {
            let arguments = core.db.read(async move |tx| calls::arguments(tx, &call).await).await?;
            arguments.and_then(|arguments| task::settings(&arguments, &core.config.agent))
        }
        _ => core.config.agents.get(agent).cloned(),
    };
    Ok(settings.map(Arc::new))
}

/// Returns why the specialist of a turn cannot work: its settings may have been removed since the call.
pub(super) fn configuration_error(job: &Job) -> Option<String> {
    let agent = job.session.agent.as_deref()?;
    job.specialist.is_none().then(|| texts::not_configured(agent))
}

/// Returns whether the agent of a turn may use a tool. A specialist may use only the tools that its settings name, a
/// helper those that its call names, and both may use `tool_output`; an MCP client may use those of
/// [`clients::may_use`].
pub(super) fn may_use(job: &Job, tool: &kit::Entry) -> bool {
    if job.session.client.is_some() {
        return clients::may_use(tool);
    }
    let Some(own) = &job.specialist else { return job.session.agent.is_none() };
    *tool.toolset == *OUTPUTS || own.tools.iter().any(|name| names(name, tool.subject()))
}

/// Suspends a call until the session that works on it has a result, and posts in the chat which specialist works.
pub(super) async fn suspend(
    tx: &Tx,
    core: &Core,
    job: &Job,
    call: &Call,
    session: &SessionId,
    now: Timestamp,
) -> Result<()> {
    if !calls::suspend(tx, &call.call_id).await? {
        // The result arrived before the suspension.
        return Ok(());
    }
    tx.wake(Wake::Session(session.clone()));
    if !job.is_shown() {
        return Ok(());
    }
    let said = super::reply::visible(&job.turn.entries, job.turn.head.segment);
    turn_calls::end_segment(tx, core, job, (said, texts::passed_on()), now).await?;
    let (source, line) = match call.tool.as_str() {
        task::NAME => specialists::line_of_helpers(tx, &call.call_id).await?,
        _ => {
            let Arguments { agent, goal } = serde_json::from_str(&call.arguments)?;
            // The line is shortened, so secrets are redacted first.
            let goal = core.secrets_in(tx, &job.user.user_id).await?.redact(&goal).into_owned();
            (OutboxKey::Delegate(call.call_id.clone()), texts::at_work(&agent, &goal))
        }
    };
    // The helpers of one response share a line.
    if let Some(row) = rows::of_source(tx, &source).await?.first() {
        return rows::update_content(tx, row.outbox_id, &line).await;
    }
    let to = Address::new(job.session.chat(), job.session.chat_kind);
    outbox::post_content(tx, Slot::first(&source), &to, &line, now).await.map(drop)
}

/// Opens the turn of a specialist's session. Returns `None` if the call ended without it.
pub(crate) async fn begin(
    tx: &Tx,
    row: &Waiting,
    session: &Session,
    now: Timestamp,
) -> Result<Option<TurnId>> {
    let (Some(call), Some(parent)) = (&session.parent_call, &session.parent_turn) else { return Ok(None) };
    if calls::is_done(tx, call).await? {
        inbox::discard(tx, row.inbox_id).await?;
        return Ok(None);
    }
    let parent = turns::load(tx, parent).await?;
    let turn = turns::open(tx, &session.session_id, parent.head.reply_to.as_deref(), now).await?.turn_id;
    let goal: Message = row.body()?;
    inbox::take(tx, row.inbox_id, &turn).await?;
    // Sources that can steer the parent turn can also steer the goal.
    let asked_for =
        approval_rows::of_call(tx, call).await?.map(|approval| approval.untrusted).unwrap_or_default();
    let held = parent.entries.iter().fold(Sources::OWN, |all, entry| all.and(&entry.untrusted()));
    let origin = sessions::get(tx, &parent.head.session_id).await?;
    let (of, from) = (&origin.session_id, origin.context_from);
    let before = turns::untrusted_before(tx, of, from, &parent.head.turn_id).await?;
    turns::append_user(tx, &turn, &goal.text, &before.and(&held).and(&asked_for), now).await?;
    Ok(Some(turn))
}

/// Passes the outcome of a specialist's turn to the parent turn: its answer, or the reason for the failure with any
/// partial answer, and in both cases the files that it made. `until` is the end of the turn, before that end is stored.
pub(super) async fn end(
    tx: &Tx,
    core: &Core,
    job: &Job,
    outcome: Result<&str, (ErrorCode, &str)>,
    partial: &str,
    until: Timestamp,
) -> Result<()> {
    let (Some(agent), Some(call)) = (&job.session.agent, &job.session.parent_call) else { return Ok(()) };
    let now = core.clock.timestamp();
    let turn = turns::load(tx, &job.turn.head.turn_id).await?;
    if let Some(run) = job.session.scheduled_by() {
        runs::add_spent(tx, run, turn.head.spent(until)).await?;
    }
    let untrusted = turn.entries.iter().fold(Sources::OWN, |all, entry| all.and(&entry.untrusted()));
    let made = files::made(&calls::of_turn(tx, &turn.head.turn_id).await?);
    let done = match outcome {
        Ok(result) => {
            let mut output = json!({ "result": result });
            if agent != HELPER {
                output["agent"] = json!(agent);
            }
            if !made.is_empty() {
                output["files"] = json!(made);
            }
            pipeline::result::succeeded(
                core,
                &Named::default(),
                call,
                Outcome { untrusted, ..Outcome::new(format!("{agent} is done."), output) },
            )
        }
        Err((code, why)) => {
            let partial = texts::left_behind(partial, &made);
            let why = texts::could_not_finish(agent, why);
            Done {
                untrusted,
                ..pipeline::result::refused(core, &Named::default(), call, (code, &why), partial.as_deref())
            }
        }
    };
    if !specialists::settle(tx, &job.session, finished(&done), outcome.err(), now).await? {
        return Ok(());
    }
    match (&done.whole, &job.session.parent_session) {
        (Some(whole), Some(parent)) => turn_calls::keep(tx, core, parent, call, whole, now).await,
        _ => Ok(()),
    }
}

fn finished(done: &Done) -> Finished<'_> {
    Finished {
        result: &done.text,
        title: &done.title,
        error_code: done.error_code.map(ErrorCode::as_str),
        untrusted: &done.untrusted,
        receipt: None,
    }
}
