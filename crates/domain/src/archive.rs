//! ZIP archives: the order that the gateway gives to a child process, and the child's answer.

use serde::{Deserialize, Serialize};

/// The name of the computation.
pub const NAME: &str = "archive";

/// The first line of the child's input, as JSON. The archive's bytes follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The lower-case endings of the files to unpack: `md`, `jpg`. Of other files, only the names are listed.
    pub endings: Vec<String>,
    /// The most files of the archive.
    pub max_files: usize,
    /// The most bytes of all unpacked files together.
    pub max_bytes: usize,
}

/// The first line of the child's output, as JSON. The bytes of all unpacked files follow it, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Unpacked(Vec<Entry>),
    Refused(Problem),
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Names separated by slashes, none of which is empty, `.` or `..`. Unique in the archive.
    pub path: String,
    /// The number of its bytes; `None` if it is not unpacked.
    pub bytes: Option<usize>,
}

/// The reason why nothing of an archive is unpacked, as the end of a sentence about it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, thiserror::Error)]
#[serde(rename_all = "snake_case")]
pub enum Problem {
    #[error("is damaged, or no ZIP archive")]
    Damaged,
    #[error("is locked with a password")]
    Locked,
    #[error("has too many files")]
    TooMany,
    #[error("takes too much room once it is unpacked")]
    TooLarge,
    /// The archive is more compressed than any honest one.
    #[error("is packed more densely than files are")]
    TooDense,
    #[error("has a file whose name leads out of it")]
    Outside,
    #[error("has a link, or something else that is no file")]
    NoFile,
    #[error("has two files of one name")]
    Doubled,
}
