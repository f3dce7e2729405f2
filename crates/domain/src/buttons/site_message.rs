//! Buttons below messages that visitors send through the contact form of a website.

use std::fmt;

use super::{action_of, letter_of};

/// A press below such a message. It names the message by its id, which is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct SiteMessagePress<'a> {
    pub message: &'a str,
    pub action: SiteMessageAction,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteMessageAction {
    /// Show the address for an answer.
    Reply,
    /// Block further messages from the sender.
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
