//! Hands memory back to the system whenever the gateway has become quiet.

use std::{sync::Arc, time::Duration};

use crate::core::Core;

/// When the start is over. Much of the program's code runs only then.
const STARTED: Duration = Duration::from_secs(2);

/// How long nobody may have written. The next turn takes some milliseconds longer, which a person who is in the middle
/// of a conversation shall not wait.
const QUIET: Duration = Duration::from_mins(1);

/// Works until shutdown, once after the start and once after each time of work.
pub(super) async fn run(core: Arc<Core>) {
    let (mut pause, mut seen, mut done) = (STARTED, Some(0), None);
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(pause) => {}
        }
        let turns = core.turns_begun_if_idle();
        if turns.is_some() && turns == seen && turns != done {
            shrink().await;
            done = turns;
        }
        (pause, seen) = (QUIET, turns);
    }
}

async fn shrink() {
    let shrunk = tokio::task::spawn_blocking(adjutant_resident::shrink).await;
    if let Ok(Err(error)) = shrunk {
        tracing::debug!(%error, "cannot hand memory back to the system");
    }
}
