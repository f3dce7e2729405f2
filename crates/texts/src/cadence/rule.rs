//! Recurrence rules in words: `on the first Monday of each month at 09:00`.

use adjutant_domain::cadence::{Days, Frequency, Nth, Part, RuleShape, WhichDays};
use chrono::NaiveDate;

use super::{every_of_week, in_months, months, on_each_of_week, timed};
use crate::{
    fluent::{enumerated, text},
    times,
};

pub(super) fn words(rule: &RuleShape) -> String {
    let when = if rule.is_plain() {
        super::cron(&rule.times, &plain(rule))
    } else {
        let days = days(rule);
        timed(&rule.times, || days.clone(), || Some(days.clone()))
    };
    bounded(when, rule)
}

/// Returns the days of a rule as those of cron.
fn plain(rule: &RuleShape) -> Days {
    let number = |part: &Part| match part {
        Part::Day(nth) => Some(nth.number),
        Part::Weekday(..) | Part::WorkingDay(_) | Part::WeekendDay(_) => None,
    };
    let dates: Vec<u32> = rule.dates.iter().filter_map(number).collect();
    let which = match (dates.is_empty(), rule.weekdays.is_empty()) {
        (true, true) => WhichDays::All,
        (false, true) => WhichDays::Dates(dates),
        (true, false) => WhichDays::Weekdays(rule.weekdays.clone()),
        (false, false) => WhichDays::WeekdaysOnDates(rule.weekdays.clone(), dates),
    };
    Days { which, months: rule.months.clone() }
}

fn days(rule: &RuleShape) -> String {
    if !rule.positions.is_empty() {
        let nths: Vec<_> = rule.positions.iter().map(|position| nth(*position)).collect();
        let days = chosen(&each(rule), every_of_week);
        return text!("cadence-nth-of-these", period = period(rule), nths = enumerated(&nths), days = days);
    }
    match (rule.period, rule.interval, rule.weekdays.as_slice()) {
        (_, 1, _) => chosen(rule, every_of_week),
        (Frequency::Daily, ..) if rule.dates.is_empty() && rule.weekdays.is_empty() => {
            only(period(rule), months(&rule.months).map(|months| in_months(&months)))
        }
        (Frequency::Daily, ..) => only(period(rule), Some(chosen(&each(rule), on_each_of_week))),
        (Frequency::Weekly, 2, &[weekday]) => {
            let day = text!("cadence-weekday", number = weekday);
            let every = text!("cadence-every-other-weekday", day = day);
            only(every, months(&rule.months).map(|months| in_months(&months)))
        }
        (Frequency::Weekly | Frequency::Monthly, ..) => {
            let of_all_months = RuleShape { months: Vec::new(), ..rule.clone() };
            let on = text!(
                "cadence-period-on",
                period = period(rule),
                days = chosen(&of_all_months, on_each_of_week)
            );
            only(on, months(&rule.months).map(|months| in_months(&months)))
        }
        (Frequency::Yearly, ..) => {
            text!("cadence-period-on", period = period(rule), days = chosen(rule, on_each_of_week))
        }
    }
}

/// Returns the rule with the days of each period.
fn each(rule: &RuleShape) -> RuleShape {
    RuleShape { interval: 1, ..rule.clone() }
}

/// `every 3 months`
fn period(rule: &RuleShape) -> String {
    let unit = match rule.period {
        Frequency::Daily => "day",
        Frequency::Weekly => "week",
        Frequency::Monthly => "month",
        Frequency::Yearly => "year",
    };
    text!("cadence-period", unit = unit, count = rule.interval)
}

/// Returns the days within a period: `on the first Monday of each month`, or after a longer period, `on the first
/// Monday`. `of_week` names weekdays.
fn chosen(rule: &RuleShape, of_week: fn(&[u32]) -> String) -> String {
    let months = months(&rule.months);
    let is_of_each = rule.interval == 1;
    let is_yearly = rule.period == Frequency::Yearly;
    let on = |parts: &[Part], is_of_year: bool| {
        let names: Vec<_> = parts.iter().map(|part| name(*part, is_of_year)).collect();
        let parts = enumerated(&names);
        match &months {
            Some(months) => text!("cadence-on-parts-of-months", parts = parts, months = months.as_str()),
            None if is_of_year && is_of_each => text!("cadence-on-parts-of-each-year", parts = parts),
            None if is_of_year => text!("cadence-on-parts", parts = parts),
            None if is_of_each || is_yearly => text!("cadence-on-parts-of-each-month", parts = parts),
            None => text!("cadence-on-parts", parts = parts),
        }
    };
    let weekdays = (!rule.weekdays.is_empty()).then(|| {
        let named = of_week(&rule.weekdays);
        match &months {
            Some(months) => text!("cadence-days-in-months", days = named, months = months.as_str()),
            None => named,
        }
    });
    let single = (!rule.single.is_empty()).then(|| on(&rule.single, is_yearly && months.is_none()));
    let days = match (single, weekdays) {
        (Some(dates), Some(weekdays)) => {
            Some(text!("cadence-dates-and-weekdays", dates = dates, weekdays = weekdays))
        }
        (single, weekdays) => single.or(weekdays),
    };
    let dates = match (rule.dates.as_slice(), &months) {
        ([], _) => None,
        ([Part::Day(LAST)], None) if is_of_each => Some(text!("cadence-on-last-day").to_owned()),
        (dates, _) => Some(on(dates, false)),
    };
    match (days, dates) {
        (Some(days), dates) => only(days, dates),
        (None, dates) => dates.unwrap_or_default(),
    }
}

const LAST: Nth = Nth { number: 1, is_from_end: true };

/// `every Friday, but only on the 13th of every month`
fn only(days: String, limit: Option<String>) -> String {
    match limit {
        Some(limit) => text!("cadence-weekdays-on-dates", weekdays = days, dates = limit),
        None => days,
    }
}

/// `15th`, `last day`, `first Monday`
fn name(part: Part, is_of_year: bool) -> String {
    match part {
        Part::Day(Nth { number, is_from_end: false }) if !is_of_year => text!("cadence-date", day = number),
        Part::Day(position) => text!("cadence-nth-day", nth = nth(position)),
        Part::Weekday(position, weekday) => {
            let day = text!("cadence-weekday", number = weekday);
            text!("cadence-nth-weekday", nth = nth(position), day = day)
        }
        Part::WorkingDay(position) => text!("cadence-nth-working-day", nth = nth(position)),
        Part::WeekendDay(position) => text!("cadence-nth-weekend-day", nth = nth(position)),
    }
}

/// `first`, `second to last`
fn nth(Nth { number, is_from_end }: Nth) -> String {
    if is_from_end {
        text!("cadence-nth-last", number = number)
    } else {
        text!("cadence-nth", number = number)
    }
}

/// Adds when a rule begins and ends.
fn bounded(when: String, rule: &RuleShape) -> String {
    let in_full = |date: &NaiveDate| times::date_in_full(date);
    let when = match &rule.from {
        Some(from) => text!("cadence-from", when = when, date = in_full(from)),
        None => when,
    };
    match (&rule.until, rule.count) {
        (Some((date, None)), _) => text!("cadence-until", when = when, date = in_full(date)),
        (Some((date, Some(minute))), _) => {
            text!("cadence-until-time", when = when, date = in_full(date), time = super::clock(*minute))
        }
        (None, Some(count)) => text!("cadence-so-many-times", when = when, count = count),
        (None, None) => when,
    }
}
