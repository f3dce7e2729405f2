//! The vocabulary of schedules.

/// What became of the wish that a schedule runs now.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RunNow {
    Begun,
    /// A run of it is not over.
    AtWork,
    /// A run of it waits for a decision.
    Waiting,
}
