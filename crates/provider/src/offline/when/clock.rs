//! Times of day: "at 9:30 pm", "half past six", "20h30", "at 8, 12 and 18", "in the evening".

use chrono::{NaiveTime, TimeDelta, Timelike as _};

use super::{
    super::words::{end_of_word, letters, number, skip_any, take, take_any},
    DAWN, spans,
};

/// A time of day as it was written.
struct Clock {
    time: NaiveTime,
    /// An hour without minutes, "am" or "pm".
    is_bare: bool,
    has_half: bool,
    /// Without "am" or "pm", and without the zero of the 24-hour clock: "4:30", "half past four", but not "04:30".
    is_loose: bool,
}

/// Reads several parts of the day: "morning and evening", "in the morning and in the evening".
pub(super) fn parts_of_day(text: &str, after_day: bool) -> Option<(Vec<NaiveTime>, &str)> {
    let (first, mut rest) = part_of_day(text, after_day)?;
    let mut times = vec![first];
    while let Some((next, after)) = take_any(rest, &["and", "&"]).and_then(|rest| part_of_day(rest, true)) {
        times.push(next);
        rest = after;
    }
    times.sort_unstable();
    times.dedup();
    (times.len() > 1).then_some((times, rest))
}

/// Reads times of day: "at 9", "9am", "noon", "at 8:00 and 20:00", "at 8, 12 and 18". A bare hour needs "at".
pub(super) fn times(text: &str) -> Option<(Vec<NaiveTime>, &str)> {
    let (clocks, rest) = clocks(text)?;
    // "at 8 and 10 pm" does not say whether 8 is in the morning.
    let is_unclear = clocks.last()?.has_half && clocks.iter().any(|it| it.is_bare && it.time < NOON);
    let mut times: Vec<_> = clocks.iter().map(|it| it.time).collect();
    times.sort_unstable();
    times.dedup();
    (!is_unclear).then_some((times, rest))
}

fn clocks(text: &str) -> Option<(Vec<Clock>, &str)> {
    let (first, mut rest) = first(text)?;
    let mut clocks = vec![first];
    while let Some((next, after)) = next(text, rest) {
        clocks.push(next);
        rest = after;
    }
    Some((clocks, rest))
}

/// Returns whether the text begins with a time that reads as one of the night, but is more likely one of the afternoon:
/// "at 2", "half past four", "4:30".
pub(super) fn is_small_hour(text: &str) -> bool {
    let is_small = |clock: &Clock| clock.is_loose && clock.time.hour() < DAWN;
    clocks(text).is_some_and(|(clocks, _)| clocks.iter().all(is_small))
}

/// Returns whether the text begins with a time that has minutes, "am" or "pm": "10am", "9:30", "noon", but not "at 9".
pub(super) fn is_exact(text: &str) -> bool {
    first(text).is_some_and(|(clock, _)| !clock.is_bare)
}

/// Returns whether the text begins with one hour that may be before or after noon: "at 5", but not "at 05", "at 5:00",
/// "at 1030" and "at 5 and 8".
pub(super) fn is_open(text: &str) -> bool {
    first(text).is_some_and(|(clock, rest)| {
        let said = text[..text.len() - rest.len()].trim_start_matches(|c: char| !c.is_ascii_digit());
        let digits = said.bytes().take_while(u8::is_ascii_digit).count();
        let is_of_twelve = (1..NOON.hour()).contains(&clock.time.hour());
        clock.is_bare && is_of_twelve && digits <= 2 && !said.starts_with('0') && next(text, rest).is_none()
    })
}

fn first(text: &str) -> Option<(Clock, &str)> {
    let introduced = take_any(text, &["at about", "at around", "at exactly", "at", "around", "round", "@"]);
    let rest = introduced.or_else(|| take(text, "about")).unwrap_or(text);
    let rest = rest.strip_prefix(['@', '~']).unwrap_or(rest);
    let (clock, rest) = clock(rest)?;
    let rest = skip_any(rest, &["sharp", "on the dot", "or so"]);
    (!clock.is_bare || introduced.is_some() || text.starts_with('@')).then_some((clock, rest))
}

/// Reads the hour and minute at one end of a window. There, "8 to 12" is no time of day.
pub(super) fn end_of_window(text: &str) -> Option<(NaiveTime, &str)> {
    let text = skip_any(text, &["at"]);
    let noon = || Some((NOON, take(text, "noon")?));
    in_digits(text).map(|(clock, rest)| (clock.time, rest)).or_else(noon)
}

/// Reads one more time of a list: after a comma, or after "and".
fn next<'t>(text: &'t str, rest: &'t str) -> Option<(Clock, &'t str)> {
    let has_comma = text[..text.len() - rest.len()].trim_end().ends_with(',');
    let rest = take_any(rest, &["and at", "and", "&"]).or(has_comma.then_some(rest))?;
    let (clock, after) = clock(skip_any(rest, &["at"]))?;
    // "at 9 and 5 minutes later".
    (!clock.is_bare || !spans::is_unit(after)).then_some((clock, after))
}

fn clock(text: &str) -> Option<(Clock, &str)> {
    let exact = |time, rest| Some((Clock { time, is_bare: false, has_half: false, is_loose: false }, rest));
    if let Some(rest) = take_any(text, &["12 noon", "noon", "midday"]) {
        return exact(NOON, rest);
    }
    if let Some(rest) = take_any(text, &["12 midnight", "midnight"]) {
        return exact(NaiveTime::MIN, rest);
    }
    spoken(text).or_else(|| four_digits(text)).or_else(|| in_digits(text))
}

/// Reads "9", "9:30 pm", "20h30".
fn in_digits(text: &str) -> Option<(Clock, &str)> {
    let (hour, rest) = number(text)?;
    let is_french = rest.starts_with('h');
    let minute = rest.strip_prefix([':', '.', 'h']).and_then(two_digits);
    let (minute, rest, has_minutes) = match minute {
        // "9.30" may be a price.
        Some((minute, after)) if rest.starts_with('.') => (minute, after, false),
        Some((minute, after)) => (minute, without_seconds(after), true),
        None if let Some(after) = rest.strip_prefix('h').filter(|it| end_of_word(it).is_some()) => {
            (0, after, true)
        }
        None => (0, rest, false),
    };
    let (hour, rest, has_half) = half_applied(hour, rest)?;
    let rest = skip_any(rest, &["o'clock", "oclock", "o clock"]);
    // 24:00 is the end of a day.
    let is_end = (hour, minute) == (24, 0) && has_minutes;
    let time = NaiveTime::from_hms_opt(if is_end { 0 } else { hour }, minute, 0)?;
    let is_loose = !has_half && !text.starts_with('0') && !is_french && !is_end;
    Some((Clock { time, is_bare: !(has_minutes || has_half), has_half, is_loose }, rest))
}

/// Reads "am" or "pm" after an hour; returns the hour of the day, the rest, and whether "am" or "pm" was there.
fn half_applied(hour: u32, text: &str) -> Option<(u32, &str, bool)> {
    match half_of_day(text) {
        Some((pm, rest)) if (1..=12).contains(&hour) => {
            Some((hour % 12 + if pm { 12 } else { 0 }, rest, true))
        }
        Some(_) => None,
        None => Some((hour, end_of_word(text.trim_start_matches("ish"))?, false)),
    }
}

/// Reads "1830", "0930 hours".
fn four_digits(text: &str) -> Option<(Clock, &str)> {
    let (hour, rest) = two_digits(text)?;
    let (minute, rest) = two_digits(rest)?;
    let (time, rest) = (NaiveTime::from_hms_opt(hour, minute, 0)?, end_of_word(rest)?);
    let hours = take_any(rest, &["hours", "hrs"]);
    Some((Clock { time, is_bare: hours.is_none(), has_half: false, is_loose: false }, hours.unwrap_or(rest)))
}

/// Reads "half past six", "quarter to nine", "ten past 8 pm", "nine thirty".
fn spoken(text: &str) -> Option<(Clock, &str)> {
    let minutes = [("half", 30), ("a quarter", 15), ("quarter", 15)]
        .into_iter()
        .find_map(|(word, minutes)| Some((minutes, take(text, word)?)))
        .or_else(|| {
            let (minutes, rest) = number(text).filter(|(minutes, _)| (1..30).contains(minutes))?;
            Some((minutes, skip_any(rest, &["minutes", "mins", "min"])))
        });
    let (hour, minute, rest) = match minutes {
        Some((minutes, rest)) if let Some(rest) = take_any(rest, &["past", "after"]) => {
            let (hour, rest) = number(rest)?;
            (hour, minutes, rest)
        }
        Some((minutes, rest))
            if let Some((hour @ 1..=24, rest)) = take_any(rest, &["to", "before"]).and_then(number) =>
        {
            (hour - 1, 60 - minutes, rest)
        }
        _ if text.starts_with(|c: char| c.is_ascii_alphabetic()) => {
            let (hour, rest) = number(text)?;
            let (minute @ 10..60, rest) = number(rest.strip_prefix(' ')?)? else { return None };
            (hour, minute, rest)
        }
        _ => return None,
    };
    let (hour, rest, has_half) = half_applied_to_spoken(hour, rest)?;
    let time = NaiveTime::from_hms_opt(hour, minute, 0)?;
    Some((Clock { time, is_bare: false, has_half, is_loose: !has_half }, rest))
}

/// "ten to one pm" is at 12:50: here the hour before one is 0.
fn half_applied_to_spoken(hour: u32, text: &str) -> Option<(u32, &str, bool)> {
    match (hour, half_of_day(text)) {
        (0, Some((pm, rest))) => Some((if pm { 12 } else { 0 }, rest, true)),
        _ => half_applied(hour, text),
    }
}

/// Removes the seconds of a full minute: "09:30:00".
fn without_seconds(text: &str) -> &str {
    text.strip_prefix(":00").unwrap_or(text)
}

fn two_digits(text: &str) -> Option<(u32, &str)> {
    let digits = text.get(..2).filter(|digits| digits.bytes().all(|b| b.is_ascii_digit()))?;
    Some((digits.parse().ok()?, &text[2..]))
}

/// Reads "am" (false) or "pm" (true).
fn half_of_day(text: &str) -> Option<(bool, &str)> {
    let spellings =
        [("am", false), ("a.m.", false), ("a.m", false), ("pm", true), ("p.m.", true), ("p.m", true)];
    spellings.into_iter().find_map(|(spelling, pm)| Some((pm, take(text, spelling)?)))
}

/// Reads a part of the day: "tonight", "in the morning"; after a day also "morning" alone.
pub(super) fn part_of_day(text: &str, after_day: bool) -> Option<(NaiveTime, &str)> {
    if let Some(rest) = take_any(text, TONIGHT) {
        return Some((NIGHT, rest));
    }
    let text = match take_any(text, &["in the", "at"]) {
        Some(rest) => rest,
        None => Some(text).filter(|_| after_day)?,
    };
    let (name, rest) = letters(text);
    let time = match name.strip_suffix('s').unwrap_or(&name) {
        "morning" => MORNING,
        "afternoon" => AFTERNOON,
        "evening" => EVENING,
        "night" => NIGHT,
        _ => return None,
    };
    Some((time, end_of_word(rest)?))
}

/// Reads a 12-hour time as the later one if that is near the part of the day: "tonight at 8" is 20:00, "12 at night" is
/// midnight.
pub(super) fn in_part_of_day(time: NaiveTime, usual: NaiveTime) -> NaiveTime {
    let (later, _) = time.overflowing_add_signed(TimeDelta::hours(12));
    if time.hour() == 12 && usual == NIGHT {
        return later;
    }
    if time < NOON && usual > NOON && later >= usual - TimeDelta::hours(3) { later } else { time }
}

/// Returns whether a time fits the part of the day named beside it. The small hours in the night of one day do not:
/// they may be before or after that day.
pub(super) fn is_in_part_of_day(time: NaiveTime, usual: NaiveTime, is_one_day: bool) -> bool {
    match usual {
        MORNING => time.hour() <= 12,
        NIGHT if is_one_day => in_part_of_day(time, usual) >= NOON || time.hour() == 12,
        _ => true,
    }
}

const fn hour(hour: u32) -> NaiveTime {
    match NaiveTime::from_hms_opt(hour, 0, 0) {
        Some(time) => time,
        None => panic!("an hour of the day"),
    }
}

pub(super) const TONIGHT: &[&str] = &["tonight", "tonite", "2nite"];
const MORNING: NaiveTime = hour(9);
const NOON: NaiveTime = hour(12);
const AFTERNOON: NaiveTime = hour(15);
const EVENING: NaiveTime = hour(18);
const NIGHT: NaiveTime = hour(20);
/// The time of day if only a day is named.
pub(super) const USUAL_TIME: NaiveTime = MORNING;
