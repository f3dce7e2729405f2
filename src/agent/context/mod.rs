//! The model's context: as much of the conversation as fits, with the current turn last.

use std::sync::Arc;

use adjutant_domain::{origin::Sources, redact::Filter, text::join};
use adjutant_memory::{RecallRequest, Recalled};
use adjutant_provider::{Edit, ModelMessage, ModelRequest, Sent, models::Model};
use adjutant_store::{
    calls::{self, Call, State},
    inbox,
    plans::Plan,
    schedules::{self, Notification},
    sessions::Session,
    toolset_state::{PLAN, SKILLS},
    turns::{self, Entry},
};
use adjutant_texts as texts;
use adjutant_tools::plan::NAME;
use anyhow::Result;

use self::past::Past;
use super::{
    choice::{self, Task},
    compact, prompt,
    turn::{Job, Recall},
};
use crate::core::Core;

pub(super) mod past;

/// The most earlier turns considered; the token budget usually runs out sooner.
pub(super) const MAX_TURNS: i64 = 200;
/// Bytes counted as one token. Models need fewer tokens for most languages, so this errs on the safe side.
pub(super) const BYTES_PER_TOKEN: usize = 3;
/// The most bytes of one token, averaged over a whole text.
const MOST_BYTES_PER_TOKEN: usize = 5;

/// The tool with which the model could find the recalled notes itself.
const SEARCH: &str = "memory_search";

/// The input for the model.
pub(super) struct Context {
    pub request: ModelRequest,
    /// The secrets that no model reads.
    pub secrets: Filter,
    /// The untrusted sources in the earlier turns.
    pub untrusted: Sources,
    /// Whether the conversation leaves little room in the model's context.
    pub is_nearly_full: bool,
}

/// Recalls, once per turn, the notes that seem relevant to it. Recalls none if memory search is not offered, or for the
/// built-in assistant, which cannot use them.
pub(super) async fn recall_notes(core: &Arc<Core>, job: &mut Job, past: &Past) -> Result<()> {
    if matches!(job.recall, Recall::Done(_)) || job.uses_built_in_assistant(core) {
        return Ok(());
    }
    let max_bytes = core.config.memory.recall_tokens.saturating_mul(BYTES_PER_TOKEN);
    let said = said(&job.turn.entries);
    job.recall = Recall::Done(None);
    if max_bytes == 0 || said.is_empty() || job.offered.get(SEARCH).is_err() {
        return Ok(());
    }
    let (user, scope) = (job.user.user_id.clone(), job.session.scope());
    let (turn, before) = (job.turn.head.turn_id.clone(), past.said_last());
    let cue = RecallRequest { user, scope, turn, said, before };
    job.recall = Recall::Done(core.memory.recall(cue, max_bytes, &past.secrets).await);
    Ok(())
}

/// Returns the person's words in these entries.
fn said(entries: &[Entry]) -> String {
    let said = entries.iter().filter_map(|entry| match entry {
        Entry::User { text, .. } => Some(text.as_str()),
        _ => None,
    });
    said.collect::<Vec<_>>().join("\n")
}

/// Returns whether the conversation and the current turn together exceed the model's context.
pub(super) fn is_outgrown(core: &Core, job: &Job, past: &Past) -> bool {
    // The built-in assistant reads only the message, so a summary would be useless.
    job.session.is_conversation()
        && !job.uses_built_in_assistant(core)
        && past.outgrows(budget(core, job).saturating_sub(spent(core, job)))
}

/// Builds the request for a turn.
pub(super) async fn assemble(core: &Arc<Core>, job: &Job, past: Past) -> Result<Context> {
    let session = &job.session;
    let run = match &session.run_id {
        Some(_) => Some(notification(core, session).await?),
        None => None,
    };
    let mut current = current(core, job);
    let own = current.iter().map(size).sum::<usize>() + active_skills(job);
    let is_nearly_full = !job.uses_built_in_assistant(core)
        && compact::is_due_after(budget(core, job), past.bytes().chain([own]), past.summary_bytes());
    let instructions = match &job.specialist {
        Some(own) => own.instructions.clone(),
        None => {
            let of_chat = core.config.chat(&session.chat().to_string());
            let of_chat = of_chat.map_or("", |own| own.instructions.trim());
            join(core.config.agent.instructions.trim(), of_chat)
        }
    };
    let zone = job.user.zone(core.zone);
    let seen = past.seen.as_ref().map(|seen| seen.text.clone());
    let nearly = job.nearly.as_ref().map(texts::usage::nearly_for_model);
    let at_present = [Some(prompt::now(core.clock.now(), zone)), seen, plan(core, job), nearly];
    append_to_question(&mut current, at_present.into_iter().flatten().collect::<Vec<_>>().join("\n\n"));
    let secrets = past.secrets.clone();
    let (mut messages, untrusted) = past.into_messages(budget(core, job).saturating_sub(own));
    let earlier = messages.len();
    messages.append(&mut current);
    let (edits, sent) = match job.uses_built_in_assistant(core) {
        true => (edits(core, job).await?, sent(core, job).await?),
        false => (Vec::new(), Vec::new()),
    };
    let request = ModelRequest {
        system: prompt::system(&instructions, job, run),
        messages,
        tools: job.offered.specs(),
        shows_reasoning: job.shows_reasoning(),
        max_tokens: choice::of(core, job, Task::Answer).tokens.output,
        zone,
        earlier,
        edits,
        sent,
        cost_limit: None,
    };
    Ok(Context { request, secrets, untrusted, is_nearly_full })
}

/// Returns the new versions among the turn's messages, with the calls that were made for the earlier ones.
async fn edits(core: &Arc<Core>, job: &Job) -> Result<Vec<Edit>> {
    let turn = job.turn.head.turn_id.clone();
    core.db
        .read(async move |tx| {
            let mut edits = Vec::new();
            for message in inbox::edits_of(tx, &turn).await? {
                let earlier = message.corrects_turn.as_ref().filter(|before| **before != turn);
                let (mut turns, mut before) = (Vec::new(), vec![message.corrects.unwrap_or_default()]);
                if let Some(answered) = earlier {
                    turns.push(answered.clone());
                    for suggested in inbox::suggested_by(tx, answered).await? {
                        turns.push(suggested.turn_id);
                        before.push(suggested.text);
                    }
                }
                let calls = calls::of_turns(tx, &turns).await?;
                let done = calls.into_iter().filter(|call| call.state == State::Done);
                edits.push(Edit {
                    text: message.text,
                    before,
                    done: done.map(|call| (turns::as_tool_call(&call), call.result)).collect(),
                });
            }
            Ok(edits)
        })
        .await
}

/// Returns the turn's messages that waited before this answer, with what was heard in them.
async fn sent(core: &Arc<Core>, job: &Job) -> Result<Vec<Sent>> {
    let (turn, now) = (job.turn.head.turn_id.clone(), core.clock.timestamp());
    let messages =
        core.db.read(async move |tx| inbox::sent_before(tx, &turn, now - inbox::LATE).await).await?;
    let texts = messages.into_iter().flat_map(|(message, at)| {
        let texts = message.heard.into_iter().chain([message.text]);
        texts.map(move |text| Sent { text, at: at.to_utc() })
    });
    Ok(texts.collect())
}

/// Returns the reminder of the conversation's open plan. `None` if there is none, once the model has called the tool in
/// this turn, for the built-in assistant, or if the tool is not offered.
fn plan(core: &Core, job: &Job) -> Option<String> {
    let calls = |entry: &Entry| matches!(entry, Entry::Assistant { calls, .. } if calls.iter().any(|call| call.tool == NAME));
    let is_of_no_use = job.uses_built_in_assistant(core)
        || job.offered.get(NAME).is_err()
        || job.turn.entries.iter().any(calls);
    Plan::parse(job.offered.state(PLAN))
        .filter(|_| !is_of_no_use)
        .and_then(|plan| texts::plan::reminder(&plan))
}

/// Inserts the note on the present state below the message that began the turn. The note changes from minute to minute:
/// further up, it would keep providers from reusing their cache of the conversation; further down, that of the turn.
fn append_to_question(current: &mut Vec<ModelMessage>, text: String) {
    let is_said = |message: &ModelMessage| {
        use ModelMessage::{Assistant, Reasoning, Tool};
        !matches!(message, Assistant { .. } | Reasoning { .. } | Tool { .. })
    };
    let is_response = |message: &ModelMessage| matches!(message, ModelMessage::Assistant { .. });
    let beginning = current.iter().position(is_response).unwrap_or(current.len());
    let is_words = |message: &ModelMessage| matches!(message, ModelMessage::User { .. });
    let question = current[..beginning].iter().rposition(is_words).unwrap_or(0);
    // Another model's descriptions of pictures follow the question.
    let rest = current[question..].iter().position(|message| !is_said(message));
    let at = rest.map_or(current.len(), |rest| question + rest);
    current.insert(at, ModelMessage::Note { text });
}

/// Returns the size of the answering model's context, in bytes.
pub(super) fn budget(core: &Core, job: &Job) -> usize {
    size_of(choice::of(core, job, Task::Answer))
}

/// Returns the size of a model's context, in bytes.
pub(super) fn size_of(model: &Model) -> usize {
    model.tokens.context as usize * BYTES_PER_TOKEN
}

/// Returns an estimate of the fewest tokens that a request takes.
pub(super) fn least_tokens(request: &ModelRequest) -> i64 {
    let tools = request
        .tools
        .iter()
        .map(|tool| tool.name.len() + tool.description.len() + tool.parameters.to_string().len());
    let bytes =
        request.system.len() + tools.sum::<usize>() + request.messages.iter().map(size).sum::<usize>();
    (bytes / MOST_BYTES_PER_TOKEN) as i64
}

/// Returns the approximate size of the current turn with the active skills, in bytes.
pub(super) fn spent(core: &Core, job: &Job) -> usize {
    current(core, job).iter().map(size).sum::<usize>() + active_skills(job)
}

/// Returns the approximate size of the active skills' instructions, in bytes.
fn active_skills(job: &Job) -> usize {
    job.offered.state(SKILLS).map_or(0, str::len)
}

/// Returns the current turn, after the notes recalled for it.
fn current(core: &Core, job: &Job) -> Vec<ModelMessage> {
    let reminder = recalled(core, job).map(|recalled| ModelMessage::Note { text: recalled.text.clone() });
    let mut current: Vec<_> = reminder.into_iter().collect();
    let (mut responses, mut are_pictures_shown) = (0, false);
    for entry in &job.turn.entries {
        // Pictures go between the note that names them and the words sent with them.
        if !are_pictures_shown && !matches!(entry, Entry::Note { .. }) {
            current.extend(job.pictures.of_messages(core, responses));
            are_pictures_shown = true;
        }
        if matches!(entry, Entry::Assistant { .. }) {
            let reasoning = job.model.reasoning.get(&responses).cloned();
            current.extend(reasoning.map(|reasoning| ModelMessage::Reasoning { reasoning }));
            responses += 1;
            are_pictures_shown = false;
        }
        current.extend(messages([entry.clone()], ShownAs::CurrentTurn));
        current.extend(job.pictures.of_calls(entry));
    }
    if !are_pictures_shown {
        current.extend(job.pictures.of_messages(core, responses));
    }
    current
}

/// Returns the recalled notes; the built-in assistant has no use for them.
fn recalled<'a>(core: &Core, job: &'a Job) -> Option<&'a Recalled> {
    match &job.recall {
        Recall::Done(Some(notes)) if !job.uses_built_in_assistant(core) => Some(notes),
        _ => None,
    }
}

/// Returns the messages that show an earlier turn again.
pub(super) fn earlier_turn_messages(entries: Vec<Entry>) -> Vec<ModelMessage> {
    messages(entries, ShownAs::EarlierTurn)
}

/// Returns the untrusted sources that an earlier turn still shows: those of its messages, and of the model's words
/// after it had read them. Untrusted results are not shown again.
pub(super) fn written_by_others(entries: &[Entry]) -> Sources {
    entries.iter().map(Entry::written_by).collect()
}

/// Returns the notification setting of a run's schedule.
pub(super) async fn notification(core: &Arc<Core>, session: &Session) -> Result<Notification> {
    let Some(run_id) = session.run_id.clone() else { return Ok(Notification::Always) };
    core.db
        .read(async move |tx| {
            let schedule = schedules::of_run(tx, &run_id).await?;
            Ok(schedule.map_or(Notification::Always, |schedule| schedule.notification))
        })
        .await
}

/// Whether entries are shown as the current turn or as an earlier one.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ShownAs {
    CurrentTurn,
    EarlierTurn,
}

fn messages(entries: impl IntoIterator<Item = Entry>, shown: ShownAs) -> Vec<ModelMessage> {
    let mut messages = Vec::new();
    for entry in entries {
        match entry {
            Entry::User { text, .. } => messages.push(ModelMessage::User { text }),
            Entry::Note { text, .. } => messages.push(ModelMessage::Note { text }),
            Entry::Assistant { text, calls, .. } => {
                let asked = calls.iter().map(turns::as_tool_call).collect();
                messages.push(ModelMessage::Assistant { text, calls: asked });
                messages.extend(calls.into_iter().map(|call| ModelMessage::Tool {
                    call_id: call.model_call_id.clone(),
                    text: result(call, shown),
                }));
            }
        }
    }
    messages
}

/// Returns the text of a result for the model. Later turns do not show untrusted content again, because it could steer
/// how the person's later requests are handled. A turn that needs it reads it with `tool_output`, and then holds it.
fn result(call: Call, shown: ShownAs) -> String {
    match shown {
        ShownAs::EarlierTurn if !call.untrusted.is_empty() => {
            texts::hidden_result(&call.untrusted, &call.call_id)
        }
        _ => call.result,
    }
}

/// Returns the approximate size of a message in bytes.
fn size(message: &ModelMessage) -> usize {
    const FRAME: usize = 12;
    FRAME
        + match message {
            ModelMessage::User { text } | ModelMessage::Note { text } | ModelMessage::Tool { text, .. } => {
                text.len()
            }
            ModelMessage::Picture { picture } => picture.size.tokens() as usize * BYTES_PER_TOKEN,
            ModelMessage::Reasoning { reasoning } => reasoning.size(),
            ModelMessage::Assistant { text, calls } => {
                text.len()
                    + calls.iter().map(|call| FRAME + call.name.len() + call.arguments.len()).sum::<usize>()
            }
        }
}

#[cfg(test)]
mod tests;
