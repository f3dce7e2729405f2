//! Buttons in the messages of `/site`.

use std::fmt;

use super::{action_of, letter_of};

/// A press in the messages of `/site`. It names pages and posts by their ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SitePress<'a> {
    /// Show a page of the list, from 0.
    List(i64),
    /// Make a link to the drafts.
    Preview,
    /// Publish the unpublished changes that the message lists, identified by this digest.
    Publish(&'a str),
    /// Undo this change.
    Undo(&'a str),
    /// Show who shares the site.
    Sharing,
    /// Make a member of the group a reviewer, or remove that role.
    Reviewer(&'a str, bool),
    /// Stop sharing the site.
    Unshare,
    Page(&'a str, SiteAction),
    Post(&'a str, SiteAction),
}

/// An action on a page or a post.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SiteAction {
    Open,
    Delete,
}

/// The letters of presses about the whole site.
const LIST: &str = "l";
const PREVIEW: &str = "v";
const PUBLISH: &str = "p";
const UNDO: &str = "u";
const SHARING: &str = "s";
const REVIEWER: &str = "r";
const NO_REVIEWER: &str = "e";
const UNSHARE: &str = "x";
/// The letter of each action on a page and on a post.
pub(super) const PAGE_ACTIONS: [(&str, SiteAction); 2] = [("o", SiteAction::Open), ("d", SiteAction::Delete)];
pub(super) const POST_ACTIONS: [(&str, SiteAction); 2] =
    [("po", SiteAction::Open), ("pd", SiteAction::Delete)];

impl<'a> SitePress<'a> {
    /// Parses `l:PAGE`, `v:`, `p:DIGEST`, `u:REVISION`, `s:`, `r:USER`, `e:USER`, `x:`, `ACTION:PAGE` or
    /// `pACTION:POST`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (letter, rest) = data.split_once(':')?;
        Some(match letter {
            LIST => Self::List(rest.parse().ok()?),
            PREVIEW => Self::Preview,
            PUBLISH => Self::Publish(rest),
            UNDO => Self::Undo(rest),
            SHARING => Self::Sharing,
            REVIEWER => Self::Reviewer(rest, true),
            NO_REVIEWER => Self::Reviewer(rest, false),
            UNSHARE => Self::Unshare,
            _ => match action_of(&PAGE_ACTIONS, letter) {
                Some(action) => Self::Page(rest, action),
                None => Self::Post(rest, action_of(&POST_ACTIONS, letter)?),
            },
        })
    }
}

impl fmt::Display for SitePress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List(page) => write!(f, "{LIST}:{page}"),
            Self::Preview => write!(f, "{PREVIEW}:"),
            Self::Publish(digest) => write!(f, "{PUBLISH}:{digest}"),
            Self::Undo(revision) => write!(f, "{UNDO}:{revision}"),
            Self::Sharing => write!(f, "{SHARING}:"),
            Self::Reviewer(user, true) => write!(f, "{REVIEWER}:{user}"),
            Self::Reviewer(user, false) => write!(f, "{NO_REVIEWER}:{user}"),
            Self::Unshare => write!(f, "{UNSHARE}:"),
            Self::Page(id, action) => write!(f, "{}:{id}", letter_of(&PAGE_ACTIONS, *action)),
            Self::Post(id, action) => write!(f, "{}:{id}", letter_of(&POST_ACTIONS, *action)),
        }
    }
}
