//! The days of a recurrence rule, as if there were no time zones.

use std::ops::RangeInclusive;

use chrono::{Datelike as _, NaiveDate, Weekday};

/// The years in which rules have due times, as the crate `cron` has for cron.
pub(super) const YEARS: RangeInclusive<i32> = 1970..=2099;

const DAYS_PER_WEEK: i64 = 7;
const MONTHS_PER_YEAR: i64 = 12;

/// The length of the periods of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Frequency {
    Daily,
    Weekly,
    Monthly,
    Yearly,
}

/// The days of a rule: of its start's period, and of each `interval`th period after it, those that every list allows.
/// An empty list allows all days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Calendar {
    pub frequency: Frequency,
    /// From 1.
    pub interval: u32,
    /// No day before this one counts.
    pub(super) start: NaiveDate,
    /// From 1.
    pub months: Vec<u32>,
    /// Days of the month, from 1; negative ones count from its end.
    pub dates: Vec<i32>,
    pub weekdays: Vec<Named>,
    /// Of the days that the other lists allow in a period, those at these positions, from 1; negative ones count from
    /// the end.
    pub positions: Vec<i32>,
    pub(super) week_start: Weekday,
}

/// A weekday of a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in super::super) struct Named {
    /// Which one of the month, or of the year if a yearly rule names no months; negative ones count from the end, and 0
    /// is each of them.
    pub nth: i32,
    pub weekday: Weekday,
}

impl Calendar {
    /// Returns the days from `date`, in order, through the last of [`YEARS`].
    pub(super) fn days_from(&self, date: NaiveDate) -> impl Iterator<Item = NaiveDate> {
        let date = date.max(self.start);
        let (first, interval) = (self.period_of(self.start), i64::from(self.interval));
        let passed = (self.period_of(date) - first + interval - 1) / interval;
        (passed..)
            .map_while(move |number| self.period(first + number * interval))
            .flat_map(|(begin, end)| self.days_within(begin, end))
            .filter(move |day| *day >= date)
    }

    /// Returns the number of the period that contains a day, in periods of one.
    fn period_of(&self, day: NaiveDate) -> i64 {
        match self.frequency {
            Frequency::Daily => i64::from(day.num_days_from_ce()),
            Frequency::Weekly => {
                (i64::from(day.num_days_from_ce()) - self.week_offset()).div_euclid(DAYS_PER_WEEK)
            }
            Frequency::Monthly => i64::from(day.year()) * MONTHS_PER_YEAR + i64::from(day.month0()),
            Frequency::Yearly => day.year().into(),
        }
    }

    /// Returns the first day of a period and the day after its last; `None` past the last of [`YEARS`].
    fn period(&self, number: i64) -> Option<(NaiveDate, NaiveDate)> {
        let begin = self.first_day(number).filter(|begin| begin.year() <= *YEARS.end())?;
        Some((begin, self.first_day(number + 1)?))
    }

    fn first_day(&self, number: i64) -> Option<NaiveDate> {
        let from_ce = |days: i64| NaiveDate::from_num_days_from_ce_opt(days.try_into().ok()?);
        let month =
            |year: i64, month: i64| NaiveDate::from_ymd_opt(year.try_into().ok()?, month.try_into().ok()?, 1);
        match self.frequency {
            Frequency::Daily => from_ce(number),
            Frequency::Weekly => from_ce(number * DAYS_PER_WEEK + self.week_offset()),
            Frequency::Monthly => {
                month(number.div_euclid(MONTHS_PER_YEAR), number.rem_euclid(MONTHS_PER_YEAR) + 1)
            }
            Frequency::Yearly => month(number, 1),
        }
    }

    /// Returns how many days after a Monday a week begins. The first day of the common era was a Monday.
    fn week_offset(&self) -> i64 {
        1 + i64::from(self.week_start.num_days_from_monday())
    }

    fn days_within(&self, begin: NaiveDate, end: NaiveDate) -> Vec<NaiveDate> {
        let days = begin.iter_days().take_while(|day| *day < end).filter(|day| self.allows(*day));
        let days: Vec<_> = days.collect();
        if self.positions.is_empty() {
            return days;
        }
        let is_chosen = |index: usize| {
            self.positions.iter().any(|position| {
                let counted = if *position > 0 { index + 1 } else { days.len() - index };
                counted == position.unsigned_abs() as usize
            })
        };
        (0..days.len()).filter(|index| is_chosen(*index)).map(|index| days[index]).collect()
    }

    fn allows(&self, day: NaiveDate) -> bool {
        let of_month = (day.day(), u32::from(day.num_days_in_month()));
        let span = match self.frequency {
            Frequency::Yearly if self.months.is_empty() => {
                (day.ordinal(), if day.leap_year() { 366 } else { 365 })
            }
            _ => of_month,
        };
        let is_date = |(number, length): (u32, u32), wanted: i32| {
            let counted = if wanted > 0 { number } else { length - number + 1 };
            counted == wanted.unsigned_abs()
        };
        let is_nth = |(number, length): (u32, u32), nth: i32| {
            let before = if nth > 0 { number - 1 } else { length - number };
            nth == 0 || before / 7 + 1 == nth.unsigned_abs()
        };
        (self.months.is_empty() || self.months.contains(&day.month()))
            && (self.dates.is_empty() || self.dates.iter().any(|date| is_date(of_month, *date)))
            && (self.weekdays.is_empty()
                || self
                    .weekdays
                    .iter()
                    .any(|named| named.weekday == day.weekday() && is_nth(span, named.nth)))
    }
}
