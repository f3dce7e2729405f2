//! Measurements that no row keeps: one sample a minute over the last 25 hours of this process. The size is fixed.

use std::{
    collections::VecDeque,
    sync::{
        Mutex, PoisonError,
        atomic::{AtomicU32, Ordering},
    },
    time::Duration,
};

use adjutant_domain::timestamp::Timestamp;

/// How often a sample is taken.
pub(crate) const EVERY: Duration = Duration::from_mins(1);
/// How many samples are kept: more than a plot of a day shows.
const KEPT: usize = 25 * 60;

/// The measurements at one time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Sample {
    pub(crate) at: Timestamp,
    /// The age of the oldest message that waits for delivery; zero if none waits.
    pub(crate) queue_age: Duration,
    /// Messages for which a platform asked to wait, since the last sample.
    pub(crate) rate_limited: u32,
}

/// The newest samples.
#[derive(Default)]
pub(crate) struct History {
    samples: Mutex<VecDeque<Sample>>,
    /// The count since the last sample.
    rate_limited: AtomicU32,
}

impl History {
    pub(super) fn note_rate_limited(&self) {
        self.rate_limited.fetch_add(1, Ordering::Relaxed);
    }

    /// Takes a sample.
    pub(crate) fn add(&self, at: Timestamp, queue_age: Duration) {
        let rate_limited = self.rate_limited.swap(0, Ordering::Relaxed);
        let mut samples = self.samples.lock().unwrap_or_else(PoisonError::into_inner);
        if samples.len() == KEPT {
            samples.pop_front();
        }
        samples.push_back(Sample { at, queue_age, rate_limited });
    }

    /// Returns the samples, oldest first.
    pub(crate) fn samples(&self) -> Vec<Sample> {
        self.samples.lock().unwrap_or_else(PoisonError::into_inner).iter().copied().collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_day_is_kept_and_no_more() {
        let history = History::default();
        history.note_rate_limited();
        for minute in 0..2_000 {
            history.add(Timestamp::from_millis(minute * 60_000), Duration::ZERO);
        }
        let samples = history.samples();
        assert_eq!((samples.len(), samples[0].at), (KEPT, Timestamp::from_millis(500 * 60_000)));
        assert!(KEPT * size_of::<Sample>() < 100_000);
    }

    #[test]
    fn what_was_counted_is_in_the_next_sample_alone() {
        let history = History::default();
        history.add(Timestamp::from_millis(0), Duration::ZERO);
        history.note_rate_limited();
        history.note_rate_limited();
        history.add(Timestamp::from_millis(60_000), Duration::from_secs(3));
        history.add(Timestamp::from_millis(120_000), Duration::ZERO);
        let counts: Vec<_> = history.samples().iter().map(|sample| sample.rate_limited).collect();
        assert_eq!(counts, [0, 2, 0]);
    }
}
