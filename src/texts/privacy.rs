//! `/export` and `/forget_me`.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_store::forget::Extent;

use super::{button, count};

// Exporting ----------------------------------------------------------------------------------------------------

pub fn export_begun() -> &'static str {
    "I am putting together everything I know about you. It comes in a moment, as files: one kind to read, and one for \
     other programs."
}

pub fn export_elsewhere() -> &'static str {
    "I am putting together everything I know about you, and send it to our direct chat."
}

pub fn export_in_private() -> &'static str {
    "That is between you and me: send me /export in a direct chat."
}

pub fn export_waits() -> &'static str {
    "I am at it already: the files come in a moment."
}

pub fn export_failed() -> &'static str {
    "I could not write the files of your export. Please try again later; if it goes on like this, whoever runs me can \
     find out why."
}

/// Below the first of the files.
pub fn export_caption(files: usize) -> Rich {
    let text = match files {
        2 => "Everything I know about you. The .md is to be read, the .json is for programs.".to_owned(),
        n => format!(
            "Everything I know about you, in {n} files. The .md ones are to be read, the .json ones are for programs."
        ),
    };
    Rich::builder().text(text).build()
}

// Forgetting ---------------------------------------------------------------------------------------------------

/// The accounts of a person, as `telegram:42`.
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    /// Those of whom nothing is known afterwards.
    pub deleted: Vec<String>,
    /// Those that stay the owner's.
    pub owners: Vec<String>,
}

pub fn ask_in_private() -> &'static str {
    "That is between you and me: send me /forget_me in a direct chat."
}

/// What will go, what stays, and the two buttons.
pub fn question(id: &str, extent: &Extent, accounts: &Accounts) -> Content {
    let mut body = Rich::builder()
        .bold("Delete everything that I know about you, for good?")
        .text("\n\nThis goes:\n")
        .text(extent_of(extent));
    if !accounts.deleted.is_empty() {
        let listed = accounts.deleted.join(", ");
        body = body.text(format!("\n• that I know you at all: afterwards I do not know {listed} any more"));
    }
    if accounts.deleted.len() + accounts.owners.len() > 1 {
        body = body.text("\n\nAll of your accounts that are linked are meant, not just this one.");
    }
    if !accounts.owners.is_empty() {
        let listed = accounts.owners.join(", ");
        let what = format!("\n\nA bot needs an owner, so {listed} can go on with me as that, from nothing.");
        body = body.text(what);
    }
    let body = body
        .text(
            "\n\nThis stays: what is shown in the chats themselves, where only you can delete it; in the operator's \
             record, that something was allowed or done and when, but not by whom; and backups the operator has made.\
             \n\nWith /export you get a copy first. You have 10 minutes to decide.",
        )
        .build();
    let buttons = vec![
        button("Delete everything", format!("fm:y:{id}"), ButtonStyle::Danger),
        button("Keep everything", format!("fm:n:{id}"), ButtonStyle::Plain),
    ];
    Content { body, buttons: vec![buttons], media: None }
}

fn extent_of(extent: &Extent) -> String {
    let counted = [
        (extent.notes, "note", ""),
        (extent.conversations, "conversation", ", with all that was said and done there"),
        (extent.schedules, "schedule", ""),
        (extent.runs, "result", " of schedules"),
        (extent.grants, "permission", " that you gave me"),
    ];
    let counted = counted.into_iter().filter(|(number, ..)| *number > 0);
    let mut lines: Vec<_> =
        counted.map(|(number, what, more)| format!("• {}{more}", count(number, what))).collect();
    lines.push("• your files, and the figures of what you used".to_owned());
    lines.join("\n")
}

/// Why nothing was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Wanted,
    Expired,
    Replaced,
}

/// In place of the question.
pub fn nothing_deleted(why: Kept) -> Content {
    let why = match why {
        Kept::Wanted => "❌ Nothing is deleted.",
        Kept::Expired => "⌛ Nothing is deleted: you did not confirm it within 10 minutes.",
        Kept::Replaced => "⌛ Nothing is deleted: you have asked again, below.",
    };
    Content::text(Rich::builder().text(why).build())
}

/// In place of the question.
pub fn deleting() -> Content {
    Content::text(Rich::builder().text("✅ Everything that I know about you is being deleted.").build())
}

pub fn forgotten() -> Content {
    Content::text(Rich::builder().text("It is done: I know nothing about you any more. Farewell!").build())
}

pub fn kept() -> &'static str {
    "Nothing is deleted."
}

pub fn begun() -> &'static str {
    "It is being deleted."
}

pub fn under_way() -> &'static str {
    "That is under way already."
}

pub fn question_over() -> &'static str {
    "That question is over. /forget_me asks it again."
}
