//! The phrases of a time. Each reader returns what it read and the rest of the text.

use chrono::{NaiveDate, NaiveTime, TimeDelta, Weekday};
use chrono_tz::{TZ_VARIANTS, Tz};

use super::{
    super::words::{end_of_word, is_end, letters, number, skip_any, take, take_any},
    Cadence, Day, Span, WEEK, When,
};

/// The parts of a time read so far. Each may occur once, in any order.
#[derive(Clone, Default)]
pub(super) struct Parts {
    every: Option<Every>,
    after: Option<Span>,
    day: Option<Day>,
    /// The weekday that was named before a date.
    weekday: Option<Weekday>,
    time: Option<NaiveTime>,
    zone: Option<Tz>,
    /// The time that a word such as "evening" implies.
    usual: Option<NaiveTime>,
}

#[derive(Clone)]
enum Every {
    Span(Span),
    Weekdays(Vec<Weekday>),
    DayOfMonth(u32),
}

impl Parts {
    /// Reads parts for as long as there are any; returns the rest of the text.
    pub(super) fn read_all<'t>(&mut self, mut text: &'t str) -> &'t str {
        while let Some(rest) = self.read(text) {
            text = rest;
        }
        text
    }

    /// Reads one part; returns the rest of the text.
    fn read<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        fill(&mut self.every, every(text))
            .or_else(|| fill(&mut self.after, take(text, "in").and_then(span)))
            .or_else(|| fill(&mut self.day, day(text)))
            .or_else(|| self.read_date_of_weekday(text))
            .or_else(|| fill(&mut self.time, clock(text)))
            .or_else(|| {
                let after_day = self.day.is_some() || self.every.is_some();
                fill(&mut self.usual, part_of_day(text, after_day))
            })
            .or_else(|| fill(&mut self.zone, zone(text)))
    }

    /// Reads the date after a weekday: "friday, 4 december".
    fn read_date_of_weekday<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let Some(Day::Next { weekday, .. }) = self.day else { return None };
        let (date, rest) = date(skip_any(text, &["the"]))?;
        (self.day, self.weekday) = (Some(date), Some(weekday));
        Some(rest)
    }

    /// Returns the time that the parts make together, if they make one.
    pub(super) fn finish(self) -> Option<When> {
        let time = match (self.time, self.usual) {
            (Some(time), Some(usual)) => Some(in_part_of_day(time, usual)),
            (time, usual) => time.or(usual),
        };
        let cadence = match (self.every, self.after, self.day, time) {
            (Some(Every::Span(span)), None, None, None) => Cadence::Interval(span),
            (Some(Every::Weekdays(days)), None, None, time) => {
                Cadence::Weekly { days, time: time.unwrap_or(USUAL_TIME) }
            }
            (Some(Every::DayOfMonth(day)), None, None, time) => {
                Cadence::Monthly { day, time: time.unwrap_or(USUAL_TIME) }
            }
            (None, Some(span), None, None) => Cadence::After(span),
            (None, None, Some(Day::Today), None) => return None,
            (None, None, day @ Some(_), time) => Cadence::At { day, time: time.unwrap_or(USUAL_TIME) },
            (None, None, None, Some(time)) => Cadence::At { day: None, time },
            _ => return None,
        };
        Some(When { cadence, weekday: self.weekday, zone: self.zone })
    }
}

/// Puts a value into an empty slot; returns the rest of the text.
fn fill<'t, T>(slot: &mut Option<T>, found: Option<(T, &'t str)>) -> Option<&'t str> {
    let (value, rest) = found.filter(|_| slot.is_none())?;
    *slot = Some(value);
    Some(rest)
}

/// "every 15 minutes", "every monday and thursday", "on weekdays", "daily", "every month on the 1st".
fn every(text: &str) -> Option<(Every, &str)> {
    if let Some(rest) = take_any(text, &["every", "each"]) {
        return day_of_month(rest).or_else(|| weekdays(rest, true)).or_else(|| interval(rest));
    }
    if let Some(rest) = take(text, "daily") {
        return Some((Every::Weekdays(WEEK.to_vec()), rest));
    }
    if let Some(rest) = take(text, "monthly") {
        return on_the(rest).map(|(day, rest)| (Every::DayOfMonth(day), rest));
    }
    if let Some((day, rest)) = on_the(text)
        && let Some(rest) = take_any(rest, &["of every month", "of each month", "every month", "each month"])
    {
        return Some((Every::DayOfMonth(day), rest));
    }
    weekdays(skip_any(text, &["on"]), false)
}

fn interval(text: &str) -> Option<(Every, &str)> {
    if let Some(rest) = take_any(text, &["other day", "second day"]) {
        return Some((Every::Span(Span { days: 2, seconds: 0 }), rest));
    }
    if let Some(rest) = take(text, "week on") {
        return weekdays(rest, true);
    }
    if let Some(rest) = take(text, "half hour") {
        return Some((Every::Span(Span { days: 0, seconds: 1800 }), rest));
    }
    let (span, rest) = span(text).or_else(|| unit(text, 1))?;
    Some((Every::Span(span), rest))
}

/// The days of a recurrence: "day", "weekday", "monday and thursday". Without "every" only plurals are a recurrence;
/// "monday" is one day.
fn weekdays(text: &str, after_every: bool) -> Option<(Every, &str)> {
    if after_every && let Some(rest) = take(text, "day") {
        return Some((Every::Weekdays(WEEK.to_vec()), rest));
    }
    if let Some((days, rest)) = range_of_days(text) {
        return Some((Every::Weekdays(days), rest));
    }
    for (name, plural, days) in GROUPS {
        if let Some(rest) = take(text, plural).or_else(|| take(text, name).filter(|_| after_every)) {
            return Some((Every::Weekdays(days.to_vec()), rest));
        }
    }
    // "every evening" also names a time, so the word is left for `part_of_day`.
    if after_every && part_of_day(text, true).is_some() {
        return Some((Every::Weekdays(WEEK.to_vec()), text));
    }
    let mut chosen = Vec::new();
    let mut rest = text;
    while let Some((weekday, plural, after)) =
        weekday(skip_any(rest, if chosen.is_empty() { &[] } else { &["and"] }), after_every)
    {
        if !(plural || after_every) {
            return None;
        }
        chosen.push(weekday);
        rest = after;
    }
    let days: Vec<Weekday> = WEEK.into_iter().filter(|day| chosen.contains(day)).collect();
    (!days.is_empty()).then_some((Every::Weekdays(days), rest))
}

/// "monday to friday", "mon-fri".
fn range_of_days(text: &str) -> Option<(Vec<Weekday>, &str)> {
    let (first, rest) = letters(text);
    let rest = match rest.strip_prefix(['-', '–']) {
        Some(rest) => rest,
        None => take_any(rest, &["to", "through", "till", "until"])?,
    };
    let (first, (last, _, rest)) = (first.parse::<Weekday>().ok()?, weekday(rest, true)?);
    let days = WEEK.into_iter().filter(|day| day.days_since(first) <= last.days_since(first));
    Some((days.collect(), rest))
}

/// After "every": "month on the 1st", "1st of the month".
fn day_of_month(text: &str) -> Option<(Every, &str)> {
    let (day, rest) = match take(text, "month") {
        Some(rest) => on_the(rest)?,
        None => {
            let (day, rest) = ordinal(text)?;
            (day, take_any(rest, &["of the month", "of each month", "day of the month"])?)
        }
    };
    Some((Every::DayOfMonth(day), rest))
}

fn on_the(text: &str) -> Option<(u32, &str)> {
    ordinal(take_any(text, &["on the", "the", "on day", "on"])?)
}

/// "1st", "22nd", "3": a day of the month.
fn ordinal(text: &str) -> Option<(u32, &str)> {
    let (day, rest) = number(text).filter(|(day, _)| (1..=31).contains(day))?;
    let (suffix, after) = letters(rest);
    let rest = if matches!(suffix.as_str(), "st" | "nd" | "rd" | "th") { after } else { rest };
    Some((day, end_of_word(rest)?))
}

/// "5 minutes", "an hour and a half", "1h30m", "half an hour", "two weeks".
fn span(text: &str) -> Option<(Span, &str)> {
    if let Some(rest) = take(text, "half an hour") {
        return Some((Span { days: 0, seconds: 1800 }, rest));
    }
    if let Some(rest) = take_any(text, &["an hour and a half", "one hour and a half", "1 hour and a half"]) {
        return Some((Span { days: 0, seconds: 5400 }, rest));
    }
    let (mut total, mut rest) = amount(text)?;
    while let Some((more, after)) = amount(skip_any(rest, &["and"])) {
        total = total.plus(more)?;
        rest = after;
    }
    // "2 hours 15", "1h30".
    if total.days == 0
        && total.seconds >= 3600
        && total.seconds % 3600 == 0
        && let Some((minutes @ 1..60, after)) = number(rest.trim_start())
        && (is_end(after) || take(after, "to").is_some() || after.starts_with([',', ':']))
    {
        total.seconds += 60 * minutes;
        rest = end_of_word(after)?;
    }
    (total != Span::default() && total.total_seconds() <= u64::from(LONGEST_SPAN_DAYS) * 86_400)
        .then_some((total, rest))
}

fn amount(text: &str) -> Option<(Span, &str)> {
    if let Some(rest) = take_any(text, &["a couple of", "a", "an"]) {
        return unit(rest, if take(text, "a couple of").is_some() { 2 } else { 1 });
    }
    let (n, rest) = number(text)?;
    let Some((tenths, after)) = rest.strip_prefix(['.', ',']).and_then(one_digit) else {
        return unit(rest.trim_start(), n);
    };
    // "1.5 hours": tenths of a day would be no time of day.
    match unit(after.trim_start(), 1)? {
        (Span { days: 0, seconds }, rest) => {
            let seconds = n.checked_mul(10)?.checked_add(tenths)?.checked_mul(seconds)? / 10;
            Some((Span { days: 0, seconds }, rest))
        }
        _ => None,
    }
}

fn one_digit(text: &str) -> Option<(u32, &str)> {
    let digit = text.chars().next()?.to_digit(10)?;
    Some((digit, &text[1..])).filter(|(_, rest)| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn unit(text: &str, n: u32) -> Option<(Span, &str)> {
    let (name, rest) = letters(text);
    let (days, seconds) = match name.as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" => (0, 1),
        "m" | "min" | "mins" | "minute" | "minutes" => (0, 60),
        "h" | "hr" | "hrs" | "hour" | "hours" => (0, 3600),
        "d" | "day" | "days" => (1, 0),
        "w" | "week" | "weeks" => (7, 0),
        _ => return None,
    };
    let rest = if rest.starts_with(|c: char| c.is_ascii_digit()) { rest } else { end_of_word(rest)? };
    Some((Span { days: n.checked_mul(days)?, seconds: n.checked_mul(seconds)? }, rest))
}

/// "today", "tomorrow", "next monday", "on 2026-05-01", "on 24 December", "on may 1st".
fn day(text: &str) -> Option<(Day, &str)> {
    if let Some(rest) = take(text, "today") {
        return Some((Day::Today, rest));
    }
    if let Some(rest) = take(text, "tomorrow") {
        return Some((Day::Tomorrow, rest));
    }
    if let Some(rest) = take_any(text, &["the day after tomorrow", "day after tomorrow"]) {
        return Some((Day::AfterTomorrow, rest));
    }
    // "tonight", "this evening": the word is left for `part_of_day` to read the hour.
    if take(text, "tonight").is_some() {
        return Some((Day::Today, text));
    }
    if let Some(rest) = take(text, "this")
        && part_of_day(rest, true).is_some()
    {
        return Some((Day::Today, rest));
    }
    let not_today = take(skip_any(text, &["on"]), "next").is_some();
    let rest = skip_any(skip_any(text, &["on"]), &["next", "this", "the"]);
    let is_introduced = take_any(text, &["on", "next", "this"]).is_some();
    if let Some((weekday, false, rest)) = weekday(rest, is_introduced) {
        return Some((Day::Next { weekday, not_today }, rest));
    }
    date(rest)
}

fn date(text: &str) -> Option<(Day, &str)> {
    iso_date(text).or_else(|| day_of_year(text))
}

fn iso_date(text: &str) -> Option<(Day, &str)> {
    let date = NaiveDate::parse_from_str(text.get(..10)?, "%Y-%m-%d").ok()?;
    Some((Day::Date(date), end_of_word(&text[10..])?))
}

fn day_of_year(text: &str) -> Option<(Day, &str)> {
    let (month, day, rest) = match month(text) {
        Some((month, rest)) => {
            let (day, rest) = ordinal(rest)?;
            (month, day, rest)
        }
        None => {
            let (day, rest) = ordinal(text)?;
            let (month, rest) = month(skip_any(rest, &["of"]))?;
            (month, day, rest)
        }
    };
    if let Some((year @ 2000..=9999, after)) = number(rest) {
        let date = NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)?;
        return Some((Day::Date(date), end_of_word(after)?));
    }
    // Checked in 2000, which has a 29 February.
    NaiveDate::from_ymd_opt(2000, month, day)?;
    Some((Day::OfYear { month, day }, rest))
}

/// "at 9", "at 9:30 pm", "at nine", "9am", "noon". A bare hour needs "at".
fn clock(text: &str) -> Option<(NaiveTime, &str)> {
    let after_at = take(text, "at");
    let text = after_at.unwrap_or(text);
    if let Some(rest) = take_any(text, &["noon", "midday"]) {
        return Some((NOON, rest));
    }
    if let Some(rest) = take(text, "midnight") {
        return Some((NaiveTime::MIN, rest));
    }
    if let Some(spoken) = spoken(text) {
        return Some(spoken);
    }
    let (hour, rest) = number(text)?;
    let minute = rest.strip_prefix([':', '.', 'h']).and_then(two_digits);
    let (minute, rest, is_clear) = minute.map_or((0, rest, false), |(minute, rest)| (minute, rest, true));
    let (hour, rest, is_clear) = match half_of_day(rest) {
        Some((pm, rest)) if (1..=12).contains(&hour) => (hour % 12 + if pm { 12 } else { 0 }, rest, true),
        Some(_) => return None,
        None => (hour, end_of_word(rest)?, is_clear),
    };
    let rest = skip_any(rest, &["o'clock"]);
    let time = NaiveTime::from_hms_opt(hour, minute, 0)?;
    (is_clear || after_at.is_some()).then_some((time, rest))
}

/// "half past six", "quarter to nine", "ten past 8 pm", "nine thirty".
fn spoken(text: &str) -> Option<(NaiveTime, &str)> {
    let minutes = [("half", 30), ("a quarter", 15), ("quarter", 15)]
        .into_iter()
        .find_map(|(word, minutes)| Some((minutes, take(text, word)?)))
        .or_else(|| number(text).filter(|(minutes, _)| (1..30).contains(minutes)));
    let (hour, minute, rest) = match minutes {
        Some((minutes, rest)) if let Some(rest) = take(rest, "past") => {
            let (hour, rest) = number(rest)?;
            (hour, minutes, rest)
        }
        Some((minutes, rest)) if let Some((hour @ 1..=24, rest)) = take(rest, "to").and_then(number) => {
            (hour - 1, 60 - minutes, rest)
        }
        _ if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let (hour, rest) = number(text)?;
            let (minute @ 10..60, rest) = number(rest.strip_prefix(' ')?)? else { return None };
            (hour, minute, rest)
        }
        _ => return None,
    };
    let (hour, rest) = match half_of_day(rest) {
        Some((pm, rest)) if hour <= 12 => (hour % 12 + if pm { 12 } else { 0 }, rest),
        Some(_) => return None,
        None => (hour, end_of_word(rest)?),
    };
    Some((NaiveTime::from_hms_opt(hour, minute, 0)?, rest))
}

fn two_digits(text: &str) -> Option<(u32, &str)> {
    let digits = text.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    Some((digits.parse().ok()?, &text[2..]))
}

/// "am" (false) or "pm" (true).
fn half_of_day(text: &str) -> Option<(bool, &str)> {
    let spellings =
        [("am", false), ("a.m.", false), ("a.m", false), ("pm", true), ("p.m.", true), ("p.m", true)];
    spellings.into_iter().find_map(|(spelling, pm)| Some((pm, take(text, spelling)?)))
}

/// "tonight", "in the morning"; after a day, "morning" alone.
fn part_of_day(text: &str, after_day: bool) -> Option<(NaiveTime, &str)> {
    if let Some(rest) = take(text, "tonight") {
        return Some((NIGHT, rest));
    }
    let text = match take_any(text, &["in the", "at"]) {
        Some(rest) => rest,
        None => Some(text).filter(|_| after_day)?,
    };
    let parts = [("morning", MORNING), ("afternoon", AFTERNOON), ("evening", EVENING), ("night", NIGHT)];
    parts.into_iter().find_map(|(name, time)| Some((time, take(text, name)?)))
}

/// "tonight at 8" is 20:00: reads a 12-hour time as the later one where that is near the part of the day.
fn in_part_of_day(time: NaiveTime, usual: NaiveTime) -> NaiveTime {
    let (later, _) = time.overflowing_add_signed(TimeDelta::hours(12));
    if time < NOON && usual > NOON && later >= usual - TimeDelta::hours(3) { later } else { time }
}

/// A zone by its IANA name: "Europe/Paris", "(UTC)", "in asia/tokyo".
fn zone(text: &str) -> Option<(Tz, &str)> {
    let text = skip_any(text, &["in"]);
    let text = text.strip_prefix('(').unwrap_or(text);
    let is_name = |c: char| c.is_ascii_alphanumeric() || matches!(c, '/' | '_' | '-' | '+');
    let (name, rest) = text.split_at(text.find(|c| !is_name(c)).unwrap_or(text.len()));
    let is_zone = name.contains('/') || name.eq_ignore_ascii_case("utc") || name.eq_ignore_ascii_case("gmt");
    let zone = TZ_VARIANTS.iter().find(|zone| is_zone && zone.name().eq_ignore_ascii_case(name))?;
    Some((*zone, end_of_word(rest.strip_prefix(')').unwrap_or(rest))?))
}

/// A weekday, and whether it is plural. Short names are also other words (sat, sun, wed), so they count only where a
/// weekday is expected.
fn weekday(text: &str, is_expected: bool) -> Option<(Weekday, bool, &str)> {
    let (name, rest) = letters(text);
    if name.len() < "monday".len() && !is_expected {
        return None;
    }
    let (singular, plural) = match name.strip_suffix('s') {
        Some(singular) if singular.ends_with("day") => (singular, true),
        _ => (name.as_str(), false),
    };
    Some((singular.parse().ok()?, plural, end_of_word(rest)?))
}

fn month(text: &str) -> Option<(u32, &str)> {
    let (name, rest) = letters(text);
    Some((name.parse::<chrono::Month>().ok()?.number_from_month(), end_of_word(rest)?))
}

const fn hour(hour: u32) -> NaiveTime {
    match NaiveTime::from_hms_opt(hour, 0, 0) {
        Some(time) => time,
        None => panic!("an hour of the day"),
    }
}

/// The longest span, in days: ten years.
const LONGEST_SPAN_DAYS: u32 = 3650;
const MORNING: NaiveTime = hour(9);
const NOON: NaiveTime = hour(12);
const AFTERNOON: NaiveTime = hour(15);
const EVENING: NaiveTime = hour(18);
const NIGHT: NaiveTime = hour(20);
/// The time of day if only a day is named.
const USUAL_TIME: NaiveTime = MORNING;

/// Groups of days: name, plural, days.
const GROUPS: [(&str, &str, &[Weekday]); 3] = [
    ("weekday", "weekdays", WEEK.split_at(5).0),
    ("working day", "working days", WEEK.split_at(5).0),
    ("weekend", "weekends", WEEK.split_at(5).1),
];
