//! `/console`: the links that open the console, and what the owner may read there.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{timestamp::Timestamp, zones::Zone};

use super::{fluent::text, times};

/// The argument that signs out all browsers.
pub const OFF: &str = "off";
/// The browsers signed out, for the audit, whose labels are in English.
pub const ALL_BROWSERS: &str = "all browsers";
pub const ONE_BROWSER: &str = "a browser";

pub fn in_private() -> &'static str {
    text!("sign-in-in-private")
}

pub fn how_to_use() -> &'static str {
    text!("sign-in-how-to-use")
}

/// The answer to the owner while the console has no address for others; with its address on the machine itself, if it
/// is served.
pub fn no_address(here: Option<&str>) -> String {
    match here {
        Some(here) => text!("sign-in-no-address", here = here),
        None => text!("sign-in-no-page").to_owned(),
    }
}

/// The same answer to other people.
pub fn no_address_for_you() -> &'static str {
    text!("sign-in-no-address-for-you")
}

/// The one message that shows a link. `read_since`: when the person was told that the owner may read their messages.
pub fn link(url: &str, is_owner: bool, read_since: Option<(Timestamp, Zone)>, now: Timestamp) -> Content {
    let mut body = Rich::builder()
        .text(text!("sign-in-open"))
        .text("\n\n")
        .text(url)
        .text("\n\n")
        .text(text!("sign-in-about", owner = if is_owner { "yes" } else { "no" }));
    if let Some((since, zone)) = read_since {
        let since = times::day_and_time(since, now, zone);
        body = body.text("\n\n").text(text!("sign-in-read-since", since = since));
    }
    Content::text(body.build())
}

/// The text in place of a link that was opened.
pub fn opened() -> &'static str {
    text!("sign-in-opened")
}

/// The text in place of a link that expired unopened.
pub fn over() -> &'static str {
    text!("sign-in-over")
}

/// A message without its link.
pub fn in_its_place(said: &str) -> Content {
    Content::text(Rich::plain(said))
}

/// The sign-in that was allowed, for the audit, in English.
pub fn signed_in(account: &str) -> String {
    format!("a browser, by a link sent to {account}")
}

/// The turn that the owner has read, for the audit, in English.
pub fn read_turn(turn: &str) -> String {
    format!("what was said in {turn}")
}

pub fn signed_out(browsers: u64) -> String {
    text!("sign-in-signed-out", count = browsers)
}

/// The notice before the owner may read a person's messages.
pub fn owner_reads() -> &'static str {
    text!("sign-in-owner-reads")
}

/// The line about this in `/status`.
pub fn read_since(since: &str) -> String {
    text!("sign-in-status-read-since", since = since)
}

// Answers to browsers -------------------------------------------------------------------------------------------

/// The answer to a browser that is not signed in, or no longer is.
pub fn needed() -> &'static str {
    text!("sign-in-needed")
}

/// The answer to a link that is wrong, expired or already used.
pub fn refused() -> &'static str {
    text!("sign-in-refused")
}

/// The answer after too many wrong links.
pub fn refused_too_often() -> &'static str {
    text!("sign-in-refused-too-often")
}

/// The answer to a request that another site may have made.
pub fn foreign() -> &'static str {
    text!("sign-in-foreign")
}

/// The answer to a sign-out in a browser that opens the console with the chat page's key.
pub fn opened_by_key() -> &'static str {
    text!("sign-in-opened-by-key")
}

/// The answer to a link opened in a browser that opens the console with the chat page's key.
pub fn has_key() -> &'static str {
    text!("sign-in-has-key")
}
