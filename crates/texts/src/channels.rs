//! What a channel says of its own accord.

use adjutant_channel::Phrase;

use crate::text;

/// Returns the words of a channel's phrase.
pub fn phrase(phrase: Phrase) -> &'static str {
    match phrase {
        Phrase::StillWorking => text!("channel-still-working"),
        Phrase::NotStored => text!("channel-not-stored"),
    }
}
