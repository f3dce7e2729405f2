//! Health of the embedder, and the backoff after failures.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use adjutant_domain::{backoff::doubled, timestamp::Timestamp};

/// The pause after the first failure; it doubles with each further one.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// The longest pause after a failure.
pub(super) const LONGEST_PAUSE: Duration = Duration::from_hours(1);

/// The embedder's health, shared by the indexer and searches.
#[derive(Debug, Default)]
pub(crate) struct EmbedderHealth(Mutex<State>);

#[derive(Debug, Default)]
struct State {
    problem: Option<String>,
    failures: u32,
    /// When background embedding may resume.
    resume_at: Timestamp,
}

impl EmbedderHealth {
    /// Returns the reason of the current failure, if there is one.
    pub(crate) fn problem(&self) -> Option<String> {
        self.lock().problem.clone()
    }

    /// Records a success.
    pub(crate) fn works(&self) {
        *self.lock() = State::default();
    }

    pub(super) fn may_try(&self, now: Timestamp) -> bool {
        let resume_at = self.lock().resume_at;
        // A time further ahead was set before the clock was set back.
        !(resume_at > now && resume_at <= now + LONGEST_PAUSE)
    }

    /// Records a failure and sets the backoff. Returns true if the reason is new.
    pub(super) fn fails(&self, why: &str, retry_after: Option<Duration>, now: Timestamp) -> bool {
        let mut state = self.lock();
        let wait = retry_after.unwrap_or(pause(state.failures)).min(LONGEST_PAUSE);
        state.failures += 1;
        state.resume_at = now + wait;
        state.problem.replace(why.to_owned()).is_none_or(|before| before != why)
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Returns the pause after one more failure than `failures`.
pub(super) fn pause(failures: u32) -> Duration {
    doubled(FIRST_PAUSE, failures.into(), LONGEST_PAUSE)
}
