//! Buttons of lists of schedules.

use std::fmt;

use super::{action_of, letter_of};

/// A press on a button of a list of schedules.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SchedulePress<'a> {
    /// Show this page, from 0.
    Page(i64),
    /// An action on a schedule, by its id.
    Schedule(&'a str, ScheduleAction),
    /// Show the output of a run, by its id; for a long output this part, from 0.
    Output(&'a str, usize),
}

/// An action on a schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScheduleAction {
    Open,
    Pause,
    Resume,
    RunNow,
    /// Stop the unfinished run.
    Stop,
    /// Show how to change it.
    Edit,
    /// Ask whether to delete it.
    Delete,
    /// Delete it.
    Confirm,
    /// List its runs.
    Outputs,
}

/// The letter of each action in a button's data.
pub(super) const ACTIONS: [(&str, ScheduleAction); 9] = [
    ("o", ScheduleAction::Open),
    ("z", ScheduleAction::Pause),
    ("r", ScheduleAction::Resume),
    ("n", ScheduleAction::RunNow),
    ("s", ScheduleAction::Stop),
    ("e", ScheduleAction::Edit),
    ("d", ScheduleAction::Delete),
    ("y", ScheduleAction::Confirm),
    ("h", ScheduleAction::Outputs),
];

impl<'a> SchedulePress<'a> {
    /// Parses `CHOICE` or `CHOICE:ID`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let Some((choice, id)) = data.split_once(':') else {
            return Some(Self::Page(data.strip_prefix('p')?.parse().ok()?));
        };
        Some(match action_of(&ACTIONS, choice) {
            Some(action) => Self::Schedule(id, action),
            None => Self::Output(id, choice.strip_prefix('t')?.parse().ok()?),
        })
    }
}

impl fmt::Display for SchedulePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "p{page}"),
            Self::Schedule(id, action) => write!(f, "{}:{id}", letter_of(&ACTIONS, *action)),
            Self::Output(id, part) => write!(f, "t{part}:{id}"),
        }
    }
}
