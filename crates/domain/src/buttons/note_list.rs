//! Buttons of lists of notes.

use std::fmt;

/// A press on a button of a list of notes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NotePress<'a> {
    /// Show this page, from 0.
    Page(i64),
    /// Delete none of the listed notes.
    Leave,
    /// An action on a note, by its id.
    Note(&'a str, NoteAction),
}

/// An action on a note.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoteAction {
    /// Show it; for a long note this part, from 0.
    Open(usize),
    /// Use the next message as its text.
    Rewrite,
    /// Set whether it may be used in other groups.
    Share(bool),
    /// Ask whether to delete it.
    Delete,
    /// Delete it.
    Confirm,
}

impl<'a> NotePress<'a> {
    /// Parses `CHOICE` or `CHOICE:NOTE`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let Some((choice, id)) = data.split_once(':') else {
            return match data.strip_prefix('p') {
                Some(page) => Some(Self::Page(page.parse().ok()?)),
                None => (data == "n").then_some(Self::Leave),
            };
        };
        let action = match choice {
            "e" => NoteAction::Rewrite,
            "s" => NoteAction::Share(true),
            "u" => NoteAction::Share(false),
            "d" => NoteAction::Delete,
            "y" => NoteAction::Confirm,
            _ => NoteAction::Open(choice.strip_prefix('o')?.parse().ok()?),
        };
        Some(Self::Note(id, action))
    }
}

impl fmt::Display for NotePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Page(page) => write!(f, "p{page}"),
            Self::Leave => f.write_str("n"),
            Self::Note(id, NoteAction::Open(part)) => write!(f, "o{part}:{id}"),
            Self::Note(id, NoteAction::Rewrite) => write!(f, "e:{id}"),
            Self::Note(id, NoteAction::Share(true)) => write!(f, "s:{id}"),
            Self::Note(id, NoteAction::Share(false)) => write!(f, "u:{id}"),
            Self::Note(id, NoteAction::Delete) => write!(f, "d:{id}"),
            Self::Note(id, NoteAction::Confirm) => write!(f, "y:{id}"),
        }
    }
}
