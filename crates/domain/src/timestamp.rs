//! An instant to the millisecond, as the database stores it.

use std::{
    fmt,
    ops::{Add, AddAssign, Sub},
    time::Duration,
};

use chrono::{DateTime, TimeDelta, TimeZone, Utc};
use serde::{Deserialize, Serialize};

/// An instant: milliseconds since the Unix epoch.
#[derive(
    Clone,
    Copy,
    Debug,
    Default,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    Serialize,
    Deserialize,
    schemars::JsonSchema,
)]
#[serde(transparent)]
pub struct Timestamp(i64);

impl Timestamp {
    /// The Unix epoch.
    pub const EPOCH: Self = Self(0);
    /// Later than every instant.
    pub const MAX: Self = Self(i64::MAX);

    /// Returns the instant this many milliseconds after the Unix epoch.
    pub const fn from_millis(millis: i64) -> Self {
        Self(millis)
    }

    /// Returns the milliseconds since the Unix epoch.
    pub const fn as_millis(self) -> i64 {
        self.0
    }

    /// Returns the instant as a date and time in UTC; the epoch if it lies outside chrono's calendar.
    pub fn to_utc(self) -> DateTime<Utc> {
        DateTime::from_timestamp_millis(self.0).unwrap_or_default()
    }

    /// Returns the time from `earlier` to this instant; zero if `earlier` is later.
    pub fn since(self, earlier: Self) -> Duration {
        Duration::from_millis(u64::try_from(self.0.saturating_sub(earlier.0)).unwrap_or(0))
    }
}

impl<Zone: TimeZone> From<DateTime<Zone>> for Timestamp {
    fn from(time: DateTime<Zone>) -> Self {
        Self(time.timestamp_millis())
    }
}

impl fmt::Display for Timestamp {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

impl Add<Duration> for Timestamp {
    type Output = Self;

    fn add(self, by: Duration) -> Self {
        Self(self.0.saturating_add(millis(by)))
    }
}

impl AddAssign<Duration> for Timestamp {
    fn add_assign(&mut self, by: Duration) {
        *self = *self + by;
    }
}

impl Sub<Duration> for Timestamp {
    type Output = Self;

    fn sub(self, by: Duration) -> Self {
        Self(self.0.saturating_sub(millis(by)))
    }
}

impl Sub for Timestamp {
    type Output = TimeDelta;

    /// The time from `earlier` to this instant; negative if `earlier` is later.
    fn sub(self, earlier: Self) -> TimeDelta {
        TimeDelta::milliseconds(self.0.saturating_sub(earlier.0))
    }
}

fn millis(duration: Duration) -> i64 {
    i64::try_from(duration.as_millis()).unwrap_or(i64::MAX)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn arithmetic_saturates_and_knows_the_direction() {
        let (one, second) = (Timestamp::from_millis(1_000), Duration::from_secs(1));
        assert_eq!(one + second, Timestamp::from_millis(2_000));
        assert_eq!(one - second, Timestamp::EPOCH);
        assert_eq!(Timestamp::MAX + second, Timestamp::MAX);
        assert_eq!(Timestamp::EPOCH - one, TimeDelta::milliseconds(-1_000));
        assert_eq!((one.since(Timestamp::EPOCH), Timestamp::EPOCH.since(one)), (second, Duration::ZERO));
    }

    #[test]
    fn the_stored_form_is_a_number() {
        let stored = serde_json::to_string(&Timestamp::from_millis(1_777_622_400_000)).unwrap();
        assert_eq!(stored, "1777622400000");
        assert_eq!(
            serde_json::from_str::<Timestamp>(&stored).unwrap().to_utc().to_rfc3339(),
            "2026-05-01T08:00:00+00:00"
        );
    }
}
