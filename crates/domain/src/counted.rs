//! Events that are counted for operators once their transaction has committed.

use std::time::Duration;

/// A counted event, without ids or texts of people.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// An event of a channel was stored, of this kind.
    Received { channel: String, kind: &'static str },
    /// A turn began, this long after the arrival of the message that it answers.
    TurnBegun { after: Duration },
    /// A turn ended with this state.
    Turn(&'static str),
    /// This many approvals were requested, or decided in this way.
    Approvals(&'static str, u64),
    /// A run began, this long after its due time.
    Begun { late: Duration },
    /// A run ended with this status.
    Run(&'static str),
    /// Delivery gave up a message.
    DeadLetter { channel: String },
}
