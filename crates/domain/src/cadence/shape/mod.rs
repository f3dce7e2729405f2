//! The content of a cadence, in parts from which each language makes its description. The parts are exact: values
//! without a short form are listed one by one.

pub(super) mod rule;

use chrono::{DateTime, Utc};
use cron::{Schedule, TimeUnitSpec};

use super::{CronSpec, SECS_PER_DAY};
use rule::RuleShape;

/// The most times of day that are listed one by one.
const MAX_LISTED_TIMES: usize = 6;

const HOURS_PER_DAY: usize = 24;

/// The content of a cadence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shape {
    Once(DateTime<Utc>),
    Every(Length),
    Cron {
        times: Times,
        days: Days,
        /// Whether its times are the same in each zone, as those of `every 15 minutes`.
        is_of_any_zone: bool,
    },
    Rule(RuleShape),
    /// Whenever the hook with this name is called.
    Hook(String),
}

/// A length of time in its largest unit. One day remains 24 hours: it is elapsed time, not the same clock time
/// tomorrow.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Length {
    pub count: u64,
    pub unit: Unit,
}

/// A unit of time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    Second,
    Minute,
    Hour,
    Day,
}

/// The times of a day, in minutes after midnight.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Times {
    At(Vec<u32>),
    /// At this interval, from the first time to the second, or all day.
    Every(Length, Option<(u32, u32)>),
    /// Every hour at this minute, which is not 0.
    HourlyAt(u32),
    /// At these minutes of these hours. An empty list of hours means all.
    Minutes {
        minutes: Vec<u32>,
        hours: Vec<u32>,
    },
}

/// The days of a cadence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Days {
    pub which: WhichDays,
    /// From 1; empty for all.
    pub months: Vec<u32>,
}

/// Days of the month, and days of the week, which are numbered from 1 on Monday.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WhichDays {
    All,
    Dates(Vec<u32>),
    Weekdays(Vec<u32>),
    /// All of these dates and weekdays.
    DatesAndWeekdays(Vec<u32>, Vec<u32>),
    /// The dates that fall on one of the weekdays.
    WeekdaysOnDates(Vec<u32>, Vec<u32>),
}

impl Length {
    pub(super) fn of(secs: u64) -> Self {
        let (count, unit) = match secs {
            _ if secs.is_multiple_of(SECS_PER_DAY) && secs > SECS_PER_DAY => (secs / SECS_PER_DAY, Unit::Day),
            _ if secs.is_multiple_of(3_600) && secs > 0 => (secs / 3_600, Unit::Hour),
            _ if secs.is_multiple_of(60) && secs > 0 => (secs / 60, Unit::Minute),
            _ => (secs, Unit::Second),
        };
        Self { count, unit }
    }
}

pub(super) fn of_cron(spec: &CronSpec) -> Shape {
    let minutes: Vec<u32> = spec.schedule.minutes().iter().collect();
    let hours: Vec<u32> = spec.schedule.hours().iter().collect();
    let (times, days) = (times(&hours, &minutes), days(spec));
    let all_days = days.which == WhichDays::All && days.months.is_empty();
    let is_rate = matches!(times, Times::Every(..) | Times::HourlyAt(_));
    let is_of_any_zone = is_rate && all_days && spec.schedule.hours().is_all();
    Shape::Cron { times, days, is_of_any_zone }
}

/// Returns the times of a day: these minutes of these hours, both ascending.
fn times(hours: &[u32], minutes: &[u32]) -> Times {
    if let Some(rate) = rate(hours, minutes) {
        return rate;
    }
    if hours.len() * minutes.len() <= MAX_LISTED_TIMES {
        let times = hours.iter().flat_map(|hour| minutes.iter().map(move |minute| hour * 60 + minute));
        return Times::At(times.collect());
    }
    let hours = if hours.len() == HOURS_PER_DAY { Vec::new() } else { hours.to_vec() };
    Times::Minutes { minutes: minutes.to_vec(), hours }
}

/// Returns times of day as a rate, if that is easier to read: every 15 minutes from 09:00 to 17:45.
fn rate(hours: &[u32], minutes: &[u32]) -> Option<Times> {
    let (first_hour, last_hour) = (*hours.first()?, *hours.last()?);
    let all_hours = hours.len() == HOURS_PER_DAY;
    let unbroken_hours = step(hours) == Some(1);
    let span = |first, last| Some((first_hour * 60 + first, last_hour * 60 + last));
    let hourly = |count| Length { count, unit: Unit::Hour };
    if let &[minute] = minutes {
        return match step(hours) {
            Some(1) if all_hours && minute == 0 => Some(Times::Every(hourly(1), None)),
            Some(1) if all_hours => Some(Times::HourlyAt(minute)),
            Some(1) if hours.len() > 2 => Some(Times::Every(hourly(1), span(minute, minute))),
            Some(step) if hours.len() > MAX_LISTED_TIMES => {
                Some(Times::Every(hourly(step.into()), span(minute, minute)))
            }
            _ => None,
        };
    }
    let step = step(minutes).filter(|step| minutes[0] == 0 && minutes.len() as u32 * step == 60)?;
    let rate = Length::of(60 * u64::from(step));
    match () {
        () if all_hours => Some(Times::Every(rate, None)),
        () if unbroken_hours || hours.len() == 1 => Some(Times::Every(rate, span(0, 60 - step))),
        () => None,
    }
}

fn days(spec: &CronSpec) -> Days {
    let schedule = &spec.schedule;
    let months = schedule.months();
    let months = if months.is_all() { Vec::new() } else { months.iter().collect() };
    let dates = || schedule.days_of_month().iter().collect();
    let which = match &spec.or_weekdays {
        _ if every_day_of_month(spec) => WhichDays::All,
        Some(or_weekdays) => WhichDays::DatesAndWeekdays(dates(), weekdays(or_weekdays)),
        None if schedule.days_of_week().is_all() => WhichDays::Dates(dates()),
        None if schedule.days_of_month().is_all() => WhichDays::Weekdays(weekdays(schedule)),
        None => WhichDays::WeekdaysOnDates(weekdays(schedule), dates()),
    };
    Days { which, months }
}

fn every_day_of_month(spec: &CronSpec) -> bool {
    let dates = spec.schedule.days_of_month().is_all();
    match &spec.or_weekdays {
        Some(or_weekdays) => dates || or_weekdays.days_of_week().is_all(),
        None => dates && spec.schedule.days_of_week().is_all(),
    }
}

fn weekdays(schedule: &Schedule) -> Vec<u32> {
    // The crate counts from Sunday = 1; people read a week from Monday.
    let mut days: Vec<u32> = schedule.days_of_week().iter().map(|day| (day + 5) % 7 + 1).collect();
    days.sort_unstable();
    days
}

/// Returns the common difference of two or more ascending values.
fn step(values: &[u32]) -> Option<u32> {
    let step = values.get(1)? - values[0];
    values.windows(2).all(|pair| pair[1] - pair[0] == step).then_some(step)
}
