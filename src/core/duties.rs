//! What this process does for the channels, by the leases that it holds.

use std::collections::HashSet;

use tokio::sync::watch;

/// The channels that this process receives from, those that it delivers to, and those for which it stands by.
#[derive(Default)]
pub(crate) struct Duties {
    pub(crate) receiving: Channels,
    pub(crate) delivering: Channels,
    /// Another process receives from them; this one takes over when that ends.
    pub(crate) standing_by: Channels,
}

/// A set of channels that others can wait on.
pub(crate) type Channels = watch::Sender<HashSet<&'static str>>;

/// Adds a channel to a set, or removes it. Returns whether that changed the set.
pub(crate) fn set(channels: &Channels, channel: &'static str, is_in: bool) -> bool {
    channels
        .send_if_modified(|channels| if is_in { channels.insert(channel) } else { channels.remove(channel) })
}

/// Waits until a channel is in a set, or is not.
pub(crate) async fn until(channels: &Channels, channel: &'static str, is_in: bool) {
    // The set outlives whoever waits, so its end is not waited for.
    let _ = channels.subscribe().wait_for(|channels| channels.contains(channel) == is_in).await;
}
