//! Work that a transaction begins together with the row that it stores: a turn for a message, or the sending of an
//! answer. This saves a commit.
//!
//! The work is put here before the commit, which may fail, and the transaction may then run again. So a worker takes it
//! only outside of transactions, and only if the database has its row.

use std::{
    collections::HashMap,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_domain::outbox_key::EventKey;
use adjutant_store::{inbox::Delay, leases::Lease, people::User, sessions::Session, turns::Turn};
use tokio::sync::OwnedSemaphorePermit;

/// A turn to work on.
#[derive(Clone, Debug)]
pub(crate) struct BegunTurn {
    pub lease: Lease,
    /// The uptime at which the lease was acquired.
    pub claimed_at: Duration,
    pub session: Session,
    pub user: User,
    pub turn: Turn,
    /// How long the answered message was in transit, if it came late.
    pub delay: Option<Delay>,
    /// The `/compact` command that the turn executes, if it answers no messages.
    pub compacts: Option<EventKey>,
    /// Whether nothing else waited in the session.
    pub is_alone: bool,
    /// Held by a turn that was interrupted several times, so that no other such turn runs meanwhile.
    pub alone: Option<Arc<OwnedSemaphorePermit>>,
}

/// Begun work by session or row.
pub(crate) struct Begun<K, T>(Mutex<HashMap<K, T>>);

impl<K, T> Default for Begun<K, T> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Eq + Hash, T> Begun<K, T> {
    /// Adds work that a transaction begins.
    pub(crate) fn put(&self, key: K, begun: T) {
        self.lock().insert(key, begun);
    }

    /// Takes the work for a key, once, if the database has it.
    pub(crate) fn take_if(&self, key: &K, is_stored: impl FnOnce(&T) -> bool) -> Option<T> {
        let mut all = self.lock();
        all.get(key).is_some_and(is_stored).then(|| all.remove(key)).flatten()
    }

    /// Returns a copy of the work for a key, if the database has it.
    pub(crate) fn get_if(&self, key: &K, is_stored: impl FnOnce(&T) -> bool) -> Option<T>
    where
        T: Clone,
    {
        self.lock().get(key).filter(|begun| is_stored(begun)).cloned()
    }

    /// Returns whether some begun work matches.
    pub(crate) fn any(&self, is_like_this: impl FnMut(&T) -> bool) -> bool {
        self.lock().values().any(is_like_this)
    }

    /// Forgets work that was never stored.
    pub(crate) fn forget(&self, key: &K) {
        self.lock().remove(key);
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, T>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
