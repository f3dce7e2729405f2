//! Cron expressions of recurrences.

use chrono::{NaiveTime, Timelike as _, Weekday};

use super::{Days, Times, Timing, WEEK};

/// Returns the cron expressions of a recurrence: one for each distinct minute of its times.
pub(super) fn timings(on: &Days, months: &[u32], at: &Times) -> Vec<Timing> {
    let (days, month, weekdays) = match on {
        Days::Week(days) => ("*".to_owned(), list(months), cron_days(days)),
        Days::Month(days) => (list(days), list(months), "*".to_owned()),
        Days::Year { month, day } => (day.to_string(), month.to_string(), "*".to_owned()),
        // Cron cannot count: these are rules.
        Days::Nth { .. } | Days::Each { .. } => return Vec::new(),
    };
    let clocks = match at {
        Times::At(times) => {
            let mut minutes: Vec<_> = times.iter().map(NaiveTime::minute).collect();
            minutes.sort_unstable();
            minutes.dedup();
            let hours = |minute: u32| -> Vec<_> {
                times.iter().filter(|time| time.minute() == minute).map(NaiveTime::hour).collect()
            };
            minutes.into_iter().map(|minute| format!("{minute} {}", list(&hours(minute)))).collect()
        }
        Times::Each { minutes, from, until } => vec![each(*minutes, *from, *until)],
    };
    let expression = |clock| format!("{clock} {days} {month} {weekdays}");
    let timing = |clock| Timing { cadence_type: "cron", cadence_value: expression(clock) };
    clocks.into_iter().map(timing).collect()
}

/// Returns the minutes and hours of cron. A window ends with its last full hour: between 9 and 17, an hourly run is
/// last at 17:00, a half-hourly one at 16:30.
fn each(minutes: u32, from: u32, until: u32) -> String {
    let hours = |last: u32| if (from, until) == (0, 24) { "*".to_owned() } else { format!("{from}-{last}") };
    match minutes / 60 {
        0 => format!("*/{minutes} {}", hours(until - 1)),
        1 => format!("0 {}", hours(until)),
        n => format!("0 {}/{n}", hours(until)),
    }
}

/// Returns numbers as cron lists them; `*` if there are none.
pub(super) fn list(numbers: &[u32]) -> String {
    if numbers.is_empty() {
        return "*".to_owned();
    }
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

/// Returns the days by name, because cron implementations number them differently.
fn cron_days(days: &[Weekday]) -> String {
    if days == WEEK {
        return "*".to_owned();
    }
    if days == &WEEK[..5] {
        return "MON-FRI".to_owned();
    }
    days.iter().map(|day| day.to_string().to_ascii_uppercase()).collect::<Vec<_>>().join(",")
}
