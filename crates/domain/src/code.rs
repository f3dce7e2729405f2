//! Programs that calculate, as the gateway hands them to a child process, and their answers.

use std::{collections::BTreeMap, time::Duration};

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;

/// The name of the computation.
pub const NAME: &str = "code";

/// How long a program may run.
pub const TIME: Duration = Duration::from_secs(4);
/// The most bytes that a program may print.
pub const MOST_PRINTED: usize = 64 * 1024;
/// The most bytes of its value, as JSON.
pub const MOST_VALUE: usize = 256 * 1024;

/// A program, and what it may know.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub code: String,
    /// Texts by name, which the program reads with `file(name)`.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// What the person's clock shows.
    pub now: NaiveDateTime,
}

/// What became of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The value of its last expression. A number with more digits than a JSON number keeps is a text.
    pub value: Value,
    pub printed: String,
    /// Why it was broken off.
    pub error: Option<Error>,
}

/// Why a program was broken off.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    pub message: String,
    /// Counted from 1, like the column; `None` if it has no place in the program.
    pub line: Option<usize>,
    pub column: Option<usize>,
}

impl Error {
    /// Returns an error that has no place in the program.
    pub fn new(message: String) -> Self {
        Self { message, line: None, column: None }
    }
}
