//! Recurrences: "every 15 minutes", "every monday and thursday", "on weekdays", "every month on the 1st and 15th", and
//! their limits to hours, days and months.

use chrono::{Timelike as _, Weekday};

use super::{
    super::words::{letters, ordinal, skip_any, take, take_any},
    Day, Days, Span, WEEK,
    clock::{end_of_window, part_of_day},
    days::{date, month, range_of_days, weekday},
    nth::{nth, nth_of_month, other},
    spans::{is_unit, period},
};

/// A recurrence as it was written.
#[derive(Clone, Debug)]
pub(super) enum Every {
    Span(Span),
    Days(Days),
    /// The date is a part of its own: "every year on 4 may".
    Year,
}

/// Full hours of the day: the first and the last.
pub(super) type Hours = (u32, u32);

/// Reads a recurrence.
pub(super) fn every(text: &str) -> Option<(Every, &str)> {
    if let Some(rest) = take_any(text, &["every single", "once every", "every", "each"]) {
        return other(rest)
            .or_else(|| nth_of_month(rest, true))
            .or_else(|| of_year(rest))
            .or_else(|| days_of_month(rest))
            .or_else(|| weekdays(rest, true).map(of_week))
            .or_else(|| period(rest).map(|(span, rest)| (Every::Span(span), rest)));
    }
    if let Some(rest) = take_any(text, &["daily", "everyday", "once a day", "once daily"]) {
        return Some((Every::Days(Days::Week(WEEK.to_vec())), rest));
    }
    if let Some(rest) = take_any(text, &["hourly", "once an hour"]) {
        return Some((Every::Span(Span { seconds: 3600, ..Span::default() }), rest));
    }
    if let Some(rest) = take_any(text, &["weekly on", "once a week on"]) {
        return weekdays(rest, true).map(of_week);
    }
    if let Some(rest) = take_any(text, &["monthly", "once a month"]) {
        return on_the(rest);
    }
    if let Some(rest) = take_any(text, &["yearly", "annually", "once a year"]) {
        return Some((Every::Year, rest));
    }
    if let Some((days, rest)) = on_the(text)
        && let Some(rest) =
            take_any(rest, &["of every month", "of each month", "every month", "each month", "monthly"])
    {
        return Some((days, rest));
    }
    if let Some(found) = nth_of_month(skip_any(text, &["on the", "the", "on"]), false) {
        return Some(found);
    }
    // "mornings at 8": the word also names a time, so it is left for `part_of_day`.
    if letters(text).0.ends_with('s') && part_of_day(text, true).is_some() {
        return Some((Every::Days(Days::Week(WEEK.to_vec())), text));
    }
    let days = skip_any(text, &["on the", "on"]);
    weekdays(days, false).or_else(|| listed(days)).map(of_week)
}

/// Reads three days or more: "mon, wed, fri". Two may be one day each.
fn listed(text: &str) -> Option<(Vec<Weekday>, &str)> {
    let (days, rest) = weekdays(text, true)?;
    let is_named = weekday(text, true).is_some();
    (is_named && days.len() >= LISTED).then_some((days, rest))
}

fn of_week((days, rest): (Vec<Weekday>, &str)) -> (Every, &str) {
    (Every::Days(Days::Week(days)), rest)
}

/// After "every": "year", "4 may", "may 4th", "christmas".
fn of_year(text: &str) -> Option<(Every, &str)> {
    if let Some(rest) = take(text, "year") {
        return Some((Every::Year, rest));
    }
    match date(text)? {
        (Day::OfYear { month, day }, rest) => Some((Every::Days(Days::Year { month, day }), rest)),
        _ => None,
    }
}

/// After "every": "month on the 1st", "1st of the month", "1st and 15th".
fn days_of_month(text: &str) -> Option<(Every, &str)> {
    if let Some(rest) = take(text, "month") {
        return on_the(rest);
    }
    let (days, rest) = ordinals(text)?;
    if let Some(rest) =
        take_any(rest, &["of the month", "of each month", "day of the month", "of every month"])
    {
        return Some((Every::Days(Days::Month(days)), rest));
    }
    // "every 3rd day", "every second tuesday".
    let is_date = text.starts_with(|c: char| c.is_ascii_digit())
        && letters(text.trim_start_matches(|c: char| c.is_ascii_digit())).0.len() == 2;
    let counts = is_unit(rest) || weekday(rest, true).is_some() || take_any(rest, &["last", "of"]).is_some();
    (is_date && !counts).then_some((Every::Days(Days::Month(days)), rest))
}

fn on_the(text: &str) -> Option<(Every, &str)> {
    let rest = take_any(text, &["on the", "the", "on day", "on"])?;
    if let Some((days, rest)) = nth(rest) {
        return Some((Every::Days(days), rest));
    }
    let (days, rest) = ordinals(rest)?;
    Some((Every::Days(Days::Month(days)), rest))
}

/// Reads days of the month: "1st", "1st and 15th", "1, 10 and 20".
fn ordinals(text: &str) -> Option<(Vec<u32>, &str)> {
    let in_month = |text| ordinal(text).filter(|(day, _)| (1..=31).contains(day));
    let (first, mut rest) = in_month(text)?;
    let mut days = vec![first];
    loop {
        let has_comma = text[..text.len() - rest.len()].trim_end().ends_with(',');
        let Some(next) = take_any(rest, &["and on the", "and the", "and"]).or(has_comma.then_some(rest))
        else {
            break;
        };
        let Some((day, after)) = in_month(next) else { break };
        days.push(day);
        rest = after;
    }
    days.sort_unstable();
    days.dedup();
    Some((days, rest))
}

/// Reads the days of a recurrence: "day", "weekday", "monday and thursday". Without "every" only plurals are a
/// recurrence; "monday" is one day.
pub(super) fn weekdays(text: &str, after_every: bool) -> Option<(Vec<Weekday>, &str)> {
    if after_every && let Some(rest) = take(text, "day") {
        return Some((WEEK.to_vec(), rest));
    }
    if let Some(found) = range_of_days(text) {
        return Some(found);
    }
    // "every evening" also names a time, so the word is left for `part_of_day`.
    if after_every && part_of_day(text, true).is_some() {
        return Some((WEEK.to_vec(), text));
    }
    let mut chosen = Vec::new();
    let mut rest = text;
    loop {
        let next =
            if chosen.is_empty() { rest } else { skip_any(rest, &["and on", "and every", "and", "&", "on"]) };
        let Some((days, after)) = group(next, after_every).or_else(|| {
            let (day, plural, after) = weekday(next, after_every)?;
            (plural || after_every).then_some((vec![day], after))
        }) else {
            break;
        };
        chosen.extend(days);
        rest = after;
    }
    let days: Vec<Weekday> = WEEK.into_iter().filter(|day| chosen.contains(day)).collect();
    (!days.is_empty()).then_some((days, rest))
}

fn group(text: &str, after_every: bool) -> Option<(Vec<Weekday>, &str)> {
    GROUPS.iter().find_map(|(name, plural, days)| {
        let rest = take(text, plural).or_else(|| take(text, name).filter(|_| after_every))?;
        Some((days.to_vec(), rest))
    })
}

/// Reads "except sundays", "but not on weekends".
pub(super) fn exception(text: &str) -> Option<(Vec<Weekday>, &str)> {
    let rest = take_any(
        text,
        &["except on", "except for", "except", "but not on", "but not", "excluding", "not on"],
    )?;
    weekdays(skip_any(rest, &["the"]), true)
}

/// Reads "between 9 and 17", "from 9am to 5pm". Only full hours count.
pub(super) fn hours(text: &str) -> Option<(Hours, &str)> {
    let (first, rest) = hour(take_any(text, &["between", "from"])?)?;
    let (last, rest) = hour(take_any(rest, &["and", "to", "till", "until", "-"])?)?;
    // "between 9 and 5".
    let last = if last <= first && last < 12 { last + 12 } else { last };
    (first < last).then_some(((first, last), rest))
}

fn hour(text: &str) -> Option<(u32, &str)> {
    let (time, rest) = end_of_window(text)?;
    (time.minute() == 0).then_some((time.hour(), rest))
}

/// Reads "in december", "in june and july".
pub(super) fn months(text: &str) -> Option<(Vec<u32>, &str)> {
    let (first, mut rest) = month(take_any(text, &["in", "during"])?)?;
    let mut months = vec![first];
    while let Some((next, after)) = take(rest, "and").and_then(month) {
        months.push(next);
        rest = after;
    }
    Some((months, rest))
}

/// The fewest days in a row that mean each week.
const LISTED: usize = 3;
/// Groups of days: name, plural, days.
const GROUPS: [(&str, &str, &[Weekday]); 5] = [
    ("weekday", "weekdays", WEEK.split_at(5).0),
    ("working day", "working days", WEEK.split_at(5).0),
    ("workday", "workdays", WEEK.split_at(5).0),
    ("business day", "business days", WEEK.split_at(5).0),
    ("weekend", "weekends", WEEK.split_at(5).1),
];
