//! Texts about linking accounts. Names come from people, so a text that holds one is composed, not marked up.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, shown::line};
use adjutant_store::links::{Link, Party, Side, State};

use super::{account, button};

/// The terms that both sides read before they agree.
const WHAT_IT_MEANS: &str = "Both sides, and all accounts that either side is linked to, will then share notes, past \
     conversations, schedules, files, permissions, daily limits, time zone and quiet hours, until one of you sends \
     /unlink.";

pub fn in_private(with_code: bool) -> &'static str {
    if with_code {
        "Please link accounts in a direct chat with me, not here, where others can read along. If that was a valid \
         code, it no longer works. To get another, send me /link in a direct chat."
    } else {
        "Please do that in a direct chat with me, not here, where others can read along."
    }
}

/// The answer to a private command in a server if the person cannot be asked in a direct chat.
pub fn no_direct_chat() -> &'static str {
    "Both sides have to confirm in a direct chat with me, and I cannot write to you in one. Please write to me there, \
     and then send the command again."
}

/// The answer to `/link`: the code, as people type it.
pub fn offered(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    format!(
        "To link this account with another of yours, send me this from the other one, in a direct chat and within 10 \
         minutes:\n\n`/link {first}-{second}`\n\nNothing is shared until both sides have confirmed. Keep the code to \
         yourself: anybody who types it can ask to be linked with you."
    )
}

pub fn wrong_code() -> &'static str {
    "That code is not valid. To get one, send me /link on the other platform, in a direct chat."
}

/// The answer to a code that was valid once.
pub fn code_over() -> &'static str {
    "That code is no longer valid. A code works once, for 10 minutes, and only until you ask for a newer one. To get \
     another, send me /link on the other platform."
}

pub fn own_code() -> &'static str {
    "That code belongs to this account. Send it from the other account that you want to link."
}

pub fn too_many_codes() -> &'static str {
    "That was one wrong code too many. Please wait an hour before you try another."
}

pub fn linked_already() -> &'static str {
    "These accounts are already linked. To separate them, send /unlink."
}

/// The answer if both identities belong to the same user.
pub fn same_user() -> &'static str {
    "Both accounts are yours already. They share everything, so there is nothing to link."
}

/// The text above the prompt of the side that typed the code.
pub fn confirm() -> &'static str {
    "That code is right. Now both sides have 10 minutes to confirm, each in a direct chat with me."
}

/// One side's prompt, as the link's state has it. `owner`: the side that owns the bot, if only one of them does.
pub fn prompt(link: &Link, own: &Party, other: &Party, owner: Option<Side>) -> Content {
    let Some(outcome) = outcome(link.state) else { return asking(link, own, other, owner) };
    let body = Rich::builder().text("Link this account with ").rich(&called(other)).text("?\n").text(outcome);
    Content::text(body.build())
}

fn asking(link: &Link, own: &Party, other: &Party, owner: Option<Side>) -> Content {
    let who = match own.side {
        Side::Maker => " has typed your code. Link that account with this one?\n",
        Side::Typist => " made this code. Link that account with this one?\n",
    };
    let mut body = Rich::builder().rich(&called(other)).text(who).text(WHAT_IT_MEANS);
    body = match owner {
        Some(side) if side == own.side => {
            body.text("\n").bold("They will be an owner of this bot, as you are.")
        }
        Some(_) => body.text("\nYou will be an owner of this bot, as they are."),
        None => body,
    };
    let press = |agrees| Button::Link { id: &link.link_id, agrees };
    let refuse = button("Do not link", press(false), ButtonStyle::Danger);
    let buttons = if own.agreed {
        body = body.text("\n✅ You have agreed. I am waiting for the other side.");
        vec![refuse]
    } else {
        vec![button("Link", press(true), ButtonStyle::Primary), refuse]
    };
    Content { body: body.build(), buttons: vec![buttons], ..Content::default() }
}

fn outcome(state: State) -> Option<&'static str> {
    match state {
        State::Offered | State::Asked => None,
        State::Linked => Some("✅ Linked"),
        State::Refused => Some("❌ Not linked"),
        State::Replaced => Some("⌛ Not linked: there is a newer code"),
        State::Expired => Some("⌛ Not linked: you did not both confirm in time"),
    }
}

/// The answer to a press on the prompt of a link that is no longer open.
pub fn pressed_late(state: State) -> &'static str {
    match state {
        State::Linked => {
            "Both of you have already agreed to this. Nothing has changed. To separate the accounts, send /unlink."
        }
        State::Refused => "One of you did not want to link. Nothing has changed.",
        State::Replaced => "There is a newer code, so this one no longer works. Nothing has changed.",
        State::Offered | State::Asked | State::Expired => {
            "That took more than 10 minutes. Nothing has changed. To start again, send /link."
        }
    }
}

pub fn pressed_again() -> &'static str {
    "You have already agreed. I am waiting for the other side."
}

pub fn agreed() -> &'static str {
    "Now the other side has to agree."
}

pub fn refused() -> &'static str {
    "Not linked."
}

pub fn done() -> &'static str {
    "Linked."
}

pub fn not_admitted() -> &'static str {
    "One of these accounts is no longer admitted. Nothing has changed."
}

/// The notice to a side that the accounts are linked.
pub fn linked(other: &Party) -> Rich {
    Rich::builder().text("From now on this account and ").rich(&called(other)).text(" are linked.").build()
}

// Unlinking ----------------------------------------------------------------------------------------------------

/// The answer to `/unlink` if nothing is linked. `own`: the identities of the user who asked.
pub fn not_linked(own: &[String]) -> String {
    match own {
        [_, _, ..] => {
            format!("There is nothing to unlink: these are yours without a link: {}.", named(own))
        }
        _ => "This account is not linked with another.".to_owned(),
    }
}

/// The question which account to unlink. `linked`: identities and names of all that can be.
pub fn which(linked: &[(String, String)]) -> String {
    let line = |(identity, name): &(String, String)| format!("- `/unlink {identity}`: {}", plain(name));
    let lines: Vec<_> = linked.iter().map(line).collect();
    format!("Several accounts are linked. Which one should I unlink?\n\n{}", lines.join("\n"))
}

/// The notice to everybody concerned. `rest`: the accounts that the unlinked one was linked with.
pub fn unlinked(unlinked: &[String], rest: &[String]) -> String {
    format!(
        "No longer linked: {} with {}. Each side keeps what it made itself, including what it made while linked.",
        named(unlinked),
        named(rest)
    )
}

// The audit ----------------------------------------------------------------------------------------------------

pub fn together(one: &Party, other: &Party) -> String {
    format!("{} and {}", identity(one), identity(other))
}

pub fn apart(unlinked: &[String], rest: &[String]) -> String {
    format!("{} from {}", listed(unlinked), listed(rest))
}

pub fn admitted(party: &Party) -> String {
    format!("{}, for as long as it is linked", identity(party))
}

fn called(party: &Party) -> Rich {
    let name: String = line(&party.name).chars().take(64).collect();
    Rich::builder().bold(name).text(format!(" ({})", account(&identity(party)))).build()
}

fn identity(party: &Party) -> String {
    format!("{}:{}", party.channel, party.external_id)
}

fn listed(identities: &[String]) -> String {
    identities.join(" and ")
}

fn named(identities: &[String]) -> String {
    identities.iter().map(|it| account(it)).collect::<Vec<_>>().join(" and ")
}

/// Returns a name without anything that Markdown takes for markup.
fn plain(name: &str) -> String {
    line(name).replace(|c: char| c.is_ascii_punctuation(), " ").trim().to_owned()
}
