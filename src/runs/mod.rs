//! The end of a run, and the delivery of its result.

mod backlog;
pub(crate) mod deliver;
pub(crate) mod finish;
pub(crate) mod overdue;
pub(crate) mod unreachable;

use adjutant_domain::timestamp::Timestamp;
use chrono::TimeDelta;

/// A due time that is handled within this time is no misfire.
pub(crate) const ON_TIME: TimeDelta = TimeDelta::minutes(1);

/// Returns whether a run that begins now is later than people would call on time.
pub(crate) fn is_late(due_at: Timestamp, now: Timestamp) -> bool {
    now - due_at > ON_TIME
}
