//! Keeps the memory's index up to date in the background, in moments in which no turn is at work.

use std::{sync::Arc, time::Duration};

use crate::{
    core::Core,
    memory::indexer::{Indexer, Step},
};

/// The queue is looked at this often even if nobody says that something was added: another process may have.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// The pause after a failure of the database.
const AFTER_FAILURE: Duration = Duration::from_secs(5);
/// Nobody has been answered for so long: a moment to work. Where there is none, work begins after the longest wait.
const QUIET: Duration = Duration::from_millis(150);
const LONGEST_WAIT: Duration = Duration::from_secs(2);
/// Works until the process ends.
pub(crate) async fn run(core: Arc<Core>) {
    let mut indexer = Indexer::new(&core.memory, core.process.clone());
    let mut rested = None;
    loop {
        let step = tokio::select! {
            () = core.shutdown.cancelled() => return,
            step = async {
                rested = let_turns_pass(&core, rested).await;
                indexer.step().await
            } => step,
        };
        let (pause, until_woken) = match step {
            Ok(Step::Worked(rest)) => (rest, false),
            Ok(Step::Idle) => (LOOK_EVERY, true),
            Err(error) => {
                tracing::error!(error = format!("{error:#}"), "texts cannot be made findable; trying again");
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

/// Waits for a moment in which nobody waits for an answer, since a turn that writes would wait for a step; but not for
/// long. Gives the turns that were taken up until then, at rest; if there were no more since the last step, the moment
/// is now.
async fn let_turns_pass(core: &Core, mut rested: Option<u64>) -> Option<u64> {
    // Politeness needs no clock that can be moved.
    let longest = tokio::time::sleep(LONGEST_WAIT);
    tokio::pin!(longest);
    loop {
        let now = core.rests_after();
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
