//! Reminders that came and shall come again: "snooze for 10 minutes", "remind me again in an hour", "remind me of it
//! tomorrow".

use chrono::{DateTime, TimeDelta, Utc};

use super::{
    followup::time_alone,
    parse::{Command, Kind, some_text},
    plan::{Slot, call, creations},
    readings::whole,
    reminders::asked,
    reply::{self, Moment, Schedule},
    suggest, texts,
    when::{When, span},
    words::{is_end, number, skip_any, take, take_any, take_end, trim_end},
};

/// Which reminder shall come again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Past {
    /// The one that came last. If none did, the one with this goal, which the conversation was last about.
    Last(Option<String>),
    /// What the conversation was last about, or else the one that came last.
    It,
    /// The last one with these words.
    Named(String),
}

/// "snooze", "snooze it until tomorrow", "remind me again in an hour", "again in 10 minutes".
pub(super) fn request(text: &str) -> Option<Command> {
    let text = trim_end(text);
    if let Some(rest) = take(text, "snooze") {
        return snooze(skip_any(rest, PRONOUNS));
    }
    if let Some(when) = more(text) {
        return Some(Command::Again { when: Some(when), of: Past::Last(None) });
    }
    if LATER.iter().any(|words| text.eq_ignore_ascii_case(words)) {
        return Some(Command::Again { when: None, of: Past::Last(None) });
    }
    let is_again = |goal: &str| AGAIN.iter().any(|words| trim_end(goal).eq_ignore_ascii_case(words));
    let of =
        |goal: &str| if goal.to_ascii_lowercase().contains("again") { Past::Last(None) } else { Past::It };
    if let Some((when, rest)) = When::at_start(text)
        && let Some(goal) = named(rest).filter(|goal| is_again(goal))
    {
        return Some(Command::Again { when: Some(when), of: of(goal) });
    }
    let is_more = TOO.iter().any(|word| take_end(text, word).is_some());
    let rest = if take(text, "again").is_some() || is_more { text } else { named(text)? };
    if is_again(rest) && rest.len() < text.len() {
        return Some(Command::Again { when: None, of: Past::Last(None) });
    }
    let (when, goal) = When::around(rest).or_else(|| {
        let (again, time) = ends(rest).find(|(again, _)| is_again(again))?;
        Some((time_alone(time)?, again))
    })?;
    is_again(goal).then_some(Command::Again { when: Some(when), of: of(goal) })
}

/// "5 more minutes", "another 10 minutes", "give me 5 more minutes".
fn more(text: &str) -> Option<When> {
    let length = skip_any(text, &["give me", "in", "just"]);
    let spared = length.replacen(" more ", " ", 1);
    let length = take(length, "another").or(Some(spared.as_str()).filter(|it| it.len() < length.len()))?;
    whole(&format!("in {length}")).or_else(|| whole(&format!("in a {length}")))
}

/// Returns what follows the words that ask for a reminder.
fn named(text: &str) -> Option<&str> {
    take_any(text, BEFORE).or_else(|| Some(asked(text)).filter(|rest| rest.len() < text.len()))
}

/// "also at 8pm", "and also on friday".
pub(super) fn also(text: &str) -> Option<Command> {
    let when = time_alone(trim_end(take_any(text, &["and also", "also", "plus"])?))?;
    Some(Command::Again { when: Some(when), of: Past::It })
}

/// What follows "snooze": a length, a time, or a name with one of them.
fn snooze(rest: &str) -> Option<Command> {
    let last = |when| Some(Command::Again { when, of: Past::Last(None) });
    if is_end(rest) {
        return last(None);
    }
    if let Some(when) = later(rest) {
        return last(Some(when));
    }
    let (name, when) = match ends(rest).find_map(|(name, time)| Some((name, later(time)?))) {
        Some((name, when)) => (name, Some(when)),
        None => (rest, None),
    };
    let name = skip_any(skip_any(name, &["the", "my", "a"]), &["reminder"]);
    let Some(name) = some_text(take_end(name, "reminder").unwrap_or(name)) else { return last(when) };
    Some(Command::Again { when, of: Past::Named(name) })
}

/// Reads "for 10 minutes", "an hour", "10", "until tomorrow".
fn later(text: &str) -> Option<When> {
    let text = trim_end(text);
    let length = skip_any(text, &["for another", "for", "by", "another"]);
    if number(length).is_some_and(|(_, rest)| rest.is_empty()) {
        return whole(&format!("in {length} minutes"));
    }
    match span(length) {
        Some((_, rest)) if is_end(rest) => whole(&format!("in {length}")),
        _ => time_alone(skip_any(text, &["until", "till", "to"])),
    }
}

/// Returns a text before and after each of its words.
fn ends(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = text.match_indices(char::is_whitespace).map(|(at, space)| at + space.len());
    starts.map(|start| (text[..start].trim_end(), &text[start..]))
}

/// Returns the call that sets the reminder again that came last, or the question when or which one.
pub(super) fn again(when: Option<&When>, of: &Past, schedules: &[Schedule], moment: Moment) -> Vec<Slot> {
    let is_meant = |it: &&Schedule| match of {
        Past::Named(name) => it.reminder && reply::has_all(&it.goal, name),
        Past::Last(_) | Past::It => it.reminder,
    };
    let mut came: Vec<_> = schedules
        .iter()
        .filter(is_meant)
        .filter_map(|schedule| Some((last_due(schedule, moment)?, schedule)))
        .collect();
    came.sort_by_key(|(at, _)| std::cmp::Reverse(*at));
    let Some((last, _)) = came.first().copied() else {
        return match (of, when) {
            (Past::Last(Some(goal)), Some(when)) => set(goal, when, false, moment),
            _ => vec![Slot::Said(texts::nothing_to_repeat())],
        };
    };
    let together: Vec<_> =
        came.into_iter().filter(|(at, _)| *at == last).map(|(_, schedule)| schedule).collect();
    match (together.as_slice(), when) {
        ([one], Some(when)) => set(&one.goal, &at_its_time(when, last, one, moment), one.urgent, moment),
        (several, when) => {
            let times = match when {
                Some(when) => vec![when.clone()],
                None => USUAL.iter().filter_map(|time| whole(time)).collect(),
            };
            let offers = several.iter().flat_map(|it| {
                suggest::of_times(&times, (it.goal.as_str(), Kind::Reminder, it.urgent), moment)
            });
            let mut offers: Vec<_> = offers.collect();
            if several.len() > 1 {
                for (offer, goal) in
                    offers.iter_mut().zip(several.iter().flat_map(|it| vec![&it.goal; times.len()]))
                {
                    offer.label = format!("{goal}: {}", offer.label);
                }
            }
            vec![Slot::Asked(texts::again_when(&offers), offers)]
        }
    }
}

/// Returns the time with the time of day of the reminder before, if it names only a day: "again tomorrow".
pub(super) fn at_its_time(when: &When, before: DateTime<Utc>, schedule: &Schedule, moment: Moment) -> When {
    let is_day = when.lacks_time && !when.names_part && !when.repeats();
    match is_day {
        true => when.with_time(before.with_timezone(&schedule.zone(moment)).time()),
        false => when.clone(),
    }
}

fn set(goal: &str, when: &When, urgent: bool, moment: Moment) -> Vec<Slot> {
    match creations(goal, when, (Kind::Reminder, urgent), moment) {
        Ok(creations) => creations.into_iter().map(|it| call("schedule_create", it)).collect(),
        Err(question) => vec![*question],
    }
}

/// Returns when a reminder was last due, if that was within the last day.
pub(super) fn last_due(schedule: &Schedule, moment: Moment) -> Option<DateTime<Utc>> {
    let (now, day_before) = (moment.now, moment.now - TimeDelta::days(1));
    let cadence = schedule.cadence(moment).filter(|_| schedule.status != "paused")?;
    let anchor = match &cadence {
        adjutant_domain::cadence::Cadence::Interval { every_secs } => {
            let every = TimeDelta::try_seconds(i64::try_from(*every_secs).ok()?)?;
            let before = schedule.next_run_at?.checked_sub_signed(every)?;
            return Some(before).filter(|at| *at > day_before && *at <= now);
        }
        _ => now,
    };
    let due = cadence.upcoming(day_before, anchor, schedule.zone(moment));
    due.take_while(|at| *at <= now).take(MOST_TIMES).last()
}

const TOO: [&str; 3] = ["too", "as well", "also"];
/// Words before "again", besides those that ask for a reminder.
const BEFORE: &[&str] = &["ask me", "tell me", "do that", "repeat that"];
/// The most due times of a day that are looked at: one for each minute.
const MOST_TIMES: usize = 1440;
const PRONOUNS: &[&str] = &["it", "that", "this", "the reminder", "the alarm", "me"];
/// Requests for the same again at a time that is not said.
const LATER: [&str; 6] =
    ["remind me later", "not now", "later", "not now, later", "again later", "once more"];
const AGAIN: [&str; 24] = [
    "too",
    "as well",
    "also",
    "once more",
    "again",
    "again later",
    "it",
    "that",
    "this",
    "about it",
    "about that",
    "about this",
    "of it",
    "of that",
    "of this",
    "it again",
    "that again",
    "this again",
    "about it again",
    "about that again",
    "about this again",
    "of it again",
    "again about it",
    "again about that",
];
/// Times that are offered.
const USUAL: [&str; 3] = ["in 10 minutes", "in 1 hour", "tomorrow at 9:00"];
