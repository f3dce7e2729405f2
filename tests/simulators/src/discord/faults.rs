//! What goes wrong on the way to the platform, on request of a test.

use std::collections::VecDeque;

use super::route::Method;

/// What happens to one request instead of what it asked for.
#[derive(Clone, Debug, PartialEq)]
pub enum Fault {
    /// 429, without effect.
    TooManyRequests {
        /// The pause that the platform asks for, in seconds.
        after: f64,
        /// It concerns all routes.
        global: bool,
    },
    /// An HTTP error with a page of HTML, as the platform's proxies answer; without effect.
    Status(u16),
    /// 400 with this code and message; without effect.
    Refused(u32, &'static str),
    /// The connection is closed without an answer; without effect.
    Cut,
    /// It takes effect, then the connection is closed without an answer.
    CutAfter,
}

/// Faults still to happen.
#[derive(Debug, Default)]
pub(crate) struct Faults(VecDeque<(Method, Fault)>);

impl Faults {
    pub(crate) fn add(&mut self, method: Method, fault: Fault) {
        self.0.push_back((method, fault));
    }

    pub(crate) fn take(&mut self, method: Method) -> Option<Fault> {
        let found = self.0.iter().position(|(of, _)| *of == method)?;
        self.0.remove(found).map(|(_, fault)| fault)
    }
}
