//! The end of a stream of OpenAI's protocol without its `[DONE]`. genai reports no end of such a stream, although the
//! answer may be whole: some servers and proxies leave the line out.

use std::sync::{Mutex, MutexGuard, PoisonError};

use ::genai::chat::{
    ChatFrameSink, FrameCtx, MessageContent, RawFrameRef, StopReason, StreamEnd, ToolCall, Usage,
};
use serde::Deserialize;
use serde_json::Value;

/// Reads a stream beside genai, for why the answer ended and for its tokens.
#[derive(Debug, Default)]
pub(super) struct Finish(Mutex<Seen>);

#[derive(Debug, Default)]
struct Seen {
    reason: Option<String>,
    usage: Option<Usage>,
}

impl Finish {
    /// Whether the answer has come to its end.
    pub(super) fn is_seen(&self) -> bool {
        self.seen().reason.is_some()
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
        // Frames of other protocols have none of these fields.
        let Ok(Frame { choices, usage, x_groq }) = serde_json::from_str(frame.data) else { return };
        let reason = choices.into_iter().flatten().next().and_then(|choice| choice.finish_reason);
        let usage = usage.or_else(|| x_groq?.usage);
        let mut seen = self.seen();
        seen.reason = reason.or(seen.reason.take());
        seen.usage = usage.or(seen.usage.take());
    }
}

#[derive(Deserialize)]
struct Frame {
    #[serde(default)]
    choices: Option<Vec<Choice>>,
    #[serde(default)]
    usage: Option<Usage>,
    #[serde(default)]
    x_groq: Option<OfGroq>,
}

#[derive(Deserialize)]
struct Choice {
    #[serde(default)]
    finish_reason: Option<String>,
}

#[derive(Deserialize)]
struct OfGroq {
    #[serde(default)]
    usage: Option<Usage>,
}

/// Parses the arguments, as genai does at an end.
fn parsed(call: ToolCall) -> ToolCall {
    let arguments = call.fn_arguments.as_str().and_then(|raw| serde_json::from_str::<Value>(raw).ok());
    ToolCall { fn_arguments: arguments.unwrap_or(call.fn_arguments), ..call }
}
