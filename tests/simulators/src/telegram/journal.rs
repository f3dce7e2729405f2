//! The bot's requests, with their times and outcomes.

use std::collections::HashMap;

use serde_json::Value;
use tokio::time::Instant;

use super::method::Method;

/// One request of the bot.
#[derive(Clone, Debug)]
pub struct Request {
    /// The time at which it had arrived in full.
    pub at: Instant,
    /// The method that it called.
    pub method: Method,
    /// Its parameters, without files. The parameters of forms are strings.
    pub params: Value,
    /// Its outcome.
    pub outcome: Outcome,
}

/// The outcome of a request.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// It is in progress or held, or its client is gone.
    Open,
    /// It succeeded.
    Done,
    /// It was refused.
    Refused {
        /// HTTP status and `error_code`.
        code: u16,
        /// The platform's description.
        description: String,
    },
    /// The connection was closed without an answer.
    Cut,
}

impl Request {
    /// Returns the chat in the request.
    pub fn chat_id(&self) -> Option<i64> {
        number(&self.params["chat_id"])
    }

    /// Returns the message in the request.
    pub fn message_id(&self) -> Option<i32> {
        number(&self.params["message_id"]).and_then(|id| id.try_into().ok())
    }

    /// Returns the text in the request.
    pub fn text(&self) -> Option<&str> {
        self.params["text"].as_str()
    }
}

/// The requests in order of arrival.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    requests: Vec<Request>,
    counts: HashMap<Method, usize>,
}

impl Journal {
    /// Records an arrival; returns the number for [`Journal::end`].
    pub(crate) fn begin(&mut self, method: Method, params: Value) -> usize {
        *self.counts.entry(method).or_default() += 1;
        self.requests.push(Request { at: Instant::now(), method, params, outcome: Outcome::Open });
        self.requests.len() - 1
    }

    pub(crate) fn end(&mut self, number: usize, outcome: Outcome) {
        self.requests[number].outcome = outcome;
    }

    pub(crate) fn requests(&self) -> &[Request] {
        &self.requests
    }

    pub(crate) fn count(&self, method: Method) -> usize {
        self.counts.get(&method).copied().unwrap_or_default()
    }
}

fn number(value: &Value) -> Option<i64> {
    value.as_i64().or_else(|| value.as_str()?.parse().ok())
}
