//! `/console`: the links that open the console, and what the owner may read there.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{timestamp::Timestamp, zones::Zone};

use super::{count, fluent::in_english, times};

/// The argument that signs all browsers out.
pub const OFF: &str = "off";
/// What was signed out, for the audit.
pub const ALL_BROWSERS: &str = "all browsers";
pub const ONE_BROWSER: &str = "a browser";

pub fn in_private() -> &'static str {
    "Please ask me that in a direct chat: the link that I send you there is for you alone."
}

pub fn how_to_use() -> &'static str {
    "Write /console for a link to your console, or /console off to sign your browsers out."
}

/// The answer to the owner while others cannot open the console; with its address on the machine itself, if it is served.
pub fn no_address(here: Option<&str>) -> String {
    let Some(here) = here else {
        return "The console is a part of the chat page, which is switched off: set enabled = true under [channels.web]."
            .to_owned();
    };
    format!(
        "The console is at {here}, for a browser on the machine where I run that has opened the chat page before. To have a \
         link from me that opens it elsewhere, for you and for those whom I serve, set url under [console] to the address of a \
         proxy with TLS in front of the chat page, and list its host in hosts under [channels.web]."
    )
}

/// The same to others.
pub fn no_address_for_you() -> &'static str {
    "The owner of this bot has not given the console an address, so I have no link for you."
}

/// The one message that shows a link. `read_since`: when the person was told that the owner may read what they write.
pub fn link(url: &str, is_owner: bool, read_since: Option<(Timestamp, Zone)>, now: Timestamp) -> Content {
    let more = if is_owner { ", and how I am doing" } else { "" };
    let mut body = Rich::builder()
        .text("Open your console with this link, once and within 10 minutes:\n\n")
        .text(url)
        .text(format!(
            "\n\nIt shows in a browser what is yours: what waits for your approval, your schedules, what I have answered and \
             used, and the audit{more}. You can decide and change things there. The browser stays signed in for 30 days. Pass \
             the link to nobody: whoever opens it first sees and decides in your place. To end it, sign out there, or write \
             /console off, which signs all your browsers out."
        ));
    if let Some((since, zone)) = read_since {
        let since = in_english(|| times::day_and_time(since, now, zone));
        body = body.text(format!(
            "\n\nThe owner of this bot can read in the console what you have written to me in direct chats since {since}, and \
             what I answered."
        ));
    }
    Content::text(body.build())
}

/// What stands in place of a link that was opened.
pub fn opened() -> &'static str {
    "A link to your console was here, and a browser has opened it. If that was not you, write /console off now."
}

/// What stands in place of a link that nobody has opened.
pub fn over() -> &'static str {
    "A link to your console was here. It opens nothing any more; write /console for another."
}

/// A message without its link.
pub fn in_its_place(said: &str) -> Content {
    Content::text(Rich::plain(said))
}

/// What was allowed, for the audit.
pub fn signed_in(account: &str) -> String {
    format!("a browser, by a link sent to {account}")
}

/// What the owner has read, for the audit.
pub fn read_turn(turn: &str) -> String {
    format!("what was said in {turn}")
}

pub fn signed_out(browsers: u64) -> String {
    let links = "Links that I had sent open nothing any more.";
    match browsers {
        0 => format!("No browser is signed in. {links}"),
        browsers => format!("Signed out: {}. {links}", count(browsers as i64, "browser")),
    }
}

/// The notice before the owner may read what somebody writes.
pub fn owner_reads() -> &'static str {
    "The owner of this bot can read in the console what is said in our direct chats from now on: what you write to me, what I \
     answer, and what I give to tools, such as the text of a note. This includes runs of schedules that you make there from now \
     on. What tools return is not shown, nor what was said before this message, unless I repeat it. Groups are left out. /status \
     says since when this has been so."
}

/// The line about that in `/status`.
pub fn read_since(since: &str) -> String {
    format!(
        "- The owner can read in the console what you have written to me in direct chats since {since}, and what I answered"
    )
}

// Answers to browsers -------------------------------------------------------------------------------------------

/// The answer to a browser that is not signed in, or not any more.
pub fn needed() -> &'static str {
    "You are not signed in. Send /console to the bot in a direct chat, and open the link that it sends."
}

/// The answer to a link that is wrong, was opened before, or is over.
pub fn refused() -> &'static str {
    "This link opens nothing any more: it works once, and for 10 minutes. Send /console to the bot in a direct chat for \
     another."
}

/// The same, when there were many.
pub fn refused_too_often() -> &'static str {
    "Too many links were tried that open nothing. Wait a minute. Then send /console to the bot in a direct chat, and open the \
     link that it sends."
}

/// The answer to a request that another site may have made.
pub fn foreign() -> &'static str {
    "Requests from other sites are refused. Open the console by its own address."
}

/// The answer to whoever holds the page's key and signs out.
pub fn opened_by_key() -> &'static str {
    "This browser opens the console with the key of the chat page, not with a link. To shut it out, change the key."
}

/// The answer to a link that is opened by whoever holds the page's key.
pub fn has_key() -> &'static str {
    "This browser opens the console with the key of the chat page, as the owner. Open the link in another browser, or in a private \
     window: it has not been used."
}
