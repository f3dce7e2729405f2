//! Texts for strangers, for the owner about them, and for people that the owner admits.

use adjutant_channel::{ButtonStyle, ChatKind, Content, Event, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::Button,
    shown::{self, elided},
};
use adjutant_store::people::{Stranger, StrangerState};

use super::{
    button,
    fluent::{PART, text, with_part},
    in_a_line, platform,
};

/// The longest shown part of a stranger's name, in characters: strangers choose it themselves.
const NAME: usize = 60;

pub fn welcome_owner() -> &'static str {
    text!("access-welcome-owner")
}

pub fn wrong_code() -> &'static str {
    text!("access-wrong-code")
}

pub fn code_in_private() -> &'static str {
    text!("access-code-in-private")
}

pub fn code_void() -> &'static str {
    text!("access-code-void")
}

/// The outcome of a stranger's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Turned {
    /// The owner is asked about them.
    Asked,
    /// The owner has no chat in which the bot could ask.
    Unheard,
    /// Too many other strangers already wait for the owner's decision.
    TooMany,
    /// The owner has refused them.
    Refused,
}

/// The reply to a stranger. `has_code`: nobody has used the owner's code yet.
pub fn private_bot(turned: Turned, has_code: bool, channel: &str, id: &str) -> String {
    let with_code = |said: &str| format!("{said}\n\n{}", text!("access-send-code"));
    match (turned, has_code) {
        (Turned::Refused, _) => text!("access-not-let-in").to_owned(),
        (Turned::TooMany, _) => text!("access-too-many-wait").to_owned(),
        (Turned::Asked, true) => with_code(text!("access-owner-asked")),
        (Turned::Asked, false) => text!("access-owner-asked").to_owned(),
        (Turned::Unheard, true) => with_code(text!("access-no-owner-yet")),
        (Turned::Unheard, false) => {
            text!("access-owner-out-of-reach", account = format!("{channel}:{id}"))
        }
    }
}

/// The longest shown part of a stranger's message, in characters.
const WORDS: usize = 100;

/// The request to the owner: the waiting strangers, and the decisions so far. `more` strangers are not shown.
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
            StrangerState::Admitted => {
                body.rich(&with_part(&text!("access-was-admitted", name = PART), &named(stranger)))
            }
            StrangerState::Refused => {
                body.rich(&with_part(&text!("access-was-refused", name = PART), &named(stranger)))
            }
        };
    }
    if more > 0 {
        body = body.text("\n\n").text(text!("access-and-more", count = more));
    }
    if waiting > 0 {
        body = body.text("\n\n").text(text!("access-own-memory"));
    }
    Content { body: body.build(), buttons, ..Content::default() }
}

/// Shows a stranger who wants to be admitted and their message, made safe to show: strangers choose all of it.
pub(super) fn knock(body: RichBuilder, stranger: &Stranger) -> RichBuilder {
    let account = match &stranger.username {
        Some(username) => format!("@{}", in_a_line(username, NAME)),
        None => stranger.external_id.clone(),
    };
    let first = stranger.first_event();
    let words = match first.as_ref().map(|first| &first.event) {
        Some(Event::Message { text, .. }) => elided(&shown::line(text.trim()), WORDS),
        _ => String::new(),
    };
    let said = text!(
        "access-knock",
        name = PART,
        account = account,
        platform = platform(&stranger.channel),
        place = if stranger.chat_kind == ChatKind::Group { "group" } else { "direct" },
        said = if words.is_empty() { "no" } else { "yes" },
        words = words,
        removed = if stranger.was_removed { "yes" } else { "no" },
    );
    body.rich(&with_part(&said, &named(stranger)))
}

fn named(stranger: &Stranger) -> Rich {
    Rich::builder().bold(in_a_line(&stranger.name, NAME)).build()
}

/// The buttons for deciding about a stranger.
pub(super) fn choice(stranger: &Stranger, number: &str) -> Vec<adjutant_channel::Button> {
    let token = stranger.knock_token.as_str();
    let knock = |admits| Button::Knock { token, admits };
    vec![
        button(&format!("{number}{}", text!("access-admit")), knock(true), ButtonStyle::Primary),
        button(&format!("{number}{}", text!("access-refuse")), knock(false), ButtonStyle::Danger),
    ]
}

pub fn pressed_admit() -> &'static str {
    text!("access-pressed-admit")
}

pub fn pressed_refuse() -> &'static str {
    text!("access-pressed-refuse")
}

pub fn knock_decided_before() -> &'static str {
    text!("access-decided-before")
}

/// The line to somebody whom the owner admits; `too_old`: their message is too old to be answered.
pub fn admitted(chat: ChatKind, too_old: bool) -> &'static str {
    match chat {
        _ if too_old => text!("access-let-in-late"),
        ChatKind::Direct => text!("access-let-in"),
        ChatKind::Group => text!("access-let-in-group"),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;
    use serde_json::json;

    use super::*;

    /// A row of the store.
    fn stranger(name: &str, state: &str, chat_kind: &str) -> Stranger {
        let row = json!({
            "channel": "telegram",
            "external_id": "42",
            "knock_token": "token",
            "name": name,
            "username": null,
            "chat": "42",
            "chat_kind": chat_kind,
            "state": state,
            "last_line_at": 0,
            "wrong_codes": 0,
            "knocked_at": 0,
            "asked_at": null,
            "first_event": null,
            "was_removed": name == "dave",
        });
        serde_json::from_value(row).unwrap()
    }

    #[test]
    fn strangers_are_told_of_in_the_reader_s_language() {
        let strangers = [
            stranger("bob", "waiting", "group"),
            stranger("carol", "admitted", "direct"),
            stranger("dave", "waiting", "direct"),
        ];
        let told = || {
            let Content { body, buttons, .. } = knocks(&strangers, 2);
            let labels: Vec<_> = buttons.concat().into_iter().map(|button| button.label).collect();
            format!("{}\n{}", body.text, labels.join(" | "))
        };
        insta::assert_snapshot!(told(), @"
        1. bob (42 on Telegram, in a group) wants to talk to me.

        carol was admitted.

        3. dave (42 on Telegram) wants to talk to me. You removed this account before. If you admit it, everything that it had comes back.

        and 2 more: send /approvals to see who waits.

        Whoever you admit has a memory of their own, and never sees yours.
        1. Admit | 1. Refuse | 3. Admit | 3. Refuse
        ");
        insta::assert_snapshot!(Language::German.scope_sync(told), @"
        1. bob (42 bei Telegram, in einer Gruppe) möchte mit mir sprechen.

        carol wurde zugelassen.

        3. dave (42 bei Telegram) möchte mit mir sprechen. Dieses Konto hast du früher entfernt. Wenn du es zulässt, ist alles wieder da, was es hatte.

        und 2 weitere: Schick /approvals, um zu sehen, wer wartet.

        Wen du zulässt, der hat ein eigenes Gedächtnis bei mir und sieht deines nie.
        1. Zulassen | 1. Abweisen | 3. Zulassen | 3. Abweisen
        ");
    }
}
