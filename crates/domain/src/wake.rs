//! Wake-ups that a transaction sends when it commits. A lost wake-up does no harm, because workers also poll for
//! the work; only counts are lost.

use adjutant_channel::ChatRef;

use crate::{
    counted::Counted,
    ids::{SessionId, TurnId},
};

/// A hint that there is work.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wake {
    /// The session has an inbox row or an open turn.
    Session(SessionId),
    /// The turn of the session must stop.
    Stop(SessionId, TurnId),
    /// The chat has a message to deliver.
    Chat(ChatRef),
    /// A due time or an expiry moved closer.
    Schedules,
    /// A text waits in the index queue.
    IndexQueue,
    /// The state of an MCP client's call changed: it waits for its person, or has ended.
    Clients,
    /// An answer is to be spoken.
    VoiceAnswers,
    /// A person asked to export or delete their data.
    Privacy,
    /// An event that is counted for operators.
    Counted(Counted),
}
