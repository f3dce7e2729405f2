//! The vocabulary of notes.

/// The most characters of a note.
pub const MAX_CONTENT: usize = 16_000;

/// The reason why a text cannot be a note. Nothing has changed then.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("there is nothing in it to remember")]
    Empty,
    #[error("a note holds {MAX_CONTENT} characters at most, and this has {0}: save it in parts, or its gist")]
    TooLong(usize),
    #[error(
        "the person has {0} notes, which is the most; ask them which of them to delete, or put several into one"
    )]
    TooMany(u32),
    #[error("the person's notes take all of their room; ask them which of them to delete or to shorten")]
    NoRoom,
}

/// The limits for one person's notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NoteLimits {
    pub notes: u32,
    /// The size of all notes, in bytes.
    pub bytes: u64,
}
