//! Buttons below approval prompts.

use std::fmt;

use super::{action_of, letter_of};

/// A press on a button of a prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalPress<'a> {
    /// One call, by its approval id.
    Call(&'a str, CallChoice),
    /// The whole prompt, by its token.
    Whole(&'a str, PromptChoice),
    /// The whole prompt, by its outbox id, in buttons of earlier versions. The id may have been reused.
    Prompt(i64, PromptChoice),
}

/// A person's choice for one call.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CallChoice {
    Once,
    /// Approve, and grant the widest pattern for this conversation.
    Conversation,
    /// Approve, and grant the widest pattern for an hour.
    Hour,
    /// Approve, and grant the pattern with this index for good.
    Always(usize),
    /// Approve, and grant all calls of the same kind for good: the only “always” choice of earlier versions.
    AlwaysKind,
    /// Approve, and allow everybody the web server.
    Everybody,
    Deny,
    /// Deny, and take the person's next message as the reason.
    SayWhy,
    /// For a question: choose the option with this index, or if several can be chosen, toggle its mark.
    Option(usize),
    /// For a question: answer with the marked options.
    Done,
}

/// A person's choice for a whole prompt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PromptChoice {
    ApproveAll,
    DenyAll,
    /// Show all choices.
    More,
    /// Show only the usual choices.
    Back,
    Details,
}

/// A press on a button of the list of approvals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ApprovalListPress<'a> {
    /// Show the list again.
    List,
    /// One call, by its approval id.
    Call(&'a str, ListedChoice),
}

/// A person's choice for one call of the list of approvals.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ListedChoice {
    /// Show the whole call in place of the list.
    Show,
    Approve,
    Deny,
}

/// The word of each choice in the list.
pub(super) const LISTED_CHOICES: [(&str, ListedChoice); 3] =
    [("o", ListedChoice::Show), ("y", ListedChoice::Approve), ("n", ListedChoice::Deny)];

/// The word for showing the list again.
const LIST: &str = "l";

/// The word of each choice for a call in a button's data. A call has at most three patterns, and a
/// question at most ten options.
pub(super) const CALL_CHOICES: [(&str, CallChoice); 21] = [
    ("y", CallChoice::Once),
    ("c", CallChoice::Conversation),
    ("h", CallChoice::Hour),
    ("p0", CallChoice::Always(0)),
    ("p1", CallChoice::Always(1)),
    ("p2", CallChoice::Always(2)),
    ("s", CallChoice::AlwaysKind),
    ("e", CallChoice::Everybody),
    ("n", CallChoice::Deny),
    ("w", CallChoice::SayWhy),
    ("o0", CallChoice::Option(0)),
    ("o1", CallChoice::Option(1)),
    ("o2", CallChoice::Option(2)),
    ("o3", CallChoice::Option(3)),
    ("o4", CallChoice::Option(4)),
    ("o5", CallChoice::Option(5)),
    ("o6", CallChoice::Option(6)),
    ("o7", CallChoice::Option(7)),
    ("o8", CallChoice::Option(8)),
    ("o9", CallChoice::Option(9)),
    ("ok", CallChoice::Done),
];

/// The word of each choice for a whole prompt.
pub(super) const PROMPT_CHOICES: [(&str, PromptChoice); 5] = [
    ("ya", PromptChoice::ApproveAll),
    ("na", PromptChoice::DenyAll),
    ("m", PromptChoice::More),
    ("b", PromptChoice::Back),
    ("d", PromptChoice::Details),
];

/// The length of a prompt's token, in hexadecimal digits. The numbers of earlier versions are shorter.
const TOKEN: usize = 32;

impl<'a> ApprovalPress<'a> {
    /// Returns whether the press lets a call run.
    pub fn approves(self) -> bool {
        match self {
            Self::Call(_, choice) => !matches!(choice, CallChoice::Deny | CallChoice::SayWhy),
            Self::Whole(_, choice) | Self::Prompt(_, choice) => choice == PromptChoice::ApproveAll,
        }
    }

    /// Parses `CHOICE:ID`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        let (choice, id) = data.split_once(':')?;
        if let Some(choice) = action_of(&CALL_CHOICES, choice) {
            return Some(Self::Call(id, choice));
        }
        let choice = action_of(&PROMPT_CHOICES, choice)?;
        match id.len() == TOKEN && id.bytes().all(|byte| byte.is_ascii_hexdigit()) {
            true => Some(Self::Whole(id, choice)),
            false => Some(Self::Prompt(id.parse().ok()?, choice)),
        }
    }
}

impl<'a> ApprovalListPress<'a> {
    /// Parses `l`, or `CHOICE:APPROVAL`.
    pub(super) fn parse(data: &'a str) -> Option<Self> {
        if data == LIST {
            return Some(Self::List);
        }
        let (choice, id) = data.split_once(':')?;
        Some(Self::Call(id, action_of(&LISTED_CHOICES, choice)?))
    }
}

impl fmt::Display for ApprovalListPress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::List => f.write_str(LIST),
            Self::Call(id, choice) => write!(f, "{}:{id}", letter_of(&LISTED_CHOICES, *choice)),
        }
    }
}

impl fmt::Display for ApprovalPress<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Call(id, CallChoice::Always(index)) => write!(f, "p{index}:{id}"),
            Self::Call(id, CallChoice::Option(index)) => write!(f, "o{index}:{id}"),
            Self::Call(id, choice) => write!(f, "{}:{id}", letter_of(&CALL_CHOICES, *choice)),
            Self::Whole(token, choice) => write!(f, "{}:{token}", letter_of(&PROMPT_CHOICES, *choice)),
            Self::Prompt(id, choice) => write!(f, "{}:{id}", letter_of(&PROMPT_CHOICES, *choice)),
        }
    }
}
