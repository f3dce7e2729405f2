//! Measures how long the database makes other writers wait.

use std::{
    sync::{
        Arc,
        atomic::{AtomicBool, Ordering},
    },
    time::{Duration, Instant},
};

use adjutant_store::db::{Db, Scope, Tx};
use anyhow::Result;
use tokio::task::JoinHandle;

/// The pause between two measurements.
const GLANCE: Duration = Duration::from_millis(1);

/// A concurrent writer.
pub struct Watch {
    ends: Arc<AtomicBool>,
    longest: JoinHandle<Result<Duration>>,
}

impl Watch {
    /// Starts watching.
    pub fn of(db: &Arc<Db>) -> Self {
        let ends = Arc::new(AtomicBool::new(false));
        let longest = tokio::spawn(longest_wait(db.clone(), ends.clone()));
        Self { ends, longest }
    }

    /// Stops watching, and returns the duration of the longest transaction that wrote nothing.
    pub async fn ends(self) -> Result<Duration> {
        self.ends.store(true, Ordering::Relaxed);
        self.longest.await?
    }
}

async fn longest_wait(db: Arc<Db>, ends: Arc<AtomicBool>) -> Result<Duration> {
    let mut longest = Duration::ZERO;
    while !ends.load(Ordering::Relaxed) {
        let began = Instant::now();
        db.write_unsynced(Scope::Global, async |_: &Tx| Ok(())).await?;
        longest = longest.max(began.elapsed());
        tokio::time::sleep(GLANCE).await;
    }
    Ok(longest)
}
