//! Proof of health, for those who watch over the process and see nothing of its people: `/healthz`, `/readyz`, and what the
//! service manager is told. What is so, `facts` finds out; what follows from it, `judge` says (pure).

use std::{
    sync::{Arc, PoisonError},
    time::{Duration, Instant},
};

use tokio::sync::Mutex;

use crate::core::Core;

mod judge;
mod facts;
mod probe;
mod http;
pub(crate) mod service;

use facts::Delivery;
pub use http::Door;
pub(crate) use http::listen;
use judge::{Readiness, judge};
use probe::Probe;

/// How long an answer holds: a flood of questions costs as much as one.
const HOLDS: Duration = Duration::from_secs(1);

/// How this process is. One per process: who asks shares what was found out last.
pub(crate) struct Health {
    core: Arc<Core>,
    probe: Probe,
    delivery: std::sync::Mutex<Delivery>,
    last: Mutex<Option<(Instant, Arc<Readiness>)>>,
}

impl Health {
    pub(crate) fn new(core: Arc<Core>) -> Arc<Self> {
        Arc::new(Self {
            core,
            probe: Probe::default(),
            delivery: std::sync::Mutex::default(),
            last: Mutex::default(),
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
