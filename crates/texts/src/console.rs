//! Texts of the console that the gateway composes. The texts of its pages are with the pages.

use std::time::Duration;

use adjutant_domain::{clock::Doubt, timestamp::Timestamp, zones::Zone};
use chrono::{DateTime, Utc};

use super::{clock, fluent::text, health, reasons, times};

/// The name of a channel's platform as a heading.
pub fn platform(channel: &str) -> &str {
    health::heading(channel)
}

/// A due time on the clocks of a zone, with the offset from UTC, so that a change of clocks is visible.
pub fn moment(at: DateTime<Utc>, zone: Zone, now: Timestamp) -> String {
    let moment = times::day_and_time(at.into(), now, zone);
    format!("{moment} ({})", at.with_timezone(&zone).format("%Z"))
}

/// The answer while the gateway starts.
pub fn starting() -> &'static str {
    text!("console-starting")
}

/// The answer to somebody whom the bot does not serve.
pub fn not_served() -> &'static str {
    text!("console-not-served")
}

/// The answer when the database failed.
pub fn database_failed() -> &'static str {
    text!("console-database-failed")
}

/// The answer to a request for a page that does not exist.
pub fn no_such_page() -> &'static str {
    text!("console-no-such-page")
}

/// The answer to an unknown change.
pub fn not_understood() -> &'static str {
    text!("console-not-understood")
}

/// The answer if too many pages are open.
pub fn too_many_pages() -> &'static str {
    text!("console-too-many-pages")
}

/// The answer if there are too many requests.
pub fn too_many_requests() -> &'static str {
    text!("console-too-many-requests")
}

/// The answer to a press about a dead letter that no longer exists.
pub fn no_such_letter() -> &'static str {
    text!("console-no-such-letter")
}

/// The answer when a dead letter is sent once more.
pub fn letter_retried() -> &'static str {
    text!("console-letter-retried")
}

/// The answer when a dead letter was deleted.
pub fn letter_dropped() -> &'static str {
    text!("console-letter-dropped")
}

/// The answer to the change of a note by a person without a direct chat.
pub fn write_first() -> &'static str {
    text!("console-write-first")
}

/// The answer when a note was changed.
pub fn note_changed() -> &'static str {
    text!("console-note-changed")
}

/// The answer to a change that a rule of the operator forbids.
pub fn not_permitted() -> &'static str {
    text!("console-not-permitted")
}

/// The answer to a change that the owner has to decide.
pub fn owner_decides() -> &'static str {
    text!("console-owner-decides")
}

/// The answer when a schedule was changed.
pub fn schedule_changed() -> &'static str {
    text!("console-schedule-changed")
}

/// The answer to an edit of a schedule that is no longer as the page showed it.
pub fn schedule_changed_meanwhile() -> &'static str {
    text!("console-schedule-changed-meanwhile")
}

/// The answer to admitting an account that does not exist.
pub fn no_such_account() -> &'static str {
    text!("console-no-such-account")
}

/// Why a channel is not connected: a platform's text as it is, the gateway's text in the reader's language.
pub fn problem(why: &str) -> String {
    reasons::told(why).into_owned()
}

/// A fault: a channel that is not connected, with its [`problem`].
pub fn channel_down(platform: &str, why: &str) -> String {
    text!("console-channel-down", platform = platform, why = why)
}

/// A fault: a key that its provider refuses.
pub fn key_refused(model: &str) -> String {
    text!("console-key-refused", model = model)
}

/// A fault: there is no language model.
pub fn no_model() -> &'static str {
    text!("console-no-model")
}

/// A fault: the clock.
pub fn clock(doubt: &Doubt) -> String {
    text!("console-clock", doubt = clock::doubt(doubt))
}

/// A fault: a schedule that has been due for some time, and that no process has run.
pub fn timetable_late(by: Duration) -> String {
    text!("console-timetable-late", time = health::span(by))
}

/// A fault: messages that delivery gave up on in the last week. `or_more`: not all were counted.
pub fn dead_letters(letters: usize, or_more: bool) -> String {
    let more = if or_more { "yes" } else { "no" };
    text!("console-dead-letters", more = more, count = letters)
}

/// The answer to a request that only the owner may make.
pub fn owner_alone() -> &'static str {
    text!("console-owner-alone")
}

/// The answer while the checks already run for another page.
pub fn checks_run() -> &'static str {
    text!("console-checks-run")
}

/// The answer when the checks were stopped.
pub fn checks_took_too_long(limit: Duration) -> String {
    text!("console-checks-took-too-long", time = health::span(limit))
}

/// The answer while the database is already being copied for another page.
pub fn copy_runs() -> &'static str {
    text!("console-copy-runs")
}

/// The answer when the database was copied.
pub fn copied(name: &str) -> String {
    text!("console-copied", name = name)
}

/// The answer when the database could not be copied.
pub fn copy_failed(error: &str) -> String {
    text!("console-copy-failed", error = error)
}

/// The answer to a request for a copy that no longer exists.
pub fn no_such_copy() -> &'static str {
    text!("console-no-such-copy")
}

/// A program, file or folder whose path on the machine is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    Program,
    Database,
    Copies,
    Files,
    Websites,
    Key,
}

/// The name that is shown beside the path.
pub fn kept(what: Kept) -> &'static str {
    match what {
        Kept::Program => text!("console-path-program"),
        Kept::Database => text!("console-path-database"),
        Kept::Copies => text!("console-path-copies"),
        Kept::Files => text!("console-path-files"),
        Kept::Websites => text!("console-path-websites"),
        Kept::Key => text!("console-path-key"),
    }
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    #[test]
    fn faults_are_told_in_the_reader_s_language() {
        let told = || {
            let day = Duration::from_hours(24);
            [
                channel_down(platform("web"), &problem(health::not_connected())),
                channel_down(platform("telegram"), &problem("bad\ngateway")),
                timetable_late(2 * day),
                dead_letters(1, false),
                dead_letters(100, true),
                checks_took_too_long(day / 24),
            ]
            .join("\n")
        };
        insta::assert_snapshot!(told(), @"
        Chat page is not connected: not connected
        Telegram is not connected: bad
        gateway
        A schedule has been due for 2 days, and nothing has run it.
        1 message could not be delivered in the last 7 days.
        100 messages or more could not be delivered in the last 7 days.
        The checks were ended after 1 h. `adjutant doctor`, on the gateway's machine, takes the time that they need.
        ");
        insta::assert_snapshot!(Language::German.scope_sync(told), @"
        Chatseite ist nicht verbunden: nicht verbunden
        Telegram ist nicht verbunden: bad
        gateway
        Ein Zeitplan ist seit 2 Tagen fällig, und nichts hat ihn ausgeführt.
        1 Nachricht konnte in den letzten 7 Tagen nicht zugestellt werden.
        100 oder mehr Nachrichten konnten in den letzten 7 Tagen nicht zugestellt werden.
        Die Prüfungen wurden nach 1 h beendet. `adjutant doctor`, auf dem Rechner des Gateways, nimmt sich die Zeit, die sie brauchen.
        ");
    }
}
