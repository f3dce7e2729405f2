//! Holds on requests, so that a test can inspect the state or kill the client at an exact point.

use std::sync::{Mutex, MutexGuard, PoisonError};

use tokio::sync::{oneshot, watch};

use crate::{patience::patiently, server::Cut};

/// The stage at which a request is held.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stage {
    /// Received, without effect so far.
    Before,
    /// Took effect; the answer is held.
    After,
}

/// A hold on the next request of a kind. Dropping it releases the request.
#[derive(Debug)]
pub struct Held {
    what: String,
    arrived: watch::Receiver<bool>,
    verdict: oneshot::Sender<Verdict>,
}

impl Held {
    /// Waits until the request is held.
    ///
    /// # Panics
    /// Panics if that does not happen within [`crate::PATIENCE`].
    pub async fn wait(&self) {
        let mut arrived = self.arrived.clone();
        let waited = patiently(arrived.wait_for(|arrived| *arrived)).await;
        assert!(matches!(waited, Some(Ok(_))), "{} never arrived", self.what);
    }

    /// Lets the request continue.
    pub fn release(self) {
        // The request may never have arrived, which is not a fault.
        let _ = self.verdict.send(Verdict::Released);
    }

    /// Closes the request's connection without an answer.
    pub fn cut(self) {
        let _ = self.verdict.send(Verdict::Cut);
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    Released,
    Cut,
}

/// The holds of one simulator, each with the kind of request for which it waits.
#[derive(Debug)]
pub(crate) struct Gates<K>(Mutex<Vec<Gate<K>>>);

#[derive(Debug)]
struct Gate<K> {
    key: K,
    stage: Stage,
    arrived: watch::Sender<bool>,
    verdict: oneshot::Receiver<Verdict>,
}

impl<K> Default for Gates<K> {
    fn default() -> Self {
        Self(Mutex::default())
    }
}

impl<K: Copy + PartialEq + std::fmt::Debug> Gates<K> {
    /// Holds the next request of that kind. Holds of one kind and stage take one request each, in order.
    pub(crate) fn hold(&self, key: K, stage: Stage) -> Held {
        let (arrive, arrived) = watch::channel(false);
        let (decide, verdict) = oneshot::channel();
        self.lock().push(Gate { key, stage, arrived: arrive, verdict });
        Held { what: format!("the held request {key:?}"), arrived, verdict: decide }
    }

    /// Returns at once, or when the test releases the request.
    pub(crate) async fn pass(&self, key: K, stage: Stage) -> Result<(), Cut> {
        let Some(gate) = self.take(key, stage) else { return Ok(()) };
        gate.arrived.send_replace(true);
        match gate.verdict.await {
            Ok(Verdict::Cut) => Err(Cut),
            Ok(Verdict::Released) | Err(_) => Ok(()),
        }
    }

    fn take(&self, key: K, stage: Stage) -> Option<Gate<K>> {
        let mut gates = self.lock();
        gates.retain(|gate| !gate.arrived.is_closed());
        let found = gates.iter().position(|gate| gate.key == key && gate.stage == stage)?;
        Some(gates.remove(found))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<Gate<K>>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}
