//! Lengths of time: "20 minutes", "an hour and a half", "1h30", "two weeks", "a month".

use chrono::{DateTime, Months, NaiveDateTime, SecondsFormat, SubsecRound as _, TimeDelta, Utc};

use super::{
    super::words::{end_of_word, is_end, letters, number, ordinal, skip_any, take, take_any},
    Span, wall_clock,
};

/// Reads a span from now: "in 20 minutes", "2 hours from now", "in three days' time".
pub(super) fn from_now(text: &str) -> Option<(Span, &str)> {
    let same_time = SAME_TIME.iter().find_map(|(phrase, days)| Some((*days, take(text, phrase)?)));
    if let Some((days, rest)) = same_time {
        return Some((Span { days, ..Span::default() }, rest));
    }
    let Some(rest) = take_any(text, &["in", "after"]) else {
        let (span, rest) = span(text)?;
        return Some((span, take_any(rest, &["from now", "from today"])?));
    };
    let (span, rest) =
        span(skip_any(rest, &["about", "around", "roughly", "approximately", "exactly", "another"]))?;
    let rest = rest.trim_start_matches(['\'', '’']);
    Some((span, skip_any(skip_any(rest, &["s time", "time", "from now"]), &["or so"])))
}

/// Reads a length: "5 minutes", "an hour and a half", "1h30m", "half an hour", "two weeks".
pub(in super::super) fn span(text: &str) -> Option<(Span, &str)> {
    let fixed = FIXED.iter().find_map(|(phrase, seconds)| Some((*seconds, take(text, phrase)?)));
    if let Some((seconds, rest)) = fixed {
        return Some((Span { seconds, ..Span::default() }, rest));
    }
    let (mut total, mut rest) = amount(text)?;
    while let Some((more, after)) = amount(skip_any(rest, &["and"])) {
        total = total.plus(more)?;
        rest = after;
    }
    // "2 hours 15", "1h30".
    if total.is_short()
        && total.seconds >= 3600
        && total.seconds % 3600 == 0
        && let Some((minutes @ 1..60, after)) = number(rest.trim_start())
        && (is_end(after) || take(after, "to").is_some() || after.starts_with([',', ':']))
    {
        total.seconds += 60 * minutes;
        rest = end_of_word(after)?;
    }
    (total != Span::default() && total.is_bookable()).then_some((total, rest))
}

/// Reads a whole text that is a duration of ISO 8601: "PT90M", "P1DT12H".
pub(in super::super) fn iso_duration(text: &str) -> Option<Span> {
    let text = text.trim().to_ascii_uppercase();
    let (date, time) = match text.strip_prefix('P')?.split_once('T') {
        Some((_, "")) => return None,
        Some((date, time)) => (date, time),
        None => (text.strip_prefix('P')?, ""),
    };
    let date = iso_amounts(date, ['Y', 'M', 'W', 'D'])?;
    let time = iso_amounts(time, ['H', 'M', 'S'])?;
    let sum = |counts: &[u32], lengths: &[u32]| {
        counts
            .iter()
            .zip(lengths)
            .try_fold(0, |sum: u32, (n, length)| sum.checked_add(n.checked_mul(*length)?))
    };
    let (months, days) = (sum(&date[..2], &[12, 1])?, sum(&date[2..], &[7, 1])?);
    let seconds = sum(&time, &[3600, 60, 1])?;
    Some(Span { months, days, seconds }).filter(|span| *span != Span::default() && span.is_bookable())
}

/// Reads whole numbers, each with its unit, in the order of the units; a unit that is left out counts nothing.
fn iso_amounts<const N: usize>(mut text: &str, units: [char; N]) -> Option<[u32; N]> {
    let mut counts = [0; N];
    for (count, unit) in counts.iter_mut().zip(units) {
        let digits = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
        if let Some(rest) = text[digits..].strip_prefix(unit) {
            *count = text[..digits].parse().ok()?;
            text = rest;
        }
    }
    text.is_empty().then_some(counts)
}

/// Reads the period after "every": "15 minutes", "hour", "other day", "third week", "half hour".
pub(super) fn period(text: &str) -> Option<(Span, &str)> {
    let fixed = PERIODS.iter().find_map(|(phrase, seconds)| Some((*seconds, take(text, phrase)?)));
    if let Some((seconds, rest)) = fixed {
        return Some((Span { seconds, ..Span::default() }, rest));
    }
    if let Some(rest) = take(text, "other") {
        return unit(rest, 2);
    }
    if let Some((n @ 2.., rest)) = ordinal(text)
        && let Some(found) = unit(rest, n)
    {
        return Some(found);
    }
    // "every minutes" lacks its number, and "every a week" is two phrases.
    let has_number = take_any(text, &["a", "an"]).is_none() || take(text, "a couple").is_some();
    let counted = span(text).filter(|_| has_number);
    counted.or_else(|| unit(text, 1).filter(|_| !letters(text).0.ends_with('s')))
}

/// Returns whether the text begins with the name of a unit of time.
pub(super) fn is_unit(text: &str) -> bool {
    unit(text.trim_start(), 1).is_some()
}

fn amount(text: &str) -> Option<(Span, &str)> {
    for (words, n) in [("a couple of", 2), ("a couple", 2), ("a", 1), ("an", 1)] {
        // "In a second" is no second.
        let counts = |(span, _): &(Span, &str)| n > 1 || span.seconds != 1;
        if let Some(found) = take(text, words).and_then(|rest| unit(rest, n)).filter(counts) {
            return Some(found);
        }
    }
    let (n, rest) = number(text)?;
    // "two and a half hours".
    if let Some(rest) = take(rest, "and a half") {
        return tenths(10 * n + 5, rest);
    }
    match rest.strip_prefix(['.', ',']).and_then(one_digit) {
        Some((digit, after)) => tenths(n.checked_mul(10)?.checked_add(digit)?, after.trim_start()),
        None => unit(rest.trim_start(), n),
    }
}

/// Reads the unit of a number of tenths. Tenths of a day would lose the time of day.
fn tenths(n: u32, text: &str) -> Option<(Span, &str)> {
    let (span, rest) = unit(text, 1)?;
    let seconds = n.checked_mul(span.seconds)? / 10;
    span.is_short().then_some((Span { seconds, ..Span::default() }, rest))
}

fn one_digit(text: &str) -> Option<(u32, &str)> {
    let digit = text.chars().next()?.to_digit(10)?;
    Some((digit, &text[1..])).filter(|(_, rest)| !rest.starts_with(|c: char| c.is_ascii_digit()))
}

fn unit(text: &str, n: u32) -> Option<(Span, &str)> {
    let (name, rest) = letters(text);
    let (months, days, seconds) = match name.as_str() {
        "s" | "sec" | "secs" | "second" | "seconds" => (0, 0, 1),
        "m" | "min" | "mins" | "minute" | "minutes" => (0, 0, 60),
        "h" | "hr" | "hrs" | "hour" | "hours" => (0, 0, 3600),
        "d" | "day" | "days" => (0, 1, 0),
        "w" | "week" | "weeks" => (0, 7, 0),
        "fortnight" | "fortnights" => (0, 14, 0),
        "month" | "months" => (1, 0, 0),
        "year" | "years" => (12, 0, 0),
        _ => return None,
    };
    let is_joined = rest.starts_with(|c: char| c.is_ascii_digit() || matches!(c, '\'' | '’'));
    let rest = if is_joined { rest } else { end_of_word(rest)? };
    let [months, days, seconds] = [months, days, seconds].map(|it| n.checked_mul(it));
    Some((Span { months: months?, days: days?, seconds: seconds? }, rest))
}

impl Span {
    pub(super) const WEEK: Self = Self { months: 0, days: 7, seconds: 0 };

    pub(super) fn from(self, now: DateTime<Utc>, local: NaiveDateTime) -> Option<String> {
        if self.is_short() {
            let now = now.trunc_subsecs(3);
            let at = now.checked_add_signed(TimeDelta::seconds(self.seconds.into()))?;
            return Some(at.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        }
        self.after(local).map(wall_clock)
    }

    pub(in super::super) fn after(self, local: NaiveDateTime) -> Option<NaiveDateTime> {
        let day = local.checked_add_months(Months::new(self.months))?;
        let day = day.checked_add_days(chrono::Days::new(self.days.into()))?;
        day.checked_add_signed(TimeDelta::seconds(self.seconds.into()))
    }

    /// Returns the local time that is so much earlier.
    pub(in super::super) fn before(self, local: NaiveDateTime) -> Option<NaiveDateTime> {
        let day = local.checked_sub_months(Months::new(self.months))?;
        let day = day.checked_sub_days(chrono::Days::new(self.days.into()))?;
        day.checked_sub_signed(TimeDelta::seconds(self.seconds.into()))
    }

    /// Returns whether its length does not depend on the calendar.
    pub(in super::super) fn is_short(self) -> bool {
        self.months == 0 && self.days == 0
    }

    /// Returns whether it is so long that its time of day matters.
    pub(super) fn is_of_calendar(self) -> bool {
        self.months > 0 || self.days >= 7
    }

    fn is_bookable(self) -> bool {
        u64::from(self.months) * 31 * SECS_PER_DAY + self.total_seconds() <= LONGEST_SPAN_DAYS * SECS_PER_DAY
    }

    /// Returns its length without its months.
    pub(in super::super) fn total_seconds(self) -> u64 {
        u64::from(self.days) * SECS_PER_DAY + u64::from(self.seconds)
    }

    fn plus(self, other: Self) -> Option<Self> {
        Some(Self {
            months: self.months.checked_add(other.months)?,
            days: self.days.checked_add(other.days)?,
            seconds: self.seconds.checked_add(other.seconds)?,
        })
    }
}

/// Phrases for the present time on another day, each with the number of days until then.
const SAME_TIME: [(&str, u32); 5] = [
    ("this time tomorrow", 1),
    ("at the same time tomorrow", 1),
    ("same time tomorrow", 1),
    ("this time next week", 7),
    ("same time next week", 7),
];
/// Periods after "every" that do not begin with a number, in seconds.
const PERIODS: [(&str, u32); 4] =
    [("half hour", 1800), ("quarter hour", 900), ("quarter of an hour", 900), ("hour and a half", 5400)];
/// Spans that do not begin with a number, in seconds.
const FIXED: [(&str, u32); 10] = [
    ("half an hour", 1800),
    ("half hour", 1800),
    ("a half hour", 1800),
    ("a quarter of an hour", 900),
    ("quarter of an hour", 900),
    ("three quarters of an hour", 2700),
    ("an hour and a half", 5400),
    ("1 hour and a half", 5400),
    ("half a day", 43_200),
    ("half day", 43_200),
];
const SECS_PER_DAY: u64 = 86_400;
/// The longest span: ten years.
const LONGEST_SPAN_DAYS: u64 = 3650;
