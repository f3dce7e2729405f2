//! ZIP archives, as the gateway hands them to a child process, and what the child has unpacked of them.

use serde::{Deserialize, Serialize};

/// The name of the computation.
pub const NAME: &str = "archive";

/// The first line of what the child is given, as JSON. The archive's bytes follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The ends of the names of the files that are unpacked, in small letters: `md`, `jpg`. The others are named alone.
    pub endings: Vec<String>,
    /// The most files of the archive.
    pub max_files: usize,
    /// The most bytes of all unpacked files together.
    pub max_bytes: usize,
}

/// The first line of what the child answers, as JSON. The bytes of all unpacked files follow it, one after another.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Answer {
    Unpacked(Vec<Entry>),
    Refused(Problem),
}

/// A file of an archive.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Entry {
    /// Names with slashes between them, none of which is empty, `.` or `..`. No other file of the archive has it.
    pub path: String,
    /// How many bytes it has, if it is unpacked.
    pub bytes: Option<usize>,
}

/// Why nothing of an archive is unpacked, as the end of a sentence about it.
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
    /// No honest archive is packed as densely.
    #[error("is packed more densely than files are")]
    TooDense,
    #[error("has a file whose name leads out of it")]
    Outside,
    #[error("has a link, or something else that is no file")]
    NoFile,
    #[error("has two files of one name")]
    Doubled,
}
