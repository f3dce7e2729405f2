//! Short answers to the assistant's last question: "yes", "the second one", "pm", "at 17:30", "no, on friday".

use chrono::{NaiveTime, Timelike as _};

use super::{
    super::ModelMessage,
    Exchange,
    burst::commands,
    moves,
    parse::{Action, Command, Kind},
    plan::LIST_TOOL,
    readings::whole,
    reply::Moment,
    suggest, texts,
    when::{Cadence, When},
    words::{is_end, ordinal, skip_any, take, take_any, take_end, trim_end},
};

/// Returns the command that a reply means as an answer to the last question before it.
pub(super) fn command(before: &[ModelMessage], reply: &str, moment: Moment) -> Option<Command> {
    let question = Question::last(before)?;
    let mut reply = trim_end(reply);
    while let Some(rest) = CLOSINGS.iter().find_map(|word| take_end(reply, word)) {
        reply = trim_end(rest);
    }
    question.accepted(reply).or_else(|| {
        let reply = without_opening(reply);
        question
            .chosen(reply)
            .or_else(|| question.at_another_time(reply, moment))
            .or_else(|| question.moved(reply))
    })
}

/// A question of the assistant.
struct Question {
    /// The commands that it offered.
    offered: Vec<Command>,
    /// The goal of the reminder that it is about, and whether that is urgent.
    reminder: Option<(String, bool)>,
    /// Whether it asks for the other time of a schedule.
    asks_where_to: bool,
}

impl Question {
    fn last(before: &[ModelMessage]) -> Option<Self> {
        let is_said = |message: &&ModelMessage| {
            matches!(
                message,
                ModelMessage::User { .. } | ModelMessage::Assistant { .. } | ModelMessage::Tool { .. }
            )
        };
        let Some(ModelMessage::Assistant { text, calls }) = before.iter().rev().find(is_said) else {
            return None;
        };
        if !calls.is_empty() {
            return None;
        }
        let asked = Exchange::last(before, 0);
        // What was not understood leaves the question before it open.
        if texts::says_that_nothing_is_understood(text) && asked.before.len() < before.len() {
            return Self::last(asked.before);
        }
        // A page could contain what looks like a question of the assistant.
        let mut calls = asked.rounds.iter().flatten().map(|(call, _)| call.name.as_str());
        if !calls.all(|name| name.starts_with("memory_") || name == LIST_TOOL) {
            return None;
        }
        let offered: Vec<_> = texts::offered_in(text).filter_map(|message| one(&[message])).collect();
        let is_harmless = |command: &Command| {
            matches!(
                command,
                Command::Schedule { kind: Kind::Reminder, .. }
                    | Command::Save { .. }
                    | Command::Jot { .. }
                    | Command::CrossOut { .. }
                    | Command::Change { action: Action::Move(_), .. }
            )
        };
        if !offered.iter().all(is_harmless) {
            return None;
        }
        let goal = |offered: &Command| match offered {
            Command::Schedule { goal, urgent, .. } => Some((goal.clone(), *urgent)),
            _ => None,
        };
        let reminder = match offered.first() {
            Some(first) => {
                goal(first).filter(|first| offered.iter().all(|it| goal(it).as_ref() == Some(first)))
            }
            None if asked.rounds.is_empty() && texts::says_that_nothing_is_set(text) => unset(&asked.asked),
            None => None,
        };
        let asks_where_to = texts::asks_where_to(text);
        let is_open = !offered.is_empty() || reminder.is_some() || asks_where_to;
        is_open.then_some(Self { offered, reminder, asks_where_to })
    }

    /// "yes", where one thing was offered.
    fn accepted(&self, reply: &str) -> Option<Command> {
        let [only] = self.offered.as_slice() else { return None };
        take_any(reply, YES).is_some_and(is_end).then(|| only.clone())
    }

    /// "the second one", "the last", "pm", "in the afternoon".
    fn chosen(&self, reply: &str) -> Option<Command> {
        let place = skip_any(reply, &["the"]);
        let ends = |rest: &str| is_end(skip_any(rest, &["one"]));
        if take(place, "last").is_some_and(ends) {
            return self.offered.last().cloned();
        }
        let is_bare = place.bytes().all(|byte| byte.is_ascii_digit());
        if let Some((n, rest)) = ordinal(place)
            && !is_bare
            && ends(rest)
        {
            return self.offered.get(usize::try_from(n).ok()?.checked_sub(1)?).cloned();
        }
        let is_of_half = |is_later: bool| {
            move |times: &[NaiveTime]| {
                !times.is_empty() && times.iter().all(|time| (time.hour() >= 12) == is_later)
            }
        };
        let half = skip_any(reply, &["in the", "the", "at"]);
        let is_said = |words: &[&str]| take_any(half, words).is_some_and(ends);
        match (is_said(BEFORE_NOON), is_said(AFTER_NOON)) {
            (true, _) => self.only_at(is_of_half(false)),
            (_, true) => self.only_at(is_of_half(true)),
            _ => None,
        }
    }

    /// "5pm", "friday at 9", where another time of a schedule was asked for.
    fn moved(&self, reply: &str) -> Option<Command> {
        let is_way = |it: &&Command| match it {
            Command::Change { action: Action::Move(how), .. } => {
                how.words().ends_with(&format!(" {}", reply.to_lowercase()))
            }
            _ => false,
        };
        if let Some(way) = self.offered.iter().find(is_way).filter(|_| ["later", "earlier"].contains(&reply))
        {
            return Some(way.clone());
        }
        let said = moves::request(&format!("make it {reply}")).filter(|_| self.asks_where_to)?;
        let target = self.offered.iter().find_map(|offered| match offered {
            Command::Change { target, .. } => Some(target.clone()),
            _ => None,
        });
        match (said, target) {
            (Command::Change { action, .. }, Some(target)) => Some(Command::Change { action, target }),
            (said, _) => Some(said),
        }
    }

    /// Returns the only reminder offered whose times fit.
    fn only_at(&self, fits: impl Fn(&[NaiveTime]) -> bool) -> Option<Command> {
        let mut fitting = self
            .offered
            .iter()
            .filter(|it| matches!(it, Command::Schedule { when, .. } if fits(when.times())));
        fitting.next().filter(|_| fitting.next().is_none()).cloned()
    }

    /// "5pm", "friday", "tomorrow at 9": what the answer leaves out is as in the reminders that were offered.
    fn at_another_time(&self, reply: &str, moment: Moment) -> Option<Command> {
        let (goal, urgent) = self.reminder.clone()?;
        let said = time_alone(reply)?;
        let is_said = |times: &[NaiveTime]| times == said.times() && !said.lacks_time && !said.is_small_hour;
        if is_of_any_day(&said)
            && let Some(offered) = self.only_at(is_said)
        {
            return Some(offered);
        }
        let when_of = |offered: &Command| match offered {
            Command::Schedule { when, .. } => Some(when.clone()),
            _ => None,
        };
        let offered: Vec<_> = self.offered.iter().filter_map(when_of).collect();
        let when = completed(said.clone(), &offered, moment).or_else(|| on_day(said, &offered, moment))?;
        Some(Command::Schedule { goal, when, kind: Kind::Reminder, urgent })
    }
}

/// Returns a reminder at the other time that the message right behind it says: "no, at 10am".
pub(super) fn corrected(command: &Command, message: &str) -> Option<Command> {
    let Command::Schedule { goal, when, kind, urgent } = command else { return None };
    let said = time_alone(without_opening(trim_end(message)))?;
    let when = instead_of(when, said)?;
    Some(Command::Schedule { goal: goal.clone(), when, kind: *kind, urgent: *urgent })
}

/// Completes a time by the one that it replaces.
fn instead_of(first: &When, said: When) -> Option<When> {
    let zone = said.zone.or(first.zone);
    let when = match (&first.cadence, &said.cadence) {
        (_, Cadence::At { day: None, .. }) if said.lacks_time => return None,
        (Cadence::At { day, .. }, Cadence::At { day: None, times }) => {
            let cadence = Cadence::At { day: *day, times: times.clone() };
            When { cadence, ..said }
        }
        (Cadence::At { times, .. }, Cadence::At { day, .. }) if said.lacks_time => {
            let cadence = Cadence::At { day: *day, times: times.clone() };
            When { cadence, ..first.clone() }
        }
        (Cadence::Recurring { .. }, Cadence::At { day: None, .. }) => first.at(&said)?,
        _ => said,
    };
    Some(When { zone, ..when })
}

/// Reads a text that says nothing but a time.
pub(super) fn time_alone(text: &str) -> Option<When> {
    let with = |word: &&str| whole(&format!("{word} {text}"));
    whole(text).or_else(|| ["at", "on", "in"].iter().find_map(with))
}

/// Completes a time that was said by those that were offered. `None` if they disagree about what it leaves out.
fn completed(said: When, offered: &[When], moment: Moment) -> Option<When> {
    let Some(first) = offered.first() else { return Some(said) };
    let zone = said.zone.or(first.zone);
    let local = moment.asked_at().with_timezone(&zone.unwrap_or(moment.zone)).naive_local();
    let date = first.date(local).filter(|date| offered.iter().all(|when| when.date(local) == Some(*date)));
    let when = match said.lacks_time {
        // "at night" may be before or after an hour that was offered.
        true if is_of_any_day(&said) => return None,
        true if said.repeats() => said,
        true => {
            let &[time] = first.times() else { return None };
            let agree = offered.iter().all(|when| when.times() == [time]);
            said.on(said.date(local)?, Some(time)).filter(|_| agree)?
        }
        false if is_of_any_day(&said) && first.repeats() => first.at(&said)?,
        false => match date.filter(|_| is_of_any_day(&said)).and_then(|date| said.on(date, None)) {
            Some(on) => When { is_open: said.is_open, is_small_hour: said.is_small_hour, ..on },
            None => said,
        },
    };
    Some(When { zone, ..when })
}

/// Puts the hour of times that differ only in its half of the day on the day that was said: the half stays open.
fn on_day(said: When, offered: &[When], moment: Moment) -> Option<When> {
    let time = offered.iter().flat_map(When::times).min()?;
    let is_one_hour =
        offered.iter().all(|when| when.times().iter().all(|it| it.hour() % 12 == time.hour() % 12));
    let local = moment.asked_at().with_timezone(&said.zone.unwrap_or(moment.zone)).naive_local();
    let on = said.on(said.date(local)?, Some(*time))?;
    (is_one_hour && said.lacks_time && said.names_near_day()).then_some(When { is_small_hour: true, ..on })
}

/// Returns whether a time names no day.
fn is_of_any_day(when: &When) -> bool {
    matches!(when.cadence, Cadence::At { day: None, .. })
}

/// Returns the goal of the one reminder that messages ask for, which was not set.
fn unset(asked: &[&str]) -> Option<(String, bool)> {
    match one(asked)? {
        Command::Unclear { text, urgent, .. } => Some((suggest::goal(&text).to_owned(), urgent)),
        Command::Schedule { goal, urgent, .. } => Some((goal, urgent)),
        _ => None,
    }
}

fn one(messages: &[&str]) -> Option<Command> {
    let [command] = <[Command; 1]>::try_from(commands(messages)?).ok()?;
    Some(command)
}

/// Returns the text without the words that only open an answer.
fn without_opening(mut text: &str) -> &str {
    while let Some(rest) = take_any(text, OPENINGS).filter(|rest| !is_end(rest)) {
        text = rest;
    }
    text.trim_start()
}

/// Words that only end an answer.
const CLOSINGS: [&str; 9] =
    ["please", "obviously", "of course", "thanks", "thank you", "then", "instead", "i guess", "i think"];
const YES: &[&str] = &["yes please", "yes", "yeah", "yep", "sure", "correct", "exactly", "right", "do it"];
const BEFORE_NOON: &[&str] = &["am", "a.m.", "morning"];
const AFTER_NOON: &[&str] = &["pm", "p.m.", "afternoon", "evening"];
const OPENINGS: &[&str] = &[
    "no",
    "nope",
    "yes",
    "actually",
    "rather",
    "sorry",
    "please",
    "i mean",
    "i meant",
    "make it",
    "make that",
    "let's say",
    "move it to",
    "change it to",
    "i want",
    "i'd like",
    "ok",
    "okay",
    "well",
    "then",
    "for",
    "until",
    "till",
];
