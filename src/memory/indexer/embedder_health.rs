//! How the embedder does, and how long to leave what has failed.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

/// The pause after a first failure; it doubles with each further one, up to the longest.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
pub(super) const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// How the embedder does, as the worker and searches see it.
#[derive(Debug, Default)]
pub(crate) struct EmbedderHealth(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    problem: Option<String>,
    failures: u32,
    /// Nothing is embedded in the background before.
    resume_at: i64,
}

impl EmbedderHealth {
    /// Why there are no vectors at the moment, if there are none.
    pub(crate) fn problem(&self) -> Option<String> {
        self.lock().problem.clone()
    }

    /// Notes that there was a vector.
    pub(crate) fn works(&self) {
        *self.lock() = State::default();
    }

    pub(super) fn may_try(&self, now: i64) -> bool {
        let resume_at = self.lock().resume_at;
        // What is farther away is of before the clock was set back.
        !(now + 1..=now + millis(LONGEST_PAUSE)).contains(&resume_at)
    }

    /// Notes a failure, and for how long to wait. True if it is news.
    pub(super) fn fails(&self, why: &str, retry_after: Option<Duration>, now: i64) -> bool {
        let mut state = self.lock();
        let wait = retry_after.unwrap_or(pause(state.failures)).min(LONGEST_PAUSE);
        state.failures += 1;
        state.resume_at = now + millis(wait);
        state.problem.replace(why.to_owned()).is_none_or(|before| before != why)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pause after so many failures and one more.
pub(super) fn pause(failures: u32) -> Duration {
    FIRST_PAUSE.saturating_mul(2_u32.saturating_pow(failures)).min(LONGEST_PAUSE)
}

pub(super) fn millis(duration: Duration) -> i64 {
    duration.as_millis().try_into().unwrap_or(i64::MAX)
}
