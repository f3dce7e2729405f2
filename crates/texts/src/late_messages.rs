//! Texts about late messages.

use std::time::Duration;

use adjutant_channel::ChatRef;
use adjutant_domain::{timestamp::Timestamp, zones::Zone};
use adjutant_store::{inbox::Delay, late_messages::Burst};

use super::{
    fluent::{for_model, text},
    platform,
    times::{day_and_time, hours, minutes, time_or_day},
};

/// The line above the answer to a late message.
pub fn opening(delay: &Delay, zone: Zone) -> String {
    let sent = time_or_day(delay.sent_at, delay.received_at, zone);
    let several = if delay.messages > 1 { "yes" } else { "no" };
    text!("late-opening", several = several, sent = sent, ago = how_long(delay))
}

/// For the model: the time at which a late message was sent.
pub fn note(delay: &Delay, zone: Zone) -> String {
    for_model(|| {
        let (sent, ago) = (time_or_day(delay.sent_at, delay.received_at, zone), how_long(delay));
        format!(
            "The next message was sent at {sent}, {ago} ago, while you were away. Its times count from then."
        )
    })
}

/// The notice in place of answers to messages older than `within`.
pub fn unanswered(burst: &Burst, within: Duration, now: Timestamp, zone: Zone) -> String {
    let newest = day_and_time(burst.newest_at, now, zone);
    text!("late-unanswered", count = burst.messages, newest = newest, age = span(within))
}

/// The notice that messages to the bot after `after` were not fetched, because there were too many; `chat` names the
/// chat if the notice is shown elsewhere.
pub fn skipped(chat: Option<&ChatRef>, after: Timestamp, now: Timestamp, zone: Zone) -> String {
    let after = day_and_time(after, now, zone);
    match chat {
        None => text!("late-skipped", after = after),
        Some(ChatRef { channel, chat, .. }) => {
            text!("late-skipped-elsewhere", platform = platform(channel), chat = chat, after = after)
        }
    }
}

fn how_long(delay: &Delay) -> String {
    span(delay.received_at.since(delay.sent_at))
}

/// Returns a duration as people say it, in whole minutes or hours.
fn span(time: Duration) -> String {
    match (time.as_secs() + 30) / 60 {
        count @ ..60 => minutes(count),
        count => hours((count + 30) / 60),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// 2026-11-21 09:12 UTC.
    const SENT: Timestamp = Timestamp::from_millis(1_795_252_320_000);

    fn delayed(minutes: u64, messages: i64) -> Delay {
        Delay { sent_at: SENT, received_at: SENT + Duration::from_mins(minutes), messages }
    }

    #[test]
    fn an_answer_says_when_it_was_asked_in_the_zone_of_the_bot() {
        for (delay, expected) in [
            (delayed(3, 1), "*You wrote this at 10:12 (3 minutes ago), while I was away.*"),
            (delayed(89, 1), "*You wrote this at 10:12 (1 hour ago), while I was away.*"),
            (delayed(170, 2), "*You wrote this from 10:12 on (3 hours ago), while I was away.*"),
            (delayed(14 * 60, 1), "*You wrote this at Sat 21 Nov, 10:12 (14 hours ago), while I was away.*"),
        ] {
            assert_eq!(opening(&delay, Zone::of(adjutant_domain::zones::Tz::Europe__Paris)), expected);
        }
        assert_eq!(
            note(&delayed(180, 1), Zone::UTC),
            "The next message was sent at 09:12, 3 hours ago, while you were away. Its times count from then."
        );
    }

    #[test]
    fn what_is_not_answered_is_counted() {
        let said = |messages, within| {
            unanswered(
                &Burst { number: 0, messages, newest_at: SENT },
                Duration::from_mins(within),
                SENT,
                Zone::UTC,
            )
        };
        assert_eq!(
            said(1, 2),
            "I was away, so I have not answered your message from Sat 21 Nov, 09:12: it is more than 2 minutes old. Send it \
             again if it still matters."
        );
        assert_eq!(
            said(3, 360),
            "I was away, so I have not answered 3 messages that are more than 6 hours old. The last is from Sat 21 \
             Nov, 09:12. Send again what still matters."
        );
    }
}
