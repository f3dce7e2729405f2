//! The vocabulary of schedules.

use chrono::TimeDelta;

use crate::timestamp::Timestamp;

/// What is late by no more than this counts as on time.
pub const ON_TIME: TimeDelta = TimeDelta::minutes(1);
/// The most characters of a schedule's goal: as many as a person can read in an approval.
pub const MAX_GOAL: usize = 4_000;
/// The most characters of a schedule's name.
pub const MAX_NAME: usize = 100;

/// Returns whether something that was due at `due_at` and begins `now` is later than people would call on time.
pub fn is_late(due_at: Timestamp, now: Timestamp) -> bool {
    now - due_at > ON_TIME
}

/// The outcome of a request to run a schedule now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunNow {
    Begun,
    /// Another run of the schedule is unfinished.
    AtWork,
    /// Another run of the schedule waits for a decision.
    Waiting,
}
