//! Buttons of the question about a schedule whose time passed before its approval.

/// A decision about the schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OverdueAction {
    /// It runs now.
    Now,
    /// It is due when the clock next shows its time.
    NextTime,
    /// It is deleted.
    Drop,
}

/// The letter of each action in a button's data.
pub(super) const ACTIONS: [(&str, OverdueAction); 3] =
    [("n", OverdueAction::Now), ("t", OverdueAction::NextTime), ("d", OverdueAction::Drop)];
