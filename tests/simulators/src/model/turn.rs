//! One scripted turn: the model's answer.

use std::time::Duration;

use serde_json::Value;

/// One answer of the model, or a failure.
#[derive(Clone, Debug, PartialEq)]
pub struct Turn {
    pub(crate) kind: Kind,
    pub(crate) chunks: Option<Chunks>,
    pub(crate) delay: Duration,
    pub(crate) pace: Duration,
    pub(crate) usage: Option<(u64, u64)>,
    pub(crate) cached: u64,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Kind {
    Reply(Reply),
    Error { status: u16, retry_after: Option<u64>, code: String, message: String },
    CutAfter(String),
    Hang,
}

/// A whole answer.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Reply {
    pub(crate) text: String,
    /// The model's reasoning.
    pub(crate) reasoning: String,
    /// Each call's name, and its arguments as written.
    pub(crate) calls: Vec<(String, String)>,
    pub(crate) truncated: bool,
    /// Whether a filter withheld the rest.
    pub(crate) withheld: bool,
}

/// How a streamed answer is cut into pieces.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chunks {
    /// Text word by word, each call in one piece.
    #[default]
    Words,
    /// All of one kind in one piece.
    Whole,
    /// Text character by character, each call in one piece.
    PerChar,
    /// A call's name first, then its arguments in pieces of odd lengths, calls interleaved.
    OddToolDeltas,
    /// Pieces of calls come without their `index`.
    NoIndex,
    /// All calls of a response have the index 0.
    SharedIndex,
}

impl Turn {
    /// Returns a turn with a text.
    pub fn text(text: impl Into<String>) -> Self {
        Self::new(Kind::Reply(Reply { text: text.into(), ..Reply::default() }))
    }

    /// Returns a turn with tool calls and without a text.
    pub fn calls<N: Into<String>>(calls: impl IntoIterator<Item = (N, Value)>) -> Self {
        Self::text("").and_calls(calls)
    }

    /// Returns a turn with one tool call whose arguments are written exactly like this, JSON or not.
    pub fn raw_call(name: impl Into<String>, arguments: impl Into<String>) -> Self {
        let calls = vec![(name.into(), arguments.into())];
        Self::new(Kind::Reply(Reply { calls, ..Reply::default() }))
    }

    /// Returns an HTTP error; `retry_after` is in seconds.
    pub fn error(status: u16, retry_after: impl Into<Option<u64>>) -> Self {
        Self::error_with(status, retry_after, "simulated_error", "The simulator was told to fail.")
    }

    /// Returns an HTTP error with OpenAI's `code` and `message`, such as `context_length_exceeded`.
    pub fn error_with(
        status: u16,
        retry_after: impl Into<Option<u64>>,
        code: impl Into<String>,
        message: impl Into<String>,
    ) -> Self {
        let (code, message) = (code.into(), message.into());
        Self::new(Kind::Error { status, retry_after: retry_after.into(), code, message })
    }

    /// Returns a turn whose connection breaks after this text; without streaming, the whole answer is missing.
    pub fn cut_after(text: impl Into<String>) -> Self {
        Self::new(Kind::CutAfter(text.into()))
    }

    /// Returns a turn that never answers.
    pub fn hang() -> Self {
        Self::new(Kind::Hang)
    }

    /// Adds tool calls after the text.
    #[must_use]
    pub fn and_calls<N: Into<String>>(self, calls: impl IntoIterator<Item = (N, Value)>) -> Self {
        let calls = calls.into_iter().map(|(name, arguments)| (name.into(), arguments.to_string()));
        self.change_reply(|reply| reply.calls.extend(calls))
    }

    /// Sends the model's reasoning before the answer, as DeepSeek and others do.
    #[must_use]
    pub fn reasoned(self, reasoning: impl Into<String>) -> Self {
        self.change_reply(|reply| reply.reasoning = reasoning.into())
    }

    /// Ends the turn at the token limit.
    #[must_use]
    pub fn truncated(self) -> Self {
        self.change_reply(|reply| reply.truncated = true)
    }

    /// Ends the turn where a filter withholds the rest.
    #[must_use]
    pub fn withheld(self) -> Self {
        self.change_reply(|reply| reply.withheld = true)
    }

    /// Sets how the turn is cut into pieces.
    #[must_use]
    pub fn in_chunks(self, chunks: Chunks) -> Self {
        Self { chunks: Some(chunks), ..self }
    }

    /// Delays the turn, on top of the simulator's own delay.
    #[must_use]
    pub fn after(self, delay: Duration) -> Self {
        Self { delay, ..self }
    }

    /// Sets a pause before each piece of the stream.
    #[must_use]
    pub fn paced(self, pace: Duration) -> Self {
        Self { pace, ..self }
    }

    /// Sets the token counts, instead of an estimate by length.
    #[must_use]
    pub fn with_usage(self, input: u64, output: u64) -> Self {
        Self { usage: Some((input, output)), ..self }
    }

    /// States how many tokens of the input were cached.
    #[must_use]
    pub fn with_cached(self, cached: u64) -> Self {
        Self { cached, ..self }
    }

    fn new(kind: Kind) -> Self {
        Self { kind, chunks: None, delay: Duration::ZERO, pace: Duration::ZERO, usage: None, cached: 0 }
    }

    fn change_reply(mut self, change: impl FnOnce(&mut Reply)) -> Self {
        match &mut self.kind {
            Kind::Reply(reply) => change(reply),
            other => panic!("only a reply can have calls or an end, not {other:?}"),
        }
        self
    }
}
