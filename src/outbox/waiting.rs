//! Waiting before a send: for a place in the platform's pace, and for the time of the next attempt.

use std::time::Duration;

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::timestamp::Timestamp;
use chrono::{DateTime, Utc};
use tokio_util::sync::CancellationToken;

use crate::core::Core;

/// The longest wait before the clock and the database are checked again: the clock may have been set back, and other
/// processes cannot wake the chat.
const LOOK_AGAIN: Duration = Duration::from_secs(15);

/// Waits for a place in the platform's pace; returns false if the process ends first. Chats that wait for the channel's
/// limit queue, and only the first of them looks for a place. A chat that waits for its own limit holds up no other.
pub(super) async fn for_a_place(core: &Core, chat: &ChatRef, kind: ChatKind) -> bool {
    // Messages that are sent during the shutdown have some seconds.
    let end = if core.shutdown.is_cancelled() { &core.cut_off } else { &core.shutdown };
    loop {
        while let Err(free) = core.pace.ask(chat, kind, core.clock.now()) {
            if !pause(core, end, free).await {
                return false;
            }
        }
        let Some(turn) = end.run_until_cancelled(core.pace.queue(&chat.channel)).await else {
            return false;
        };
        while core.pace.ask(chat, kind, core.clock.now()).is_ok() {
            let Err(free) = turn.take(chat, kind, core.clock.now()) else { return true };
            if !pause(core, end, free).await {
                return false;
            }
        }
    }
}

/// Waits for the next attempt in a chat, or until something changes there: a press or a move of the chat may change the
/// next row, and another topic may have a message.
pub(super) async fn for_an_attempt(core: &Core, chat: &ChatRef, until: Timestamp) {
    tokio::select! {
        _ = pause(core, &core.shutdown, until.to_utc()) => {}
        () = core.chats.woken(chat) => {}
    }
}

/// Waits for a time, but not longer than [`LOOK_AGAIN`]; returns false at the end of the process.
async fn pause(core: &Core, end: &CancellationToken, until: DateTime<Utc>) -> bool {
    tokio::select! {
        () = end.cancelled() => false,
        () = core.clock.sleep_until(until) => true,
        () = core.clock.sleep(LOOK_AGAIN) => true,
    }
}

#[cfg(test)]
mod tests {
    use std::sync::{
        Arc, Mutex,
        atomic::{AtomicUsize, Ordering},
    };

    use adjutant_clock::ManualClock;
    use adjutant_config::Config;
    use adjutant_store::testing::{Store, chat};
    use chrono::TimeDelta;
    use tokio::task::yield_now;

    use super::*;
    use crate::testing::{fake_channel::Fake, lock, parts};

    /// A gateway whose channel takes ten messages a second.
    struct Desk {
        _store: Store,
        core: Arc<Core>,
        clock: Arc<ManualClock>,
    }

    impl Desk {
        async fn new() -> Self {
            let store = Store::new().await;
            let (parts, clock) = parts(&store, vec![Arc::new(Fake::slow("test", 10.0))], Config::default());
            Self { core: Core::new(parts), clock, _store: store }
        }

        /// Lets time pass second by second, and runs the tasks that wait for it.
        async fn seconds_pass(&self, seconds: usize) {
            for _ in 0..seconds {
                for _ in 0..300 {
                    yield_now().await;
                }
                self.clock.advance(TimeDelta::seconds(1));
            }
        }
    }

    #[tokio::test]
    async fn messages_are_sent_in_the_order_in_which_they_began_to_wait() {
        const CHATS: usize = 200;
        let desk = Desk::new().await;
        let served = Arc::new(Mutex::new(Vec::new()));
        for number in 0..CHATS {
            let (core, served) = (desk.core.clone(), served.clone());
            tokio::spawn(async move {
                assert!(for_a_place(&core, &chat(&number.to_string()), ChatKind::Direct).await);
                lock(&served).push(number);
            });
        }
        desk.seconds_pass(60).await;
        assert_eq!(*lock(&served), (0..CHATS).collect::<Vec<_>>());
    }

    #[tokio::test]
    async fn a_chat_that_has_to_wait_looks_seldom_unless_it_is_woken() {
        let desk = Desk::new().await;
        let looks = Arc::new(AtomicUsize::new(0));
        let until = desk.core.clock.timestamp() + Duration::from_mins(10);
        let wake = || {
            let (core, looks) = (desk.core.clone(), looks.clone());
            desk.core.chats.wake(chat("alice"), move |chat| {
                let (core, looks) = (core.clone(), looks.clone());
                async move {
                    while core.clock.timestamp() < until {
                        looks.fetch_add(1, Ordering::Relaxed);
                        for_an_attempt(&core, &chat, until).await;
                    }
                }
            });
        };
        wake();
        // No look is due at the end.
        desk.seconds_pass(67).await;
        let seldom = looks.load(Ordering::Relaxed);
        assert!((1..=5).contains(&seldom), "{seldom}");
        wake();
        desk.seconds_pass(1).await;
        assert_eq!(looks.load(Ordering::Relaxed), seldom + 1);
    }
}
