//! Times in words for people.

use adjutant_domain::{timestamp::Timestamp, zones::Zone};
use chrono::{DateTime, Datelike, Utc};

use super::fluent::{enumerated, text};

/// Returns a day and time in a zone: `Fri 1 May, 11:00`, with the year if it is not `now`'s.
pub(crate) fn day_and_time(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let [at, now] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    let date = if at.year() == now.year() { day(&at) } else { date(&at) };
    with_time(with_weekday(&at, &date), &at)
}

/// `Fri 1 May 2026`.
pub(crate) fn weekday_and_date(at: &DateTime<Zone>) -> String {
    with_weekday(at, &date(at))
}

/// Returns a time, with the day if it is not today.
pub(crate) fn time_or_day(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let [local, today] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    if local.date_naive() == today.date_naive() { clock(&local) } else { day_and_time(at, now, zone) }
}

/// Returns days and times in a zone, naming each day once: `Fri 1 May, 11:00 and 12:00; Sat 2 May, 11:00`.
pub(crate) fn times_by_day(times: &[DateTime<Utc>], now: Timestamp, zone: Zone) -> String {
    let day = |at: &DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let of_a_day = |times: &[DateTime<Utc>]| {
        let later = times[1..].iter().map(|at| clock(&at.with_timezone(&zone)));
        let all: Vec<_> = [day_and_time(times[0].into(), now, zone)].into_iter().chain(later).collect();
        enumerated(&all)
    };
    times.chunk_by(|a, b| day(a) == day(b)).map(of_a_day).collect::<Vec<_>>().join("; ")
}

/// Returns a date and time in a zone, without the day of the week: `1 May, 11:00`, with the year if it is not `now`'s.
pub(crate) fn date_and_time(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let [at, now] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    let date = if at.year() == now.year() { day(&at) } else { date(&at) };
    with_time(date, &at)
}

/// Returns a date and time in a zone: `1 May 2026, 11:00`.
pub(crate) fn year_and_time(at: Timestamp, zone: Zone) -> String {
    let at = at.to_utc().with_timezone(&zone);
    with_time(date(&at), &at)
}

/// Returns a date in a zone: `1 May 2026`.
pub(crate) fn year_and_day(at: Timestamp, zone: Zone) -> String {
    date(&at.to_utc().with_timezone(&zone))
}

/// Returns a date and time with the zone: `1 January 2026, 11:00 CET`.
pub(crate) fn in_full(at: Timestamp, zone: Zone) -> String {
    let at = at.to_utc().with_timezone(&zone);
    format!("{} {}", with_time(date_in_full(&at), &at), at.format("%Z"))
}

/// `1 January 2026`.
pub(crate) fn date_in_full(at: &impl Datelike) -> String {
    text!("time-date-in-full", day = at.day(), month = month_in_full(at.month()), year = at.year())
}

/// Returns the name of a month, from 1: `January`.
pub(crate) fn month_in_full(month: u32) -> String {
    text!("time-month-in-full", number = month)
}

/// `5 minutes`.
pub(crate) fn minutes(count: u64) -> String {
    text!("late-minutes", count = count)
}

/// `5 hours`.
pub(crate) fn hours(count: u64) -> String {
    text!("late-hours", count = count)
}

fn with_weekday(at: &impl Datelike, date: &str) -> String {
    let weekday = text!("time-weekday", number = at.weekday().number_from_monday());
    text!("time-weekday-and-date", weekday = weekday, date = date)
}

/// `1 May`.
fn day(at: &impl Datelike) -> String {
    let month = text!("time-month", number = at.month());
    text!("time-day", day = at.day(), month = month)
}

/// `1 May 2026`.
fn date(at: &impl Datelike) -> String {
    let month = text!("time-month", number = at.month());
    text!("time-date", day = at.day(), month = month, year = at.year())
}

fn with_time(date: String, at: &DateTime<Zone>) -> String {
    text!("time-date-and-time", date = date, time = clock(at))
}

/// All four languages write the time of day in this form.
fn clock(at: &DateTime<Zone>) -> String {
    at.format("%H:%M").to_string()
}

#[cfg(test)]
mod tests {
    use adjutant_domain::language::Language;

    use super::*;

    const NEW_YEAR: Timestamp = Timestamp::from_millis(1_767_225_600_000);
    const FIRST_OF_MAY: Timestamp = Timestamp::from_millis(1_777_622_400_000);

    fn told(language: Language) -> String {
        language.scope_sync(|| {
            let times = [FIRST_OF_MAY, FIRST_OF_MAY + std::time::Duration::from_hours(1)];
            [
                day_and_time(FIRST_OF_MAY, NEW_YEAR, Zone::UTC),
                day_and_time(FIRST_OF_MAY, Timestamp::EPOCH, Zone::UTC),
                date_and_time(FIRST_OF_MAY, NEW_YEAR, Zone::UTC),
                year_and_day(FIRST_OF_MAY, Zone::UTC),
                in_full(NEW_YEAR, Zone::UTC),
                times_by_day(&times.map(Timestamp::to_utc), NEW_YEAR, Zone::UTC),
            ]
            .join("\n")
        })
    }

    #[test]
    fn a_time_is_told_as_the_reader_s_language_does() {
        insta::assert_snapshot!(told(Language::English), @"
        Fri 1 May, 08:00
        Fri 1 May 2026, 08:00
        1 May, 08:00
        1 May 2026
        1 January 2026, 00:00 UTC
        Fri 1 May, 08:00 and 09:00
        ");
        insta::assert_snapshot!(told(Language::German), @"
        Fr., 1. Mai, 08:00
        Fr., 1. Mai 2026, 08:00
        1. Mai, 08:00
        1. Mai 2026
        1. Januar 2026, 00:00 UTC
        Fr., 1. Mai, 08:00 und 09:00
        ");
        insta::assert_snapshot!(told(Language::Spanish), @"
        vie 1 may, 08:00
        vie 1 may 2026, 08:00
        1 may, 08:00
        1 may 2026
        1 de enero de 2026, 00:00 UTC
        vie 1 may, 08:00 y 09:00
        ");
        insta::assert_snapshot!(told(Language::French), @"
        ven. 1er mai, 08:00
        ven. 1er mai 2026, 08:00
        1er mai, 08:00
        1er mai 2026
        1er janvier 2026, 00:00 UTC
        ven. 1er mai, 08:00 et 09:00
        ");
    }
}
