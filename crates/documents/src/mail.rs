//! E-mail: sender, recipients, text and the names of attached files.

use std::fmt::Write as _;

use adjutant_domain::document::Part;
use mail_parser::{Address, MessageParser, MimeHeaders as _};

use crate::Unreadable;

/// Known headers. A mail has at least three of them among its first lines.
const HEADERS: [&str; 9] = [
    "from:",
    "to:",
    "subject:",
    "date:",
    "received:",
    "return-path:",
    "message-id:",
    "mime-version:",
    "delivered-to:",
];

/// Headers of which one, with a sender, makes a mail if nothing but headers comes before the first empty line.
const OF_A_LETTER: [&str; 3] = ["to:", "subject:", "date:"];

/// Returns whether a text is a mail. Mails of programs may have few headers.
pub(super) fn is_one(text: &str) -> bool {
    let head: Vec<_> = text.lines().take(40).take_while(|line| !line.is_empty()).collect();
    let is =
        |line: &str, header: &str| line.get(..header.len()).is_some_and(|it| it.eq_ignore_ascii_case(header));
    let has = |header: &str| head.iter().any(|line| is(line, header));
    let known = head.iter().filter(|line| HEADERS.iter().any(|header| is(line, header))).count();
    let goes_on = |line: &&str| line.starts_with([' ', '\t']);
    let are_headers = || head.iter().all(|line| is_header(line) || goes_on(line));
    let is_letter = || has("from:") && OF_A_LETTER.iter().any(|header| has(header)) && are_headers();
    head.first().is_some_and(|line| is_header(line)) && (known >= 3 || is_letter())
}

/// Returns whether a line begins with the name of a header.
fn is_header(line: &str) -> bool {
    line.split_once(':').is_some_and(|(name, _)| {
        !name.is_empty()
            && name.len() < 60
            && name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
    })
}

pub(super) fn read(bytes: &[u8]) -> Result<Vec<Part>, Unreadable> {
    let mail = MessageParser::default().parse(bytes).ok_or(Unreadable::Damaged)?;
    let mut text = String::new();
    for (name, who) in [("From", mail.from()), ("To", mail.to()), ("Cc", mail.cc())] {
        let who = who.map(addresses).unwrap_or_default();
        if !who.is_empty() {
            let _ = writeln!(text, "{name}: {who}");
        }
    }
    if let Some(date) = mail.date() {
        let _ = writeln!(text, "Date: {}", date.to_rfc3339());
    }
    if let Some(subject) = mail.subject() {
        let _ = writeln!(text, "Subject: {subject}");
    }
    for at in 0..mail.text_body_count() {
        let _ = write!(text, "\n{}", mail.body_text(at).unwrap_or_default().trim());
    }
    let files: Vec<_> = mail.attachments().map(|file| file.attachment_name().unwrap_or("a file")).collect();
    if !files.is_empty() {
        let _ = write!(text, "\n\nAttached: {}", files.join(", "));
    }
    Ok(vec![Part::new(text.replace("\r\n", "\n"))])
}

fn addresses(who: &Address<'_>) -> String {
    let one = |address: &mail_parser::Addr<'_>| match (&address.name, &address.address) {
        (Some(name), Some(address)) => format!("{name} <{address}>"),
        (name, address) => name.as_ref().or(address.as_ref()).map(ToString::to_string).unwrap_or_default(),
    };
    who.iter().map(one).collect::<Vec<_>>().join(", ")
}
