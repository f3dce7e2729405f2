//! The states of a row of the outbox, as its column names them.

use serde::Deserialize;

/// The progress of a message's delivery.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum State {
    /// An answer that is still being written. Its turn sends and edits it.
    Draft,
    /// Waits to be sent or edited.
    Pending,
    /// An attempt runs, or ran when its process ended.
    Sending,
    /// The outcome of the last attempt is unknown.
    Unknown,
    /// The chat shows it.
    Done,
    /// Delivery has given it up.
    Dead,
}
