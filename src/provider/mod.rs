//! Who answers: a language model behind [`Provider`], or the built-in offline assistant.

pub mod genai;
pub mod offline;
pub mod prices;

use std::time::Duration;

use adjutant_domain::tools::ToolCall;
use async_trait::async_trait;
use chrono_tz::Tz;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// One model, or something that answers like one.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// Name for people: provider and model, e.g. `openai gpt-5`.
    fn label(&self) -> String;

    /// Asks for one response. `on_text` gets each piece of visible text as it arrives; the reply holds all of it.
    /// Dropping the future cancels the request.
    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError>;
}

/// What the model is given.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelRequest {
    /// The system prompt.
    pub system: String,
    /// The conversation, oldest first; every call is followed by its result.
    pub messages: Vec<ModelMessage>,
    /// The tools it may call.
    pub tools: Vec<ToolSpec>,
    /// Upper bound of the reply's length, in tokens.
    pub max_tokens: u32,
    /// The zone that the person's times are in, for who answers by rules; models read it in the system prompt.
    pub zone: Tz,
}

/// One entry of a conversation.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(tag = "role", rename_all = "snake_case")]
pub enum ModelMessage {
    /// The person.
    User { text: String },
    /// The gateway, about the conversation: what a message replies to, what a schedule has delivered.
    Note { text: String },
    /// The model: text, tool calls, or both.
    Assistant {
        text: String,
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        calls: Vec<ToolCall>,
    },
    /// The result of a call.
    Tool { call_id: String, text: String },
}

/// A tool as the model sees it.
#[derive(Clone, Debug, PartialEq)]
pub struct ToolSpec {
    pub name: String,
    pub description: String,
    /// JSON Schema of the arguments, an object.
    pub parameters: Value,
}

/// A whole response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelReply {
    pub text: String,
    pub calls: Vec<ToolCall>,
    pub usage: Usage,
    /// The reply ended at `max_tokens`.
    pub truncated: bool,
}

/// Tokens, as the provider counts them; zero where it does not say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input_tokens: u64,
    pub output_tokens: u64,
}

/// Why there is no response; the variants are what a caller decides by.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Too many requests, or the provider is overloaded (HTTP 429, 529).
    #[error("the model asks for a pause: {message}")]
    RateLimited { message: String, retry_after: Option<Duration> },
    /// It did not answer, or failed on its side (no connection, time-out, HTTP 5xx).
    #[error("the model cannot be reached: {0}")]
    Unavailable(String),
    /// The stream ended before the reply did.
    #[error("the model's answer was cut off")]
    Cut,
    /// The conversation is longer than the model takes.
    #[error("the conversation is too long for the model: {0}")]
    TooLong(String),
    /// The request will not be accepted as it is: key, model name, account, content.
    #[error("the model refused the request: {0}")]
    Refused(String),
}

impl ModelError {
    /// Another attempt may succeed.
    pub fn is_passing(&self) -> bool {
        matches!(self, Self::RateLimited { .. } | Self::Unavailable(_) | Self::Cut)
    }
}
