//! Parses recurrence rules.

use std::collections::BTreeMap;

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, Timelike as _, Utc, Weekday};

use super::{
    super::{clip, local::resolve},
    Calendar, End, Frequency, MAX_COUNT, MAX_INTERVAL, Named, RuleError, RuleSpec, WEEK,
    calendar::YEARS,
};
use crate::zones::Zone;

pub(super) fn parse(text: &str, zone: Zone, now: DateTime<Utc>) -> Result<RuleSpec, RuleError> {
    let Written { start, mut parts } = Written::split(text)?;
    let start = start.map(|start| read_start(&start, zone)).transpose()?;
    let rule = Rule::read(&mut parts, zone)?;
    match start {
        Some(Moment::At(start)) => rule.starting_at(start, Some(start.time()), text),
        Some(Moment::On(date)) => rule.starting_at(date.and_time(NaiveTime::MIN), None, text),
        None => rule.starting_next(now, zone, text),
    }
}

/// The properties of a rule, in capital letters.
#[derive(Default)]
struct Written {
    start: Option<String>,
    parts: BTreeMap<String, String>,
}

impl Written {
    /// Splits text into DTSTART and the parts of RRULE. The name RRULE may be absent, and the blank before it.
    fn split(text: &str) -> Result<Self, RuleError> {
        let text = text.to_ascii_uppercase().replace("RRULE:", " RRULE:");
        let mut written = Self::default();
        for property in text.split_whitespace().map(|property| property.trim_matches(';')) {
            match property.split([':', ';', '=']).next() {
                Some("DTSTART") if written.start.is_some() => {
                    return Err(RuleError::Twice("DTSTART".to_owned()));
                }
                Some("DTSTART") => written.start = Some(property["DTSTART".len()..].to_owned()),
                Some(name @ ("EXDATE" | "RDATE" | "EXRULE")) => {
                    return Err(RuleError::Dates(name.to_owned()));
                }
                _ => written.add(property.strip_prefix("RRULE:").unwrap_or(property))?,
            }
        }
        Ok(written)
    }

    fn add(&mut self, rule: &str) -> Result<(), RuleError> {
        for part in rule.split(';').filter(|part| !part.is_empty()) {
            let (name, value) = part.split_once('=').ok_or_else(|| RuleError::BadPart(clip(part)))?;
            if self.parts.insert(name.to_owned(), value.to_owned()).is_some() {
                return Err(RuleError::Twice(clip(name)));
            }
        }
        Ok(())
    }
}

/// A local time as written.
enum Moment {
    At(NaiveDateTime),
    On(NaiveDate),
}

impl Moment {
    /// Reads `20261201T090000`, with or without seconds, `20261201`, or either with a Z, which is converted from UTC.
    fn read(text: &str, zone: Zone) -> Result<Self, RuleError> {
        let bad_time = || RuleError::BadTime(clip(text));
        let (local, is_utc) = text.strip_suffix('Z').map_or((text, false), |local| (local, true));
        let digits = local.replace(['-', ':'], "");
        let (date, clock) =
            digits.split_once('T').map_or((&*digits, None), |(date, time)| (date, Some(time)));
        let is_number = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
        if date.len() != 8 || !is_number(date) || !clock.is_none_or(is_number) {
            return Err(bad_time());
        }
        let date = NaiveDate::parse_from_str(date, "%Y%m%d").map_err(|_| bad_time())?;
        if !YEARS.contains(&date.year()) {
            return Err(RuleError::Year(clip(text)));
        }
        let Some(clock) = clock else { return Ok(Self::On(date)) };
        let clock = match clock.len() {
            4 => NaiveTime::parse_from_str(clock, "%H%M"),
            6 => NaiveTime::parse_from_str(clock, "%H%M%S"),
            _ => return Err(bad_time()),
        };
        let at = date.and_time(clock.map_err(|_| bad_time())?);
        Ok(Self::At(if is_utc { at.and_utc().with_timezone(&zone).naive_local() } else { at }))
    }
}

/// Reads what follows DTSTART.
fn read_start(text: &str, zone: Zone) -> Result<Moment, RuleError> {
    let bad_time = || RuleError::BadTime(clip(text));
    let (parameters, time) = match text.strip_prefix('=') {
        Some(time) => ("", time),
        None => text.split_once(':').ok_or_else(bad_time)?,
    };
    for parameter in parameters.split(';').filter(|parameter| !parameter.is_empty()) {
        match parameter.split_once('=') {
            Some(("TZID", name)) if Zone::from_name(name) != Some(zone) => {
                return Err(RuleError::OtherZone { given: clip(name), zone: zone.to_string() });
            }
            Some(("TZID" | "VALUE", _)) => {}
            _ => return Err(bad_time()),
        }
    }
    let start = Moment::read(time, zone)?;
    match start {
        Moment::At(at) if at.second() != 0 => Err(RuleError::Seconds(clip(time))),
        start => Ok(start),
    }
}

/// The parts of a rule that do not depend on its start. Of a rule that names no days, those of the start.
struct Rule {
    frequency: Frequency,
    interval: u32,
    months: Vec<u32>,
    dates: Vec<i32>,
    weekdays: Vec<Named>,
    positions: Vec<i32>,
    week_start: Weekday,
    hours: Vec<u32>,
    minutes: Vec<u32>,
    end: End,
}

impl Rule {
    fn read(parts: &mut BTreeMap<String, String>, zone: Zone) -> Result<Self, RuleError> {
        let frequency = frequency(parts)?;
        let mut take = |name: &str| parts.remove(name);
        let interval = match take("INTERVAL") {
            Some(text) => number(&text, MAX_INTERVAL).ok_or_else(|| RuleError::Interval(clip(&text)))?,
            None => 1,
        };
        if let Some(text) = take("BYSECOND").filter(|text| text.bytes().any(|byte| byte != b'0')) {
            return Err(RuleError::Seconds(clip(&format!("BYSECOND={text}"))));
        }
        let rule = Self {
            frequency,
            interval,
            months: values(take("BYMONTH"), &MONTH)?,
            dates: signed(take("BYMONTHDAY"), &DATE)?,
            weekdays: weekdays(take("BYDAY"), frequency)?,
            positions: signed(take("BYSETPOS"), &POSITION)?,
            week_start: week_start(take("WKST"))?,
            hours: values(take("BYHOUR"), &HOUR)?,
            minutes: values(take("BYMINUTE"), &MINUTE)?,
            end: end(take("COUNT"), take("UNTIL"), zone)?,
        };
        match parts.keys().next() {
            Some(name) if name.starts_with("BY") => Err(RuleError::Unsupported(clip(name))),
            Some(name) => Err(RuleError::BadPart(clip(name))),
            None if frequency == Frequency::Weekly && !rule.dates.is_empty() => Err(RuleError::DateOfWeek),
            None => Ok(rule),
        }
    }

    /// Returns the rule that starts at a local time; its hour and minute hold if the rule names none.
    fn starting_at(
        self,
        start: NaiveDateTime,
        time: Option<NaiveTime>,
        text: &str,
    ) -> Result<RuleSpec, RuleError> {
        let (hours, minutes) = self.times(time)?;
        RuleSpec::new((start, self.calendar(start.date(), self.interval)), (hours, minutes), self.end, text)
    }

    /// Returns the rule that starts with its first due time after `now` whatever its interval.
    fn starting_next(self, now: DateTime<Utc>, zone: Zone, text: &str) -> Result<RuleSpec, RuleError> {
        if !YEARS.contains(&now.year()) {
            return Err(RuleError::NoTime);
        }
        let times = self.times(None)?;
        let local = now.with_timezone(&zone).naive_local();
        let first = |calendar| {
            let spec = RuleSpec::new((local, calendar), times.clone(), End::Never, text)?;
            let is_ahead = |local: &NaiveDateTime| resolve(*local, zone).is_some_and(|at| at.first > now);
            spec.locals_from(local).find(is_ahead).ok_or_else(|| RuleError::Never(clip(text)))
        };
        // A rule that names no days has those of the day on which its time comes next.
        let every_day = self.every_day(local.date());
        let day = first(every_day)?.date();
        let start = first(Calendar { start: local.date(), ..self.calendar(day, 1) })?;
        RuleSpec::new((start, self.calendar(start.date(), self.interval)), times, self.end, text)
    }

    /// Returns the hours and minutes of each day.
    fn times(&self, start: Option<NaiveTime>) -> Result<(Vec<u32>, Vec<u32>), RuleError> {
        let or = |named: &Vec<u32>, other: Option<u32>| match (named.is_empty(), other) {
            (true, other) => other.map(|other| vec![other]),
            (false, _) => Some(named.clone()),
        };
        let hours = or(&self.hours, start.map(|start| start.hour())).ok_or(RuleError::NoTime)?;
        let minutes =
            or(&self.minutes, Some(start.map_or(0, |start| start.minute()))).ok_or(RuleError::NoTime)?;
        if !self.positions.is_empty() && hours.len() * minutes.len() > 1 {
            return Err(RuleError::PositionOfTimes);
        }
        Ok((hours, minutes))
    }

    /// Returns the days of the rule. One that names none has those of its start.
    fn calendar(&self, start: NaiveDate, interval: u32) -> Calendar {
        let mut calendar = Calendar {
            frequency: self.frequency,
            interval,
            start,
            months: self.months.clone(),
            dates: self.dates.clone(),
            weekdays: self.weekdays.clone(),
            positions: self.positions.clone(),
            week_start: self.week_start,
        };
        let names_none = calendar.dates.is_empty() && calendar.weekdays.is_empty();
        match self.frequency {
            Frequency::Weekly if names_none => {
                calendar.weekdays = vec![Named { nth: 0, weekday: start.weekday() }];
            }
            Frequency::Monthly | Frequency::Yearly if names_none => {
                calendar.dates = vec![start.day() as i32];
                if self.frequency == Frequency::Yearly && self.months.is_empty() {
                    calendar.months = vec![start.month()];
                }
            }
            _ => {}
        }
        calendar
    }

    fn every_day(&self, start: NaiveDate) -> Calendar {
        Calendar {
            frequency: Frequency::Daily,
            interval: 1,
            start,
            months: Vec::new(),
            dates: Vec::new(),
            weekdays: Vec::new(),
            positions: Vec::new(),
            week_start: Weekday::Mon,
        }
    }
}

fn frequency(parts: &mut BTreeMap<String, String>) -> Result<Frequency, RuleError> {
    let text = parts.remove("FREQ").ok_or(RuleError::NoFrequency)?;
    match text.as_str() {
        "DAILY" => Ok(Frequency::Daily),
        "WEEKLY" => Ok(Frequency::Weekly),
        "MONTHLY" => Ok(Frequency::Monthly),
        "YEARLY" => Ok(Frequency::Yearly),
        _ => Err(RuleError::TooFine(clip(&text))),
    }
}

fn end(count: Option<String>, until: Option<String>, zone: Zone) -> Result<End, RuleError> {
    match (count, until) {
        (None, None) => Ok(End::Never),
        (Some(_), Some(_)) => Err(RuleError::TwoEnds),
        (Some(count), None) => {
            let count = number(&count, MAX_COUNT).ok_or_else(|| RuleError::Count(clip(&count)))?;
            Ok(End::Count(count))
        }
        (None, Some(until)) => Ok(End::Until(match Moment::read(&until, zone)? {
            Moment::At(at) => at,
            Moment::On(date) => date.and_time(LAST_SECOND),
        })),
    }
}

/// A part of a rule that lists numbers.
struct Part {
    name: &'static str,
    lowest: u32,
    highest: u32,
    allowed: &'static str,
}

const MONTH: Part = Part { name: "BYMONTH", lowest: 1, highest: 12, allowed: "use 1-12, like `BYMONTH=3,9`" };
const HOUR: Part = Part { name: "BYHOUR", lowest: 0, highest: 23, allowed: "use 0-23, like `BYHOUR=9,18`" };
const MINUTE: Part =
    Part { name: "BYMINUTE", lowest: 0, highest: 59, allowed: "use 0-59, like `BYMINUTE=30`" };
const DATE: Part = Part {
    name: "BYMONTHDAY",
    lowest: 1,
    highest: 31,
    allowed: "use 1-31, or -1 to -31 to count from the end of the month, like `BYMONTHDAY=1,-1`",
};
const POSITION: Part = Part {
    name: "BYSETPOS",
    lowest: 1,
    highest: 366,
    allowed: "use 1-366, or -1 to -366 to count from the end, like `BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1`",
};
const BYDAY: &str = "BYDAY";
const DAYS: &str = "use MO, TU, WE, TH, FR, SA, SU, like `BYDAY=MO,WE`, with a number for one of the month, like `BYDAY=1MO` \
                    or `BYDAY=-1FR`";
const LAST_SECOND: NaiveTime = NaiveTime::from_hms_opt(23, 59, 59).unwrap();

/// Reads a list of numbers; of a part that is absent, none.
fn values(text: Option<String>, part: &Part) -> Result<Vec<u32>, RuleError> {
    let read = |item: &str| {
        let value = item.bytes().all(|byte| byte.is_ascii_digit()).then(|| item.parse().ok())??;
        (part.lowest..=part.highest).contains(&value).then_some(value)
    };
    list(text, part, read)
}

/// Reads a list of numbers that may be negative; those come last.
fn signed(text: Option<String>, part: &Part) -> Result<Vec<i32>, RuleError> {
    let read = |item: &str| {
        let value: i32 = item.parse().ok()?;
        (part.lowest..=part.highest).contains(&value.unsigned_abs()).then_some(value)
    };
    let mut values = list(text, part, read)?;
    values.sort_by_key(|value| *value < 0);
    Ok(values)
}

fn list<T: Ord>(
    text: Option<String>,
    part: &Part,
    read: impl Fn(&str) -> Option<T>,
) -> Result<Vec<T>, RuleError> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let bad_value = || RuleError::BadValue { name: part.name, value: clip(&text), allowed: part.allowed };
    let mut values = text.split(',').map(read).collect::<Option<Vec<T>>>().ok_or_else(bad_value)?;
    values.sort_unstable();
    values.dedup();
    Ok(values)
}

/// Reads `MO,WE`, `1MO,3MO` and `-1FR`.
fn weekdays(text: Option<String>, frequency: Frequency) -> Result<Vec<Named>, RuleError> {
    let Some(text) = text else { return Ok(Vec::new()) };
    let bad_value = || RuleError::BadValue { name: BYDAY, value: clip(&text), allowed: DAYS };
    let named = text.split(',').map(named).collect::<Option<Vec<_>>>();
    let mut named = named.ok_or_else(bad_value)?;
    let has_numbers = named.iter().any(|named| named.nth != 0);
    if has_numbers && matches!(frequency, Frequency::Daily | Frequency::Weekly) {
        return Err(RuleError::NthOfWeek(clip(&text)));
    }
    named.sort_unstable_by_key(|named| (named.nth < 0, named.nth, named.weekday.num_days_from_monday()));
    named.dedup();
    Ok(named)
}

fn named(item: &str) -> Option<Named> {
    const MOST: u32 = 53;
    let (number, name) = item.split_at_checked(item.len().checked_sub(2)?)?;
    let weekday = weekday(name)?;
    if number.is_empty() {
        return Some(Named { nth: 0, weekday });
    }
    let nth: i32 = number.parse().ok()?;
    (1..=MOST).contains(&nth.unsigned_abs()).then_some(Named { nth, weekday })
}

fn week_start(text: Option<String>) -> Result<Weekday, RuleError> {
    let Some(text) = text else { return Ok(Weekday::Mon) };
    let allowed = "use MO, TU, WE, TH, FR, SA or SU, like `WKST=MO`";
    weekday(&text).ok_or_else(|| RuleError::BadValue { name: "WKST", value: clip(&text), allowed })
}

fn weekday(name: &str) -> Option<Weekday> {
    WEEK.iter().find(|(short, _)| *short == name).map(|(_, weekday)| *weekday)
}

/// Reads a number from 1 to `most`.
fn number(text: &str, most: u32) -> Option<u32> {
    let number = text.bytes().all(|byte| byte.is_ascii_digit()).then(|| text.parse().ok())??;
    (1..=most).contains(&number).then_some(number)
}
