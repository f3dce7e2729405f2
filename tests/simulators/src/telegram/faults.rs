//! Faults on the way to the platform, injected by a test.

use std::collections::VecDeque;

use super::method::Method;

/// A fault that happens to one request instead of its effect.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fault {
    /// 429, without effect.
    TooManyRequests {
        /// The requested pause, in seconds.
        retry_after: u64,
    },
    /// An HTTP error with an HTML page, as the platform's proxies send it; without effect.
    ServerError(u16),
    /// 400 with this reason; without effect.
    Refused(&'static str),
    /// The connection is closed without an answer; without effect.
    Cut,
    /// The request takes effect, then the connection is closed without an answer.
    CutAfter,
}

/// The faults that have not happened yet.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    once: VecDeque<(Method, Fault)>,
    /// The fault of every request that writes to a chat.
    pub(crate) writing: Option<Fault>,
}

impl Faults {
    pub(crate) fn add(&mut self, method: Method, fault: Fault) {
        self.once.push_back((method, fault));
    }

    pub(crate) fn take(&mut self, method: Method) -> Option<Fault> {
        match self.once.iter().position(|(of, _)| *of == method) {
            Some(found) => self.once.remove(found).map(|(_, fault)| fault),
            None => self.writing.clone().filter(|_| method.writes()),
        }
    }
}
