//! Local times and their instants.

use std::ops::RangeInclusive;

use chrono::{DateTime, Datelike as _, Days, FixedOffset, NaiveDate, NaiveDateTime, TimeZone as _, Utc};

use crate::zones::Zone;

/// The years that RFC 3339, with four digits for the year, can write in any zone.
pub(super) const YEARS: RangeInclusive<i32> = 1..=9998;

/// Parses RFC 3339 (seconds may be left out), or local time in `zone`, the first of two; returns `None` for anything else.
pub fn parse_time(text: &str, zone: Zone) -> Option<DateTime<Utc>> {
    parse_moment(text, zone, DateTime::<Utc>::MIN_UTC).map(|at| at.to_utc())
}

/// Parses the same, and keeps the offset; for a local time, this is the zone's offset. A local time that occurs twice is the
/// first one that comes after `now`.
pub(super) fn parse_moment(text: &str, zone: Zone, now: DateTime<Utc>) -> Option<DateTime<FixedOffset>> {
    const WITH_OFFSET: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f%#z", "%Y-%m-%dT%H:%M%#z"];
    const LOCAL: [&str; 2] = ["%Y-%m-%dT%H:%M:%S%.f", "%Y-%m-%dT%H:%M"];
    // RFC 3339 allows a space for the T, and either in lower case.
    let text = text.to_ascii_uppercase().replacen(' ', "T", 1);
    if let Some(at) = WITH_OFFSET.iter().find_map(|format| DateTime::parse_from_str(&text, format).ok()) {
        return YEARS.contains(&at.year()).then_some(at);
    }
    let local = LOCAL.iter().find_map(|format| NaiveDateTime::parse_from_str(&text, format).ok());
    let instants = resolve(local.filter(|local| YEARS.contains(&local.year()))?, zone)?;
    Some(instants.next_after(now).with_timezone(&zone).fixed_offset())
}

/// Returns the same local time on the next day; the first instant after it if the clock jumps over it.
pub fn same_time_tomorrow(now: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
    let local = now.with_timezone(&zone).naive_local();
    resolve(local.checked_add_days(Days::new(1))?, zone).map(|instants| instants.first)
}

/// Returns the first instant after `now` with the local time of day of `at`.
pub fn next_at_time_of(at: DateTime<Utc>, now: DateTime<Utc>, zone: Zone) -> Option<DateTime<Utc>> {
    let (time, today) = (at.with_timezone(&zone).time(), now.with_timezone(&zone).date_naive());
    let on = |day: NaiveDate| resolve(day.and_time(time), zone).map(|instants| instants.next_after(now));
    [Some(today), today.succ_opt()].into_iter().flatten().filter_map(on).find(|at| *at > now)
}

/// The instants of one local time, by the rules of [`super`].
pub(crate) struct Instants {
    pub(crate) first: DateTime<Utc>,
    /// Set if the local time occurs twice.
    pub(super) second: Option<DateTime<Utc>>,
}

impl Instants {
    /// Returns the first one that comes after `now`; of those in the past, the first.
    pub(super) fn next_after(&self, now: DateTime<Utc>) -> DateTime<Utc> {
        self.second.filter(|second| self.first <= now && now < *second).unwrap_or(self.first)
    }
}

/// Returns the instants of a local time; `None` only if the zone's data end inside a gap, which is true of no zone.
pub(crate) fn resolve(local: NaiveDateTime, zone: Zone) -> Option<Instants> {
    let found = zone.from_local_datetime(&local);
    match (found.earliest(), found.latest()) {
        (Some(first), Some(second)) => {
            let second = (second > first).then(|| second.to_utc());
            Some(Instants { first: first.to_utc(), second })
        }
        _ => {
            let first = zone.gap(local)?.end;
            Some(Instants { first, second: None })
        }
    }
}
