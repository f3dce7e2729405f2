//! Long texts that people see in part.

use adjutant_domain::shown::within;

use crate::fluent::text;

/// Returns a text of at most `most` characters as it is, and of a longer one the beginning, as [`within`] cuts it, with
/// the number of characters left out.
pub fn elided(text: &str, most: usize) -> String {
    match within(text, most) {
        (all, 0) => all,
        (beginning, left_out) => text!("text-left-out", beginning = beginning, count = left_out),
    }
}
