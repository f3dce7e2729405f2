//! What failures of the database mean.

const SQLITE_BUSY: i32 = 5;
const SQLITE_FULL: i32 = 13;

/// Returns whether the database or its disk is failing, rather than the request: a retry may succeed later.
pub fn is_storage_failure(error: &anyhow::Error) -> bool {
    // From SQLITE_BUSY to SQLITE_CORRUPT, from SQLITE_FULL to SQLITE_PROTOCOL.
    matches!(code(error), Some(SQLITE_BUSY..=11 | SQLITE_FULL..=15))
}

/// Adds advice to an error that the user can remedy.
pub(super) fn advised(error: anyhow::Error) -> anyhow::Error {
    match code(&error) {
        Some(SQLITE_FULL) => error.context(
            "the disk or the database is full: make room, and work resumes by itself; nothing is lost until then",
        ),
        _ => error,
    }
}

/// Copies a failure for another caller whose work it undoes.
pub(super) fn copy(error: &anyhow::Error) -> anyhow::Error {
    match error.downcast_ref() {
        Some(libsql::Error::SqliteFailure(code, text)) => {
            anyhow::Error::new(libsql::Error::SqliteFailure(*code, text.clone())).context("cannot commit")
        }
        _ => anyhow::anyhow!("{error:#}"),
    }
}

pub(super) fn is_busy(error: &anyhow::Error) -> bool {
    code(error) == Some(SQLITE_BUSY)
}

/// Returns SQLite's primary result code. The upper bits of an extended code only refine it.
fn code(error: &anyhow::Error) -> Option<i32> {
    match error.downcast_ref() {
        Some(libsql::Error::SqliteFailure(code, _)) => Some(code & 0xff),
        _ => None,
    }
}
