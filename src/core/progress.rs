//! The last progress of this process's loops, for the health checks. Times are monotonic: neither a changed clock nor a
//! suspended machine makes them look old.

use std::{
    collections::HashMap,
    sync::{
        Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
    time::Instant,
};

#[derive(Default)]
pub(crate) struct Progress {
    times: Mutex<Times>,
    is_renewal_failing: AtomicBool,
}

#[derive(Default)]
struct Times {
    /// The last pass of the scheduler.
    pass: Option<Instant>,
    /// The last attempt at a delivery that had an outcome, by channel.
    attempts: HashMap<&'static str, Instant>,
}

impl Progress {
    /// Records that the scheduler has looked for due schedules.
    pub(crate) fn note_pass(&self, now: Instant) {
        self.times().pass = Some(now);
    }

    pub(crate) fn last_pass(&self) -> Option<Instant> {
        self.times().pass
    }

    /// Records that a delivery attempt has ended, whatever its outcome.
    pub(crate) fn note_attempt(&self, channel: &'static str, now: Instant) {
        self.times().attempts.insert(channel, now);
    }

    pub(crate) fn last_attempt(&self, channel: &str) -> Option<Instant> {
        self.times().attempts.get(channel).copied()
    }

    /// Records whether the process could renew its leases: the one write that it makes every few seconds in any case.
    pub(crate) fn note_renewal(&self, is_done: bool) {
        self.is_renewal_failing.store(!is_done, Ordering::Relaxed);
    }

    pub(crate) fn is_renewal_failing(&self) -> bool {
        self.is_renewal_failing.load(Ordering::Relaxed)
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        // A panic under this lock leaves no inconsistent state.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
