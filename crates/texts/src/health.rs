//! Texts about the health of channels.

use std::time::Duration;

use adjutant_domain::{health::ChannelState, timestamp::Timestamp};
use adjutant_store::inbox::LastEvent;

use super::{
    clip,
    fluent::{for_model, text},
    platform, reasons,
};

/// The longest shown part of a problem, in characters.
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
        ChannelState::Up { since } => {
            let (lasting, time) = lasting(now.since(*since));
            text!("health-connected", lasting = lasting, time = time)
        }
        ChannelState::Down { since, why } => {
            let (lasting, time) = lasting(now.since(*since));
            text!("health-unreachable", lasting = lasting, time = time, why = problem(why))
        }
        ChannelState::Elsewhere => text!("health-elsewhere").to_owned(),
    };
    text!(
        "health-channel",
        channel = heading(&channel.name),
        state = state,
        last = last_event(channel.last, now)
    )
}

/// Returns the name of a channel's platform as a heading.
pub(super) fn heading(channel: &str) -> &str {
    if channel == "web" { text!("health-chat-page") } else { platform(channel) }
}

/// The newest event of a channel, and its delay.
pub fn last_event(last: Option<LastEvent>, now: Timestamp) -> String {
    let Some(last) = last else { return text!("health-nothing-received").to_owned() };
    let time = now.since(last.received_at);
    let ago = if time.as_secs() < MINUTE { "now" } else { "earlier" };
    match last.received_at.since(last.sent_at) {
        late if late < PROMPT => text!("health-heard", ago = ago, time = span(time)),
        late => text!("health-heard-late", ago = ago, time = span(time), late = span(late)),
    }
}

/// The problem of a channel that is not connected, in English; `problem` translates it for people.
pub fn not_connected() -> &'static str {
    for_model(|| text!("health-not-connected"))
}

/// The problem of a channel that stopped without being told to, also in English.
pub fn ended() -> &'static str {
    for_model(|| text!("health-ended"))
}

/// The outage notice, to the owner on another channel.
pub fn down(channel: &str, lasted: Duration, why: &str) -> String {
    text!("health-down", channel = channel, time = span(lasted), why = problem(why))
}

/// The notice that an outage is over, if the owner was told of the outage.
pub fn back(channel: &str, lasted: Duration) -> String {
    text!("health-back", channel = channel, time = span(lasted))
}

/// The delay of an event up to which it is not mentioned.
const PROMPT: Duration = Duration::from_secs(10);
const MINUTE: u64 = 60;
const HOUR: u64 = 60 * MINUTE;
const DAY: u64 = 24 * HOUR;

/// Returns how long a state has lasted, and whether to mention it: `yes` from a minute on.
fn lasting(time: Duration) -> (&'static str, String) {
    (if time.as_secs() < MINUTE { "no" } else { "yes" }, span(time))
}

/// Returns a duration in its largest unit, in the form after “for” or “after”. Platforms report whole seconds, so
/// anything shorter is `<1 s`.
pub(super) fn span(time: Duration) -> String {
    match time.as_secs() {
        0 => "<1 s".to_owned(),
        secs @ ..MINUTE => format!("{secs} s"),
        secs @ MINUTE..HOUR => format!("{} min", secs / MINUTE),
        secs @ HOUR..DAY => format!("{} h", secs / HOUR),
        secs => text!("health-days", count = secs / DAY),
    }
}

/// Returns a problem on one line: an adapter's or platform's text as it is, the gateway's text in the reader's
/// language.
fn problem(why: &str) -> String {
    let why = reasons::told(why);
    clip(&why.split_whitespace().collect::<Vec<_>>().join(" "), PROBLEM)
}
