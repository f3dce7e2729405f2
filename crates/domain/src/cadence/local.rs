//! Local times and their instants.

use std::ops::RangeInclusive;

use chrono::{
    DateTime, Datelike as _, Days, FixedOffset, MappedLocalTime, NaiveDate, NaiveDateTime, TimeDelta,
    TimeZone as _, Utc,
};

use crate::zones::Zone;

/// The years that RFC 3339, with four digits for the year, can write in any zone.
pub(super) const YEARS: RangeInclusive<i32> = 1..=9998;

/// The shortest gap whose due times are skipped.
const LONG_GAP: TimeDelta = TimeDelta::hours(3);

/// Parses RFC 3339 (seconds may be left out), or local time in `zone`, the first of two; returns `None` for anything
/// else.
pub fn parse_time(text: &str, zone: Zone) -> Option<DateTime<Utc>> {
    parse_moment(text, zone, DateTime::<Utc>::MIN_UTC).map(|at| at.to_utc())
}

/// Parses the same, and keeps the offset; for a local time, this is the zone's offset. A local time that occurs twice
/// is the first one that comes after `now`.
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

/// Returns the first instant strictly after `after` of the local times that `next_local` lists, by the rules of
/// [`super`]. `next_local` returns the first of them after the given one, as if there were no time zones. With
/// `runs_twice`, a local time that occurs twice is due at both.
pub(super) fn next_instant(
    after: DateTime<Utc>,
    zone: Zone,
    runs_twice: bool,
    next_local: impl Fn(NaiveDateTime) -> Option<NaiveDateTime>,
) -> Option<DateTime<Utc>> {
    let here = after.with_timezone(&zone).naive_local();
    // While the clock repeats itself, an earlier local time can still lie ahead: start before the repeated stretch.
    let repeated = match zone.from_local_datetime(&here) {
        MappedLocalTime::Ambiguous(first, second) => second - first,
        _ => TimeDelta::zero(),
    };
    let mut local = here - repeated;
    let mut second_pass: Option<DateTime<Utc>> = None;
    // Bounded by the minutes of the repeated stretch: past it, every local time lies ahead.
    loop {
        local = match next_local(local) {
            Some(next) => next,
            None => return second_pass,
        };
        if let Some(end) = end_of_long_gap(local, zone) {
            // One minute earlier, because the first time after the gap counts.
            local = end - TimeDelta::minutes(1);
            continue;
        }
        let Instants { first, second } = resolve(local, zone)?;
        if let Some(second) = second.filter(|second| runs_twice && *second > after) {
            second_pass = Some(second_pass.map_or(second, |known| known.min(second)));
        }
        if first > after {
            return Some(second_pass.map_or(first, |second| second.min(first)));
        }
    }
}

/// Returns the end of the gap that holds this local time, if the gap is so long that its due times are skipped: three
/// hours, as in Vixie's cron. Shorter gaps only move the due times in them.
fn end_of_long_gap(local: NaiveDateTime, zone: Zone) -> Option<NaiveDateTime> {
    let gap = zone.gap(local)?;
    let end = gap.end.with_timezone(&zone).naive_local();
    (end - gap.begin >= LONG_GAP).then_some(end)
}
