//! Hooks: `/hooks`, and the contents of calls.

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
    button,
    fluent::text,
    in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
};

/// The longest shown part of a goal, in characters.
const GOAL: usize = 200;
/// The longest part of a body that a model sees, in characters.
const BODY: usize = 16_000;

pub fn in_private() -> &'static str {
    text!("hooks-in-private")
}

pub fn off() -> &'static str {
    text!("hooks-off")
}

pub fn how_to_add() -> &'static str {
    text!("hooks-how-to-add")
}

pub fn bad_name() -> &'static str {
    text!("hooks-bad-name")
}

pub fn taken(name: &str) -> String {
    text!("hooks-taken", name = name)
}

pub fn too_long(most: usize) -> String {
    text!("hooks-too-long", most = most)
}

pub fn too_many(most: u32) -> String {
    text!("hooks-too-many", most = most)
}

pub fn unsealed() -> &'static str {
    text!("hooks-unsealed")
}

pub fn revoked() -> &'static str {
    text!("hooks-revoked")
}

pub fn no_such_hook() -> &'static str {
    text!("hooks-gone")
}

pub fn ask_again() -> &'static str {
    text!("hooks-ask-again")
}

/// A page, from 0, of a person's hooks.
pub fn listing(hooks: &[Schedule], page: i64) -> Content {
    let page = Page::of(page, hooks.len() as i64);
    let here: Vec<_> = hooks.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold(text!("hooks-title"));
    body = match here.is_empty() {
        true => body.text(text!("hooks-none")).text("\n"),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, hook) in page.numbers().zip(&here) {
        let about = match hook.status {
            Status::Active => text!("hooks-about", does = does(hook)),
            _ => format!(" {}", text!("hooks-about-paused", does = does(hook))),
        };
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
        Some(last) => text!("hooks-calls", count = called.times, time = moment(last, zone)),
        None => text!("hooks-no-calls").to_owned(),
    };
    let body =
        about(hook, address).text("\n").text(calls).text("\n\n").text(text!("hooks-not-again")).build();
    Content { body, buttons: buttons(hook), ..Content::default() }
}

/// A hook with its secret, which is shown only once.
pub fn with_secret(hook: &Schedule, address: &str, secret: &str) -> Content {
    let hello = text!("hooks-hello");
    let example = format!("curl {address} -H 'Authorization: Bearer {secret}' -d '{hello}'");
    let body = about(hook, address)
        .text("\n")
        .text(text!("hooks-secret"))
        .text(" ")
        .code(secret)
        .text("\n\n")
        .text(text!("hooks-try-it"))
        .text("\n")
        .pre("sh", example)
        .text("\n\n")
        .text(text!("hooks-signed"))
        .build();
    Content { body, buttons: buttons(hook), ..Content::default() }
}

/// The same message after the secret was used.
pub fn secret_used(hook: &Schedule, address: &str) -> Content {
    let body = about(hook, address).text("\n\n").text(text!("hooks-secret-used")).build();
    Content { body, buttons: buttons(hook), ..Content::default() }
}

fn about(hook: &Schedule, address: &str) -> RichBuilder {
    let mut body = Rich::builder().bold(&hook.cadence_value);
    if hook.status != Status::Active {
        body = body.text(" ").text(text!("hooks-paused"));
    }
    body.text("\n")
        .text(text!("hooks-each-call", does = does(hook)))
        .text("\n")
        .text(text!("hooks-address"))
        .text(" ")
        .code(address)
}

fn buttons(hook: &Schedule) -> Vec<Vec<Shown>> {
    vec![
        vec![
            act(text!("hooks-new-secret"), hook, HookAction::Renew, ButtonStyle::Plain),
            act(text!("hooks-revoke"), hook, HookAction::Revoke, ButtonStyle::Danger),
        ],
        vec![press(text!("button-back"), HookPress::Page(0), ButtonStyle::Plain)],
    ]
}

fn does(hook: &Schedule) -> String {
    match hook.reminder {
        true => text!("hooks-a-message").to_owned(),
        false => in_a_line(&hook.goal, GOAL),
    }
}

fn act(label: &str, hook: &Schedule, action: HookAction, style: ButtonStyle) -> Shown {
    press(label, HookPress::Hook(hook.schedule_id.as_str(), action), style)
}

fn press(label: &str, press: HookPress<'_>, style: ButtonStyle) -> Shown {
    button(label, Button::Hooks(press), style)
}

// The contents of calls ----------------------------------------------------------------------------------------

/// The sources of the text in a hook's calls.
pub fn source(name: &str) -> Sources {
    Sources::from(format!("a call of the hook {name}").as_str())
}

/// The message for a call, in Markdown: the `goal`, if there is one, and the body as it was sent.
pub fn delivered(goal: Option<&str>, body: &str) -> String {
    let body = match (body.trim(), pretty(body)) {
        ("", _) => text!("hooks-empty-call").to_owned(),
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

/// For the model: the body of a hook's call, and how to read the rest of a long one.
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

/// Returns a JSON object or list, pretty-printed; `None` for any other text.
fn pretty(body: &str) -> Option<String> {
    let value: serde_json::Value = serde_json::from_str(body).ok()?;
    (value.is_object() || value.is_array()).then(|| serde_json::to_string_pretty(&value).ok()).flatten()
}

/// Returns a code block that the text cannot close.
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
