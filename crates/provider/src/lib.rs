//! Model providers: a language model behind [`Provider`], or the built-in offline assistant.

pub mod chain;
pub mod genai;
pub mod models;
pub mod offline;
pub mod prices;
mod reasoning;

use std::{borrow::Cow, sync::Arc, time::Duration};

use adjutant_domain::{picture::Picture, tools::ToolCall, zones::Zone};
use async_trait::async_trait;
use chrono::{DateTime, Utc};
use serde_json::Value;

pub use reasoning::Reasoning;

use self::prices::CostLimit;

/// A model, or the built-in assistant in its place.
#[async_trait]
pub trait Provider: Send + Sync + 'static {
    /// Returns a name for people: provider and model, e.g. `openai gpt-5`.
    fn label(&self) -> String;

    /// Returns whether requests may contain pictures. A model counts as seeing until its provider refuses a picture.
    fn sees(&self) -> bool {
        false
    }

    /// Returns the model that would answer now, if it is not the intended one.
    fn stand_in(&self) -> Option<Answerer> {
        None
    }

    /// Requests one response. `on_text` gets the visible text so far, whenever it changes; it may become shorter where
    /// a part turns out to be reasoning. Dropping the future cancels the request.
    async fn respond(
        &self,
        request: &ModelRequest,
        on_text: &mut (dyn for<'t> FnMut(&'t str) + Send),
    ) -> Result<ModelReply, ModelError>;
}

/// A request to the model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelRequest {
    /// The system prompt.
    pub system: String,
    /// The conversation, oldest first; every call is followed by its result.
    pub messages: Vec<ModelMessage>,
    /// The tools that the model may call.
    pub tools: Vec<ToolSpec>,
    /// Maximum length of the reply, in tokens.
    pub max_tokens: u32,
    /// Whether the model's reasoning is shown to people.
    pub shows_reasoning: bool,
    /// The person's time zone, for the built-in assistant; models read it in the system prompt.
    pub zone: Zone,
    /// The new versions among the person's last messages, for the built-in assistant; models read of them in notes.
    pub edits: Vec<Edit>,
    /// The number of messages before the current turn, for the built-in assistant: it answers none of them.
    pub earlier: usize,
    /// The person's last messages that were sent some time ago, for the built-in assistant; models read of it in notes.
    pub sent: Vec<Sent>,
    /// The limit on the cost of reading the request. A fallback model that would cost more is not asked.
    pub cost_limit: Option<CostLimit>,
}

impl ModelRequest {
    /// Returns the request for a model that does not see: a line replaces each picture.
    pub fn without_pictures(&self) -> Cow<'_, Self> {
        if !self.shows_pictures() {
            return Cow::Borrowed(self);
        }
        let line = |message: &ModelMessage| match message {
            ModelMessage::Picture { .. } => ModelMessage::Note { text: UNSEEN.to_owned() },
            message => message.clone(),
        };
        Cow::Owned(Self { messages: self.messages.iter().map(line).collect(), ..self.clone() })
    }

    /// Returns whether the request contains any picture.
    pub fn shows_pictures(&self) -> bool {
        self.messages.iter().any(|message| matches!(message, ModelMessage::Picture { .. }))
    }
}

/// A message that was sent some time before it is answered.
#[derive(Clone, Debug, PartialEq)]
pub struct Sent {
    pub text: String,
    pub at: DateTime<Utc>,
}

/// A message that the person edited after it had been answered.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Edit {
    /// Its new text.
    pub text: String,
    /// The text that was answered, and the suggestions of its answer that the person sent.
    pub before: Vec<String>,
    /// The calls of the turns that answered those texts, each with its result.
    pub done: Vec<(ToolCall, String)>,
}

/// The line that replaces a picture for a model that does not see.
const UNSEEN: &str = "Here is a picture, and you cannot see pictures. Say so if it matters.";

/// One entry of a conversation.
#[derive(Clone, Debug, PartialEq)]
pub enum ModelMessage {
    /// A message of the person.
    User { text: String },
    /// A picture beside the messages of the person. Providers get it as a part of one message with the entries before
    /// and after it.
    Picture { picture: Arc<Picture> },
    /// A note of the gateway about the conversation, such as the message replied to or the result of a schedule.
    Note { text: String },
    /// The model's reasoning before the response that follows. Another model does not get it.
    Reasoning { reasoning: Arc<Reasoning> },
    /// A response of the model: text, tool calls, or both.
    Assistant { text: String, calls: Vec<ToolCall> },
    /// The result of a tool call.
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

/// A complete response.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelReply {
    pub text: String,
    pub calls: Vec<ToolCall>,
    pub usage: Usage,
    /// The reply ended at `max_tokens`.
    pub truncated: bool,
    /// The provider's content filter withheld the rest of the reply.
    pub withheld: bool,
    pub reasoning: Reasoning,
    /// Messages that the person may send next with one press. Only a reply without calls has suggestions.
    pub suggestions: Vec<Suggestion>,
    /// The model that wrote the reply, if it is not the intended one.
    pub by: Option<Answerer>,
}

/// A model that answered in place of another.
#[derive(Clone, Debug, PartialEq)]
pub struct Answerer {
    /// Its name for people, as of [`Provider::label`].
    pub label: String,
    /// `None` if it is unknown.
    pub price: Option<prices::Price>,
}

/// A message that a person may send with one press.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Suggestion {
    /// The button's text.
    pub label: String,
    /// The message.
    pub message: String,
}

/// Token counts of the provider; zero where it reports none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub input_tokens: u64,
    /// The part of `input_tokens` that the provider read from its cache, and the part that it has newly cached, each at
    /// its own price.
    pub cached_tokens: u64,
    pub newly_cached_tokens: u64,
    pub output_tokens: u64,
}

impl std::ops::Add for Usage {
    type Output = Self;

    fn add(self, more: Self) -> Self {
        Self {
            input_tokens: self.input_tokens + more.input_tokens,
            cached_tokens: self.cached_tokens + more.cached_tokens,
            newly_cached_tokens: self.newly_cached_tokens + more.newly_cached_tokens,
            output_tokens: self.output_tokens + more.output_tokens,
        }
    }
}

/// The longest wait that a provider may ask for. Beyond it, the person gets an error message instead.
pub const LONGEST_WAIT: Duration = Duration::from_secs(30);

/// The beginning of a message with an HTTP status: `HTTP 400, some_code: the provider's words`.
pub(crate) const HTTP: &str = "HTTP ";

/// Why a request failed. There is a variant for each case that callers treat differently.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ModelError {
    /// Too many requests, or the provider is overloaded (HTTP 429, 529).
    #[error("the model provider asks to slow down: {message}")]
    RateLimited { message: String, retry_after: Option<Duration> },
    /// The provider did not answer, or failed on its side (no connection, timeout, HTTP 5xx).
    #[error("the model cannot be reached: {0}")]
    Unavailable(String),
    /// The stream ended before the reply was complete.
    #[error("the model's answer was cut off")]
    Cut,
    /// The model does not accept pictures. [`Provider::sees`] returns `false` from now on.
    #[error("the model does not take pictures: {0}")]
    Blind(String),
    /// All models that could answer cost more than [`ModelRequest::cost_limit`].
    #[error("the models that answer now cost more than is left of the budget")]
    TooDear,
    /// The conversation is longer than the model accepts.
    #[error("the conversation is too long for the model: {0}")]
    TooLong(String),
    /// The provider does not accept the key (HTTP 401, 403).
    #[error("the model provider refused the key: {0}")]
    KeyRefused(String),
    /// The account has no money left (HTTP 402, or `insufficient_quota`), whatever the request.
    #[error("the account at the model provider has no money left: {0}")]
    AccountEmpty(String),
    /// The provider has no model of this name, or no longer (HTTP 404).
    #[error("the model provider does not have the model: {0}")]
    NoModel(String),
    /// The model cannot call tools, or its server is not set up for that.
    #[error("the model cannot call tools: {0}")]
    NoTools(String),
    /// The provider's content filter withheld the whole answer.
    #[error("the content filter of the model provider withheld the answer: {0}")]
    Withheld(String),
    /// The address answers with a web page, so it is not that of a model.
    #[error("the address answers with a web page, not as a model; check base_url (is /v1 missing?)")]
    WebPage,
    /// The provider does not accept the request as it is.
    #[error("the model refused the request: {0}")]
    Refused(String),
}

impl ModelError {
    /// Returns whether a retry may succeed.
    pub fn is_retryable(&self) -> bool {
        matches!(self, Self::RateLimited { .. } | Self::Unavailable(_) | Self::Cut)
    }

    /// Returns the kind of the error, for logs and metrics.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::RateLimited { .. } => "rate_limited",
            Self::Unavailable(_) => "unavailable",
            Self::Cut => "cut",
            Self::Blind(_) => "blind",
            Self::TooDear => "too_dear",
            Self::TooLong(_) => "too_long",
            Self::KeyRefused(_) => "key_refused",
            Self::AccountEmpty(_) => "account_empty",
            Self::NoModel(_) => "no_model",
            Self::NoTools(_) => "no_tools",
            Self::Withheld(_) => "withheld",
            Self::WebPage => "web_page",
            Self::Refused(_) => "refused",
        }
    }

    /// Returns the provider's HTTP status, if it answered with one.
    pub fn status(&self) -> Option<u16> {
        self.after_http()?.get(..3)?.parse().ok()
    }

    /// Returns the provider's code for the error, such as `content_filter`, if it came with an HTTP status. Unlike the
    /// provider's words, it cannot quote the request.
    pub fn code(&self) -> Option<&str> {
        let rest = self.after_http()?.get(3..)?.strip_prefix(", ")?;
        Some(rest.split_once(':').map_or(rest, |(code, _)| code))
    }

    /// Returns the message from its HTTP status on.
    fn after_http(&self) -> Option<&str> {
        let message = match self {
            Self::Cut | Self::TooDear | Self::WebPage => return None,
            Self::RateLimited { message, .. }
            | Self::Unavailable(message)
            | Self::Blind(message)
            | Self::TooLong(message)
            | Self::KeyRefused(message)
            | Self::AccountEmpty(message)
            | Self::NoModel(message)
            | Self::NoTools(message)
            | Self::Withheld(message)
            | Self::Refused(message) => message,
        };
        message.strip_prefix(HTTP)
    }
}
