//! The channels that this process serves, by the leases that it holds.

use std::collections::HashSet;

use tokio::sync::watch;

/// The channels that this process receives from, delivers to, and stands by for.
#[derive(Default)]
pub(crate) struct Duties {
    pub(crate) receiving: Channels,
    pub(crate) delivering: Channels,
    /// Another process receives from these channels; this process takes over when that one ends.
    pub(crate) standing_by: Channels,
}

/// A set of channels whose changes can be awaited.
pub(crate) type Channels = watch::Sender<HashSet<&'static str>>;

/// Adds a channel to a set, or removes it. Returns whether that changed the set.
pub(crate) fn set(channels: &Channels, channel: &'static str, is_in: bool) -> bool {
    channels
        .send_if_modified(|channels| if is_in { channels.insert(channel) } else { channels.remove(channel) })
}

/// Waits until a channel is in a set, or is not.
pub(crate) async fn until(channels: &Channels, channel: &'static str, is_in: bool) {
    // The set outlives every caller, so an error is impossible.
    let _ = channels.subscribe().wait_for(|channels| channels.contains(channel) == is_in).await;
}
