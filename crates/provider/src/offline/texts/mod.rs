//! All texts of the assistant. They are Markdown; people's text is escaped.

use adjutant_domain::text::{beginning, escaped};
use chrono::{TimeDelta, Timelike as _};
use serde_json::Value;

mod notes;
mod schedules;

pub(super) use self::notes::{
    note_changed, note_deleted, note_to_delete, nothing_remembered, nothing_to_forget, nothing_to_recall,
    perhaps_a_note, perhaps_remembered, remembered, saved, saved_with_a_time, which_note,
};
pub(super) use self::schedules::{
    again_when, agenda, asks_where_to, has_passed, move_where, moved, next_reminder, no_reminder_about,
    no_such_schedule, not_moved, nothing_to_repeat, repeats, rescheduled, schedule_changed, schedule_deleted,
    schedule_to_delete, scheduled, schedules, title, today_or_later, too_many_at_once, when_it_is,
    which_schedule, which_way,
};
use super::{super::Suggestion, edits::Made, reply::Page, scratchpad::Crossed, suggest, when::Misfit};

pub(super) const LABEL: &str = "built-in assistant (no model)";

/// Words that do not help to identify a note.
pub(super) const FILLERS: &[&str] = &[
    "a", "an", "the", "my", "your", "our", "i", "you", "me", "we", "is", "are", "was", "were", "do", "does",
    "did", "of", "for", "to", "in", "on", "at", "and", "or", "about", "that", "this", "it", "s", "what",
    "who", "when", "where", "how", "which", "why", "much", "many", "often", "have", "has", "had", "need",
    "should", "must", "can", "will", "would", "any",
];

/// The most characters of the name that a schedule gets from its goal.
pub(super) const MAX_NAME_CHARS: usize = 40;
const MAX_QUOTE_CHARS: usize = 300;
const MAX_PAGE_CHARS: usize = 1500;
const MAX_ERROR_CHARS: usize = 300;

/// `value`: a number, or a text for one that JSON cannot hold exactly.
pub(super) fn sum(asked: &str, value: &Value) -> String {
    let value = value.as_str().map_or_else(|| value.to_string(), str::to_owned);
    escaped(&format!("{asked} = {value}"))
}

/// Says what stays of the earlier version of an edited message, and how to end it.
pub(super) fn stays(made: &[Made]) -> String {
    let lines = made.iter().filter_map(|made| match made {
        Made::Schedule { goal, .. } => {
            let name = code(&shortened(goal, MAX_NAME_CHARS));
            Some(format!("the reminder “{}”: `cancel {name}` ends it", quoted(goal)))
        }
        Made::Note { content, id } => {
            Some(format!("the note “{}”: `forget {}` deletes it", quoted(content), code(id)))
        }
        Made::Items(items) => {
            Some(format!("{} on the scratchpad: `cross out …` removes it", enumerated(items)))
        }
        Made::Change => None,
    });
    let lines: Vec<_> = lines.collect();
    match lines.is_empty() {
        true => "What I did for your message before the edit stays as it is.".to_owned(),
        false => format!("This stays from your message before the edit:\n{}", list(lines.into_iter())),
    }
}

/// The reply to a reminder that names a time only.
pub(super) fn remind_of_what(text: &str) -> String {
    let said = shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), MAX_QUOTE_CHARS);
    format!(
        "What shall I remind you of? Say it together with the time, for example: `{} to call alice`",
        code(&said)
    )
}

/// The reply to a reminder whose time was not read, or may be misread because of these words.
pub(super) fn unclear_when(
    words: Option<&str>,
    (goal, names_condition): (&str, bool),
    readings: &[Suggestion],
) -> String {
    let why = match words {
        Some(words) => format!("I can't tell whether “{}” belongs to the time.", quoted(words)),
        None if names_condition => {
            "I know only times, and can't tell when that is: no places, no people, no weather.".to_owned()
        }
        None => "I can't tell when.".to_owned(),
    };
    format!("{SET_NOTHING} {why}\n\n{}", choices(goal, readings))
}

/// The reply to a time that cannot be booked.
pub(super) fn misfit(misfit: Misfit, goal: &str, readings: &[Suggestion]) -> String {
    format!("{SET_NOTHING} {}\n\n{}", why(misfit), choices(goal, readings))
}

/// Says why a time cannot be booked.
fn why(misfit: Misfit) -> String {
    match misfit {
        Misfit::TooFar => "that time is too far in the future.".to_owned(),
        Misfit::OtherWeekday(date) => {
            format!("{} is a {}.", date.format("%-d %B %Y"), date.format("%A"))
        }
        Misfit::Past(at) => format!("{} has passed.", at.format("%-d %B %Y at %H:%M")),
        Misfit::WhichHalf(later) => {
            let said = later.format(if later.minute() == 0 { "%-I o'clock" } else { "%-I:%M" });
            let earlier = later - TimeDelta::hours(12);
            format!("{said} may be {} or {}.", earlier.format("%H:%M"), later.format("%H:%M"))
        }
        Misfit::WhichMidnight(date) => {
            format!("{} begins and ends with a midnight.", date.format("%A %-d %B"))
        }
    }
}

/// Offers messages that the assistant understands.
fn choices(goal: &str, readings: &[Suggestion]) -> String {
    let example = code(&shortened(&suggest::said("tomorrow at 9:30", goal), MAX_QUOTE_CHARS));
    choices_of(readings, &format!("Say it again with a time, for example: `{example}`"))
}

fn choices_of(readings: &[Suggestion], or_else: &str) -> String {
    let asked = match readings.len() {
        0 => return or_else.to_owned(),
        1 => "this",
        _ => "one of these",
    };
    format!("{ASKS} {asked}? Press it, or say it in other words:\n{}", offered(readings))
}

fn offered(readings: &[Suggestion]) -> String {
    list(readings.iter().map(|reading| format!("`{}`", code(&reading.message))))
}

/// Returns the messages that a text of the assistant offered, if it asked one question.
pub(super) fn offered_in(text: &str) -> impl Iterator<Item = &str> {
    let mut lists = OFFERS.iter().flat_map(|words| text.split(words).skip(1));
    let list = lists.next().filter(|_| lists.next().is_none()).unwrap_or_default();
    list.lines().filter_map(|line| line.strip_prefix("- `")?.strip_suffix('`'))
}

/// The reply to requests between other sentences.
pub(super) fn understood_a_part(requests: &[Suggestion]) -> String {
    let [.., part] = OFFERS;
    format!(
        "{part} of this, and have done nothing. Send me one request in a message, or press it:\n{}",
        offered(requests)
    )
}

/// The reply to messages or lines beside others that were understood.
pub(super) fn not_understood(texts: &[String]) -> String {
    let said: Vec<_> = texts.iter().map(|text| format!("“{}”", quoted(text))).collect();
    format!("I didn't understand {}. `help` shows what I can do.", said.join(" and "))
}

/// The reply to an appointment or a duty with its time.
pub(super) fn no_calendar(goal: &str, readings: &[Suggestion]) -> String {
    format!("{SET_NOTHING} I keep no calendar, but I can remind you.\n\n{}", choices(goal, readings))
}

/// The reply to what may be meant for the scratchpad.
pub(super) fn perhaps_an_item(is_done: bool, change: &[Suggestion]) -> String {
    let what = if is_done { "cross that out" } else { "put that" };
    format!("{SHALL_I} {what} on the scratchpad? If so, press it or say it:\n{}", offered(change))
}

/// Returns whether a text of the assistant says that it understood nothing of a message.
pub(super) fn says_that_nothing_is_understood(text: &str) -> bool {
    text.starts_with(NOTHING_UNDERSTOOD)
}

/// Returns whether a text of the assistant says that it has set nothing.
pub(super) fn says_that_nothing_is_set(text: &str) -> bool {
    text.starts_with(SET_NOTHING)
}

/// The beginning of the reply to a message that was not understood.
pub(super) const NOTHING_UNDERSTOOD: &str = "I didn't understand that.";
const SET_NOTHING: &str = "I have set nothing:";
/// The words before messages that are offered.
const OFFERS: [&str; 4] = [ASKS, SHALL_I, WHEN, "I understand only a part"];
const ASKS: &str = "Do you mean";
const SHALL_I: &str = "Shall I";
const WHEN: &str = "When shall it come";

pub(super) fn scratchpad(items: &[String]) -> String {
    if items.is_empty() {
        return "The scratchpad is empty. To put something on it: `jot buy milk`".to_owned();
    }
    format!("On the scratchpad:\n{}", list(items.iter().map(|item| quoted(item))))
}

pub(super) fn jotted(count: usize) -> String {
    match count {
        1 => "Jotted down: it is the only thing on the scratchpad.".to_owned(),
        count => format!("Jotted down. There are {count} things on the scratchpad now."),
    }
}

pub(super) fn crossed_out(crossed: &Crossed) -> String {
    let left = match crossed.left.len() {
        0 => "The scratchpad is empty now.".to_owned(),
        1 => "One thing is left on the scratchpad.".to_owned(),
        left => format!("{left} things are left on the scratchpad."),
    };
    let gone = enumerated(&crossed.gone);
    match crossed.shortened.as_slice() {
        [] => format!("Crossed out: {gone}. {left}"),
        shortened => {
            format!("Crossed out: {gone}. What stays of that line: {}. {left}", enumerated(shortened))
        }
    }
}

/// The reply to a request to cross out what is not there.
pub(super) fn not_on_scratchpad(words: &str, items: &[String]) -> String {
    if items.is_empty() {
        return "There is nothing to cross out: the scratchpad is empty.".to_owned();
    }
    format!(
        "“{}” is not on the scratchpad. There is:\n{}",
        quoted(words),
        list(items.iter().map(|it| quoted(it)))
    )
}

pub(super) fn which_item(items: &[&str]) -> String {
    format!(
        "Which one do you mean? Press it, or be more exact:\n{}",
        list(items.iter().map(|item| quoted(item)))
    )
}

pub(super) fn scratchpad_cleared() -> String {
    "The scratchpad is empty now.".to_owned()
}

pub(super) fn scratchpad_full(limit: usize) -> String {
    format!("That doesn't fit: the scratchpad holds {limit} things. `clear scratchpad` makes room.")
}

pub(super) fn item_too_long(limit: usize) -> String {
    format!("That is too long to jot down: {limit} characters at most. `remember …` takes more.")
}

/// The beginning of a page, which already is Markdown.
pub(super) fn page(page: &Page) -> String {
    let title = page.title.as_deref().filter(|title| !title.trim().is_empty()).unwrap_or(&page.url);
    let content = page.content.trim();
    if content.is_empty() {
        return format!("**{}**\n\nThe page has no text.", quoted(title));
    }
    let shown = shortened(content, MAX_PAGE_CHARS);
    let fence = if shown.matches("```").count() % 2 == 1 { "\n```" } else { "" };
    format!("**{}**\n\n{shown}{fence}", quoted(title))
}

/// The reply to a call that the person denied.
pub(super) fn denied(tool: &str) -> String {
    match tool {
        "memory_delete" => "All right: nothing was deleted.",
        "schedule_delete" => "All right: nothing was cancelled, it stays as it is.",
        "web_fetch" => "All right: I did not fetch the page.",
        _ => "All right: I did not do it.",
    }
    .to_owned()
}

pub(super) fn failed(error: &str) -> String {
    match error.trim() {
        "" => "That did not work.".to_owned(),
        error => format!("That did not work: {}", escaped(&shortened(error, MAX_ERROR_CHARS))),
    }
}

pub(super) fn unusable() -> String {
    "I got a result that I can't read.".to_owned()
}

pub(super) fn no_result() -> String {
    "I have nothing to report.".to_owned()
}

pub(super) fn done() -> String {
    "Done.".to_owned()
}

/// The reply with a tool's own message.
pub(super) fn shown(message: &str) -> String {
    escaped(&shortened(message, MAX_QUOTE_CHARS))
}

/// Returns at most `limit` characters, cut between words where possible.
pub(super) fn shortened(text: &str, limit: usize) -> String {
    let end = beginning(text, limit).len();
    if end == text.len() {
        return text.to_owned();
    }
    let kept = &text[..end];
    let kept = match kept.rfind(char::is_whitespace) {
        Some(space) if space > end / 2 => &kept[..space],
        _ => kept,
    };
    format!("{}…", kept.trim_end())
}

fn list(lines: impl Iterator<Item = String>) -> String {
    lines.map(|line| format!("- {line}")).collect::<Vec<_>>().join("\n")
}

/// "milk, eggs".
fn enumerated(items: &[String]) -> String {
    items.iter().map(|item| quoted(item)).collect::<Vec<_>>().join(", ")
}

/// Returns a person's text, shortened and on one line.
fn quoted(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    escaped(&shortened(&line, MAX_QUOTE_CHARS))
}

/// Returns text for a code span, where nothing can be escaped.
fn code(text: &str) -> String {
    text.replace(['`', '\n'], "")
}
