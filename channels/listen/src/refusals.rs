//! Counts the refused connections, so that many of them do not fill the log.

use std::time::Duration;

use tokio::time::Instant;

/// The shortest time between two reports.
const PAUSE: Duration = Duration::from_mins(1);

/// The refused connections that are not reported yet.
#[derive(Debug, Default)]
pub(super) struct Refusals {
    reported: Option<Instant>,
    count: u64,
}

impl Refusals {
    /// Counts a refused connection. Returns how many to report now, if the last report is long enough ago.
    pub(super) fn count(&mut self, now: Instant) -> Option<u64> {
        self.count += 1;
        if self.reported.is_some_and(|reported| now < reported + PAUSE) {
            return None;
        }
        self.reported = Some(now);
        Some(std::mem::take(&mut self.count))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn refusals_are_reported_once_a_minute() {
        let (mut refusals, start) = (Refusals::default(), Instant::now());
        let mut count = |seconds| refusals.count(start + Duration::from_secs(seconds));
        let reports = [0, 1, 30, 59, 60, 61, 200].map(&mut count);
        assert_eq!(reports, [Some(1), None, None, None, Some(4), None, Some(2)]);
    }
}
