//! Cadences in words, as models and people write them where a tool wants an exact one: "tomorrow at 9am", "in 10
//! minutes", "24.12.2026 09:00", "PT90M", "every weekday at 8:30". Only a text with exactly one reading is read.

use adjutant_domain::{cadence, zones::Zone};
use chrono::{DateTime, FixedOffset, NaiveDate, NaiveDateTime, Utc};

use super::{
    when::{self, Cadence, Days, Misfit, Span, Times, When},
    words::{is_end, take_any, take_end},
};

pub use super::when::Timing;

/// The kinds of cadences.
const ONCE: &str = "once";
const INTERVAL: &str = "interval";
const CRON: &str = "cron";

/// Names of cron expressions that models write without their `@`.
const NICKNAMES: [&str; 7] = ["hourly", "daily", "weekly", "monthly", "yearly", "annually", "midnight"];

/// Why a text in words is not an exact cadence, with a form that would be read.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unread {
    /// It is nothing that the reader knows.
    #[error("it is not a time")]
    Unknown,
    #[error("{}", lacks_time(*.0))]
    NoTimeOfDay(Option<NaiveDate>),
    #[error("the hour may be before or after noon: write it like `09:00`, or with am or pm")]
    WhichHalf,
    #[error("{}", which_order(.0))]
    WhichOrder([NaiveDate; 2]),
    #[error("midnight may begin or end that day: write it like `{0} 00:00`")]
    WhichMidnight(NaiveDate),
    #[error("{}", other_weekday(*.0))]
    OtherWeekday(NaiveDate),
    #[error("it is too far away")]
    TooFar,
    #[error("it names several times: make a schedule for each")]
    Several,
    #[error("it repeats: use cadence_type `interval` or `cron`")]
    Repeats,
    #[error("it happens once: use cadence_type `once`")]
    HappensOnce,
    #[error("it names a time zone: give `{0}` as timezone, and the times without it")]
    NamesZone(Zone),
}

fn lacks_time(date: Option<NaiveDate>) -> String {
    match date {
        Some(date) => format!("the time of day is missing: write it like `{date} 09:00`"),
        None => "the time of day is missing: name it, like `at 09:00`".to_owned(),
    }
}

fn which_order([day_first, month_first]: &[NaiveDate; 2]) -> String {
    let [one, other] = [day_first, month_first].map(|date| date.format("%-d %B"));
    format!("the date may be {one} or {other}: write `{day_first}` or `{month_first}`")
}

fn other_weekday(date: NaiveDate) -> String {
    format!("{date} is a {}, not the weekday that stands with it", date.format("%A"))
}

/// Reads a cadence in words. `kind` is the kind that is wanted; one that repeats may become another one that repeats.
/// A time in the past is returned as it is.
///
/// # Errors
/// Returns why the text is not an exact cadence.
pub fn read(kind: &str, text: &str, zone: Zone, now: DateTime<Utc>) -> Result<Timing, Unread> {
    let text = text.trim();
    match kind {
        ONCE => once(text, zone, now),
        CRON if let Some(name) = nickname(text) => Ok(timing(CRON, format!("@{name}"))),
        _ => repeated(kind, text, zone, now),
    }
}

/// Reads the time of something that happens once. The value has the offset of its zone.
fn once(text: &str, zone: Zone, now: DateTime<Utc>) -> Result<Timing, Unread> {
    if let Some((text, offset)) = with_offset(text) {
        // The time in this offset is that of UTC, if UTC's clock is set by it.
        let there = now.checked_add_signed(chrono::TimeDelta::seconds(offset.local_minus_utc().into()));
        let when = whole(text).ok_or(Unread::Unknown)?;
        if when.zone.is_some() || matches!(when.cadence, Cadence::After(_)) {
            return Err(Unread::Unknown);
        }
        let local = only(&when, text, (Zone::UTC, there.ok_or(Unread::TooFar)?))?;
        return exact(&format!("{local}{offset}"), zone, now);
    }
    let when = match when::iso_duration(text) {
        Some(span) => When::of(Cadence::After(span)),
        None => whole(text).ok_or_else(|| unknown(text))?,
    };
    let zone = when.zone.unwrap_or(zone);
    let local = only(&when, text, (zone, now))?;
    exact(&local, zone, now)
}

/// Returns a time with its offset.
fn exact(value: &str, zone: Zone, now: DateTime<Utc>) -> Result<Timing, Unread> {
    let exact = cadence::Cadence::set_at(ONCE, value, zone, now).map_err(|_| Unread::TooFar)?;
    Ok(timing(ONCE, exact.value()))
}

/// Returns the value of the only time of something that happens once.
fn only(when: &When, text: &str, (zone, now): (Zone, DateTime<Utc>)) -> Result<String, Unread> {
    if when.repeats() {
        return Err(Unread::Repeats);
    }
    check(when, text, now.with_timezone(&zone).naive_local())?;
    let is_past = |misfit| match misfit {
        Misfit::Past(at) => Ok(vec![timing(ONCE, at.format("%Y-%m-%d %H:%M:%S").to_string())]),
        misfit => Err(Unread::from(misfit)),
    };
    single(when.timings(now, zone).or_else(is_past)?).map(|timing| timing.cadence_value)
}

/// Reads a recurrence. An interval may lack "every".
fn repeated(kind: &str, text: &str, zone: Zone, now: DateTime<Utc>) -> Result<Timing, Unread> {
    let period = take_any(text, &["every", "each"]).unwrap_or(text);
    let when = match when::iso_duration(text) {
        Some(span) => Some(When::of(Cadence::Interval(span))),
        None if kind == INTERVAL => length(period).or_else(|| whole(text)),
        None => whole(text),
    };
    let when = when.ok_or_else(|| unknown(text))?;
    if !when.repeats() {
        return Err(Unread::HappensOnce);
    }
    check(&when, text, now.with_timezone(&zone).naive_local())?;
    if let Some(named) = when.zone.filter(|named| *named != zone) {
        return Err(Unread::NamesZone(named));
    }
    let when = if kind == CRON { by_the_clock(when) } else { when };
    single(when.timings(now, zone)?)
}

/// Reads the length of an interval: "90 minutes", "1h30", "day", "hourly", "@daily".
fn length(period: &str) -> Option<When> {
    // "every day" would lack its time of day.
    let one = match nickname(period).unwrap_or(period).to_ascii_lowercase().as_str() {
        "hour" | "hourly" => Some("1 hour"),
        "day" | "daily" => Some("1 day"),
        "week" | "weekly" => Some("1 week"),
        _ => None,
    };
    let when = whole(&format!("every {}", one.unwrap_or(period)))?;
    matches!(when.cadence, Cadence::Interval(_)).then_some(when)
}

/// Returns the known name that a text is, with or without an `@`.
fn nickname(text: &str) -> Option<&'static str> {
    let name = text.strip_prefix('@').unwrap_or(text);
    NICKNAMES.into_iter().find(|known| known.eq_ignore_ascii_case(name))
}

/// Returns an interval that divides the hour or the day as a repetition by the clock, as in a cron expression.
fn by_the_clock(when: When) -> When {
    match when.cadence {
        Cadence::Interval(Span { months: 0, days: 0, seconds }) if let Some(minutes) = dividing(seconds) => {
            let (on, at) = (Days::every(), Times::Each { minutes, from: 0, until: 24 });
            When { cadence: Cadence::Recurring { on, months: Vec::new(), at, end: None }, ..when }
        }
        _ => when,
    }
}

/// Returns the minutes of an interval after which the clock shows the same times in each hour or on each day.
fn dividing(seconds: u32) -> Option<u32> {
    let minutes = seconds / 60;
    let is_even = minutes > 0 && (60 % minutes == 0 || minutes.is_multiple_of(60) && 1440 % minutes == 0);
    (is_even && seconds.is_multiple_of(60)).then_some(minutes)
}

/// Reads a text that is a time and nothing else. Models write times of the night as such: "4:30".
fn whole(text: &str) -> Option<When> {
    let (when, rest) = When::at_start(text)?;
    is_end(rest).then_some(When { is_small_hour: false, ..when })
}

/// Returns why a text is no time: perhaps only the order of its date is unclear.
fn unknown(text: &str) -> Unread {
    when::in_either_order(text).map_or(Unread::Unknown, Unread::WhichOrder)
}

/// Checks that a time has one reading.
fn check(when: &When, text: &str, local: NaiveDateTime) -> Result<(), Unread> {
    // "20h" is a time of day, "2h" is more likely a length.
    let is_length =
        text.strip_suffix(['h', 'H']).is_some_and(|hours| hours.bytes().all(|c| c.is_ascii_digit()));
    match when {
        _ if is_length => Err(Unread::Unknown),
        When { lacks_time: true, .. } => Err(Unread::NoTimeOfDay(when.date(local))),
        When { is_open: true, .. } => Err(Unread::WhichHalf),
        _ => Ok(()),
    }
}

fn single(timings: Vec<Timing>) -> Result<Timing, Unread> {
    let [timing] = <[Timing; 1]>::try_from(timings).map_err(|_| Unread::Several)?;
    Ok(timing)
}

fn timing(cadence_type: &'static str, cadence_value: String) -> Timing {
    Timing { cadence_type, cadence_value }
}

/// Splits a text at an offset from UTC at its end: "09:00Z", "9:00 UTC-3", "09:00+02:00". A hyphen without "UTC" may
/// also stand before a second time, so it is no sign.
fn with_offset(text: &str) -> Option<(&str, FixedOffset)> {
    if let Some(before) =
        text.strip_suffix(['Z', 'z']).filter(|it| it.ends_with(|c: char| c.is_ascii_digit()))
    {
        return Some((before, FixedOffset::east_opt(0)?));
    }
    let at = text.rfind(['+', '-'])?;
    let (before, offset) = (text[..at].trim_end(), &text[at + 1..]);
    let name = ["UTC", "GMT"].iter().find_map(|name| take_end(before, name));
    let is_negative = text[at..].starts_with('-');
    let before = name.or(Some(before).filter(|_| !is_negative))?;
    let seconds = hours_and_minutes(offset)?;
    Some((before, FixedOffset::east_opt(if is_negative { -seconds } else { seconds })?))
}

/// Reads "2", "02", "0200" and "02:00"; returns seconds.
fn hours_and_minutes(text: &str) -> Option<i32> {
    let digits = text.replace(':', "");
    let (hours, minutes) = match digits.len() {
        _ if !digits.bytes().all(|c| c.is_ascii_digit()) => return None,
        1 | 2 => (digits.as_str(), "0"),
        4 => digits.split_at(2),
        _ => return None,
    };
    let (hours, minutes): (i32, i32) = (hours.parse().ok()?, minutes.parse().ok()?);
    (hours < 15 && minutes < 60).then_some(hours * 3600 + minutes * 60)
}

impl From<Misfit> for Unread {
    fn from(misfit: Misfit) -> Self {
        match misfit {
            Misfit::TooFar | Misfit::Past(_) => Self::TooFar,
            Misfit::OtherWeekday(date) => Self::OtherWeekday(date),
            Misfit::WhichHalf(_) => Self::WhichHalf,
            Misfit::WhichMidnight(date) => Self::WhichMidnight(date),
        }
    }
}
