//! The next time of a day.

use chrono::{Datelike as _, Months, NaiveDate, NaiveDateTime, NaiveTime, Weekday};

use super::Day;

/// Returns the first matching moment after `local`; today, tomorrow and a full date stay as named, even if past.
pub(super) fn next(day: Option<Day>, time: NaiveTime, local: NaiveDateTime) -> Option<NaiveDateTime> {
    let today = local.date();
    let is_ahead = |date: &NaiveDate| date.and_time(time) > local;
    let mut week = today.iter_days().take(8);
    let mut year = today.iter_days().take(366);
    let date = match day {
        None => week.find(is_ahead),
        // "Tonight at midnight" is the end of today.
        Some(Day::Today) if time == NaiveTime::MIN => today.succ_opt(),
        Some(Day::Today) => Some(today),
        Some(Day::Tomorrow) => today.succ_opt(),
        Some(Day::AfterTomorrow) => today.iter_days().nth(2),
        Some(Day::Next { weekday, not_today }) => {
            week.skip(usize::from(not_today)).find(|date| date.weekday() == weekday && is_ahead(date))
        }
        Some(Day::WeekAfter(weekday)) => {
            week.skip(1).find(|date| date.weekday() == weekday)?.iter_days().nth(7)
        }
        Some(Day::OfNextWeek(weekday)) => {
            let monday = week.skip(1).find(|date| date.weekday() == Weekday::Mon)?;
            monday.iter_days().find(|date| date.weekday() == weekday)
        }
        Some(Day::OfMonth(day)) => year.find(|date| date.day() == day && is_ahead(date)),
        Some(Day::OfNextMonth(day)) => today.with_day(1)?.checked_add_months(Months::new(1))?.with_day(day),
        Some(Day::EndOfMonth) => {
            year.find(|date| is_ahead(date) && date.succ_opt().is_some_and(|next| next.day() == 1))
        }
        Some(Day::In(span)) => span.after(local).map(|at| at.date()),
        Some(Day::Date(date)) => Some(date),
        // Any eight years contain a 29 February, even around 2100.
        Some(Day::OfYear { month, day }) => (today.year()..=today.year() + 8)
            .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
            .find(is_ahead),
        Some(Day::Feast(feast)) => feast.next(today, is_ahead),
    };
    Some(date?.and_time(time))
}
