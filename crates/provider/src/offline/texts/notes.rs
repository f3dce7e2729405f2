//! The texts about notes.

use chrono::{DateTime, Datelike as _, TimeDelta, Utc};

use super::{
    super::{
        super::Suggestion,
        reply::{Moment, Note},
        suggest,
    },
    SHALL_I, choices, list, offered, quoted,
};

pub(in super::super) fn saved(content: &str) -> String {
    format!("I'll remember: {}", quoted(content))
}

/// The reply to a saved note that names a day by its distance from today.
pub(in super::super) fn saved_with_a_time(content: &str, readings: &[Suggestion]) -> String {
    let shown = offered(readings);
    format!("{}\n\n{SHALL_I} remind you of it, too? If so, press it or say it:\n{shown}", saved(content))
}

/// The reply to a statement that may be meant as a note.
pub(in super::super) fn perhaps_a_note(note: &[Suggestion]) -> String {
    format!("{SHALL_I} remember that? If so, press it or say it:\n{}", offered(note))
}

/// The reply to a new version of a message that changed the note of the earlier one.
pub(in super::super) fn note_changed(content: &str) -> String {
    format!("I have changed the note: {}", quoted(content))
}

/// The reply with notes. Each has the day on which it was told, unless it is a single one that is likely to hold.
pub(in super::super) fn remembered(notes: &[&Note], moment: Moment) -> String {
    let line = |note: &&Note| match told_on(note, moment) {
        Some(day) => format!("{} ({day})", quoted(&note.text)),
        None => quoted(&note.text),
    };
    match notes {
        [note] => match told_on(note, moment).filter(|_| may_have_changed(note, moment)) {
            Some(day) => format!("You told me {day}: {}", quoted(&note.text)),
            None => format!("You told me: {}", quoted(&note.text)),
        },
        _ => format!("You told me:\n{}", list(notes.iter().map(line))),
    }
}

/// "today", "on 4 May".
fn told_on(note: &Note, moment: Moment) -> Option<String> {
    let local = |at: DateTime<Utc>| at.with_timezone(&moment.zone).date_naive();
    let (day, today) = (local(note.updated_at?), local(moment.now));
    let form = if day.year() == today.year() { "on %-d %B" } else { "on %-d %B %Y" };
    Some(if day == today { "today".to_owned() } else { day.format(form).to_string() })
}

/// Returns whether a note is old, or names a day by its distance from the day on which it was told.
fn may_have_changed(note: &Note, moment: Moment) -> bool {
    let is_old = note.updated_at.is_some_and(|at| moment.now - at >= OLD);
    is_old || suggest::near_day(&note.text).is_some()
}

/// The reply with notes that share only some words with the question.
pub(in super::super) fn perhaps_remembered(notes: &[Note]) -> String {
    format!(
        "I'm not sure. This is the closest thing you told me:\n{}",
        list(notes.iter().map(|note| quoted(&note.text)))
    )
}

/// The reply to a question that no note answers; `asked` is the question, where it does not name a thing.
pub(in super::super) fn nothing_remembered(query: &str, asked: Option<&str>) -> String {
    let missing = match asked {
        Some(asked) => format!("that answers “{}”", quoted(asked)),
        None => format!("about {}", quoted(query)),
    };
    format!(
        "I have no note {missing}. I know only what you tell me, for example: `remember that the wifi code is 4711`"
    )
}

/// The reply to "remind me of …", where there is no such note and no time.
pub(in super::super) fn nothing_to_recall(query: &str, goal: &str, readings: &[Suggestion]) -> String {
    format!(
        "I have no note about {}. If I am to remind you of it: I can't tell when.\n\n{}",
        quoted(query),
        choices(goal, readings)
    )
}

pub(in super::super) fn note_to_delete(text: &str) -> String {
    format!("This is the note: {}", quoted(text))
}

pub(in super::super) fn note_deleted() -> String {
    "Forgotten: I have deleted the note. Our conversation may still contain what it said; `/new` begins without it.".to_owned()
}

pub(in super::super) fn nothing_to_forget(words: &str) -> String {
    format!("I have no note about {}, so there is nothing to forget.", quoted(words))
}

pub(in super::super) fn which_note(notes: &[&Note]) -> String {
    format!(
        "Which one do you mean? Press it, or be more exact:\n{}",
        list(notes.iter().map(|note| quoted(&note.text)))
    )
}

/// The age from which on a note is told with its day.
const OLD: TimeDelta = TimeDelta::days(30);
