//! The vocabulary of schedules.

/// The outcome of a request to run a schedule now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunNow {
    Begun,
    /// Another run of the schedule is unfinished.
    AtWork,
    /// Another run of the schedule waits for a decision.
    Waiting,
}
