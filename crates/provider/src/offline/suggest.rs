//! Suggestions for a reminder that the grammar could not read in full: possible meanings, the likeliest first.

use std::collections::HashMap;

use chrono::{Datelike as _, NaiveDateTime, NaiveTime};

use super::{
    parse::{Action, Command, Kind, commands, some_text},
    reminders::{QUOTES, asked},
    reply::{Moment, Note, Schedule},
    texts, times,
    when::{Cadence, Misfit, When},
    words::{skip_any, take, take_any, trim_end},
};
use crate::Suggestion;

/// Whether the text names the reminder's goal.
pub(super) fn has_goal(text: &str) -> bool {
    Asked::of(text).goal.contains(char::is_alphanumeric)
}

/// Returns up to three reminders that the text may ask for. Each is a message that the assistant understands.
pub(super) fn reminders(text: &str, urgent: bool, moment: Moment) -> Vec<Suggestion> {
    let asked = Asked::of(text);
    let mut found: Vec<Suggestion> = Vec::new();
    for when in asked.readings().into_iter().flat_map(|when| definite(when, moment)) {
        if let Some(suggestion) = suggestion(&when, asked.goal, urgent, moment)
            && !found.contains(&suggestion)
        {
            found.push(suggestion);
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// The most items of the scratchpad that are offered.
const MOST_ITEMS: usize = 10;
/// The most characters of a title on a button.
const MAX_LABEL_CHARS: usize = 40;

/// Returns the messages that delete each of these notes.
pub(super) fn deletions(notes: &[&Note]) -> Vec<Suggestion> {
    let of = |note: &&Note| {
        let label = label(&note.text);
        Some(Suggestion { label, message: format!("forget {}", note.note_id.as_deref()?) })
    };
    told_apart(notes.iter().filter_map(of))
}

/// Returns the messages that cross out each of these items.
pub(super) fn crossings(items: &[&str]) -> Vec<Suggestion> {
    let of = |item: &&str| Suggestion { label: label(item), message: format!("cross out {item}") };
    told_apart(items.iter().take(MOST_ITEMS).map(of))
}

/// Returns the messages that change each of these schedules.
pub(super) fn changes(action: Action, schedules: &[&Schedule], moment: Moment) -> Vec<Suggestion> {
    let verb = match action {
        Action::Pause => "pause",
        Action::Resume => "resume",
        Action::Delete => "cancel",
    };
    let of = |schedule: &&Schedule| Suggestion {
        label: schedule_label(schedule, moment),
        message: format!("{verb} {}", schedule.schedule_id),
    };
    told_apart(schedules.iter().map(of))
}

/// The label of a button for a schedule: its title and time.
fn schedule_label(schedule: &Schedule, moment: Moment) -> String {
    let name = if schedule.name.is_empty() { &schedule.goal } else { &schedule.name };
    let once = schedule.next_run_at.filter(|_| schedule.cadence_type == "once");
    let when = once.map_or_else(|| schedule.description.clone(), |at| times::time(at, schedule, moment));
    let when = times::without_zone(&when, moment);
    if when.is_empty() { label(name) } else { format!("{}: {when}", label(name)) }
}

/// The label of a button for a note.
fn label(text: &str) -> String {
    texts::shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), MAX_LABEL_CHARS)
}

/// Adds a number to each repeated label.
fn told_apart(suggestions: impl Iterator<Item = Suggestion>) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for mut suggestion in suggestions {
        let times = seen.entry(suggestion.label.clone()).or_default();
        *times += 1;
        if *times > 1 {
            suggestion.label = format!("{} ({times})", suggestion.label);
        }
        found.push(suggestion);
    }
    found
}

/// Returns both hours that an open one may mean, or else the same time.
fn definite(when: When, moment: Moment) -> Vec<When> {
    match when.timings(moment.now, moment.zone) {
        Err(Misfit::WhichHalf(later)) => when.halves(later, local(&when, moment)),
        _ => vec![when],
    }
}

fn local(when: &When, moment: Moment) -> NaiveDateTime {
    moment.now.with_timezone(&when.zone.unwrap_or(moment.zone)).naive_local()
}

/// Returns suggestions for a time that cannot be booked.
pub(super) fn instead(
    when: &When,
    misfit: Misfit,
    (goal, urgent): (&str, bool),
    moment: Moment,
) -> Vec<Suggestion> {
    let readings = match misfit {
        Misfit::TooFar => Vec::new(),
        Misfit::OtherWeekday(date) => {
            let named = when
                .weekday
                .and_then(|weekday| date.iter_days().take(7).find(|day| day.weekday() == weekday));
            [Some(date), named].into_iter().flatten().filter_map(|date| when.on(date, None)).collect()
        }
        Misfit::Past(at) => local(when, moment)
            .date()
            .succ_opt()
            .and_then(|tomorrow| when.on(tomorrow, Some(at.time())))
            .into_iter()
            .collect(),
        Misfit::WhichHalf(later) => when.halves(later, local(when, moment)),
        // The midnight at which the day begins, or that at which it ends.
        Misfit::WhichMidnight(date) => {
            let nights = [date.pred_opt(), Some(date)].into_iter().flatten();
            nights.filter_map(|night| when.on(night, NaiveTime::from_hms_opt(23, 59, 0))).collect()
        }
    };
    readings.iter().filter_map(|when| suggestion(when, goal, urgent, moment)).collect()
}

/// Returns the message that books this time; `None` if the time cannot be booked or there is no goal.
pub(super) fn suggestion(when: &When, goal: &str, urgent: bool, moment: Moment) -> Option<Suggestion> {
    let is_too_often = matches!(when.cadence, Cadence::Interval(span) if span.months == 0 && span.total_seconds() < SHORTEST_OFFERED_SECS);
    let wording = when.wording(moment.now, moment.zone).ok().filter(|_| !is_too_often)?;
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    let goal = some_text(&trim_end(&goal).replace(QUOTES, "'"))?;
    let prefix = if urgent { "urgently " } else { "" };
    let said = |goal: &str| format!("{prefix}remind me {} to {goal}", wording.phrase);
    let is_plain = match commands(&[&said(&goal)]).as_deref() {
        Some([Command::Schedule { goal: read, when: again, kind: Kind::Reminder, .. }]) => {
            *read == goal && again.timings(moment.now, moment.zone) == when.timings(moment.now, moment.zone)
        }
        _ => false,
    };
    let message = if is_plain { said(&goal) } else { said(&format!("\"{goal}\"")) };
    Some(Suggestion { label: wording.label, message })
}

/// A request for a reminder: the words about its time before the goal, and the goal.
struct Asked<'t> {
    head: &'t str,
    goal: &'t str,
}

impl<'t> Asked<'t> {
    fn of(text: &'t str) -> Self {
        let rest = skip_any(asked(text), &["of"]);
        let split = rest.match_indices(char::is_whitespace).map(|(at, _)| at).chain([0]);
        let mut starts: Vec<_> = split.collect();
        starts.sort_unstable();
        for at in starts {
            if let Some(goal) = take_any(&rest[at..], BEFORE_GOAL)
                && !begins_with_time(goal)
            {
                return Self { head: rest[..at].trim(), goal };
            }
        }
        if let Some((head, goal)) = rest.split_once(": ") {
            return Self { head, goal };
        }
        match When::at_start(rest) {
            Some((_, goal)) => Self { head: rest[..rest.len() - goal.len()].trim(), goal },
            None => Self { head: "", goal: rest },
        }
    }

    /// Returns the possible times, the likeliest first.
    fn readings(&self) -> Vec<When> {
        let head = whole(self.head);
        let mut found = self.nearest();
        found.extend(head.clone().filter(When::repeats));
        found.extend(self.either_order());
        if head.is_none() && !self.head.is_empty() {
            found.extend(self.with_more());
            found.extend(self.with_less());
        }
        found.extend(self.in_goal());
        found.extend(head);
        if found.is_empty() {
            found.extend(DEFAULTS.iter().filter_map(|time| whole(time)));
        }
        found
    }

    /// Reads words that name no time as the nearest time that can be booked.
    fn nearest(&self) -> Vec<When> {
        let near = |(words, nearest): &(&str, &str)| {
            let head = format!(" {} ", self.head.to_lowercase());
            let goal = format!(" {} ", trim_end(self.goal).to_lowercase());
            let words = format!(" {words} ");
            if let Some((before, after)) = head.split_once(&words) {
                return whole(&format!("{before} {nearest} {after}"))
                    .or_else(|| whole(&format!("{nearest} {after}")))
                    .or_else(|| whole(nearest));
            }
            goal.contains(&words)
                .then(|| whole(&format!("{} {nearest}", self.head)).or_else(|| whole(nearest)))?
        };
        NEAREST.iter().filter_map(near).collect()
    }

    /// Reads "5/6" as 5 June and as 6 May.
    fn either_order(&self) -> Vec<When> {
        let both = format!("{} {}", self.head, self.goal);
        let orders = both.split_whitespace().filter_map(|word| {
            let (first, second) = word.split_once('/')?;
            let (first, second): (u32, u32) = (first.parse().ok()?, second.parse().ok()?);
            Some([format!("2000-{second:02}-{first:02}"), format!("2000-{first:02}-{second:02}")].map(
                |date| {
                    let date: chrono::NaiveDate = date.parse().ok()?;
                    whole(&self.head.replace(word, &date.format("%-d %B").to_string()))
                },
            ))
        });
        orders.flatten().flatten().collect()
    }

    /// Reads a time without a day as one of each day or of tomorrow, and days as days of each week.
    fn with_more(&self) -> Vec<When> {
        let weekly = take(self.head, "on").map(|days| format!("every {days}"));
        let with = ["every day", "tomorrow", "on"].map(|words| Some(format!("{words} {}", self.head)));
        [weekly].into_iter().chain(with).flatten().filter_map(|text| whole(&text)).collect()
    }

    /// Reads the head without some of its words: as few as possible, preferably the last.
    fn with_less(&self) -> Vec<When> {
        let head = OF_MONTH.iter().fold(self.head.to_owned(), |head, words| head.replace(words, ""));
        let words: Vec<_> = head.split_whitespace().collect();
        if words.len() > MOST_WORDS {
            return Vec::new();
        }
        for count in 0..words.len().min(MOST_DROPPED + 1) {
            let is_whole =
                |at: &usize| !words[*at..at + count].last().is_some_and(|word| LIMITS.contains(word));
            let starts = (0..=words.len() - count).rev().filter(is_whole);
            let without = starts.map(|at| [&words[..at], &words[at + count..]].concat().join(" "));
            let found: Vec<_> = without.filter_map(|left| whole(&left)).take(2).collect();
            if !found.is_empty() {
                return found;
            }
        }
        Vec::new()
    }

    /// Reads the times in the goal, the longest first.
    fn in_goal(&self) -> Vec<When> {
        let words: Vec<_> = self.goal.split_whitespace().take(MOST_WORDS).collect();
        let mut found = Vec::new();
        for count in (1..=words.len().min(MOST_IN_GOAL)).rev() {
            for phrase in words.windows(count) {
                let phrase = phrase.join(" ");
                let with_at = format!("at {phrase}");
                let joined = format!("{} {phrase}", self.head);
                found.extend(whole(&joined).or_else(|| whole(&phrase)).or_else(|| whole(&with_at)));
            }
        }
        // Beside a time of its own, an hour in the goal is no reason to offer today: "tomorrow at 10 to meet at 11".
        let is_timed = whole(self.head).is_some();
        found.iter_mut().for_each(|when| when.is_open &= !is_timed);
        found
    }
}

/// Reads the whole text as a time.
fn whole(text: &str) -> Option<When> {
    When::at_start(text).filter(|(_, rest)| trim_end(rest).is_empty()).map(|(when, _)| when)
}

/// Whether the words after "to" still belong to the time: "monday to friday", "ten to nine".
fn begins_with_time(text: &str) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    whole(first).is_some() || whole(&format!("at {first}")).is_some() || take(first, "the").is_some()
}

/// The shortest interval that is offered, in seconds: the scheduler's usual limit.
const SHORTEST_OFFERED_SECS: u64 = 60;
/// The most suggestions.
const MOST: usize = 3;
/// The most words of a head, and of the beginning of a goal, that are examined.
const MOST_WORDS: usize = 40;
/// The most words of the head that a reading leaves out, and the most words of the goal that it takes for a time.
const MOST_DROPPED: usize = 6;
const MOST_IN_GOAL: usize = 6;
/// Words before the goal.
const BEFORE_GOAL: &[&str] = &["remind me to", "remind me that", "remind me about", "to", "that", "about"];
/// Words that are left out only together with the next word: "except sunday" is not "sunday".
const LIMITS: [&str; 12] = [
    "except",
    "excluding",
    "not",
    "but",
    "without",
    "unless",
    "until",
    "till",
    "from",
    "starting",
    "by",
    "before",
];
/// Words that do not change the nearest day that can be booked.
const OF_MONTH: [&str; 3] = ["of the month", "of every month", "of each month"];
/// Times for a reminder that names none.
const DEFAULTS: [&str; 2] = ["in 1 hour", "tomorrow at 9:00"];
/// Words that name no time, each with the nearest time that can be booked.
const NEAREST: [(&str, &str); 53] = [
    ("twice a day", "every day at 9:00 and 21:00"),
    ("twice daily", "every day at 9:00 and 21:00"),
    ("two times a day", "every day at 9:00 and 21:00"),
    ("three times a day", "every day at 8:00, 14:00 and 20:00"),
    ("3 times a day", "every day at 8:00, 14:00 and 20:00"),
    ("twice a week", "every monday and thursday"),
    ("at the end of every month", "on the last day of every month"),
    ("every end of the month", "on the last day of every month"),
    ("biweekly", "every 2 weeks"),
    ("fortnightly", "every 2 weeks"),
    ("weekly", "every monday"),
    ("every week", "every monday"),
    ("once a week", "every monday"),
    ("quarterly", "every 3 months on the 1st"),
    ("every quarter", "every 3 months on the 1st"),
    ("monthly", "every month on the 1st"),
    ("every month", "every month on the 1st"),
    ("once a month", "every month on the 1st"),
    ("yearly", "every year on 1 january"),
    ("every year", "every year on 1 january"),
    ("annually", "every year on 1 january"),
    ("next week", "on monday"),
    ("next month", "next month on the 1st"),
    ("this weekend", "on saturday"),
    ("next weekend", "on saturday next week"),
    ("on the weekend", "on saturday"),
    ("at the weekend", "on saturday"),
    ("soon", "in 15 minutes"),
    ("later", "in 1 hour"),
    ("in a bit", "in 15 minutes"),
    ("in a while", "in 1 hour"),
    ("in a few minutes", "in 5 minutes"),
    ("in a few hours", "in 3 hours"),
    ("in a few days", "in 3 days"),
    ("after work", "at 18:00"),
    ("at lunch", "at 12:00"),
    ("at lunchtime", "at 12:00"),
    ("after lunch", "at 13:00"),
    ("end of day", "at 18:00"),
    ("at the end of the day", "at 18:00"),
    ("eod", "at 18:00"),
    ("est", "New York time"),
    ("edt", "New York time"),
    ("pst", "Pacific time"),
    ("pdt", "Pacific time"),
    ("cst", "Central time"),
    ("cdt", "Central time"),
    ("mst", "Mountain time"),
    ("mdt", "Mountain time"),
    ("bst", "London time"),
    ("cet", "Paris time"),
    ("cest", "Paris time"),
    ("jst", "Tokyo time"),
];
