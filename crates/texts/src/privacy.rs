//! Texts of `/export` and `/forget_me`.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::buttons::Button;
use adjutant_store::forget::DataSummary;

use super::{button, count};

// Exporting ----------------------------------------------------------------------------------------------------

pub fn export_begun() -> &'static str {
    "I am putting together everything I know about you. It comes in a moment, as files: one kind to read, and one for \
     other programs."
}

pub fn export_elsewhere() -> &'static str {
    "I am putting together everything I know about you, and will send it to our direct chat."
}

pub fn export_in_private() -> &'static str {
    "That is between you and me: send me /export in a direct chat."
}

pub fn export_waits() -> &'static str {
    "I am already working on it: the files come in a moment."
}

pub fn export_failed() -> &'static str {
    "I could not write the files of your export. Please try again later. If it keeps failing, the operator of this bot \
     can find out why."
}

/// The caption of the first of the files.
pub fn export_caption(files: usize) -> Rich {
    let text = match files {
        2 => "Everything I know about you. The .md is for you to read, the .json is for programs.".to_owned(),
        n => format!(
            "Everything I know about you, in {n} files. The .md ones are for you to read, the .json ones are for \
             programs."
        ),
    };
    Rich::builder().text(text).build()
}

// Forgetting ---------------------------------------------------------------------------------------------------

/// The accounts of a person, as `telegram:42`.
#[derive(Clone, Debug, Default)]
pub struct Accounts {
    /// The accounts that the bot no longer knows afterwards.
    pub deleted: Vec<String>,
    /// The accounts that stay the owner's.
    pub owners: Vec<String>,
}

pub fn ask_in_private() -> &'static str {
    "That is between you and me: send me /forget_me in a direct chat."
}

/// The question before everything is deleted: what will go, what stays, and the two buttons.
pub fn question(id: &str, extent: &DataSummary, accounts: &Accounts) -> Content {
    let mut body = Rich::builder()
        .bold("Delete everything that I know about you, for good?")
        .text("\n\nThis goes:\n")
        .text(extent_of(extent));
    if !accounts.deleted.is_empty() {
        let listed = named(&accounts.deleted);
        body = body.text(format!("\n• that I know you at all: I will no longer know {listed}"));
    }
    if accounts.deleted.len() + accounts.owners.len() > 1 {
        body = body.text("\n\nThis covers all of your linked accounts, not just this one.");
    }
    if !accounts.owners.is_empty() {
        let listed = named(&accounts.owners);
        let what =
            format!("\n\nA bot needs an owner, so {listed} can go on as the owner, starting from nothing.");
        body = body.text(what);
    }
    let body = body
        .text(
            "\n\nThis stays: the messages in the chats themselves, where only you can delete them; the operator's \
             record that something was allowed or done, and when, but not by whom; and backups that the operator has \
             made.\n\nIf you want a copy first, send /export. You have 10 minutes to decide.",
        )
        .build();
    let buttons = vec![
        button("Delete everything", Button::Forget { id, agrees: true }, ButtonStyle::Danger),
        button("Keep everything", Button::Forget { id, agrees: false }, ButtonStyle::Plain),
    ];
    Content { body, buttons: vec![buttons], ..Content::default() }
}

/// Names somebody's accounts to them: `your Telegram account 42 and your account on the chat page`.
fn named(accounts: &[String]) -> String {
    let named = accounts.iter().map(|account| match account.split_once(':') {
        Some(("telegram", id)) => format!("your Telegram account {id}"),
        Some(("discord", id)) => format!("your Discord account {id}"),
        Some(("web", _)) => "your account on the chat page".to_owned(),
        _ => format!("your account {account}"),
    });
    named.collect::<Vec<_>>().join(" and ")
}

fn extent_of(extent: &DataSummary) -> String {
    let counted = [
        (extent.notes, "note", ""),
        (extent.conversations, "conversation", ", with all that was said and done there"),
        (extent.schedules, "schedule", ""),
        (extent.runs, "result", " of schedules"),
        (extent.grants, "permission", " that you gave me"),
        (extent.sites, "website", ", also where it is public"),
    ];
    let counted = counted.into_iter().filter(|(number, ..)| *number > 0);
    let mut lines: Vec<_> =
        counted.map(|(number, what, more)| format!("• {}{more}", count(number, what))).collect();
    lines.push("• your files, and your usage figures".to_owned());
    lines.join("\n")
}

/// The reason why nothing was deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum WithdrawReason {
    Wanted,
    Expired,
    Replaced,
}

/// The text that replaces the question if nothing was deleted.
pub fn nothing_deleted(why: WithdrawReason) -> Content {
    let why = match why {
        WithdrawReason::Wanted => "❌ Nothing was deleted.",
        WithdrawReason::Expired => "⌛ Nothing was deleted: you did not confirm within 10 minutes.",
        WithdrawReason::Replaced => "⌛ Nothing was deleted: you have asked again, below.",
    };
    Content::text(Rich::builder().text(why).build())
}

/// The text that replaces the question while everything is deleted.
pub fn deleting() -> Content {
    Content::text(Rich::builder().text("✅ I am deleting everything that I know about you.").build())
}

pub fn forgotten() -> Content {
    Content::text(Rich::builder().text("Done: I no longer know anything about you. Farewell!").build())
}

pub fn kept() -> &'static str {
    "Nothing was deleted."
}

pub fn begun() -> &'static str {
    "I am deleting it."
}

pub fn under_way() -> &'static str {
    "I am already deleting it."
}

pub fn question_over() -> &'static str {
    "That question has expired. To get it again, send /forget_me."
}
