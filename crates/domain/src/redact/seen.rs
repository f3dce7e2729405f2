//! Texts as people see them once they are shown: without the marks of Markdown and invisible characters, with entities
//! as their characters.

use std::ops::Range;

/// The longest entity, in bytes, such as `&#x0000005a;`.
const LONGEST_ENTITY: usize = 12;

/// The characters that Markdown may leave out.
const MARKS: [char; 7] = ['*', '_', '~', '`', '|', '\\', '['];

/// A text as it is seen, and where each of its characters stands in the original.
pub(super) struct Seen {
    text: String,
    /// For each byte of `text`, the bytes of the original that it comes from.
    origins: Vec<Range<usize>>,
}

impl Seen {
    pub(super) fn of(original: &str) -> Self {
        let (mut text, mut origins, mut at) = (String::new(), Vec::new(), 0);
        while let Some(c) = original[at..].chars().next() {
            let rest = &original[at..];
            let (shown, length) = match c {
                '&' => entity(rest).map_or((Some(c), 1), |(decoded, length)| (Some(decoded), length)),
                ']' => (None, link_end(rest)),
                _ if MARKS.contains(&c) || is_invisible(c) => (None, c.len_utf8()),
                _ => (Some(c), c.len_utf8()),
            };
            if let Some(shown) = shown {
                text.push(shown);
                origins.resize(text.len(), at..at + length);
            }
            at += length;
        }
        Self { text, origins }
    }

    /// Returns where in the original a text is seen, in order. The text is not empty.
    pub(super) fn find(&self, sought: &str) -> Vec<Range<usize>> {
        let place = |(at, _): (usize, &str)| self.origins[at].start..self.origins[at + sought.len() - 1].end;
        self.text.match_indices(sought).map(place).collect()
    }

    /// Returns where in the original the last `length` bytes of the seen text begin.
    pub(super) fn start_of_last(&self, length: usize) -> usize {
        self.origins[self.text.len() - length].start
    }

    pub(super) fn text(&self) -> &str {
        &self.text
    }
}

/// Returns the length of the end of a link's text, with its address if one follows.
fn link_end(rest: &str) -> usize {
    match rest.strip_prefix("](").and_then(|address| address.find([')', '\n'])) {
        Some(end) if rest.as_bytes()[end + 2] == b')' => end + 3,
        _ => 1,
    }
}

/// Returns the character of the entity with a number that a text begins with, and the entity's length in bytes.
pub(super) fn entity(text: &str) -> Option<(char, usize)> {
    let number = text.strip_prefix("&#")?;
    let end = number.bytes().take(LONGEST_ENTITY).position(|byte| !byte.is_ascii_alphanumeric());
    let (digits, length) = match end {
        Some(end) => (&number[..end], 2 + end + usize::from(number.as_bytes()[end] == b';')),
        None if number.len() <= LONGEST_ENTITY => (number, text.len()),
        None => return None,
    };
    let code = match digits.strip_prefix(['x', 'X']) {
        Some(hexadecimal) => u32::from_str_radix(hexadecimal, 16),
        None => digits.parse(),
    };
    Some((char::from_u32(code.ok()?)?, length))
}

pub(super) fn visible(text: &str) -> String {
    text.chars().filter(|c| !is_invisible(*c)).collect()
}

/// Returns whether a character is invisible between two letters.
pub(super) fn is_invisible(c: char) -> bool {
    matches!(
        c,
        '\u{ad}' | '\u{34f}' | '\u{61c}' | '\u{115f}' | '\u{1160}' | '\u{17b4}' | '\u{17b5}'
            | '\u{180b}'..='\u{180f}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}'
            | '\u{2060}'..='\u{206f}' | '\u{2800}' | '\u{3164}' | '\u{fe00}'..='\u{fe0f}' | '\u{feff}'
            | '\u{ffa0}' | '\u{e0000}'..='\u{e0fff}'
    ) || c.is_control() && !c.is_whitespace()
}
