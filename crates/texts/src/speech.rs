//! What the bot says of recordings.

use std::time::Duration;

use adjutant_domain::{
    budget::Measure,
    text::{escaped, join},
};
use adjutant_speech::SpeechError;

use crate::{bytes, count, fluent::text, usage};

/// Why it is not known what a recording says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unheard {
    /// It has no words, or none that can be made out.
    Silent,
    /// It is larger than this many bytes, the most that is taken.
    TooLarge(u64),
    /// The platform does not have it any more.
    Gone,
    /// It could not be fetched, though that was tried several times.
    NotFetched,
    /// It is not sent to the server, because the daily budget of its person is used up, or would be.
    UsedUp(Measure),
    /// What is used of that budget cannot be read.
    NotKnown,
    Speech(SpeechError),
}

/// Shown until it is known what the recordings of a message say: which one it is about, counted from 1, of how many in the
/// message or its album, and how long those of the message have taken so far, in steps of ten seconds.
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

/// Shows what the recordings of a message say together, and which of them were not heard, and why. So many come before them in
/// an album that has `count`; a message of its own is one.
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

/// Returns what the recordings of a message say together; empty if none was heard.
pub fn said(recordings: &[Result<String, Unheard>]) -> String {
    recordings.iter().flatten().fold(String::new(), |above, said| join(&above, said))
}

/// Shows what a recording says, as a quote.
fn heard(said: &str) -> String {
    let lines: Vec<_> = said.lines().map(|line| format!("> {}", escaped(line))).collect();
    format!("{}\n\n{}", text!("speech-heard"), lines.join("\n"))
}

/// Stands in the place of [`listening`] if the recording was deleted meanwhile, or its person stopped everything.
pub fn withdrawn() -> &'static str {
    text!("speech-withdrawn")
}

/// Says that nothing was heard, and why.
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

/// For the model: how the next message came about.
pub fn heard_note() -> &'static str {
    "The next message is a recording. A machine has written down what it says, and may have misheard some words: ask if \
     it matters."
}

/// For the model: so many of the recordings that came with the next message could not be heard.
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
