//! Messages that arrived together, and the lines of one message: which of them are commands.

use super::{
    followup::corrected,
    parse::{Command, Target, command, otherwise, without_politeness},
    questions::questions,
    sentences::{among_others, does_something, requests},
    words::trim_start,
};

/// A command, and the place of its message among those that arrived together.
pub(super) type Placed = (usize, Command);

/// The most lines of one message that are parsed as separate commands.
const MAX_LINES: usize = 16;

/// Parses messages that arrived together; `None` if none of them is a command.
pub(super) fn commands(messages: &[&str]) -> Option<Vec<Command>> {
    Some(placed(messages)?.into_iter().map(|(_, command)| command).collect())
}

/// Parses messages that arrived together; `None` if none of them is a command. Each is read alone. They are one text
/// only if one is no command, and none is a whole request.
pub(super) fn placed(messages: &[&str]) -> Option<Vec<Placed>> {
    let read: Vec<_> = messages.iter().map(|message| lines(message)).collect();
    let mut found: Vec<Placed> = Vec::new();
    if read.iter().any(Option::is_none) && !read.iter().flatten().flatten().any(is_whole_request) {
        let text = messages.join("\n");
        found.push((messages.len() - 1, command(&text).or_else(|| otherwise(&text))?));
        return Some(found);
    }
    let mut others = Vec::new();
    for (place, (message, read)) in messages.iter().zip(read).enumerate() {
        let corrects =
            read.as_deref().is_none_or(|read| matches!(read, [Command::Change { target: Target::It, .. }]));
        if let Some((_, last)) = found.last_mut().filter(|_| corrects)
            && let Some(instead) = corrected(last, message)
        {
            *last = instead;
        } else if let Some(commands) = read {
            found.extend(commands.into_iter().map(|command| (place, command)));
        } else if let Some(command) = otherwise(message) {
            found.push((place, command));
        } else {
            others.push((*message).to_owned());
        }
    }
    Some(merged(found, others)).filter(|found| !found.is_empty())
}

/// Returns whether a command can be carried out as it is.
fn is_whole_request(command: &Command) -> bool {
    !matches!(
        command,
        Command::Talk(_)
            | Command::NoGoal { .. }
            | Command::Recall { .. }
            | Command::Unclear { .. }
            | Command::Among { .. }
            | Command::Statement { .. }
            | Command::Appointment { .. }
            | Command::Item { .. }
    )
}

/// Parses a message: each of its lines is a command, or only some are, or the whole is one.
fn lines(message: &str) -> Option<Vec<Command>> {
    let lines: Vec<_> = message.lines().filter(|line| !line.trim().is_empty()).collect();
    let whole = || match command(message)? {
        unclear @ Command::Unclear { .. } if lines.len() > 1 => {
            Some(vec![among_others(message).unwrap_or(unclear)])
        }
        command => Some(vec![command]),
    };
    if lines.len() > MAX_LINES {
        return whole();
    }
    let read: Vec<_> = lines.iter().map(|text| line(text)).collect();
    match read.iter().all(Option::is_some) {
        true => Some(read.into_iter().flatten().flatten().collect()),
        false => some_lines(&lines, read).or_else(whole),
    }
}

/// Returns the commands among the lines of a message, if one after the first line asks to do something. Otherwise the
/// lines may go on with what the first says.
fn some_lines(lines: &[&str], read: Vec<Option<Vec<Command>>>) -> Option<Vec<Command>> {
    let goes_on = lines.first()?.trim_end().ends_with(':');
    let is_separate = read.iter().skip(1).flatten().flatten().any(does_something);
    if goes_on || !is_separate {
        return None;
    }
    let mut found = Vec::new();
    let mut others = Vec::new();
    for (text, read) in lines.iter().zip(read) {
        match read.or_else(|| Some(vec![otherwise(text)?])) {
            Some(commands) => found.extend(commands),
            None => others.push((*text).to_owned()),
        }
    }
    if !others.is_empty() {
        found.push(Command::NotUnderstood { texts: others });
    }
    Some(found)
}

/// Parses a line: one command, several questions, or several requests.
fn line(text: &str) -> Option<Vec<Command>> {
    let whole = command(text);
    match &whole {
        // A search takes every word as its own: "my reminders and what time is it".
        None | Some(Command::Search { .. }) => questions(&without_politeness(trim_start(text))),
        _ => None,
    }
    .or_else(|| requests(text, whole.as_ref()))
    .or_else(|| Some(vec![whole?]))
}

/// Merges consecutive jots, because each write replaces the whole scratchpad, and puts all that was not understood at
/// the end.
fn merged(commands: Vec<Placed>, mut others: Vec<String>) -> Vec<Placed> {
    let mut merged: Vec<Placed> = Vec::with_capacity(commands.len());
    for (place, command) in commands {
        match (merged.last_mut(), command) {
            (Some((_, Command::Jot { items })), Command::Jot { items: more }) => items.extend(more),
            (_, Command::NotUnderstood { texts }) => others.extend(texts),
            (_, command) => merged.push((place, command)),
        }
    }
    if !others.is_empty() {
        let place = merged.last().map_or(0, |(place, _)| *place);
        merged.push((place, Command::NotUnderstood { texts: others }));
    }
    merged
}
