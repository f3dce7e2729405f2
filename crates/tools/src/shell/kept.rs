//! The kept parts of output: its beginning and its end.

use std::collections::VecDeque;

/// The bytes that are kept of the beginning, and again of the end.
const HALF: usize = 32 << 10;

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
            return format!("{}\n[{} bytes left out]\n{}", text(&first), self.omitted, text(&last));
        }
        // A character may be split between the two parts.
        first.extend(last);
        text(&first)
    }
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
}
