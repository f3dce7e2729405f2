//! The last event of a session up to which everything is stored.

use std::{
    collections::BTreeSet,
    sync::{Mutex, MutexGuard, PoisonError},
};

/// The newest stored event of a session, and the held events, by sequence number. A resumed connection continues with
/// the first held event, or else after the newest stored one.
#[derive(Default)]
pub(super) struct StoredSeq(Mutex<State>);

#[derive(Default)]
struct State {
    newest: u64,
    held: BTreeSet<u64>,
}

impl StoredSeq {
    /// Begins with the session's first event, which needs no storing.
    pub(super) fn new(first: u64) -> Self {
        Self(Mutex::new(State { newest: first, held: BTreeSet::new() }))
    }

    /// Records that an event waits while later ones are stored.
    pub(super) fn hold(&self, seq: u64) {
        self.lock().held.insert(seq);
    }

    /// Records that an event is stored.
    pub(super) fn store(&self, seq: u64) {
        let mut state = self.lock();
        state.held.remove(&seq);
        state.newest = state.newest.max(seq);
    }

    /// Returns the number of the last event up to which all are stored.
    pub(super) fn get(&self) -> u64 {
        let state = self.lock();
        state.held.first().map_or(state.newest, |first| first.saturating_sub(1))
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_connection_resumes_before_the_first_event_that_waits() {
        let stored = StoredSeq::new(3);
        stored.hold(5);
        stored.store(4);
        stored.hold(6);
        stored.store(7);
        assert_eq!(stored.get(), 4);
        stored.store(5);
        assert_eq!(stored.get(), 5);
        stored.store(6);
        assert_eq!(stored.get(), 7);
    }
}
