//! What genai does not report of a stream. OpenAI's protocol without its `[DONE]`: the answer may be whole, because
//! some servers and proxies leave the line out. Gemini's without an answer: genai has one error for a request that is
//! blocked and for a chunk that only counts tokens. The text with which OpenAI's models refuse to answer: genai drops
//! it.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ::genai::chat::{
    ChatFrameSink, FrameCtx, MessageContent, RawFrameRef, StopReason, StreamEnd, ToolCall, Usage,
};
use serde::{Deserialize, de::IgnoredAny};
use serde_json::Value;

/// Reads a stream beside genai, for why the answer ended and for its tokens.
#[derive(Debug, Default)]
pub(super) struct Finish(Mutex<Seen>);

/// The error for a request that Gemini blocks.
pub(super) const BLOCKED: &str = "the request is blocked";

#[derive(Debug, Default)]
struct Seen {
    has_data: bool,
    /// Whether genai could not parse an event.
    has_unparsed: bool,
    reason: Option<String>,
    usage: Option<Usage>,
    /// The text with which the model refuses to answer.
    refusal: String,
    /// Whether Gemini has blocked the request.
    is_blocked: bool,
    /// Whether the last chunk of Gemini's only counts tokens.
    has_only_usage: bool,
}

impl Finish {
    /// Returns whether the answer has come to its end.
    pub(super) fn is_seen(&self) -> bool {
        self.seen().reason.is_some()
    }

    /// Returns whether Gemini has blocked the request.
    pub(super) fn is_blocked(&self) -> bool {
        self.seen().is_blocked
    }

    /// Returns whether the last chunk of Gemini's only counts tokens.
    pub(super) fn has_only_usage(&self) -> bool {
        self.seen().has_only_usage
    }

    /// Returns whether the stream has had any data.
    pub(super) fn has_data(&self) -> bool {
        self.seen().has_data
    }

    /// Records that genai could not parse an event.
    pub(super) fn note_unparsed(&self) {
        self.seen().has_unparsed = true;
    }

    /// Returns whether genai could not parse an event.
    pub(super) fn has_unparsed(&self) -> bool {
        self.seen().has_unparsed
    }

    /// Returns the text with which the model refuses to answer; empty if it answers.
    pub(super) fn refusal(&self) -> String {
        self.seen().refusal.clone()
    }

    /// Returns the tokens of the stream.
    pub(super) fn usage(&self) -> Option<Usage> {
        self.seen().usage.clone()
    }

    /// Returns the end that genai does not report; `None` if the answer has not come to its end. `calls` are the calls
    /// as they were last reported.
    pub(super) fn end(&self, calls: Vec<ToolCall>) -> Option<StreamEnd> {
        let mut seen = self.seen();
        let reason = seen.reason.take()?;
        Some(StreamEnd {
            captured_usage: seen.usage.take(),
            captured_stop_reason: Some(StopReason::from(reason)),
            captured_content: Some(MessageContent::from_tool_calls(calls.into_iter().map(parsed).collect())),
            ..StreamEnd::default()
        })
    }

    fn seen(&self) -> MutexGuard<'_, Seen> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl ChatFrameSink for Finish {
    fn on_frame(&self, _: &FrameCtx, frame: RawFrameRef<'_>) {
        self.seen().has_data |= !frame.data.is_empty();
        // Frames of other protocols have none of these fields.
        let Ok(frame) = serde_json::from_str(frame.data) else { return };
        let Frame { kind, delta, choices, usage, x_groq, prompt_feedback, usage_metadata, error } = frame;
        let choice = choices.into_iter().flatten().next();
        let refusal = match &delta {
            Some(Value::String(delta)) if kind.as_deref() == Some(REFUSAL_DELTA) => Some(delta.clone()),
            _ => choice.as_ref().and_then(|choice| choice.delta.as_ref()?.refusal.clone()),
        };
        let reason = choice.and_then(|choice| choice.finish_reason);
        let usage = usage.or_else(|| x_groq?.usage);
        let mut seen = self.seen();
        seen.refusal.push_str(&refusal.unwrap_or_default());
        seen.reason = reason.or(seen.reason.take());
        seen.usage = usage.or(seen.usage.take());
        seen.is_blocked |= prompt_feedback.is_some_and(|feedback| feedback.block_reason.is_some());
        seen.has_only_usage = usage_metadata.is_some() && error.is_none() && !seen.is_blocked;
    }
}

/// The type of an event of OpenAI's Responses API with a piece of a refusal.
const REFUSAL_DELTA: &str = "response.refusal.delta";

#[derive(Deserialize)]
struct Frame {
    #[serde(default, rename = "type")]
    kind: Option<String>,
    #[serde(default)]
    delta: Option<Value>,
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    x_groq: Option<OfGroq>,
    #[serde(default, rename = "promptFeedback")]
    prompt_feedback: Option<PromptFeedback>,
    #[serde(default, rename = "usageMetadata")]
    usage_metadata: Option<IgnoredAny>,
    #[serde(default)]
    error: Option<IgnoredAny>,
}

#[derive(Deserialize)]
struct PromptFeedback {
    #[serde(default, rename = "blockReason")]
    block_reason: Option<String>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    delta: Option<Delta>,
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct Delta {
    #[serde(default)]
    refusal: Option<String>,
}

#[derive(Deserialize)]
struct OfGroq {
    #[serde(default)]
    usage: Option<Usage>,
}

/// Returns the text with which the model refuses to answer in a response that was not streamed; empty if it answers.
pub(super) fn refusal_in(body: &Value) -> String {
    let of_choice = body.pointer("/choices/0/message/refusal").and_then(Value::as_str);
    // The Responses API has a list of messages, each with a list of parts.
    let outputs = body.get("output").and_then(Value::as_array).into_iter().flatten();
    let parts = outputs.filter_map(|output| output.get("content")?.as_array()).flatten();
    let of_parts = parts.filter_map(|part| part.get("refusal")?.as_str());
    of_choice.into_iter().chain(of_parts).collect()
}

/// Parses the arguments, as genai does at an end.
fn parsed(call: ToolCall) -> ToolCall {
    let arguments = call.fn_arguments.as_str().and_then(|raw| serde_json::from_str::<Value>(raw).ok());
    ToolCall { fn_arguments: arguments.unwrap_or(call.fn_arguments), ..call }
}
