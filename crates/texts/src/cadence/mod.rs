//! Due times of schedules in words.

use adjutant_domain::{
    cadence::{Cadence, Days, Length, Shape, Times, Unit, WhichDays},
    zones::Zone,
};
use chrono::{DateTime, Timelike, Utc};

use crate::{
    fluent::{enumerated, text},
    times,
};

mod rule;

/// Returns a cadence of this zone in words: `every weekday at 09:00 (Europe/Paris)`. For a reader at `now`, a rule that
/// begins as soon as its days allow does not say so.
pub fn in_words(cadence: &Cadence, zone: Zone, now: Option<DateTime<Utc>>) -> String {
    match words(cadence, zone, now) {
        (words, true) => text!("cadence-in-zone", when = words, zone = zone.to_string()),
        (words, false) => words,
    }
}

/// Returns the same, without the zone if it is the reader's own.
pub fn in_words_for(cadence: &Cadence, zone: Zone, theirs: Zone, now: DateTime<Utc>) -> String {
    if zone == theirs { words(cadence, zone, Some(now)).0 } else { in_words(cadence, zone, Some(now)) }
}

/// Returns the words, and whether their times depend on the zone.
fn words(cadence: &Cadence, zone: Zone, now: Option<DateTime<Utc>>) -> (String, bool) {
    let local = now.map(|now| now.with_timezone(&zone).naive_local());
    match cadence.shape(local) {
        Shape::Once(at) => (once(at, zone), true),
        Shape::Every(length) => (every(length), false),
        Shape::Cron { times, days, is_of_any_zone } => (cron(&times, &days), !is_of_any_zone),
        Shape::Rule(rule) => (rule::words(&rule), true),
        Shape::Hook(name) => (text!("cadence-hook", name = name), false),
    }
}

fn once(at: DateTime<Utc>, zone: Zone) -> String {
    let local = at.with_timezone(&zone);
    let format = if local.second() == 0 { "%H:%M" } else { "%H:%M:%S" };
    let time = local.format(format).to_string();
    text!("cadence-once", date = times::weekday_and_date(&local), time = time)
}

/// `every 15 minutes`
fn every(Length { count, unit }: Length) -> String {
    match unit {
        Unit::Second => text!("cadence-every-seconds", count = count),
        Unit::Minute => text!("cadence-every-minutes", count = count),
        Unit::Hour => text!("cadence-every-hours", count = count),
        Unit::Day => text!("cadence-every-days", count = count),
    }
}

fn cron(times: &Times, days: &Days) -> String {
    timed(times, || leading(days), || trailing(days))
}

/// Returns times with their days, which have one form before times, and another after a rate.
fn timed(times: &Times, leading: impl Fn() -> String, trailing: impl Fn() -> Option<String>) -> String {
    let rate = match times {
        Times::At(times) => {
            let times: Vec<_> = times.iter().copied().map(clock).collect();
            return text!("cadence-days-at", days = leading(), times = enumerated(&times));
        }
        Times::Minutes { minutes, hours } => {
            return text!(
                "cadence-days-at-minutes",
                days = leading(),
                count = minutes.len(),
                minutes = numbers(minutes),
                hourcount = hours.len(),
                hours = numbers(hours)
            );
        }
        Times::Every(length, None) => every(*length),
        Times::Every(length, Some((from, to))) => {
            text!("cadence-within", rate = every(*length), from = clock(*from), to = clock(*to))
        }
        Times::HourlyAt(minute) => text!("cadence-hourly-at", minute = *minute),
    };
    match trailing() {
        None => rate,
        Some(days) => text!("cadence-rate-on-days", rate = rate, days = days),
    }
}

/// Returns days in the form before times: `every Monday`.
fn leading(days: &Days) -> String {
    match (&days.which, months(&days.months)) {
        (WhichDays::All, None) => text!("cadence-every-day").to_owned(),
        (WhichDays::All, Some(months)) => text!("cadence-every-day-in", months = months),
        (which, months) => which_days(which, months.as_deref(), every_of_week),
    }
}

/// Returns days in the form after a rate: `on Mondays`; `None` for all days.
fn trailing(days: &Days) -> Option<String> {
    match (&days.which, months(&days.months)) {
        (WhichDays::All, months) => months.as_deref().map(in_months),
        (which, months) => Some(which_days(which, months.as_deref(), on_each_of_week)),
    }
}

/// `every Monday and Thursday`
fn every_of_week(weekdays: &[u32]) -> String {
    if weekdays == [1, 2, 3, 4, 5] {
        return text!("cadence-every-weekday").to_owned();
    }
    let names: Vec<_> = weekdays.iter().map(|day| text!("cadence-weekday", number = *day)).collect();
    text!("cadence-every-named-day", days = enumerated(&names))
}

/// `on Mondays and Thursdays`
fn on_each_of_week(weekdays: &[u32]) -> String {
    if weekdays == [1, 2, 3, 4, 5] {
        return text!("cadence-on-weekdays").to_owned();
    }
    let names: Vec<_> = weekdays.iter().map(|day| text!("cadence-weekday-each", number = *day)).collect();
    text!("cadence-on-named-days", days = enumerated(&names))
}

/// `in June and July`
fn in_months(months: &str) -> String {
    text!("cadence-in-months", months = months)
}

fn which_days(which: &WhichDays, months: Option<&str>, of_week: impl Fn(&[u32]) -> String) -> String {
    let in_months = |weekdays: &[u32]| match months {
        Some(months) => text!("cadence-days-in-months", days = of_week(weekdays), months = months),
        None => of_week(weekdays),
    };
    match which {
        WhichDays::All => String::new(),
        WhichDays::Dates(dates) => of_month(dates, months),
        WhichDays::Weekdays(weekdays) => in_months(weekdays),
        WhichDays::DatesAndWeekdays(dates, weekdays) => text!(
            "cadence-dates-and-weekdays",
            dates = of_month(dates, months),
            weekdays = in_months(weekdays)
        ),
        WhichDays::WeekdaysOnDates(weekdays, dates) => {
            text!("cadence-weekdays-on-dates", weekdays = of_week(weekdays), dates = of_month(dates, months))
        }
    }
}

/// `on the 1st and 15th of every month`
fn of_month(dates: &[u32], months: Option<&str>) -> String {
    let dates: Vec<_> = dates.iter().map(|day| text!("cadence-date", day = *day)).collect();
    let dates = enumerated(&dates);
    match months {
        Some(months) => text!("cadence-on-dates-of-months", dates = dates, months = months),
        None => text!("cadence-on-dates", dates = dates),
    }
}

/// Returns the names of the months; `None` for every month.
fn months(months: &[u32]) -> Option<String> {
    let names: Vec<_> = months.iter().map(|month| times::month_in_full(*month)).collect();
    (!names.is_empty()).then(|| enumerated(&names))
}

fn numbers(values: &[u32]) -> String {
    enumerated(&values.iter().map(u32::to_string).collect::<Vec<_>>())
}

fn clock(minute_of_day: u32) -> String {
    format!("{:02}:{:02}", minute_of_day / 60, minute_of_day % 60)
}

#[cfg(test)]
mod tests;
