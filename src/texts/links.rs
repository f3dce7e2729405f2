//! What is said about linking accounts. Names come from people, so that what holds one is composed, not marked up.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_store::links::{Link, Party, Side, State};

use super::{approvals::one_line, button};

/// What both sides are told before they agree.
const WHAT_IT_MEANS: &str = "Notes, past conversations, schedules, files, permissions, daily limits, time zone and \
     quiet hours are then shared, in both directions, with all accounts that either side is linked to, until one of you \
     sends /unlink.";

pub fn in_private(with_code: bool) -> &'static str {
    if with_code {
        "Please link accounts in a direct chat with me, not here, where others read along. I have made that code \
         invalid, if it was one; /link in a direct chat gives another."
    } else {
        "Please do that in a direct chat with me, not here, where others read along."
    }
}

/// The code, as people type it.
pub fn offered(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    format!(
        "To link this account with another of yours, write to me from that one, in a direct chat and within 10 \
         minutes:\n\n`/link {first}-{second}`\n\nNothing is shared before both have confirmed. Keep the code to \
         yourself: whoever types it can ask to be linked with you."
    )
}

pub fn wrong_code() -> &'static str {
    "That code is not valid. /link on the other platform, in a direct chat with me, gives one."
}

/// The code was one once.
pub fn code_over() -> &'static str {
    "That code is not valid any more: it works once, for 10 minutes, and until a newer one is made. /link on the other \
     platform gives another."
}

pub fn own_code() -> &'static str {
    "That is the code of this very account. Send it from the other account that you want to link."
}

pub fn too_many_codes() -> &'static str {
    "That was one wrong code too many. Please wait an hour before you try another."
}

pub fn linked_already() -> &'static str {
    "These accounts are linked already. /unlink ends that."
}

/// Both identities belong to the same user.
pub fn same_user() -> &'static str {
    "I know both of these accounts as the same user anyway: everything is shared, and there is nothing to link."
}

/// Stands above the prompt of the side that typed the code.
pub fn confirm() -> &'static str {
    "That code is right. Now both sides have 10 minutes to confirm: here, and in the chat where you got it."
}

/// One side's prompt, as things stand. `owner`: the side that runs the bot, if only one of them does.
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
    let refuse = button("Do not link", format!("l:n:{}", link.link_id), ButtonStyle::Danger);
    let buttons = if own.agreed {
        body = body.text("\n✅ You want this; I am waiting for the other side.");
        vec![refuse]
    } else {
        vec![button("Link", format!("l:y:{}", link.link_id), ButtonStyle::Primary), refuse]
    };
    Content { body: body.build(), buttons: vec![buttons], media: None }
}

fn outcome(state: State) -> Option<&'static str> {
    match state {
        State::Offered | State::Asked => None,
        State::Linked => Some("✅ Linked"),
        State::Refused => Some("❌ Not linked"),
        State::Replaced => Some("⌛ Not linked: there is a newer code"),
        State::Expired => Some("⌛ Not linked: not both confirmed in time"),
    }
}

/// To whoever presses a button of a link that has come to its end.
pub fn pressed_late(state: State) -> &'static str {
    match state {
        State::Linked => "Both of you have agreed to this before. Nothing has changed; /unlink ends it.",
        State::Refused => "One of you did not want to link. Nothing has changed.",
        State::Replaced => "There is a newer code, so that this one is void. Nothing has changed.",
        State::Offered | State::Asked | State::Expired => {
            "That took more than 10 minutes. Nothing has changed; /link begins anew."
        }
    }
}

pub fn pressed_again() -> &'static str {
    "You have agreed before; I am waiting for the other side."
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
    "One of these accounts is not admitted any more. Nothing has changed."
}

/// In the chat of a side.
pub fn linked(other: &Party) -> Rich {
    Rich::builder().text("From now on this account and ").rich(&called(other)).text(" are linked.").build()
}

// Unlinking ----------------------------------------------------------------------------------------------------

/// `own`: the identities of the user who wants to unlink.
pub fn not_linked(own: &[String]) -> String {
    match own {
        [_, _, ..] => format!(
            "There is nothing to unlink: I know {} as the same user, not as accounts that were linked.",
            listed(own)
        ),
        _ => "This account is not linked with another.".to_owned(),
    }
}

/// `linked`: identities and names of all that can be unlinked.
pub fn which(linked: &[(String, String)]) -> String {
    let line = |(identity, name): &(String, String)| format!("- `/unlink {identity}`: {}", plain(name));
    let lines: Vec<_> = linked.iter().map(line).collect();
    format!("Several accounts are linked. Which one is to be on its own again?\n\n{}", lines.join("\n"))
}

/// To everybody concerned; `rest` are those that the unlinked one was linked with.
pub fn unlinked(unlinked: &[String], rest: &[String]) -> String {
    let are = if unlinked.len() > 1 { "are" } else { "is" };
    format!(
        "{} {are} not linked with {} any more. Each side has what it made itself, also what it made meanwhile.",
        listed(unlinked),
        listed(rest)
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
    let name: String = one_line(&party.name).chars().take(64).collect();
    Rich::builder().bold(name).text(format!(" ({})", identity(party))).build()
}

fn identity(party: &Party) -> String {
    format!("{}:{}", party.channel, party.external_id)
}

fn listed(identities: &[String]) -> String {
    identities.join(" and ")
}

/// A name within Markdown.
fn plain(name: &str) -> String {
    one_line(name).replace(|c: char| c.is_ascii_punctuation(), " ").trim().to_owned()
}
