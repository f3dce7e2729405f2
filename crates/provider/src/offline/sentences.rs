//! Several requests in one message: "remember … and remind me …", two reminders, and requests among other sentences.

use super::{
    parse::{Command, command},
    reminders::{QUOTES, unclear},
    words::{skip_any, take, take_any, trim_start},
};

/// Parses a text of several requests; `whole` is how it reads as one. `None` unless each part is a whole request.
pub(super) fn requests(text: &str, whole: Option<&Command>) -> Option<Vec<Command>> {
    let parts = parts(text);
    match whole {
        Some(Command::Unclear { .. }) if parts.len() == 1 => two_goals(text),
        _ if parts.len() > 1 => each(&parts),
        _ => None,
    }
}

/// Returns the lines and sentences that are requests, if there are others, too.
pub(super) fn among_others(text: &str) -> Option<Command> {
    let mut sentences = vec![text];
    for end in ["\n", ". ", "! ", "? "] {
        sentences = sentences.into_iter().flat_map(|part| part.split_inclusive(end)).collect();
    }
    let sentences = sentences.into_iter().map(str::trim).filter(|sentence| !sentence.is_empty());
    let (understood, others): (Vec<_>, Vec<_>) = sentences
        .take(MOST_SENTENCES)
        .partition(|sentence| command(sentence).is_some_and(|it| does_something(&it)));
    let understood: Vec<_> = understood.into_iter().map(str::to_owned).collect();
    (!understood.is_empty() && !others.is_empty()).then_some(Command::Among { understood })
}

/// Whether a command asks to do something with reminders, notes or the scratchpad.
pub(super) fn does_something(command: &Command) -> bool {
    matches!(
        command,
        Command::Schedule { .. }
            | Command::Save { .. }
            | Command::Jot { .. }
            | Command::CrossOut { .. }
            | Command::Change { .. }
            | Command::ListSchedules
            | Command::Agenda { .. }
            | Command::ShowScratchpad
    )
}

/// Splits a text before each further request.
fn parts(text: &str) -> Vec<&str> {
    let ends = |between: &[&str], starts: &[&str]| {
        let ends = between.iter().flat_map(|it| text.match_indices(it)).map(|(at, it)| (at, at + it.len()));
        let starts_one = |&(_, next): &(usize, usize)| take_any(begin(&text[next..]), starts).is_some();
        ends.filter(starts_one)
            .filter(|(end, _)| !is_quoted(&text[..*end]))
            .take(MOST_SENTENCES)
            .collect::<Vec<_>>()
    };
    let mut ends = [ends(SENTENCE_ENDS, REQUESTS), ends(CONNECTIVES, &REQUESTS[..2])].concat();
    ends.sort_unstable();
    let mut parts = Vec::new();
    let mut start = 0;
    for (end, next) in ends {
        if end >= start {
            parts.push(&text[start..end]);
            start = next;
        }
    }
    parts.push(begin(&text[start..]));
    parts
}

/// Whether a text ends within quotes.
fn is_quoted(before: &str) -> bool {
    before.matches(QUOTES).count() % 2 == 1
}

/// Returns a further request without the words that connect it.
fn begin(text: &str) -> &str {
    skip_any(skip_any(trim_start(text), &["and"]), &["also", "then", "please"])
}

fn each(parts: &[&str]) -> Option<Vec<Command>> {
    let mut found: Vec<Command> = Vec::new();
    for part in parts {
        match command(begin(part)).or_else(|| unclear(begin(part)))? {
            // "remember to call bob and remind me tomorrow at 9".
            Command::NoGoal { text } => {
                let Some(Command::Save { content, .. }) = found.last() else { return None };
                let goal = take(content, "to");
                let reminder = command(&format!("{text} to {}", goal.unwrap_or(content)))?;
                if goal.is_some() {
                    found.pop();
                }
                found.push(reminder);
            }
            it @ (Command::Save { .. }
            | Command::Schedule { .. }
            | Command::Unclear { .. }
            | Command::Jot { .. }) => found.push(it),
            _ => return None,
        }
    }
    Some(found)
}

/// "remind me to buy flowers on friday and to bake on saturday". `None` unless both have a time of their own.
fn two_goals(text: &str) -> Option<Vec<Command>> {
    let (first, second) = text.split_once(" and to ")?;
    let both = [command(first)?, command(&format!("remind me to {second}"))?];
    both.iter().all(|it| matches!(it, Command::Schedule { .. })).then(|| both.to_vec())
}

/// What begins a further request. After "and" or a comma, only the first two do: "and remember that" may belong to a
/// goal.
const REQUESTS: &[&str] = &[
    "remind me",
    "remind us",
    "remember that",
    "remember to",
    "set a reminder",
    "set a timer",
    "set an alarm",
    "jot",
    "note that",
];
const SENTENCE_ENDS: &[&str] = &[". ", "! ", "; "];
const CONNECTIVES: &[&str] = &[", ", " and "];
/// The most sentences that are examined.
const MOST_SENTENCES: usize = 16;
