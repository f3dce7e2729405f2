//! Keeps the memory's index up to date in the background, while no turn is running.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_memory::indexer::{Indexer, Step};
use anyhow::{Result, anyhow};
use futures::FutureExt;

use super::documents::Reader;
use crate::core::Core;

/// How often the queue is polled without a notification: another process may have added to it.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a database failure.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Work begins once no turn has run for this long.
const QUIET: Duration = Duration::from_millis(150);
/// Work begins after this time even while turns run.
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// How long the indexer works for each waiting text after a wait in which turns never paused.
const FOR_EACH_TEXT: Duration = Duration::from_millis(10);
/// The longest such work: the indexer gets a third of the time when it falls behind, and hardly any otherwise.
const LONGEST_WORK: Duration = Duration::from_secs(1);

/// Runs the indexer until the process ends.
pub(crate) async fn run(core: Arc<Core>) {
    let mut workers = Workers::new(&core);
    let mut rested = None;
    loop {
        let step = tokio::select! {
            () = core.shutdown.cancelled() => return,
            step = async {
                let calm = wait_for_quiet(&core, rested).await;
                rested = calm.turns();
                // A panic over one text must not end the process.
                let step = AssertUnwindSafe(work(&core, &mut workers, calm)).catch_unwind().await;
                step.unwrap_or_else(|_| Err(anyhow!("the step panicked")))
            } => step,
        };
        let (pause, until_woken) = match step {
            Ok(Step::Worked(rest)) => (rest, false),
            Ok(Step::Idle) => (POLL_INTERVAL, true),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "indexing failed; retrying");
                (AFTER_FAILURE, false)
            }
        };
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.wakeups.index_queue.notified(), if until_woken => {}
            () = core.clock.sleep(pause) => {}
        }
    }
}

/// The background workers.
struct Workers {
    indexer: Indexer,
    reader: Reader,
}

impl Workers {
    fn new(core: &Core) -> Self {
        Self { indexer: Indexer::new(&core.memory, core.process.clone()), reader: Reader::default() }
    }

    /// Indexes, or else reads documents, if this process leads the indexing.
    async fn step(&mut self, core: &Core) -> Result<Step> {
        match self.indexer.step().await? {
            Step::Idle if self.indexer.leads() => self.reader.step(core).await,
            step => Ok(step),
        }
    }
}

/// Whether turns left room for the indexer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Calm {
    /// No turn has run for a while; this many had begun before.
    Quiet(u64),
    /// Turns did not pause.
    Busy,
}

impl Calm {
    /// Returns the number of turns begun so far, if none is running.
    fn turns(self) -> Option<u64> {
        match self {
            Self::Quiet(turns) => Some(turns),
            Self::Busy => None,
        }
    }
}

/// Does one step; if turns never pause, as many steps as the indexer's share of the time allows.
async fn work(core: &Core, workers: &mut Workers, calm: Calm) -> Result<Step> {
    let share = match calm {
        Calm::Quiet(_) => Duration::ZERO,
        Calm::Busy => share(workers.indexer.backlog().await?),
    };
    let end = core.clock.uptime() + share;
    loop {
        match workers.step(core).await? {
            // Anybody who waits for the database or for a vector goes first.
            Step::Worked(rest) if core.clock.uptime() + rest < end => core.clock.sleep(rest).await,
            step => return Ok(step),
        }
    }
}

/// Returns how long to work on a backlog between turns that never pause.
fn share(backlog: u32) -> Duration {
    (FOR_EACH_TEXT * backlog).min(LONGEST_WORK)
}

/// Waits until no turn has run for [`QUIET`], because a turn's writes would wait for a step, but no longer than
/// [`LONGEST_WAIT`]. Returns at once if no turn has begun since `rested`, the number of begun turns at the end of the
/// last wait.
async fn wait_for_quiet(core: &Core, mut rested: Option<u64>) -> Calm {
    // This wait is a courtesy to turns, so it needs no injected clock.
    let longest = tokio::time::sleep(LONGEST_WAIT);
    tokio::pin!(longest);
    loop {
        let now = core.turns_begun_if_idle();
        match now {
            Some(turns) if now == rested => return Calm::Quiet(turns),
            _ => rested = now,
        }
        tokio::select! {
            () = tokio::time::sleep(QUIET) => {}
            () = &mut longest => return Calm::Busy,
        }
    }
}

#[cfg(test)]
mod tests {
    use adjutant_config::Config;
    use adjutant_domain::origin::Sources;
    use adjutant_memory::indexer::BACKLOG;
    use adjutant_store::{
        db::SyncedTx,
        index_queue::{self, Part},
        testing::{NOW, Store},
        turns,
    };

    use super::*;

    #[test]
    fn a_longer_backlog_gets_more_time_up_to_a_third() {
        assert_eq!(share(0), Duration::ZERO);
        assert_eq!(share(1), FOR_EACH_TEXT);
        assert_eq!(share(BACKLOG), LONGEST_WORK);
        assert_eq!(LONGEST_WAIT, 2 * LONGEST_WORK);
    }

    #[tokio::test]
    async fn a_backlog_is_worked_off_though_turns_never_pause() {
        let store = Store::new().await;
        let (_, session) = store.person("alice").await;
        let (parts, _clock) = crate::testing::parts(&store, Vec::new(), Config::default());
        let core = Core::new(parts);
        let mut workers = Workers::new(&core);
        let talk = async move |tx: &SyncedTx| {
            for _ in 0..100 {
                let turn = turns::open(tx, &session.session_id, None, NOW).await?.turn_id;
                turns::append_user(tx, &turn, "When is the ferry?", &Sources::OWN, NOW).await?;
                turns::append_assistant(tx, &turn, ("At seven", 0), &Sources::OWN, NOW).await?;
                turns::set_state(tx, &turn, turns::State::Done, NOW).await?;
            }
            // As an upgrade does.
            tx.execute(
                "INSERT INTO unindexed (kind, row, part) SELECT 'entry', entry_id, 'words' FROM entries",
                (),
            )
            .await
        };
        store.write(talk).await;
        let is_done = async || store.read(async |tx| index_queue::is_empty(tx, Part::Words).await).await;

        work(&core, &mut workers, Calm::Quiet(0)).await.unwrap();
        assert!(!is_done().await, "a step is a small part, so that turns need not wait");
        work(&core, &mut workers, Calm::Busy).await.unwrap();
        assert!(is_done().await);
    }
}
