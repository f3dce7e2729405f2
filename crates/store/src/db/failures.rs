//! What failures of the database mean.

use anyhow::{Error, Result};

const SQLITE_BUSY: i32 = 5;
const SQLITE_FULL: i32 = 13;

/// Returns whether the database or its disk is failing, rather than the request: a retry may succeed later.
pub fn is_storage_failure(error: &Error) -> bool {
    // From SQLITE_BUSY to SQLITE_CORRUPT, from SQLITE_FULL to SQLITE_PROTOCOL.
    matches!(code(error), Some(SQLITE_BUSY..=11 | SQLITE_FULL..=15))
}

/// Returns the error of work that failed although the database works.
///
/// # Errors
/// Returns the error if the database failed: other work would fail then as well.
pub fn unless_storage_failed<T>(done: Result<T>) -> Result<Option<Error>> {
    match done {
        Ok(_) => Ok(None),
        Err(error) if is_storage_failure(&error) => Err(error),
        Err(error) => Ok(Some(error)),
    }
}

/// Adds advice to an error that the user can remedy.
pub(super) fn advised(error: Error) -> Error {
    match code(&error) {
        Some(SQLITE_FULL) => error.context(
            "the disk or the database is full: make room, and work resumes by itself; nothing is lost until then",
        ),
        _ => error,
    }
}

/// Copies a failure for another caller whose work it undoes.
pub(super) fn copy(error: &Error) -> Error {
    match error.downcast_ref() {
        Some(libsql::Error::SqliteFailure(code, text)) => {
            Error::new(libsql::Error::SqliteFailure(*code, text.clone())).context("cannot commit")
        }
        _ => anyhow::anyhow!("{error:#}"),
    }
}

pub(super) fn is_busy(error: &Error) -> bool {
    code(error) == Some(SQLITE_BUSY)
}

/// Returns SQLite's primary result code. The upper bits of an extended code only refine it.
fn code(error: &Error) -> Option<i32> {
    match error.downcast_ref() {
        Some(libsql::Error::SqliteFailure(code, _)) => Some(code & 0xff),
        _ => None,
    }
}
