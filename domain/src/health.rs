//! How the channels are doing.

/// The state of a connection; times are in milliseconds since the epoch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ChannelState {
    Up {
        since: i64,
    },
    Down {
        since: i64,
        why: String,
    },
    /// Another process receives from the channel, and knows its state.
    Elsewhere,
}
