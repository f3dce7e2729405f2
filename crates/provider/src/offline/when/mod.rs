//! Parses times as people write them: "in half an hour", "tomorrow at 9", "every weekday at 8:30 Europe/Paris".

mod clock;
mod cron;
mod days;
mod feasts;
mod late;
mod next;
mod nth;
mod parts;
mod recurrence;
mod rule;
mod spans;
mod stray;
mod wording;
mod zones;

use adjutant_domain::zones::Zone;
use chrono::{
    DateTime, Datelike, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike as _, Utc, Weekday,
};

pub(super) use self::{
    days::{in_either_order, month},
    spans::{iso_duration, span},
    stray::{before_to, stray},
    zones::zone,
};
use self::{feasts::Feast, next::next, parts::Parts};
use super::words::{is_end, take_end};

/// A due time or a cadence, and the zone if one was named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct When {
    pub(super) cadence: Cadence,
    /// The weekday that was named beside a date.
    pub(super) weekday: Option<Weekday>,
    pub(super) zone: Option<Zone>,
    /// Whether its time is an hour that may be before or after noon: "at 5".
    pub(super) is_open: bool,
    /// Whether its time reads as one of the night, but is more likely one of the afternoon: "tomorrow at 2".
    pub(super) is_small_hour: bool,
    /// Whether its time of day was not named: "tomorrow", "on monday morning".
    pub(super) lacks_time: bool,
    /// Whether it names a part of the day: "monday morning".
    pub(super) names_part: bool,
}

/// A cadence as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Cadence {
    /// Once, after this span.
    After(Span),
    /// Once at each of these local times; without a day, the next time at which the clock shows it.
    At { day: Option<Day>, times: Vec<NaiveTime> },
    /// Repeatedly, at this interval. One of a week or more keeps the time of day.
    Interval(Span),
    /// At local times on days, until the end if there is one; in all months if `months` is empty.
    Recurring { on: Days, months: Vec<u32>, at: Times, end: Option<End> },
}

/// The days of a recurrence.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Days {
    /// Of each week: Monday first, without duplicates.
    Week(Vec<Weekday>),
    /// Of each month.
    Month(Vec<u32>),
    /// Of each year.
    Year { month: u32, day: u32 },
    /// Of each month, from 1; -1 is the last.
    Nth { nths: Vec<i32>, of: Named },
    /// Each so many days, weeks, months or years, from the next time on; on the days of such a period, if it names any.
    Each { span: Span, on: Option<Box<Self>> },
}

/// The days among which one is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Named {
    Day,
    WorkingDay,
    Weekday(Weekday),
}

/// The end of a recurrence.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum End {
    /// With this day.
    Until(Day),
    /// After so many days, weeks or months.
    For(Span),
}

/// The times of a recurrence on each of its days.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Times {
    At(Vec<NaiveTime>),
    /// Every so many minutes, a part or a multiple of an hour, from one full hour until another: 0 to 24 is all day.
    Each {
        minutes: u32,
        from: u32,
        until: u32,
    },
}

/// A span of time. Months and days are separate from seconds, because a day later means the same time of day, even if
/// the clock changes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) months: u32,
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
    /// This day of the week that begins next Monday.
    OfNextWeek(Weekday),
    /// A week after the next such weekday.
    WeekAfter(Weekday),
    /// The next such day of a month.
    OfMonth(u32),
    OfNextMonth(u32),
    EndOfMonth,
    /// So many days, weeks or months from today.
    In(Span),
    Date(NaiveDate),
    /// A day without a year: its next occurrence.
    OfYear {
        month: u32,
        day: u32,
    },
    /// The next one.
    Feast(Feast),
}

/// A cadence in the form of the scheduler's tools.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Timing {
    pub cadence_type: &'static str,
    pub cadence_value: String,
}

/// Why a time cannot be booked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Misfit {
    /// It is beyond the calendar.
    TooFar,
    /// The date is not on the weekday that was named beside it.
    OtherWeekday(NaiveDate),
    /// It has passed.
    Past(NaiveDateTime),
    /// It is this time today, or the same hour before noon, which comes only tomorrow or in the night.
    WhichHalf(NaiveDateTime),
    /// It is midnight on this day, which may be its beginning or its end. In a full date, midnight is the beginning.
    WhichMidnight(NaiveDate),
}

/// Words after which a text continues: a time that follows one belongs to the text.
const GO_ON: [&str; 20] = [
    "for", "by", "before", "until", "till", "after", "since", "of", "about", "from", "to", "with", "than",
    "and", "or", "the", "at", "on", "in", "every",
];
/// The most words at the end of a text in which a time is searched.
const MOST_WORDS: usize = 20;

impl Days {
    pub(super) fn every() -> Self {
        Self::Week(WEEK.to_vec())
    }
}

impl When {
    /// Returns a cadence without a zone of its own.
    pub(super) fn of(cadence: Cadence) -> Self {
        Self {
            cadence,
            weekday: None,
            zone: None,
            is_open: false,
            is_small_hour: false,
            lacks_time: false,
            names_part: false,
        }
    }

    /// Reads the time at the start of `text`; returns it with the rest.
    pub(super) fn at_start(text: &str) -> Option<(Self, &str)> {
        let mut parts = Parts::default();
        let rest = parts.read_all(text.trim_start());
        Some((parts.finish()?, rest))
    }

    /// Reads the time at the start of `text`, and its missing parts at the end: "tomorrow to stretch at 7". Returns it
    /// with the text between.
    pub(super) fn around(text: &str) -> Option<(Self, &str)> {
        let mut parts = Parts::default();
        let rest = parts.read_all(text.trim_start());
        let ends = ends(rest).filter_map(|(before, end)| {
            let mut parts = parts.clone().after_goal();
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

    /// Returns its times of day, if they are known.
    pub(super) fn times(&self) -> &[NaiveTime] {
        match &self.cadence {
            Cadence::At { times, .. } | Cadence::Recurring { at: Times::At(times), .. } => times,
            _ => &[],
        }
    }

    /// Returns this recurrence at the times of another time; `None` for times that have none.
    pub(super) fn at(&self, other: &Self) -> Option<Self> {
        let mut changed = Self { is_open: other.is_open, is_small_hour: other.is_small_hour, ..self.clone() };
        let Cadence::Recurring { at: Times::At(times), .. } = &mut changed.cadence else { return None };
        *times = other.times().to_vec();
        Some(changed)
    }

    /// Returns the date of a time that happens once on a day; `None` for other times.
    pub(super) fn date(&self, local: NaiveDateTime) -> Option<NaiveDate> {
        let Cadence::At { day, times } = &self.cadence else { return None };
        next(*day, *times.first()?, local).map(|at| at.date())
    }

    /// Returns whether it is on a day that is named by its distance from today: "tomorrow", "on friday".
    pub(super) fn names_near_day(&self) -> bool {
        let Cadence::At { day: Some(day), .. } = &self.cadence else { return false };
        !matches!(
            day,
            Day::Date(_)
                | Day::OfYear { .. }
                | Day::Feast(_)
                | Day::OfMonth(_)
                | Day::OfNextMonth(_)
                | Day::EndOfMonth
        )
    }

    /// Returns whether it happens more than once.
    pub(super) fn repeats(&self) -> bool {
        matches!(self.cadence, Cadence::Interval(_) | Cadence::Recurring { .. })
    }

    /// Returns the same time on this date, or at `time` on it; `None` for a recurring time.
    pub(super) fn on(&self, date: NaiveDate, time: Option<NaiveTime>) -> Option<Self> {
        let Cadence::At { times, .. } = &self.cadence else { return None };
        let times = time.map_or_else(|| times.clone(), |time| vec![time]);
        Some(Self { zone: self.zone, ..Self::of(Cadence::At { day: Some(Day::Date(date)), times }) })
    }

    /// Returns the same with one time of day in the place of its times.
    pub(super) fn with_time(&self, time: NaiveTime) -> Self {
        let mut changed = self.clone();
        if let Cadence::At { times, .. } | Cadence::Recurring { at: Times::At(times), .. } =
            &mut changed.cadence
        {
            *times = vec![time];
        }
        changed
    }

    /// Returns the cadences for the scheduler, one or more; `default` is the zone if none was named.
    ///
    /// # Errors
    /// Returns why the time cannot be booked.
    pub(super) fn timings(&self, now: DateTime<Utc>, default: Zone) -> Result<Vec<Timing>, Misfit> {
        let zone = self.zone.unwrap_or(default);
        let local = now.with_timezone(&zone).naive_local();
        if let Cadence::Recurring { at: Times::At(times), .. } = &self.cadence
            && self.is_small_hour
        {
            return Err(Misfit::WhichHalf(local.date().and_time(in_afternoon(times[0]))));
        }
        Ok(match &self.cadence {
            Cadence::After(span) => vec![Timing::once(span.from(now, local).ok_or(Misfit::TooFar)?)],
            Cadence::At { day, times } => {
                let once = |time: &NaiveTime| Ok(Timing::once(wall_clock(self.moment(*day, *time, local)?)));
                times.iter().map(once).collect::<Result<_, _>>()?
            }
            Cadence::Interval(span) if span.is_of_calendar() => {
                vec![rule::from_now(*span, local).ok_or(Misfit::TooFar)?]
            }
            Cadence::Interval(span) => {
                let value = span.total_seconds().to_string();
                vec![Timing { cadence_type: "interval", cadence_value: value }]
            }
            Cadence::Recurring { on: on @ (Days::Nth { .. } | Days::Each { .. }), months, at, end } => {
                rule::timings((on, months, at), end.as_ref(), (now, zone))?
            }
            Cadence::Recurring { on, months, at, end: Some(end) } => {
                rule::timings((on, months, at), Some(end), (now, zone))?
            }
            Cadence::Recurring { on, months, at, end: None } => cron::timings(on, months, at),
        })
    }

    /// Returns the local time of a day.
    fn moment(
        &self,
        day: Option<Day>,
        time: NaiveTime,
        local: NaiveDateTime,
    ) -> Result<NaiveDateTime, Misfit> {
        let at = next(day, time, local).ok_or(Misfit::TooFar)?;
        if self.weekday.is_some_and(|named| named != at.weekday()) {
            return Err(Misfit::OtherWeekday(at.date()));
        }
        if time == NaiveTime::MIN && !matches!(day, None | Some(Day::Today | Day::Date(_))) {
            return Err(Misfit::WhichMidnight(at.date()));
        }
        if let Some(later) = self.after_noon(day, at, local) {
            return Err(Misfit::WhichHalf(later));
        }
        if at <= local { Err(Misfit::Past(at)) } else { Ok(at) }
    }

    /// Returns the same hour after noon, if it may be meant rather than `at`: today's, or that of the day that was
    /// named.
    fn after_noon(&self, day: Option<Day>, at: NaiveDateTime, local: NaiveDateTime) -> Option<NaiveDateTime> {
        let is_near = matches!(day, None | Some(Day::Today));
        let is_night = at.hour() < DAWN;
        let today = local.date().and_time(at.time()).checked_add_signed(HALF_A_DAY)?;
        let is_unlikely = at <= local || at.date() > local.date() || is_night;
        if is_near && today > local && ((self.is_open && is_unlikely) || (self.is_small_hour && is_night)) {
            return Some(today);
        }
        let later = at.checked_add_signed(HALF_A_DAY)?;
        (self.is_small_hour && is_night && later > local).then_some(later)
    }

    /// Returns both times that one hour may mean: the one after noon, and the one before noon.
    pub(super) fn halves(&self, later: NaiveDateTime, local: NaiveDateTime) -> Vec<Self> {
        let settled = Self { is_open: false, is_small_hour: false, ..self.clone() };
        let afternoon = settled.in_afternoon();
        let Cadence::At { day, times } = &self.cadence else { return vec![afternoon, settled] };
        let earlier = match day {
            None | Some(Day::Today) => {
                times.first().and_then(|time| next(None, *time, local)).map(|at| at.date())
            }
            Some(_) => Some(later.date()),
        };
        let night = earlier.and_then(|date| settled.on(date, None));
        afternoon.on(later.date(), None).into_iter().chain(night).collect()
    }

    /// Returns the same times half a day later.
    fn in_afternoon(&self) -> Self {
        let mut later = self.clone();
        if let Cadence::At { times, .. } | Cadence::Recurring { at: Times::At(times), .. } =
            &mut later.cadence
        {
            times.iter_mut().for_each(|time| *time = in_afternoon(*time));
        }
        later
    }

    /// Returns the time that is this span before one that happens once; `None` for other times.
    pub(super) fn earlier(&self, span: Span, now: DateTime<Utc>, default: Zone) -> Option<Self> {
        let local = now.with_timezone(&self.zone.unwrap_or(default)).naive_local();
        let Cadence::At { day, times } = &self.cadence else { return None };
        let at = next(*day, *times.first()?, local)?;
        // Minutes before a day without a time are not known.
        let is_exact = span.months == 0 && times.len() == 1 && !(self.lacks_time && span.seconds > 0);
        let at = at.checked_sub_signed(TimeDelta::seconds(span.total_seconds().try_into().ok()?))?;
        let earlier = self.on(at.date(), Some(at.time()))?;
        is_exact.then_some(Self { is_small_hour: self.is_small_hour, ..earlier })
    }
}

fn in_afternoon(time: NaiveTime) -> NaiveTime {
    time.overflowing_add_signed(HALF_A_DAY).0
}

impl Timing {
    fn once(cadence_value: String) -> Self {
        Self { cadence_type: "once", cadence_value }
    }
}

/// Returns the ends of a text that may contain a time, the shortest first, each with the text before it.
fn ends(text: &str) -> impl Iterator<Item = (&str, &str)> {
    let starts = text.rmatch_indices(char::is_whitespace).map(|(index, space)| index + space.len());
    let parts = starts.take(MOST_WORDS).map(|start| (text[..start].trim_end(), &text[start..]));
    parts.filter(|(before, _)| !GO_ON.iter().any(|word| take_end(before, word).is_some()))
}

fn wall_clock(local: NaiveDateTime) -> String {
    local.format("%Y-%m-%d %H:%M:%S").to_string()
}

const WEEK: [Weekday; 7] =
    [Weekday::Mon, Weekday::Tue, Weekday::Wed, Weekday::Thu, Weekday::Fri, Weekday::Sat, Weekday::Sun];
/// The hour at which the night ends: few people want a reminder before.
const DAWN: u32 = 6;
const HALF_A_DAY: TimeDelta = TimeDelta::hours(12);
