//! Buttons in the list of a person's secrets.

use std::fmt;

use super::{action_of, letter_of};

/// A press in the list of secrets. It names a secret by its random id, which is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum VaultPress<'a> {
    /// Show a page, from 0.
    Page(i64),
    Secret(&'a str, SecretAction),
}

/// An action on a secret.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SecretAction {
    Open,
    Delete,
}

/// The letter of a page, and of each action.
const PAGE: &str = "l";
pub(super) const SECRET_ACTIONS: [(&str, SecretAction); 2] =
    [("o", SecretAction::Open), ("d", SecretAction::Delete)];

impl<'a> VaultPress<'a> {
    /// Parses `l:PAGE` or `ACTION:SECRET`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        match letter {
            PAGE => Some(Self::Page(rest.parse().ok()?)),
            _ => Some(Self::Secret(rest, action_of(&SECRET_ACTIONS, letter)?)),
        }
    }
}

impl fmt::Display for VaultPress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "{PAGE}:{page}"),
            Self::Secret(id, action) => write!(f, "{}:{id}", letter_of(&SECRET_ACTIONS, *action)),
        }
    }
}
