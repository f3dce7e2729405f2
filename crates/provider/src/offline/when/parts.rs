//! The parts of a time, read in any order, and the time that they make together.

use std::mem;

use adjutant_domain::zones::Zone;
use chrono::{NaiveTime, Timelike as _, Weekday};

use super::{
    super::words::{skip_any, take_any},
    Cadence, Day, Days, End, Span, Times, WEEK, When,
    clock::{
        USUAL_TIME, in_part_of_day, is_exact, is_in_part_of_day, is_open, is_small_hour, part_of_day,
        parts_of_day, times,
    },
    days::{date, day, weekday},
    nth::end,
    recurrence::{Every, Hours, every, exception, hours, months, weekdays},
    spans::from_now,
    zones::zone,
};

/// The parts of a time read so far. Each may occur once, in any order.
#[derive(Clone, Default)]
pub(super) struct Parts {
    every: Option<Every>,
    /// The days of a recurrence that has no days of its own: "every hour on weekdays".
    on: Option<Vec<Weekday>>,
    hours: Option<Hours>,
    except: Option<Vec<Weekday>>,
    months: Option<Vec<u32>>,
    end: Option<End>,
    after: Option<Span>,
    day: Option<Day>,
    /// The weekday that was named beside a date.
    weekday: Option<Weekday>,
    times: Option<Vec<NaiveTime>>,
    /// Whether the time is an hour that may be before or after noon.
    is_open: bool,
    /// Whether the time reads as one of the night, but is more likely one of the afternoon.
    is_small_hour: bool,
    /// Whether the part read last is a time with minutes, "am" or "pm".
    is_after_clock: bool,
    /// Whether a time of day was named.
    is_timed: bool,
    /// Whether that is 24:00, the end of the day.
    is_end_of_day: bool,
    zone: Option<Zone>,
    /// The time that a word such as "evening" implies.
    usual: Option<NaiveTime>,
    /// Whether the rest of the text comes after the goal.
    is_after_goal: bool,
}

impl Parts {
    /// Reads parts while there are any; returns the rest of the text.
    pub(super) fn read_all<'t>(&mut self, mut text: &'t str) -> &'t str {
        while let Some(rest) = self.read(text) {
            text = rest;
        }
        text
    }

    /// Returns the parts before the goal, for those that come after it.
    pub(super) fn after_goal(self) -> Self {
        Self { is_after_goal: true, ..self }
    }

    /// Reads one part; returns the rest of the text.
    fn read<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let is_after_clock = mem::take(&mut self.is_after_clock);
        fill(&mut self.every, every(text))
            .or_else(|| self.read_limit(text))
            .or_else(|| fill(&mut self.after, from_now(text)))
            .or_else(|| fill(&mut self.day, day(text).or_else(|| beside_clock(text, is_after_clock))))
            .or_else(|| self.read_date_of_weekday(text))
            .or_else(|| {
                let rest = fill(&mut self.times, times(text))?;
                (self.is_open, self.is_timed) = (is_open(text), true);
                self.is_end_of_day = text[..text.len() - rest.len()].contains("24:00");
                (self.is_small_hour, self.is_after_clock) = (is_small_hour(text), is_exact(text));
                Some(rest)
            })
            .or_else(|| {
                let after_day = self.day.is_some() || self.every.is_some();
                fill(&mut self.times, parts_of_day(text, after_day))
                    .or_else(|| fill(&mut self.usual, part_of_day(text, after_day)))
            })
            .or_else(|| fill(&mut self.zone, zone(text)))
    }

    /// Reads a limit of a recurrence.
    fn read_limit<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        match self.every.as_ref()? {
            Every::Span(_) => {
                let days = || weekdays(skip_any(text, &["on the", "on"]), take_any(text, &["on"]).is_some());
                fill(&mut self.hours, hours(text)).or_else(|| fill(&mut self.on, days()))
            }
            Every::Days(_) | Every::Year => None,
        }
        .or_else(|| fill(&mut self.except, exception(text)))
        .or_else(|| fill(&mut self.months, months(text)))
        .or_else(|| fill(&mut self.end, end(text, self.is_after_goal)))
    }

    /// Reads the date that follows a weekday: "friday, 4 december".
    fn read_date_of_weekday<'t>(&mut self, text: &'t str) -> Option<&'t str> {
        let Some(Day::Next { weekday, .. }) = self.day else { return None };
        let (date, rest) = date(skip_any(text, &["on the", "the"]))?;
        (self.day, self.weekday) = (Some(date), Some(weekday));
        Some(rest)
    }

    /// Returns the time that the parts make together, if they make one.
    pub(super) fn finish(mut self) -> Option<When> {
        if self.contradicts_itself() {
            return None;
        }
        let (zone, weekday, names_part) = (self.zone, self.weekday, self.usual.is_some());
        let (is_open, is_timed) = (self.is_open && self.usual.is_none(), self.is_timed);
        let is_small_hour = self.is_small_hour && self.usual.is_none();
        let is_end_of_day = self.is_end_of_day;
        let cadence = match self.every.take() {
            Some(every) => self.recurring(every)?,
            None => self.once()?,
        };
        let cadence = if is_end_of_day { at_end_of_day(cadence)? } else { cadence };
        let is_of_day = matches!(cadence, Cadence::At { .. } | Cadence::Recurring { at: Times::At(_), .. });
        Some(When {
            cadence,
            weekday,
            zone,
            is_open,
            is_small_hour,
            lacks_time: is_of_day && !is_timed,
            names_part,
        })
    }

    /// Returns whether the times do not fit the part of the day: "monday morning at 7pm"; or "tomorrow night at 1",
    /// which may be either of two nights.
    fn contradicts_itself(&self) -> bool {
        let (Some(usual), Some(times)) = (self.usual, &self.times) else { return false };
        let is_one_day = self.day.is_some_and(|day| day != Day::Today);
        !times.iter().all(|time| is_in_part_of_day(*time, usual, is_one_day))
    }

    fn once(mut self) -> Option<Cadence> {
        let times = self.times();
        match (self.after, self.day, times) {
            (Some(span), None, None) if self.usual.is_none() => Some(Cadence::After(span)),
            (Some(span), None, Some(times)) if span.seconds == 0 => {
                Some(Cadence::At { day: Some(Day::In(span)), times })
            }
            (None, Some(Day::Today), None) => None,
            (None, Some(day), times) => {
                Some(Cadence::At { day: Some(day), times: times.unwrap_or_else(usual_time) })
            }
            // "at 8 and 20" leaves the day open.
            (None, None, Some(times)) if times.len() == 1 => Some(Cadence::At { day: None, times }),
            _ => None,
        }
    }

    fn recurring(mut self, every: Every) -> Option<Cadence> {
        let times = self.times();
        if self.after.is_some() {
            return None;
        }
        let has_day = self.day.is_some() || self.on.is_some();
        let on = match (every, self.day) {
            (Every::Span(Span::WEEK), Some(Day::Next { weekday, not_today: false }))
                if self.on.is_none() && self.hours.is_none() =>
            {
                Days::Week(vec![weekday])
            }
            (Every::Span(Span::WEEK), None) if self.on.is_some() && self.hours.is_none() => {
                Days::Week(self.on.take()?)
            }
            (Every::Year, Some(Day::OfYear { month, day })) => Days::Year { month, day },
            (Every::Span(span), day) if span.is_counted(times.is_some() || has_day) => {
                self.counted(span, day)?
            }
            (Every::Span(span), None) if times.is_none() => return self.repeating(span),
            (Every::Days(days), None) => days,
            _ => return None,
        };
        let times = times.unwrap_or_else(usual_time);
        // Rules that count periods begin together only if they are one.
        let is_one = times.iter().all(|time| time.minute() == times[0].minute());
        if matches!(on, Days::Each { .. }) && !is_one {
            return None;
        }
        Some(Cadence::Recurring {
            on: self.without_exception(on)?,
            months: self.months.unwrap_or_default(),
            at: Times::At(times),
            end: self.end,
        })
    }

    /// Returns the days of each so many days, weeks, months or years: "every 2 weeks on monday", "every 3 months on the
    /// 1st".
    fn counted(&mut self, span: Span, day: Option<Day>) -> Option<Days> {
        if self.hours.is_some() {
            return None;
        }
        let is_weekly = span.months == 0 && span.days.is_multiple_of(7);
        let on = match (self.on.take(), day) {
            (None, None) => None,
            (Some(days), None) if is_weekly => Some(Days::Week(days)),
            (None, Some(Day::Next { weekday, not_today: false })) if is_weekly => {
                Some(Days::Week(vec![weekday]))
            }
            (None, Some(Day::OfMonth(day))) if span.months > 0 && !span.months.is_multiple_of(12) => {
                Some(Days::Month(vec![day]))
            }
            (None, Some(Day::OfYear { month, day })) if span.months.is_multiple_of(12) && span.months > 0 => {
                Some(Days::Year { month, day })
            }
            _ => return None,
        };
        Some(Days::Each { span, on: on.map(Box::new) })
    }

    /// Returns an interval, or the same repetition by the clock if it has limits: "every hour on weekdays", "between 9
    /// and 17".
    fn repeating(mut self, span: Span) -> Option<Cadence> {
        let is_limited =
            self.on.is_some() || self.hours.is_some() || self.except.is_some() || self.months.is_some();
        if !is_limited {
            // "every month" lacks its day.
            let is_clear = span.months == 0 || (span.months > 1 && span.months != 12);
            return (is_clear && self.end.is_none()).then_some(Cadence::Interval(span));
        }
        let minutes = span.seconds / 60;
        let is_even = minutes > 0
            && span.is_short()
            && span.seconds.is_multiple_of(60)
            && (60 % minutes == 0
                || (minutes.is_multiple_of(60) && (self.hours.is_some() || 1440 % minutes == 0)));
        let (from, until) = self.hours.unwrap_or((0, 24));
        let on = Days::Week(self.on.take().unwrap_or_else(|| WEEK.to_vec()));
        let on = self.without_exception(on)?;
        let at = Times::Each { minutes, from, until };
        let (months, end) = (self.months.unwrap_or_default(), self.end);
        is_even.then_some(Cadence::Recurring { on, months, at, end })
    }

    /// Returns the days without the excepted ones; `None` if they cannot be told apart or none is left.
    fn without_exception(&mut self, days: Days) -> Option<Days> {
        let Some(except) = self.except.take() else { return Some(days) };
        let Days::Week(days) = days else { return None };
        let left: Vec<_> = days.into_iter().filter(|day| !except.contains(day)).collect();
        (!left.is_empty()).then_some(Days::Week(left))
    }

    /// Returns the times of day, made definite by the part of the day.
    fn times(&mut self) -> Option<Vec<NaiveTime>> {
        let usual = self.usual;
        match self.times.take() {
            Some(times) => Some(
                times
                    .into_iter()
                    .map(|time| usual.map_or(time, |usual| in_part_of_day(time, usual)))
                    .collect(),
            ),
            None => usual.map(|usual| vec![usual]),
        }
    }
}

/// Returns a cadence at 24:00, which was read as midnight: the end of a date begins the next.
fn at_end_of_day(cadence: Cadence) -> Option<Cadence> {
    match cadence {
        Cadence::At { times, .. } if times.len() > 1 => None,
        Cadence::At { day: Some(Day::Date(date)), times } => {
            Some(Cadence::At { day: Some(Day::Date(date.succ_opt()?)), times })
        }
        Cadence::At { .. } => Some(cadence),
        Cadence::Recurring { on: Days::Week(days), .. } if days.as_slice() != WEEK => None,
        Cadence::Recurring { on: Days::Week(_), at: Times::At(ref times), .. } if times.len() == 1 => {
            Some(cadence)
        }
        _ => None,
    }
}

/// Reads the short name of a day directly beside a time: "sat 10am", "10am sat". Elsewhere "sat" is another word.
fn beside_clock(text: &str, is_after_clock: bool) -> Option<(Day, &str)> {
    let (weekday, false, rest) = weekday(text, true)? else { return None };
    (is_after_clock || is_exact(rest)).then_some((Day::Next { weekday, not_today: false }, rest))
}

impl Span {
    /// Returns whether a recurrence at this interval is one of days, with a time of day or on certain days.
    fn is_counted(self, is_definite: bool) -> bool {
        let is_of_days = self.seconds == 0 && (self.months == 0 || self.days == 0);
        // "every week at 9" lacks its day.
        let is_single = matches!(self, Self::WEEK | Self { months: 1 | 12, .. });
        is_of_days && !is_single && is_definite
    }
}

fn usual_time() -> Vec<NaiveTime> {
    vec![USUAL_TIME]
}

/// Puts a value into an empty slot; returns the rest of the text.
fn fill<'t, T>(slot: &mut Option<T>, found: Option<(T, &'t str)>) -> Option<&'t str> {
    let (value, rest) = found.filter(|_| slot.is_none())?;
    *slot = Some(value);
    Some(rest)
}
