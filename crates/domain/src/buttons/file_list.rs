//! Buttons in the messages of `/files`. They name folders and files by a [`short`] id, because paths are too long for a
//! button.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::{action_of, letter_of};

/// The length of a short id, in bytes before the hexadecimal encoding.
const SHORT: usize = 10;

/// A press on a button of `/files`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePress<'a> {
    /// Show this page, from 0, of the folder with this short id.
    Folder(i64, &'a str),
    /// Show this page of the versions of the file with this short id.
    Versions(i64, &'a str),
    /// Show this page of the trash.
    Trash(i64),
    /// Restore the item with this short id from the trash.
    Restore(&'a str),
    /// Restore this version of this file, by their short ids.
    BringBack { file: &'a str, version: &'a str },
    /// An action on the file with this short id.
    File(&'a str, FileAction),
}

/// An action on a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileAction {
    /// Show its page.
    Open,
    /// Send it to the chat.
    Get,
    /// Move it to the trash.
    Delete,
}

/// The letters of the other presses, and of each action on a file.
const FOLDER: &str = "l";
const VERSIONS: &str = "v";
const TRASH: &str = "t";
const RESTORE: &str = "r";
const BRING_BACK: &str = "b";
pub(super) const FILE_ACTIONS: [(&str, FileAction); 3] =
    [("o", FileAction::Open), ("g", FileAction::Get), ("d", FileAction::Delete)];

/// Returns the short id of a path, or of an item's id in the trash.
pub fn short(path: &str) -> String {
    Sha256::digest(path).iter().take(SHORT).map(|byte| format!("{byte:02x}")).collect()
}

impl<'a> FilePress<'a> {
    /// Parses `l:PAGE:FOLDER`, `v:PAGE:FILE`, `t:PAGE`, `r:DELETED`, `b:FILE:VERSION` or `ACTION:FILE`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        let two = || rest.split_once(':');
        Some(match letter {
            FOLDER => two().and_then(|(page, folder)| Some(Self::Folder(page.parse().ok()?, folder)))?,
            VERSIONS => two().and_then(|(page, file)| Some(Self::Versions(page.parse().ok()?, file)))?,
            TRASH => Self::Trash(rest.parse().ok()?),
            RESTORE => Self::Restore(rest),
            BRING_BACK => two().map(|(file, version)| Self::BringBack { file, version })?,
            _ => Self::File(rest, action_of(&FILE_ACTIONS, letter)?),
        })
    }
}

impl fmt::Display for FilePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(page, folder) => write!(f, "{FOLDER}:{page}:{folder}"),
            Self::Versions(page, file) => write!(f, "{VERSIONS}:{page}:{file}"),
            Self::Trash(page) => write!(f, "{TRASH}:{page}"),
            Self::Restore(id) => write!(f, "{RESTORE}:{id}"),
            Self::BringBack { file, version } => write!(f, "{BRING_BACK}:{file}:{version}"),
            Self::File(file, action) => write!(f, "{}:{file}", letter_of(&FILE_ACTIONS, *action)),
        }
    }
}
