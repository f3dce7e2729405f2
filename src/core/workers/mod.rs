//! One serial worker for each key: sessions and chats are worked on one thing at a time, side by side with others.

use std::{
    collections::HashMap,
    future::Future,
    hash::Hash,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::Notify;

/// Workers by key. A worker runs while there is something to do and ends when there is not.
pub struct Workers<K> {
    // The value says whether its worker was woken since it last looked.
    running: Mutex<HashMap<K, bool>>,
    idle: Notify,
}

impl<K: Clone + Eq + Hash + Send + 'static> Workers<K> {
    /// No workers.
    pub fn new() -> Arc<Self> {
        Arc::new(Self { running: Mutex::default(), idle: Notify::new() })
    }

    /// Makes sure that `work` runs for this key after this call: by a new worker, or once more by the one there is.
    pub fn wake<F>(self: &Arc<Self>, key: K, work: impl Fn(K) -> F + Send + 'static)
    where
        F: Future<Output = ()> + Send,
    {
        if self.lock().insert(key.clone(), true).is_some() {
            return;
        }
        let guard = Leave { workers: self.clone(), key };
        tokio::spawn(async move {
            while guard.begin() {
                work(guard.key.clone()).await;
            }
        });
    }

    /// Returns when no worker is left.
    pub async fn drained(&self) {
        loop {
            let idle = self.idle.notified();
            if self.lock().is_empty() {
                return;
            }
            idle.await;
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<K, bool>> {
        self.running.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Removes a worker's key when it ends, also when its work panicked: the key must not stay taken.
struct Leave<K: Clone + Eq + Hash + Send + 'static> {
    workers: Arc<Workers<K>>,
    key: K,
}

impl<K: Clone + Eq + Hash + Send + 'static> Leave<K> {
    /// Whether there is a wake-up to work on; if not, the worker has left when this returns.
    fn begin(&self) -> bool {
        let mut running = self.workers.lock();
        match running.get_mut(&self.key) {
            Some(woken @ true) => {
                *woken = false;
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
        // After a clean end the key may be another worker's already.
        if std::thread::panicking() {
            self.workers.lock().remove(&self.key);
        }
        self.workers.idle.notify_waiters();
    }
}

#[cfg(test)]
mod tests;
