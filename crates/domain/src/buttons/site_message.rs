//! Buttons below what a visitor has sent by the contact form of a website.

use std::fmt;

use super::{action_of, letter_of};

/// A press below such a message, by its id, which is never given twice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteMessagePress<'a> {
    pub message: &'a str,
    pub action: SiteMessageAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteMessageAction {
    /// Show where to answer.
    Reply,
    /// Take nothing from its sender any more.
    Block,
    Unblock,
}

/// The letter of each action.
pub(super) const SITE_MESSAGE_ACTIONS: [(&str, SiteMessageAction); 3] =
    [("r", SiteMessageAction::Reply), ("b", SiteMessageAction::Block), ("u", SiteMessageAction::Unblock)];

impl<'a> SiteMessagePress<'a> {
    /// Parses `ACTION:MESSAGE`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, message) = data.split_once(':')?;
        Some(Self { message, action: action_of(&SITE_MESSAGE_ACTIONS, letter)? })
    }
}

impl fmt::Display for SiteMessagePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}:{}", letter_of(&SITE_MESSAGE_ACTIONS, self.action), self.message)
    }
}
