//! The vocabulary of notes.

/// Characters that a note may have.
pub const MAX_CONTENT: usize = 16_000;

/// A text that cannot be a note. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("there is nothing in it to remember")]
    Empty,
    #[error("a note holds {MAX_CONTENT} characters at most, and this has {0}: save it in parts, or its gist")]
    TooLong(usize),
}
