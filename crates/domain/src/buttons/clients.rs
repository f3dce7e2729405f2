//! Buttons in the messages of `/mcp`.

use std::fmt;

use super::{action_of, letter_of};

/// A press about the programs that may use a person's data. It names a program by its id, which is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientPress<'a> {
    /// Show a page of the list, from 0.
    Page(i64),
    Client(&'a str, ClientAction),
}

/// An action on a program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClientAction {
    Open,
    Remove,
    /// Remove the token from the message that shows it.
    Hide,
}

/// The letter of a page, and of each action.
const PAGE: &str = "l";
pub(super) const CLIENT_ACTIONS: [(&str, ClientAction); 3] =
    [("o", ClientAction::Open), ("d", ClientAction::Remove), ("h", ClientAction::Hide)];

impl<'a> ClientPress<'a> {
    /// Parses `l:PAGE` or `ACTION:CLIENT`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        match letter {
            PAGE => Some(Self::Page(rest.parse().ok()?)),
            _ => Some(Self::Client(rest, action_of(&CLIENT_ACTIONS, letter)?)),
        }
    }
}

impl fmt::Display for ClientPress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "{PAGE}:{page}"),
            Self::Client(id, action) => write!(f, "{}:{id}", letter_of(&CLIENT_ACTIONS, *action)),
        }
    }
}
