//! Long texts, of which people are shown a part.

use adjutant_domain::shown::within;

use crate::fluent::text;

/// Returns a text as it is if it has at most `most` characters, and else its beginning and how much was left out, as
/// [`within`] cuts it.
pub fn elided(text: &str, most: usize) -> String {
    match within(text, most) {
        (all, 0) => all,
        (beginning, left_out) => text!("text-left-out", beginning = beginning, count = left_out),
    }
}
