//! Parses times as people write them: "in half an hour", "tomorrow at 9", "every weekday at 8:30 Europe/Paris".

mod phrases;
mod stray;

use chrono::{
    DateTime, Datelike, Days, NaiveDate, NaiveDateTime, NaiveTime, SecondsFormat, SubsecRound as _,
    TimeDelta, Utc, Weekday,
};
use chrono_tz::Tz;

use self::phrases::Parts;
pub(super) use self::stray::stray;
use super::words::{is_end, take_end};

/// A due time or a cadence, and the zone if one was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct When {
    pub(super) cadence: Cadence,
    /// The weekday that was named beside a date.
    pub(super) weekday: Option<Weekday>,
    pub(super) zone: Option<Tz>,
}

/// A cadence as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cadence {
    /// Once, after this span.
    After(Span),
    /// Once, at a local time; without a day, when the clock next shows that time.
    At { day: Option<Day>, time: NaiveTime },
    /// Repeatedly, at this interval.
    Interval(Span),
    /// At a local time on days of the week, Monday first, without duplicates.
    Weekly { days: Vec<Weekday>, time: NaiveTime },
    /// At a local time on a day of the month.
    Monthly { day: u32, time: NaiveTime },
}

/// A span of time. Days are separate from seconds, because a day later means the same time of day, even if the clock
/// changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) days: u32,
    pub(super) seconds: u32,
}

/// A day as it was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Day {
    Today,
    Tomorrow,
    AfterTomorrow,
    /// The next such weekday. Today counts, unless the text says "next" or the time has passed.
    Next {
        weekday: Weekday,
        not_today: bool,
    },
    Date(NaiveDate),
    /// A day without a year: its next occurrence.
    OfYear {
        month: u32,
        day: u32,
    },
}

/// A cadence in the form that the scheduler's tools take.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Timing {
    pub(super) cadence_type: &'static str,
    pub(super) cadence_value: String,
}

/// Why a time that was read cannot be booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// It is beyond the calendar.
    TooFar,
    /// The date is not on the weekday that was named beside it.
    OtherWeekday(NaiveDate),
    /// It has passed.
    Past(NaiveDateTime),
}

/// Words after which a text goes on: a time that follows one belongs to the text.
const GO_ON: [&str; 20] = [
    "for", "by", "before", "until", "till", "after", "since", "of", "about", "from", "to", "with", "than",
    "and", "or", "the", "at", "on", "in", "every",
];
/// Words at the end of a text in which a time is searched for.
const MOST_WORDS: usize = 20;

impl When {
    /// Reads the time at the start of `text`; returns it with the rest.
    pub(super) fn at_start(text: &str) -> Option<(Self, &str)> {
        let mut parts = Parts::default();
        let rest = parts.read_all(text.trim_start());
        Some((parts.finish()?, rest))
    }

    /// Reads the time at the start of `text`, and what it lacks at the end: "tomorrow to stretch at 7". Returns it with the
    /// text between.
    pub(super) fn around(text: &str) -> Option<(Self, &str)> {
        let mut parts = Parts::default();
        let rest = parts.read_all(text.trim_start());
        let ends = ends(rest).filter_map(|(before, end)| {
            let mut parts = parts.clone();
            let is_whole = is_end(parts.read_all(end));
            Some((parts.finish().filter(|_| is_whole)?, before))
        });
        ends.last().or_else(|| Some((parts.finish()?, rest)))
    }

    /// Reads the longest time at the end of `text`; returns it with the text before it.
    pub(super) fn at_end(text: &str) -> Option<(&str, Self)> {
        let readings = ends(text).filter_map(|(before, end)| match Self::at_start(end)? {
            (when, rest) if is_end(rest) => Some((before, when)),
            _ => None,
        });
        readings.last()
    }

    /// Whether it happens more than once.
    pub(super) fn repeats(&self) -> bool {
        !matches!(self.cadence, Cadence::After(_) | Cadence::At { .. })
    }

    /// Returns the cadence for the scheduler; `default` is the zone if none was named.
    ///
    /// # Errors
    /// Returns why the time cannot be booked.
    pub(super) fn timing(&self, now: DateTime<Utc>, default: Tz) -> Result<Timing, Misfit> {
        let local = now.with_timezone(&self.zone.unwrap_or(default)).naive_local();
        let (cadence_type, cadence_value) = match &self.cadence {
            Cadence::After(span) => ("once", span.from(now, local).ok_or(Misfit::TooFar)?),
            Cadence::At { day, time } => {
                let at = next(*day, *time, local).ok_or(Misfit::TooFar)?;
                if self.weekday.is_some_and(|named| named != at.weekday()) {
                    return Err(Misfit::OtherWeekday(at.date()));
                }
                if at <= local {
                    return Err(Misfit::Past(at));
                }
                ("once", wall_clock(at))
            }
            Cadence::Interval(span) => ("interval", span.total_seconds().to_string()),
            Cadence::Weekly { days, time } => {
                ("cron", format!("{} * * {}", cron_time(*time), cron_days(days)))
            }
            Cadence::Monthly { day, time } => ("cron", format!("{} {day} * *", cron_time(*time))),
        };
        Ok(Timing { cadence_type, cadence_value })
    }
}

/// Returns the ends of a text in which a time may stand, the shortest first, each with the text before it.
fn ends(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = text.rmatch_indices(char::is_whitespace).map(|(index, space)| index + space.len());
    let parts = starts.take(MOST_WORDS).map(|start| (text[..start].trim_end(), &text[start..]));
    parts.filter(|(before, _)| !GO_ON.iter().any(|word| take_end(before, word).is_some()))
}

impl Span {
    fn from(self, now: DateTime<Utc>, local: NaiveDateTime) -> Option<String> {
        let seconds = TimeDelta::seconds(self.seconds.into());
        if self.days == 0 {
            let now = now.trunc_subsecs(3);
            return Some(now.checked_add_signed(seconds)?.to_rfc3339_opts(SecondsFormat::AutoSi, true));
        }
        local.checked_add_days(Days::new(self.days.into()))?.checked_add_signed(seconds).map(wall_clock)
    }

    fn total_seconds(self) -> u64 {
        u64::from(self.days) * 86_400 + u64::from(self.seconds)
    }

    fn plus(self, other: Self) -> Option<Self> {
        let days = self.days.checked_add(other.days)?;
        Some(Self { days, seconds: self.seconds.checked_add(other.seconds)? })
    }
}

/// Returns the first matching moment after `local`; today, tomorrow and a full date are taken as named, even if past.
fn next(day: Option<Day>, time: NaiveTime, local: NaiveDateTime) -> Option<NaiveDateTime> {
    let today = local.date();
    let mut days = today.iter_days().take(8);
    let is_ahead = |date: &NaiveDate| date.and_time(time) > local;
    let date = match day {
        None => days.find(is_ahead),
        // "Tonight at midnight" is the end of today.
        Some(Day::Today) if time == NaiveTime::MIN => today.succ_opt(),
        Some(Day::Today) => Some(today),
        Some(Day::Tomorrow) => today.succ_opt(),
        Some(Day::AfterTomorrow) => today.checked_add_days(Days::new(2)),
        Some(Day::Next { weekday, not_today }) => {
            days.skip(usize::from(not_today)).find(|date| date.weekday() == weekday && is_ahead(date))
        }
        Some(Day::Date(date)) => Some(date),
        // Any eight years contain a 29 February, even around 2100.
        Some(Day::OfYear { month, day }) => (today.year()..=today.year() + 8)
            .filter_map(|year| NaiveDate::from_ymd_opt(year, month, day))
            .find(is_ahead),
    };
    Some(date?.and_time(time))
}

fn wall_clock(local: NaiveDateTime) -> String {
    local.format("%Y-%m-%d %H:%M:%S").to_string()
}

fn cron_time(time: NaiveTime) -> String {
    time.format("%-M %-H").to_string()
}

/// Returns the days by name, because cron implementations number them differently.
fn cron_days(days: &[Weekday]) -> String {
    if days == WEEK {
        return "*".to_owned();
    }
    if days == &WEEK[..5] {
        return "MON-FRI".to_owned();
    }
    days.iter().map(|day| day.to_string().to_ascii_uppercase()).collect::<Vec<_>>().join(",")
}

const WEEK: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];
