//! Describes cadences in plain English. Phrases are exact: values without a short form are listed one by one.

use crate::zones::Zone;
use chrono::{DateTime, Month, Timelike, Utc, Weekday};
use cron::{Schedule, TimeUnitSpec};

use super::{CronSpec, SECS_PER_DAY};

/// Most times of day that are listed one by one.
const MAX_LISTED_TIMES: usize = 6;

/// Returns a phrase like "every weekday at 09:00 (Europe/Paris)".
pub(super) fn cron(spec: &CronSpec, zone: Zone) -> String {
    let times: Vec<u32> = spec.minutes_of_day().collect();
    let rate = rate(&spec.schedule);
    let phrase = match (&rate, all_days(spec)) {
        (Some(rate), true) if spec.schedule.hours().is_all() => return rate.clone(),
        (Some(rate), true) => rate.clone(),
        (Some(rate), false) => format!("{rate} {}", days(spec, Form::Trailing)),
        (None, _) if times.len() <= MAX_LISTED_TIMES => {
            let times = list(times.iter().copied().map(clock_time));
            format!("{} at {times}", days(spec, Form::Leading))
        }
        (None, _) => format!("{} {}", days(spec, Form::Leading), minutes_and_hours(&spec.schedule)),
    };
    format!("{phrase} ({zone})")
}

/// Returns a date and time like "Fri 1 May 2026 at 09:00 (Europe/Paris)".
pub(super) fn moment(at: DateTime<Utc>, zone: Zone) -> String {
    let local = at.with_timezone(&zone);
    let format = if local.second() == 0 { "%a %-d %b %Y at %H:%M" } else { "%a %-d %b %Y at %H:%M:%S" };
    format!("{} ({zone})", local.format(format))
}

/// Returns a rate like "every 15 minutes".
pub(super) fn every(secs: u64) -> String {
    match in_largest_unit(secs) {
        (1, unit) => format!("every {unit}"),
        (count, unit) => format!("every {count} {unit}s"),
    }
}

/// Returns a length of time like "15 minutes".
pub(super) fn length(secs: u64) -> String {
    match in_largest_unit(secs) {
        (1, unit) => format!("1 {unit}"),
        (count, unit) => format!("{count} {unit}s"),
    }
}

/// Returns a count and its unit. One day stays "24 hours": it is elapsed time, not the same clock time tomorrow.
fn in_largest_unit(secs: u64) -> (u64, &'static str) {
    match secs {
        _ if secs.is_multiple_of(SECS_PER_DAY) && secs > SECS_PER_DAY => (secs / SECS_PER_DAY, "day"),
        _ if secs.is_multiple_of(3_600) && secs > 0 => (secs / 3_600, "hour"),
        _ if secs.is_multiple_of(60) && secs > 0 => (secs / 60, "minute"),
        _ => (secs, "second"),
    }
}

/// Returns times of day as a rate, if that reads better: "every 15 minutes from 09:00 to 17:45".
fn rate(schedule: &Schedule) -> Option<String> {
    let minutes: Vec<u32> = schedule.minutes().iter().collect();
    let hours: Vec<u32> = schedule.hours().iter().collect();
    let (first_hour, last_hour) = (*hours.first()?, *hours.last()?);
    let all_hours = hours.len() == 24;
    let unbroken_hours = step(&hours) == Some(1);
    let span = |first_minute, last_minute| {
        let [from, to] = [first_hour * 60 + first_minute, last_hour * 60 + last_minute].map(clock_time);
        format!("from {from} to {to}")
    };
    if let &[minute] = minutes.as_slice() {
        return match step(&hours) {
            Some(1) if all_hours && minute == 0 => Some(every(3_600)),
            Some(1) if all_hours => Some(format!("every hour at minute {minute}")),
            Some(1) if hours.len() > 2 => Some(format!("every hour {}", span(minute, minute))),
            Some(step) if hours.len() > MAX_LISTED_TIMES => {
                Some(format!("every {step} hours {}", span(minute, minute)))
            }
            _ => None,
        };
    }
    let step = step(&minutes).filter(|step| minutes[0] == 0 && minutes.len() as u32 * step == 60)?;
    let rate = every(60 * u64::from(step));
    match () {
        () if all_hours => Some(rate),
        () if unbroken_hours || hours.len() == 1 => Some(format!("{rate} {}", span(0, 60 - step))),
        () => None,
    }
}

/// Returns the fallback, which fits every schedule: "at minutes 5 and 20 of hours 9, 10 and 12".
fn minutes_and_hours(schedule: &Schedule) -> String {
    let minutes = numbered("minute", schedule.minutes().iter());
    if schedule.hours().is_all() {
        return format!("at {minutes} of every hour");
    }
    format!("at {minutes} of {}", numbered("hour", schedule.hours().iter()))
}

/// The place of the days: before the times ("every Monday at 09:00") or after a rate ("every hour on Mondays").
#[derive(Clone, Copy)]
enum Form {
    Leading,
    Trailing,
}

fn days(spec: &CronSpec, form: Form) -> String {
    let months = months(&spec.schedule);
    let in_months = months.as_ref().map_or(String::new(), |months| format!(" in {months}"));
    let of_months = months.unwrap_or_else(|| "every month".to_owned());
    let schedule = &spec.schedule;
    if every_day_of_month(spec) {
        return match form {
            Form::Leading => format!("every day{in_months}"),
            Form::Trailing => in_months.trim_start().to_owned(),
        };
    }
    let dates = || format!("on the {} of {of_months}", list(schedule.days_of_month().iter().map(ordinal)));
    let weekdays = |schedule| format!("{}{in_months}", weekdays(schedule, form));
    match &spec.or_weekdays {
        Some(or_weekdays) => format!("{} and also {}", dates(), weekdays(or_weekdays)),
        None if schedule.days_of_week().is_all() => dates(),
        None if schedule.days_of_month().is_all() => weekdays(schedule),
        None => format!("{}, but only {}", super::describe::weekdays(schedule, form), dates()),
    }
}

fn all_days(spec: &CronSpec) -> bool {
    every_day_of_month(spec) && spec.schedule.months().is_all()
}

fn every_day_of_month(spec: &CronSpec) -> bool {
    let dates = spec.schedule.days_of_month().is_all();
    match &spec.or_weekdays {
        Some(or_weekdays) => dates || or_weekdays.days_of_week().is_all(),
        None => dates && spec.schedule.days_of_week().is_all(),
    }
}

fn weekdays(schedule: &Schedule, form: Form) -> String {
    // The crate counts from Sunday = 1; people read a week from Monday.
    let mut days: Vec<u32> = schedule.days_of_week().iter().map(|day| (day + 5) % 7).collect();
    days.sort_unstable();
    let name = |day: u32| Weekday::try_from(day as u8).map(weekday_name).unwrap_or_default();
    match (days.as_slice(), form) {
        ([0, 1, 2, 3, 4], Form::Leading) => "every weekday".to_owned(),
        ([0, 1, 2, 3, 4], Form::Trailing) => "on weekdays".to_owned(),
        (days, Form::Leading) => format!("every {}", list(days.iter().map(|day| name(*day).to_owned()))),
        (days, Form::Trailing) => format!("on {}", list(days.iter().map(|day| format!("{}s", name(*day))))),
    }
}

/// Returns the names of the months; `None` for every month.
fn months(schedule: &Schedule) -> Option<String> {
    let months = schedule.months();
    let name = |month: u32| Month::try_from(month as u8).map_or("", |month| month.name()).to_owned();
    (!months.is_all()).then(|| list(months.iter().map(name)))
}

/// Returns the common difference of two or more ascending values.
fn step(values: &[u32]) -> Option<u32> {
    let step = values.get(1)? - values[0];
    values.windows(2).all(|pair| pair[1] - pair[0] == step).then_some(step)
}

fn clock_time(minute_of_day: u32) -> String {
    format!("{:02}:{:02}", minute_of_day / 60, minute_of_day % 60)
}

/// Returns "minute 5", or "minutes 5 and 20".
fn numbered(unit: &str, values: impl Iterator<Item = u32>) -> String {
    let values: Vec<String> = values.map(|value| value.to_string()).collect();
    let plural = if values.len() == 1 { "" } else { "s" };
    format!("{unit}{plural} {}", list(values.into_iter()))
}

fn ordinal(day: u32) -> String {
    let suffix = match (day % 10, day % 100) {
        (1, n) if n != 11 => "st",
        (2, n) if n != 12 => "nd",
        (3, n) if n != 13 => "rd",
        _ => "th",
    };
    format!("{day}{suffix}")
}

fn weekday_name(day: Weekday) -> &'static str {
    match day {
        Weekday::Mon => "Monday",
        Weekday::Tue => "Tuesday",
        Weekday::Wed => "Wednesday",
        Weekday::Thu => "Thursday",
        Weekday::Fri => "Friday",
        Weekday::Sat => "Saturday",
        Weekday::Sun => "Sunday",
    }
}

/// Returns "a", "a and b", or "a, b and c".
fn list(items: impl Iterator<Item = String>) -> String {
    let items: Vec<String> = items.collect();
    match items.split_last() {
        Some((last, [])) => last.clone(),
        Some((last, rest)) => format!("{} and {last}", rest.join(", ")),
        None => String::new(),
    }
}
