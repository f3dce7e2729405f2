//! What the model is given: the conversation as far as it fits, and the turn at hand last.

use std::sync::Arc;

use anyhow::Result;

use super::{delegation, prompt, turn::Job};
use crate::{
    core::Core,
    db::Tx,
    provider::{ModelMessage, ModelRequest},
    store::{
        calls::Call,
        schedules,
        schedules::Notification,
        sessions::Session,
        turns::{self, Entry},
    },
    texts,
};

/// Earlier turns that are looked at; the token budget usually ends sooner.
const MAX_TURNS: i64 = 200;
/// Earlier turns that are read at once; more of them than fit the budget are read in vain.
const TURNS_AT_ONCE: usize = 25;
/// Bytes that are counted as one token. Models need fewer tokens for most languages, so this errs on the safe side.
const BYTES_PER_TOKEN: usize = 3;

/// What the model is given.
pub(super) struct Context {
    pub request: ModelRequest,
    /// Whose words the earlier turns hold, if not the person's own.
    pub untrusted: Option<String>,
}

/// Puts the request for a turn together.
pub(super) async fn assemble(core: &Arc<Core>, job: &Job) -> Result<Context> {
    let (session, turn) = (&job.session, &job.turn);
    let run = match &session.run_id {
        Some(_) => Some(notification(core, session).await?),
        None => None,
    };
    let budget = core.config.model.context_tokens as usize * BYTES_PER_TOKEN;
    let current = messages(&turn.entries, Past::ThisTurn);
    let spent: usize = current.iter().map(size).sum();
    let (place, id) = (session.clone(), turn.head.turn_id.clone());
    let earlier =
        core.db.read(async move |tx| earlier(tx, &place, &id, budget.saturating_sub(spent)).await).await?;
    let instructions = match delegation::settings(core, job) {
        Some(own) => &own.instructions,
        None => &core.config.agent.instructions,
    };
    let request = ModelRequest {
        system: prompt::system(instructions, job, run, core.clock.now(), core.zone),
        messages: earlier.messages.into_iter().chain(current).collect(),
        tools: job.offered.specs(),
        max_tokens: core.config.model.max_output_tokens,
    };
    Ok(Context { request, untrusted: earlier.untrusted })
}

/// What was said before the turn at hand.
#[derive(Default)]
struct Earlier {
    messages: Vec<ModelMessage>,
    untrusted: Option<String>,
}

/// The newest earlier turns that fit into `budget` bytes, whole: a call is never parted from its result.
async fn earlier(tx: &Tx, session: &Session, except: &crate::ids::TurnId, budget: usize) -> Result<Earlier> {
    let mut untrusted = None;
    let mut kept: Vec<Vec<ModelMessage>> = Vec::new();
    let mut left = budget;
    let ids = turns::earlier(tx, &session.session_id, session.context_from, except, MAX_TURNS).await?;
    'fits: for ids in ids.chunks(TURNS_AT_ONCE) {
        let mut transcripts = turns::transcripts(tx, ids).await?;
        for id in ids {
            let entries = transcripts.remove(id).unwrap_or_default();
            let said = messages(&entries, Past::EarlierTurn);
            let Some(rest) = left.checked_sub(said.iter().map(size).sum()) else { break 'fits };
            left = rest;
            kept.push(said);
            // Results that hold others' words are left out, so only what people wrote counts.
            let written = entries.iter().filter(|entry| !matches!(entry, Entry::Assistant { .. }));
            untrusted = untrusted.or(written.rev().find_map(Entry::untrusted).map(str::to_owned));
        }
    }
    Ok(Earlier { messages: kept.into_iter().rev().flatten().collect(), untrusted })
}

/// How the schedule of a run wants its results delivered.
pub(super) async fn notification(core: &Arc<Core>, session: &Session) -> Result<Notification> {
    let Some(run_id) = session.run_id.clone() else { return Ok(Notification::Always) };
    core.db
        .read(async move |tx| {
            let schedule = schedules::of_run(tx, &run_id).await?;
            Ok(schedule.map_or(Notification::Always, |schedule| schedule.notification))
        })
        .await
}

/// Whether entries are of the turn at hand.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Past {
    ThisTurn,
    EarlierTurn,
}

fn messages(entries: &[Entry], past: Past) -> Vec<ModelMessage> {
    let mut messages = Vec::new();
    for entry in entries {
        match entry {
            Entry::User { text, .. } => messages.push(ModelMessage::User { text: text.clone() }),
            Entry::Note { text, .. } => messages.push(ModelMessage::Note { text: text.clone() }),
            Entry::Assistant { text, calls, .. } => {
                let asked = calls.iter().map(turns::as_tool_call).collect();
                messages.push(ModelMessage::Assistant { text: text.clone(), calls: asked });
                messages.extend(calls.iter().map(|call| ModelMessage::Tool {
                    call_id: call.model_call_id.clone(),
                    text: result(call, past),
                }));
            }
        }
    }
    messages
}

/// What the model reads of a result. Other people's words are not shown again in later turns, where they could steer
/// what the person asks for then; who needs them reads on in them, and that turn holds them.
fn result(call: &Call, past: Past) -> String {
    match &call.untrusted {
        Some(source) if past == Past::EarlierTurn => texts::not_shown_again(source, &call.call_id),
        _ => call.result.clone(),
    }
}

/// Roughly what a message takes, in bytes.
fn size(message: &ModelMessage) -> usize {
    const FRAME: usize = 12;
    FRAME
        + match message {
            ModelMessage::User { text } | ModelMessage::Note { text } | ModelMessage::Tool { text, .. } => {
                text.len()
            }
            ModelMessage::Assistant { text, calls } => {
                text.len()
                    + calls.iter().map(|call| FRAME + call.name.len() + call.arguments.len()).sum::<usize>()
            }
        }
}
