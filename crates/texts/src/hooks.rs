//! Hooks: `/hooks`, and what calls bring.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich, rich::RichBuilder};
use adjutant_domain::{
    buttons::{Button, HookAction, HookPress},
    ids::RunId,
    origin::Sources,
    shown,
    text::{beginning, escaped},
    zones::Zone,
};
use adjutant_store::{
    hooks::Called,
    schedules::{Schedule, Status},
};

use super::{
    button, count, in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
};

/// The most of a goal that is shown, in characters.
const GOAL: usize = 200;
/// The most of a body that a model is shown, in characters.
const BODY: usize = 16_000;

pub fn in_private() -> &'static str {
    "Please ask me that in a direct chat: whoever sees the secret of a hook can call it."
}

pub fn off() -> &'static str {
    "I take no calls of hooks here. Whoever runs me can change that: [hooks] enabled = true."
}

pub fn how_to_add() -> &'static str {
    "A hook is an address that another program calls. For a hook whose calls come to this chat as messages, write \
     /hooks add NAME, for example: /hooks add doorbell. For one that gives me a task with each call, write /hooks add \
     NAME TASK, for example: /hooks add build Say in one sentence why the build failed."
}

pub fn bad_name() -> &'static str {
    "The name of a hook has up to 40 small letters, digits, dashes and underscores. For example: /hooks add doorbell"
}

pub fn taken(name: &str) -> String {
    format!("You have a hook {name} already. Revoke it under /hooks first, or take another name.")
}

pub fn too_long(most: usize) -> String {
    format!("That task is too long: I keep {most} characters at most.")
}

pub fn too_many(most: u32) -> String {
    format!(
        "You have {most} schedules and hooks, and I keep no more. Delete one under /schedules or /hooks first."
    )
}

pub fn unsealed() -> &'static str {
    "I could not seal the secret of the hook, so I made none. My log says why; tell whoever runs me."
}

pub fn revoked() -> &'static str {
    "The hook is revoked: nobody can call it any more."
}

pub fn no_such_hook() -> &'static str {
    "That hook is not there any more."
}

pub fn ask_again() -> &'static str {
    "I cannot show the secret in this message any more. Send /hooks, and press there."
}

/// A page, from 0, of a person's hooks.
pub fn listing(hooks: &[Schedule], page: i64) -> Content {
    let page = Page::of(page, hooks.len() as i64);
    let here: Vec<_> = hooks.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold("Your hooks");
    body = match here.is_empty() {
        true => body.text(": none\n"),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, hook) in page.numbers().zip(&here) {
        let paused = if hook.status == Status::Active { "" } else { " (paused)" };
        let about = format!("{paused}: {}", does(hook));
        body = body.text(format!("\n{number}. ")).bold(&hook.cadence_value).text(about);
        open.push(act(&titled(number, &hook.cadence_value), hook, HookAction::Open, ButtonStyle::Plain));
    }
    body = body.text(if here.is_empty() { "\n" } else { "\n\n" }).text(how_to_add());
    let turns = page.turns(|label, page| press(label, HookPress::Page(page), ButtonStyle::Plain));
    Content { body: body.build(), buttons: in_rows(open.into_iter(), turns), ..Content::default() }
}

/// A hook.
pub fn one(hook: &Schedule, address: &str, called: &Called, zone: Zone) -> Content {
    let calls = match called.last {
        Some(last) => format!("{} lately, the last {}", count(called.times, "call"), moment(last, zone)),
        None => "none lately".to_owned(),
    };
    let body = about(hook, address)
        .text(format!("\nCalls: {calls}"))
        .text("\n\nI do not show its secret again. If it is lost, or somebody else has it, make a new one: the old one \
               stops working. /schedules pauses it and shows what became of its calls.")
        .build();
    Content { body, buttons: buttons(hook), ..Content::default() }
}

/// A hook with its secret, which is shown this once.
pub fn with_secret(hook: &Schedule, address: &str, secret: &str) -> Content {
    let example = format!("curl {address} -H 'Authorization: Bearer {secret}' -d 'Hello'");
    let body = about(hook, address)
        .text("\nSecret: ")
        .code(secret)
        .text("\n\nTry it:\n")
        .pre("sh", example)
        .text("\n\nPrograms that sign what they send take the same secret: GitHub for one, and all that follow Standard \
               Webhooks. I take the secret out of this message with the first call.")
        .build();
    Content { body, buttons: buttons(hook), ..Content::default() }
}

/// The same once the secret was used.
pub fn secret_used(hook: &Schedule, address: &str) -> Content {
    let body = about(hook, address)
        .text("\n\nThe first call came, so I have taken the secret out of this message.")
        .build();
    Content { body, buttons: buttons(hook), ..Content::default() }
}

fn about(hook: &Schedule, address: &str) -> RichBuilder {
    let paused = if hook.status == Status::Active { "" } else { " (paused)" };
    Rich::builder()
        .bold(&hook.cadence_value)
        .text(format!("{paused}\nEach call: {}\nAddress: ", does(hook)))
        .code(address)
}

fn buttons(hook: &Schedule) -> Vec<Vec<Shown>> {
    vec![
        vec![
            act("New secret", hook, HookAction::Renew, ButtonStyle::Plain),
            act("Revoke", hook, HookAction::Revoke, ButtonStyle::Danger),
        ],
        vec![press("Back", HookPress::Page(0), ButtonStyle::Plain)],
    ]
}

fn does(hook: &Schedule) -> String {
    match hook.reminder {
        true => "a message".to_owned(),
        false => in_a_line(&hook.goal, GOAL),
    }
}

fn act(label: &str, hook: &Schedule, action: HookAction, style: ButtonStyle) -> Shown {
    press(label, HookPress::Hook(hook.schedule_id.as_str(), action), style)
}

fn press(label: &str, press: HookPress<'_>, style: ButtonStyle) -> Shown {
    button(label, Button::Hooks(press), style)
}

// What calls bring ---------------------------------------------------------------------------------------------

/// The sources of the words that the calls of a hook bring.
pub fn source(name: &str) -> Sources {
    Sources::from(format!("a call of the hook {name}").as_str())
}

/// What a call is delivered as, in Markdown: `goal` if there is one, and the body, which is shown as it was sent.
pub fn delivered(goal: Option<&str>, body: &str) -> String {
    let body = match (body.trim(), pretty(body)) {
        ("", _) => "*It was called, and nothing was sent with it.*".to_owned(),
        (_, Some(json)) => fenced(&shown::text(&json)),
        (text, None) => {
            let text = shown::text(text);
            text.lines().map(|line| format!("> {}", escaped(line))).collect::<Vec<_>>().join("\n")
        }
    };
    match goal {
        Some(goal) => format!("{goal}\n\n{body}"),
        None => body,
    }
}

/// For the model: what a hook was called with, and how to read what is left of it.
pub fn body_note(body: &str, run: &RunId) -> String {
    let body = match body.trim() {
        "" => return "The hook of this task was called, and nothing was sent with it.".to_owned(),
        body => body,
    };
    let shown = beginning(body, BODY);
    let rest = match body[shown.len()..].chars().count() {
        0 => String::new(),
        rest => {
            let at = shown.chars().count();
            format!("…\n\n({rest} characters more: call `tool_output` with call_id {run} and offset {at}.)")
        }
    };
    format!("The hook of this task was called. Whoever called it sent this:\n\n{shown}{rest}")
}

/// Returns a JSON object or list on lines of its own; `None` for any other text.
fn pretty(body: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(body).ok()?;
    (value.is_object() || value.is_array()).then(|| serde_json::to_string_pretty(&value).ok()).flatten()
}

/// Returns a block of code that nothing in the text ends.
fn fenced(text: &str) -> String {
    let longest = text.split(|c| c != '`').map(str::len).max().unwrap_or_default();
    let fence = "`".repeat(longest.max(2) + 1);
    format!("{fence}json\n{text}\n{fence}")
}

#[cfg(test)]
mod tests {
    use adjutant_channel::rich;

    use super::*;

    #[test]
    fn what_is_sent_is_shown_as_it_is() {
        for sent in [
            "Somebody rang.",
            "# no *heading*\n- no list\n> no quote",
            "1. ``` [a](https://example.com)",
            "a\n\nb",
        ] {
            assert_eq!(rich::from_markdown(&delivered(None, sent)).text, sent, "{sent}");
        }
        let json = r#"{"text":["``` four ````"]}"#;
        let told = rich::from_markdown(&delivered(Some("Look:"), json));
        assert_eq!(told.text, "Look:\n\n{\n  \"text\": [\n    \"``` four ````\"\n  ]\n}");
        assert_eq!(told.entities.len(), 1, "{told:?}");
    }
}
