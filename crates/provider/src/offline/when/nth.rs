//! Recurrences that count: "every other tuesday", "the first monday of each month", "the last working day of the
//! month"; and their ends: "until christmas", "for the next five days".

use super::{
    super::words::{ordinal, skip_any, take, take_any},
    Day, Days, End, Named, Span,
    days::{day, weekday},
    recurrence::{Every, weekdays},
    spans::{period, span},
};

/// After "every": "other tuesday", "second monday and thursday".
pub(super) fn other(text: &str) -> Option<(Every, &str)> {
    let rest = take_any(text, &["other", "second", "2nd"])?;
    let (days, after) = weekdays(rest, true).filter(|_| weekday(rest, true).is_some())?;
    if nth_of_month(text, false).is_some() {
        return None;
    }
    let on = Some(Box::new(Days::Week(days)));
    Some((Every::Days(Days::Each { span: Span { days: 14, ..Span::default() }, on }), after))
}

/// Reads "first monday of the month", "last working day of each month". After "every", "first monday" is enough.
pub(super) fn nth_of_month(text: &str, after_every: bool) -> Option<(Every, &str)> {
    let (days, rest) = nth(text)?;
    let each = take_any(
        rest,
        &["of every month", "of each month", "in every month", "in each month", "every month", "each month"],
    );
    let of_the = take_any(rest, &["of the month", "of a month", "in the month"]);
    let rest = match &days {
        // "the last day of the month" alone is one day, and "every third monday" may also be one in three.
        Days::Nth { of: Named::Day, .. } => each.or(of_the.or(Some(rest)).filter(|_| after_every)),
        Days::Nth { nths, of: Named::Weekday(_) } if nths.iter().any(|nth| !matches!(nth, 1 | -1)) => {
            each.or(of_the)
        }
        _ => each.or(of_the).or(Some(rest).filter(|_| after_every)),
    };
    Some((Every::Days(days), rest?))
}

/// Reads "first monday", "first and third monday", "last day", "last working day".
pub(super) fn nth(text: &str) -> Option<(Days, &str)> {
    let (first, mut rest) = position(text)?;
    let mut nths = vec![first];
    while let Some((next, after)) = take_any(rest, &["and the", "and"]).and_then(position) {
        nths.push(next);
        rest = after;
    }
    if let Some(rest) = take_any(rest, &["working day", "workday", "business day", "weekday"]) {
        return Some((Days::Nth { nths, of: Named::WorkingDay }, rest));
    }
    if let Some(rest) = take(rest, "day").filter(|_| nths == [-1]) {
        return Some((Days::Nth { nths, of: Named::Day }, rest));
    }
    let (day, false, rest) = weekday(rest, true)? else { return None };
    Some((Days::Nth { nths, of: Named::Weekday(day) }, rest))
}

fn position(text: &str) -> Option<(i32, &str)> {
    if let Some(rest) = take(text, "last") {
        return Some((-1, rest));
    }
    let (n @ 1..=4, rest) = ordinal(text)? else { return None };
    Some((n as i32, rest))
}

/// Reads the end of a recurrence. At the end of a message, "for a week" may belong to the goal, and is left.
pub(super) fn end(text: &str, is_after_goal: bool) -> Option<(End, &str)> {
    if let Some(rest) = take_any(text, &["until", "till", "through", "up to"]) {
        let rest = skip_any(rest, &["and including"]);
        let named = ENDS.iter().find_map(|(phrase, day)| Some((*day, take(rest, phrase)?)));
        let (day, rest) = named.or_else(|| day(rest))?;
        return Some((End::Until(day), rest));
    }
    let (span, rest) = match take_any(text, &["for the next", "for the coming", "the next"]) {
        Some(rest) => period(rest)?,
        None => span(take(text, "for").filter(|_| !is_after_goal)?)?,
    };
    (span.seconds == 0).then_some((End::For(span), rest))
}

/// Ends of recurrences that are no days of their own.
const ENDS: [(&str, Day); 4] = [
    ("the end of the month", Day::EndOfMonth),
    ("the end of this month", Day::EndOfMonth),
    ("the end of the year", Day::OfYear { month: 12, day: 31 }),
    ("the end of this year", Day::OfYear { month: 12, day: 31 }),
];
