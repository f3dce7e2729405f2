//! Removes the bot's mentions from a message.

use std::ops::Range;

/// Punctuation that follows a word without a space.
const PUNCTUATION: [char; 6] = [',', '.', ':', ';', '!', '?'];

/// Returns a text without the mentions of the bot, so that "@bot, hello", "say @bot hello" and "hey @bot, hello" read
/// on smoothly. `mentions`: their ranges in bytes, in order.
pub fn without_mentions(text: &str, mentions: impl IntoIterator<Item = Range<usize>>) -> String {
    let mut rest = String::with_capacity(text.len());
    let mut copied = 0;
    for mention in mentions {
        if mention.start < copied {
            continue;
        }
        rest.push_str(&text[copied..mention.start]);
        let after = &text[mention.end..];
        let is_first = rest.trim().is_empty();
        let gap = if is_first { [',', ':', ' '].as_slice() } else { &[' '] };
        copied = text.len() - after.trim_start_matches(gap).len();
        if !is_first && after.starts_with(PUNCTUATION) {
            rest.truncate(rest.trim_end_matches([',', ':', ' ']).len());
        }
    }
    rest.push_str(&text[copied..]);
    rest.trim().to_owned()
}
