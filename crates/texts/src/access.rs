//! Texts for strangers, for the owner about them, and for people whom the owner admits.

use adjutant_channel::{ButtonStyle, ChatKind, Content, Event, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::Button,
    shown::{self, elided},
};
use adjutant_store::people::{Stranger, StrangerState};

use super::{button, fluent::in_english, in_a_line, platform};

/// The most of a stranger's name that is shown, in characters: they choose it themselves.
const NAME: usize = 60;

pub fn welcome_owner() -> &'static str {
    "Welcome! You are now the owner of this bot. Write to me as you would to a person, or send /help to see what I can \
     do."
}

pub fn wrong_code() -> &'static str {
    "That code is not valid. A code works once, and I make a new one each time I start without an owner. The program \
     printed the current one when it started."
}

pub fn code_in_private() -> &'static str {
    "Please send the code in a direct chat with me, not here: whoever sends it first becomes the owner."
}

pub fn code_void() -> &'static str {
    "That was the owner code, and others here have read it, so it is void. The program makes a new one when it is \
     started again, or at once with `adjutant people owner`. Send that one to me in a direct chat."
}

/// What became of a stranger's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// The owner is asked about them.
    Asked,
    /// The owner has no chat in which they can be asked.
    Unheard,
    /// Too many others wait for the owner.
    TooMany,
    /// The owner has refused them.
    Refused,
}

/// The reply to a stranger. `has_code`: nobody has used the owner's code yet.
pub fn private_bot(turned: Turned, has_code: bool, channel: &str, id: &str) -> String {
    let code =
        "If you are the owner, send me `/start CODE` with the code that the program printed when it started.";
    match turned {
        Turned::Refused => "This bot is private, and its owner has not let you in.".to_owned(),
        Turned::TooMany => {
            "This bot is private, and many others wait for its owner. Please write again in a few days."
                .to_owned()
        }
        Turned::Asked => {
            let asked = "This bot is private. I have asked its owner to let you in. If they do, I will answer you here.";
            if has_code { format!("{asked}\n\n{code}") } else { asked.to_owned() }
        }
        Turned::Unheard if has_code => format!(
            "This bot is private and has no owner yet. As soon as it has one, I will ask them to let you in.\n\n{code}"
        ),
        Turned::Unheard => format!(
            "This bot is private, and I cannot reach its owner. If you know them, tell them your id: `{channel}:{id}`. \
             They can let you in with it."
        ),
    }
}

/// The most of what a stranger wrote that is shown, in characters.
const WORDS: usize = 100;

/// The request to the owner: who waits to be let in, and what was decided about whom. `more` are not shown.
pub fn knocks(strangers: &[Stranger], more: i64) -> Content {
    let waiting = strangers.iter().filter(|stranger| stranger.state == StrangerState::Waiting).count();
    let mut body = Rich::builder();
    let mut buttons = Vec::new();
    for (at, stranger) in strangers.iter().enumerate() {
        body = body.text(if at > 0 { "\n\n" } else { "" });
        let number = if waiting > 1 { format!("{}. ", at + 1) } else { String::new() };
        body = match stranger.state {
            StrangerState::Waiting => {
                buttons.push(choice(stranger, &number));
                knock(body.text(number), stranger)
            }
            StrangerState::Admitted => body.bold(in_a_line(&stranger.name, NAME)).text(" was admitted."),
            StrangerState::Refused => body.bold(in_a_line(&stranger.name, NAME)).text(" was refused."),
        };
    }
    if more > 0 {
        body = body.text(format!("\n\nand {more} more: send /approvals to see who waits."));
    }
    if waiting > 0 {
        body = body.text("\n\nWhoever you admit has a memory of their own, and never sees yours.");
    }
    Content { body: body.build(), buttons, ..Content::default() }
}

/// Says who wants to be let in, and what they wrote, as it may be shown: they choose all of it.
pub(super) fn knock(body: RichBuilder, stranger: &Stranger) -> RichBuilder {
    let account = match &stranger.username {
        Some(username) => format!("@{}", in_a_line(username, NAME)),
        None => stranger.external_id.clone(),
    };
    let platform = in_english(|| platform(&stranger.channel));
    let place = if stranger.chat_kind == ChatKind::Group { ", in a group" } else { "" };
    let body = body.bold(in_a_line(&stranger.name, NAME)).text(format!(" ({account} on {platform}{place})"));
    let first = stranger.first_event();
    let words = match first.as_ref().map(|first| &first.event) {
        Some(Event::Message { text, .. }) => elided(&shown::line(text.trim()), WORDS),
        _ => String::new(),
    };
    match words.is_empty() {
        true => body.text(" wants to talk to me."),
        false => body.text(format!(" wants to talk to me: “{words}”")),
    }
}

/// The buttons that decide about a stranger.
pub(super) fn choice(stranger: &Stranger, number: &str) -> Vec<adjutant_channel::Button> {
    let token = stranger.knock_token.as_str();
    let knock = |admits| Button::Knock { token, admits };
    vec![
        button(&format!("{number}Admit"), knock(true), ButtonStyle::Primary),
        button(&format!("{number}Refuse"), knock(false), ButtonStyle::Danger),
    ]
}

pub fn pressed_admit() -> &'static str {
    "Admitted."
}

pub fn pressed_refuse() -> &'static str {
    "Refused."
}

pub fn knock_decided_before() -> &'static str {
    "You have already decided this. Nothing has changed."
}

/// The line to somebody whom the owner lets in; `too_old`: what they wrote meanwhile is not answered any more.
pub fn admitted(too_old: bool) -> &'static str {
    if too_old {
        "The owner has let you in. What you wrote was a while ago: please write it again if you still want an answer. \
         /help says what I can do."
    } else {
        "The owner has let you in. Write to me as you would to a person, or send /help to see what I can do."
    }
}
