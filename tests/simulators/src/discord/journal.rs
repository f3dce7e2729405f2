//! The bot's requests, with their times and outcomes.

use std::{collections::HashMap, fmt};

use serde_json::Value;
use tokio::time::Instant;

use super::{Discord, route::Method, state::State};

/// One request of the bot.
#[derive(Clone, Debug)]
pub struct Request {
    /// The time at which it had arrived in full.
    pub at: Instant,
    /// The method that it called.
    pub method: Method,
    /// Its path, behind `/api/v10`.
    pub path: String,
    /// Its JSON, without files.
    pub body: Value,
    /// The names of the files it uploads.
    pub files: Vec<String>,
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
        /// The HTTP status.
        status: u16,
        /// The platform's own code; 0 if it has none.
        code: u32,
    },
    /// The connection was closed without an answer.
    Cut,
}

impl Request {
    /// Returns the channel in the request's path.
    pub fn channel_id(&self) -> Option<u64> {
        self.id_after("channels")
    }

    /// Returns the message in the request's path.
    pub fn message_id(&self) -> Option<u64> {
        self.id_after("messages")
    }

    /// Returns the content in the request.
    pub fn text(&self) -> Option<&str> {
        let content = &self.body["content"];
        content.as_str().or_else(|| self.body["data"]["content"].as_str())
    }

    fn id_after(&self, name: &str) -> Option<u64> {
        self.path.split('/').skip_while(|part| *part != name).nth(1)?.parse().ok()
    }
}

impl fmt::Display for Request {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?} {} {} -> {:?}", self.method, self.path, self.body, self.outcome)
    }
}

impl Discord {
    /// Returns every request of the bot so far, in order of arrival.
    pub fn requests(&self) -> Vec<Request> {
        self.shared.lock().journal.requests().to_vec()
    }

    /// Returns how often the bot has called a method so far.
    pub fn count(&self, method: Method) -> usize {
        self.shared.lock().journal.count(method)
    }

    /// Waits until the bot has called a method `times` times in total.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn called(&self, method: Method, times: usize) {
        let count = |state: &mut State| (state.journal.count(method) >= times).then_some(());
        self.until(count, &format!("request number {times} of {method:?}"), 0).await;
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
    pub(crate) fn begin(&mut self, request: Request) -> usize {
        *self.counts.entry(request.method).or_default() += 1;
        self.requests.push(request);
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
