//! Dates of the calendar, and times of day.

use std::fmt::{self, Write};

use chrono::{Datelike, Days, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike};
use rhai::{Array, Dynamic, Engine, INT};

use crate::engine::Raw;

/// The most dates of one list.
const MOST_DATES: i64 = 40_000;

/// A date without a time.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Date(NaiveDate);

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

pub(crate) fn register(engine: &mut Engine, now: NaiveDateTime) {
    engine.register_type_with_name::<Date>("date");
    let today = Date(now.date());
    engine.register_fn("today", move || today);
    engine.register_fn("now", move || now.format("%Y-%m-%d %H:%M").to_string());
    engine.register_fn("date", date);
    engine.register_fn("date", |text: &str, format: &str| -> Raw<Date> {
        let found = NaiveDate::parse_from_str(text.trim(), format);
        found.map(Date).map_err(|error| raw(format!("{text:?} is no date like {format:?}: {error}")))
    });
    engine.register_fn("date", |year: INT, month: INT, day: INT| -> Raw<Date> {
        let found = (|| {
            NaiveDate::from_ymd_opt(year.try_into().ok()?, month.try_into().ok()?, day.try_into().ok()?)
        })();
        found.map(Date).ok_or_else(|| raw(format!("there is no {year}-{month}-{day}")))
    });
    engine.register_fn("to_string", |date: &mut Date| date.to_string());
    engine.register_fn("to_debug", |date: &mut Date| date.to_string());
    register_parts(engine);
    register_arithmetic(engine);
    engine.register_fn("minutes", minutes);
    engine.register_fn("clock", |minutes: INT| {
        let (sign, minutes) = (if minutes < 0 { "-" } else { "" }, minutes.unsigned_abs());
        format!("{sign}{}:{:02}", minutes / 60, minutes % 60)
    });
}

fn register_parts(engine: &mut Engine) {
    type Part = fn(&Date) -> INT;
    let parts: [(&str, Part); 5] = [
        ("year", |date| date.0.year().into()),
        ("month", |date| date.0.month().into()),
        ("day", |date| date.0.day().into()),
        ("iso_week", |date| date.0.iso_week().week().into()),
        // From 1 (Monday) to 7.
        ("weekday_number", |date| date.0.weekday().number_from_monday().into()),
    ];
    for (name, part) in parts {
        engine.register_get(name, move |date: &mut Date| part(date));
        engine.register_fn(name, move |date: &mut Date| part(date));
    }
    engine.register_get("weekday", |date: &mut Date| date.0.format("%A").to_string());
    engine.register_fn("weekday", |date: &mut Date| date.0.format("%A").to_string());
    engine.register_fn("days_in_month", |date: &mut Date| INT::from(date.0.num_days_in_month()));
    engine.register_fn("format", |date: &mut Date, format: &str| -> Raw<String> {
        let mut text = String::new();
        let written = write!(text, "{}", date.0.format(format));
        written
            .map(|()| text)
            .map_err(|_| raw(format!("{format:?} is no format; an example is \"%d.%m.%Y\"")))
    });
}

fn register_arithmetic(engine: &mut Engine) {
    engine.register_fn("add_days", add_days);
    engine.register_fn("+", add_days);
    engine.register_fn("-", |date: Date, days: INT| add_days(date, days.saturating_neg()));
    engine.register_fn("add_weeks", |date: Date, weeks: INT| add_days(date, weeks.saturating_mul(7)));
    engine.register_fn("add_months", add_months);
    engine.register_fn("add_years", |date: Date, years: INT| add_months(date, years.saturating_mul(12)));
    engine.register_fn("-", |one: Date, other: Date| (one.0 - other.0).num_days());
    engine.register_fn("days_until", |from: Date, to: Date| (to.0 - from.0).num_days());
    engine.register_fn("months_until", months_until);
    engine.register_fn("years_until", |from: Date, to: Date| months_until(from, to) / 12);
    engine.register_fn("==", |one: Date, other: Date| one == other);
    engine.register_fn("!=", |one: Date, other: Date| one != other);
    engine.register_fn("<", |one: Date, other: Date| one < other);
    engine.register_fn("<=", |one: Date, other: Date| one <= other);
    engine.register_fn(">", |one: Date, other: Date| one > other);
    engine.register_fn(">=", |one: Date, other: Date| one >= other);
    // The list includes both dates.
    engine.register_fn("dates", |from: Date, to: Date| -> Raw<Array> {
        if (to.0 - from.0).num_days() >= MOST_DATES {
            return Err(raw(format!("there are more than {MOST_DATES} dates from {from} to {to}")));
        }
        let dates = from.0.iter_days().take_while(|date| *date <= to.0);
        Ok(dates.map(|date| Dynamic::from(Date(date))).collect::<Array>())
    });
}

fn date(text: &str) -> Raw<Date> {
    // Of a text with a time, only the date counts: `2026-05-01T14:30:00Z`.
    let day = text.trim().get(..10).unwrap_or(text.trim());
    day.parse().map(Date).map_err(|_| {
        raw(format!("{text:?} is no date like 2026-05-01; date(text, \"%d.%m.%Y\") reads other forms"))
    })
}

fn add_days(date: Date, days: INT) -> Raw<Date> {
    let distance = Days::new(days.unsigned_abs());
    let moved = if days < 0 { date.0.checked_sub_days(distance) } else { date.0.checked_add_days(distance) };
    moved.map(Date).ok_or_else(too_far)
}

/// Adds months; a day that does not exist becomes the last day of its month.
fn add_months(date: Date, months: INT) -> Raw<Date> {
    let distance = Months::new(months.unsigned_abs().try_into().map_err(|_| too_far())?);
    let moved =
        if months < 0 { date.0.checked_sub_months(distance) } else { date.0.checked_add_months(distance) };
    moved.map(Date).ok_or_else(too_far)
}

/// Returns how many whole months lie between two dates; negative if the second is before the first.
fn months_until(from: Date, to: Date) -> INT {
    if to < from {
        return -months_until(to, from);
    }
    let months = |date: NaiveDate| INT::from(date.year()) * 12 + INT::from(date.month());
    let between = months(to.0) - months(from.0);
    // From 31 January to the last day of February is a whole month.
    let is_whole = add_months(from, between).is_ok_and(|reached| reached <= to);
    if is_whole { between } else { between - 1 }
}

/// Returns the minutes of a time such as `17:40`, or of a duration such as `36:15`.
fn minutes(text: &str) -> Raw<INT> {
    let found = (|| {
        if let Ok(time) = NaiveTime::parse_from_str(text.trim(), "%H:%M:%S") {
            return Some(INT::from(time.num_seconds_from_midnight() / 60));
        }
        let (hours, minutes) = text.trim().split_once(':')?;
        let (hours, minutes): (u32, u32) = (hours.parse().ok()?, minutes.parse().ok()?);
        (minutes < 60).then(|| TimeDelta::hours(hours.into()).num_minutes() + INT::from(minutes))
    })();
    found.ok_or_else(|| raw(format!("{text:?} is no time like 17:40")))
}

fn too_far() -> Box<rhai::EvalAltResult> {
    "the date is too far away".into()
}

fn raw(message: String) -> Box<rhai::EvalAltResult> {
    message.into()
}
