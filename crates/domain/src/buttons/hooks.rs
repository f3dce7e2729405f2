//! Buttons in the list of a person's hooks.

use std::fmt;

use super::{action_of, letter_of};

/// A press in the list of hooks. It names a hook by the id of its schedule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookPress<'a> {
    /// Show a page, from 0.
    Page(i64),
    Hook(&'a str, HookAction),
}

/// An action on a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookAction {
    Open,
    /// Make a new secret and show it.
    Renew,
    Revoke,
}

/// The letter of a page, and of each action.
const PAGE: &str = "l";
pub(super) const HOOK_ACTIONS: [(&str, HookAction); 3] =
    [("o", HookAction::Open), ("n", HookAction::Renew), ("r", HookAction::Revoke)];

impl<'a> HookPress<'a> {
    /// Parses `l:PAGE` or `ACTION:SCHEDULE`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        match letter {
            PAGE => Some(Self::Page(rest.parse().ok()?)),
            _ => Some(Self::Hook(rest, action_of(&HOOK_ACTIONS, letter)?)),
        }
    }
}

impl fmt::Display for HookPress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "{PAGE}:{page}"),
            Self::Hook(id, action) => write!(f, "{}:{id}", letter_of(&HOOK_ACTIONS, *action)),
        }
    }
}
