//! Buttons of the messages of `/files`. They name folders and files by a [`short`] id: paths are longer than a button.

use std::fmt;

use sha2::{Digest as _, Sha256};

use super::{action_of, letter_of};

/// The length of a short id, in bytes before it is written in hexadecimal.
const SHORT: usize = 10;

/// A press on a button of `/files`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePress<'a> {
    /// Show this page, from 0, of the folder with this short id.
    Folder(i64, &'a str),
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
}

/// The letter of a folder, and of each action.
const FOLDER: &str = "l";
pub(super) const FILE_ACTIONS: [(&str, FileAction); 2] = [("o", FileAction::Open), ("g", FileAction::Get)];

/// Returns the short id of a path.
pub fn short(path: &str) -> String {
    Sha256::digest(path).iter().take(SHORT).map(|byte| format!("{byte:02x}")).collect()
}

impl<'a> FilePress<'a> {
    /// Parses `l:PAGE:FOLDER` or `ACTION:FILE`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        if letter == FOLDER {
            let (page, folder) = rest.split_once(':')?;
            return Some(Self::Folder(page.parse().ok()?, folder));
        }
        Some(Self::File(rest, action_of(&FILE_ACTIONS, letter)?))
    }
}

impl fmt::Display for FilePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Folder(page, folder) => write!(f, "{FOLDER}:{page}:{folder}"),
            Self::File(file, action) => write!(f, "{}:{file}", letter_of(&FILE_ACTIONS, *action)),
        }
    }
}
