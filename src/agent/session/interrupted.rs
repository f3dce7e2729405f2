//! Turns whose process ended while they were running. Nobody knows which turn ended the process, if any did. Each
//! further attempt begins later, so that quick kills from outside do not use up a turn's attempts. Turns that were
//! interrupted several times are resumed one at a time, so that a turn that kills its process interrupts no other one.

use std::{sync::Arc, time::Duration};

use adjutant_domain::timestamp::Timestamp;
use adjutant_store::turns::Head;
use tokio::sync::OwnedSemaphorePermit;

use super::ATTEMPTS;
use crate::core::Core;

/// The shortest time between the beginnings of two attempts, by the number of earlier retries.
const APART: [Duration; ATTEMPTS as usize] = [
    Duration::ZERO,
    Duration::ZERO,
    Duration::from_secs(4),
    Duration::from_secs(15),
    Duration::from_secs(60),
];
/// From this number of retries on, a turn is taken up only while no other such turn is running.
const ALONE_FROM: i64 = 2;
/// How long a turn waits before it is checked again: a request to stop takes effect within this time.
const GLANCE: Duration = Duration::from_secs(1);

/// The decision about an interrupted turn.
pub(super) enum Retry {
    /// It is taken up. The permit keeps other turns of its kind waiting meanwhile.
    Now(Option<Arc<OwnedSemaphorePermit>>),
    /// It is checked again after this time. No attempt has begun, and none is counted.
    After(Duration),
}

/// Decides whether an interrupted turn is taken up now.
pub(super) fn retry(core: &Core, turn: &Head, now: Timestamp) -> Retry {
    let rest = rest(turn.attempts, turn.began_at, now);
    if !rest.is_zero() {
        return Retry::After(rest.min(GLANCE));
    }
    if !(ALONE_FROM..ATTEMPTS).contains(&turn.attempts) {
        return Retry::Now(None);
    }
    match Arc::clone(&core.interrupted_turns).try_acquire_owned() {
        Ok(permit) => Retry::Now(Some(Arc::new(permit))),
        Err(_) => Retry::After(GLANCE),
    }
}

/// Returns the rest of the minimum time between the attempt that began at `began_at` and the next one.
fn rest(attempts: i64, began_at: Timestamp, now: Timestamp) -> Duration {
    let apart = usize::try_from(attempts).ok().and_then(|attempts| APART.get(attempts));
    // If the clock was set back, the wait must not grow.
    match apart {
        Some(apart) if now >= began_at => apart.saturating_sub(now.since(began_at)),
        _ => Duration::ZERO,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn further_attempts_begin_later_and_the_end_comes_at_once() {
        let began = Timestamp::from_millis(1_000_000);
        let rests = |seconds: i64| {
            let now = Timestamp::from_millis(1_000_000 + seconds * 1_000);
            (-1..=6).map(|attempts| rest(attempts, began, now).as_secs()).collect::<Vec<_>>()
        };
        assert_eq!(rests(0), [0, 0, 0, 4, 15, 60, 0, 0]);
        assert_eq!(rests(5), [0, 0, 0, 0, 10, 55, 0, 0]);
        assert_eq!(rests(-3_600), [0; 8]);
    }
}
