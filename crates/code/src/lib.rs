//! A small language for calculations: Rhai with exact numbers, dates, tables and text.
//!
//! A program reads what it is given and computes a value. It has no files, no network and no clock; what it knows of the
//! world is in [`Program`]. It runs in a child process that has nothing of these either (`adjutant-sandbox`), so that a
//! mistake in the language leads nowhere.

mod dates;
mod engine;
mod numbers;
mod tables;
mod text;
mod values;

use std::collections::BTreeMap;

use chrono::NaiveDateTime;
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub use engine::{MOST_PRINTED, TIME};

/// The name under which a child process knows [`answer`].
pub const NAME: &str = "code";

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

/// Runs a program as JSON, and returns its answer as JSON.
pub fn answer(program: &[u8]) -> Vec<u8> {
    let answer = match serde_json::from_slice(program) {
        Ok(program) => run(&program),
        Err(error) => Answer { error: Some(Error::new(error.to_string())), ..Answer::default() },
    };
    // A value of text, numbers, lists and maps with texts for keys always has a JSON form.
    serde_json::to_vec(&answer).unwrap_or_default()
}

/// Runs a program until it ends or reaches a limit.
pub fn run(program: &Program) -> Answer {
    engine::run(program)
}

impl Error {
    fn new(message: String) -> Self {
        Self { message, line: None, column: None }
    }
}

#[cfg(test)]
mod tests;
