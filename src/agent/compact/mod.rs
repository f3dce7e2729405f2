//! Compaction. When a conversation outgrows the model's context, its newest turns stay and a summary replaces the
//! turns before them. The transcript itself stays unchanged and searchable.
//!
//! The model writes the summary; without a model, or if it fails, rules write it. Lasting facts that the person
//! stated are saved as notes in the same transaction. No failure here fails the turn.

use std::sync::Arc;

use adjutant_domain::{budget::Spent, ids::NoteId, notes::Unfit, origin::Sources, policy::Effect};
use adjutant_memory::{self as memory, Saved};
use adjutant_store::{
    leases,
    notes::Source,
    sessions,
    summaries::{self, Summary},
    turns::{self, Entry, TurnSize},
    usage,
};
use adjutant_texts::compact as texts;
use adjutant_tools::kit::CallAssessment;
use anyhow::Result;
use serde_json::json;

use self::{part::Part, plan::Load};
use super::{
    call::place,
    context, limits,
    model::{self, Failure},
    turn::Job,
};
use crate::{approvals::policy, core::Core};

pub(crate) mod manual;
mod part;
mod plan;
mod rules;
mod writing;

/// Parts summarised one after the other in one turn; the rest waits for the next turn.
const PASSES: usize = 16;
/// Parts summarised by the model in one turn; rules summarise the others. A conversation older than compaction can be
/// very long.
const PASSES_BY_MODEL: usize = 4;
/// Turns considered for compaction.
const MOST_TURNS: i64 = 2_000;
/// Facts saved from one part.
const MOST_FACTS: usize = 10;
/// The tool whose policy rules decide whether a fact may be saved without asking.
const SAVE: &str = "memory_save";

/// The outcome of compaction.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum CompactionEnd {
    /// The conversation fits, as far as it can.
    Complete,
    /// The person stopped the turn, or the process is shutting down.
    Stopped,
}

/// Summarises the oldest turns of a conversation if they no longer fit beside the current turn.
pub(super) async fn if_outgrown(core: &Arc<Core>, job: &mut Job) -> Result<CompactionEnd> {
    if !job.session.is_conversation() {
        return Ok(CompactionEnd::Complete);
    }
    let begins = !job.turn.entries.iter().any(|entry| matches!(entry, Entry::Assistant { .. }));
    let (budget, current) = (context::budget(core), context::spent(core, job));
    let due = |standing: &CompactionState| {
        let sizes: Vec<_> = standing.turns.iter().map(|turn| turn.bytes.unsigned_abs() as usize).collect();
        let summary = standing.summary.as_ref().map_or(0, |summary| summary.text.len());
        plan::due(&sizes, Load { budget, current, summary, begins }).min(standing.coverable)
    };
    compact(core, job, due).await
}

/// Restores the compaction line of a turn that broke off.
pub(super) async fn restore_state(core: &Arc<Core>, job: &mut Job) -> Result<()> {
    if job.turn.head.attempts == 0 {
        return Ok(());
    }
    let id = job.session.session_id.clone();
    let summary = core.db.read(async move |tx| summaries::get(tx, &id).await).await?;
    let own = summary.filter(|summary| summary.turn_id == job.turn.head.turn_id);
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

/// Summarises the oldest turns, as many as `due` returns, part by part.
#[tracing::instrument(name = "compaction", skip_all)]
async fn compact(
    core: &Arc<Core>,
    job: &mut Job,
    due: impl Fn(&CompactionState) -> usize,
) -> Result<CompactionEnd> {
    for pass in 0..PASSES {
        let standing = standing(core, job).await?;
        let due = due(&standing);
        if due == 0 {
            break;
        }
        let sizes = standing.turns[..due].iter().map(|turn| turn.bytes.unsigned_abs() as usize);
        let covered = standing.turns[..plan::part(sizes, context::budget(core))].to_vec();
        let by_rules = pass >= PASSES_BY_MODEL
            || job.uses_built_in_assistant(core)
            || limits::day_used_up(core, job).await?.is_some();
        let previous = standing.summary;
        let Some(written) = write(core, job, (previous.as_ref(), &covered), by_rules).await? else {
            return Ok(CompactionEnd::Stopped);
        };
        if !store(core, job, (previous, &covered), written).await? {
            return Ok(CompactionEnd::Stopped);
        }
    }
    Ok(CompactionEnd::Complete)
}

async fn standing(core: &Arc<Core>, job: &Job) -> Result<CompactionState> {
    let (id, from) = (job.session.session_id.clone(), job.session.context_from);
    let current = job.turn.head.turn_id.clone();
    core.db
        .read(async move |tx| {
            let mut turns = turns::measured(tx, &id, from, MOST_TURNS).await?;
            let coverable = turns.iter().take_while(|turn| turn.state.is_final()).count();
            turns.retain(|turn| turn.turn_id != current);
            Ok(CompactionState { summary: summaries::get(tx, &id).await?, turns, coverable })
        })
        .await
}

/// The summary of one part, with the facts found in it.
struct Written {
    summary: String,
    facts: Vec<String>,
    untrusted: Sources,
    spent: Spent,
}

/// Writes the summary that replaces these turns and the previous summary. Returns `None` if it was stopped.
async fn write(
    core: &Arc<Core>,
    job: &Job,
    (previous, covered): (Option<&Summary>, &[TurnSize]),
    by_rules: bool,
) -> Result<Option<Written>> {
    let part = part::read(core, covered).await?;
    let bound = plan::summary_bound(context::budget(core));
    let former = previous.map(|summary| summary.text.as_str());
    // Facts drawn from untrusted content would come back as the person's own words.
    let is_tainted = part.holds_others() || previous.is_some_and(|summary| !summary.untrusted.is_empty());
    let mut written = Written {
        summary: String::new(),
        facts: Vec::new(),
        untrusted: part.untrusted(),
        spent: Spent::default(),
    };
    if !by_rules {
        let request = writing::Request { former, part: &part, bound, asks_for_facts: !is_tainted };
        let request = request.for_model(context::budget(core), core.config.model.max_output_tokens);
        match model::respond(core, core.provider.as_ref(), &request, job, |_| {}).await {
            Err(Failure::Stopped) => return Ok(None),
            // The model call has logged why.
            Err(Failure::Model(_)) => tracing::warn!("model wrote no summary; using rules"),
            Ok(reply) => {
                written.spent = limits::spent(core, &reply);
                let answer = writing::read(&reply.text, bound);
                written.summary = answer.summary;
                if !is_tainted {
                    written.facts = facts(core, job, &part, answer.facts);
                }
            }
        }
    }
    if written.summary.is_empty() {
        written.summary = rules::summary(former, &part, bound);
    }
    Ok(Some(written))
}

/// Returns the facts that the person really stated and that policy lets the gateway save without asking.
fn facts(core: &Core, job: &Job, part: &Part, stated: Vec<writing::Fact>) -> Vec<String> {
    let Ok(save) = job.offered.get(SAVE) else { return Vec::new() };
    let requirement = CallAssessment::default();
    let is_allowed = |fact: &str| {
        let arguments = json!({ "content": fact });
        let rules = &core.config.tools.rules;
        policy::judge(rules, place(job), save, (&arguments, &requirement), &Sources::OWN).effect < Effect::Ask
    };
    let kept = stated.into_iter().filter(|it| part.was_said(&it.said) && is_allowed(&it.fact));
    kept.map(|it| it.fact).take(MOST_FACTS).collect()
}

/// Replaces the turns with their summary, and stores its facts and usage. Returns false if the conversation has
/// changed since or the turn was stopped.
async fn store(
    core: &Arc<Core>,
    job: &mut Job,
    (previous, covered): (Option<Summary>, &[TurnSize]),
    written: Written,
) -> Result<bool> {
    let Some(last) = covered.last() else { return Ok(true) };
    let (turn, segment) = (job.turn.head.turn_id.clone(), job.turn.head.segment);
    let said = covered.iter().filter(|turn| turn.bytes > 0).count() as i64;
    let Written { summary: text, facts, untrusted, spent } = written;
    // A summary is not a step of the turn.
    let beside = Spent { steps: 0, ..spent };
    let mut summary = Summary {
        up_to: last.seq + 1,
        turns: said,
        text,
        untrusted,
        turn_id: turn.clone(),
        segment,
        noted: Vec::new(),
    };
    if let Some(previous) = previous {
        summary.turns += previous.turns;
        summary.untrusted = previous.untrusted.and(&summary.untrusted);
        if previous.turn_id == turn {
            summary.segment = previous.segment;
            summary.noted = previous.noted;
        }
    }
    let (core_, whose) = (core.clone(), job.clone());
    let told = core
        .db
        .write(async move |tx| {
            let (core, job) = (core_, whose);
            let now = core.clock.timestamp();
            leases::check(tx, &core.process, &job.lease).await?;
            usage::add(tx, &job.user.user_id, spent, core.clock.now()).await?;
            turns::count(tx, &turn, beside).await?;
            let id = &job.session.session_id;
            let is_new = sessions::get(tx, id).await?.context_from != job.session.context_from;
            if is_new || turns::cancel_requested(tx, &turn).await? {
                return Ok(None);
            }
            for fact in facts {
                let (user, note) = (&job.user.user_id, (fact.as_str(), Vec::new()));
                let source = Source { session_id: Some(id.clone()), message_id: None, ..Source::default() };
                let new = NoteId::generate();
                let limits = core.config.limits.of_notes();
                // Where there is no room, the transcript keeps it.
                match memory::ensure_room(tx, user, &new, &fact, limits).await {
                    Err(error) if error.is::<Unfit>() => continue,
                    checked => checked?,
                }
                // A note that already says so is not reported.
                if memory::save(tx, user, new, note, source, now).await? == Saved::New {
                    summary.noted.push(fact);
                }
            }
            summaries::put(tx, id, &summary, now).await?;
            Ok(Some((summary.segment, texts::grown(&summary.noted))))
        })
        .await?;
    let head = &mut job.turn.head;
    head.input_tokens += spent.input_tokens;
    head.output_tokens += spent.output_tokens;
    head.cost_micros += spent.cost_micros;
    let is_stored = told.is_some();
    if is_stored {
        job.opening.compacted = told;
    }
    Ok(is_stored)
}
