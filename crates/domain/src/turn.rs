//! The ends of turns.

use crate::budget::Measure;

/// The reason why a turn ends without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The person stopped it.
    Cancelled,
    /// It used up its budget.
    UsedUp(Measure),
    /// The model made too many wrong tool calls.
    Corrections,
}
