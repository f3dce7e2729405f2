//! Several questions in one message: "what time is it, and what are my reminders?"

use super::{
    parse::{Command, command},
    talk::Talk,
    words::{letters, trim_start},
};

/// Parses a text that consists of several questions. `None` unless every part is one that can stand alone.
pub(super) fn questions(text: &str) -> Option<Vec<Command>> {
    let ends =
        BETWEEN.iter().flat_map(|between| text.match_indices(between)).map(|(at, it)| (at, at + it.len()));
    let mut ends: Vec<_> = ends.take(MAX_PLACES).collect();
    ends.sort_unstable();
    let mut found = Vec::new();
    let mut start = 0;
    for (end, next) in ends {
        if end >= start
            && begins_one(&text[next..])
            && let Some(question) = question(&text[start..end])
        {
            found.push(question);
            start = next;
        }
    }
    found.push(question(&text[start..])?);
    (found.len() > 1).then_some(found)
}

/// Returns the command if it only tells something.
fn question(text: &str) -> Option<Command> {
    command(text).filter(|command| match command {
        Command::Talk(talk) => !matches!(talk, Talk::YesOrNo | Talk::Stop),
        Command::Search { .. }
        | Command::ListSchedules
        | Command::Agenda { .. }
        | Command::ShowScratchpad => true,
        _ => false,
    })
}

/// Returns whether a text begins with a word that begins a question, or the request to show something.
fn begins_one(text: &str) -> bool {
    let (word, rest) = letters(trim_start(text));
    FIRST.contains(&word.as_str()) && rest.starts_with([' ', '\'', '’'])
}

/// What may be between two questions. The mark belongs to neither.
const BETWEEN: [&str; 5] = ["? ", ". ", ", ", "; ", " and "];
const FIRST: [&str; 14] = [
    "what", "whats", "who", "when", "where", "which", "how", "do", "are", "can", "show", "list", "and",
    "also",
];
/// The most places at which a text is divided.
const MAX_PLACES: usize = 16;
