//! Several requests in one message: "remember … and remind me …", two reminders, and requests among other sentences.

use super::{
    parse::{Action, Command, Target, command},
    reminders::{QUOTES, unclear},
    when::When,
    words::{skip_any, take, take_any, trim_start},
};

/// Parses a text of several requests; `whole` is how it reads as one. `None` unless each part is a whole request.
pub(super) fn requests(text: &str, whole: Option<&Command>) -> Option<Vec<Command>> {
    let parts = parts(text);
    match whole {
        Some(Command::Unclear { .. }) if parts.len() == 1 => two_goals(text),
        Some(Command::Change { target: Target::Words(_), .. }) | None if parts.len() == 1 => in_turn(text),
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

/// Returns whether a command asks to do something with reminders, notes or the scratchpad.
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

/// Returns whether a text ends within quotes.
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
        let read = command(begin(part)).or_else(|| unclear(begin(part)))?;
        if let Some(both) =
            Some(begin(part)).filter(|_| matches!(read, Command::Unclear { .. })).and_then(two_goals)
        {
            found.extend(both);
            continue;
        }
        match read {
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

/// "remind me to buy flowers on friday and to bake on saturday", "remind me at 5 to rest and at 6 to eat". `None`
/// unless both have a time of their own.
fn two_goals(text: &str) -> Option<Vec<Command>> {
    text.match_indices(" and ").take(MOST_SENTENCES).find_map(|(at, and)| {
        let second = &text[at + and.len()..];
        let begins_one = take(second, "to").is_some()
            || When::at_start(second).is_some_and(|(_, goal)| take_any(goal, &["to", "that"]).is_some());
        let both = [command(&text[..at])?, command(&format!("remind me {second}")).filter(|_| begins_one)?];
        both.iter().all(|it| matches!(it, Command::Schedule { .. })).then(|| both.to_vec())
    })
}

/// "cancel 1 and list my reminders". `None` unless each part changes or shows reminders.
fn in_turn(text: &str) -> Option<Vec<Command>> {
    let parts =
        [" and then ", " and ", ", then ", ", "].iter().find_map(|between| text.split_once(between))?;
    let is_one = |it: &Command| match it {
        Command::Change { target, .. } => *target != Target::It,
        it => matches!(it, Command::ListSchedules | Command::Agenda { .. } | Command::ShowScratchpad),
    };
    let first = command(parts.0).filter(is_one)?;
    // "move the car to saturday and the dentist to monday".
    let verb = text.split_whitespace().next()?;
    let second =
        command(begin(parts.1)).or_else(|| command(&format!("{verb} {}", begin(parts.1))).filter(is_move));
    Some(vec![first, second.filter(is_one)?])
}

fn is_move(command: &Command) -> bool {
    matches!(command, Command::Change { action: Action::Move(_), .. })
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
