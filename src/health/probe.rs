//! Checks whether the database can be read and written, and reads what is late. Only one query is pending at a time: a
//! hanging database gets no further query until it answers, and callers meanwhile learn how long it has not answered.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{
    db::Scope,
    outbox::{self, Head},
    schedules,
};
use anyhow::Result;
use tokio::{sync::watch, time::timeout};

use crate::core::Core;

/// How long a caller waits for the answer. A longer wait is judged by its duration at the next call.
const PATIENCE: Duration = Duration::from_millis(500);
/// The most lanes that are read.
const LANES: i64 = 1000;

/// An answer of the database.
#[derive(Clone, Debug)]
pub(super) struct Found {
    /// The next message of each lane.
    pub(super) heads: Vec<Head>,
    /// Since when the longest-waiting schedule has been due.
    pub(super) due_since: Option<Timestamp>,
}

/// The state of the database.
#[derive(Clone, Debug, Default)]
pub(super) struct Database {
    /// How long the pending query has waited.
    pub(super) waits: Option<Duration>,
    /// Whether the last answer was a failure.
    pub(super) fails: bool,
    /// The last successful answer.
    pub(super) found: Option<Arc<Found>>,
}

#[derive(Default)]
pub(super) struct Probe(watch::Sender<State>);

#[derive(Clone, Default)]
struct State {
    /// When the pending query was sent.
    asked: Option<Instant>,
    fails: bool,
    found: Option<Arc<Found>>,
}

impl Probe {
    /// Sends a query unless one is pending, and waits a moment for the answer.
    pub(super) async fn look(&self, core: &Arc<Core>) -> Database {
        let now = core.clock.monotonic();
        if self.0.send_if_modified(|state| state.asked.is_none() && state.asked.replace(now).is_none()) {
            let (core, state) = (core.clone(), self.0.clone());
            tokio::spawn(async move {
                let answer = ask(&core).await;
                state.send_modify(|state| {
                    let (failed, fails) = (state.fails, answer.is_err());
                    match answer {
                        Ok(found) => state.found = Some(Arc::new(found)),
                        Err(error) if !failed => {
                            tracing::error!(error = format!("{error:#}"), "the database does not answer");
                        }
                        Err(_) => {}
                    }
                    (state.asked, state.fails) = (None, fails);
                });
            });
        }
        let mut answers = self.0.subscribe();
        // The sender lives here, so only the timeout can end the wait early.
        let _ = timeout(PATIENCE, answers.wait_for(|state| state.asked.is_none())).await;
        let State { asked, fails, found } = self.0.borrow().clone();
        let waits = asked.map(|asked| core.clock.monotonic().saturating_duration_since(asked));
        Database { waits, fails, found }
    }
}

/// Reads, and takes the right to write without writing.
async fn ask(core: &Arc<Core>) -> Result<Found> {
    let (certain, shown) = (core.clock.certain(), core.clock.timestamp());
    let found = core.db.read(async move |tx| {
        let heads = outbox::heads(tx, LANES).await?;
        let due = schedules::due(tx, certain, shown, 1).await?;
        Ok(Found { heads, due_since: due.first().and_then(|schedule| schedule.next_run_at) })
    });
    let (found, written) = tokio::join!(found, core.db.write_unsynced(Scope::Global, async |_| Ok(())));
    written?;
    found
}
