//! Changes of times: "move the dentist to friday", "make it 10 instead", "push it back an hour", "no, at 10".

use super::{
    changes::target,
    followup::time_alone,
    moved::PERIODS,
    parse::{Action, Command, Target},
    when::{Span, span},
    words::{is_end, skip_any, take, take_any, take_end, trim_end},
};

/// How the time of a schedule changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// To this time, in its words. What they leave out stays as it is.
    To(String),
    Later(Span),
    Earlier(Span),
    /// By so much, in a direction that was not said.
    By(Span),
    /// To a time that was not said.
    Somewhere,
}

/// A direction in time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Later,
    Earlier,
    Open,
}

impl Way {
    /// Returns the direction of a verb with a particle. "Move it back" and "push it forward" mean either.
    fn with(self, particle: &str) -> Self {
        match (particle, self) {
            ("back", Self::Later) | ("off" | "out", _) => Self::Later,
            ("forward", Self::Earlier) | ("up", _) => Self::Earlier,
            _ => Self::Open,
        }
    }
}

impl Move {
    /// Returns its words behind the name of the schedule.
    pub(super) fn words(&self) -> String {
        match self {
            Self::To(time) => format!(" to {time}"),
            Self::Later(span) => format!(" {} later", span.words()),
            Self::Earlier(span) => format!(" {} earlier", span.words()),
            Self::By(span) => format!(" by {}", span.words()),
            Self::Somewhere => String::new(),
        }
    }
}

/// "move the dentist to friday", "make it 10", "postpone pills by an hour"; "no, at 10" and "an hour later", which are
/// about "it".
pub(super) fn request(text: &str) -> Option<Command> {
    let mut text = trim_end(text);
    let mut is_instead = false;
    while let Some(rest) = INSTEAD.iter().find_map(|words| take_end(text, words)) {
        is_instead |= !text.to_ascii_lowercase().ends_with("please");
        text = trim_end(rest);
    }
    let (target, how) = match correction(text, is_instead) {
        Some(how) => (Target::It, how),
        None => named(text)?,
    };
    Some(Command::Change { action: Action::Move(how), target })
}

/// "no, at 10", "make it friday", "10 instead", "an hour later".
fn correction(text: &str, is_instead: bool) -> Option<Move> {
    let mut rest = text;
    while let Some(after) = take_any(rest, CORRECTIONS).filter(|after| !is_end(after)) {
        rest = after;
    }
    if let Some((span, after)) = span(rest)
        && let Some(how) = shifted(span, after, Way::Open)
        && !matches!(how, Move::By(_))
    {
        return Some(how);
    }
    let is_opened = rest.len() < text.len() || is_instead;
    let said = if take_any(text, MAKE).is_some() { take(rest, "to").unwrap_or(rest) } else { rest };
    if is_opened { to(said) } else { None }
}

/// "move the dentist to friday", "postpone it", "bring the call forward by an hour".
fn named(text: &str) -> Option<(Target, Move)> {
    let (verb, way) = VERBS.iter().find(|(verb, _)| take(text, verb).is_some())?;
    let rest = take(text, verb)?;
    let rest = take_any(rest, &["the time of", "the date of", "the time for", "the time"]).unwrap_or(rest);
    let starts = rest.match_indices(char::is_whitespace).map(|(at, space)| at + space.len());
    for start in [0].into_iter().chain(starts) {
        let head = rest[..start].trim();
        if let Some(how) = tail(&rest[start..], *way) {
            let target = if head.is_empty() { Target::It } else { target(head)? };
            let is_it = target == Target::It && !head.is_empty();
            return Some((target, how)).filter(|_| is_it || !ONLY_IT.contains(verb));
        }
    }
    // "move 1 sat".
    if let Some((head, time)) = rest.split_once(char::is_whitespace)
        && let Some(target) = target(head).filter(|it| matches!(it, Target::It | Target::Number(_)))
        && let Some(how) = to(skip_any(time, &["on", "at"]))
        && !ONLY_IT.contains(verb)
    {
        return Some((target, how));
    }
    let target = target(rest)?;
    let asks = ASKING.contains(verb) || (target == Target::It && ["move", "change"].contains(verb));
    asks.then_some((target, Move::Somewhere))
}

/// Reads what follows the name: "to friday", "back an hour", "by 10 minutes", "30 minutes later".
fn tail(text: &str, way: Way) -> Option<Move> {
    let particle = PARTICLES.iter().find_map(|word| Some((way.with(word), take(text, word)?)));
    let (way, rest) = particle.unwrap_or((way, text));
    if let Some(time) = take_any(rest, &["to", "until", "till"]) {
        let is_vague = VAGUE.iter().any(|words| trim_end(time).eq_ignore_ascii_case(words));
        return if is_vague { Some(Move::Somewhere) } else { to(time) };
    }
    let (length, after) = span(take_any(rest, &["by", "for"]).unwrap_or(rest))?;
    shifted(length, after, way)
}

/// Returns the shift of this length, unless other words follow.
fn shifted(span: Span, after: &str, way: Way) -> Option<Move> {
    let after = trim_end(after);
    let is_one_of = |words: &[&str]| words.iter().any(|word| after.eq_ignore_ascii_case(word));
    match after {
        "" if way == Way::Later => Some(Move::Later(span)),
        "" if way == Way::Earlier => Some(Move::Earlier(span)),
        "" => Some(Move::By(span)),
        _ if is_one_of(&["later", "more"]) => Some(Move::Later(span)),
        _ if is_one_of(&["earlier", "sooner"]) => Some(Move::Earlier(span)),
        _ if is_one_of(&["back", "forward"]) => Some(Move::By(span)),
        _ => None,
    }
}

fn to(said: &str) -> Option<Move> {
    let said = trim_end(said);
    let is_period = || PERIODS.iter().any(|(period, _)| said.eq_ignore_ascii_case(period));
    let is_time =
        time_alone(said).is_some() || time_alone(&format!("{said} at 09:00")).is_some() || is_period();
    (!said.is_empty() && is_time).then(|| Move::To(said.to_owned()))
}

/// Words behind a time that replaces another one.
const INSTEAD: [&str; 8] =
    ["instead", "please", "rather", "then", "is better", "would be better", "works better", "is fine too"];
/// Times that leave the day open.
const VAGUE: [&str; 10] = [
    "next week",
    "next month",
    "later",
    "another day",
    "another time",
    "some other time",
    "some other day",
    "the weekend",
    "this weekend",
    "next weekend",
];
/// Words with which a message corrects a time.
const CORRECTIONS: &[&str] = &[
    "no",
    "nope",
    "actually",
    "rather",
    "better",
    "sorry",
    "oops",
    "wait",
    "hmm",
    "i mean",
    "i meant",
    "it should be",
    "it should have been",
    "should be",
    "make it",
    "make that",
    "let's make it",
    "lets make it",
    "let's say",
    "lets say",
    "let's do",
    "lets do",
    "can we do",
    "can we make it",
    "could we do",
    "how about",
];
const MAKE: &[&str] = &["make it", "make that"];
/// Verbs of moving, with the direction of a shift that has none of its own.
const VERBS: [(&str, Way); 17] = [
    ("move", Way::Open),
    ("reschedule", Way::Open),
    ("shift", Way::Open),
    ("change", Way::Open),
    ("set", Way::Open),
    ("push back", Way::Later),
    ("push", Way::Later),
    ("postpone", Way::Later),
    ("delay", Way::Later),
    ("defer", Way::Later),
    ("put off", Way::Later),
    ("put back", Way::Later),
    ("put", Way::Later),
    ("bring forward", Way::Earlier),
    ("bring", Way::Earlier),
    ("pull forward", Way::Earlier),
    ("pull", Way::Earlier),
];
/// Verbs that need "it": "set the table", "put milk on the list".
const ONLY_IT: [&str; 2] = ["set", "put"];
/// Verbs that ask for a new time even if they name none.
const ASKING: [&str; 5] = ["reschedule", "postpone", "delay", "put off", "push back"];
/// Words of direction behind the name.
const PARTICLES: [&str; 5] = ["back", "forward", "up", "off", "out"];
