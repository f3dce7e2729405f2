//! A small language for calculations: Rhai with exact numbers, dates, tables and text.
//!
//! A program gets its input and computes a value. It has no files, no network and no clock; its only knowledge of the
//! world is in [`Program`]. It runs in a child process that has no access to these either (`adjutant-sandbox`), so a
//! mistake in the language does no harm.

mod dates;
mod engine;
mod numbers;
mod tables;
mod text;
mod values;

use adjutant_domain::code::{Answer, Error, Program};

/// Runs a program given as JSON, and returns its answer as JSON.
pub fn answer(program: &[u8]) -> Vec<u8> {
    let answer = match serde_json::from_slice(program) {
        Ok(program) => run(&program),
        Err(error) => Answer { error: Some(Error::new(error.to_string())), ..Answer::default() },
    };
    // A value of text, numbers, lists and maps with text keys always has a JSON form.
    serde_json::to_vec(&answer).unwrap_or_default()
}

/// Runs a program until it ends or reaches a limit.
pub fn run(program: &Program) -> Answer {
    engine::run(program)
}

#[cfg(test)]
mod tests;
