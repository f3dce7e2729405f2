//! Times as people are told them.

use adjutant_domain::{timestamp::Timestamp, zones::Zone};
use chrono::{DateTime, Datelike as _, Utc};

/// Returns a day and time in a zone: `Fri 1 May, 11:00`, and with the year if that is another than `now`'s.
pub(crate) fn day_and_time(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let [at, now] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    let format = if at.year() == now.year() { "%a %-d %b, %H:%M" } else { "%a %-d %b %Y, %H:%M" };
    at.format(format).to_string()
}

/// Returns a time, with the day if that is not today.
pub(crate) fn time_or_day(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let [local, today] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    if local.date_naive() == today.date_naive() {
        local.format("%H:%M").to_string()
    } else {
        day_and_time(at, now, zone)
    }
}

/// Returns days and times in a zone, each day once: `Fri 1 May, 11:00 and 12:00; Sat 2 May, 11:00`.
pub(crate) fn times_by_day(times: &[DateTime<Utc>], now: Timestamp, zone: Zone) -> String {
    let day = |at: &DateTime<Utc>| at.with_timezone(&zone).date_naive();
    let of_a_day = |times: &[DateTime<Utc>]| {
        let clock = |at: &DateTime<Utc>| at.with_timezone(&zone).format("%H:%M").to_string();
        let first = day_and_time(times[0].into(), now, zone);
        let [between @ .., last] = &times[1..] else { return first };
        let between: String = between.iter().map(|at| format!(", {}", clock(at))).collect();
        format!("{first}{between} and {}", clock(last))
    };
    times.chunk_by(|a, b| day(a) == day(b)).map(of_a_day).collect::<Vec<_>>().join("; ")
}
