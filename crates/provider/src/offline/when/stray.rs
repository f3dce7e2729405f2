//! Finds words in a reminder's text that may belong to its time. The grammar did not read them as a time, so such a
//! reminder may mean another time than the one that was read.

use super::super::words::{letters, number};

/// Returns the first words of a reminder's text that look like a part of a time; `None` if there are none. A reminder
/// that `repeats` may also have an end, such as "for a week".
pub(in super::super) fn stray(text: &str, repeats: bool) -> Option<&str> {
    let words = Words::of(text);
    (0..words.keys.len()).find_map(|at| {
        let last = words.stray_at(at, repeats)?;
        Some(text[words.spans[at].0..words.spans[last].1].trim_matches(is_punctuation))
    })
}

/// Returns the words of a reminder's text before "to", if they may be the rest of its time: "moon time to call".
pub(in super::super) fn before_to(text: &str) -> Option<&str> {
    let (before, _) = text.split_once(" to ")?;
    (before.split_whitespace().count() <= MOST_BEFORE_TO).then_some(before)
}

/// The words of a text, in lower case and without punctuation around them, and their positions.
struct Words<'t> {
    text: &'t str,
    keys: Vec<String>,
    spans: Vec<(usize, usize)>,
}

impl<'t> Words<'t> {
    fn of(text: &'t str) -> Self {
        let start = |word: &str| word.as_ptr() as usize - text.as_ptr() as usize;
        let spans: Vec<_> =
            text.split_whitespace().map(|word| (start(word), start(word) + word.len())).collect();
        let key = |&(start, end): &(usize, usize)| {
            text[start..end].trim_matches(|c: char| !c.is_alphanumeric()).to_lowercase()
        };
        Self { text, keys: spans.iter().map(key).collect(), spans }
    }

    fn key(&self, at: usize) -> &str {
        self.keys.get(at).map_or("", String::as_str)
    }

    /// Returns the word before, or nothing at the start.
    fn before(&self, at: usize) -> &str {
        at.checked_sub(1).map_or("", |before| self.key(before))
    }

    /// Returns the index of the last of the words that begin here and look like a part of a time.
    fn stray_at(&self, at: usize, repeats: bool) -> Option<usize> {
        let (word, next, before) = (self.key(at), self.key(at + 1), self.before(at));
        let is_edge = at == 0 || at + 1 == self.keys.len();
        let alone = MOMENTS.contains(&word)
            || is_day(word)
            || is_range(word)
            || is_clock(word)
            || is_iso_date(word)
            || ZONES.contains(&self.text[self.spans[at].0..self.spans[at].1].trim_matches(is_punctuation))
            || (at == 0 && ZONES.iter().any(|zone| zone.eq_ignore_ascii_case(word)))
            || (is_edge && PERIODIC.contains(&word))
            || (at == 0 && (FRAGMENTS.contains(&word) || starts_with_number(word)))
            || (BEFORE_DAYS.contains(&before) && is_short_day(word))
            || (is_month(word) && (is_number(before) || BEFORE_MONTHS.contains(&before)))
            || (BEFORE_HOURS.contains(&before) && is_number(word))
            || (is_date(word) && (at == 0 || BEFORE_DAYS.contains(&before) || before == "the"))
            || (is_ordinal(word) && self.is_of_month(at));

        if alone {
            return Some(at);
        }
        let two = (is_month(word) && is_number(next))
            || (EACH.contains(&word)
                && (is_unit(next) || is_number(next) || is_short_day(next) || COUNTS.contains(&next)))
            || (NEARBY.contains(&word) && (is_unit(next) || PARTS_OF_DAY.contains(&next)))
            || (EXCEPTIONS.contains(&word) && repeats)
            || (LIMITS.contains(&word) && (is_number(next) || is_short_day(next) || is_month(next)));
        if two {
            return Some((at + 1).min(self.keys.len() - 1));
        }
        self.zone_at(at).or_else(|| self.span_at(at, repeats))
    }

    /// "in a month", "for the next 2 hours", "twice a day".
    fn span_at(&self, at: usize, repeats: bool) -> Option<usize> {
        let word = self.key(at);
        if matches!(word, "once" | "twice" | "times")
            && matches!(self.key(at + 1), "a" | "an" | "per" | "each" | "every")
        {
            return is_unit(self.key(at + 2)).then_some(at + 2);
        }
        if !matches!(word, "in" | "within" | "after" | "for") {
            return None;
        }
        let is_limit = self.key(at + 1) == "the" && matches!(self.key(at + 2), "next" | "first" | "rest");
        let amount = at + if is_limit { 3 } else { 1 };
        let unit = amount + usize::from(is_number(self.key(amount)) || COUNTS.contains(&self.key(amount)));
        let is_span = unit > at + 1 && is_unit(self.key(unit));
        // "run for an hour" is a duration, "run for a week" an end.
        let counts = word != "for" || is_limit || (repeats && is_long_unit(self.key(unit)));
        (is_span && counts).then_some(unit)
    }

    /// Returns whether the ordinal number here is a day of the month: "on the 31st", "every 1st", "the 13th" at the
    /// start.
    fn is_of_month(&self, at: usize) -> bool {
        match self.before(at) {
            "" | "on" | "every" | "each" | "until" | "from" | "by" => true,
            "the" => at == 1 || BEFORE_DAYS.contains(&self.before(at - 1)),
            _ => false,
        }
    }

    /// Returns the index of the last word of a zone's name that begins here: "New York time".
    fn zone_at(&self, at: usize) -> Option<usize> {
        let is_name = |at: usize| self.text[self.spans[at].0..].starts_with(char::is_uppercase);
        let end = (at + 1..self.keys.len().min(at + 4)).find(|&end| self.keys[end] == "time")?;
        (at..end).all(is_name).then_some(end)
    }
}

fn is_punctuation(c: char) -> bool {
    !c.is_alphanumeric()
}

/// "monday", "mondays".
fn is_day(word: &str) -> bool {
    DAYS.iter().any(|day| word == *day || word.strip_suffix('s') == Some(day))
}

fn is_short_day(word: &str) -> bool {
    is_day(word) || SHORT_DAYS.contains(&word) || GROUPS.contains(&word)
}

/// "mon-fri", "monday-friday".
fn is_range(word: &str) -> bool {
    word.split_once(['-', '–']).is_some_and(|(from, to)| is_short_day(from) && is_short_day(to))
}

fn is_month(word: &str) -> bool {
    word.len() >= 3 && MONTHS.iter().any(|month| *month == word || month.get(..3) == Some(word))
        || word == "sept"
}

/// "9:30", "6pm", "20h30", "8h".
fn is_clock(word: &str) -> bool {
    let digits = word.len() - word.trim_start_matches(|c: char| c.is_ascii_digit()).len();
    let is_two = |rest: &str| rest.len() == 2 && rest.bytes().all(|byte| byte.is_ascii_digit());
    let rest = &word[digits..];
    let after_minutes = rest.strip_prefix([':', '.', 'h']).filter(|rest| rest.get(..2).is_some_and(is_two));
    (1..=2).contains(&digits)
        && match after_minutes {
            Some(rest) => !word[digits..].starts_with('.') || HALVES.contains(&&rest[2..]),
            None => rest == "h" || HALVES.contains(&rest),
        }
}

/// "2026-12-24".
fn is_iso_date(word: &str) -> bool {
    word.len() == 10
        && word
            .bytes()
            .enumerate()
            .all(|(at, byte)| if matches!(at, 4 | 7) { byte == b'-' } else { byte.is_ascii_digit() })
}

/// "24.12", "24/12/2026".
fn is_date(word: &str) -> bool {
    let mut parts = word.split(['.', '/']);
    let day = |part: Option<&str>| {
        part.and_then(|part| part.parse().ok()).is_some_and(|day: u32| (1..=31).contains(&day))
    };
    day(parts.next()) && day(parts.next()) && parts.next().is_none_or(|year| year.parse::<u32>().is_ok())
}

/// "31st".
fn is_ordinal(word: &str) -> bool {
    let name = word.trim_start_matches(|c: char| c.is_ascii_digit());
    name.len() < word.len() && matches!(name, "st" | "nd" | "rd" | "th")
}

fn is_number(word: &str) -> bool {
    is_ordinal(word) || number(word).is_some_and(|(_, rest)| rest.is_empty())
}

fn starts_with_number(word: &str) -> bool {
    is_number(word) || word.starts_with(|c: char| c.is_ascii_digit())
}

fn is_unit(word: &str) -> bool {
    is_long_unit(word)
        || matches!(
            letters(word).0.trim_end_matches('s'),
            "second" | "sec" | "minute" | "min" | "hour" | "hr" | "h"
        )
}

fn is_long_unit(word: &str) -> bool {
    matches!(word.trim_end_matches('s'), "day" | "week" | "month" | "year" | "quarter" | "fortnight")
}

/// The most words before "to" that may belong to a time.
const MOST_BEFORE_TO: usize = 4;
const DAYS: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
const SHORT_DAYS: [&str; 11] =
    ["mon", "tue", "tues", "wed", "weds", "thu", "thur", "thurs", "fri", "sat", "sun"];
const GROUPS: [&str; 5] = ["weekday", "weekdays", "weekend", "weekends", "workday"];
const MONTHS: [&str; 12] = [
    "january",
    "february",
    "march",
    "april",
    "may",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
];
const MOMENTS: [&str; 12] = [
    "today",
    "tomorrow",
    "tonight",
    "noon",
    "midday",
    "midnight",
    "fortnightly",
    "everyday",
    "o'clock",
    "am",
    "pm",
    "christmas",
];
const PERIODIC: [&str; 6] = ["daily", "weekly", "monthly", "yearly", "annually", "hourly"];
/// Words with which the rest of a time begins, but no goal: "monday week", "nine thirty", "half past six".
const FRAGMENTS: [&str; 19] = [
    "week", "month", "half", "quarter", "past", "through", "until", "till", "to", "sharp", "noonish", "in",
    "on", "by", "before", "after", "during", "within", "unless",
];
const BEFORE_DAYS: [&str; 16] = [
    "on", "every", "each", "next", "this", "until", "till", "except", "starting", "from", "by", "before",
    "after", "last", "first", "since",
];
const BEFORE_MONTHS: [&str; 8] = ["in", "until", "till", "from", "next", "this", "every", "each"];
const BEFORE_HOURS: [&str; 8] = ["at", "by", "around", "until", "till", "before", "past", "from"];
const EACH: [&str; 2] = ["every", "each"];
const COUNTS: [&str; 10] = ["a", "an", "other", "second", "third", "first", "last", "few", "couple", "half"];
const NEARBY: [&str; 3] = ["next", "this", "last"];
const PARTS_OF_DAY: [&str; 5] = ["morning", "afternoon", "evening", "night", "weekend"];
const EXCEPTIONS: [&str; 4] = ["except", "excluding", "but", "unless"];
const LIMITS: [&str; 8] = ["until", "till", "between", "starting", "beginning", "through", "except", "not"];
const HALVES: [&str; 4] = ["am", "pm", "a.m", "p.m"];
/// Short names of zones; several have different meanings in different countries.
const ZONES: [&str; 24] = [
    "EST", "EDT", "ET", "CST", "CDT", "CT", "MST", "MDT", "MT", "PST", "PDT", "PT", "GMT", "UTC", "BST",
    "CET", "CEST", "EET", "EEST", "JST", "AEST", "AEDT", "IST", "SGT",
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_part_of_a_time_is_found() {
        let found = [
            ("stretch at 7", false, "7"),
            ("the 13th to sweep", false, "13th"),
            ("thirty to call", false, "thirty"),
            ("New York time to call", false, "New York time"),
            ("EST to call", false, "EST"),
            ("except sunday to run", true, "except sunday"),
            ("run between 9 and 17", true, "between 9"),
            ("run for a week", true, "for a week"),
            ("run for the next 2 hours", true, "for the next 2 hours"),
            ("starting monday run", true, "starting monday"),
            ("run in december", true, "december"),
            ("be there by 6pm", false, "6pm"),
            ("prepare for friday", false, "friday"),
            ("renew in a month", false, "in a month"),
            ("mon-fri swim", false, "mon-fri"),
            ("eat on 24.12.", false, "24.12"),
            ("pills twice a day", true, "twice a day"),
            ("swim daily", false, "daily"),
            ("pay on the 31st", false, "31st"),
            ("swim every other tuesday", false, "every other"),
            ("call next week", false, "next week"),
        ];
        for (text, repeats, expected) in found {
            assert_eq!(stray(text, repeats), Some(expected), "{text}");
        }
    }

    #[test]
    fn what_only_looks_like_it_is_not() {
        let texts = [
            "buy 2 tickets",
            "write the weekly report",
            "run for 20 minutes",
            "meditate for an hour",
            "march to the sea",
            "ask may about the car",
            "read today's paper",
            "go to the 2nd floor",
            "take the second exit",
            "enjoy the sun",
            "pay 3.50 for lunch",
            "ask about the time",
            "go out but lock up",
            "but first, coffee",
        ];
        for text in texts {
            assert_eq!(stray(text, false), None, "{text}");
        }
    }
}
