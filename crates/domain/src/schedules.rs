//! The vocabulary of schedules.

/// The most characters of a schedule's goal: as many as a person can read in an approval.
pub const MAX_GOAL: usize = 4_000;
/// The most characters of a schedule's name.
pub const MAX_NAME: usize = 100;

/// The outcome of a request to run a schedule now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunNow {
    Begun,
    /// Another run of the schedule is unfinished.
    AtWork,
    /// Another run of the schedule waits for a decision.
    Waiting,
}
