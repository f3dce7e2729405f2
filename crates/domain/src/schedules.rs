//! The vocabulary of schedules.

/// Characters that the goal of a schedule may have: what a person who is asked about it can read.
pub const MAX_GOAL: usize = 4_000;
/// Characters that the name of a schedule may have.
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
