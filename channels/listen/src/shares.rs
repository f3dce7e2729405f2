//! How many connections each person holds.

use std::{
    collections::HashMap,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

/// The admitted connections of people, by person.
#[derive(Clone, Debug)]
pub(super) struct Shares {
    /// The most of one person.
    most: usize,
    held: Arc<Mutex<HashMap<String, usize>>>,
}

/// One of a person's connections, until it is dropped.
pub(super) struct Share {
    of: Shares,
    person: String,
}

impl Shares {
    pub(super) fn new(most: usize) -> Self {
        Self { most, held: Arc::default() }
    }

    /// Returns `None` if the person already holds the most.
    pub(super) fn take(&self, person: &str) -> Option<Share> {
        let mut held = self.lock();
        let count = held.get(person).copied().unwrap_or(0);
        if count >= self.most {
            return None;
        }
        held.insert(person.to_owned(), count + 1);
        Some(Share { of: self.clone(), person: person.to_owned() })
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, usize>> {
        // A panic under the lock leaves no change half done.
        self.held.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Share {
    fn drop(&mut self) {
        let mut held = self.of.lock();
        match held.get_mut(&self.person) {
            Some(count) if *count > 1 => *count -= 1,
            _ => drop(held.remove(&self.person)),
        }
    }
}
