//! Counts of what a database does, for those who watch what a turn costs.

use std::sync::atomic::{AtomicU64, Ordering};

/// How much was done since the database was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// Statements of the stores: reads and writes, without what begins and ends transactions.
    pub statements: u64,
    /// Transactions that wrote, each with all writes that shared it.
    pub commits: u64,
}

/// Counts it.
#[derive(Debug, Default)]
pub(super) struct WorkCounter {
    statements: AtomicU64,
    commits: AtomicU64,
}

impl WorkCounter {
    pub(super) fn count_statement(&self) {
        self.statements.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn count_commit(&self) {
        self.commits.fetch_add(1, Ordering::Relaxed);
    }

    pub(super) fn so_far(&self) -> Work {
        Work {
            statements: self.statements.load(Ordering::Relaxed),
            commits: self.commits.load(Ordering::Relaxed),
        }
    }
}
