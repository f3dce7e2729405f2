//! Proof of health, for those who watch over the process and see nothing of its people: `/healthz`, `/readyz`, `/metrics`,
//! and what the service manager is told. What is so, `facts` finds out; what follows from it, `judge` says (pure).

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

/// How long an answer holds: a flood of questions costs as much as one.
const HOLDS: Duration = Duration::from_secs(1);

/// How often what was observed is sorted into its buckets, if nobody reads it.
const TIDY_EVERY: Duration = Duration::from_secs(10);

/// Keeps what is measured small, until the process ends.
pub(crate) async fn tidy(core: Arc<Core>) {
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(TIDY_EVERY) => core.metrics.tidy(),
        }
    }
}

/// How this process is. One per process: who asks shares what was found out last.
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

    /// Returns how the process is, as of the last second.
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
