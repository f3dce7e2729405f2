//! What the loops of this process have got done, for those who judge whether it is well. Times are the clock's monotonic
//! ones: neither somebody who sets the clock nor a machine that sleeps makes them old.

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
    /// Records that the scheduler has looked for what is due.
    pub(crate) fn note_pass(&self, now: Instant) {
        self.times().pass = Some(now);
    }

    pub(crate) fn last_pass(&self) -> Option<Instant> {
        self.times().pass
    }

    /// Records that an attempt at a delivery has ended, whatever came of it.
    pub(crate) fn note_attempt(&self, channel: &'static str, now: Instant) {
        self.times().attempts.insert(channel, now);
    }

    pub(crate) fn last_attempt(&self, channel: &str) -> Option<Instant> {
        self.times().attempts.get(channel).copied()
    }

    /// Records whether the leases of this process could be renewed: the one write that it makes every few seconds anyway.
    pub(crate) fn note_renewal(&self, is_done: bool) {
        self.is_renewal_failing.store(!is_done, Ordering::Relaxed);
    }

    pub(crate) fn is_renewal_failing(&self) -> bool {
        self.is_renewal_failing.load(Ordering::Relaxed)
    }

    fn times(&self) -> MutexGuard<'_, Times> {
        // Nothing under the lock can be left half done.
        self.times.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
