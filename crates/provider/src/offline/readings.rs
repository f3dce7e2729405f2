//! Likely meanings of a reminder whose time the grammar could not read in full. None of them drops or contradicts a
//! word about the time: where no such reading is left, there is none.

use chrono::NaiveDate;

use super::{
    reminders::asked,
    reply::Moment,
    when::{Cadence, When, stray},
    words::{letters, number, ordinal, skip_any, take, take_any, take_end, trim_end},
};

/// A request for a reminder: the words about its time before the goal, and the goal.
pub(super) struct Asked<'t> {
    head: &'t str,
    pub(super) goal: &'t str,
}

impl<'t> Asked<'t> {
    pub(super) fn of(text: &'t str) -> Self {
        let rest = skip_any(asked(text), &["of"]);
        let split = rest.match_indices(char::is_whitespace).map(|(at, _)| at).chain([0]);
        let mut starts: Vec<_> = split.collect();
        starts.sort_unstable();
        for at in starts {
            if let Some(goal) = take_any(&rest[at..], BEFORE_GOAL)
                && !begins_with_time(goal, take(&rest[at..], "to").is_some())
            {
                return Self::split_at(rest, at, goal);
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

    /// Splits a text before the word that introduces the goal. A "not" before it belongs to the goal.
    fn split_at(text: &'t str, at: usize, goal: &'t str) -> Self {
        let head = text[..at].trim();
        let before = |word: &&str| match head.eq_ignore_ascii_case(word) {
            true => Some(""),
            false => take_end(head, word),
        };
        match ["not", "never"].iter().find_map(before) {
            Some(head) => Self { head, goal: text[head.len()..].trim_start_matches([',', ' ']) },
            None => Self { head, goal },
        }
    }

    /// Returns the possible times, the likeliest first.
    pub(super) fn readings(&self, moment: Moment) -> Vec<When> {
        let head = whole(self.head);
        let mut found = self.nearest();
        match &head {
            Some(head) => found.extend(Some(head.clone()).filter(When::repeats)),
            None if self.head.is_empty() => {}
            None => {
                found.extend(read(self.head));
                found.extend(self.in_turn());
                found.extend(self.in_city());
                found.extend(self.every_nth());
                found.extend(self.counted_back(moment));
                found.extend(self.with_more());
                found.extend(self.without_fillers());
            }
        }
        found.extend(self.in_goal());
        found.extend(head);
        if found.is_empty() && self.names_no_time() {
            found.extend(DEFAULTS.iter().filter_map(|time| whole(time)));
        }
        found
    }

    fn names_no_time(&self) -> bool {
        let is_named = |word: &str| SOME_TIME.contains(&trim_end(word).to_lowercase().as_str());
        self.head.is_empty()
            && stray(self.goal, true).is_none()
            && !self.goal.split_whitespace().any(is_named)
    }

    /// Reads words that name no time as the nearest time that can be booked: in the head, or at the end of the goal.
    fn nearest(&self) -> Vec<When> {
        let head = format!(" {} ", self.head.to_lowercase());
        let goal = format!(" {}", trim_end(self.goal).to_lowercase());
        let near = |(words, nearest): &(&str, &str)| match head.split_once(&format!(" {words} ")) {
            Some((before, after)) => whole(&format!("{before} {nearest} {after}")),
            None if goal.ends_with(&format!(" {words}")) => whole(&format!("{} {nearest}", self.head)),
            None => None,
        };
        NEAREST.iter().filter_map(near).collect()
    }

    /// Reads "every third tuesday" as one of the month, and as one in three.
    fn every_nth(&self) -> Vec<When> {
        let read = || {
            let rest = take_any(self.head, &["every", "each"])?;
            let (n, day) = ordinal(rest).filter(|(n, _)| *n > 2)?;
            let ordinal = &rest[..rest.len() - day.len()];
            let (name, time) = letters(day);
            Some([
                format!("on the {ordinal}{name} of every month{time}"),
                format!("every {n} weeks on {name}{time}"),
            ])
        };
        read().into_iter().flatten().filter_map(|text| whole(&text)).collect()
    }

    /// Reads "in 10 minutes and again in 20 minutes" as either.
    fn in_turn(&self) -> Vec<When> {
        let head = self.head.replace(" and again ", " and ");
        let spans = head
            .split(" and ")
            .map(|part| whole(part).filter(|when| matches!(when.cadence, Cadence::After(_))));
        spans.collect::<Option<Vec<_>>>().filter(|spans| spans.len() > 1).unwrap_or_default()
    }

    /// Reads "at 9 in New York" as a time of that zone.
    fn in_city(&self) -> Option<When> {
        let (time, city) =
            self.head.rsplit_once(" in ").filter(|(_, city)| city.starts_with(char::is_alphabetic))?;
        whole(&format!("{time} {city} time"))
    }

    /// Reads "two days before 15 december".
    fn counted_back(&self, moment: Moment) -> Option<When> {
        let (span, day) = self.head.split_once(" before ")?;
        let one = take(span, "the").map(|unit| format!("1 {unit}"));
        let Cadence::After(span) = whole(&format!("in {}", one.as_deref().unwrap_or(span)))?.cadence else {
            return None;
        };
        let when =
            whole(day).or_else(|| whole(&format!("on {day}"))).or_else(|| whole(&format!("at {day}")))?;
        when.earlier(span, moment.asked_at(), moment.zone)
    }

    /// Reads a time without a day as one of each day or of tomorrow, and days as days of each week.
    fn with_more(&self) -> Vec<When> {
        let weekly = take(self.head, "on").map(|days| format!("every {days}"));
        let monthly = take(self.head, "on the").map(|days| format!("every month on the {days}"));
        let with = ["every day", "tomorrow", "on"].map(|words| Some(format!("{words} {}", self.head)));
        [weekly, monthly].into_iter().chain(with).flatten().filter_map(|text| whole(&text)).collect()
    }

    /// Reads the head without words that say nothing about the time.
    fn without_fillers(&self) -> Option<When> {
        let head = OF_MONTH.iter().fold(self.head.to_lowercase(), |head, words| head.replace(words, ""));
        let words = head.split_whitespace().filter(|word| !FILLERS.contains(word));
        whole(&words.collect::<Vec<_>>().join(" "))
    }

    /// Reads the times in the goal, together with the head: the longest first, and each word in one of them.
    fn in_goal(&self) -> Vec<When> {
        if whole(self.head).is_some_and(|head| matches!(head.cadence, Cadence::After(_))) {
            return Vec::new();
        }
        let words: Vec<_> = self.goal.split_whitespace().take(MOST_WORDS).collect();
        let mut found = Vec::new();
        let mut is_taken = vec![false; words.len()];
        for count in (1..=words.len().min(MOST_IN_GOAL)).rev() {
            for start in 0..=words.len() - count {
                if is_taken[start..start + count].contains(&true) {
                    continue;
                }
                let phrase = words[start..start + count].join(" ");
                let before = start.checked_sub(1).map_or("", |before| words[before]);
                let at = if BEFORE_HOURS.contains(&before) { "at " } else { "" };
                let readings = match self.head {
                    "" => read(&format!("{at}{phrase}")),
                    head => whole(&format!("{head} {at}{phrase}")).into_iter().collect(),
                };
                if !readings.is_empty() {
                    is_taken[start..start + count].fill(true);
                    found.extend(readings);
                }
            }
        }
        found
    }
}

/// Returns whether words that name no time have a nearest time that can be booked: "after work".
pub(super) fn is_near(text: &str) -> bool {
    NEAREST.iter().any(|(words, _)| words.eq_ignore_ascii_case(text.trim().trim_end_matches(',')))
}

/// Returns the times that words may mean that name none, or several: "thanksgiving".
pub(super) fn nearest(text: &str) -> Vec<When> {
    Asked { head: text, goal: "" }.nearest()
}

/// Reads the whole text as a time.
pub(super) fn whole(text: &str) -> Option<When> {
    When::at_start(text).filter(|(_, rest)| trim_end(rest).is_empty()).map(|(when, _)| when)
}

/// Reads the whole text as a time, or as the times that it is likely short for: "in 20" minutes, "at 12 30", and "5/6",
/// which is 5 June or 6 May.
fn read(text: &str) -> Vec<When> {
    if let Some(when) = whole(text) {
        return vec![when];
    }
    let bare = take(text, "in").filter(|it| number(it).is_some_and(|(_, rest)| rest.is_empty()));
    let in_minutes = bare.and_then(|number| whole(&format!("in {number} minutes")));
    let found = in_minutes.or_else(|| whole(&with_colon(text)?));
    found.into_iter().chain(in_either_order(text)).collect()
}

/// Returns "at 12:30" for "at 12 30".
fn with_colon(text: &str) -> Option<String> {
    let words: Vec<_> = text.split_whitespace().collect();
    let is_number = |word: &str| word.len() <= 2 && word.bytes().all(|byte| byte.is_ascii_digit());
    let is_clock = |pair: &[&str]| is_number(pair[0]) && is_number(pair[1]) && pair[1].len() == 2;
    let at = words.windows(2).position(is_clock)?;
    let clock = format!("{}:{}", words[at], words[at + 1]);
    Some([&words[..at], &[clock.as_str()], &words[at + 2..]].concat().join(" "))
}

/// Reads "5/6" and "5/6/2027" with the day first, and with the month first.
fn in_either_order(text: &str) -> Vec<When> {
    let orders = text.split_whitespace().filter_map(|word| {
        let numbers: Vec<u32> = word.split('/').map_while(|it| it.parse().ok()).collect();
        let (first, second, year) = match *numbers.as_slice() {
            [first, second] if word != "24/7" => (first, second, None),
            [first, second, year] => (first, second, Some(if year < 100 { 2000 + year } else { year })),
            _ => return None,
        };
        let read = |month: u32, day: u32| {
            let date = NaiveDate::from_ymd_opt(year.unwrap_or(2000).try_into().ok()?, month, day)?;
            let form = if year.is_some() { "%-d %B %Y" } else { "%-d %B" };
            whole(&text.replace(word, &date.format(form).to_string()))
        };
        Some([read(second, first), read(first, second)])
    });
    orders.flatten().flatten().collect()
}

/// Returns whether the words after "to" still belong to the time: "monday to friday", "ten to nine", "the 1st to the
/// 5th".
fn begins_with_time(text: &str, is_after_to: bool) -> bool {
    let first = text.split_whitespace().next().unwrap_or_default();
    let is_range = is_after_to && take(first, "the").is_some();
    whole(first).is_some() || whole(&format!("at {first}")).is_some() || is_range
}

/// The most words of a goal that are examined, and of a time in it.
const MOST_WORDS: usize = 40;
const MOST_IN_GOAL: usize = 6;
/// Words before the goal.
const BEFORE_GOAL: &[&str] = &["remind me to", "remind me that", "remind me about", "to", "that", "about"];
/// Words before an hour in a goal.
const BEFORE_HOURS: [&str; 4] = ["by", "before", "around", "until"];
/// Words that do not change the nearest day that can be booked.
const OF_MONTH: [&str; 3] = ["of the month", "of every month", "of each month"];
/// Words that say nothing about the time.
const FILLERS: [&str; 13] = [
    "like", "maybe", "perhaps", "probably", "possibly", "please", "pls", "also", "just", "roughly",
    "ideally", "all", "everyone",
];
/// Words that show that a goal names a time or a condition.
const SOME_TIME: [&str; 16] = [
    "if", "unless", "when", "while", "once", "before", "after", "until", "between", "by", "sunset",
    "sunrise", "dawn", "dusk", "easter", "eid",
];
/// Times for a reminder that names none.
const DEFAULTS: [&str; 2] = ["in 1 hour", "tomorrow at 9:00"];
/// Words that name no time, each with the nearest time that can be booked.
const NEAREST: [(&str, &str); 86] = [
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
    ("easter", "easter sunday"),
    ("easter", "easter monday"),
    ("thanksgiving", "us thanksgiving"),
    ("thanksgiving", "canadian thanksgiving"),
    ("end of the month", "at the end of the month"),
    ("last day of the month", "on the last day of the month"),
    ("last day of month", "on the last day of the month"),
    ("end of month", "at the end of the month"),
    ("at the end of the week", "on friday"),
    ("end of the week", "on friday"),
    ("at the end of next week", "next week on friday"),
    ("end of next week", "next week on friday"),
    ("at the end of the year", "on 31 december"),
    ("end of the year", "on 31 december"),
    ("first thing", "at 8:00"),
    ("first thing in the morning", "tomorrow at 8:00"),
    ("in a sec", "in 1 minute"),
    ("in a second", "in 1 minute"),
    ("in a moment", "in 5 minutes"),
    ("in a minute or two", "in 2 minutes"),
    ("in a few hrs", "in 3 hours"),
    ("sometime", ""),
    ("some time", ""),
    ("at breakfast", "at 8:00"),
    ("after breakfast", "at 9:00"),
    ("at dinner", "at 19:00"),
    ("at dinner time", "at 19:00"),
    ("at dinnertime", "at 19:00"),
    ("after dinner", "at 20:00"),
    ("before bed", "at 22:00"),
    ("at bedtime", "at 22:00"),
    ("soon", "in 15 minutes"),
    ("later", "in 1 hour"),
    ("later today", "in 1 hour"),
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
    ("at end of day", "at 18:00"),
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
