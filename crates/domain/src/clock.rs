//! Where the time comes from, and what may be wrong with it.

use std::time::{Duration, Instant};

use chrono::{DateTime, Utc};

use crate::timestamp::Timestamp;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Returns the wall-clock time. Somebody may set it, forward or back.
    fn now(&self) -> DateTime<Utc>;

    /// Returns a time that grows steadily, whatever the wall clock is set to, except while the machine sleeps.
    fn monotonic(&self) -> Instant;

    /// Returns the time since a fixed moment in the past, which grows steadily, also while the machine sleeps.
    fn uptime(&self) -> Duration;

    /// Returns the latest time that has surely come, even if the wall clock is wrong; otherwise the wall-clock time.
    /// What is deleted, expires or is passed over for good goes by it.
    fn certain(&self) -> Timestamp {
        self.timestamp()
    }

    /// Returns the wall-clock time to the millisecond, as the database stores it.
    fn timestamp(&self) -> Timestamp {
        self.now().into()
    }
}

/// Why the machine's clock is not believed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Why {
    /// At start it was far ahead of the time when a process last ran.
    LongAbsence,
    /// It jumped forward.
    Jumped,
    /// The servers of a channel say that it is ahead.
    AheadOf(String),
    /// The servers of a channel say that it is behind. Nothing waits for that.
    BehindOf(String),
}

/// What is wrong with the machine's clock.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Doubt {
    pub why: Why,
    /// What the machine's clock shows.
    pub shown: Timestamp,
    /// What is certain, or what the channel's servers say.
    pub other: Timestamp,
}
