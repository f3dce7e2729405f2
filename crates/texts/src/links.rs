//! Texts about linking accounts. Names come from people, so a text with a name is composed without markup.

use adjutant_channel::{ButtonStyle, Content, Rich};
use adjutant_domain::{buttons::Button, shown::line};
use adjutant_store::links::{Link, Party, Side, State};

use super::{
    account, button,
    fluent::{PART, text, with_part},
};

pub fn in_private(with_code: bool) -> &'static str {
    if with_code { text!("links-in-private-with-code") } else { text!("links-in-private") }
}

/// The answer to a private command in a server, if the bot cannot ask the person in a direct chat.
pub fn no_direct_chat() -> &'static str {
    text!("links-no-direct-chat")
}

/// The answer to `/link`: the code, as people type it.
pub fn offered(code: &str) -> String {
    let (first, second) = code.split_at(code.len() / 2);
    text!("links-offered", code = format!("{first}-{second}"))
}

pub fn wrong_code() -> &'static str {
    text!("links-wrong-code")
}

/// The answer to a code that is no longer valid.
pub fn code_over() -> &'static str {
    text!("links-code-over")
}

pub fn own_code() -> &'static str {
    text!("links-own-code")
}

pub fn too_many_codes() -> &'static str {
    text!("links-too-many-codes")
}

pub fn linked_already() -> &'static str {
    text!("links-linked-already")
}

/// The answer if both identities belong to the same user.
pub fn same_user() -> &'static str {
    text!("links-same-user")
}

/// The text above the prompt of the side that typed the code.
pub fn confirm() -> &'static str {
    text!("links-confirm")
}

/// One side's prompt, in the link's current state. `owner`: the side that owns the bot, if only one of them does.
pub fn prompt(link: &Link, own: &Party, other: &Party, owner: Option<Side>) -> Content {
    let Some(outcome) = outcome(link.state) else { return asking(link, own, other, owner) };
    let question = with_part(&text!("links-question", other = PART), &called(other));
    let body = Rich::builder().rich(&question).text("\n").text(outcome);
    Content::text(body.build())
}

fn asking(link: &Link, own: &Party, other: &Party, owner: Option<Side>) -> Content {
    let who = match own.side {
        Side::Maker => text!("links-typed-your-code", other = PART),
        Side::Typist => text!("links-made-this-code", other = PART),
    };
    let who = with_part(&who, &called(other));
    // The terms that both sides read before they agree.
    let mut body = Rich::builder().rich(&who).text("\n").text(text!("links-meaning"));
    body = match owner {
        Some(side) if side == own.side => body.text("\n").bold(text!("links-they-become-owner")),
        Some(_) => body.text("\n").text(text!("links-you-become-owner")),
        None => body,
    };
    let press = |agrees| Button::Link { id: &link.link_id, agrees };
    let refuse = button(text!("links-do-not-link"), press(false), ButtonStyle::Danger);
    let buttons = if own.agreed {
        body = body.text("\n").text(text!("links-you-agreed"));
        vec![refuse]
    } else {
        vec![button(text!("links-link"), press(true), ButtonStyle::Primary), refuse]
    };
    Content { body: body.build(), buttons: vec![buttons], ..Content::default() }
}

fn outcome(state: State) -> Option<&'static str> {
    match state {
        State::Offered | State::Asked => None,
        State::Linked => Some(text!("links-outcome-linked")),
        State::Refused => Some(text!("links-outcome-refused")),
        State::Replaced => Some(text!("links-outcome-replaced")),
        State::Expired => Some(text!("links-outcome-expired")),
    }
}

/// The answer to a press on the prompt of a link that is no longer open.
pub fn pressed_late(state: State) -> &'static str {
    match state {
        State::Linked => {
            text!("links-late-linked")
        }
        State::Refused => text!("links-late-refused"),
        State::Replaced => text!("links-late-replaced"),
        State::Offered | State::Asked | State::Expired => {
            text!("links-late-expired")
        }
    }
}

pub fn pressed_again() -> &'static str {
    text!("links-pressed-again")
}

pub fn agreed() -> &'static str {
    text!("links-agreed")
}

pub fn refused() -> &'static str {
    text!("links-refused")
}

pub fn done() -> &'static str {
    text!("links-done")
}

pub fn not_admitted() -> &'static str {
    text!("links-not-admitted")
}

/// The notice to a side that the accounts are linked.
pub fn linked(other: &Party) -> Rich {
    with_part(&text!("links-linked", other = PART), &called(other))
}

// Unlinking ----------------------------------------------------------------------------------------------------

/// The answer to `/unlink` if nothing is linked. `own`: the identities of the user who asked.
pub fn not_linked(own: &[String]) -> String {
    match own {
        [_, _, ..] => text!("links-nothing-to-unlink", accounts = named(own)),
        _ => text!("links-not-linked").to_owned(),
    }
}

/// The question which account to unlink. `linked`: the identities and names of all accounts that can be unlinked.
pub fn which(linked: &[(String, String)]) -> String {
    let line = |(identity, name): &(String, String)| format!("- `/unlink {identity}`: {}", plain(name));
    let lines: Vec<_> = linked.iter().map(line).collect();
    format!("{}\n\n{}", text!("links-which"), lines.join("\n"))
}

/// The notice to everybody concerned. `rest`: the accounts to which the unlinked one was linked.
pub fn unlinked(unlinked: &[String], rest: &[String]) -> String {
    text!("links-unlinked", unlinked = named(unlinked), rest = named(rest))
}

// The audit, in English ----------------------------------------------------------------------------------------

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
    let accounts = identities.iter().map(|it| account(it));
    accounts.reduce(|others, last| text!("list-and", others = others, last = last)).unwrap_or_default()
}

/// Returns a name without characters that Markdown reads as markup.
fn plain(name: &str) -> String {
    line(name).replace(|c: char| c.is_ascii_punctuation(), " ").trim().to_owned()
}
