//! `/vault`: a person's secrets, by their names; never a value.

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, SecretAction, VaultPress},
    zones::Zone,
};
use adjutant_store::secrets::{Outcome, Secret};

use super::{
    button, count, in_a_line,
    list::{PAGE, Page, in_rows, titled},
    note_list::moment,
};

/// The most of a name or a server that is shown, in characters.
const NAME: usize = 60;

pub fn in_private() -> &'static str {
    "Please ask me that in a direct chat: nobody else should read about your secrets."
}

pub fn how_to_add() -> &'static str {
    "To give me a secret, such as an access token, write /vault add NAME SERVER; for example: /vault add github \
     api.github.com. Then I ask you for its value. I send it to that server alone."
}

pub fn bad_name() -> &'static str {
    "A name has up to 40 small letters, digits, dashes and underscores."
}

pub fn bad_server() -> &'static str {
    "A server is like api.example.com, or https://api.example.com:8443. I send secrets over https only, except within \
     this machine."
}

pub fn too_many(most: usize) -> String {
    format!("You have {most} secrets, and I keep no more. Delete one under /vault first.")
}

pub fn send_the_value(name: &str, server: &str) -> String {
    format!(
        "Send me the value of {name} as your next message, within 10 minutes. I keep it sealed, use it for {server} \
         alone, and show it to nobody, not even to my model. To end this, send /cancel."
    )
}

pub fn cancelled() -> &'static str {
    "All right, I do not wait for a secret any more."
}

/// What became of a value; `removed`: whether the message with it is gone from the chat, `None` where there was none to
/// be seen.
pub fn taken(outcome: Outcome, name: &str, server: &str, removed: Option<bool>) -> String {
    let what = match outcome {
        Outcome::Stored => format!(
            "I have the secret {name} now, for {server}. Ask me for something there, and say which secret to use."
        ),
        Outcome::Unsealed => format!(
            "I could not seal the value of {name}, so I kept nothing of it. My log says why; tell whoever runs me."
        ),
        Outcome::Late => format!(
            "You sent the value of {name} too late, so I kept nothing of it. Begin again: /vault add {name} {server}"
        ),
        Outcome::Unusable => format!(
            "That cannot be the value of {name}: it is one line of text of up to 4,000 characters. I kept \
             nothing of it. Begin again: /vault add {name} {server}"
        ),
    };
    match removed {
        Some(true) => format!("{what}\n\nI have removed your message with the value."),
        Some(false) => {
            format!("{what}\n\nI cannot remove your message with the value here. Please delete it yourself.")
        }
        None => what,
    }
}

/// A page, from 0, of a person's secrets.
pub fn listing(secrets: &[Secret], page: i64, zone: Zone) -> Content {
    let page = Page::of(page, secrets.len() as i64);
    let here: Vec<_> = secrets.iter().skip(page.first as usize).take(PAGE as usize).collect();
    let mut body = Rich::builder().bold("Your secrets");
    body = match here.is_empty() {
        true => body.text(": none\n"),
        false => body.text(page.extent(here.len() as i64)).text("\n"),
    };
    let mut open = Vec::new();
    for (number, secret) in page.numbers().zip(&here) {
        let about = format!(": for {}, {}", in_a_line(&secret.server, NAME), used(secret, zone));
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
        .text(format!("\nFor: {}", in_a_line(&secret.server, NAME)))
        .text(format!("\nAdded: {}", moment(secret.created_at, zone)))
        .text(format!("\nUses: {}", used(secret, zone)))
        .text("\n\nIf I delete it, it is gone for good. What it logs in to still accepts it until you revoke it there.")
        .build();
    let row = vec![
        act("Delete", secret, SecretAction::Delete, ButtonStyle::Danger),
        press("Back", VaultPress::Page(0), ButtonStyle::Plain),
    ];
    Content { body, buttons: vec![row], ..Content::default() }
}

pub fn deleted() -> &'static str {
    "The secret is deleted."
}

pub fn no_such_secret() -> &'static str {
    "That secret is not there any more."
}

fn used(secret: &Secret, zone: Zone) -> String {
    match secret.last_used_at {
        Some(at) => format!("{}, last {}", count(secret.uses, "use"), moment(at, zone)),
        None => "not used yet".to_owned(),
    }
}

fn act(label: &str, secret: &Secret, action: SecretAction, style: ButtonStyle) -> Shown {
    press(label, VaultPress::Secret(&secret.secret_id, action), style)
}

fn press(label: &str, press: VaultPress<'_>, style: ButtonStyle) -> Shown {
    button(label, Button::Vault(press), style)
}
