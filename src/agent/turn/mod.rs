//! The driver of a turn: decides with [`next_step`], executes the step, and stores its result.

use std::{
    mem,
    sync::{Arc, Mutex, PoisonError},
};

use adjutant_domain::{budget::Over, ids::TurnId, origin::Sources, text::join, turn::StopReason, wake::Wake};
use adjutant_memory::Query;
use adjutant_provider::{ModelError, ModelReply, offline};
use adjutant_store::{
    approvals,
    db::Scope,
    leases, runs,
    turns::{self, Entry},
};
use adjutant_texts as texts;
use anyhow::{Context as _, Result};
use chrono::{DateTime, Utc};

use super::{
    busy, calls,
    choice::{self, Task},
    clients,
    compact::{self, CompactionEnd},
    context::{
        self,
        past::{self, Past},
    },
    delegation, documents,
    draft::Draft,
    limits,
    model::{self, Failure},
    pictures,
    pipeline::Stage,
    reply::{self, End},
    step::{Limits, Step, next_step},
    tools,
};
use crate::{
    core::{Core, counts},
    runs::finish::FailureKind,
};

mod job;

pub use job::Job;
pub(super) use job::Recall;

/// Works on a turn until it has its answer, waits for a decision, or the process shuts down. An answer that a model
/// gives during the shutdown still ends the turn.
///
/// # Errors
/// Returns an error if the database fails or another process takes the lease. The turn then stays as its last step left
/// it.
pub(crate) async fn run(core: &Arc<Core>, mut job: Job) -> Result<()> {
    job.specialist = delegation::settings(core, &job.session).await?;
    if let Some(why) = delegation::configuration_error(&job) {
        return reply::end(core, &job, End::Failed(why, FailureKind::Permanent)).await;
    }
    job.model_of_schedule = choice::of_schedule(core, &job.session).await?;
    compact::restore_state(core, &mut job).await?;
    if matches!(job.turn.entries.last(), Some(Entry::Assistant { .. })) {
        restore_state(core, &mut job).await?;
    }
    loop {
        job.turn.head.cancel_requested |= job.stop.is_cancelled();
        let now = core.clock.timestamp();
        let limits = limits::of(core, &job).await?;
        let step = next_step(&job.turn.head, &job.turn.entries, &job.offered, limits, now);
        if core.shutdown.is_cancelled() && step != Step::Reply {
            return Ok(());
        }
        tracing::debug!(?step, "decided next step");
        match step {
            Step::CallModel => {
                let end = match job.session.client {
                    Some(_) => clients::next(core, &mut job).await?,
                    None => call_model(core, &mut job, limits).await?,
                };
                if let Some(end) = end {
                    return reply::end(core, &job, end).await;
                }
            }
            Step::RunTogether(calls) => calls::run(core, &mut job, &calls).await?,
            Step::Run(call) => calls::run(core, &mut job, &[call]).await?,
            Step::Interrupted(call) => {
                calls::interrupted(core, &mut job, &call).await?;
            }
            Step::AwaitApproval => {
                if park(core, &mut job).await? {
                    return Ok(());
                }
            }
            Step::Reply => {
                let text = match job.turn.entries.pop() {
                    Some(Entry::Assistant { text, .. }) => text,
                    _ => String::new(),
                };
                let used = job.model.unstored.clone();
                let suggestions = mem::take(&mut job.model.suggestions);
                reply::end(core, &job, End::Reply { text, used, suggestions }).await?;
                if job.is_context_nearly_full && job.is_shown() && !job.model.fallback {
                    compact::after_answer(core, job);
                }
                return Ok(());
            }
            Step::Stop(reason) => return stop(core, &job, reason).await,
        }
    }
}

/// Restores the state that a turn with open calls had before it was parked or interrupted. A turn that begins with a
/// model call restores it there.
pub(super) async fn restore_state(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    job.offered = tools::offered(core, job).await?;
    if job.uses_built_in_assistant(core) {
        return Ok(());
    }
    let (session, turn) = (job.session.clone(), job.turn.head.turn_id.clone());
    let (id, from) = (session.session_id, session.context_from);
    job.untrusted_before =
        core.db.read(async move |tx| turns::untrusted_before(tx, &id, from, &turn).await).await?;
    Ok(())
}

/// Makes one model call. Returns how the turn ends, if it ends.
async fn call_model(core: &Arc<Core>, job: &mut Job, limits: Limits) -> Result<Option<End>> {
    if let Some(measure) = limits::day_used_up(core, job).await? {
        return Ok(Some(End::Failed(texts::usage::day_used_up(measure), FailureKind::DailyBudget)));
    }
    job.nearly = limits.budget.nearly_used_up(&job.turn.head.spent(core.clock.timestamp()));
    job.offered = tools::for_request(core, job).await?;
    if busy::take_in(core, job).await? {
        job.offered = tools::for_request(core, job).await?;
    }
    let Some(context) = gather(core, job, limits).await? else {
        // The loop finds the reason.
        return Ok(None);
    };
    job.is_context_nearly_full = context.is_nearly_full;
    // The built-in assistant reads only the message.
    job.untrusted_before = if job.uses_built_in_assistant(core) { Sources::OWN } else { context.untrusted };
    let segment = job.turn.head.segment;
    let before = reply::visible(&job.turn.entries, segment);
    let drafts = job.is_shown() && core.delivers(&job.address().chat.channel);
    let source = ((&job.turn.head.turn_id).into(), segment);
    let draft = drafts.then(|| Draft::begin(core, source, job.address(), Some(context.secrets.clone())));
    let chosen = if job.model.fallback { &core.offline } else { choice::of(core, job, Task::Answer) };
    let latest = Mutex::new(String::new());
    let secrets = &context.secrets;
    let asked = model::respond(core, job, (chosen, context.request), secrets, |text| {
        if let Some(draft) = &draft {
            text.clone_into(&mut latest.lock().unwrap_or_else(PoisonError::into_inner));
            draft.show(job.prefixed(join(&before, text)));
        }
    });
    let outcome = asked.await;
    let shown = match draft {
        Some(draft) => draft.end().await,
        None => false,
    };
    let outcome = outcome?;
    if shown && matches!(outcome, Err(Failure::Stopped | Failure::TimeUp)) {
        let partial = latest.into_inner().unwrap_or_else(PoisonError::into_inner);
        job.model.partial = secrets.replace_unfinished(&partial).into_owned();
    }
    match outcome {
        Ok(response) => take_response(core, job, response).await,
        // The loop finds the reason.
        Err(Failure::Stopped | Failure::TimeUp) => Ok(None),
        Err(Failure::Over(over)) => Ok(Some(end_over(core, job, over))),
        // The model's lack of vision is now known; the next request has no pictures.
        Err(Failure::Model(ModelError::Blind(_))) => Ok(None),
        Err(Failure::Model(error)) => model_failed(core, job, &error).await,
    }
}

/// Gathers the input for the model. Returns `None` if the turn is stopped meanwhile.
#[tracing::instrument(name = "context", skip_all)]
async fn gather(core: &Arc<Core>, job: &mut Job, limits: Limits) -> Result<Option<context::Context>> {
    let began = core.clock.monotonic();
    documents::give(core, job).await?;
    pictures::look(core, job).await?;
    let Some(past) = read_past(core, job, limits::deadline(job, limits)).await? else { return Ok(None) };
    let context = context::assemble(core, job, past).await?;
    core.note_stage_since(counts::Stage::Context, began);
    Ok(Some(context))
}

/// Reads the conversation before the turn, and summarises its beginning if it exceeds the model's context. Returns
/// `None` if the turn was stopped or its time was up meanwhile.
async fn read_past(core: &Arc<Core>, job: &mut Job, deadline: DateTime<Utc>) -> Result<Option<Past>> {
    let mut past = past::read(core, job).await?;
    context::recall_notes(core, job, &past).await?;
    if context::is_outgrown(core, job, &past) {
        if compact::in_turn(core, job, deadline).await? == CompactionEnd::Stopped {
            return Ok(None);
        }
        past = past::read(core, job).await?;
    }
    if let Some(summary) = past.untold_summary() {
        compact::report(core, job, summary).await?;
    }
    Ok(Some(past))
}

/// Lets the built-in assistant take over if it can answer the message; otherwise ends the turn with an error message.
async fn model_failed(core: &Arc<Core>, job: &mut Job, error: &ModelError) -> Result<Option<End>> {
    if !job.model.fallback && job.session.agent.is_none() && can_take_over(core, job).await? {
        job.model.fallback = true;
        return Ok(None);
    }
    let kind = if error.is_retryable() { FailureKind::Transient } else { FailureKind::Permanent };
    Ok(Some(End::Failed(texts::model_failed(error), kind)))
}

/// Returns whether the built-in assistant understands the message, and finds a note for each question in it.
async fn can_take_over(core: &Arc<Core>, job: &Job) -> Result<bool> {
    let asked = job.turn.entries.iter().rev().find_map(|entry| match entry {
        Entry::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    let Some(asked) = asked.filter(|asked| offline::understands(asked)) else { return Ok(false) };
    for question in offline::questions(asked) {
        let query = Query {
            user: job.user.user_id.clone(),
            text: question.clone(),
            tags: Vec::new(),
            top_k: NOTES,
            include_conversation: false,
            include_documents: true,
            scope: job.session.scope(),
            turn: Some(job.turn.head.turn_id.clone()),
        };
        let found = core.memory.search_quickly(query).await?.found;
        if !found.iter().any(|note| offline::answers(&note.text, &question)) {
            return Ok(false);
        }
    }
    Ok(true)
}

/// The most notes in which an answer is searched.
const NOTES: i64 = 5;

/// Handles a response. Text alone is the answer, which is stored when the turn ends. Calls are checked and stored now,
/// and their approvals requested.
async fn take_response(core: &Arc<Core>, job: &mut Job, mut response: ModelReply) -> Result<Option<End>> {
    let used = limits::used(choice::of(core, job, Task::Answer), &response);
    job.model.answered_by = response.by.take().map(|by| by.label);
    if response.calls.is_empty() {
        let end = response.truncated.then(texts::cut_short).or(response.withheld.then(texts::withheld));
        response.text = join(&response.text, end.unwrap_or_default());
    }
    let segment = job.turn.head.segment;
    job.model.unstored_reasoning = match job.shows_reasoning() {
        true => response.reasoning.text.clone(),
        false => String::new(),
    };
    if response.calls.is_empty() {
        job.model.unstored = used;
        job.model.suggestions = response.suggestions;
        let untrusted = job.untrusted_for(Stage::Check);
        job.turn.entries.push(Entry::Assistant {
            text: response.text,
            segment,
            untrusted,
            calls: Vec::new(),
        });
        return Ok(None);
    }
    let responses = job.turn.entries.iter().filter(|entry| matches!(entry, Entry::Assistant { .. })).count();
    if response.reasoning.goes_back() {
        job.model.reasoning.insert(responses, Arc::new(response.reasoning));
    }
    let checked = calls::check(core, job, response.calls, response.truncated).await;
    let refused = calls::store(core, job, response.text, checked, used).await?;
    reload(core, job).await?;
    Ok(refused.map(|why| End::Failed(why.to_owned(), FailureKind::Permanent)))
}

/// Parks the turn until somebody decides. Returns false if somebody has decided already.
async fn park(core: &Arc<Core>, job: &mut Job) -> Result<bool> {
    let (id, session, now) = (job.turn.head.turn_id.clone(), job.session.clone(), core.clock.timestamp());
    let (core_, lease) = (core.clone(), job.lease.clone());
    let undecided = job.turn.entries.clone();
    let parked = core
        .db
        .write(Scope::Session(session.session_id.clone()), async move |tx| {
            let is_stopped = leases::check_turn(tx, &core_.process, &lease, &id).await?;
            if is_stopped || turns::entries(tx, &id).await? != undecided {
                return Ok(false);
            }
            turns::set_state(tx, &id, turns::State::Waiting, now).await?;
            let spent = turns::load(tx, &id).await?.head.spent(now);
            reply::count_time(tx, &core_, &session.user_id, spent).await?;
            if let Some(run) = session.scheduled_by() {
                // If a turn only waits for a specialist, its run is not waiting for anybody.
                let asked = approvals::open_of_turn(tx, &id).await?;
                if asked.iter().any(|approval| approval.state == approvals::State::Pending) {
                    runs::set_status(tx, run, runs::Status::Waiting).await?;
                }
                runs::add_spent(tx, run, spent).await?;
            }
            if session.client.is_some() {
                tx.wake(Wake::Clients);
            }
            leases::release(tx, &core_.process, &lease).await?;
            Ok(true)
        })
        .await?;
    if !parked {
        reload(core, job).await?;
    }
    Ok(parked)
}

async fn stop(core: &Arc<Core>, job: &Job, reason: StopReason) -> Result<()> {
    reply::end(core, job, end_for(core, job, reason)).await
}

fn end_over(core: &Core, job: &Job, over: Over) -> End {
    match over {
        Over::Turn(measure) => end_for(core, job, StopReason::UsedUp(measure)),
        Over::Day(measure) => End::Failed(texts::usage::day_too_short(measure), FailureKind::DailyBudget),
    }
}

fn end_for(core: &Core, job: &Job, reason: StopReason) -> End {
    let said = match job.session.agent {
        Some(_) => texts::delegation::stopped_for(reason),
        None => texts::turn_ended(reason),
    };
    match reason {
        StopReason::Cancelled => End::Stopped(said),
        StopReason::UsedUp(measure) if job.session.run_id.is_some() => {
            let budget = core.config.scheduler.run.budget();
            End::Failed(texts::usage::run_used_up(measure, &budget), FailureKind::RunBudget)
        }
        _ => End::Failed(said.to_owned(), FailureKind::Permanent),
    }
}

pub(super) async fn reload(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    let id: TurnId = job.turn.head.turn_id.clone();
    job.turn =
        core.db.read(async move |tx| turns::load(tx, &id).await).await.context("cannot load the turn")?;
    Ok(())
}

#[cfg(test)]
mod tests;
