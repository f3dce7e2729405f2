//! Five-field cron as in POSIX, on the `cron` crate.
//!
//! The crate iterates the calendar. This module parses the fields, writes their values in the crate's dialect (in which
//! 1 is Sunday, and both day fields must match, so that "either may match" takes two schedules), and turns the crate's
//! naive local times into instants.

use std::{collections::BTreeSet, time::Duration};

use crate::zones::Zone;
use chrono::{DateTime, Datelike, Month, NaiveDate, NaiveDateTime, Utc, Weekday};
use cron::{Schedule, TimeUnitSpec};

use super::{CadenceError, clip, gaps, local::next_instant};

/// The longest expression, in characters: longer than any practical one with all values written out.
pub(super) const MAX_CHARS: usize = 256;

/// A valid cron expression that matches at least once before the year 2100.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CronSpec {
    source: String,
    pub(super) schedule: Schedule,
    /// The second half of "day of month OR weekday": `schedule` then has the days of the month, this field the
    /// weekdays.
    pub(super) or_weekdays: Option<Schedule>,
    /// Whether local times that occur twice run twice.
    steps_through_hour: bool,
}

impl CronSpec {
    /// Parses five fields, or a nickname like `@daily`.
    ///
    /// - Values, ranges, steps and lists; months and weekdays also by English name, of three letters or in full.
    /// - 0 and 7 are Sunday; at the end of a range Sunday is the day after Saturday.
    /// - A range that ends before it starts is refused, unless it ends with Sunday: `9-5` may be meant in two ways.
    /// - A start with a step, `5/20`, continues to the field's last value; for weekdays that is Saturday.
    /// - Day of month and weekday are alternatives, unless one of them begins with `*` (or is `?`): then both must
    ///   match, as in crontab. `0 9 */2 * 1` is every Monday with an odd date.
    /// - L, W, # and a field of seconds, as in Quartz, are refused.
    ///
    /// # Errors
    ///
    /// Returns an error that names the wrong field, or says that the expression never matches.
    pub fn parse(source: &str) -> Result<Self, CadenceError> {
        if source.chars().count() > MAX_CHARS {
            return Err(CadenceError::TooLong);
        }
        let fields: Vec<&str> = expand_nickname(source)?.split_whitespace().collect();
        let &[minute, hour, date, month, weekday] = fields.as_slice() else {
            return Err(match fields.len() {
                6 | 7 => CadenceError::Seconds(fields.len()),
                count => CadenceError::FieldCount(count),
            });
        };
        let [date, weekday] = [date, weekday].map(|field| if field == "?" { "*" } else { field });
        let read = |field: &Field, text| field.read(text).ok_or_else(|| field.error(text));
        let times = [read(&MINUTE, minute)?, read(&HOUR, hour)?].join(" ");
        let (dates, months) = (read(&DATE, date)?, read(&MONTH, month)?);
        let weekdays = read(&WEEKDAY, weekday)?;

        let schedule = |dates: &str, weekdays: &str| -> Schedule {
            let expression = format!("0 {times} {dates} {months} {weekdays}");
            expression.parse().expect("values within each field's bounds make a schedule")
        };
        let either = !date.starts_with('*') && !weekday.starts_with('*');
        let spec = Self {
            source: source.to_owned(),
            schedule: schedule(&dates, if either { "*" } else { &weekdays }),
            or_weekdays: either.then(|| schedule("*", &weekdays)),
            steps_through_hour: [minute, hour].iter().any(|field| field.contains('*')),
        };
        match spec.next_local(DateTime::UNIX_EPOCH.naive_utc()) {
            Some(_) => Ok(spec),
            None => Err(CadenceError::Never(clip(source))),
        }
    }

    /// Returns the expression as written.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// Returns the first run strictly after `after`, by the rules in [`super`].
    pub(super) fn next_after(&self, after: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
        next_instant(after, zone, self.steps_through_hour, |local| self.next_local(local))
    }

    /// Returns the shortest time between two runs on the calendar, over the year from `from`.
    pub(super) fn shortest_gap(&self, from: NaiveDate) -> Option<Duration> {
        let days: Vec<_> = from.iter_days().take(gaps::DAYS).filter(|day| self.runs_on(*day)).collect();
        let times: Vec<_> = self.minutes_of_day().collect();
        gaps::shortest(&days, &times)
    }

    pub(super) fn runs_per_day(&self) -> u64 {
        u64::from(self.schedule.minutes().count() * self.schedule.hours().count())
    }

    /// Returns the times of day of the runs, in minutes after midnight, ascending.
    pub(super) fn minutes_of_day(&self) -> impl Iterator<Item = u32> {
        let minutes = self.schedule.minutes();
        self.schedule.hours().iter().flat_map(|hour| minutes.iter().map(move |minute| hour * 60 + minute))
    }

    /// Returns the first matching local time strictly after `after`, as if there were no time zones.
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

/// The syntax of one of the five fields.
struct Field {
    name: &'static str,
    /// The lowest value, and the number of values.
    values: (u32, u32),
    /// The highest value that may be written: 7 is Sunday once more.
    highest: u32,
    /// Returns the value of a name.
    named: fn(&str) -> Option<u32>,
    /// The number of the lowest value in the `cron` crate.
    crates_lowest: u32,
    /// The advice in the error.
    allowed: &'static str,
}

const MINUTE: Field = Field {
    name: "minute",
    values: (0, 60),
    highest: 59,
    named: |_| None,
    crates_lowest: 0,
    allowed: "use 0-59, for example `0`, `*/15` or `0,30`",
};
const HOUR: Field = Field {
    name: "hour",
    values: (0, 24),
    highest: 23,
    named: |_| None,
    crates_lowest: 0,
    allowed: "use 0-23, for example `9`, `*/2` or `9-17`",
};
const DATE: Field = Field {
    name: "day-of-month",
    values: (1, 31),
    highest: 31,
    named: |_| None,
    crates_lowest: 1,
    allowed: "use 1-31, for example `1` or `1,15`",
};
const MONTH: Field = Field {
    name: "month",
    values: (1, 12),
    highest: 12,
    named: |text| text.parse::<Month>().ok().map(|month| month.number_from_month()),
    crates_lowest: 1,
    allowed: "use 1-12 or JAN-DEC, for example `5` or `MAY-SEP`",
};
const WEEKDAY: Field = Field {
    name: "weekday",
    values: (0, 7),
    highest: 7,
    named: |text| text.parse::<Weekday>().ok().map(|day| day.num_days_from_sunday()),
    crates_lowest: 1,
    allowed: "use 0-7 (0 and 7 are Sunday) or SUN-SAT, for example `1-5` for Monday to Friday",
};

impl Field {
    /// Translates the field for the `cron` crate: `*`, or each value of `text`.
    fn read(&self, text: &str) -> Option<String> {
        let mut values = BTreeSet::new();
        for item in text.split(',') {
            values.extend(self.item(item)?);
        }
        if values.len() == self.values.1 as usize {
            return Some("*".to_owned());
        }
        let values: Vec<_> = values.iter().map(|value| (value + self.crates_lowest).to_string()).collect();
        Some(values.join(","))
    }

    /// Returns the values of one item of a list, counted from the lowest value.
    fn item(&self, item: &str) -> Option<impl Iterator<Item = u32>> {
        let (lowest, count) = self.values;
        let (range, step) = match item.split_once('/') {
            Some((range, step)) => {
                (range, Some(number(step).filter(|step| (1..=self.longest_step()).contains(step))?))
            }
            None => (item, None),
        };
        let (first, last) = match range.split_once('-') {
            Some((first, last)) => (self.value(first)?, self.value(last)?),
            None if range == "*" => (lowest, lowest + count - 1),
            None if step.is_some() => (lowest + (self.value(range)? - lowest) % count, lowest + count - 1),
            None => (self.value(range)?, self.value(range)?),
        };
        // Saturday to Sunday is two days; any other range that ends before it begins is a mistake.
        let last = if last < first && self.highest == count && last == lowest { count } else { last };
        if last < first {
            return None;
        }
        Some((first..=last).step_by(step.unwrap_or(1) as usize).map(move |value| (value - lowest) % count))
    }

    fn value(&self, text: &str) -> Option<u32> {
        let written = self.values.0..=self.highest;
        number(text).filter(|value| written.contains(value)).or_else(|| (self.named)(text))
    }

    /// Returns the longest step: `*/60` is once an hour.
    fn longest_step(&self) -> u32 {
        self.highest.max(self.values.1)
    }

    fn error(&self, text: &str) -> CadenceError {
        let (field, shown) = (self.name, clip(text));
        let is_of_days = matches!(self.highest, 7 | 31);
        let is_quartz = |item: &str| {
            item.contains('#') || item.starts_with(['L', 'l']) || item.ends_with(['L', 'l', 'W', 'w'])
        };
        if is_of_days && text.split(',').any(is_quartz) {
            return CadenceError::Quartz { field, text: shown };
        }
        let too_long = |item: &str| {
            item.split_once('/')
                .and_then(|(_, step)| number(step))
                .is_some_and(|step| step > self.longest_step())
        };
        if text.split(',').any(too_long) {
            return CadenceError::StepTooLong { field, text: shown, longest: self.longest_step() };
        }
        CadenceError::BadField { field, text: shown, allowed: self.allowed }
    }
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

/// Parses digits only, because `parse` accepts a sign too.
fn number(text: &str) -> Option<u32> {
    text.bytes().all(|c| c.is_ascii_digit()).then(|| text.parse().ok())?
}
