//! The new times of schedules that are moved. What was not said stays as it is, but a paused schedule that is due once
//! is resumed: a new time shows that it is wanted.

use chrono::{DateTime, Datelike as _, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike as _};
use serde_json::json;

use super::{
    super::Suggestion,
    followup::time_alone,
    moves::Move,
    plan::{Slot, Then, lookup},
    reply::{Moment, Schedule},
    texts,
    when::{Cadence, Day, Misfit, Span, Timing, When},
    words::take,
};

/// Returns the call that changes the time of a schedule, or a question.
pub(super) fn moved(how: &Move, schedule: &Schedule, moment: Moment) -> Slot {
    let Some(at) = schedule.next_local(moment).filter(|_| *how != Move::Somewhere) else {
        return Slot::Said(texts::move_where(schedule, moment));
    };
    let (is_once, now) = (schedule.cadence_type == "once", local(schedule, moment));
    match how {
        Move::By(span) => {
            let ways = [("Later", Move::Later(*span)), ("Earlier", Move::Earlier(*span))];
            let offers = ways.map(|(label, how)| offer(schedule, label.to_owned(), &how)).to_vec();
            Slot::Asked(texts::which_way(schedule, &offers), offers)
        }
        Move::To(said) if is_once => {
            match in_full(said, (at, now)).map(|when| nearest(when, said, (at, now))) {
                Some(Ok(when)) => today_or_later(&when, (at, now), schedule)
                    .unwrap_or_else(|| once(&when, schedule, moment)),
                Some(Err(misfit)) => cannot(misfit, schedule, moment),
                None => Slot::Said(texts::move_where(schedule, moment)),
            }
        }
        Move::To(said) => repeating(said, (at, now), schedule, moment),
        Move::Later(span) | Move::Earlier(span) if is_once => {
            let shifted = match (how, span.is_short()) {
                (Move::Later(_), true) => plus(schedule, span, 1, moment),
                (_, true) => plus(schedule, span, -1, moment),
                (Move::Later(_), false) => span.after(at),
                (_, false) => span.before(at),
            };
            match shifted {
                Some(at) if at > now => {
                    edit(schedule, &Timing { cadence_type: "once", cadence_value: written(at) }, None)
                }
                Some(at) => cannot(Misfit::Past(at), schedule, moment),
                None => cannot(Misfit::TooFar, schedule, moment),
            }
        }
        Move::Later(span) | Move::Earlier(span) => {
            let seconds = i64::try_from(span.total_seconds()).unwrap_or(i64::MAX);
            let delta =
                TimeDelta::try_seconds(if matches!(how, Move::Later(_)) { seconds } else { -seconds });
            let shifted = delta.filter(|_| span.is_short()).and_then(|delta| at.checked_add_signed(delta));
            let time = shifted.filter(|shifted| shifted.date() == at.date()).map(|shifted| shifted.time());
            let clocked = time.filter(|time| clocked(schedule, *time).is_some());
            let offers = clocked.map(|time| {
                let time = time.format("%H:%M").to_string();
                offer(schedule, format!("Always at {time}"), &Move::To(time))
            });
            let offers: Vec<_> = offers.into_iter().collect();
            Slot::Asked(texts::repeats(schedule, &offers, moment), offers)
        }
        Move::Somewhere => Slot::Said(texts::move_where(schedule, moment)),
    }
}

/// Completes a time by the one that it replaces. The part of a day replaces the hour, too. A day that passed in a pause
/// is replaced by today.
fn in_full(said: &str, (at, now): (NaiveDateTime, NaiveDateTime)) -> Option<When> {
    let period = PERIODS.iter().find(|(period, _)| said.eq_ignore_ascii_case(period));
    // The last day of a month may be meant as such.
    let is_last = at.date().succ_opt().is_some_and(|next| next.day() == 1);
    if period.is_some_and(|(_, form)| form.contains("month")) && is_last {
        return None;
    }
    let said = period.map_or_else(|| said.to_owned(), |(_, form)| at.format(form).to_string());
    let when = match time_alone(&said) {
        Some(when) if !when.lacks_time || when.names_part => when,
        _ => time_alone(&format!("{said} at {}", at.format("%H:%M")))?,
    };
    match when.cadence {
        Cadence::At { day: None, .. } => {
            let on = when.on(at.date().max(now.date()), None)?;
            Some(When { is_open: when.is_open, is_small_hour: when.is_small_hour, ..on })
        }
        _ => Some(when),
    }
}

/// Returns whether words name a time of day alone: "10", but not "friday at 10".
fn is_clock(said: &str) -> bool {
    time_alone(said).is_some_and(|when| matches!(when.cadence, Cadence::At { day: None, .. }))
}

/// "half past eleven", "ten to 9", without "am" or "pm".
fn is_spoken(said: &str) -> bool {
    let said = format!(" {} ", said.to_lowercase());
    let has = |words: &[&str]| words.iter().any(|word| said.contains(word));
    has(&[" past ", " to ", " half ", " quarter "]) && !has(&["am ", "pm ", "a.m", "p.m"])
}

/// Reads an hour that may be before or after noon as the one that is near the old time.
fn nearest(when: When, said: &str, (at, now): (NaiveDateTime, NaiveDateTime)) -> Result<When, Misfit> {
    let &[time] = when.times() else { return Ok(when) };
    if !when.is_small_hour && !((when.is_open || is_spoken(said)) && is_clock(said)) {
        return Ok(when);
    }
    let distance = |time: NaiveTime| time.signed_duration_since(at.time()).abs();
    let later = time.overflowing_add_signed(TimeDelta::hours(12)).0;
    let near = [time, later].into_iter().filter(|time| distance(*time) < NEAR).collect::<Vec<_>>();
    match near.as_slice() {
        [near] => Ok(When { is_open: false, is_small_hour: false, ..when.with_time(*near) }),
        _ => Err(Misfit::WhichHalf(when.date(now).unwrap_or(at.date()).and_time(later.max(time)))),
    }
}

/// Asks which one is meant by the name of today's weekday: today, or a week later.
fn today_or_later(
    when: &When,
    (at, now): (NaiveDateTime, NaiveDateTime),
    schedule: &Schedule,
) -> Option<Slot> {
    let Cadence::At { day: Some(Day::Next { .. }), times } = &when.cadence else { return None };
    let today = when.date(now).filter(|date| *date == now.date() && at.date() != *date)?;
    let days = [today, today.checked_add_days(chrono::Days::new(7))?];
    let offers = days.map(|date| {
        let at = date.and_time(times[0]);
        let label = at.format("%A %-d %B at %H:%M").to_string();
        offer(schedule, label, &Move::To(at.format("%Y-%m-%d at %H:%M").to_string()))
    });
    Some(Slot::Asked(texts::today_or_later(schedule, &offers), offers.to_vec()))
}

/// Returns the call that makes a schedule happen once at another time, or repeatedly.
fn once(when: &When, schedule: &Schedule, moment: Moment) -> Slot {
    let own = Moment { zone: schedule.zone(moment), ..moment };
    match when.timings_of(own).as_deref() {
        Ok([timing]) => edit(schedule, timing, when.zone.map(|zone| zone.name())),
        Ok(_) => Slot::Said(texts::move_where(schedule, moment)),
        Err(misfit) => cannot(*misfit, schedule, moment),
    }
}

/// Changes a schedule that repeats: to other days, or to another time on all of its days.
fn repeating(
    said: &str,
    (at, now): (NaiveDateTime, NaiveDateTime),
    schedule: &Schedule,
    moment: Moment,
) -> Slot {
    match in_full(said, (at, now)) {
        Some(when) if when.repeats() => once(&when, schedule, moment),
        Some(when) if is_clock(said) => {
            let clocked = nearest(when, said, (at, at))
                .map(|when| when.times().first().and_then(|time| clocked(schedule, *time)));
            match clocked {
                Ok(Some(value)) => edit(schedule, &value, None),
                Ok(None) => Slot::Asked(texts::repeats(schedule, &[], moment), Vec::new()),
                Err(misfit) => cannot(misfit, schedule, moment),
            }
        }
        _ => {
            let every = format!("every {}", take(said, "on").unwrap_or(said));
            let when = in_full(&every, (at, now)).filter(When::repeats);
            let wording = when.and_then(|when| when.wording(moment.now, schedule.zone(moment)).ok());
            let offers = wording.map(|it| offer(schedule, it.label, &Move::To(it.phrase)));
            let offers: Vec<_> = offers.into_iter().collect();
            Slot::Asked(texts::repeats(schedule, &offers, moment), offers)
        }
    }
}

/// Returns the cadence at another time of day; `None` if it has several times, or none.
fn clocked(schedule: &Schedule, time: NaiveTime) -> Option<Timing> {
    let (hour, minute) = (time.hour().to_string(), time.minute().to_string());
    let is_number = |text: &str| !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_digit());
    let value = &schedule.cadence_value;
    let (cadence_type, cadence_value) = match schedule.cadence_type.as_str() {
        "cron" => {
            let fields: Vec<_> = value.split_whitespace().collect();
            let [minutes, hours, days @ ..] = fields.as_slice() else { return None };
            let is_one = is_number(minutes) && is_number(hours) && days.len() == 3;
            ("cron", is_one.then(|| format!("{minute} {hour} {}", days.join(" ")))?)
        }
        "rrule" => {
            let part = |part: &str| {
                let (name, old) = part.split_once('=')?;
                let new = match name {
                    "BYHOUR" => &hour,
                    "BYMINUTE" => &minute,
                    _ => return Some(part.to_owned()),
                };
                is_number(old).then(|| format!("{name}={new}"))
            };
            let (start, rule) =
                value.rsplit_once(' ').map_or(("", value.as_str()), |(start, rule)| (start, rule));
            let (head, rule) = rule.split_once(':').map_or(("", rule), |(head, rule)| (head, rule));
            let has_time =
                rule.contains("BYHOUR=") && rule.contains("BYMINUTE=") && start.is_empty() && head.is_empty();
            let parts = rule.split(';').map(part).collect::<Option<Vec<_>>>()?;
            ("rrule", has_time.then(|| parts.join(";"))?)
        }
        _ => return None,
    };
    Some(Timing { cadence_type, cadence_value })
}

fn edit(schedule: &Schedule, timing: &Timing, zone: Option<&str>) -> Slot {
    let mut arguments = json!({
        "schedule_id": schedule.schedule_id,
        "cadence_type": timing.cadence_type,
        "cadence_value": timing.cadence_value,
    });
    if let Some(zone) = zone {
        arguments["timezone"] = zone.into();
    }
    if schedule.cadence_type == "once" && schedule.status == "paused" && !schedule.overdue {
        arguments["status"] = "active".into();
    }
    lookup("schedule_edit", arguments, Then::Moved)
}

/// Says why a schedule cannot have a time, and offers others.
fn cannot(misfit: Misfit, schedule: &Schedule, moment: Moment) -> Slot {
    let local = local(schedule, moment);
    let other_half = |at: NaiveDateTime| at - TimeDelta::hours(12);
    let times: Vec<NaiveDateTime> = match misfit {
        Misfit::WhichHalf(later) => vec![other_half(later), later],
        Misfit::Past(at) => {
            let again: Option<NaiveDate> = local.date().succ_opt();
            again.map(|date| date.and_time(at.time())).into_iter().collect()
        }
        Misfit::TooFar | Misfit::OtherWeekday(_) | Misfit::WhichMidnight(_) => Vec::new(),
    };
    let is_once = schedule.cadence_type == "once";
    let offers = times.into_iter().filter(|at| !is_once || *at > local).map(|at| {
        let (label, time) = match is_once {
            true => ("%A %-d %B at %H:%M", "%Y-%m-%d at %H:%M"),
            false => ("%H:%M", "%H:%M"),
        };
        offer(schedule, at.format(label).to_string(), &Move::To(at.format(time).to_string()))
    });
    let offers: Vec<_> = offers.collect();
    Slot::Asked(texts::not_moved(schedule, misfit, &offers), offers)
}

fn offer(schedule: &Schedule, label: String, how: &Move) -> Suggestion {
    Suggestion { label, message: format!("move {}{}", schedule.schedule_id, how.words()) }
}

fn local(schedule: &Schedule, moment: Moment) -> NaiveDateTime {
    moment.now.with_timezone(&schedule.zone(moment)).naive_local()
}

/// Returns the local time that is this much later or earlier than the schedule's next time.
fn plus(schedule: &Schedule, span: &Span, sign: i64, moment: Moment) -> Option<NaiveDateTime> {
    let delta = TimeDelta::try_seconds(sign * i64::try_from(span.total_seconds()).ok()?)?;
    let at: DateTime<chrono::Utc> = schedule.next_at(moment)?.checked_add_signed(delta)?;
    Some(at.with_timezone(&schedule.zone(moment)).naive_local())
}

fn written(at: NaiveDateTime) -> String {
    at.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// How far an hour may be from the old time so that it is the one that is meant.
const NEAR: TimeDelta = TimeDelta::hours(4);
/// Periods that keep the day of the old time, in the form that names it.
pub(super) const PERIODS: [(&str, &str); 9] = [
    ("weekly", "every %A"),
    ("every week", "every %A"),
    ("once a week", "every %A"),
    ("monthly", "every month on the %-d"),
    ("every month", "every month on the %-d"),
    ("once a month", "every month on the %-d"),
    ("yearly", "every year on %-d %B"),
    ("every year", "every year on %-d %B"),
    ("once a year", "every year on %-d %B"),
];
