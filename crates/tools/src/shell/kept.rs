//! The kept parts of output: its beginning and its end.

use std::collections::VecDeque;

/// The bytes that are kept of the beginning, and again of the end.
const HALF: usize = 32 << 10;

/// The longest word that is left out where output is cut, in bytes.
const LONGEST_WORD: usize = 512;

/// Collects output as it arrives.
#[derive(Debug, Default)]
pub(super) struct Kept {
    first: Vec<u8>,
    last: VecDeque<u8>,
    omitted: usize,
}

impl Kept {
    pub(super) fn push(&mut self, piece: &[u8]) {
        let (first, rest) = piece.split_at(piece.len().min(HALF - self.first.len()));
        self.first.extend(first);
        self.last.extend(rest);
        let over = self.last.len().saturating_sub(HALF);
        self.last.drain(..over);
        self.omitted += over;
    }

    /// Returns how many bytes have arrived.
    pub(super) fn total(&self) -> usize {
        self.first.len() + self.omitted + self.last.len()
    }

    pub(super) fn into_text(self) -> String {
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        let (mut first, last) = (self.first, Vec::from(self.last));
        if self.omitted > 0 {
            let (begin, end) = (whole_words(&first), whole_words_at_end(&last));
            let omitted = self.omitted + first.len() - begin.len() + last.len() - end.len();
            return format!("{}\n[{omitted} bytes left out]\n{}", text(begin), text(end));
        }
        // A character may be split between the two parts.
        first.extend(last);
        text(&first)
    }
}

/// Returns the beginning without the word in which it is cut, which may be a part of a secret.
fn whole_words(beginning: &[u8]) -> &[u8] {
    let cut = beginning.iter().rev().take(LONGEST_WORD).position(u8::is_ascii_whitespace);
    &beginning[..beginning.len() - cut.unwrap_or_default()]
}

/// Returns the end without the word in which it is cut.
fn whole_words_at_end(end: &[u8]) -> &[u8] {
    let cut = end.iter().take(LONGEST_WORD).position(u8::is_ascii_whitespace);
    &end[cut.unwrap_or_default()..]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_beginning_and_the_end_are_kept() {
        let mut kept = Kept::default();
        kept.push("é".repeat(HALF).as_bytes());
        assert_eq!((kept.total(), kept.into_text()), (2 * HALF, "é".repeat(HALF)));
        let mut kept = Kept::default();
        for byte in [b'a', b'b', b'c'] {
            for _ in 0..HALF / 1024 {
                kept.push(&[byte; 1024]);
            }
        }
        assert_eq!(kept.total(), 3 * HALF);
        let expected = format!("{}\n[{HALF} bytes left out]\n{}", "a".repeat(HALF), "c".repeat(HALF));
        assert_eq!(kept.into_text(), expected);
    }

    #[test]
    fn a_word_in_which_output_is_cut_is_left_out() {
        let mut kept = Kept::default();
        kept.push(&[b' '; HALF - 9]);
        kept.push(b"to own-secret-0815");
        kept.push(&[b' '; HALF]);
        kept.push(b"own-secret-0815 it");
        kept.push(&[b' '; HALF - 9]);
        let text = kept.into_text();
        let expected = format!("to \n[{} bytes left out]\n it", HALF + 30);
        assert_eq!(text.trim(), expected);
    }
}
