//! Who is woken when a transaction commits. Losing a wake-up loses nothing: all of this is also polled.

use adjutant_channel::ChatRef;

use crate::ids::{SessionId, TurnId};

/// A hint that there is something to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Wake {
    /// The session has an inbox row or an open turn.
    Session(SessionId),
    /// This turn of the session is to stop.
    Stop(SessionId, TurnId),
    /// The chat has something to deliver.
    Chat(ChatRef),
    /// A due time or an expiry came nearer.
    Schedules,
    /// A text waits to be made findable.
    IndexQueue,
    /// Somebody wants what is known of them, or wants it deleted.
    Privacy,
}
