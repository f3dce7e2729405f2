//! Facts that the person stated in the summarised turns, and which of them become notes.
//!
//! A note that its person deleted or replaced must not come back, and an old statement must not stand beside the newer
//! one. The texts of deleted notes are not kept, so times decide: a fact is saved only if its person has deleted or
//! replaced no note since they said it, and no newer note is about the same. Such a fact stays in the transcript.

use std::sync::Arc;

use adjutant_domain::{ids::NoteId, notes::Unfit, origin::Sources, policy::Effect, timestamp::Timestamp};
use adjutant_memory::{self as memory, Saved};
use adjutant_store::{
    db::Tx,
    notes::{self, Source},
};
use adjutant_tools::kit::CallAssessment;
use anyhow::Result;
use serde_json::json;

use super::{part::Part, writing};
use crate::{
    agent::{pipeline::place, turn::Job},
    approvals::policy,
    core::Core,
};

/// The most facts saved from one part.
const MOST_FACTS: usize = 10;
/// The tool whose policy rules decide whether a fact may be saved without asking.
const SAVE: &str = "memory_save";

/// A fact that may become a note.
#[derive(Clone, Debug)]
pub(super) struct Stated {
    pub fact: String,
    pub said_at: Timestamp,
}

/// Returns the facts that the person really stated, that policy lets the gateway save without asking, and that no newer
/// note is about.
pub(super) async fn stated(
    core: &Arc<Core>,
    job: &Job,
    part: &Part,
    found: Vec<writing::Fact>,
) -> Result<Vec<Stated>> {
    let mut stated = Vec::new();
    for writing::Fact { fact, said } in found {
        let Some(said_at) = part.said_at(&said) else { continue };
        if stated.len() < MOST_FACTS
            && is_allowed(core, job, &fact)
            && !core.memory.has_newer_note_like(&job.user.user_id, &fact, said_at).await?
        {
            stated.push(Stated { fact, said_at });
        }
    }
    Ok(stated)
}

fn is_allowed(core: &Core, job: &Job, fact: &str) -> bool {
    let Ok(save) = job.offered.get(SAVE) else { return false };
    let (arguments, requirement) = (json!({ "content": fact }), CallAssessment::default());
    let rules = &core.config.tools.rules;
    policy::judge(rules, place(job), save, (&arguments, &requirement), &Sources::OWN).effect < Effect::Ask
}

/// Saves facts as notes. Returns the texts of the new notes.
pub(super) async fn save(tx: &Tx, core: &Core, job: &Job, facts: &[Stated]) -> Result<Vec<String>> {
    let (user, limits) = (&job.user.user_id, core.config.limits.of_notes());
    let withdrawn_at = notes::last_withdrawal(tx, user).await?;
    let mut saved = Vec::new();
    for Stated { fact, said_at } in facts {
        if withdrawn_at.is_some_and(|withdrawn_at| *said_at <= withdrawn_at) {
            continue;
        }
        let (new, note) = (NoteId::generate(), (fact.as_str(), Vec::new()));
        let session_id = Some(job.session.session_id.clone());
        let source = Source { session_id, message_id: None, ..Source::default() };
        // If there is no room for the fact, it stays in the transcript.
        match memory::ensure_room(tx, user, &new, fact, limits).await {
            Err(error) if error.is::<Unfit>() => continue,
            checked => checked?,
        }
        // A note that existed already is not reported.
        if memory::save(tx, user, new, note, source, *said_at).await? == Saved::New {
            saved.push(fact.clone());
        }
    }
    Ok(saved)
}
