//! Programs for calculations, as the gateway gives them to a child process, and their answers.

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
/// The most bytes of the program's value, as JSON.
pub const MOST_VALUE: usize = 256 * 1024;

/// A program and its input.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Program {
    pub code: String,
    /// Texts by name, which the program can read with `file(name)`.
    #[serde(default)]
    pub files: BTreeMap<String, String>,
    /// The person's local time.
    pub now: NaiveDateTime,
}

/// The outcome of a program.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
pub struct Answer {
    /// The value of the last expression. A number with too many digits for a JSON number is a text.
    pub value: Value,
    pub printed: String,
    /// The error that ended the program.
    pub error: Option<Error>,
}

/// An error that ended a program.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Error {
    pub message: String,
    /// Counted from 1, like the column; `None` if the error has no position in the program.
    pub line: Option<usize>,
    pub column: Option<usize>,
}

impl Error {
    /// Returns an error without a position in the program.
    pub fn new(message: String) -> Self {
        Self { message, line: None, column: None }
    }
}
