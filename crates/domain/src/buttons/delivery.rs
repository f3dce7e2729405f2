//! Buttons below delivered results.

use std::fmt;

use super::{action_of, letter_of};

/// A button below a delivered result. It names the run and the number of the delivery, because a snoozed message comes
/// again as a new message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct DeliveryButton<'a> {
    pub run: &'a str,
    /// The number of the delivery among those of the run, from 0.
    pub delivery: i64,
    pub action: DeliveryAction,
}

/// An action on a run, or on its schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeliveryAction {
    /// Mark the reminder as done.
    Done,
    /// Show the snooze times.
    Later,
    /// Show the other buttons again.
    Back,
    Snooze(Snooze),
    /// Take the snooze back.
    UndoSnooze,
    Again,
    Pause,
    Resume,
    History,
}

/// How long a message is snoozed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Snooze {
    TenMinutes,
    Hour,
    Tomorrow,
}

/// The letter of each action in a button's data.
pub(super) const ACTIONS: [(&str, DeliveryAction); 11] = [
    ("d", DeliveryAction::Done),
    ("l", DeliveryAction::Later),
    ("b", DeliveryAction::Back),
    ("m", DeliveryAction::Snooze(Snooze::TenMinutes)),
    ("h", DeliveryAction::Snooze(Snooze::Hour)),
    ("t", DeliveryAction::Snooze(Snooze::Tomorrow)),
    ("u", DeliveryAction::UndoSnooze),
    ("a", DeliveryAction::Again),
    ("p", DeliveryAction::Pause),
    ("r", DeliveryAction::Resume),
    ("o", DeliveryAction::History),
];

impl<'a> DeliveryButton<'a> {
    /// Parses `ACTION:DELIVERY:RUN`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        let (delivery, run) = rest.split_once(':')?;
        Some(Self { run, delivery: delivery.parse().ok()?, action: action_of(&ACTIONS, letter)? })
    }
}

impl fmt::Display for DeliveryButton<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}:{}", letter_of(&ACTIONS, self.action), self.delivery, self.run)
    }
}
