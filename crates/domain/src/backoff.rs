//! The growing pauses between the attempts at work that fails.

use std::time::Duration;

/// Returns the pause after a failure that follows `before` others: `first` at first, then twice as long each time, up
/// to `longest`.
pub fn doubled(first: Duration, before: i64, longest: Duration) -> Duration {
    let doublings = u32::try_from(before.max(0)).unwrap_or(u32::MAX);
    first.saturating_mul(2_u32.saturating_pow(doublings)).min(longest)
}

/// Returns the pause after this attempt, counted from one: `first` at first, then four times as long each time.
pub fn quadrupled(first: Duration, attempt: u32) -> Duration {
    first.saturating_mul(4_u32.saturating_pow(attempt.saturating_sub(1)))
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: Duration = Duration::from_secs(1);

    #[test]
    fn pauses_double_up_to_the_longest() {
        let pauses = [-1, 0, 1, 2, 8, 9, i64::MAX].map(|before| doubled(SECOND, before, 300 * SECOND));
        assert_eq!(pauses, [1, 1, 2, 4, 256, 300, 300].map(Duration::from_secs));
        assert_eq!(doubled(SECOND, i64::MAX, Duration::MAX), SECOND * u32::MAX);
    }

    #[test]
    fn pauses_quadruple() {
        assert_eq!(
            [1, 2, 3, 4].map(|attempt| quadrupled(SECOND, attempt)),
            [1, 4, 16, 64].map(Duration::from_secs)
        );
    }
}
