//! Hands memory back to the system whenever the gateway has become quiet.

use std::{future::Future, sync::Arc, time::Duration};

use crate::core::Core;

/// When the start is over. Much of the program's code runs only then.
const STARTED: Duration = Duration::from_secs(2);

/// How long the gateway must be quiet first: the next turn is some milliseconds slower.
const QUIET: Duration = Duration::from_mins(1);

/// Works until shutdown, once after the start and once after each time of work.
pub(super) async fn run(core: Arc<Core>) {
    run_with(&core, shrink).await;
}

async fn run_with<F: Future<Output = ()>>(core: &Core, shrink: impl Fn() -> F) {
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

#[cfg(test)]
mod tests {
    use std::sync::atomic::{AtomicUsize, Ordering};

    use chrono::TimeDelta;
    use tokio::task::{JoinHandle, yield_now};

    use super::*;
    use crate::testing::Room;

    /// A gateway that counts how often it hands memory back.
    struct Watched {
        room: Room,
        times: Arc<AtomicUsize>,
        task: JoinHandle<()>,
    }

    impl Watched {
        async fn new() -> Self {
            let (room, times) = (Room::new().await, Arc::new(AtomicUsize::new(0)));
            let (core, count) = (room.core.clone(), times.clone());
            let task = tokio::spawn(async move {
                run_with(&core, || async { _ = count.fetch_add(1, Ordering::Relaxed) }).await;
            });
            yield_now().await;
            Self { room, times, task }
        }

        /// Returns how often memory was handed back until so many seconds later.
        async fn times_after(&self, seconds: i64) -> usize {
            self.room.clock.advance(TimeDelta::seconds(seconds));
            for _ in 0..10 {
                yield_now().await;
            }
            self.times.load(Ordering::Relaxed)
        }

        async fn end(self) {
            self.room.core.shutdown.cancel();
            self.task.await.unwrap();
        }
    }

    #[tokio::test]
    async fn memory_is_handed_back_after_the_start_and_a_quiet_minute_after_turns() {
        let watched = Watched::new().await;
        assert_eq!(watched.times_after(1).await, 0);
        assert_eq!(watched.times_after(1).await, 1, "the start is over");
        assert_eq!(watched.times_after(60).await, 1, "nothing has been done since");
        watched.room.core.count_turn_start();
        assert_eq!(watched.times_after(60).await, 1, "somebody has written within this minute");
        assert_eq!(watched.times_after(60).await, 2);
        assert_eq!(watched.times_after(60).await, 2);
        watched.end().await;
    }

    #[tokio::test]
    async fn memory_is_not_handed_back_while_a_turn_runs() {
        let watched = Watched::new().await;
        let core = &watched.room.core;
        let place = core.turns.enter(watched.room.alice.person.clone()).await;
        core.count_turn_start();
        assert_eq!(watched.times_after(2).await, 0);
        assert_eq!(watched.times_after(60).await, 0);
        drop(place);
        assert_eq!(watched.times_after(60).await, 0, "the turn may have ended just now");
        assert_eq!(watched.times_after(60).await, 1);
        watched.end().await;
    }
}
