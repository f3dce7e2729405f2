//! Backoff between attempts.

use std::time::Duration;

const FIRST: Duration = Duration::from_millis(500);

/// Pauses that double from half a second up to a ceiling. Each is shortened at random by up to a half, so that
/// processes that failed together do not retry together.
pub struct Backoff {
    next: Duration,
    jitter: fastrand::Rng,
}

impl Default for Backoff {
    fn default() -> Self {
        Self::new()
    }
}

impl Backoff {
    /// Starts with the shortest pause.
    pub fn new() -> Self {
        Self { next: FIRST, jitter: fastrand::Rng::new() }
    }

    /// Starts again with the shortest pause.
    pub fn reset(&mut self) {
        self.next = FIRST;
    }

    /// Returns the next pause, at most `ceiling`.
    pub fn pause(&mut self, ceiling: Duration) -> Duration {
        let whole = self.next.min(ceiling);
        self.next = whole * 2;
        whole.mul_f64(1.0 - self.jitter.f64() / 2.0)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_ceiling() {
        let ceiling = Duration::from_secs(2);
        let mut backoff = Backoff::new();
        for millis in [500, 1000, 2000, 2000, 2000] {
            let whole = Duration::from_millis(millis);
            let pause = backoff.pause(ceiling);
            assert!(whole / 2 <= pause && pause <= whole, "{pause:?}");
        }
        backoff.reset();
        assert!(backoff.pause(ceiling) <= FIRST);
    }
}
