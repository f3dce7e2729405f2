//! Texts of the console that the gateway makes. Those of its pages are with the pages.

use std::time::Duration;

use adjutant_domain::{clock::Doubt, timestamp::Timestamp, zones::Zone};
use chrono::{DateTime, Utc};

use super::{clock, count, fluent::in_english, health, places::platform as platform_of, times};

/// The name of a channel's platform as a heading.
pub fn platform(channel: &str) -> &str {
    if channel == "web" { "Chat page" } else { platform_of(channel) }
}

/// A due time as the clocks of a zone show it, with their distance from UTC: a change of clocks is seen.
pub fn moment(at: DateTime<Utc>, zone: Zone, now: Timestamp) -> String {
    let moment = in_english(|| times::day_and_time(at.into(), now, zone));
    format!("{moment} ({})", at.with_timezone(&zone).format("%Z"))
}

/// The answer while the gateway starts.
pub fn starting() -> &'static str {
    "The gateway is starting. Try again in a moment."
}

/// The answer to somebody who is not served.
pub fn not_served() -> &'static str {
    "The person of this page is not served any more. The owner can admit them again with /people."
}

/// The answer when the database failed.
pub fn database_failed() -> &'static str {
    "The database could not be read. The log of the gateway says why."
}

/// The answer to a request for a page that there is not.
pub fn no_such_page() -> &'static str {
    "There is no such page."
}

/// The answer to a change that the gateway does not know.
pub fn not_understood() -> &'static str {
    "The gateway did not understand this. Reload the page: it may be of another version."
}

/// The answer to one page too many.
pub fn too_many_pages() -> &'static str {
    "Too many pages of the console are open. Close one, and reload this one."
}

/// The answer to one request too many.
pub fn too_many_requests() -> &'static str {
    "Your browsers ask for too much at a time. Close some pages of the console, and reload this one."
}

/// The answer to a press about a dead letter that is gone.
pub fn no_such_letter() -> &'static str {
    "This message is no longer among those that were given up. Nothing has changed."
}

/// The answer when a dead letter is delivered after all.
pub fn letter_retried() -> &'static str {
    "It is being sent again."
}

/// The answer when a dead letter was deleted.
pub fn letter_dropped() -> &'static str {
    "Deleted. It will not be sent."
}

/// The answer to the change of a note by somebody with whom there is no direct chat.
pub fn write_first() -> &'static str {
    "Write to the bot in a direct chat first: a changed note belongs to it. Nothing has changed."
}

/// The answer when a note was changed.
pub fn note_changed() -> &'static str {
    "The note is changed."
}

/// The answer when a schedule was changed.
/// The answer to a change that a rule of the operator forbids.
pub fn not_permitted() -> &'static str {
    "Whoever runs this bot does not permit it."
}

/// The answer to a change that the owner has to decide.
pub fn owner_decides() -> &'static str {
    "The owner decides about this. Ask the bot for the change in a chat: it asks them."
}

pub fn schedule_changed() -> &'static str {
    "The schedule is changed."
}

/// The answer to the admission of what is no account.
pub fn no_such_account() -> &'static str {
    "That is no account. Write it as telegram:42 or discord:42, with the number of the account. Nothing has changed."
}

/// A fault: a channel that is not connected.
pub fn channel_down(platform: &str, why: &str) -> String {
    format!("{platform} is not connected: {why}")
}

/// A fault: a key that its provider refuses.
pub fn key_refused(model: &str) -> String {
    format!("The provider of {model} refuses the key.")
}

/// A fault: there is no language model.
pub fn no_model() -> &'static str {
    "No language model is set: the built-in assistant answers, which knows a few commands."
}

/// A fault: the clock.
pub fn clock(doubt: &Doubt) -> String {
    format!("Clock: {}.", in_english(|| clock::doubt(doubt)))
}

/// A fault: nothing runs the timetable.
pub fn timetable_late(by: Duration) -> String {
    format!("A schedule has been due for {}, and nothing has run it.", health::span(by))
}

/// A fault: messages that delivery gave up in the last week. `or_more`: they were not all counted.
pub fn dead_letters(letters: usize, or_more: bool) -> String {
    let more = if or_more { " or more" } else { "" };
    format!("{}{more} could not be delivered in the last 7 days.", count(letters as i64, "message"))
}

/// The answer to somebody who asks for what is the owner's alone.
pub fn owner_alone() -> &'static str {
    "Only the owner may do this. Nothing has changed."
}

/// The answer while the checks run for another page.
pub fn checks_run() -> &'static str {
    "The checks are running already. Try again in a moment."
}

/// The answer when the checks were ended.
pub fn checks_took_too_long(limit: Duration) -> String {
    format!(
        "The checks were ended after {}. `adjutant doctor`, on the gateway's machine, takes the time that they need.",
        health::span(limit)
    )
}

/// The answer while the database is copied for another page.
pub fn copy_runs() -> &'static str {
    "A copy is being made already. It will be in the list."
}

/// The answer when the database was copied.
pub fn copied(name: &str) -> String {
    format!("Copied: {name}")
}

/// The answer when the database could not be copied.
pub fn copy_failed(error: &str) -> String {
    format!("The database was not copied: {error}. The folder of the copies is [backup] folder.")
}

/// The answer to a request for a copy that is gone.
pub fn no_such_copy() -> &'static str {
    "There is no such copy any more. It may have been deleted to make room for newer ones."
}
