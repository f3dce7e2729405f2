//! The due times of schedules: pure functions of a cadence, an instant and a time zone. No clock, no I/O.
//!
//! # Daylight saving
//!
//! `once`, `cron` and `rrule` use local time. A local time is turned into instants by three rules:
//!
//! 1. A local time that exists once is that instant.
//! 2. A local time that does not exist (the clock jumped over it) is the first instant after the gap. Several such
//!    times of one cron expression or rule are one run. In a gap of three hours or more, such as a day that a zone left
//!    out, they are skipped.
//! 3. A local time that occurs twice (the clock went back) is its first occurrence, with two exceptions. `once` is the
//!    second one if it is set between the two. Cron expressions that step through the hour, whose minute or hour field
//!    contains `*`, run at both.
//!
//! The instants are strictly increasing whatever the zone does. `interval` counts elapsed seconds and knows no zone.

#[cfg(test)]
mod clock_changes;
mod cron_spec;
mod describe;
mod gaps;
mod hook;
pub(crate) mod local;
mod once;
#[cfg(test)]
mod oracle;
mod rule;
mod shape;
#[cfg(test)]
mod tests;

use std::time::Duration;

use crate::zones::Zone;
use chrono::{DateTime, Datelike, NaiveDateTime, TimeDelta, Utc};
use local::YEARS;

pub use cron_spec::CronSpec;
pub use describe::moment;
pub use hook::HookName;
pub use local::{next_at_time_of, parse_time, same_time_tomorrow};
pub use once::Once;
pub use rule::{Frequency, RuleError, RuleSpec};
pub use shape::{
    Days, Length, Shape, Times, Unit, WhichDays,
    rule::{Nth, Part, RuleShape},
};

/// The longest interval, in seconds: ten years.
pub const MAX_INTERVAL_SECS: u64 = 10 * 366 * SECS_PER_DAY;

const SECS_PER_DAY: u64 = 86_400;

/// The kind of the cadence of hooks.
pub const HOOK: &str = "hook";

/// How often or when a schedule is due.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Cadence {
    /// One run.
    Once(Once),
    /// Runs at a fixed interval, counted from the first due time, so that late runs cause no drift.
    Interval {
        /// The interval: 1 to [`MAX_INTERVAL_SECS`].
        every_secs: u64,
    },
    /// Five-field cron in the schedule's time zone.
    Cron(Box<CronSpec>),
    /// An iCalendar recurrence rule in the schedule's time zone.
    Rule(Box<RuleSpec>),
    /// A run for each call of the hook with this name. No time makes it due.
    Hook(HookName),
}

/// The reason why a cadence was refused, for the person or model that wrote it, with an example that would be accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum CadenceError {
    #[error("`{0}` is not a kind of cadence: use `once`, `interval`, `cron`, `rrule` or `hook`")]
    UnknownKind(String),
    #[error(
        "once: `{0}` is not a date and time: write it as local time, like `2026-05-01 09:00`, or with an offset, \
         like `2026-05-01T09:00:00+02:00`"
    )]
    BadTime(String),
    #[error("once: {due} is in the past; it is now {now}")]
    Past { due: String, now: String },
    #[error(
        "interval: `{0}` is not a length of time: write seconds, like `900`, or `90s`, `15m`, `2h`, `1d`"
    )]
    BadInterval(String),
    #[error(
        "hook: `{0}` is not a name of a hook: use up to {max} small letters, digits, dashes and underscores, like \
         `doorbell`", max = hook::MAX_CHARS
    )]
    BadHookName(String),
    #[error("interval: at most ten years; for yearly dates use cron, like `0 9 1 5 *`")]
    IntervalTooLong,
    #[error(
        "cron: five fields are needed (minute, hour, day of month, month, weekday), like `0 9 * * 1-5`; found {0}"
    )]
    FieldCount(usize),
    #[error(
        "cron: {0} fields are not supported, because there are no seconds or years; five fields are needed (minute, hour, \
         day of month, month, weekday), like `0 9 * * 1-5`"
    )]
    Seconds(usize),
    #[error(
        "cron: L, W and # are not supported; the {field} field is `{text}`; use rrule, like \
         `FREQ=MONTHLY;BYDAY=-1FR;BYHOUR=9` for the last Friday of each month"
    )]
    Quartz { field: &'static str, text: String },
    #[error("cron: the step of the {field} field `{text}` is too long: at most {longest}")]
    StepTooLong { field: &'static str, text: String, longest: u32 },
    #[error("cron: `{0}` is not known: use @hourly, @daily, @weekly, @monthly, @yearly, or five fields")]
    UnknownNickname(String),
    #[error("cron: the {field} field `{text}` is not valid: {allowed}")]
    BadField { field: &'static str, text: String, allowed: &'static str },
    #[error("cron: the expression is longer than {} characters", cron_spec::MAX_CHARS)]
    TooLong,
    #[error("cron: `{0}` never happens: no month named there has such a day")]
    Never(String),
    #[error("runs would be {shortest} apart, but the shortest interval allowed is {minimum}")]
    TooOften { shortest: String, minimum: String },
    #[error(transparent)]
    Rule(#[from] RuleError),
}

impl Cadence {
    /// Parses a cadence from a person or model, and checks that it may be scheduled now.
    ///
    /// `kind` is `once`, `interval`, `cron`, `rrule` or `hook`; local times are in `zone`.
    ///
    /// # Errors
    ///
    /// Returns an error for everything that [`Cadence::from_stored`] refuses, for a time that is not in the future, for
    /// a rule whose last due time is not, and for a cadence whose [shortest gap](Cadence::shortest_gap) is below
    /// `min_interval_secs`.
    pub fn parse(
        kind: &str,
        value: &str,
        zone: Zone,
        now: DateTime<Utc>,
        min_interval_secs: u64,
    ) -> Result<Self, CadenceError> {
        let mut cadence = Self::set_at(kind, value, zone, now)?;
        if let Self::Once(once) = &mut cadence {
            if once.at() <= now {
                let [due, now] = [once.at(), now].map(|at| moment(at, zone));
                return Err(CadenceError::Past { due, now });
            }
            *once = once.set_in(zone);
        }
        if let Self::Rule(spec) = &cadence {
            spec.check_not_over(now, zone)?;
        }
        let minimum = Duration::from_secs(min_interval_secs);
        match cadence.shortest_gap(now, zone) {
            Some(gap) if gap < minimum => Err(CadenceError::TooOften {
                shortest: describe::length(gap.as_secs()),
                minimum: describe::length(min_interval_secs),
            }),
            _ => Ok(cadence),
        }
    }

    /// Parses a cadence that was accepted before. Neither the clock nor today's minimum interval can make it invalid.
    ///
    /// # Errors
    ///
    /// Returns an error for text that is not a cadence, and for a cron expression or a rule that can never match.
    pub fn from_stored(kind: &str, value: &str, zone: Zone) -> Result<Self, CadenceError> {
        Self::set_at(kind, value, zone, DateTime::<Utc>::MIN_UTC)
    }

    /// Parses a cadence that was set at `now`, which says which one of two equal local times is meant, and when a rule
    /// without a start begins.
    ///
    /// # Errors
    ///
    /// Returns an error in the same cases as [`Cadence::from_stored`].
    pub fn set_at(kind: &str, value: &str, zone: Zone, now: DateTime<Utc>) -> Result<Self, CadenceError> {
        let value = value.trim();
        match kind {
            "once" => Once::parse(value, zone, now)
                .map(Self::Once)
                .ok_or_else(|| CadenceError::BadTime(clip(value))),
            "interval" => parse_interval(value).map(|every_secs| Self::Interval { every_secs }),
            "cron" => CronSpec::parse(value).map(|spec| Self::Cron(Box::new(spec))),
            "rrule" => Ok(Self::Rule(Box::new(RuleSpec::parse(value, zone, now)?))),
            HOOK => {
                HookName::parse(value).map(Self::Hook).ok_or_else(|| CadenceError::BadHookName(clip(value)))
            }
            _ => Err(CadenceError::UnknownKind(clip(kind))),
        }
    }

    /// Returns `once`, `interval`, `cron`, `rrule` or `hook`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Once(_) => "once",
            Self::Interval { .. } => "interval",
            Self::Cron(_) => "cron",
            Self::Rule(_) => "rrule",
            Self::Hook(_) => HOOK,
        }
    }

    /// Returns the text to store; [`Cadence::from_stored`] parses it back, whatever the zone.
    pub fn value(&self) -> String {
        match self {
            Self::Once(once) => once.value(),
            Self::Interval { every_secs } => every_secs.to_string(),
            Self::Cron(spec) => spec.source().to_owned(),
            Self::Rule(spec) => spec.to_string(),
            Self::Hook(name) => name.as_str().to_owned(),
        }
    }

    /// Returns the cadence by the present rules of its zone, if it differs from the stored one.
    pub fn by_the_rules(&self, zone: Zone, now: DateTime<Utc>) -> Option<Self> {
        let Self::Once(once) = self else { return None };
        Some(once.by_the_rules(zone, now)).filter(|moved| moved != once).map(Self::Once)
    }

    /// Returns the first due time strictly after `after`; `None` if there is none.
    ///
    /// `anchor` is the instant that an interval counts from: its first due time, or any later one. To start an interval
    /// now, pass `now` as both: the first run is one interval away. The other cadences ignore `anchor`.
    pub fn next_after(
        &self,
        after: DateTime<Utc>,
        anchor: DateTime<Utc>,
        zone: Zone,
    ) -> Option<DateTime<Utc>> {
        match self {
            Self::Once(once) => Some(once.at()).filter(|at| *at > after),
            Self::Interval { every_secs } => next_multiple(*every_secs, anchor, after),
            Self::Cron(spec) => spec.next_after(after, zone),
            Self::Rule(spec) => spec.next_after(after, zone),
            Self::Hook(_) => None,
        }
    }

    /// Returns the due times after `after`, in order.
    pub fn upcoming(
        &self,
        after: DateTime<Utc>,
        anchor: DateTime<Utc>,
        zone: Zone,
    ) -> impl Iterator<Item = DateTime<Utc>> {
        std::iter::successors(self.next_after(after, anchor, zone), move |last| {
            self.next_after(*last, anchor, zone)
        })
    }

    /// Returns the shortest time between two runs over the year from `from`; `None` if it contains fewer than two runs.
    ///
    /// Cron and rules are measured on the calendar as written: a day of 23 hours brings two daily runs closer together
    /// once a year, but that does not make "daily" more frequent than daily.
    pub fn shortest_gap(&self, from: DateTime<Utc>, zone: Zone) -> Option<Duration> {
        match self {
            Self::Once(_) | Self::Hook(_) => None,
            Self::Interval { every_secs } => Some(Duration::from_secs(*every_secs)),
            Self::Cron(spec) => spec.shortest_gap(from.with_timezone(&zone).date_naive()),
            Self::Rule(spec) => spec.shortest_gap(from.with_timezone(&zone).date_naive()),
        }
    }

    /// Returns how many runs the busiest day has (for an interval, in 24 hours, rounded up); 0 for a hook, whose calls
    /// are unknown.
    pub fn runs_per_day(&self) -> u64 {
        match self {
            Self::Hook(_) => 0,
            Self::Once(_) => 1,
            Self::Interval { every_secs } => SECS_PER_DAY.div_ceil(*every_secs),
            Self::Cron(spec) => spec.runs_per_day(),
            Self::Rule(spec) => spec.runs_per_day(),
        }
    }

    /// Returns the parts of the cadence from which each language makes its description. At the local time `now`, the
    /// beginning of a rule is not said if the rule begins as soon as its days allow.
    pub fn shape(&self, now: Option<NaiveDateTime>) -> Shape {
        match self {
            Self::Once(once) => Shape::Once(once.at()),
            Self::Interval { every_secs } => Shape::Every(Length::of(*every_secs)),
            Self::Cron(spec) => shape::of_cron(spec),
            Self::Rule(spec) => Shape::Rule(shape::rule::of(spec, now)),
            Self::Hook(name) => Shape::Hook(name.as_str().to_owned()),
        }
    }
}

/// Returns the first of `anchor`, `anchor + every`, `anchor + 2 * every`, ... that lies after `after`.
fn next_multiple(every_secs: u64, anchor: DateTime<Utc>, after: DateTime<Utc>) -> Option<DateTime<Utc>> {
    if after < anchor {
        return Some(anchor);
    }
    let every = i64::try_from(every_secs).ok()?;
    let passed = (after - anchor).num_seconds() / every;
    let offset = passed.checked_add(1)?.checked_mul(every)?;
    let next = anchor.checked_add_signed(TimeDelta::try_seconds(offset)?)?;
    YEARS.contains(&next.year()).then_some(next)
}

/// Parses a number of seconds, or a number with a unit. Returns seconds.
fn parse_interval(text: &str) -> Result<u64, CadenceError> {
    let bad_interval = || CadenceError::BadInterval(clip(text));
    let (digits, unit) = text.split_at(text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len()));
    let unit_secs = match unit.trim_start().to_ascii_lowercase().as_str() {
        "" | "s" | "sec" | "secs" | "second" | "seconds" => 1,
        "m" | "min" | "mins" | "minute" | "minutes" => 60,
        "h" | "hour" | "hours" => 3_600,
        "d" | "day" | "days" => SECS_PER_DAY,
        "w" | "week" | "weeks" => 7 * SECS_PER_DAY,
        _ => return Err(bad_interval()),
    };
    if digits.is_empty() {
        return Err(bad_interval());
    }
    // A number too large for u64 is too long as well.
    let secs = digits.parse::<u64>().ok().and_then(|count| count.checked_mul(unit_secs));
    match secs {
        Some(0) => Err(bad_interval()),
        Some(secs) if secs <= MAX_INTERVAL_SECS => Ok(secs),
        _ => Err(CadenceError::IntervalTooLong),
    }
}

/// Shortens text for an error, and keeps it on one line.
fn clip(text: &str) -> String {
    const MAX_ECHO_CHARS: usize = 40;
    let mut shown: String = text.chars().filter(|c| !c.is_control()).take(MAX_ECHO_CHARS).collect();
    if text.chars().count() > MAX_ECHO_CHARS {
        shown.push('…');
    }
    shown
}
