//! Contact forms: a visitor's message, and the answer to it.

use serde::Serialize;
use url::form_urlencoded;

use crate::{model::Site, template::is_email};

/// The longest name, in characters.
pub const MAX_NAME: usize = 120;
/// The longest mail address, in bytes.
pub const MAX_EMAIL: usize = 254;
/// The longest message, in characters.
pub const MAX_MESSAGE: usize = 4_000;
/// The longest path of a page, in bytes.
const MAX_PAGE: usize = 300;

/// A form that a visitor has filled in. [`Filled::faults`] checks the fields.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Filled {
    /// The path of the page that shows the form.
    pub page: String,
    pub name: String,
    pub email: String,
    pub message: String,
    /// A field that people do not see: only programs fill it in.
    #[serde(skip)]
    pub trap: String,
}

/// The fields that do not fit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Faults {
    pub name: bool,
    pub email: bool,
    pub message: bool,
}

/// The answer to a form that a visitor has sent.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FormAnswer {
    Sent,
    /// The visitor may correct the fields.
    Wrong(Filled, Faults),
    /// The visitor may try again later.
    TooMany(Filled),
    /// The owner has blocked this visitor.
    Refused,
    /// The visitor may try again at once.
    Failed(Filled),
}

impl Filled {
    /// Parses `application/x-www-form-urlencoded`. Invalid text is replaced, control characters are left out, and of a
    /// repeated field the first counts.
    pub fn parse(body: &[u8]) -> Self {
        let mut filled = Self::default();
        for (name, value) in form_urlencoded::parse(body) {
            let field = match &*name {
                "page" => &mut filled.page,
                "name" => &mut filled.name,
                "email" => &mut filled.email,
                "message" => &mut filled.message,
                "website" => &mut filled.trap,
                _ => continue,
            };
            if field.is_empty() {
                *field = value.into_owned();
            }
        }
        filled.name = in_a_line(&filled.name);
        filled.email = in_a_line(&filled.email);
        filled.message = in_lines(&filled.message);
        if filled.page.len() > MAX_PAGE {
            filled.page.clear();
        }
        filled
    }

    /// Returns the fields that do not fit; `None` if all do.
    pub fn faults(&self) -> Option<Faults> {
        let is_length = |text: &str, max| (1..=max).contains(&text.chars().count());
        let faults = Faults {
            name: !is_length(&self.name, MAX_NAME),
            email: self.email.len() > MAX_EMAIL || !is_email(&self.email),
            message: !is_length(&self.message, MAX_MESSAGE),
        };
        (faults != Faults::default()).then_some(faults)
    }
}

impl Site {
    /// Returns whether any page shows a contact form.
    pub fn has_form(&self) -> bool {
        self.pages.iter().flat_map(|page| &page.sections).any(crate::Section::has_form)
    }
}

impl crate::Section {
    /// Returns whether the section shows a contact form, provided that the site has an address for forms.
    pub fn has_form(&self) -> bool {
        let form = self.content.get("form").and_then(serde_json::Value::as_bool);
        self.template == "contact" && form == Some(true)
    }
}

fn in_a_line(text: &str) -> String {
    let text: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    text.split_whitespace().collect::<Vec<_>>().join(" ")
}

/// Normalises line ends: browsers send two characters for each, and count one.
fn in_lines(text: &str) -> String {
    let text = text.replace("\r\n", "\n").replace('\r', "\n");
    let text: String = text.chars().filter(|c| !c.is_control() || matches!(c, '\n' | '\t')).collect();
    text.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn body(pairs: &[(&str, &str)]) -> Vec<u8> {
        form_urlencoded::Serializer::new(String::new()).extend_pairs(pairs).finish().into_bytes()
    }

    #[test]
    fn a_form_is_read_field_by_field() {
        let sent = body(&[
            ("page", "/contact"),
            ("name", " Bob\r\nExample "),
            ("email", " bob@example.org "),
            ("message", "\r\nHello!\r\n\r\nBye\u{7}, Bob\n"),
            ("website", ""),
            ("name", "Mallory"),
            ("other", "x"),
        ]);
        let filled = Filled::parse(&sent);
        let read = Filled {
            page: "/contact".to_owned(),
            name: "Bob Example".to_owned(),
            email: "bob@example.org".to_owned(),
            message: "Hello!\n\nBye, Bob".to_owned(),
            trap: String::new(),
        };
        assert_eq!(filled, read);
        assert_eq!(filled.faults(), None);
        assert_eq!(Filled::parse(b"website=https%3A%2F%2Fspam.example").trap, "https://spam.example");
    }

    #[test]
    fn each_field_has_its_limits() {
        let fits = Filled {
            name: "b".repeat(MAX_NAME),
            email: "bob@example.org".to_owned(),
            message: "ä".repeat(MAX_MESSAGE),
            ..Filled::default()
        };
        assert_eq!(fits.faults(), None);
        let none = Faults::default();
        let long = |filled: Filled| filled.faults().unwrap_or_default();
        assert_eq!(
            long(Filled { name: "b".repeat(MAX_NAME + 1), ..fits.clone() }),
            Faults { name: true, ..none }
        );
        assert_eq!(
            long(Filled { message: "ä".repeat(MAX_MESSAGE + 1), ..fits.clone() }),
            Faults { message: true, ..none }
        );
        for email in
            ["", "bob", "bob@", "@example.org", "bob@example", "bob@a.example bcc@b.example", "a@b@c.de"]
        {
            let filled = Filled { email: email.to_owned(), ..fits.clone() };
            assert_eq!(long(filled), Faults { email: true, ..none }, "{email}");
        }
        let all = Faults { name: true, email: true, message: true };
        assert_eq!(Filled::parse(b"").faults(), Some(all));
        assert_eq!(Filled::parse(b"name=+%00+&email=%0A&message=%0D%0A%07").faults(), Some(all));
    }

    proptest! {
        #[test]
        fn whatever_is_sent_what_fits_is_short_and_plain(sent in prop::collection::vec(any::<u8>(), 0..200)) {
            let filled = Filled::parse(&sent);
            let plain = |c: char| !c.is_control() || c == '\n' || c == '\t';
            prop_assert!(!filled.name.chars().any(char::is_control) && !filled.email.chars().any(char::is_control));
            prop_assert!(filled.message.chars().all(plain));
        }

        #[test]
        fn what_is_written_comes_back(name in "[a-z&=%+]{1,20}", message in "[ -~äß\n]{1,80}") {
            let filled = Filled::parse(&body(&[("name", &name), ("message", &message)]));
            prop_assert_eq!(filled.name, name);
            prop_assert_eq!(filled.message, message.trim());
        }
    }
}
