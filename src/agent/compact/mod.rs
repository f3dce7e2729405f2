//! Compaction. When a conversation outgrows the model's context, its newest turns stay and a summary replaces the
//! turns before them. The transcript itself stays unchanged and searchable.
//!
//! The summary is written after an answer, once the conversation nearly fills the context, in parallel with the next
//! turn, whose answer reports it. A turn waits for a summary only if the conversation does not fit without one.
//!
//! The model writes the summary. Rules write it if there is no model, or if the model fails or would exceed a limit.
//! Lasting facts that the person stated are saved as notes in the same transaction. No failure here fails the turn.

use std::sync::Arc;

use adjutant_domain::{language::Language, origin::Sources};
use adjutant_store::{
    db::{Scope, Tx},
    leases, sessions,
    summaries::{self, Summary},
    turns::{self, TurnSize},
};
use adjutant_texts::compact as texts;
use anyhow::Result;
use chrono::{DateTime, Utc};

use self::{facts::Stated, plan::Load};
use super::{
    choice::{self, Task},
    context,
    limits::{self, Used},
    model::{self, Failure},
    reply,
    turn::Job,
};
use crate::core::Core;

mod facts;
pub(crate) mod manual;
mod part;
mod plan;
mod rules;
mod writing;

/// The most parts summarised in succession in one turn; the rest waits for the next turn.
const PASSES: usize = 16;
/// The most parts that the model summarises in one turn; rules summarise the others. A conversation from before
/// compaction existed can be very long.
const PASSES_BY_MODEL: usize = 4;
/// The most turns considered for compaction.
const MOST_TURNS: i64 = 2_000;

/// The outcome of compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompactionEnd {
    /// The conversation fits, as far as possible.
    Complete,
    /// The person stopped the turn, its time was up before it began, or the process is shutting down.
    Stopped,
}

/// The time at which a conversation is summarised.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum When {
    /// In a turn whose answer waits for the summary.
    InTurn,
    /// After a turn has ended, in parallel with the next.
    AfterAnswer,
}

/// Summarises the oldest turns of a conversation, which do not fit beside the current turn.
pub(super) async fn in_turn(
    core: &Arc<Core>,
    job: &mut Job,
    deadline: DateTime<Utc>,
) -> Result<CompactionEnd> {
    tokio::select! {
        // Turns that are being summarised are not summarised twice.
        () = core.summaries.ended(&job.session.session_id) => {}
        () = job.stop.cancelled() => return Ok(CompactionEnd::Stopped),
        () = core.shutdown.cancelled() => return Ok(CompactionEnd::Stopped),
        () = core.clock.sleep_until(deadline) => return Ok(CompactionEnd::Stopped),
    }
    let (budget, current) = (context::budget(core, job), context::spent(core, job));
    compact(core, job, When::InTurn, |state| state.due(Load { budget, current, summary: 0, begins: false }))
        .await
}

/// Returns whether a conversation will be summarised after the current turn. `turns` has the sizes in bytes, the
/// current turn last; `budget` is the size of the model's context.
pub(super) fn is_due_after(budget: usize, turns: impl Iterator<Item = usize>, summary: usize) -> bool {
    let load = Load { budget, current: 0, summary, begins: true };
    plan::due(&turns.collect::<Vec<_>>(), load) > 0
}

/// Summarises the oldest turns of a conversation that nearly fills the context, in the background after the turn.
pub(super) fn after_answer(core: &Arc<Core>, job: Job) {
    let (core_, session) = (core.clone(), job.session.session_id.clone());
    let language = Language::current();
    core.summaries.wake(session, move |_| {
        let (core, mut job) = (core_.clone(), job.clone());
        language.scope(async move {
            job.turn.head = job.turn.head.with_fresh_budget(core.clock.timestamp());
            job.claimed_at = None;
            let load = Load { budget: context::budget(&core, &job), current: 0, summary: 0, begins: true };
            if let Err(error) = compact(&core, &mut job, When::AfterAnswer, |state| state.due(load)).await {
                // The next answer tries again, or its turn summarises.
                tracing::error!(error = format!("{error:#}"), "cannot summarise the conversation");
            }
        })
    });
}

/// Makes the current turn report a summary that no answer has reported yet.
pub(super) async fn report(core: &Arc<Core>, job: &mut Job, summary: &Summary) -> Result<()> {
    let (turn, segment) = (job.turn.head.turn_id.clone(), job.turn.head.segment);
    let session = job.session.session_id.clone();
    let report = async move |tx: &Tx| summaries::report(tx, &session, &turn, segment).await;
    core.db.write_unsynced(Scope::Session(job.session.session_id.clone()), report).await?;
    job.opening.compacted = Some((segment, texts::grown(&summary.noted)));
    Ok(())
}

/// Restores the compaction line of an interrupted turn.
pub(super) async fn restore_state(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    if job.turn.head.attempts == 0 {
        return Ok(());
    }
    let id = job.session.session_id.clone();
    let summary = core.db.read(async move |tx| summaries::get(tx, &id).await).await?;
    let own = summary.filter(|summary| summary.turn_id.as_ref() == Some(&job.turn.head.turn_id));
    job.opening.compacted = own.map(|summary| (summary.segment, texts::grown(&summary.noted)));
    Ok(())
}

/// The state of a conversation: its summary, and the turns after it without the current one.
struct CompactionState {
    summary: Option<Summary>,
    /// Oldest first.
    turns: Vec<TurnSize>,
    /// How many of the oldest turns a summary may cover: those before the first unfinished turn.
    coverable: usize,
}

impl CompactionState {
    /// Returns how many of the oldest turns to summarise.
    fn due(&self, load: Load) -> usize {
        let sizes: Vec<_> = self.turns.iter().map(|turn| turn.bytes.unsigned_abs() as usize).collect();
        let summary = self.summary.as_ref().map_or(0, |summary| summary.text.len());
        plan::due(&sizes, Load { summary, ..load }).min(self.coverable)
    }
}

/// Summarises the oldest turns, as many as `due` returns, part by part.
#[tracing::instrument(name = "compaction", skip_all, fields(session = %job.session.session_id))]
async fn compact(
    core: &Arc<Core>,
    job: &mut Job,
    when: When,
    due: impl Fn(&CompactionState) -> usize,
) -> Result<CompactionEnd> {
    for pass in 0..PASSES {
        let state = read_state(core, job, when).await?;
        let due = due(&state);
        if due == 0 {
            break;
        }
        let sizes = state.turns[..due].iter().map(|turn| turn.bytes.unsigned_abs() as usize);
        let covered = state.turns[..plan::part(sizes, room(core, job))].to_vec();
        let by_rules = pass >= PASSES_BY_MODEL || job.uses_built_in_assistant(core);
        let previous = state.summary;
        let Some(written) = write(core, job, (previous.as_ref(), &covered), by_rules).await? else {
            return Ok(CompactionEnd::Stopped);
        };
        if !store(core, job, when, (previous, &covered), written).await? {
            return Ok(CompactionEnd::Stopped);
        }
    }
    Ok(CompactionEnd::Complete)
}

async fn read_state(core: &Arc<Core>, job: &Job, when: When) -> Result<CompactionState> {
    let (id, from) = (job.session.session_id.clone(), job.session.context_from);
    let current = Some(job.turn.head.turn_id.clone()).filter(|_| when == When::InTurn);
    core.db
        .read(async move |tx| {
            let mut turns = turns::measured(tx, &id, from, MOST_TURNS).await?;
            let coverable = turns.iter().take_while(|turn| turn.state.is_final()).count();
            turns.retain(|turn| Some(&turn.turn_id) != current.as_ref());
            Ok(CompactionState { summary: summaries::get(tx, &id).await?, turns, coverable })
        })
        .await
}

/// The summary of one part, with the facts found in it.
struct Written {
    summary: String,
    facts: Vec<Stated>,
    untrusted: Sources,
    used: Used,
}

/// Writes the summary that replaces these turns and the previous summary. Returns `None` if it was stopped.
async fn write(
    core: &Arc<Core>,
    job: &Job,
    (previous, covered): (Option<&Summary>, &[TurnSize]),
    by_rules: bool,
) -> Result<Option<Written>> {
    // Texts are shortened below, so secrets are redacted first.
    let secrets = core.secrets_of(&job.user.user_id).await?;
    let part = part::read(core, covered).await?.without(&secrets);
    let bound = plan::summary_bound(room(core, job));
    let former = previous.map(|summary| summary.text.as_str());
    // Facts from untrusted content would return as the person's own words.
    let is_tainted = part.holds_others() || previous.is_some_and(|summary| !summary.untrusted.is_empty());
    let mut written = Written {
        summary: String::new(),
        facts: Vec::new(),
        untrusted: part.untrusted(),
        used: Used::default(),
    };
    if !by_rules {
        let request = writing::Request { former, part: &part, bound, asks_for_facts: !is_tainted };
        let chosen = choice::of(core, job, Task::Summary);
        let request = request.for_model(room(core, job), chosen.tokens.output);
        match model::respond(core, job, (chosen, request), &secrets, |_| {}).await? {
            Err(Failure::Stopped) => return Ok(None),
            // The model call has logged why.
            Err(Failure::TimeUp | Failure::Over(_) | Failure::Model(_)) => {
                tracing::warn!("model wrote no summary; using rules");
            }
            Ok(reply) => {
                written.used = limits::used(chosen, &reply);
                let answer = writing::read(&reply.text, bound);
                written.summary = answer.summary;
                if !is_tainted {
                    written.facts = facts::stated(core, job, &part, answer.facts).await?;
                }
            }
        }
    }
    if written.summary.is_empty() {
        written.summary = rules::summary(former, &part, bound);
    }
    Ok(Some(written))
}

/// Returns the input size in bytes that fits both the model that writes the summary and the model that continues with
/// it.
fn room(core: &Core, job: &Job) -> usize {
    context::size_of(choice::of(core, job, Task::Summary)).min(context::budget(core, job))
}

/// Replaces the turns by their summary, and stores its facts and usage. Returns false if the conversation has changed
/// since or the turn was stopped.
async fn store(
    core: &Arc<Core>,
    job: &mut Job,
    when: When,
    (previous, covered): (Option<Summary>, &[TurnSize]),
    written: Written,
) -> Result<bool> {
    let Some(last) = covered.last() else { return Ok(true) };
    let (turn, segment) = (job.turn.head.turn_id.clone(), job.turn.head.segment);
    let reporting = Some(turn.clone()).filter(|_| when == When::InTurn);
    let said = covered.iter().filter(|turn| turn.bytes > 0).count() as i64;
    let Written { summary: text, facts, untrusted, used } = written;
    let spent = used.spent;
    let mut summary = Summary {
        up_to: last.seq + 1,
        turns: said,
        text,
        untrusted,
        turn_id: reporting,
        segment,
        noted: Vec::new(),
    };
    if let Some(previous) = previous.clone() {
        summary.turns += previous.turns;
        summary.untrusted = previous.untrusted.and(&summary.untrusted);
        if previous.turn_id == summary.turn_id {
            summary.segment = previous.segment;
        }
        // The answer that reports this summary also reports the notes of a previous summary that is not reported yet.
        if previous.turn_id.is_none() || previous.turn_id == summary.turn_id {
            summary.noted = previous.noted;
        }
    }
    let (core_, whose) = (core.clone(), job.clone());
    let told = core
        .db
        .write(Scope::Person(job.user.user_id.clone()), async move |tx| {
            let (core, job) = (core_.clone(), &whose);
            let (id, now) = (&job.session.session_id, core.clock.timestamp());
            let is_stopped = match when {
                When::InTurn => leases::check_turn(tx, &core.process, &job.lease, &turn).await?,
                When::AfterAnswer => false,
            };
            let is_new = sessions::get(tx, id).await?.context_from != job.session.context_from;
            reply::count_beside(tx, &core, job, &used).await?;
            if is_new || is_stopped || summaries::get(tx, id).await? != previous {
                return Ok(None);
            }
            let mut summary = summary.clone();
            summary.noted.extend(facts::save(tx, &core, job, &facts).await?);
            summaries::put(tx, id, &summary, now).await?;
            Ok(Some((summary.segment, texts::grown(&summary.noted))))
        })
        .await?;
    let head = &mut job.turn.head;
    head.input_tokens += spent.input_tokens;
    head.cached_tokens += spent.cached_tokens;
    head.output_tokens += spent.output_tokens;
    head.cost_micros += spent.cost_micros;
    let is_stored = told.is_some();
    if is_stored && when == When::InTurn {
        job.opening.compacted = told;
    }
    Ok(is_stored)
}

#[cfg(test)]
mod tests;
