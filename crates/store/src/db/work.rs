//! Counts of the database's work, and how long jobs wait for it.

use std::{
    sync::{
        Arc,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, Instant},
};

/// The work done since the database was opened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Work {
    /// The stores' statements, both reads and writes, without those that begin and end transactions.
    pub statements: u64,
    /// Transactions that wrote. Writes that share a transaction count once.
    pub commits: u64,
}

/// The jobs of the writer, or of the readers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Queue {
    /// How many wait now.
    pub waiting: u64,
    /// How many have started since the database was opened.
    pub taken: u64,
    /// How long the started jobs have waited, in all.
    pub waited: Duration,
}

/// The counters behind [`Work`] and [`Queue`].
#[derive(Debug, Default)]
pub(super) struct WorkCounter {
    statements: AtomicU64,
    commits: AtomicU64,
    pub(super) reads: QueueCounter,
    pub(super) writes: QueueCounter,
}

/// Counts the jobs of one kind.
#[derive(Debug, Default)]
pub(super) struct QueueCounter {
    begun: AtomicU64,
    taken: AtomicU64,
    micros: AtomicU64,
}

/// A waiting job. It counts as started when this is dropped.
pub(super) struct Waiting {
    work: Arc<WorkCounter>,
    queue: fn(&WorkCounter) -> &QueueCounter,
    since: Instant,
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

impl QueueCounter {
    pub(super) fn so_far(&self) -> Queue {
        // This order ensures that no job counts as started before it counts as begun.
        let taken = self.taken.load(Ordering::Acquire);
        Queue {
            waiting: self.begun.load(Ordering::Acquire).saturating_sub(taken),
            taken,
            waited: Duration::from_micros(self.micros.load(Ordering::Relaxed)),
        }
    }
}

impl Waiting {
    pub(super) fn begin(work: &Arc<WorkCounter>, queue: fn(&WorkCounter) -> &QueueCounter) -> Self {
        queue(work).begun.fetch_add(1, Ordering::Release);
        Self { work: work.clone(), queue, since: Instant::now() }
    }
}

impl Drop for Waiting {
    fn drop(&mut self) {
        let queue = (self.queue)(&self.work);
        let micros = u64::try_from(self.since.elapsed().as_micros()).unwrap_or(u64::MAX);
        queue.micros.fetch_add(micros, Ordering::Relaxed);
        queue.taken.fetch_add(1, Ordering::Release);
    }
}
