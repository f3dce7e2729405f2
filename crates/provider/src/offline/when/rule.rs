//! Recurrence rules: the recurrences that cron cannot hold.

use adjutant_domain::{cadence, zones::Zone};
use chrono::{DateTime, NaiveDateTime, NaiveTime, Timelike as _, Utc, Weekday};

use super::{Days, End, Misfit, Named, Span, Times, Timing, WEEK, cron::list, next};

/// Returns the rules of a recurrence: one for each distinct minute of its times.
///
/// # Errors
/// Returns an error if the recurrence ends before it begins.
pub(super) fn timings(
    (on, months, at): (&Days, &[u32], &Times),
    end: Option<&End>,
    (now, zone): (DateTime<Utc>, Zone),
) -> Result<Vec<Timing>, Misfit> {
    let local = now.with_timezone(&zone).naive_local();
    let days = days(on, months);
    let rule = |(hours, minutes): &(Vec<u32>, Vec<u32>)| {
        let end = match end {
            Some(end) => end.part(on, hours.len() * minutes.len(), local)?,
            None => String::new(),
        };
        let times = format!(";BYHOUR={};BYMINUTE={}", list(hours), list(minutes));
        let value = format!("{days}{times}{end}");
        let is_due = cadence::Cadence::set_at("rrule", &value, zone, now).is_ok();
        is_due.then(|| timing(value)).ok_or(Misfit::TooFar)
    };
    clocks(at, is_of_positions(on)).iter().map(rule).collect()
}

/// Returns the rule that first happens this long after the local time, and then at its time of day.
pub(super) fn from_now(span: Span, local: NaiveDateTime) -> Option<Timing> {
    let start = span.after(local)?.format("%Y%m%dT%H%M");
    Some(timing(format!("DTSTART:{start} RRULE:{}", period(span))))
}

fn timing(cadence_value: String) -> Timing {
    Timing { cadence_type: "rrule", cadence_value }
}

/// `FREQ=WEEKLY;INTERVAL=2;BYDAY=TU`
fn days(on: &Days, months: &[u32]) -> String {
    let (period, on) = match on {
        Days::Each { span, on } => (period(*span), on.as_deref()),
        Days::Week(days) if days.as_slice() == WEEK => ("FREQ=DAILY".to_owned(), None),
        Days::Week(_) => ("FREQ=WEEKLY".to_owned(), Some(on)),
        Days::Month(_) | Days::Nth { .. } => ("FREQ=MONTHLY".to_owned(), Some(on)),
        Days::Year { .. } => ("FREQ=YEARLY".to_owned(), Some(on)),
    };
    let days = match on {
        Some(Days::Week(days)) => format!(";BYDAY={}", weekdays(days)),
        Some(Days::Month(days)) => format!(";BYMONTHDAY={}", list(days)),
        Some(Days::Year { month, day }) => format!(";BYMONTH={month};BYMONTHDAY={day}"),
        Some(Days::Nth { nths, of }) => nth(nths, *of),
        Some(Days::Each { .. }) | None => String::new(),
    };
    let months = if months.is_empty() { String::new() } else { format!(";BYMONTH={}", list(months)) };
    format!("{period}{months}{days}")
}

/// `;BYDAY=1MO,3MO`
fn nth(nths: &[i32], of: Named) -> String {
    let numbers: Vec<_> = nths.iter().map(i32::to_string).collect();
    match of {
        Named::Day => format!(";BYMONTHDAY={}", numbers.join(",")),
        Named::WorkingDay => format!(";BYDAY={};BYSETPOS={}", weekdays(&WEEK[..5]), numbers.join(",")),
        Named::Weekday(day) => {
            let named: Vec<_> = numbers.iter().map(|number| format!("{number}{}", short(day))).collect();
            format!(";BYDAY={}", named.join(","))
        }
    }
}

/// Returns the period in its largest unit.
fn period(span: Span) -> String {
    let (frequency, count) = match (span.months, span.days) {
        (months @ 1.., _) if months.is_multiple_of(12) => ("YEARLY", months / 12),
        (months @ 1.., _) => ("MONTHLY", months),
        (_, days) if days.is_multiple_of(7) => ("WEEKLY", days / 7),
        (_, days) => ("DAILY", days),
    };
    if count == 1 { format!("FREQ={frequency}") } else { format!("FREQ={frequency};INTERVAL={count}") }
}

/// Returns the times as hours with minutes. A rule of positions has one time.
fn clocks(at: &Times, is_single: bool) -> Vec<(Vec<u32>, Vec<u32>)> {
    match at {
        Times::At(times) if is_single => {
            times.iter().map(|time| (vec![time.hour()], vec![time.minute()])).collect()
        }
        Times::At(times) => {
            let mut minutes: Vec<_> = times.iter().map(NaiveTime::minute).collect();
            minutes.sort_unstable();
            minutes.dedup();
            let hours = |minute: u32| -> Vec<_> {
                times.iter().filter(|time| time.minute() == minute).map(NaiveTime::hour).collect()
            };
            minutes.into_iter().map(|minute| (hours(minute), vec![minute])).collect()
        }
        Times::Each { minutes, from, until } if *minutes < 60 => {
            vec![((*from..*until).collect(), (0..60).step_by(*minutes as usize).collect())]
        }
        Times::Each { minutes, from, until } => {
            let hours = (*from..=(*until).min(23)).step_by((minutes / 60) as usize);
            vec![(hours.collect(), vec![0])]
        }
    }
}

fn is_of_positions(on: &Days) -> bool {
    match on {
        Days::Nth { of: Named::WorkingDay, .. } => true,
        Days::Each { on: Some(on), .. } => is_of_positions(on),
        Days::Each { on: None, .. }
        | Days::Nth { .. }
        | Days::Week(_)
        | Days::Month(_)
        | Days::Year { .. } => false,
    }
}

impl End {
    /// Returns the end of a rule with so many times a day. Days in a row are counted, because today may have passed.
    fn part(&self, on: &Days, times_a_day: usize, local: NaiveDateTime) -> Result<String, Misfit> {
        let until = match self {
            Self::Until(day) => next(Some(*day), LAST_MINUTE, local),
            Self::For(Span { months: 0, days, .. }) if matches!(on, Days::Week(week) if week.as_slice() == WEEK) =>
            {
                return Ok(format!(";COUNT={}", *days as usize * times_a_day));
            }
            Self::For(span) => span.after(local),
        };
        Ok(format!(";UNTIL={}", until.ok_or(Misfit::TooFar)?.format("%Y%m%d")))
    }
}

fn weekdays(days: &[Weekday]) -> String {
    days.iter().map(|day| short(*day)).collect::<Vec<_>>().join(",")
}

/// `MO`
fn short(day: Weekday) -> String {
    day.to_string()[..2].to_ascii_uppercase()
}

pub(super) const LAST_MINUTE: NaiveTime = NaiveTime::from_hms_opt(23, 59, 0).unwrap();
