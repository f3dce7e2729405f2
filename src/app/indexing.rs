//! Keeps the memory's index up to date in the background, in moments in which no turn is at work.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_memory::indexer::{Indexer, Step};
use anyhow::anyhow;
use futures::FutureExt;

use crate::core::Core;

/// How often the queue is polled without a notification: another process may have added to it.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// The pause after a database failure.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Work begins once no turn has run for this long, or after the longest wait.
const QUIET: Duration = Duration::from_millis(150);
const LONGEST_WAIT: Duration = Duration::from_secs(2);

/// Runs the indexer until the process ends.
pub(crate) async fn run(core: Arc<Core>) {
    let mut indexer = Indexer::new(&core.memory, core.process.clone());
    let mut rested = None;
    loop {
        let step = tokio::select! {
            () = core.shutdown.cancelled() => return,
            step = async {
                rested = wait_for_quiet(&core, rested).await;
                // A panic over one text must not end the process.
                let step = AssertUnwindSafe(indexer.step()).catch_unwind().await;
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
            () = core.index_queue.notified(), if until_woken => {}
            () = core.clock.sleep(pause) => {}
        }
    }
}

/// Waits until no turn has run for [`QUIET`], because a turn's writes would wait for a step, but no longer than
/// [`LONGEST_WAIT`]. Returns the number of turns started so far, `None` if one was still running at the end. The next
/// call gets it as `rested`, and returns at once if no turn has started since.
async fn wait_for_quiet(core: &Core, mut rested: Option<u64>) -> Option<u64> {
    // This wait is a courtesy to turns, so it needs no injected clock.
    let longest = tokio::time::sleep(LONGEST_WAIT);
    tokio::pin!(longest);
    loop {
        let now = core.turns_begun_if_idle();
        if now.is_some() && now == rested {
            return now;
        }
        rested = now;
        tokio::select! {
            () = tokio::time::sleep(QUIET) => {}
            () = &mut longest => return rested,
        }
    }
}
