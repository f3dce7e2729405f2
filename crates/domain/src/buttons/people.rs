//! Buttons in the owner's list of people.

use std::fmt;

use super::{action_of, letter_of};

/// A press in the list of people. It names a person by the random id of one of their users, which is never reused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PeoplePress<'a> {
    /// Show a page, from 0.
    Page(i64),
    Person(&'a str, PersonAction),
}

/// An action on a person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PersonAction {
    Open,
    /// Ask whether to remove them.
    Remove,
    /// Remove them.
    Confirm,
    Admit,
    MakeApprover,
    EndApprover,
}

/// The letter of a page, and of each action.
const PAGE: &str = "l";
pub(super) const PERSON_ACTIONS: [(&str, PersonAction); 6] = [
    ("o", PersonAction::Open),
    ("d", PersonAction::Remove),
    ("y", PersonAction::Confirm),
    ("a", PersonAction::Admit),
    ("m", PersonAction::MakeApprover),
    ("t", PersonAction::EndApprover),
];

impl<'a> PeoplePress<'a> {
    /// Parses `l:PAGE` or `ACTION:USER`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        match letter {
            PAGE => Some(Self::Page(rest.parse().ok()?)),
            _ => Some(Self::Person(rest, action_of(&PERSON_ACTIONS, letter)?)),
        }
    }
}

impl fmt::Display for PeoplePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "{PAGE}:{page}"),
            Self::Person(id, action) => write!(f, "{}:{id}", letter_of(&PERSON_ACTIONS, *action)),
        }
    }
}
