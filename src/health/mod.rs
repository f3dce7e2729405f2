//! Proof of health, for monitors that see nothing of the people: `/healthz`, `/readyz`, `/metrics`, and the messages to
//! the service manager. `facts` gathers the facts, and `judge` draws the conclusions (pure functions).

use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Mutex;

use crate::core::Core;

mod judge;
mod facts;
mod probe;
mod process;
mod disk;
mod scrape;
mod http;
mod sampling;
pub(crate) mod service;

pub(crate) use disk::Disk;
use facts::Delivery;
pub use http::Door;
pub(crate) use http::listen;
use judge::{Readiness, judge};
use probe::Probe;
pub(crate) use process::figures;
pub(crate) use sampling::sample;
use scrape::Scrape;

/// How long an answer is reused, so that a flood of requests costs as much as one.
const HOLDS: Duration = Duration::from_secs(1);

/// How often observations are sorted into their buckets, if nobody reads them.
const TIDY_EVERY: Duration = Duration::from_secs(10);

/// Keeps the metrics small until the process ends.
pub(crate) async fn tidy(core: Arc<Core>) {
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(TIDY_EVERY) => core.metrics.tidy(),
        }
    }
}

/// The health of this process; one per process. Callers share the latest result.
pub(crate) struct Health {
    core: Arc<Core>,
    probe: Probe,
    delivery: std::sync::Mutex<Delivery>,
    last: Mutex<Option<(Instant, Arc<Readiness>)>>,
    scrape: Scrape,
}

impl Health {
    pub(crate) fn new(core: Arc<Core>) -> Arc<Self> {
        Arc::new(Self {
            core,
            probe: Probe::default(),
            delivery: std::sync::Mutex::default(),
            last: Mutex::default(),
            scrape: Scrape::default(),
        })
    }

    /// Returns the health of the process, at most a second old.
    pub(crate) async fn look(&self) -> Arc<Readiness> {
        let mut last = self.last.lock().await;
        let now = self.core.clock.monotonic();
        if let Some((at, readiness)) = &*last
            && now.saturating_duration_since(*at) < HOLDS
        {
            return readiness.clone();
        }
        let database = self.probe.look(&self.core).await;
        let facts = {
            let mut delivery = self.delivery.lock().unwrap_or_else(PoisonError::into_inner);
            facts::gather(&self.core, &database, &mut delivery)
        };
        let readiness = Arc::new(judge(&facts));
        let was_ready = last.as_ref().map(|(_, before)| before.is_ready());
        if was_ready.is_some_and(|was_ready| was_ready != readiness.is_ready()) {
            let status = readiness.status();
            tracing::warn!(status, "readiness has changed");
        }
        *last = Some((now, readiness.clone()));
        readiness
    }
}

#[cfg(test)]
mod tests;
