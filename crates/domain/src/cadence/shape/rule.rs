//! The content of a recurrence rule.

use chrono::{NaiveDate, NaiveDateTime, Timelike as _, Weekday};

use super::{Times, times};
use crate::cadence::rule::{Calendar, End, Frequency, Named, RuleSpec};

/// The content of a recurrence rule: on the days of each `interval`th period that every list allows. An empty list
/// allows all days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleShape {
    pub times: Times,
    pub period: Frequency,
    pub interval: u32,
    /// From 1.
    pub months: Vec<u32>,
    /// The days of each week, from 1 on Monday, and those that a month or year has once.
    pub weekdays: Vec<u32>,
    pub single: Vec<Part>,
    pub dates: Vec<Part>,
    /// Of the days that the other lists allow in a period.
    pub positions: Vec<Nth>,
    /// The first date, if it does not go without saying.
    pub from: Option<NaiveDate>,
    /// The last day, and the last minute after midnight if it ends the rule within the day.
    pub until: Option<(NaiveDate, Option<u32>)>,
    /// The number of due times.
    pub count: Option<u32>,
}

/// A day of a month, or of a year if a yearly rule names no months.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    Day(Nth),
    /// From 1 on Monday.
    Weekday(Nth, u32),
    /// One from Monday to Friday.
    WorkingDay(Nth),
    WeekendDay(Nth),
}

/// A position, from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Nth {
    pub number: u32,
    /// Whether it counts from the end.
    pub is_from_end: bool,
}

impl Nth {
    fn of(number: i32) -> Self {
        Self { number: number.unsigned_abs(), is_from_end: number < 0 }
    }
}

impl RuleShape {
    /// Returns whether the rule allows days by nothing but their months and whether they are such a weekday or date.
    pub fn is_plain(&self) -> bool {
        let is_of_start = |part: &Part| matches!(part, Part::Day(Nth { is_from_end: false, .. }));
        self.interval == 1
            && self.single.is_empty()
            && self.positions.is_empty()
            && self.dates.iter().all(is_of_start)
    }
}

/// Returns the content of a rule, for people who read it at the local time `now`.
pub(in crate::cadence) fn of(spec: &RuleSpec, now: Option<NaiveDateTime>) -> RuleShape {
    let Calendar { frequency, interval, months, dates, weekdays, positions, .. } = &spec.calendar;
    let (hours, minutes) = spec.hours_and_minutes();
    let (each, single): (Vec<Named>, Vec<Named>) = weekdays.iter().partition(|named| named.nth == 0);
    let number = |weekday: Weekday| weekday.number_from_monday();
    let mut shape = RuleShape {
        times: times(hours, minutes),
        period: *frequency,
        interval: *interval,
        months: months.clone(),
        weekdays: each.iter().map(|named| number(named.weekday)).collect(),
        single: single.iter().map(|named| Part::Weekday(Nth::of(named.nth), number(named.weekday))).collect(),
        dates: dates.iter().map(|date| Part::Day(Nth::of(*date))).collect(),
        positions: positions.iter().copied().map(Nth::of).collect(),
        from: now.is_none_or(|now| !spec.begins_next(now)).then(|| spec.first.date()),
        until: None,
        count: None,
    };
    match spec.end {
        End::Never => {}
        End::Until(until) => {
            let minute = until.time().num_seconds_from_midnight() / 60;
            let is_within_day = spec.minutes_of_day().any(|due| due > minute);
            shape.until = Some((until.date(), is_within_day.then_some(minute)));
        }
        End::Count(count) => shape.count = Some(count),
    }
    name_positions(&mut shape);
    shape
}

/// Writes positions among weekdays as single days, if each month or year of the rule has them: the last of Monday to
/// Friday is the last working day.
fn name_positions(shape: &mut RuleShape) {
    let is_of_one_span = match shape.period {
        Frequency::Daily | Frequency::Weekly => false,
        Frequency::Monthly => true,
        Frequency::Yearly => shape.months.len() <= 1,
    };
    if !is_of_one_span || !shape.dates.is_empty() || !shape.single.is_empty() {
        return;
    }
    let part: &dyn Fn(Nth) -> Part = match shape.weekdays.as_slice() {
        &[weekday] => &move |nth| Part::Weekday(nth, weekday),
        [1, 2, 3, 4, 5] => &Part::WorkingDay,
        [6, 7] => &Part::WeekendDay,
        [1, 2, 3, 4, 5, 6, 7] => &Part::Day,
        _ => return,
    };
    if !shape.positions.is_empty() {
        shape.single = std::mem::take(&mut shape.positions).into_iter().map(part).collect();
        shape.weekdays.clear();
    }
}
