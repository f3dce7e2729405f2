//! Wake-ups that a transaction sends when it commits. A lost wake-up loses nothing: everything here is also polled, except
//! for what is only counted.

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
    /// A call of an MCP client got on: it waits for its person, or has ended.
    Clients,
    /// An answer is to be spoken.
    VoiceAnswers,
    /// A person asked to export or delete their data.
    Privacy,
    /// Something happened that operators have counted.
    Counted(Counted),
}
