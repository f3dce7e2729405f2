//! The state of the channels.

use crate::timestamp::Timestamp;

/// The state of a connection.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelState {
    Up {
        since: Timestamp,
    },
    Down {
        since: Timestamp,
        why: String,
    },
    /// Another process receives from the channel, and knows its state.
    Elsewhere,
}
