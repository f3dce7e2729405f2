//! The period that a question about the past names: "last week", "im Mai", "on 3 May 2025", "two weeks ago".
//!
//! Days, weeks (from Monday) and months follow the calendar in the person's zone. Words that could also mean something
//! else ("may", "march", a year on its own) count as a time only where the words around them say so.

mod phrases;
mod tongues;

use std::ops::Range;

use adjutant_domain::{
    timestamp::Timestamp,
    words::{folded, language},
    zones::Zone,
};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone as _};

use self::{
    phrases::{Days, read},
    tongues::TONGUES,
};

/// The most words of a query that are read.
const MAX_WORDS: usize = 200;

/// A period, and the words that name it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    pub from: Timestamp,
    /// Exclusive.
    pub until: Timestamp,
    /// The byte range of the words in the query that name it.
    pub said: Range<usize>,
}

/// Returns the period that a query names, if any.
pub fn period(query: &str, now: DateTime<Zone>) -> Option<Period> {
    let words = words(query);
    let language = language(query);
    // The probable language of the query comes first. The others follow, because a text as short as "letzte Woche" does
    // not identify its language.
    let (likely, others): (Vec<_>, Vec<_>) = TONGUES.iter().partition(|tongue| tongue.language == language);
    let mut readings =
        likely.iter().map(|tongue| (tongue, true)).chain(others.iter().map(|tongue| (tongue, false)));
    let (days, said) = readings.find_map(|(tongue, is_likely)| {
        (0..words.len()).find_map(|start| {
            let (days, used) = read(tongue, is_likely, &words[start..], now.date_naive())?;
            Some((days, words[start].at.start..words[start + used - 1].at.end))
        })
    })?;
    let Days { from, until } = days;
    let (from, until) = (start_of(from, now.timezone())?, start_of(until, now.timezone())?);
    (from < until).then_some(Period { from, until, said })
}

/// A word or a number of the query.
struct Word {
    /// The text, folded.
    text: String,
    at: Range<usize>,
    /// The character between it and the word before, if there is exactly one.
    after: Option<char>,
}

/// Splits a query into words. A word also ends where letters and digits meet: "3rd" is two.
fn words(query: &str) -> Vec<Word> {
    let mut words: Vec<Word> = Vec::new();
    let mut rest = 0;
    while words.len() < MAX_WORDS {
        let Some(start) = query[rest..].find(char::is_alphanumeric).map(|at| rest + at) else { break };
        let is_digit = query[start..].starts_with(|c: char| c.is_ascii_digit());
        let is_other = |c: char| !c.is_alphanumeric() && !is_accent(c) || c.is_ascii_digit() != is_digit;
        let end = query[start..].find(is_other).map_or(query.len(), |at| start + at);
        let mut gap = query[rest..start].chars();
        let after = gap.next().filter(|_| gap.next().is_none() && !words.is_empty());
        words.push(Word { text: folded(&query[start..end]), at: start..end, after });
        rest = end;
    }
    words
}

/// Returns whether a character is an accent that is not composed with its letter.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// Returns the first moment of a day; where the clock skips midnight, the next time that exists.
fn start_of(day: NaiveDate, zone: Zone) -> Option<Timestamp> {
    let midnight = day.and_time(NaiveTime::MIN);
    let steps =
        (0..=HALF_HOURS_OF_A_DAY).map(|step| midnight.checked_add_signed(TimeDelta::minutes(30 * step)));
    let mut moments = steps.flatten().filter_map(|local| zone.from_local_datetime(&local).earliest());
    moments.next().map(Timestamp::from)
}

/// Half hours to look ahead for the start of a day. A whole day, because Samoa once skipped one.
const HALF_HOURS_OF_A_DAY: i64 = 48;

#[cfg(test)]
mod tests;
