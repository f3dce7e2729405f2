//! Texts about the health of channels.

use adjutant_domain::health::ChannelState;
use adjutant_store::inbox::LastEvent;

use super::clip;

/// The most of a problem that is shown, in characters.
const PROBLEM: usize = 300;

/// The health of a channel.
pub struct ChannelHealth {
    pub name: String,
    pub state: ChannelState,
    /// The newest event received from it.
    pub last: Option<LastEvent>,
}

/// A channel's line in `/status`; times are milliseconds since the epoch.
pub fn channel(channel: &ChannelHealth, now: i64) -> String {
    let state = match &channel.state {
        ChannelState::Up { since } => format!("connected{}", lasting(now - since)),
        ChannelState::Down { since, why } => {
            format!("unreachable{}: {}", lasting(now - since), problem(why))
        }
        ChannelState::Elsewhere => "another process receives from it".to_owned(),
    };
    format!("Channel {}: {state}; {}", channel.name, last_event(channel.last, now))
}

/// The newest event of a channel, and how long it took to arrive.
pub fn last_event(last: Option<LastEvent>, now: i64) -> String {
    let Some(last) = last else { return "nothing received yet".to_owned() };
    let ago = match now - last.received_at {
        ..MINUTE => "just now".to_owned(),
        millis => format!("{} ago", span(millis)),
    };
    format!("last event {ago}, {} after it was sent", span(last.received_at - last.sent_at))
}

/// The problem of a channel that is not connected.
pub fn not_connected() -> &'static str {
    "not connected"
}

/// The problem of a channel that stopped although nobody asked it to.
pub fn ended() -> &'static str {
    "it stopped by itself"
}

/// The outage notice, to the owner on another channel. `lasted` is in milliseconds.
pub fn down(channel: &str, lasted: i64, why: &str) -> String {
    format!(
        "⚠️ I have been unreachable on {channel} for {}: {}\n\nI keep trying, and will tell you when it works again.",
        span(lasted),
        problem(why)
    )
}

/// The notice that an outage is over, where the owner was told of it. `lasted` is in milliseconds.
pub fn back(channel: &str, lasted: i64) -> String {
    format!("✅ I am back on {channel}, after {}.", span(lasted))
}

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// Returns how long a state has lasted; nothing if that is less than a minute.
fn lasting(millis: i64) -> String {
    if millis < MINUTE { String::new() } else { format!(" for {}", span(millis)) }
}

/// Returns a length of time in its largest unit. Platforms report whole seconds, so anything shorter is `<1 s`.
fn span(millis: i64) -> String {
    match millis {
        ..SECOND => "<1 s".to_owned(),
        SECOND..MINUTE => format!("{} s", millis / SECOND),
        MINUTE..HOUR => format!("{} min", millis / MINUTE),
        HOUR..DAY => format!("{} h", millis / HOUR),
        _ => super::count(millis / DAY, "day"),
    }
}

/// Returns a problem on one line.
fn problem(why: &str) -> String {
    clip(&why.split_whitespace().collect::<Vec<_>>().join(" "), PROBLEM)
}
