//! Who is woken when a transaction commits. Losing a wake-up loses nothing: all of this is also polled.

use adjutant_channel::ChatRef;

use crate::ids::SessionId;

/// A hint that there is something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wake {
    /// The session has an inbox row or an open turn.
    Session(SessionId),
    /// The session's running turn is to stop.
    Stop(SessionId),
    /// The chat has something to deliver.
    Chat(ChatRef),
    /// A due time or an expiry came nearer.
    Timetable,
}
