//! The last answers that turns gave: after its shutdown has begun, this process still delivers them.

use std::{
    sync::{Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use adjutant_domain::outbox_key::OutboxKey;

use super::Core;

/// How long before a shutdown an answer may be given to be delivered during it. Its delivery may just not have begun.
const BEFORE_SHUTDOWN: Duration = Duration::from_secs(5);

/// The sources of the last answers, and when they were given.
#[derive(Debug, Default)]
pub(super) struct LastAnswers(Mutex<Vec<(OutboxKey, Instant)>>);

impl LastAnswers {
    fn lock(&self) -> MutexGuard<'_, Vec<(OutboxKey, Instant)>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Core {
    /// Notes that a turn gives the answer `source`. A shutdown delivers it if it is one of the last.
    pub(crate) fn note_answer(&self, source: OutboxKey) {
        let (mut answers, now) = (self.last_answers.lock(), self.clock.monotonic());
        if !self.shutdown.is_cancelled() {
            answers.retain(|(_, given)| now.saturating_duration_since(*given) < BEFORE_SHUTDOWN);
        }
        answers.push((source, now));
    }

    /// Returns whether the answer `source` is one of the last.
    pub(crate) fn is_last_answer(&self, source: &OutboxKey) -> bool {
        self.last_answers.lock().iter().any(|(answer, _)| answer == source)
    }
}
