//! Conversion between the gateway's types and those of `genai`.

use std::{collections::HashSet, mem};

use ::genai::adapter::AdapterKind;
use ::genai::chat::{
    Binary, CacheControl, ChatMessage, ChatRequest, ChatResponse, ChatRole, ContentPart, MessageContent,
    StopReason, StreamEnd, Tool, ToolCall as GenaiCall, ToolResponse, Usage as GenaiUsage,
};
use adjutant_domain::tools::ToolCall;
use base64::{Engine as _, engine::general_purpose::STANDARD};
use serde_json::{Value, json};

use super::{
    finish::refusal_in,
    ids::Ids,
    reasoning,
    think::{self, Separated, Splitter},
};
use crate::{
    ModelError, ModelMessage, ModelReply, ModelRequest, Usage,
    reasoning::{ModelId, Reasoning},
};

/// Converts a request to the model `own` to `genai`'s type. With `breakpoints`, marks up to where the provider is to
/// cache the request.
pub(super) fn request(
    request: &ModelRequest,
    (adapter, own): (AdapterKind, ModelId),
    breakpoints: bool,
) -> ChatRequest {
    let mut ids = Ids::new(adapter);
    // Some providers want all results of a response in one message, and alternating turns of user and model.
    let messages = request.messages.chunk_by(belong_together);
    let mut messages: Vec<_> = messages.filter_map(|entries| message(entries, own, &mut ids)).collect();
    if adapter == AdapterKind::Mistral {
        messages = with_answers_to_results(messages);
    }
    if breakpoints {
        mark_breakpoints(&mut messages);
    }
    if !request.system.is_empty() {
        let mut system = ChatMessage::system(request.system.as_str());
        // The breakpoint includes the tools, which come before the system prompt.
        system.options = breakpoints.then(|| CacheControl::Ephemeral.into());
        messages.insert(0, system);
    }
    let mut chat = ChatRequest::new(messages);
    if !request.tools.is_empty() {
        chat = chat.with_tools(request.tools.iter().map(|tool| {
            Tool::new(tool.name.as_str())
                .with_description(tool.description.as_str())
                .with_schema(tool.parameters.clone())
        }));
    }
    chat
}

/// Marks the end of the turn before the newest question, and the results that the model is about to read: the next
/// request begins in the same way. The entries around the question are sent in one turn only.
fn mark_breakpoints(messages: &mut [ChatMessage]) {
    let question = messages.iter().rposition(|message| message.role == ChatRole::User);
    let before = question.and_then(|question| question.checked_sub(1));
    let last = messages.len().checked_sub(1).filter(|last| messages[*last].role == ChatRole::Tool);
    for at in before.into_iter().chain(last) {
        messages[at].options = Some(CacheControl::Ephemeral.into());
    }
}

/// Adds a word of the model between results and a message of the person, which Mistral does not accept in a row.
fn with_answers_to_results(messages: Vec<ChatMessage>) -> Vec<ChatMessage> {
    let mut all: Vec<ChatMessage> = Vec::new();
    for message in messages {
        if message.role == ChatRole::User && all.last().is_some_and(|last| last.role == ChatRole::Tool) {
            all.push(ChatMessage::assistant("Noted."));
        }
        all.push(message);
    }
    all
}

fn belong_together(a: &ModelMessage, b: &ModelMessage) -> bool {
    match (a, b) {
        (ModelMessage::Tool { .. }, ModelMessage::Tool { .. })
        | (ModelMessage::Reasoning { .. }, ModelMessage::Assistant { .. }) => true,
        _ => is_of_user(a) && is_of_user(b),
    }
}

/// Returns whether providers get the entry in the user's role.
fn is_of_user(message: &ModelMessage) -> bool {
    use ModelMessage::{Note, Picture, User};
    matches!(message, User { .. } | Note { .. } | Picture { .. })
}

/// Merges entries that belong together into one message; `None` if it would be empty, which providers refuse.
fn message(entries: &[ModelMessage], own: ModelId, ids: &mut Ids) -> Option<ChatMessage> {
    let first = entries.first()?;
    let mut parts: Vec<_> = entries.iter().flat_map(|entry| parts(entry, own, ids)).collect();
    if let ModelMessage::Reasoning { reasoning } = first
        && reasoning.kept.by == Some(own)
    {
        reasoning::sign(&reasoning.kept, parts.iter_mut().filter_map(as_call));
    }
    let content = (!parts.is_empty()).then(|| MessageContent::from_parts(parts))?;
    Some(match first {
        ModelMessage::User { .. } | ModelMessage::Note { .. } | ModelMessage::Picture { .. } => {
            ChatMessage::user(said(content.into_parts()))
        }
        ModelMessage::Reasoning { .. } | ModelMessage::Assistant { .. } => ChatMessage::assistant(content),
        ModelMessage::Tool { .. } => ChatMessage::tool(content),
    })
}

fn as_call(part: &mut ContentPart) -> Option<&mut GenaiCall> {
    match part {
        ContentPart::ToolCall(call) => Some(call),
        _ => None,
    }
}

/// Joins consecutive texts: not every provider accepts several in a message.
fn said(parts: Vec<ContentPart>) -> MessageContent {
    let mut joined: Vec<ContentPart> = Vec::new();
    for part in parts {
        match (joined.last_mut(), part) {
            (Some(ContentPart::Text(before)), ContentPart::Text(text)) => {
                before.push_str("\n\n");
                before.push_str(&text);
            }
            (_, part) => joined.push(part),
        }
    }
    MessageContent::from_parts(joined)
}

fn parts(entry: &ModelMessage, own: ModelId, ids: &mut Ids) -> Vec<ContentPart> {
    match entry {
        ModelMessage::Reasoning { reasoning } if reasoning.kept.by == Some(own) => {
            reasoning::parts(&reasoning.kept)
        }
        ModelMessage::Reasoning { .. } => Vec::new(),
        ModelMessage::User { text } => vec![ContentPart::from_text(text)],
        // Models have no such role in the middle of a conversation, and system messages would lose their place.
        ModelMessage::Note { text } => vec![ContentPart::from_text(format!("[Not from the user: {text}]"))],
        ModelMessage::Picture { picture } => {
            let (media_type, bytes) = (picture.size.format.media_type(), STANDARD.encode(&picture.bytes));
            vec![ContentPart::Binary(Binary::from_base64(media_type, bytes, None))]
        }
        ModelMessage::Assistant { text, calls } => {
            let text = (!text.is_empty()).then(|| ContentPart::from_text(text));
            text.into_iter()
                .chain(calls.iter().map(|call| ContentPart::ToolCall(to_genai(call, ids))))
                .collect()
        }
        ModelMessage::Tool { call_id, text } => {
            vec![ContentPart::ToolResponse(ToolResponse::new(ids.of_result(call_id), text))]
        }
    }
}

fn to_genai(call: &ToolCall, ids: &mut Ids) -> GenaiCall {
    let fn_arguments = match serde_json::from_str(&call.arguments) {
        Ok(arguments @ Value::Object(_)) => arguments,
        _ if call.arguments.trim().is_empty() => json!({}),
        // Providers accept only objects here, and the model still has to see its own arguments.
        _ => json!({ "invalid_arguments": call.arguments }),
    };
    GenaiCall {
        call_id: ids.of_call(&call.id),
        fn_name: call.name.clone(),
        fn_arguments,
        thought_signatures: None,
    }
}

/// Words with which providers end a response that failed on their side: OpenRouter, Z.ai, DeepSeek.
const FAILURES: &[&str] = &["error", "network_error", "insufficient_system_resource"];
/// Words with which Gemini ends a response whose call it cannot parse.
const LOST_CALLS: &[&str] = &["MALFORMED_FUNCTION_CALL", "UNEXPECTED_TOOL_CALL", "MALFORMED_RESPONSE"];

/// A response as it was received.
#[derive(Default)]
pub(super) struct Streamed {
    pub(super) text: String,
    pub(super) reasoning: Reasoning,
    pub(super) usage: Usage,
    calls: Vec<GenaiCall>,
    stop: Option<StopReason>,
    /// Whether the content began within a block of reasoning; see [`Separated`].
    began_within: Option<bool>,
    content: Splitter,
    /// All calls that appeared in the stream, as they were last reported.
    seen: Vec<GenaiCall>,
    /// Whether the response was not streamed.
    is_whole: bool,
}

impl Streamed {
    /// Begins a response of a model; `expects_block` as in [`Splitter::new`].
    pub(super) fn of_model(expects_block: bool) -> Self {
        Self { content: Splitter::new(expects_block), ..Self::default() }
    }

    /// Takes a piece of the content, and passes on the text if it changes.
    pub(super) fn note_content(&mut self, piece: &str, on_text: &mut (dyn for<'t> FnMut(&'t str) + Send)) {
        if let Some(text) = self.content.push(piece) {
            on_text(text);
        }
    }

    /// Takes the text with which the model refuses to answer, if it does. It comes beside the content.
    pub(super) fn note_refusal(&mut self, refusal: &str, on_text: &mut (dyn for<'t> FnMut(&'t str) + Send)) {
        if !refusal.is_empty() {
            let gap = if self.content.shown().is_empty() { "" } else { "\n\n" };
            self.note_content(&format!("{gap}{refusal}"), on_text);
        }
    }

    /// Records that a piece of a call arrived. `genai` reports the call with all of its pieces so far.
    pub(super) fn note_call(&mut self, call: GenaiCall) {
        match self.seen.iter_mut().find(|seen| seen.call_id == call.call_id) {
            Some(seen) => *seen = call,
            None => self.seen.push(call),
        }
    }

    /// Returns the calls that arrived, for a stream whose end `genai` does not report.
    pub(super) fn calls_so_far(&self) -> Vec<GenaiCall> {
        self.seen.clone()
    }

    /// Records the end of a stream. The content and the reasoning have arrived before.
    pub(super) fn end(
        &mut self,
        by: (AdapterKind, ModelId),
        mut end: StreamEnd,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) {
        self.stop = end.captured_stop_reason.take();
        let shown = self.content.shown().to_owned();
        let parts = mem::take(&mut self.content).finish(self.is_at_limit());
        if parts.answer != shown {
            on_text(&parts.answer);
        }
        (self.text, self.began_within) = (parts.answer, parts.began_within);
        let reasoned = mem::take(&mut self.reasoning.text) + &parts.reasoning;
        self.reasoning = reasoning::of_response(by, reasoned, end.captured_content.as_ref());
        self.usage = end.captured_usage.as_ref().map(usage).unwrap_or_default();
        self.calls = end.captured_into_tool_calls().unwrap_or_default();
    }

    /// Returns whether the content began within a block of reasoning; `None` if it does not show that.
    pub(super) fn began_within(&self) -> Option<bool> {
        self.began_within.filter(|within| *within || self.calls.is_empty())
    }

    fn is_at_limit(&self) -> bool {
        matches!(self.stop, Some(StopReason::MaxTokens(_)))
    }

    /// Returns whether the provider ended the response because it failed. Gemini does so too where its model writes a
    /// call that it cannot parse.
    fn has_failed(&self) -> bool {
        let Some(StopReason::Other(reason)) = &self.stop else { return false };
        let is_failure = FAILURES.contains(&reason.as_str());
        let is_lost = self.text.is_empty() && self.calls.is_empty() && LOST_CALLS.contains(&reason.as_str());
        is_failure || is_lost
    }

    /// Returns whether the response announces calls that did not arrive.
    pub(super) fn lacks_calls(&self) -> bool {
        self.calls.is_empty() && matches!(self.stop, Some(StopReason::ToolCall(_)))
    }

    /// Returns whether calls are missing, merged or duplicated. `genai` garbles calls if the deltas have no index,
    /// share one, or do not count from 0.
    pub(super) fn is_garbled(&self) -> bool {
        let mut ids = HashSet::new();
        let are_doubled = self.calls.iter().any(|call| !has_generated_id(call) && !ids.insert(&call.call_id));
        let are_merged =
            self.calls.iter().any(|call| call.fn_name.is_empty() || is_concatenated_json(&call.fn_arguments));
        let is_missing = |seen: &GenaiCall| !self.calls.iter().any(|call| call.call_id == seen.call_id);
        // A response that was not streamed is as good as it gets.
        !self.is_whole
            && !self.is_at_limit()
            && (self.lacks_calls() || are_doubled || are_merged || self.seen.iter().any(is_missing))
    }

    /// # Errors
    /// Returns an error if the provider withheld the whole answer, or says that it failed.
    pub(super) fn into_reply(self) -> Result<ModelReply, ModelError> {
        if self.has_failed() {
            return Err(ModelError::Cut);
        }
        let withheld = matches!(self.stop, Some(StopReason::ContentFilter(_)));
        if withheld && self.text.is_empty() && self.calls.is_empty() {
            return Err(ModelError::Withheld("nothing is left of it".to_owned()));
        }
        let truncated = self.is_at_limit();
        Ok(ModelReply {
            text: self.text,
            calls: with_distinct_ids(self.calls),
            usage: self.usage,
            reasoning: self.reasoning,
            truncated,
            withheld,
            suggestions: Vec::new(),
            by: None,
        })
    }
}

impl Streamed {
    /// Converts a response that was not streamed.
    pub(super) fn whole(by: (AdapterKind, ModelId), response: ChatResponse, expects_block: bool) -> Self {
        let is_at_limit = matches!(response.stop_reason, Some(StopReason::MaxTokens(_)));
        let refusal = response.captured_raw_body.as_ref().map(refusal_in).filter(|text| !text.is_empty());
        let texts = response.content.joined_texts().into_iter().chain(refusal);
        let content = texts.collect::<Vec<_>>().join("\n\n");
        let Separated { reasoning, answer, began_within } =
            think::split(&content, is_at_limit, expects_block);
        let reasoned = response.reasoning_content.unwrap_or_default() + &reasoning;
        Self {
            reasoning: reasoning::of_response(by, reasoned, Some(&response.content)),
            text: answer,
            began_within,
            usage: usage(&response.usage),
            calls: response.content.into_tool_calls(),
            stop: response.stop_reason,
            is_whole: true,
            ..Self::default()
        }
    }

    /// Returns whether nothing at all arrived.
    pub(super) fn is_empty(&self) -> bool {
        self.text.is_empty() && self.calls.is_empty() && self.stop.is_none()
    }
}

fn with_distinct_ids(calls: Vec<GenaiCall>) -> Vec<ToolCall> {
    let mut ids = HashSet::new();
    let mut from_genai = |(position, call): (usize, GenaiCall)| {
        let mut id = call.call_id;
        while !ids.insert(id.clone()) {
            // The form in which genai numbers Gemini's calls; genai must recognise it later.
            id = match id.rsplit_once('#') {
                Some((stem, _)) => format!("{stem}#{}", position + ids.len()),
                None => format!("{id}_{position}"),
            };
        }
        let arguments = match call.fn_arguments {
            Value::String(raw) => raw,
            Value::Null => "{}".to_owned(),
            other => other.to_string(),
        };
        ToolCall { id, name: call.fn_name, arguments }
    };
    calls.into_iter().enumerate().map(&mut from_genai).collect()
}

/// Returns whether genai made up the call's id. Gemini's calls have no ids; genai numbers them from 0 in each chunk.
fn has_generated_id(call: &GenaiCall) -> bool {
    call.call_id.starts_with("call#")
}

/// Returns whether the arguments did not parse because they are those of several calls in a row.
fn is_concatenated_json(arguments: &Value) -> bool {
    let Value::String(raw) = arguments else { return false };
    let values = serde_json::Deserializer::from_str(raw).into_iter::<Value>();
    values.take(2).filter(|value| matches!(value, Ok(Value::Object(_)))).count() == 2
}

fn usage(usage: &GenaiUsage) -> Usage {
    let tokens = |count: Option<i32>| count.and_then(|count| u64::try_from(count).ok()).unwrap_or_default();
    let details = usage.prompt_tokens_details.as_ref();
    Usage {
        input_tokens: tokens(usage.prompt_tokens),
        cached_tokens: tokens(details.and_then(|details| details.cached_tokens)),
        newly_cached_tokens: tokens(details.and_then(|details| details.cache_creation_tokens)),
        output_tokens: tokens(usage.completion_tokens),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn streamed(calls: &[(&str, &str, &str)], seen: &[&str], stop: &str) -> Streamed {
        let call = |&(id, name, arguments): &(&str, &str, &str)| GenaiCall {
            call_id: id.to_owned(),
            fn_name: name.to_owned(),
            fn_arguments: serde_json::from_str(arguments)
                .unwrap_or_else(|_| Value::String(arguments.to_owned())),
            thought_signatures: None,
        };
        let mut streamed = Streamed::default();
        seen.iter().for_each(|id| streamed.note_call(call(&(id, "jot", ""))));
        streamed.end(
            (AdapterKind::OpenAI, ModelId::next()),
            StreamEnd {
                captured_stop_reason: Some(StopReason::from(stop.to_owned())),
                captured_content: Some(MessageContent::from_tool_calls(calls.iter().map(call).collect())),
                ..StreamEnd::default()
            },
            &mut |_: &str| {},
        );
        streamed
    }

    #[test]
    fn only_calls_that_were_mixed_up_are_garbled() {
        let (a, b) = (("a", "jot", "{}"), ("b", "jot", "{}"));
        for (calls, seen, stop, is_garbled) in [
            (&[a, b][..], &["a", "b"][..], "tool_calls", false),
            (&[a], &["a"], "stop", false),
            // Invalid JSON is the model's own mistake.
            (&[("a", "jot", "{x")], &["a"], "tool_calls", false),
            // No index; shared index; shared index with a call without arguments; indexes from 1.
            (&[], &[], "tool_calls", true),
            (&[("b", "jot", r#"{"x":1}{"x":2}"#)], &["b"], "tool_calls", true),
            (&[b], &["a", "b"], "tool_calls", true),
            (&[("a", "jot", ""), a], &["a"], "tool_calls", true),
            // genai restarts the numbers of Gemini's calls in each chunk.
            (&[("call#jot#0", "jot", "{}"), ("call#jot#0", "jot", "{}")], &["call#jot#0"], "STOP", false),
            // A repeated request would not help, because the token limit cut the reply off.
            (&[("a", "", "")], &["a", "b"], "length", false),
        ] {
            assert_eq!(streamed(calls, seen, stop).is_garbled(), is_garbled, "{calls:?} {seen:?} {stop}");
        }
    }

    #[test]
    fn ids_are_unique_within_a_reply() {
        let twice =
            [("call#jot#0", "jot", "{}"), ("call#jot#0", "jot", "{}"), ("", "jot", "{}"), ("", "jot", "{}")];
        let reply = streamed(&twice, &[], "stop").into_reply().unwrap();
        let ids: HashSet<_> = reply.calls.iter().map(|call| call.id.as_str()).collect();
        assert_eq!(ids.len(), twice.len(), "{ids:?}");
        assert!(ids.contains("call#jot#2"), "{ids:?}");
    }
}
