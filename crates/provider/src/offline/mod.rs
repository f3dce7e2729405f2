//! The built-in assistant: answers simple commands by rules when no model is configured, and tells people that it is no
//! model.
//!
//! It is a [`Provider`] like any other. It keeps no state between requests: it reads its progress from the
//! conversation, and so continues after a restart or an approval exactly where it stopped.

mod again;
mod agenda;
mod answers;
mod burst;
pub mod cadences;
mod changes;
mod edits;
mod followup;
mod hints;
mod moved;
mod moves;
mod note_phrases;
mod notes;
mod pages;
mod parse;
mod phrases;
mod plan;
mod questions;
mod readings;
mod referents;
mod reminders;
mod reply;
mod scratchpad;
mod sentences;
mod slips;
mod smalltalk;
mod suggest;
mod sums;
mod talk;
mod texts;
mod times;
mod when;
mod words;

#[cfg(test)]
mod tests;

use std::sync::Arc;

use adjutant_domain::clock::Clock;
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::Value;

use self::{
    edits::Made,
    parse::Command,
    plan::Plan,
    reply::{Moment, Outcome},
};
use super::{ModelError, ModelMessage, ModelReply, ModelRequest, Provider, Sent, ToolCall};

/// The offline assistant.
pub struct Offline {
    pub clock: Arc<dyn Clock>,
}

#[async_trait]
impl Provider for Offline {
    fn label(&self) -> String {
        texts::LABEL.to_owned()
    }

    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError> {
        let reply = respond(request, self.clock.now());
        if !reply.text.is_empty() {
            on_text(&reply.text);
        }
        Ok(reply)
    }
}

/// Answers the last message of a conversation: turns a command into tool calls, and their results into text.
///
/// Every command ends after two calls, and one for each further page of a list. Calls left unfinished by a model are
/// answered from their results.
pub fn respond(request: &ModelRequest, now: DateTime<Utc>) -> ModelReply {
    let exchange = Exchange::last(&request.messages, request.earlier);
    let is_resumed = !exchange.rounds.is_empty();
    let moment = Moment { now, zone: request.zone, sent: None, is_resumed };
    let moments = moments(&exchange.asked, &request.sent, moment);
    let moment = moments.last().copied().unwrap_or(moment);
    let made = edits::made(&request.edits);
    let follows_up = match exchange.asked.as_slice() {
        [reply] => followup::command(exchange.before, reply, moment),
        _ => None,
    };
    let Some(commands) = follows_up.map(|it| vec![(0, it)]).or_else(|| burst::placed(&exchange.asked)) else {
        let not_understood =
            || answers::not_understood(&exchange.asked.join("\n"), has_explained(exchange.before));
        return say(match exchange.rounds.last() {
            Some(results) => reply::tell_all(results, moment),
            None => {
                [Some(not_understood()), remark(&made)].into_iter().flatten().collect::<Vec<_>>().join("\n\n")
            }
        });
    };
    let (places, commands): (Vec<_>, Vec<_>) = commands.into_iter().unzip();
    let commands = referents::resolved(commands, exchange.before, moment);
    // Beside other messages, it is open which commands are those of the new version.
    let (commands, left) = match (exchange.asked.as_slice(), request.edits.as_slice()) {
        ([asked], [edit]) if *asked == edit.text => edits::replace(commands, made),
        _ => (commands, made),
    };
    let commands = commands.into_iter().zip(places.iter().map(|place| moments[*place]));
    let remark = remark(&left).map(|text| (text, moment));
    let mut plan = Plan::new(commands.collect(), remark, listed(&request.messages));
    for results in &exchange.rounds {
        if !plan.proceed(results) {
            return say(reply::tell_all(results, moment));
        }
    }
    let id = |index| format!("offline-{:x}-{}-{index}", now.timestamp_millis(), request.messages.len());
    let calls = plan.calls().enumerate().map(|(index, call)| ToolCall {
        id: id(index),
        name: call.tool.to_owned(),
        arguments: call.arguments.to_string(),
    });
    ModelReply {
        calls: calls.collect(),
        text: plan.text(),
        suggestions: plan.suggestions(),
        ..ModelReply::default()
    }
}

/// Returns the moment of each of these messages.
fn moments(asked: &[&str], sent: &[Sent], moment: Moment) -> Vec<Moment> {
    let mut sent: Vec<_> = sent.iter().collect();
    let of = |text: &&str| {
        let at = sent.iter().position(|it| it.text == **text).map(|found| sent.remove(found).at);
        Moment { sent: at, ..moment }
    };
    asked.iter().map(of).collect()
}

/// Returns whether the assistant has said already which commands it follows.
fn has_explained(before: &[ModelMessage]) -> bool {
    before
        .iter()
        .any(|it| matches!(it, ModelMessage::Assistant { text, .. } if text.contains(answers::COMMANDS)))
}

/// Returns the remark about what stays of the earlier version of an edited message.
fn remark(stays: &[Made]) -> Option<String> {
    (!stays.is_empty()).then(|| texts::stays(stays))
}

/// Returns whether the whole message consists of commands that call tools, or that only lack their content, so that the
/// assistant asks for it; greetings and thanks do not count.
pub fn understands(text: &str) -> bool {
    let is_understood = |it: &Command| match it {
        Command::Talk(asked) => matches!(asked, talk::Talk::RememberWhat | talk::Talk::RemindWhat),
        Command::Unclear { .. }
        | Command::NoGoal { .. }
        | Command::Among { .. }
        | Command::Statement { .. }
        | Command::NotUnderstood { .. }
        | Command::Item { .. }
        // A model knows better what "it" is.
        | Command::Change { target: parse::Target::It, .. }
        | Command::Again { when: None, .. }
        | Command::Again { of: again::Past::It, .. }
        | Command::Appointment { .. } => false,
        _ => true,
    };
    burst::commands(&[text]).is_some_and(|commands| commands.iter().all(is_understood))
}

/// Returns what a message asks for that only a note can answer.
pub fn questions(text: &str) -> Vec<String> {
    let query = |command| match command {
        Command::Search { query, .. } => Some(query),
        _ => None,
    };
    burst::commands(&[text]).into_iter().flatten().filter_map(query).collect()
}

/// Returns whether a note answers a question, as [`questions`] returns it.
pub fn answers(note: &str, question: &str) -> bool {
    reply::has_all(note, question)
}

/// Returns the ids of the schedules in the numbered list that the person saw last.
fn listed(messages: &[ModelMessage]) -> Vec<String> {
    let lists = rounds(messages).into_iter().rev().flatten();
    let is_shown = |call: &ToolCall| call.name == plan::LIST_TOOL && arguments(call) == pages::shown_list();
    let list = lists.filter(|(call, _)| is_shown(call)).find_map(|(_, text)| match Outcome::of(text) {
        Outcome::Value(found) => Some(reply::schedules(&found)),
        _ => None,
    });
    list.unwrap_or_default().into_iter().map(|schedule| schedule.schedule_id).collect()
}

fn arguments(call: &ToolCall) -> Value {
    serde_json::from_str(&call.arguments).unwrap_or_default()
}

fn say(text: String) -> ModelReply {
    ModelReply { text, ..ModelReply::default() }
}

/// A tool call and the text of its result.
type Done<'a> = (&'a ToolCall, &'a str);

/// The end of a conversation: the person's last messages, what was said before them, and the rounds of calls made for
/// them since.
struct Exchange<'a> {
    before: &'a [ModelMessage],
    asked: Vec<&'a str>,
    rounds: Vec<Vec<Done<'a>>>,
}

impl<'a> Exchange<'a> {
    /// Returns the exchange at the end of a conversation, which begins behind the `earlier` messages.
    fn last(messages: &'a [ModelMessage], earlier: usize) -> Self {
        let is_user = |message: &ModelMessage| matches!(message, ModelMessage::User { .. });
        let is_response = |message: &ModelMessage| {
            use ModelMessage::{Assistant, Reasoning, Tool};
            matches!(message, Assistant { .. } | Reasoning { .. } | Tool { .. })
        };
        let end = messages.iter().rposition(is_user).map_or(0, |last| last + 1);
        // Notes and pictures stand between the person's messages.
        let start = messages[..end].iter().rposition(is_response).map_or(0, |before| before + 1);
        let start = start.max(earlier).min(end);
        let asked = messages[start..end].iter().filter_map(|message| match message {
            ModelMessage::User { text } => Some(text.as_str()),
            _ => None,
        });
        Self { before: &messages[..start], asked: asked.collect(), rounds: rounds(&messages[end..]) }
    }
}

fn rounds(messages: &[ModelMessage]) -> Vec<Vec<Done<'_>>> {
    let mut rounds = Vec::new();
    let mut called: &[ToolCall] = &[];
    for message in messages {
        match message {
            ModelMessage::Assistant { calls, .. } if !calls.is_empty() => {
                called = calls;
                rounds.push(Vec::new());
            }
            ModelMessage::Tool { call_id, text } => {
                let call = called.iter().find(|call| call.id == *call_id);
                if let (Some(call), Some(round)) = (call, rounds.last_mut()) {
                    round.push((call, text.as_str()));
                }
            }
            _ => {}
        }
    }
    rounds
}
