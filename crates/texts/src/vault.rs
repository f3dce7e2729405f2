//! `/vault`: a person's secrets, by their names; it never shows a value.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, SecretAction, VaultPress},
    zones::Zone,
};
use adjutant_store::secrets::{Outcome, Secret};

use super::{
    button,
    fluent::text,
    in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
};

/// The longest shown part of a name or a server, in characters.
const NAME: usize = 60;

pub fn in_private() -> &'static str {
    text!("vault-in-private")
}

pub fn how_to_add() -> &'static str {
    text!("vault-how-to-add")
}

pub fn bad_name() -> &'static str {
    text!("vault-bad-name")
}

pub fn bad_server() -> &'static str {
    text!("vault-bad-server")
}

pub fn too_many(most: usize) -> String {
    text!("vault-too-many", most = most)
}

pub fn send_the_value(name: &str, server: &str) -> String {
    text!("vault-send-the-value", name = name, server = server)
}

pub fn cancelled() -> &'static str {
    text!("vault-cancelled")
}

/// The outcome of a value that was sent; `removed`: whether the message with it was removed from the chat, `None` if
/// there was no visible message.
pub fn taken(outcome: Outcome, name: &str, server: &str, removed: Option<bool>) -> String {
    let what = match outcome {
        Outcome::Stored => text!("vault-stored", name = name, server = server),
        Outcome::Unsealed => text!("vault-unsealed", name = name),
        Outcome::Late => text!("vault-late", name = name, server = server),
        Outcome::Unusable => text!("vault-unusable", name = name, server = server),
        Outcome::NoForm => format!("{}\n\n{}", text!("vault-no-form"), how_to_add()),
    };
    match removed {
        Some(true) => format!("{what}\n\n{}", text!("vault-message-removed")),
        Some(false) => format!("{what}\n\n{}", text!("vault-message-stays")),
        None => what,
    }
}

/// A page, from 0, of a person's secrets.
pub fn listing(secrets: &[Secret], page: i64, zone: Zone) -> Content {
    let page = Page::of(page, secrets.len() as i64);
    let here: Vec<_> = secrets.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold(text!("vault-title"));
    body = match here.is_empty() {
        true => body.text(text!("vault-none")).text("\n"),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, secret) in page.numbers().zip(&here) {
        let server = in_a_line(&secret.server, NAME);
        let about = text!("vault-about", server = server, used = used(secret, zone));
        body = body.text(format!("\n{number}. ")).bold(in_a_line(&secret.name, NAME)).text(about);
        open.push(act(&titled(number, &secret.name), secret, SecretAction::Open, ButtonStyle::Plain));
    }
    body = body.text(if here.is_empty() { "\n" } else { "\n\n" }).text(how_to_add());
    let turns = page.turns(|label, page| press(label, VaultPress::Page(page), ButtonStyle::Plain));
    Content { body: body.build(), buttons: in_rows(open.into_iter(), turns), ..Content::default() }
}

/// A secret.
pub fn one(secret: &Secret, zone: Zone) -> Content {
    let body = Rich::builder()
        .bold(in_a_line(&secret.name, NAME))
        .text("\n")
        .text(text!("vault-for", server = in_a_line(&secret.server, NAME)))
        .text("\n")
        .text(text!("vault-added", time = moment(secret.created_at, zone)))
        .text("\n")
        .text(text!("vault-uses", used = used(secret, zone)))
        .text("\n\n")
        .text(text!("vault-if-deleted"))
        .build();
    let row = vec![
        act(text!("button-delete"), secret, SecretAction::Delete, ButtonStyle::Danger),
        press(text!("button-back"), VaultPress::Page(0), ButtonStyle::Plain),
    ];
    Content { body, buttons: vec![row], ..Content::default() }
}

pub fn deleted() -> &'static str {
    text!("vault-deleted")
}

pub fn no_such_secret() -> &'static str {
    text!("vault-gone")
}

fn used(secret: &Secret, zone: Zone) -> String {
    match secret.last_used_at {
        Some(at) => text!("vault-used", count = secret.uses, time = moment(at, zone)),
        None => text!("vault-not-used").to_owned(),
    }
}

fn act(label: &str, secret: &Secret, action: SecretAction, style: ButtonStyle) -> Shown {
    press(label, VaultPress::Secret(&secret.secret_id, action), style)
}

fn press(label: &str, press: VaultPress<'_>, style: ButtonStyle) -> Shown {
    button(label, Button::Vault(press), style)
}
