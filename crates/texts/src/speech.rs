//! What the bot says of recordings.

use std::time::Duration;

use adjutant_domain::{
    budget::Measure,
    text::{escaped, join},
};
use adjutant_speech::SpeechError;

use crate::{bytes, count, usage};

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
    let which = match count {
        1 => "your recording".to_owned(),
        _ => format!("recording {number} of {count}"),
    };
    let tens = so_far.as_secs() / 10 * 10;
    match (tens / 60, tens % 60) {
        (0, 0) => format!("Listening to {which} …"),
        (0, seconds) => format!("Listening to {which} … {seconds} s so far"),
        (minutes, 0) => format!("Listening to {which} … {minutes} min so far"),
        (minutes, seconds) => format!("Listening to {which} … {minutes} min {seconds} s so far"),
    }
}

/// Shows what the recordings of a message say together, and which of them were not heard, and why. So many come before them in
/// an album that has `count`; a message of its own is one.
pub fn outcome(recordings: &[Result<String, Unheard>], (before, count): (usize, usize)) -> String {
    let said = said(recordings);
    let quote = if said.is_empty() { String::new() } else { heard(&said) };
    let not_heard = (before + 1..).zip(recordings).filter_map(|(number, recording)| match recording {
        Ok(_) => None,
        Err(why) if count == 1 => Some(not_heard(why)),
        Err(why) => Some(format!("Recording {number} of {count}: {}", not_heard(why))),
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
    format!("I heard:\n\n{}", lines.join("\n"))
}

/// Stands in the place of [`listening`] if the recording was deleted meanwhile, or its person stopped everything.
pub fn withdrawn() -> &'static str {
    "You have withdrawn this recording."
}

/// Says that nothing was heard, and why.
fn not_heard(why: &Unheard) -> String {
    match why {
        Unheard::Silent => "I could not make out any words in your recording. Please record it again, or write it.".to_owned(),
        Unheard::TooLarge(most) => {
            format!("Your recording is larger than {}, the most that I listen to. Please write what you need.", bytes(*most))
        }
        Unheard::Gone => "The platform does not have your recording any more. Please send it again.".to_owned(),
        Unheard::UsedUp(Measure::Cost) => {
            "I did not listen to your recording: it would cost more than is left of what you may use today. Please write what \
             you need, or send it again after midnight UTC; /usage shows the figures."
                .to_owned()
        }
        Unheard::UsedUp(measure) => format!("I did not listen to your recording. {}", usage::day_used_up(*measure)),
        Unheard::NotFetched | Unheard::NotKnown | Unheard::Speech(SpeechError::Unavailable(_)) => {
            "I could not listen to your recording, though I tried several times. Please send it again in a while, or write it."
                .to_owned()
        }
        Unheard::Speech(SpeechError::Refused(_)) => {
            "I could not make sense of your recording. Please record it again, or write it.".to_owned()
        }
        Unheard::Speech(SpeechError::Misconfigured(_)) => {
            "I cannot listen to recordings at present: the operator of this bot can find the reason in the log. Please \
             write what you need."
                .to_owned()
        }
    }
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
