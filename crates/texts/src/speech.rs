//! What the bot says of recordings.

use adjutant_domain::{budget::Measure, text::escaped};
use adjutant_speech::SpeechError;

use crate::{bytes, usage};

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

/// Shown until it is known what a recording says.
pub fn listening() -> &'static str {
    "Listening to your recording …"
}

/// Shows what a recording says, as a quote.
pub fn heard(said: &str) -> String {
    let lines: Vec<_> = said.lines().map(|line| format!("> {}", escaped(line))).collect();
    format!("I heard:\n\n{}", lines.join("\n"))
}

/// Stands in the place of [`listening`] if the recording was deleted meanwhile, or its person stopped everything.
pub fn withdrawn() -> &'static str {
    "You have withdrawn this recording."
}

/// Says that nothing was heard, and why.
pub fn not_heard(why: &Unheard) -> String {
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
