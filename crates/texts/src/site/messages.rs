//! Messages of a website's visitors through its contact form: the message in the owner's chat, and the buttons below
//! it.

use std::fmt::Write as _;

use adjutant_channel::{Button as Shown, ButtonStyle, Content, Rich};
use adjutant_domain::{
    buttons::{Button, SiteMessageAction, SiteMessagePress},
    ids::SiteMessageId,
    shown,
    text::escaped,
};
use adjutant_store::site::messages::Message;

use crate::{button, fluent::text, in_a_line};

/// The longest shown part of a title, in characters.
const TITLE: usize = 60;
/// The longest part of a name or a mail address in an answer to a press, in characters.
const SENDER: usize = 80;

/// The message for the owner, in Markdown. The visitor's text is shown as it is.
pub fn received(site: &str, message: &Message) -> String {
    let site = escaped(&in_a_line(site, TITLE));
    let heading = match in_a_line(&message.page, TITLE) {
        page if page.is_empty() => text!("site-message-heading", site = site),
        page => text!("site-message-heading-page", site = site, page = escaped(&page)),
    };
    let line = |text: &str| escaped(&shown::line(text));
    let from = text!("site-message-from", name = line(&message.name), email = line(&message.email));
    let words = shown::text(&message.message);
    let words: Vec<_> = words.lines().map(|line| format!("> {}", escaped(line))).collect();
    format!("{heading}\n{from}\n\n{}", words.join("\n"))
}

/// The buttons for answering a visitor's message and for blocking or unblocking its sender.
pub fn buttons(id: &SiteMessageId, is_blocked: bool) -> Vec<Vec<Shown>> {
    let press = |label, action, style| {
        button(label, Button::SiteMessage(SiteMessagePress { message: id.as_str(), action }), style)
    };
    let block = match is_blocked {
        true => press(text!("site-message-unblock"), SiteMessageAction::Unblock, ButtonStyle::Plain),
        false => press(text!("site-message-block"), SiteMessageAction::Block, ButtonStyle::Plain),
    };
    vec![vec![press(text!("site-message-reply"), SiteMessageAction::Reply, ButtonStyle::Plain), block]]
}

/// The way to answer a visitor: a link that opens the mail program.
pub fn reply(site: &str, message: &Message) -> Content {
    let name = in_a_line(&message.name, SENDER);
    let subject = format!("Re: {}", in_a_line(site, TITLE));
    let url = format!("mailto:{}?subject={}", encoded(&message.email), encoded(&subject));
    let body = Rich::builder()
        .text(text!("site-message-answer", name = name))
        .text(" ")
        .link(&message.email, url)
        .build();
    Content::text(body)
}

/// The answer to the press for that link.
pub fn replied() -> &'static str {
    text!("site-message-replied")
}

pub fn blocked(email: &str) -> String {
    text!("site-message-blocked", email = in_a_line(email, SENDER))
}

pub fn unblocked(email: &str) -> String {
    text!("site-message-unblocked", email = in_a_line(email, SENDER))
}

pub fn was_not_blocked() -> &'static str {
    text!("site-message-not-blocked")
}

pub fn gone() -> &'static str {
    text!("site-message-gone")
}

/// Returns a text as a part of a `mailto:` address.
fn encoded(text: &str) -> String {
    let mut encoded = String::new();
    for byte in text.bytes() {
        match byte {
            b'-' | b'.' | b'_' | b'~' | b'@' => encoded.push(char::from(byte)),
            byte if byte.is_ascii_alphanumeric() => encoded.push(char::from(byte)),
            // Writing to a string does not fail.
            byte => drop(write!(encoded, "%{byte:02X}")),
        }
    }
    encoded
}

#[cfg(test)]
mod tests {
    use adjutant_channel::rich::{self, Style};
    use adjutant_domain::{ids::SiteId, timestamp::Timestamp};

    use super::*;

    fn message(name: &str, email: &str, text: &str) -> Message {
        Message {
            message_id: SiteMessageId("sitemessage-1".to_owned()),
            site_id: SiteId("site-1".to_owned()),
            page: "Contact *us*".to_owned(),
            name: name.to_owned(),
            email: email.to_owned(),
            message: text.to_owned(),
            address: String::new(),
            content: String::new(),
            received_at: Timestamp::EPOCH,
        }
    }

    #[test]
    fn whatever_is_sent_is_shown_as_it_is() {
        for sent in [
            "Hello!",
            "# a *heading*\n- a list\n> a quote\n/forget_me",
            "<b>bold</b> & [a link](https://evil.example) ``` `x`",
            "a\n\nb",
        ] {
            let told =
                rich::from_markdown(&received("Club_1", &message("**Bob**", "bob_x_@example.org", sent)));
            let heading =
                "A message from your website Club_1, page Contact *us*\nFrom: **Bob**, bob_x_@example.org";
            assert_eq!(told.text, format!("{heading}\n\n{sent}"), "{sent}");
            let styles: Vec<_> = told.entities.iter().map(|entity| &entity.style).collect();
            assert!(matches!(styles[..], [Style::Bold, Style::Quote]), "{styles:?}");
        }
    }

    #[test]
    fn a_reply_is_a_link_that_nothing_in_the_address_changes() {
        let reply = reply("Tennis & Co", &message("Bob", "bob+a&b?c=d@example.org", "Hello")).body;
        assert_eq!(reply.text, "Answer Bob by mail: bob+a&b?c=d@example.org");
        let Style::Link { url } = &reply.entities[0].style else { panic!("{reply:?}") };
        assert_eq!(url, "mailto:bob%2Ba%26b%3Fc%3Dd@example.org?subject=Re%3A%20Tennis%20%26%20Co");
    }
}
