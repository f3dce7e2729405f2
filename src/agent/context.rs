//! What the model is given: the conversation as far as it fits, and the turn at hand last.

use std::sync::Arc;

use anyhow::Result;

use super::prompt;
use crate::{
    core::Core,
    db::Tx,
    provider::{ModelMessage, ModelRequest},
    store::{
        people::User,
        schedules,
        schedules::Notification,
        sessions::Session,
        turns::{self, Entry, Turn},
    },
    tools::notify,
};

/// Earlier turns that are looked at; the token budget usually ends sooner.
const MAX_TURNS: i64 = 200;
/// Earlier turns that are read at once; more of them than fit the budget are read in vain.
const TURNS_AT_ONCE: usize = 25;
/// Bytes that are counted as one token. Models need fewer tokens for most languages, so this errs on the safe side.
const BYTES_PER_TOKEN: usize = 3;

/// Puts the request for a turn together.
pub(super) async fn assemble(
    core: &Arc<Core>,
    user: &User,
    session: &Session,
    turn: &Turn,
) -> Result<ModelRequest> {
    let run = match &session.run_id {
        Some(_) => Some(notification(core, session).await?),
        None => None,
    };
    let budget = core.config.model.context_tokens as usize * BYTES_PER_TOKEN;
    let current = messages(&turn.entries);
    let spent: usize = current.iter().map(size).sum();
    let (place, id) = (session.clone(), turn.head.turn_id.clone());
    let earlier =
        core.db.read(async move |tx| earlier(tx, &place, &id, budget.saturating_sub(spent)).await).await?;
    let instructions = &core.config.agent.instructions;
    let hidden: &[&str] = if run == Some(Notification::Conditional) { &[] } else { &[notify::NAME] };
    Ok(ModelRequest {
        system: prompt::system(instructions, user, session, run, core.clock.now(), core.zone),
        messages: earlier.into_iter().chain(current).collect(),
        tools: core.tools.specs(hidden),
        max_tokens: core.config.model.max_output_tokens,
    })
}

/// The newest earlier turns that fit into `budget` bytes, whole: a call is never parted from its result.
async fn earlier(
    tx: &Tx,
    session: &Session,
    except: &crate::ids::TurnId,
    budget: usize,
) -> Result<Vec<ModelMessage>> {
    let mut kept: Vec<Vec<ModelMessage>> = Vec::new();
    let mut left = budget;
    let ids = turns::earlier(tx, &session.session_id, session.context_from, except, MAX_TURNS).await?;
    'fits: for ids in ids.chunks(TURNS_AT_ONCE) {
        let mut transcripts = turns::transcripts(tx, ids).await?;
        for id in ids {
            let said = messages(&transcripts.remove(id).unwrap_or_default());
            let Some(rest) = left.checked_sub(said.iter().map(size).sum()) else { break 'fits };
            left = rest;
            kept.push(said);
        }
    }
    Ok(kept.into_iter().rev().flatten().collect())
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

fn messages(entries: &[Entry]) -> Vec<ModelMessage> {
    let mut messages = Vec::new();
    for entry in entries {
        match entry {
            Entry::User { text } => messages.push(ModelMessage::User { text: text.clone() }),
            Entry::Note { text } => messages.push(ModelMessage::Note { text: text.clone() }),
            Entry::Assistant { text, calls, .. } => {
                let asked = calls.iter().map(turns::as_tool_call).collect();
                messages.push(ModelMessage::Assistant { text: text.clone(), calls: asked });
                messages.extend(calls.iter().map(|call| ModelMessage::Tool {
                    call_id: call.model_call_id.clone(),
                    text: call.result.clone(),
                }));
            }
        }
    }
    messages
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
