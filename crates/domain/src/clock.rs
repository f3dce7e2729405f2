//! The source of the time, and what may be wrong with it.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::timestamp::Timestamp;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Returns the wall-clock time, which may be set forward or back.
    fn now(&self) -> DateTime<Utc>;

    /// Returns a time that grows steadily, independent of the wall clock, except while the machine sleeps.
    fn monotonic(&self) -> Instant;

    /// Returns the time since a fixed moment in the past, which grows steadily, even while the machine sleeps.
    fn uptime(&self) -> Duration;

    /// Returns the latest time that has certainly been reached, even if the wall clock is wrong; by default the
    /// wall-clock time. Irreversible acts, such as deletions, expiries and skipped due times, use it.
    fn certain(&self) -> Timestamp {
        self.timestamp()
    }

    /// Returns the wall-clock time to the millisecond, as the database stores it.
    fn timestamp(&self) -> Timestamp {
        self.now().into()
    }
}

/// The reason to doubt the machine's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// At the start, it was far ahead of the last time at which a process ran.
    LongAbsence,
    /// It jumped forward.
    Jumped,
    /// The servers of a channel say that it is ahead.
    AheadOf(String),
    /// The servers of a channel say that it is behind. This postpones nothing.
    BehindOf(String),
}

/// A doubt about the machine's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub why: Why,
    /// The time of the machine's clock.
    pub shown: Timestamp,
    /// The certain time, or the time of the channel's servers.
    pub other: Timestamp,
}
