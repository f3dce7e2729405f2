//! How the channels are doing, in words.

use super::clip;
use crate::{connections::State, store::inbox::LastEvent};

/// Characters of a problem that are shown.
const PROBLEM: usize = 300;

/// What is known of a channel.
pub struct ChannelHealth {
    pub name: String,
    pub state: State,
    /// The newest thing that came from it.
    pub last: Option<LastEvent>,
}

/// A channel's line in `/status`; times are milliseconds since the epoch.
pub fn channel(channel: &ChannelHealth, now: i64) -> String {
    let state = match &channel.state {
        State::Up { since } => format!("connected{}", lasting(now - since)),
        State::Down { since, why } => format!("unreachable{}: {}", lasting(now - since), problem(why)),
        State::Elsewhere => "another process receives from it".to_owned(),
    };
    format!("Channel {}: {state}; {}", channel.name, last_event(channel.last, now))
}

/// The newest thing that came from a channel, and how long it was on its way.
pub fn last_event(last: Option<LastEvent>, now: i64) -> String {
    let Some(last) = last else { return "nothing received yet".to_owned() };
    let ago = match now - last.received_at {
        ..MINUTE => "just now".to_owned(),
        millis => format!("{} ago", span(millis)),
    };
    format!("last event {ago}, {} after it was sent", span(last.received_at - last.sent_at))
}

/// A channel that nobody is connected to.
pub fn not_connected() -> &'static str {
    "not connected"
}

/// A channel that ended though nobody asked it to.
pub fn ended() -> &'static str {
    "it stopped by itself"
}

/// To the owner, on another channel. `lasted` is in milliseconds.
pub fn down(channel: &str, lasted: i64, why: &str) -> String {
    format!(
        "⚠️ I have been unreachable on {channel} for {}: {}\n\nI keep trying, and will tell you when it works again.",
        span(lasted),
        problem(why)
    )
}

/// To the owner, where they were told of the outage. `lasted` is in milliseconds.
pub fn back(channel: &str, lasted: i64) -> String {
    format!("✅ I am back on {channel}, after {}.", span(lasted))
}

const SECOND: i64 = 1_000;
const MINUTE: i64 = 60 * SECOND;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;

/// How long a state has lasted, where that is worth a word.
fn lasting(millis: i64) -> String {
    if millis < MINUTE { String::new() } else { format!(" for {}", span(millis)) }
}

/// A length of time in its largest unit. Platforms give whole seconds, so less than one is not told apart.
fn span(millis: i64) -> String {
    match millis {
        ..SECOND => "<1 s".to_owned(),
        SECOND..MINUTE => format!("{} s", millis / SECOND),
        MINUTE..HOUR => format!("{} min", millis / MINUTE),
        HOUR..DAY => format!("{} h", millis / HOUR),
        _ => super::count(millis / DAY, "day"),
    }
}

/// What is wrong, on one line.
fn problem(why: &str) -> String {
    clip(&why.split_whitespace().collect::<Vec<_>>().join(" "), PROBLEM)
}
