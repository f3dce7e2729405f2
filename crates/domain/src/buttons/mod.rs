//! Buttons, and the data that a platform returns when a person presses one.
//!
//! Messages keep their buttons for years, so all data ever written must stay readable: `golden.txt` has each form. The
//! data names rows by their ids and carries no text.

mod approvals;
mod clients;
mod delivery;
mod file_list;
mod hooks;
mod note_list;
mod overdue;
mod people;
mod schedule_list;
mod site;
mod site_message;
mod vault;

pub use approvals::{ApprovalListPress, ApprovalPress, CallChoice, ListedChoice, PromptChoice};
pub use clients::{ClientAction, ClientPress};
pub use delivery::{DeliveryAction, DeliveryButton, Snooze};
pub use file_list::{FileAction, FilePress, short};
pub use hooks::{HookAction, HookPress};
pub use note_list::{NoteAction, NotePress};
pub use overdue::OverdueAction;
pub use people::{PeoplePress, PersonAction};
pub use schedule_list::{ScheduleAction, SchedulePress};
pub use site::{SiteAction, SitePress};
pub use site_message::{SiteMessageAction, SiteMessagePress};
pub use vault::{SecretAction, VaultPress};

use std::fmt;

use crate::{language::Language, table_form::TableForm, while_busy::WhileBusy};

/// The word for the language of the platform.
const PLATFORM: &str = "platform";

/// A button. Its text form ([`fmt::Display`]) is the data: at most 64 bytes, Telegram's limit.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Button<'a> {
    /// Below an approval prompt: `a:CHOICE:APPROVAL` or `a:CHOICE:PROMPT`, each a random token.
    Approval(ApprovalPress<'a>),
    /// In the list of approvals: `q:l` or `q:CHOICE:APPROVAL`.
    ApprovalList(ApprovalListPress<'a>),
    /// Revokes the grant with this id: `g:r:GRANT`.
    RevokeGrant(&'a str),
    /// In the list of notes with this id: `m:LIST:CHOICE` or `m:LIST:CHOICE:NOTE`.
    NoteList(i64, NotePress<'a>),
    /// Undoes the edit of a note at a time, in milliseconds: `n:NOTE:TIME`.
    UndoEdit { note: &'a str, edited_at: i64 },
    /// In the list of schedules with this id: `s:LIST:CHOICE` or `s:LIST:CHOICE:ID`.
    ScheduleList(i64, SchedulePress<'a>),
    /// Below a delivered result: `r:ACTION:DELIVERY:RUN`.
    Delivered(DeliveryButton<'a>),
    /// Decides about a schedule whose time passed before its approval: `o:ACTION:SCHEDULE`.
    Overdue { schedule: &'a str, action: OverdueAction },
    /// Confirms or refuses to link two accounts: `l:y:LINK` or `l:n:LINK`.
    Link { id: &'a str, agrees: bool },
    /// Confirms or refuses to delete everything about a person: `fm:y:FORGETTING` or `fm:n:FORGETTING`.
    Forget { id: &'a str, agrees: bool },
    /// In the owner's list of people: `p:l:PAGE` or `p:ACTION:USER`.
    People(PeoplePress<'a>),
    /// In a person's list of secrets: `v:l:PAGE` or `v:ACTION:SECRET`.
    Vault(VaultPress<'a>),
    /// In a person's list of hooks: `h:l:PAGE` or `h:ACTION:SCHEDULE`.
    Hooks(HookPress<'a>),
    /// In the messages of `/site`: `si:l:PAGE`, `si:ACTION:PAGE` and others.
    Site(SitePress<'a>),
    /// In the messages of `/mcp`: `c:l:PAGE` or `c:ACTION:CLIENT`.
    Client(ClientPress<'a>),
    /// Sends the message that this turn's answer suggests at this position: `y:POSITION:TURN`.
    Suggestion { turn: &'a str, position: i64 },
    /// Opens or closes a toolset, in the list of `/tools`: `t:y:TOOLSET` or `t:n:TOOLSET`.
    Toolset { name: &'a str, opens: bool },
    /// Turns to a page of the list of `/tools`: `tp:PAGE`.
    ToolsetPage(i64),
    /// Chooses a model, in the list of `/model`: `mo:NAME`.
    Model { name: &'a str },
    /// Chooses how to treat messages that come during a turn, in the list of `/queue`: `w:NAME`.
    WhileBusy(WhileBusy),
    /// Shows or hides the model's reasoning, in the message of `/reasoning`: `re:y`, `re:n`.
    Reasoning { shows: bool },
    /// Chooses the form of wide tables, in the message of `/tables`: `ta:NAME`.
    TableForm(TableForm),
    /// Chooses a person's language, in the message of `/language`: `la:CODE`, or `la:platform` for the platform's
    /// language.
    Language(Option<Language>),
    /// In the messages of `/files`: `f:l:PAGE:FOLDER`, `f:ACTION:FILE` and others.
    Files(FilePress<'a>),
    /// Below a message from a website's visitor: `sm:ACTION:MESSAGE`.
    SiteMessage(SiteMessagePress<'a>),
    /// Admits or refuses a stranger, by the token of their request: `k:y:TOKEN` or `k:n:TOKEN`.
    Knock { token: &'a str, admits: bool },
}

impl<'a> Button<'a> {
    /// Parses a button's data; `None` if no version has ever written such data.
    pub fn parse(data: &'a str) -> Option<Self> {
        let (family, rest) = data.split_once(':')?;
        Some(match family {
            "a" => Self::Approval(ApprovalPress::parse(rest)?),
            "q" => Self::ApprovalList(ApprovalListPress::parse(rest)?),
            "g" => Self::RevokeGrant(rest.strip_prefix("r:")?),
            "m" => {
                let (list, press) = in_list(rest)?;
                Self::NoteList(list, NotePress::parse(press)?)
            }
            "s" => {
                let (list, press) = in_list(rest)?;
                Self::ScheduleList(list, SchedulePress::parse(press)?)
            }
            "n" => {
                let (note, edited_at) = rest.split_once(':')?;
                Self::UndoEdit { note, edited_at: edited_at.parse().ok()? }
            }
            "r" => Self::Delivered(DeliveryButton::parse(rest)?),
            "o" => {
                let (letter, schedule) = rest.split_once(':')?;
                Self::Overdue { schedule, action: action_of(&overdue::ACTIONS, letter)? }
            }
            "l" => {
                let (id, agrees) = answer(rest)?;
                Self::Link { id, agrees }
            }
            "fm" => {
                let (id, agrees) = answer(rest)?;
                Self::Forget { id, agrees }
            }
            "f" => Self::Files(FilePress::parse(rest)?),
            "p" => Self::People(PeoplePress::parse(rest)?),
            "v" => Self::Vault(VaultPress::parse(rest)?),
            "h" => Self::Hooks(HookPress::parse(rest)?),
            "si" => Self::Site(SitePress::parse(rest)?),
            "c" => Self::Client(ClientPress::parse(rest)?),
            "k" => {
                let (token, admits) = answer(rest)?;
                Self::Knock { token, admits }
            }
            "t" => {
                let (name, opens) = answer(rest)?;
                Self::Toolset { name, opens }
            }
            "tp" => Self::ToolsetPage(rest.parse().ok()?),
            "mo" => Self::Model { name: rest },
            "sm" => Self::SiteMessage(SiteMessagePress::parse(rest)?),
            "w" => Self::WhileBusy(WhileBusy::parse(rest)?),
            "re" => Self::Reasoning { shows: rest == letter(true) },
            "ta" => Self::TableForm(TableForm::parse(rest)?),
            "la" if rest == PLATFORM => Self::Language(None),
            "la" => Self::Language(Some(rest.parse().ok()?)),
            "y" => {
                let (position, turn) = in_list(rest)?;
                Self::Suggestion { turn, position }
            }
            _ => return None,
        })
    }
}

impl fmt::Display for Button<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Approval(press) => write!(f, "a:{press}"),
            Self::ApprovalList(press) => write!(f, "q:{press}"),
            Self::RevokeGrant(id) => write!(f, "g:r:{id}"),
            Self::NoteList(list, press) => write!(f, "m:{list}:{press}"),
            Self::UndoEdit { note, edited_at } => write!(f, "n:{note}:{edited_at}"),
            Self::ScheduleList(list, press) => write!(f, "s:{list}:{press}"),
            Self::Delivered(button) => write!(f, "r:{button}"),
            Self::Overdue { schedule, action } => {
                write!(f, "o:{}:{schedule}", letter_of(&overdue::ACTIONS, *action))
            }
            Self::Link { id, agrees } => write!(f, "l:{}:{id}", letter(*agrees)),
            Self::Forget { id, agrees } => write!(f, "fm:{}:{id}", letter(*agrees)),
            Self::Files(press) => write!(f, "f:{press}"),
            Self::People(press) => write!(f, "p:{press}"),
            Self::Vault(press) => write!(f, "v:{press}"),
            Self::Hooks(press) => write!(f, "h:{press}"),
            Self::Site(press) => write!(f, "si:{press}"),
            Self::Client(press) => write!(f, "c:{press}"),
            Self::Suggestion { turn, position } => write!(f, "y:{position}:{turn}"),
            Self::Toolset { name, opens } => write!(f, "t:{}:{name}", letter(*opens)),
            Self::ToolsetPage(page) => write!(f, "tp:{page}"),
            Self::Model { name } => write!(f, "mo:{name}"),
            Self::WhileBusy(choice) => write!(f, "w:{}", choice.name()),
            Self::Reasoning { shows } => write!(f, "re:{}", letter(*shows)),
            Self::TableForm(form) => write!(f, "ta:{}", form.name()),
            Self::Language(choice) => write!(f, "la:{}", choice.map_or(PLATFORM, Language::code)),
            Self::SiteMessage(press) => write!(f, "sm:{press}"),
            Self::Knock { token, admits } => write!(f, "k:{}:{token}", letter(*admits)),
        }
    }
}

/// Splits `LIST:REST`.
fn in_list(data: &str) -> Option<(i64, &str)> {
    let (list, rest) = data.split_once(':')?;
    Some((list.parse().ok()?, rest))
}

/// Splits `y:ID` or `n:ID`; anything except a yes is a no.
fn answer(data: &str) -> Option<(&str, bool)> {
    let (answer, id) = data.split_once(':')?;
    Some((id, answer == letter(true)))
}

fn letter(yes: bool) -> &'static str {
    if yes { "y" } else { "n" }
}

/// Returns the letter of an action in a table.
fn letter_of<T: Copy + PartialEq>(table: &[(&'static str, T)], action: T) -> &'static str {
    table.iter().find(|(_, other)| *other == action).map_or("", |(letter, _)| letter)
}

/// Returns the action with this letter, if the table has it.
fn action_of<T: Copy>(table: &[(&'static str, T)], letter: &str) -> Option<T> {
    table.iter().find(|(other, _)| *other == letter).map(|(_, action)| *action)
}

#[cfg(test)]
mod tests;
