//! What is counted for operators once the transaction in which it happened has committed.

use std::time::Duration;

/// Something that happened, without anybody's id or words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Counted {
    /// An event of a channel was stored, of this kind.
    Received { channel: String, kind: &'static str },
    /// A turn was begun, so long after the message that it answers had come.
    TurnBegun { after: Duration },
    /// A turn ended so.
    Turn(&'static str),
    /// A number of requests for approval were asked, or decided so.
    Approvals(&'static str, u64),
    /// A run was begun, so long after its due time.
    Begun { late: Duration },
    /// A run ended so.
    Run(&'static str),
    /// Delivery gave a message up.
    DeadLetter { channel: String },
}
