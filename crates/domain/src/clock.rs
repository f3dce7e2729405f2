//! Where the time comes from.

use std::time::Instant;

use chrono::{DateTime, Utc};

use crate::timestamp::Timestamp;

/// Tells the time.
pub trait Clock: Send + Sync + 'static {
    /// Returns the wall-clock time. Somebody may set it, forward or back.
    fn now(&self) -> DateTime<Utc>;

    /// Returns a time that grows steadily, whatever the wall clock is set to, except while the machine sleeps.
    fn monotonic(&self) -> Instant;

    /// Returns the wall-clock time to the millisecond, as the database stores it.
    fn timestamp(&self) -> Timestamp {
        self.now().into()
    }
}
