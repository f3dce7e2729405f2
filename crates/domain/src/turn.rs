//! How turns end.

use crate::budget::Measure;

/// Why a turn ends without an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum StopReason {
    /// The person stopped it.
    Cancelled,
    /// It used up its budget.
    UsedUp(Measure),
    /// The model called tools wrongly too often.
    Corrections,
}
