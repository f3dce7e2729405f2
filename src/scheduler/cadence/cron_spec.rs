//! Five-field cron as POSIX means it, on the `cron` crate.
//!
//! The crate iterates the calendar; this module turns POSIX into its dialect (weekdays by name, the day fields as two
//! schedules when both are restricted) and its naive local times into instants.

use std::time::Duration;

use chrono::{DateTime, Datelike, MappedLocalTime, NaiveDate, NaiveDateTime, TimeDelta, TimeZone, Utc};
use chrono_tz::Tz;
use cron::{Schedule, TimeUnitSpec};

use super::{CadenceError, Instants, clip, resolve};

/// Longest expression: more than every value of every field written out would need in practice.
pub(super) const MAX_CHARS: usize = 256;

const MINUTES_PER_DAY: u32 = 24 * 60;

/// A valid cron expression that matches at least once before the year 2100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CronSpec {
    source: String,
    pub(super) schedule: Schedule,
    /// The other half of "day of month OR weekday": `schedule` then has the days of the month, this the weekdays.
    pub(super) or_weekdays: Option<Schedule>,
    /// Whether local times that occur twice run twice.
    steps_through_hour: bool,
}

impl CronSpec {
    /// Reads five fields, or a nickname like `@daily`.
    ///
    /// Values, ranges, steps and lists; months and weekdays by number or English name; 0 and 7 are Sunday; `?` is `*`
    /// in the day fields. Day of month and weekday are alternatives when neither is `*`.
    ///
    /// # Errors
    ///
    /// Names the field that is wrong; or says that the expression can never match.
    pub fn parse(source: &str) -> Result<Self, CadenceError> {
        if source.chars().count() > MAX_CHARS {
            return Err(CadenceError::TooLong);
        }
        let fields: Vec<&str> = expand_nickname(source)?.split_whitespace().collect();
        let &[minute, hour, date, month, weekday] = fields.as_slice() else {
            return Err(CadenceError::FieldCount(fields.len()));
        };
        for (position, field) in [MINUTE, HOUR, DATE, MONTH].iter().enumerate() {
            if !is_valid(position, fields[position]) {
                return Err(field.error(fields[position]));
            }
        }
        let weekdays = weekday_names(weekday).ok_or_else(|| WEEKDAY.error(weekday))?;

        let schedule = |date: &str, weekdays: &str| {
            let expression = format!("0 {minute} {hour} {date} {month} {weekdays}");
            expression.parse::<Schedule>().map_err(|_| CadenceError::Unreadable(clip(source)))
        };
        let either = is_restricted(date) && is_restricted(weekday);
        let spec = Self {
            source: source.to_owned(),
            schedule: schedule(date, if either { "*" } else { &weekdays })?,
            or_weekdays: if either { Some(schedule("*", &weekdays)?) } else { None },
            steps_through_hour: [minute, hour].iter().any(|field| field.contains(['*', '/'])),
        };
        match spec.next_local(DateTime::UNIX_EPOCH.naive_utc()) {
            Some(_) => Ok(spec),
            None => Err(CadenceError::Never(clip(source))),
        }
    }

    /// The expression as it was written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The first run strictly after `after`, by the rules in [`super`].
    pub(super) fn next_after(&self, after: DateTime<Utc>, zone: Tz) -> Option<DateTime<Utc>> {
        let here = after.with_timezone(&zone).naive_local();
        // While the clock repeats itself, an earlier local time can still lie ahead: start before the repeated stretch.
        let repeated = match zone.from_local_datetime(&here) {
            MappedLocalTime::Ambiguous(first, second) => second - first,
            _ => TimeDelta::zero(),
        };
        let mut local = here - repeated;
        let mut second_pass: Option<DateTime<Utc>> = None;
        // Bounded by the minutes of the repeated stretch: past it, every local time lies ahead.
        loop {
            local = match self.next_local(local) {
                Some(next) => next,
                None => return second_pass,
            };
            let Instants { first, second } = resolve(local, zone)?;
            if let Some(second) = second.filter(|second| self.steps_through_hour && *second > after) {
                second_pass = Some(second_pass.map_or(second, |known| known.min(second)));
            }
            if first > after {
                return Some(second_pass.map_or(first, |second| second.min(first)));
            }
        }
    }

    /// The least time between two runs on the calendar, over the year from `from`.
    pub(super) fn shortest_gap(&self, from: NaiveDate) -> Option<Duration> {
        const DAYS_OF_YEAR: u32 = 366;
        let year = (0..DAYS_OF_YEAR).zip(from.iter_days());
        let days: Vec<u32> = year.filter(|(_, day)| self.runs_on(*day)).map(|(number, _)| number).collect();
        if days.is_empty() {
            return None;
        }
        let times: Vec<u32> = self.minutes_of_day().collect();
        let within_day = times.windows(2).map(|pair| pair[1] - pair[0]).min();
        let day_span = times.last().zip(times.first()).map_or(0, |(last, first)| last - first);
        let across_days = days.windows(2).map(|pair| (pair[1] - pair[0]) * MINUTES_PER_DAY - day_span).min();
        let minutes = within_day.into_iter().chain(across_days).min()?;
        Some(Duration::from_secs(60 * u64::from(minutes)))
    }

    pub(super) fn runs_per_day(&self) -> u64 {
        u64::from(self.schedule.minutes().count() * self.schedule.hours().count())
    }

    /// The times of the day it runs at, in minutes after midnight, ascending.
    pub(super) fn minutes_of_day(&self) -> impl Iterator<Item = u32> {
        let minutes = self.schedule.minutes();
        self.schedule.hours().iter().flat_map(|hour| minutes.iter().map(move |minute| hour * 60 + minute))
    }

    /// The first matching local time strictly after `after`, as if there were no time zones.
    fn next_local(&self, after: NaiveDateTime) -> Option<NaiveDateTime> {
        let next = |schedule: &Schedule| schedule.after(&after.and_utc()).next();
        let earliest = std::iter::once(&self.schedule).chain(&self.or_weekdays).filter_map(next).min()?;
        Some(earliest.naive_utc())
    }

    fn runs_on(&self, day: NaiveDate) -> bool {
        std::iter::once(&self.schedule).chain(&self.or_weekdays).any(|schedule| {
            schedule.months().includes(day.month())
                && schedule.days_of_month().includes(day.day())
                && schedule.days_of_week().includes(day.weekday().number_from_sunday())
        })
    }
}

/// What an error says about a field.
struct Field {
    name: &'static str,
    allowed: &'static str,
}

const MINUTE: Field = Field { name: "minute", allowed: "use 0-59, for example `0`, `*/15` or `0,30`" };
const HOUR: Field = Field { name: "hour", allowed: "use 0-23, for example `9`, `*/2` or `9-17`" };
const DATE: Field = Field { name: "day-of-month", allowed: "use 1-31, for example `1` or `1,15`" };
const MONTH: Field = Field { name: "month", allowed: "use 1-12 or JAN-DEC, for example `5` or `MAY-SEP`" };
const WEEKDAY: Field = Field {
    name: "weekday",
    allowed: "use 0-7 (0 and 7 are Sunday) or SUN-SAT, for example `1-5` for Monday to Friday",
};

impl Field {
    fn error(&self, text: &str) -> CadenceError {
        CadenceError::BadField { field: self.name, text: clip(text), allowed: self.allowed }
    }
}

/// Whether the `cron` crate accepts `text` in this place, every other field being a wildcard.
fn is_valid(position: usize, text: &str) -> bool {
    let mut fields = ["*"; 5];
    fields[position] = text;
    format!("0 {}", fields.join(" ")).parse::<Schedule>().is_ok()
}

fn is_restricted(day_field: &str) -> bool {
    !matches!(day_field, "*" | "?")
}

fn expand_nickname(source: &str) -> Result<&str, CadenceError> {
    Ok(match source.to_ascii_lowercase().as_str() {
        "@hourly" => "0 * * * *",
        "@daily" | "@midnight" => "0 0 * * *",
        "@weekly" => "0 0 * * 0",
        "@monthly" => "0 0 1 * *",
        "@yearly" | "@annually" => "0 0 1 1 *",
        nickname if nickname.starts_with('@') => return Err(CadenceError::UnknownNickname(clip(source))),
        _ => source,
    })
}

/// The weekday field in names, which mean the same to POSIX and to the `cron` crate (whose 1 is Sunday).
fn weekday_names(field: &str) -> Option<String> {
    const NAMES: [&str; 7] = ["SUN", "MON", "TUE", "WED", "THU", "FRI", "SAT"];
    if !is_restricted(field) {
        return Some("*".to_owned());
    }
    let mut runs = [false; 7];
    for item in field.split(',') {
        let (range, step) = match item.split_once('/') {
            Some((range, step)) => (range, Some(step.parse().ok().filter(|step| (1..=7).contains(step))?)),
            None => (item, None),
        };
        let days = match range.split_once('-') {
            Some((first, last)) => match (weekday_number(first)?, weekday_number(last)?) {
                // As the end of a range, Sunday is the day after Saturday.
                (first @ 1.., 0) => first..=7,
                (first, last) => first..=last,
            },
            None if range == "*" => 0..=6,
            // A start with a step runs to the end of the week.
            None if step.is_some() => weekday_number(range)?..=6,
            None => weekday_number(range)?..=weekday_number(range)?,
        };
        if days.is_empty() {
            return None;
        }
        days.step_by(step.unwrap_or(1)).for_each(|day| runs[day % 7] = true);
    }
    Some(
        NAMES.iter().zip(runs).filter_map(|(name, runs)| runs.then_some(*name)).collect::<Vec<_>>().join(","),
    )
}

/// 0 to 7 for a digit or an English name ("fri", "Friday").
fn weekday_number(text: &str) -> Option<usize> {
    match text.as_bytes() {
        [digit @ b'0'..=b'7'] => Some(usize::from(digit - b'0')),
        _ => text.parse::<chrono::Weekday>().ok().map(|day| day.num_days_from_sunday() as usize),
    }
}
