//! Faults on the way to the platform, injected by a test.

use std::collections::VecDeque;

use super::route::Method;

/// A fault that happens to one request instead of its effect.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// 429, without effect.
    TooManyRequests {
        /// The requested pause, in seconds.
        after: f64,
        /// Whether the refusal concerns all routes.
        global: bool,
    },
    /// An HTTP error with an HTML page, as the platform's proxies send it; without effect.
    Status(u16),
    /// 400 with this code and message; without effect.
    Refused(u32, &'static str),
    /// The connection is closed without an answer; without effect.
    Cut,
    /// The request takes effect, then the connection is closed without an answer.
    CutAfter,
}

/// The faults that have not happened yet.
#[derive(Debug, Default)]
pub(crate) struct Faults {
    once: VecDeque<(Method, Fault)>,
    /// The fault of every request that writes to a channel.
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
