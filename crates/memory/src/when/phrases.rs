//! The phrases that name a time. [`tongues`](super::tongues) has the differences between languages. Each reader starts
//! at the first word of a possible phrase, and returns the named days and the number of words used.

use std::ops::Range;

use chrono::{Datelike, Days as Count, Months, NaiveDate, TimeDelta};

use super::{Word, tongues::Tongue};

/// A range of days; `until` is exclusive.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Days {
    pub(super) from: NaiveDate,
    pub(super) until: NaiveDate,
}

type Read = Option<(Days, usize)>;

/// Reads the time at the start of `words`. `is_likely`: the query is probably in this language.
pub(super) fn read(tongue: &Tongue, is_likely: bool, words: &[Word], today: NaiveDate) -> Read {
    let reader = Reader { tongue, is_likely, today };
    reader
        .numeric(words)
        .or_else(|| reader.near_day(words))
        .or_else(|| reader.ago(words))
        .or_else(|| reader.last_few(words))
        .or_else(|| reader.last_or_this(words))
        .or_else(|| reader.dated(words))
        .or_else(|| reader.within(words))
        .or_else(|| reader.on_weekday(words))
}

struct Reader<'a> {
    tongue: &'a Tongue,
    is_likely: bool,
    today: NaiveDate,
}

/// Units and names that "last" and "this" apply to.
#[derive(Clone, Copy)]
enum Named {
    Unit(Unit),
    Weekend,
    /// Counted from Monday, 0.
    Weekday(u32),
    /// Counted from January, 0.
    Month(i32),
    /// Counted from spring, 0.
    Season(i32),
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Unit {
    Day,
    Week,
    Month,
    Year,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Which {
    Last,
    This,
}

impl Reader<'_> {
    /// "2025-05-03", "2025-05", "3.5.2025".
    fn numeric(&self, words: &[Word]) -> Read {
        let joined = |word: &Word, by| (word.after == Some(by)).then(|| number(word)).flatten();
        let first = words.first()?;
        if first.text.len() == 4 {
            let start = NaiveDate::from_ymd_opt(calendar_year(first)?, joined(words.get(1)?, '-')?, 1)?;
            return match words.get(2).and_then(|word| joined(word, '-')) {
                Some(day) => Some((one(start.with_day(day)?)?, 3)),
                None => Some((months(month_index(start), 1)?, 2)),
            };
        }
        let (day, month) = (number(first)?, joined(words.get(1)?, '.')?);
        let year = words.get(2).filter(|word| word.after == Some('.')).and_then(calendar_year)?;
        Some((one(NaiveDate::from_ymd_opt(year, month, day)?)?, 3))
    }

    /// "yesterday", "the day before yesterday".
    fn near_day(&self, words: &[Word]) -> Read {
        let doubtful = if self.is_likely { self.tongue.ambiguous_days } else { &[] };
        self.tongue.near_days.iter().chain(doubtful).find_map(|(phrase, from, until)| {
            let used = take(words, phrase)?;
            Some((Days { from: self.days_on(*from)?, until: self.days_on(*until)? }, used))
        })
    }

    /// "two weeks ago": the day, or the whole week, month or year.
    fn ago(&self, words: &[Word]) -> Read {
        let before = take_any(words, self.tongue.ago_before);
        let start = before.unwrap_or_default();
        let (count, more) = self.count(&words[start..])?;
        let (unit, last) = self.unit(words.get(start + more..)?)?;
        let used = start + more + last;
        let used =
            if before.is_some() { used } else { used + take_any(&words[used..], self.tongue.ago_after)? };
        Some((self.back(unit, count)?, used))
    }

    /// "the last 3 days", "les 3 derniers jours": up to and including today.
    fn last_few(&self, words: &[Word]) -> Read {
        let last = take_any(words, self.tongue.last);
        let mut used = last.unwrap_or_default();
        let (count, more) = self.count(&words[used..])?;
        used += more;
        if last.is_none() {
            used += take_any(words.get(used..)?, self.tongue.last)?;
        }
        let (unit, more) = self.unit(words.get(used..)?)?;
        let from = match unit {
            Unit::Day => self.days_on(-i64::from(count))?,
            Unit::Week => self.days_on(-7 * i64::from(count))?,
            Unit::Month => self.today.checked_sub_months(Months::new(count))?,
            Unit::Year => self.today.checked_sub_months(Months::new(count.checked_mul(12)?))?,
        };
        Some((Days { from, until: self.days_on(1)? }, used + more))
    }

    /// "last week", "la semaine dernière", "this summer", "letzten Montag".
    fn last_or_this(&self, words: &[Word]) -> Read {
        let (which, named, used) = self.which_named(words)?;
        let days = match named {
            Named::Unit(Unit::Day) => return None,
            Named::Unit(unit) => self.back(unit, u32::from(which == Which::Last))?,
            Named::Weekend => {
                let saturday = self.monday()?.checked_add_days(Count::new(5))?;
                let weeks = if which == Which::Last && self.today < saturday + Count::new(2) { 1 } else { 0 };
                span(saturday.checked_sub_days(Count::new(7 * weeks))?, 2)?
            }
            Named::Weekday(weekday) => self.weekday(weekday, which)?,
            Named::Month(month) => self.recent(month, 1, which)?,
            Named::Season(season) => self.recent(season_start(season), 3, which)?,
        };
        Some((days, used))
    }

    /// "3 May 2025", "May 3rd", "the 3rd of May", "May 2025": a month with a day, a year or both.
    fn dated(&self, words: &[Word]) -> Read {
        let (day, before) = match self.day_of_month(words) {
            Some((day, used)) => (Some(day), used + self.of(&words[used..])),
            None => (None, 0),
        };
        let (month, more) = index_of(words.get(before..)?, &self.tongue.months)?;
        let mut used = before + more;
        let (day, more) = match day {
            Some(day) => (Some(day), 0),
            None => self.day_of_month(&words[used..]).map_or((None, 0), |(day, used)| (Some(day), used)),
        };
        used += more;
        let month = i32::try_from(month).ok()?;
        match (day, self.year(&words[used..])) {
            (Some(day), Some((year, more))) => Some((one(date(year, month, day)?)?, used + more)),
            (None, Some((year, more))) => Some((months(year * 12 + month, 1)?, used + more)),
            (Some(day), None) => {
                let this_year = self.today.year();
                // Any eight years contain a 29 February, even around 2100.
                let mut years = (this_year - 8..=this_year).rev().filter_map(|year| date(year, month, day));
                Some((one(years.find(|date| *date <= self.today)?)?, used))
            }
            (None, None) => None,
        }
    }

    /// "in May", "im Sommer 2024", "in 2024".
    fn within(&self, words: &[Word]) -> Read {
        let start = take_any(words, self.tongue.within)?;
        let words = &words[start..];
        if let Some((year, used)) = self.year(words).filter(|_| number(&words[0]).is_some()) {
            return Some((months(year * 12, 12)?, start + used));
        }
        let (first, count, used) = match self.named(words)? {
            (Named::Month(month), used) => (month, 1, used),
            (Named::Season(season), used) => (season_start(season), 3, used),
            _ => return None,
        };
        match self.year(&words[used..]) {
            Some((year, more)) => Some((months(year * 12 + first, count)?, start + used + more)),
            None => Some((self.recent(first, count, Which::This)?, start + used)),
        }
    }

    /// "on Monday": the latest one, which may be today.
    fn on_weekday(&self, words: &[Word]) -> Read {
        let start = take_any(words, self.tongue.on)?;
        let (weekday, used) = index_of(&words[start..], &self.tongue.weekdays)?;
        Some((self.weekday(u32::try_from(weekday).ok()?, Which::This)?, start + used))
    }

    fn which_named(&self, words: &[Word]) -> Option<(Which, Named, usize)> {
        let which = |words: &[Word]| {
            let last = take_any(words, self.tongue.last).map(|used| (Which::Last, used));
            last.or_else(|| take_any(words, self.tongue.this).map(|used| (Which::This, used)))
        };
        if let Some((which, start)) = which(words) {
            let (named, used) = self.named(&words[start..])?;
            return Some((which, named, start + used));
        }
        let (named, start) = self.named(words).filter(|_| self.tongue.last_may_follow)?;
        let (which, used) = which(&words[start..])?;
        Some((which, named, start + used))
    }

    fn named(&self, words: &[Word]) -> Option<(Named, usize)> {
        let index = |names: &[&[&str]]| {
            let (index, used) = index_of(words, names)?;
            Some((i32::try_from(index).ok()?, used))
        };
        self.unit(words)
            .map(|(unit, used)| (Named::Unit(unit), used))
            .or_else(|| Some((Named::Weekend, take_any(words, self.tongue.weekend)?)))
            .or_else(|| {
                index(&self.tongue.weekdays).map(|(day, used)| (Named::Weekday(day.unsigned_abs()), used))
            })
            .or_else(|| index(&self.tongue.months).map(|(month, used)| (Named::Month(month), used)))
            .or_else(|| index(&self.tongue.seasons).map(|(season, used)| (Named::Season(season), used)))
    }

    fn unit(&self, words: &[Word]) -> Option<(Unit, usize)> {
        let (index, used) = index_of(words, &self.tongue.units)?;
        Some(([Unit::Day, Unit::Week, Unit::Month, Unit::Year][index], used))
    }

    /// A small number in digits or in words.
    fn count(&self, words: &[Word]) -> Option<(u32, usize)> {
        if let Some(count) = number(words.first()?) {
            return Some((count, 1)).filter(|_| count < 1000);
        }
        let (index, used) = index_of(words, self.tongue.numbers)?;
        Some((u32::try_from(index).ok()? + 1, used))
    }

    /// "3", "3rd", "the 3rd", "1er".
    fn day_of_month(&self, words: &[Word]) -> Option<(u32, usize)> {
        let day = number(words.first()?).filter(|day| (1..=31).contains(day))?;
        let suffix = words.get(1).filter(|word| word.after.is_none() && word.at.start == words[0].at.end);
        match suffix {
            Some(suffix) => ORDINALS.contains(&suffix.text.as_str()).then_some((day, 2)),
            None => Some((day, 1)),
        }
    }

    /// "2025", "of 2025", "last year".
    fn year(&self, words: &[Word]) -> Option<(i32, usize)> {
        let start = self.of(words);
        if let Some(year) = words.get(start).and_then(calendar_year) {
            return Some((year, start + 1));
        }
        match self.which_named(words.get(start..)?)? {
            (which, Named::Unit(Unit::Year), used) => {
                Some((self.today.year() - i32::from(which == Which::Last), start + used))
            }
            _ => None,
        }
    }

    /// Returns the number of words that "of" takes; 0 if it is not there.
    fn of(&self, words: &[Word]) -> usize {
        take_any(words, self.tongue.of).unwrap_or_default()
    }

    /// Returns the day, week, month or year `count` units ago.
    fn back(&self, unit: Unit, count: u32) -> Option<Days> {
        let count = i32::try_from(count).ok()?;
        match unit {
            Unit::Day => span(self.days_on(-i64::from(count))?, 1),
            Unit::Week => {
                span(self.monday()?.checked_sub_days(Count::new(7 * u64::from(count.unsigned_abs())))?, 7)
            }
            Unit::Month => months(month_index(self.today) - count, 1),
            Unit::Year => months((self.today.year() - count) * 12, 12),
        }
    }

    /// Returns the latest day with this weekday; today counts, except with "last".
    fn weekday(&self, weekday: u32, which: Which) -> Option<Days> {
        let back = (self.today.weekday().num_days_from_monday() + 7 - weekday) % 7;
        let back = if back == 0 && which == Which::Last { 7 } else { back };
        one(self.days_on(-i64::from(back))?)
    }

    /// Returns the latest period of `count` months from `first` (0 is January) that has begun; with "last", the latest
    /// that has ended.
    fn recent(&self, first: i32, count: i32, which: Which) -> Option<Days> {
        let years = [0, -1, -2].map(|back| (self.today.year() + back) * 12 + first);
        let mut stretches = years.into_iter().filter_map(|start| months(start, count));
        stretches.find(|days| match which {
            Which::This => days.from <= self.today,
            Which::Last => days.until <= self.today,
        })
    }

    fn monday(&self) -> Option<NaiveDate> {
        self.days_on(-i64::from(self.today.weekday().num_days_from_monday()))
    }

    fn days_on(&self, days: i64) -> Option<NaiveDate> {
        self.today.checked_add_signed(TimeDelta::try_days(days)?)
    }
}

/// Suffixes of ordinal numbers.
const ORDINALS: [&str; 8] = ["st", "nd", "rd", "th", "er", "e", "o", "a"];

/// Numbers that count as years.
const YEARS: Range<i32> = 1900..2100;

/// Returns the month in which a season of the northern hemisphere begins; 0 is January.
fn season_start(season: i32) -> i32 {
    2 + 3 * season
}

fn one(day: NaiveDate) -> Option<Days> {
    span(day, 1)
}

fn span(from: NaiveDate, days: u64) -> Option<Days> {
    Some(Days { from, until: from.checked_add_days(Count::new(days))? })
}

/// Returns the days of `count` months from the month `first`, counted from the year 0.
fn months(first: i32, count: i32) -> Option<Days> {
    let start = |index: i32| date(index.div_euclid(12), index.rem_euclid(12), 1);
    Some(Days { from: start(first)?, until: start(first + count)? })
}

fn month_index(day: NaiveDate) -> i32 {
    day.year() * 12 + day.month0().cast_signed()
}

/// `month` counts from January, 0.
fn date(year: i32, month: i32, day: u32) -> Option<NaiveDate> {
    NaiveDate::from_ymd_opt(year, u32::try_from(month).ok()? + 1, day)
}

fn number(word: &Word) -> Option<u32> {
    word.text.parse().ok()
}

/// Reads a word as a number that may be a year.
fn calendar_year(word: &Word) -> Option<i32> {
    let year = i32::try_from(number(word)?).ok()?;
    YEARS.contains(&year).then_some(year)
}

/// Returns the index of the name that the words begin with, and the number of words it takes.
fn index_of(words: &[Word], names: &[&[&str]]) -> Option<(usize, usize)> {
    names.iter().enumerate().find_map(|(index, names)| Some((index, take_any(words, names)?)))
}

fn take_any(words: &[Word], phrases: &[&str]) -> Option<usize> {
    phrases.iter().find_map(|phrase| take(words, phrase))
}

/// Returns the number of words that a phrase takes at the start of `words`, if it is there.
fn take(words: &[Word], phrase: &str) -> Option<usize> {
    let mut used = 0;
    for expected in phrase.split_whitespace() {
        words.get(used).filter(|word| word.text == expected)?;
        used += 1;
    }
    Some(used)
}
