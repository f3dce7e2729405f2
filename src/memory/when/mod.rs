//! The time that a question about the past is about: "last week", "im Mai", "on 3 May 2025", "two weeks ago".
//!
//! Days, weeks (from Monday) and months are those of the calendar in the person's zone. What could be a time or
//! something else ("may", "march", a year on its own) is a time only where the words around it say so.

mod phrases;
mod tongues;

use std::ops::Range;

use adjutant_domain::words::{folded, language};
use chrono::{DateTime, NaiveDate, NaiveTime, TimeDelta, TimeZone as _};
use chrono_tz::Tz;

use self::{
    phrases::{Days, read},
    tongues::TONGUES,
};

/// Words of a query beyond this many are not looked at.
const MAX_WORDS: usize = 200;

/// A stretch of time, and the words that named it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Period {
    /// Milliseconds since the epoch.
    pub from: i64,
    /// Milliseconds since the epoch; not part of the period any more.
    pub until: i64,
    /// Where in the query it is said.
    pub said: Range<usize>,
}

/// The time that a query is about, if it names one.
pub fn period(query: &str, now: DateTime<Tz>) -> Option<Period> {
    let words = words(query);
    let language = language(query);
    // The language that the query is probably in comes first, but "letzte Woche" says too little to tell.
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
    /// Folded.
    text: String,
    at: Range<usize>,
    /// The one character between it and the word before, if it is one.
    after: Option<char>,
}

/// Where letters and digits meet a word ends: "3rd" is two.
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

/// Accents that were not composed with their letter.
fn is_accent(c: char) -> bool {
    matches!(c, '\u{300}'..='\u{36f}')
}

/// The first moment of a day in milliseconds; where the clock skips midnight, what it shows next.
fn start_of(day: NaiveDate, zone: Tz) -> Option<i64> {
    let midnight = day.and_time(NaiveTime::MIN);
    let steps =
        (0..=HALF_HOURS_OF_A_DAY).map(|step| midnight.checked_add_signed(TimeDelta::minutes(30 * step)));
    let mut moments = steps.flatten().filter_map(|local| zone.from_local_datetime(&local).earliest());
    moments.next().map(|moment| moment.timestamp_millis())
}

/// Samoa has skipped a whole day.
const HALF_HOURS_OF_A_DAY: i64 = 48;

#[cfg(test)]
mod tests;
