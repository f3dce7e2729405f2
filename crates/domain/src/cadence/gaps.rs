//! The shortest time between two runs of a cadence that has the same times on each of its days.

use std::time::Duration;

use chrono::NaiveDate;

const MINUTES_PER_DAY: u64 = 24 * 60;

/// The days over which gaps are measured: those of the longest year, and one more.
pub(super) const DAYS: usize = 367;

/// Returns the shortest gap on the calendar between two of the `times`, in minutes after midnight, on the `days`. Both
/// ascend.
pub(super) fn shortest(days: &[NaiveDate], times: &[u32]) -> Option<Duration> {
    let (first, last) = (*times.first()?, *times.last()?);
    let within_day = times.windows(2).map(|pair| u64::from(pair[1] - pair[0])).min();
    let between = |pair: &[NaiveDate]| (pair[1] - pair[0]).num_days().unsigned_abs() * MINUTES_PER_DAY;
    let across_days = days.windows(2).map(|pair| between(pair) - u64::from(last - first)).min();
    let minutes = within_day.filter(|_| !days.is_empty()).into_iter().chain(across_days).min()?;
    Some(Duration::from_secs(60 * minutes))
}
