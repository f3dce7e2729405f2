//! The bot's texts about recordings.

use std::time::Duration;

use adjutant_domain::{
    budget::Measure,
    text::{escaped, join},
};
use adjutant_speech::SpeechError;

use crate::{bytes, count, fluent::text, usage};

/// Why a recording was not transcribed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// It has no words, or none that can be understood.
    Silent,
    /// It is larger than this limit, in bytes.
    TooLarge(u64),
    /// The platform no longer has it.
    Gone,
    /// It could not be fetched in several attempts.
    NotFetched,
    /// It is not sent to the server, because the person's daily budget is used up, or would be.
    UsedUp(Measure),
    /// The used part of that budget cannot be read.
    NotKnown,
    Speech(SpeechError),
}

/// Shown while the recordings of a message are transcribed: the number of the current one, from 1, the number of
/// recordings in the message or its album, and the time so far for those of the message, in steps of ten seconds.
pub fn listening((number, count): (usize, usize), so_far: Duration) -> String {
    let which = if count == 1 { "only" } else { "one" };
    let tens = so_far.as_secs() / 10 * 10;
    let time = match (tens / 60, tens % 60) {
        (0, 0) => return text!("speech-listening", which = which, number = number, count = count),
        (0, seconds) => format!("{seconds} s"),
        (minutes, 0) => format!("{minutes} min"),
        (minutes, seconds) => format!("{minutes} min {seconds} s"),
    };
    text!("speech-listening-so-far", which = which, number = number, count = count, time = time)
}

/// Shows the joined transcript of a message's recordings, and which of them were not heard, with the reasons. `before`
/// recordings precede them in an album with `count` recordings; a message of its own counts as an album of one.
pub fn outcome(recordings: &[Result<String, Unheard>], (before, count): (usize, usize)) -> String {
    let said = said(recordings);
    let quote = if said.is_empty() { String::new() } else { heard(&said) };
    let not_heard = (before + 1..).zip(recordings).filter_map(|(number, recording)| match recording {
        Ok(_) => None,
        Err(why) if count == 1 => Some(not_heard(why)),
        Err(why) => Some(text!("speech-not-heard-one", number = number, count = count, why = not_heard(why))),
    });
    not_heard.fold(quote, |above, line| join(&above, &line))
}

/// Returns the joined transcript of a message's recordings; empty if none was heard.
pub fn said(recordings: &[Result<String, Unheard>]) -> String {
    recordings.iter().flatten().fold(String::new(), |above, said| join(&above, said))
}

/// Shows a transcript, as a quote.
fn heard(said: &str) -> String {
    let lines: Vec<_> = said.lines().map(|line| format!("> {}", escaped(line))).collect();
    format!("{}\n\n{}", text!("speech-heard"), lines.join("\n"))
}

/// Replaces [`listening`] if the recording was deleted meanwhile, or its person stopped everything.
pub fn withdrawn() -> &'static str {
    text!("speech-withdrawn")
}

/// Says that a recording was not heard, and why.
fn not_heard(why: &Unheard) -> String {
    match why {
        Unheard::Silent => text!("speech-silent"),
        Unheard::TooLarge(most) => return text!("speech-too-large", most = bytes(*most)),
        Unheard::Gone => text!("speech-gone"),
        Unheard::UsedUp(Measure::Cost) => text!("speech-too-dear"),
        Unheard::UsedUp(measure) => return text!("speech-used-up", why = usage::day_used_up(*measure)),
        Unheard::NotFetched | Unheard::NotKnown | Unheard::Speech(SpeechError::Unavailable(_)) => {
            text!("speech-unavailable")
        }
        Unheard::Speech(SpeechError::Refused(_)) => text!("speech-refused"),
        Unheard::Speech(SpeechError::Misconfigured(_)) => text!("speech-misconfigured"),
    }
    .to_owned()
}

/// For the model: the next message is a transcript.
pub fn heard_note() -> &'static str {
    "The next message is a recording. A machine has written down what it says, and may have misheard some words: ask if \
     it matters."
}

/// For the model: `missed` recordings of the next message could not be heard.
pub fn missed_note(missed: u32) -> String {
    format!(
        "{} of the next message could not be heard, and the user has read why: do not guess what was said there.",
        count(missed.into(), "recording")
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_takes_long_is_said_in_steps_of_ten_seconds() {
        let shown = |which, seconds| listening(which, Duration::from_secs(seconds));
        assert_eq!(shown((1, 1), 9), "Listening to your recording …");
        assert_eq!(shown((1, 1), 19), "Listening to your recording … 10 s so far");
        assert_eq!(shown((2, 3), 0), "Listening to recording 2 of 3 …");
        assert_eq!(shown((2, 3), 64), "Listening to recording 2 of 3 … 1 min so far");
        assert_eq!(shown((3, 3), 131), "Listening to recording 3 of 3 … 2 min 10 s so far");
    }
}
