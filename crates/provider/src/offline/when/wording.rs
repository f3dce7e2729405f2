//! Puts a time into words that the grammar reads as the same time, also on a later day.

use adjutant_domain::zones::Zone;
use chrono::{DateTime, Datelike as _, NaiveDateTime, NaiveTime, Utc, Weekday};

use super::{Cadence, Days, End, Misfit, Named, Span, Times, WEEK, When, next, rule::LAST_MINUTE};

/// A time in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(in super::super) struct Wording {
    /// The form for the grammar: "on 2026-12-24 at 09:00".
    pub(in super::super) phrase: String,
    /// The form for people: "Thursday 24 December at 09:00".
    pub(in super::super) label: String,
}

impl When {
    /// Puts the time into words; `default` is the zone if none was named.
    ///
    /// # Errors
    /// Returns why the time cannot be booked.
    pub(in super::super) fn wording(&self, now: DateTime<Utc>, default: Zone) -> Result<Wording, Misfit> {
        let zone = self.zone.map_or_else(String::new, |zone| format!(" {zone}"));
        let local = now.with_timezone(&self.zone.unwrap_or(default)).naive_local();
        if let Cadence::At { day, times } = &self.cadence {
            let moments = times.iter().map(|time| self.moment(*day, *time, local));
            let moments = moments.collect::<Result<Vec<_>, _>>()?;
            let (date, clock) = (moments[0].date(), clocks(times));
            let day = if date.year() == local.year() { "%A %-d %B" } else { "%A %-d %B %Y" };
            let label = date.format(day);
            return Ok(Wording {
                phrase: format!("on {date} at {clock}{zone}"),
                label: format!("{label} at {clock}{zone}"),
            });
        }
        self.timings(now, default)?;
        let phrase = format!("{}{zone}", self.cadence.words(local));
        let label = phrase[..1].to_uppercase() + &phrase[1..];
        Ok(Wording { phrase, label })
    }
}

impl Cadence {
    fn words(&self, local: NaiveDateTime) -> String {
        match self {
            Self::After(span) => format!("in {}", span.words()),
            Self::At { times, .. } => format!("at {}", clocks(times)),
            Self::Interval(span) => format!("every {}", span.period()),
            Self::Recurring { on, months, at, end } => {
                let names: Vec<_> = months.iter().map(|month| month_name(*month)).collect();
                let months = if names.is_empty() { String::new() } else { format!(" in {}", joined(&names)) };
                let end = end.map_or_else(String::new, |end| end.words(local));
                format!("{}{months}{end}", recurrence(on, at))
            }
        }
    }
}

fn recurrence(on: &Days, at: &Times) -> String {
    match (on, at) {
        (on, Times::At(times)) => format!("{} at {}", on.words(), clocks(times)),
        (on, Times::Each { minutes, from, until }) => {
            let span = Span { seconds: minutes * 60, ..Span::default() }.period();
            let days = match on {
                Days::Week(days) if days.as_slice() != WEEK => format!(" on {}", week_days(days, "s")),
                _ => String::new(),
            };
            let hours = match (from, until) {
                (0, 24) => String::new(),
                (from, until) => format!(" between {from:02}:00 and {until:02}:00"),
            };
            format!("every {span}{days}{hours}")
        }
    }
}

impl Days {
    fn words(&self) -> String {
        match self {
            Self::Week(days) if days.as_slice() == WEEK => "every day".to_owned(),
            Self::Week(days) if days.as_slice() == &WEEK[..5] => "every weekday".to_owned(),
            Self::Week(days) => format!("every {}", week_days(days, "")),
            Self::Month(days) => {
                let days: Vec<_> = days.iter().map(|day| with_suffix(*day)).collect();
                format!("every month on the {}", joined(&days))
            }
            Self::Year { month, day } => format!("every year on {day} {}", month_name(*month)),
            Self::Nth { nths, of } => format!("on the {} of every month", named(nths, *of)),
            Self::Each { span, on: None } => format!("every {}", span.period()),
            Self::Each { span, on: Some(on) } => match (on.as_ref(), span.days) {
                (Self::Week(days), 14) => format!("every other {}", week_days(days, "")),
                (Self::Week(days), _) => format!("every {} on {}", span.period(), week_days(days, "s")),
                (Self::Month(days), _) => format!("every {} on the {}", span.period(), with_suffix(days[0])),
                (Self::Year { month, day }, _) => {
                    format!("every {} on {day} {}", span.period(), month_name(*month))
                }
                (Self::Nth { .. } | Self::Each { .. }, _) => format!("every {}", span.period()),
            },
        }
    }
}

impl End {
    /// `until 2026-12-24`
    fn words(self, local: NaiveDateTime) -> String {
        match self {
            Self::Until(day) => next(Some(day), LAST_MINUTE, local)
                .map_or_else(String::new, |until| format!(" until {}", until.date())),
            Self::For(span) => format!(" for the next {}", span.words()),
        }
    }
}

/// `first and last Friday`
fn named(nths: &[i32], of: Named) -> String {
    let nths: Vec<_> = nths
        .iter()
        .map(|nth| match nth {
            -1 => "last".to_owned(),
            nth => with_suffix(nth.unsigned_abs()),
        })
        .collect();
    let day = match of {
        Named::Day => "day",
        Named::WorkingDay => "working day",
        Named::Weekday(day) => FULL_NAMES[day.num_days_from_monday() as usize],
    };
    format!("{} {day}", joined(&nths))
}

impl Span {
    pub(in super::super) fn words(self) -> String {
        let parts = [
            (self.months, "month"),
            (self.days, "day"),
            (self.seconds / 3600, "hour"),
            (self.seconds / 60 % 60, "minute"),
            (self.seconds % 60, "second"),
        ];
        let words = |(n, unit): (u32, &str)| match n {
            0 => None,
            1 => Some(format!("1 {unit}")),
            n => Some(format!("{n} {unit}s")),
        };
        parts.into_iter().filter_map(words).collect::<Vec<_>>().join(" ")
    }

    /// Returns the words for "every": "hour", "2 days".
    fn period(self) -> String {
        let words = self.words();
        words.strip_prefix("1 ").filter(|unit| !unit.contains(' ')).map_or(words.clone(), str::to_owned)
    }
}

fn week_days(days: &[Weekday], plural: &str) -> String {
    let full = |day: &Weekday| format!("{}{plural}", FULL_NAMES[day.num_days_from_monday() as usize]);
    joined(&days.iter().map(full).collect::<Vec<_>>())
}

fn clocks(times: &[NaiveTime]) -> String {
    joined(&times.iter().map(|time| time.format("%H:%M").to_string()).collect::<Vec<_>>())
}

fn month_name(month: u32) -> String {
    let name = u8::try_from(month).ok().and_then(|month| chrono::Month::try_from(month).ok());
    name.map_or_else(String::new, |month| month.name().to_owned())
}

/// "1st", "22nd", "13th".
fn with_suffix(day: u32) -> String {
    let suffix = match day {
        11..=13 => "th",
        _ if day % 10 == 1 => "st",
        _ if day % 10 == 2 => "nd",
        _ if day % 10 == 3 => "rd",
        _ => "th",
    };
    format!("{day}{suffix}")
}

/// "a", "a and b", "a, b and c".
fn joined(words: &[String]) -> String {
    match words {
        [] => String::new(),
        [word] => word.clone(),
        [first @ .., last] => format!("{} and {last}", first.join(", ")),
    }
}

const FULL_NAMES: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
