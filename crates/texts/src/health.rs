//! Texts about the health of channels.

use std::time::Duration;

use adjutant_domain::{health::ChannelState, timestamp::Timestamp};
use adjutant_store::inbox::LastEvent;

use super::{clip, platform};

/// The most of a problem that is shown, in characters.
const PROBLEM: usize = 300;

/// The health of a channel.
pub struct ChannelHealth {
    pub name: String,
    pub state: ChannelState,
    /// The newest event received from it.
    pub last: Option<LastEvent>,
}

/// A channel's line in `/status`.
pub fn channel(channel: &ChannelHealth, now: Timestamp) -> String {
    let state = match &channel.state {
        ChannelState::Up { since } => format!("connected{}", lasting(now.since(*since))),
        ChannelState::Down { since, why } => {
            format!("unreachable{}: {}", lasting(now.since(*since)), problem(why))
        }
        ChannelState::Elsewhere => "another process receives from it".to_owned(),
    };
    let name = if channel.name == "web" { "Chat page" } else { platform(&channel.name) };
    format!("{name}: {state}; {}", last_event(channel.last, now))
}

/// The newest event of a channel, and how long it took to arrive.
pub fn last_event(last: Option<LastEvent>, now: Timestamp) -> String {
    let Some(last) = last else { return "nothing received yet".to_owned() };
    let ago = match now.since(last.received_at) {
        ago if ago.as_secs() < MINUTE => "just now".to_owned(),
        ago => format!("{} ago", span(ago)),
    };
    match last.received_at.since(last.sent_at) {
        late if late < PROMPT => format!("last heard from it {ago}"),
        late => format!("last heard from it {ago}, of what was sent {} before", span(late)),
    }
}

/// The problem of a channel that is not connected.
pub fn not_connected() -> &'static str {
    "not connected"
}

/// The problem of a channel that stopped although nobody asked it to.
pub fn ended() -> &'static str {
    "it stopped by itself"
}

/// The outage notice, to the owner on another channel.
pub fn down(channel: &str, lasted: Duration, why: &str) -> String {
    format!(
        "⚠️ I have been unreachable on {channel} for {}: {}\n\nI keep trying, and will tell you when it works again.",
        span(lasted),
        problem(why)
    )
}

/// The notice that an outage is over, where the owner was told of it.
pub fn back(channel: &str, lasted: Duration) -> String {
    format!("✅ I am back on {channel}, after {}.", span(lasted))
}

/// How late an event may arrive without a word about it.
const PROMPT: Duration = Duration::from_secs(10);
const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Returns how long a state has lasted; nothing if that is less than a minute.
fn lasting(time: Duration) -> String {
    if time.as_secs() < MINUTE { String::new() } else { format!(" for {}", span(time)) }
}

/// Returns a length of time in its largest unit. Platforms report whole seconds, so anything shorter is `<1 s`.
pub(crate) fn span(time: Duration) -> String {
    match time.as_secs() {
        0 => "<1 s".to_owned(),
        secs @ ..MINUTE => format!("{secs} s"),
        secs @ MINUTE..HOUR => format!("{} min", secs / MINUTE),
        secs @ HOUR..DAY => format!("{} h", secs / HOUR),
        secs => super::count((secs / DAY).cast_signed(), "day"),
    }
}

/// Returns a problem on one line.
fn problem(why: &str) -> String {
    clip(&why.split_whitespace().collect::<Vec<_>>().join(" "), PROBLEM)
}
