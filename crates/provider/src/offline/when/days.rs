//! Days: "tomorrow", "on friday", "monday week", "on 24 december", "24.12.", "on the 31st", "christmas".

use chrono::{NaiveDate, Weekday};

use super::{
    super::slips::is_slip,
    super::words::{end_of_word, letters, number, ordinal, skip_any, take, take_any},
    Day, Span, WEEK,
    clock::{TONIGHT, part_of_day},
    feasts::feast,
    spans::span,
};

/// Reads a day.
pub(super) fn day(text: &str) -> Option<(Day, &str)> {
    let named = RELATIVE.iter().find_map(|(phrase, day)| Some((*day, take(text, phrase)?)));
    let named = named.or_else(|| counted(text)).or_else(|| {
        let (name, rest) = letters(text);
        Some((Day::Tomorrow, end_of_word(rest).filter(|_| is_slip(&name, "tomorrow"))?))
    });
    if named.is_some() {
        return named;
    }
    // "tonight", "this evening": the word is left for `part_of_day` to read the hour.
    if take_any(text, TONIGHT).is_some() {
        return Some((Day::Today, text));
    }
    if let Some(rest) = take(text, "this")
        && part_of_day(rest, true).is_some()
    {
        return Some((Day::Today, rest));
    }
    of_week(text)
        .or_else(|| of_month(text))
        .or_else(|| date(skip_any(text, &["on the", "on", "the"])))
        .or_else(|| feast(take(text, "at")?))
        .or_else(
            // Without "on", "1.5" and "24/7" are no dates.
            || take_any(text, &["on the", "on"]).and_then(day_and_month),
        )
}

/// Reads "two weeks from tomorrow", "a week tomorrow", "3 weeks today", "tomorrow week".
fn counted(text: &str) -> Option<(Day, &str)> {
    if let Some(rest) = take(text, "tomorrow week") {
        return Some((Day::In(Span { days: 8, ..Span::default() }), rest));
    }
    let (span, rest) = span(skip_any(text, &["in"]))?;
    let (more, rest) = match take_any(rest, &["from tomorrow", "tomorrow"]) {
        Some(rest) => (1, rest),
        None => (0, take(rest, "today")?),
    };
    (span.seconds == 0).then_some((Day::In(Span { days: span.days + more, ..span }), rest))
}

/// Reads "next monday", "on friday next week", "next week on friday", "monday week", "a week on monday".
fn of_week(text: &str) -> Option<(Day, &str)> {
    if let Some(rest) = take(text, "next week")
        && let Some((day, false, rest)) = weekday(skip_any(rest, &["on"]), true)
    {
        return Some((Day::OfNextWeek(day), rest));
    }
    if let Some(rest) = take_any(text, &["a week on", "a week from", "in a week on"])
        && let Some((day, false, rest)) = weekday(rest, true)
    {
        return Some((Day::WeekAfter(day), rest));
    }
    let introduced =
        take_any(text, &["on next", "on this", "on the", "on", "next", "this coming", "this", "coming"]);
    let not_today = take(skip_any(text, &["on"]), "next").is_some();
    let rest = introduced.or_else(|| take(text, "the")).unwrap_or(text);
    let (weekday, is_plural, rest) = weekday(rest, introduced.is_some())?;
    if is_plural {
        return None;
    }
    if let Some(rest) = take(rest, "next week") {
        return Some((Day::OfNextWeek(weekday), rest));
    }
    if let Some(rest) = take(rest, "week") {
        return Some((Day::WeekAfter(weekday), rest));
    }
    Some((Day::Next { weekday, not_today }, rest))
}

/// Reads "on the 31st", "on 5th", "on the 3rd of next month", "next month on the 3rd".
fn of_month(text: &str) -> Option<(Day, &str)> {
    if let Some(rest) = take(text, "next month") {
        let (day, rest) = ordinal(take_any(rest, &["on the", "on"])?)?;
        return Some((Day::OfNextMonth(day), rest));
    }
    let on = || take(text, "on").filter(|day| day.starts_with(|c: char| c.is_ascii_digit()));
    let named = take_any(text, &["on the", "the"]).or_else(on)?;
    let (day, rest) = ordinal(named).filter(|(day, _)| *day <= 31)?;
    if let Some(rest) = take_any(rest, &["of next month", "next month"]) {
        return Some((Day::OfNextMonth(day), rest));
    }
    let rest_of_date = take(rest, "of").unwrap_or(rest);
    let digits = named.trim_start_matches(|c: char| c.is_ascii_digit());
    let goes_on = month(rest_of_date).is_some()
        || !digits.starts_with(|c: char| c.is_ascii_alphabetic())
        || take_any(rest, &["of every month", "of each month", "every month", "each month"]).is_some()
        || take_any(rest, &["and", "of"]).is_some()
        || weekday(rest, true).is_some();
    (!goes_on).then_some((Day::OfMonth(day), skip_any(rest, &["of this month"])))
}

/// Reads a date: "2026-12-24", "24 december 2027", "december 24th", "24.12.", "24/12/2026", "christmas eve".
pub(super) fn date(text: &str) -> Option<(Day, &str)> {
    feast(text).or_else(|| iso(text)).or_else(|| with_name(text)).or_else(|| in_digits(text))
}

fn iso(text: &str) -> Option<(Day, &str)> {
    let written = text.get(..10)?;
    let date = ["%Y-%m-%d", "%Y/%m/%d"].iter().find_map(|it| NaiveDate::parse_from_str(written, it).ok())?;
    let rest = &text[10..];
    // "2026-12-24T18:00".
    let time = rest.strip_prefix(['T', 't']).filter(|time| time.starts_with(|c: char| c.is_ascii_digit()));
    Some((Day::Date(date), time.or_else(|| end_of_word(rest))?))
}

fn with_name(text: &str) -> Option<(Day, &str)> {
    let (month, day, rest) = match month(text) {
        Some((month, rest)) => {
            let (day, rest) = ordinal(skip_any(rest, &["the"]))?;
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
    of_year(month, day, rest)
}

/// Reads "24.12.", "24.12.2026" and "24/12/2026".
fn in_digits(text: &str) -> Option<(Day, &str)> {
    let (day, month, separator, rest) = pair(text)?;
    let after = rest.strip_prefix(separator)?;
    match number(after).filter(|_| after.starts_with(|c: char| c.is_ascii_digit())) {
        Some((year, after)) => {
            let year = if year < 100 { 2000 + year } else { year };
            let date = NaiveDate::from_ymd_opt(year.try_into().ok()?, month, day)?;
            Some((Day::Date(date), end_of_word(after)?))
        }
        None if separator == '.' => of_year(month, day, end_of_word(after)?),
        None => None,
    }
}

/// Reads "24.12" and "24/12".
fn day_and_month(text: &str) -> Option<(Day, &str)> {
    let (day, month, _, rest) = pair(text)?;
    of_year(month, day, end_of_word(rest)?)
}

/// Reads a day and a month in digits, and their separator. The day comes first before a dot; a slash leaves the order
/// open, so only one order may make a date.
fn pair(text: &str) -> Option<(u32, u32, char, &str)> {
    let (first, rest) = number(text)?;
    let separator = rest.chars().next().filter(|c| matches!(c, '.' | '/'))?;
    let (second, rest) =
        number(&rest[1..]).filter(|_| rest[1..].starts_with(|c: char| c.is_ascii_digit()))?;
    let (day, month) = match separator {
        '/' if first <= 12 && second > 12 => (second, first),
        '/' if first <= 12 && first != second => return None,
        _ => (first, second),
    };
    Some((day, month, separator, rest))
}

/// Returns both dates that a text with "05/06/2026" may mean, the one with the day first.
pub(in super::super) fn in_either_order(text: &str) -> Option<[NaiveDate; 2]> {
    text.split_whitespace().find_map(|word| {
        let numbers: Vec<u32> =
            word.trim_end_matches(',').split('/').map_while(|it| it.parse().ok()).collect();
        let &[first @ 1..=12, second @ 1..=12, year] = numbers.as_slice() else { return None };
        let year = if year < 100 { 2000 + year } else { year }.try_into().ok()?;
        let dates =
            [(second, first), (first, second)].map(|(month, day)| NaiveDate::from_ymd_opt(year, month, day));
        (first != second).then_some([dates[0]?, dates[1]?])
    })
}

fn of_year(month: u32, day: u32, rest: &str) -> Option<(Day, &str)> {
    // Checked in 2000, which has a 29 February.
    NaiveDate::from_ymd_opt(2000, month, day)?;
    Some((Day::OfYear { month, day }, rest))
}

/// Reads a weekday, and whether it is plural. Short names are also other words (sat, sun, wed), so they count only
/// where a weekday is expected.
pub(super) fn weekday(text: &str, is_expected: bool) -> Option<(Weekday, bool, &str)> {
    let (name, rest) = letters(text);
    if name.len() < "monday".len() && !is_expected {
        return None;
    }
    let (singular, plural) = match name.strip_suffix('s') {
        Some(singular) if singular.ends_with("day") => (singular, true),
        _ => (name.as_str(), false),
    };
    let singular = match singular {
        "tues" => "tue",
        "weds" | "wensday" => "wed",
        "thur" | "thurs" => "thu",
        name => {
            FULL_NAMES.iter().find(|full| is_slip(name, full) && !full.starts_with(name)).unwrap_or(&name)
        }
    };
    Some((singular.parse().ok()?, plural, end_of_word(rest)?))
}

/// Reads "monday to friday", "mon-fri".
pub(super) fn range_of_days(text: &str) -> Option<(Vec<Weekday>, &str)> {
    let (first, rest) = letters(skip_any(text, &["from"]));
    let rest = match rest.strip_prefix(['-', '–']) {
        Some(rest) => rest,
        None => take_any(rest, &["to", "through", "thru", "till", "until"])?,
    };
    let (first, (last, _, rest)) = (first.parse::<Weekday>().ok()?, weekday(rest, true)?);
    let days = WEEK.into_iter().filter(|day| day.days_since(first) <= last.days_since(first));
    Some((days.collect(), rest))
}

/// Reads the name of a month, which may be short.
pub(in super::super) fn month(text: &str) -> Option<(u32, &str)> {
    let (name, rest) = letters(text);
    let name = if name == "sept" { "sep" } else { &name };
    Some((name.parse::<chrono::Month>().ok()?.number_from_month(), end_of_word(rest)?))
}

const FULL_NAMES: [&str; 7] = ["monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday"];
/// Days by their distance from today.
const RELATIVE: [(&str, Day); 11] = [
    ("today", Day::Today),
    ("tomorrow", Day::Tomorrow),
    ("tmrw", Day::Tomorrow),
    ("tmr", Day::Tomorrow),
    ("tommorow", Day::Tomorrow),
    ("2moro", Day::Tomorrow),
    ("2morrow", Day::Tomorrow),
    ("the day after tomorrow", Day::AfterTomorrow),
    ("day after tomorrow", Day::AfterTomorrow),
    ("at the end of the month", Day::EndOfMonth),
    ("on the last day of the month", Day::EndOfMonth),
];
