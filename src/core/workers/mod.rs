//! Serial workers, one for each key: a session or chat does one thing at a time, in parallel with the others.

use std::{
    collections::{HashMap, HashSet, hash_map::Entry},
    future::{Future, pending},
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// Workers by key. A worker runs while it has work.
pub struct Workers<K> {
    running: Mutex<HashMap<K, Running>>,
    idle: Notify,
}

/// A worker.
struct Running {
    /// Whether it was woken since it last looked for work.
    woken: bool,
    /// Notifies its work of further wake-ups.
    again: Arc<Notify>,
}

impl<K: Clone + Eq + Hash + Send + 'static> Workers<K> {
    /// Creates a set without workers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self { running: Mutex::default(), idle: Notify::new() })
    }

    /// Wakes the worker for `key`: starts one, or makes the running one look for work again.
    pub fn wake<F>(self: &Arc<Self>, key: K, work: impl Fn(K) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send,
    {
        let begin = Running { woken: true, again: Arc::default() };
        match self.lock().entry(key.clone()) {
            Entry::Occupied(mut running) => {
                running.get_mut().woken = true;
                running.get().again.notify_one();
                return;
            }
            Entry::Vacant(place) => drop(place.insert(begin)),
        }
        let guard = Leave { workers: self.clone(), key };
        tokio::spawn(async move {
            while guard.begin() {
                work(guard.key.clone()).await;
            }
        });
    }

    /// Returns the keys that have a worker.
    pub fn keys(&self) -> HashSet<K> {
        self.lock().keys().cloned().collect()
    }

    /// Returns when the worker for `key` is woken; never if there is none. Its work calls this to wait for more. It may
    /// return for a wake-up that the work has handled already.
    pub async fn woken(&self, key: &K) {
        let again = self.lock().get(key).map(|running| running.again.clone());
        match again {
            Some(again) => again.notified().await,
            None => pending().await,
        }
    }

    /// Returns when no worker is left.
    pub async fn drained(&self) {
        self.until(HashMap::is_empty).await;
    }

    /// Returns when there is no worker for `key`.
    pub async fn ended(&self, key: &K) {
        self.until(|running| !running.contains_key(key)).await;
    }

    async fn until(&self, is_so: impl Fn(&HashMap<K, Running>) -> bool) {
        loop {
            let idle = self.idle.notified();
            if is_so(&self.lock()) {
                return;
            }
            idle.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, Running>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Frees the key of a worker that ends, even if its work panicked: the key must not stay taken.
struct Leave<K: Clone + Eq + Hash + Send + 'static> {
    workers: Arc<Workers<K>>,
    key: K,
}

impl<K: Clone + Eq + Hash + Send + 'static> Leave<K> {
    /// Returns whether there is a wake-up to work on; otherwise frees the worker's key.
    fn begin(&self) -> bool {
        let mut running = self.workers.lock();
        match running.get_mut(&self.key) {
            Some(worker) if worker.woken => {
                worker.woken = false;
                true
            }
            _ => {
                running.remove(&self.key);
                false
            }
        }
    }
}

impl<K: Clone + Eq + Hash + Send + 'static> Drop for Leave<K> {
    fn drop(&mut self) {
        // After a normal end, another worker may hold the key already.
        if std::thread::panicking() {
            self.workers.lock().remove(&self.key);
        }
        self.workers.idle.notify_waiters();
    }
}

#[cfg(test)]
mod tests;
