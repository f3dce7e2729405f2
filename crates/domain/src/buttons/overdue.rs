//! Buttons of the question about a schedule whose time passed before it was approved.

/// What becomes of the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverdueAction {
    /// It runs now.
    Now,
    /// It is due the next time that the clock shows its time.
    NextTime,
    /// It is deleted.
    Drop,
}

/// The letter of each action in a button's data.
pub(super) const ACTIONS: [(&str, OverdueAction); 3] =
    [("n", OverdueAction::Now), ("t", OverdueAction::NextTime), ("d", OverdueAction::Drop)];
