//! Recurrence rules as in iCalendar (RFC 5545): every other Tuesday, the last working day of each month.
//!
//! The calendar arithmetic is our own. The crate `rrule`, with which the tests compare it, lists due times only from a
//! rule's start: the next one of a daily rule takes 3 ms after twenty years, a list of them takes the square of its
//! length, and a rule that never happens takes 0.4 seconds. It also ends rules with long intervals too early, such as
//! 29 February of each fourth year. Here, a question begins with the period that it is about, and ends with the year
//! 2099.

mod calendar;
mod error;
#[cfg(test)]
mod oracle;
mod parse;
#[cfg(test)]
mod tests;

use std::{fmt, time::Duration};

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, Utc, Weekday};

pub use calendar::Frequency;
pub(super) use calendar::{Calendar, Named};
pub use error::RuleError;

use super::{clip, describe, gaps, local::next_instant};
use crate::zones::Zone;
use calendar::YEARS;

/// The longest interval between periods.
const MAX_INTERVAL: u32 = 1_000;
/// The most due times that COUNT allows: 27 years of one a day.
const MAX_COUNT: u32 = 10_000;
/// The longest normalised rule, in characters.
const MAX_CHARS: usize = 512;

const DATE_TIME: &str = "%Y%m%dT%H%M%S";

/// A valid recurrence rule that is due at least once.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleSpec {
    start: NaiveDateTime,
    pub(super) calendar: Calendar,
    /// The times of each day: all hours with all minutes, ascending.
    hours: Vec<u32>,
    minutes: Vec<u32>,
    pub(super) end: End,
    /// The first and the last due time.
    pub(super) first: NaiveDateTime,
    pub(super) last: NaiveDateTime,
}

/// How a rule ends.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    Never,
    /// After this local time.
    Until(NaiveDateTime),
    /// After so many due times.
    Count(u32),
}

impl RuleSpec {
    /// Parses `DTSTART:20261201T090000 RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`. Without DTSTART, the rule begins with
    /// its first due time after `now` whatever its interval.
    ///
    /// # Errors
    ///
    /// Returns an error that says which part is wrong, or that the rule is never due.
    pub(super) fn parse(text: &str, zone: Zone, now: DateTime<Utc>) -> Result<Self, RuleError> {
        let spec = parse::parse(text, zone, now)?;
        if spec.to_string().len() > MAX_CHARS {
            return Err(RuleError::TooLong);
        }
        Ok(spec)
    }

    /// Finds the first and the last due time; `text` is the rule as written.
    fn new(
        (start, calendar): (NaiveDateTime, Calendar),
        (hours, minutes): (Vec<u32>, Vec<u32>),
        end: End,
        text: &str,
    ) -> Result<Self, RuleError> {
        let mut spec = Self { start, calendar, hours, minutes, end, first: start, last: NaiveDateTime::MAX };
        let first = spec.locals_from(start).next();
        spec.first = first.ok_or_else(|| RuleError::Never(clip(text)))?;
        spec.last = match end {
            End::Never => NaiveDateTime::MAX,
            End::Until(until) => until,
            End::Count(count) => {
                let last = spec.locals_from(start).nth(count as usize - 1);
                last.unwrap_or(NaiveDateTime::MAX)
            }
        };
        if spec.last < spec.first {
            return Err(RuleError::EndsBefore { first: describe::local(spec.first) });
        }
        Ok(spec)
    }

    /// Returns the first run strictly after `after`, by the rules in [`super`].
    pub(super) fn next_after(&self, after: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
        next_instant(after, zone, false, |local| self.next_local(local))
    }

    /// Returns an error if no run comes after `now`.
    pub(super) fn check_not_over(&self, now: DateTime<Utc>, zone: Zone) -> Result<(), RuleError> {
        if self.next_after(now, zone).is_some() {
            return Ok(());
        }
        let now = describe::moment(now, zone);
        Err(RuleError::Ended { last: describe::local(self.last.min(latest())), now })
    }

    /// Returns the shortest time between two runs on the calendar, over the year from `from` or, if it starts later,
    /// its start.
    pub(super) fn shortest_gap(&self, from: NaiveDate) -> Option<Duration> {
        let first = self.calendar.days_from(from).next()?;
        let year =
            self.calendar.days_from(first).take_while(|day| (*day - first).num_days() < gaps::DAYS as i64);
        let days: Vec<_> = year.take_while(|day| *day <= self.last.date()).collect();
        gaps::shortest(&days, &self.minutes_of_day().collect::<Vec<_>>())
    }

    pub(super) fn runs_per_day(&self) -> u64 {
        (self.hours.len() * self.minutes.len()) as u64
    }

    /// Returns the times of day of the runs, in minutes after midnight, ascending.
    pub(super) fn minutes_of_day(&self) -> impl Iterator<Item = u32> + Clone {
        self.hours.iter().flat_map(|hour| self.minutes.iter().map(move |minute| hour * 60 + minute))
    }

    /// Returns the hours and the minutes of the runs.
    pub(super) fn hours_and_minutes(&self) -> (&[u32], &[u32]) {
        (&self.hours, &self.minutes)
    }

    /// Returns whether the rule begins as soon as its days allow after `now`, so that its first date goes without
    /// saying.
    pub(super) fn begins_next(&self, now: NaiveDateTime) -> bool {
        let every = Calendar { interval: 1, start: now.date(), ..self.calendar.clone() };
        let from_now = Self { start: now, calendar: every, last: NaiveDateTime::MAX, ..self.clone() };
        from_now.next_local(now).is_none_or(|next| self.first.date() <= next.date())
    }

    /// Returns the first due local time strictly after `after`, as if there were no time zones.
    fn next_local(&self, after: NaiveDateTime) -> Option<NaiveDateTime> {
        self.locals_from(after).find(|local| *local > after).filter(|local| *local <= self.last)
    }

    /// Returns the due local times from `from`, whatever the rule's end.
    fn locals_from(&self, from: NaiveDateTime) -> impl Iterator<Item = NaiveDateTime> {
        let from = from.max(self.start);
        let of_day = self.minutes_of_day();
        let times = move |day: NaiveDate| {
            let at = move |minute: u32| Some(day.and_time(time(minute)?));
            of_day.clone().filter_map(at)
        };
        self.calendar.days_from(from.date()).flat_map(times).skip_while(move |local| *local < from)
    }
}

/// Writes the rule in its normalised form, which `RuleSpec::parse` reads back.
impl fmt::Display for RuleSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Calendar { frequency, interval, months, dates, weekdays, positions, week_start, .. } =
            &self.calendar;
        let frequency = match frequency {
            Frequency::Daily => "DAILY",
            Frequency::Weekly => "WEEKLY",
            Frequency::Monthly => "MONTHLY",
            Frequency::Yearly => "YEARLY",
        };
        write!(f, "DTSTART:{} RRULE:FREQ={frequency}", self.start.format(DATE_TIME))?;
        if *interval > 1 {
            write!(f, ";INTERVAL={interval}")?;
        }
        list(f, "BYMONTH", months)?;
        list(f, "BYMONTHDAY", dates)?;
        list(f, "BYDAY", weekdays)?;
        if Some(self.start.time()) != self.minutes_of_day().next().and_then(time) || self.runs_per_day() > 1 {
            list(f, "BYHOUR", &self.hours)?;
            list(f, "BYMINUTE", &self.minutes)?;
        }
        list(f, "BYSETPOS", positions)?;
        if *week_start != Weekday::Mon {
            write!(f, ";WKST={}", short(*week_start))?;
        }
        match self.end {
            End::Never => Ok(()),
            End::Until(until) => write!(f, ";UNTIL={}", until.format(DATE_TIME)),
            End::Count(count) => write!(f, ";COUNT={count}"),
        }
    }
}

impl fmt::Display for Named {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.nth {
            0 => f.write_str(short(self.weekday)),
            nth => write!(f, "{nth}{}", short(self.weekday)),
        }
    }
}

fn list<T: fmt::Display>(f: &mut fmt::Formatter<'_>, name: &str, values: &[T]) -> fmt::Result {
    if values.is_empty() {
        return Ok(());
    }
    let values: Vec<_> = values.iter().map(T::to_string).collect();
    write!(f, ";{name}={}", values.join(","))
}

/// The weekdays as rules write them.
const WEEK: [(&str, Weekday); 7] = [
    ("MO", Weekday::Mon),
    ("TU", Weekday::Tue),
    ("WE", Weekday::Wed),
    ("TH", Weekday::Thu),
    ("FR", Weekday::Fri),
    ("SA", Weekday::Sat),
    ("SU", Weekday::Sun),
];

fn short(weekday: Weekday) -> &'static str {
    WEEK[weekday.num_days_from_monday() as usize].0
}

fn time(minute_of_day: u32) -> Option<NaiveTime> {
    NaiveTime::from_num_seconds_from_midnight_opt(60 * minute_of_day, 0)
}

/// Returns the end of the last year.
fn latest() -> NaiveDateTime {
    let end = NaiveDate::from_ymd_opt(*YEARS.end(), 12, 31).unwrap_or(NaiveDate::MAX);
    end.and_time(NaiveTime::MIN)
}
