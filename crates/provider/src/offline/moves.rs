//! Changes of times: "move the dentist to friday", "make it 10 instead", "push it back an hour", "no, at 10".

use chrono::{DateTime, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Timelike as _};
use serde_json::json;

use super::{
    super::Suggestion,
    changes::target,
    followup::time_alone,
    parse::{Action, Command, Target},
    plan::{Slot, Then, lookup},
    reply::{Moment, Schedule},
    texts,
    when::{Cadence, Misfit, Span, Timing, When, span},
    words::{is_end, take, take_any, take_end, trim_end},
};

/// How the time of a schedule changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Move {
    /// To this time, in its words. What they leave out stays as it is.
    To(String),
    Later(Span),
    Earlier(Span),
    /// By so much, in a direction that was not said.
    By(Span),
    /// To a time that was not said.
    Somewhere,
}

/// A direction in time.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Way {
    Later,
    Earlier,
    Open,
}

impl Move {
    /// Returns its words behind the name of the schedule.
    pub(super) fn words(&self) -> String {
        match self {
            Self::To(time) => format!(" to {time}"),
            Self::Later(span) => format!(" {} later", span.words()),
            Self::Earlier(span) => format!(" {} earlier", span.words()),
            Self::By(span) => format!(" by {}", span.words()),
            Self::Somewhere => String::new(),
        }
    }
}

/// "move the dentist to friday", "make it 10", "postpone pills by an hour"; "no, at 10" and "an hour later", which are about
/// "it".
pub(super) fn request(text: &str) -> Option<Command> {
    let mut text = trim_end(text);
    let mut is_instead = false;
    while let Some(rest) =
        ["instead", "please", "rather", "then"].iter().find_map(|word| take_end(text, word))
    {
        is_instead |= !text.to_ascii_lowercase().ends_with("please");
        text = trim_end(rest);
    }
    let (target, how) = match correction(text, is_instead) {
        Some(how) => (Target::It, how),
        None => named(text)?,
    };
    Some(Command::Change { action: Action::Move(how), target })
}

/// "no, at 10", "make it friday", "10 instead", "an hour later".
fn correction(text: &str, is_instead: bool) -> Option<Move> {
    let mut rest = text;
    while let Some(after) = take_any(rest, CORRECTIONS).filter(|after| !is_end(after)) {
        rest = after;
    }
    if let Some((span, after)) = span(rest)
        && let Some(how) = shifted(span, after, Way::Open)
        && !matches!(how, Move::By(_))
    {
        return Some(how);
    }
    let is_opened = rest.len() < text.len() || is_instead;
    let said = if take_any(text, MAKE).is_some() { take(rest, "to").unwrap_or(rest) } else { rest };
    if is_opened { to(said) } else { None }
}

/// "move the dentist to friday", "postpone it", "bring the call forward by an hour".
fn named(text: &str) -> Option<(Target, Move)> {
    let (verb, way) = VERBS.iter().find(|(verb, _)| take(text, verb).is_some())?;
    let rest = take(text, verb)?;
    let rest = take_any(rest, &["the time of", "the date of", "the time for", "the time"]).unwrap_or(rest);
    let starts = rest.match_indices(char::is_whitespace).map(|(at, space)| at + space.len());
    for start in [0].into_iter().chain(starts) {
        let head = rest[..start].trim();
        if let Some(how) = tail(&rest[start..], *way) {
            let target = if head.is_empty() { Target::It } else { target(head)? };
            let is_it = target == Target::It && !head.is_empty();
            return Some((target, how)).filter(|_| is_it || !ONLY_IT.contains(verb));
        }
    }
    let target = target(rest)?;
    let asks = ASKING.contains(verb) || (target == Target::It && ["move", "change"].contains(verb));
    asks.then_some((target, Move::Somewhere))
}

/// Reads what follows the name: "to friday", "back an hour", "by 10 minutes", "30 minutes later".
fn tail(text: &str, way: Way) -> Option<Move> {
    let particle = PARTICLES.iter().find_map(|(word, own)| Some((own(way), take(text, word)?)));
    let (way, rest) = particle.unwrap_or((way, text));
    if let Some(time) = take_any(rest, &["to", "until", "till"]) {
        return to(time);
    }
    let (length, after) = span(take_any(rest, &["by", "for"]).unwrap_or(rest))?;
    shifted(length, after, way)
}

/// Returns the shift of this length, unless other words follow.
fn shifted(span: Span, after: &str, way: Way) -> Option<Move> {
    let after = trim_end(after);
    let is_one_of = |words: &[&str]| words.iter().any(|word| after.eq_ignore_ascii_case(word));
    match after {
        "" if way == Way::Later => Some(Move::Later(span)),
        "" if way == Way::Earlier => Some(Move::Earlier(span)),
        "" => Some(Move::By(span)),
        _ if is_one_of(&["later", "more"]) => Some(Move::Later(span)),
        _ if is_one_of(&["earlier", "sooner"]) => Some(Move::Earlier(span)),
        _ if is_one_of(&["back", "forward"]) => Some(Move::By(span)),
        _ => None,
    }
}

fn to(said: &str) -> Option<Move> {
    let said = trim_end(said);
    let is_time = time_alone(said).is_some() || time_alone(&format!("{said} at 09:00")).is_some();
    (!said.is_empty() && is_time).then(|| Move::To(said.to_owned()))
}

/// Returns the call that changes the time of a schedule, or a question.
pub(super) fn moved(how: &Move, schedule: &Schedule, moment: Moment) -> Slot {
    let Some(at) = schedule.next_local(moment).filter(|_| *how != Move::Somewhere) else {
        return Slot::Said(texts::move_where(schedule, moment));
    };
    let is_once = schedule.cadence_type == "once";
    match how {
        Move::By(span) => {
            let ways = [("Later", Move::Later(*span)), ("Earlier", Move::Earlier(*span))];
            let offers = ways.map(|(label, how)| offer(schedule, label.to_owned(), &how)).to_vec();
            Slot::Asked(texts::which_way(schedule, &offers), offers)
        }
        Move::To(said) if is_once => {
            let now = local(schedule, moment);
            match in_full(said, at).map(|when| nearest(when, said, (at, now))) {
                Some(Ok(when)) => once(&when, schedule, moment),
                Some(Err(misfit)) => cannot(misfit, schedule, moment),
                None => Slot::Said(texts::move_where(schedule, moment)),
            }
        }
        Move::To(said) => repeating(said, at, schedule, moment),
        Move::Later(span) | Move::Earlier(span) if is_once => {
            let shifted = match (how, span.is_short()) {
                (Move::Later(_), true) => plus(schedule, span, 1, moment),
                (_, true) => plus(schedule, span, -1, moment),
                (Move::Later(_), false) => span.after(at),
                (_, false) => span.before(at),
            };
            match shifted {
                Some(at) if at > local(schedule, moment) => {
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

/// Completes a time by the one that it replaces. The part of a day replaces the hour, too.
fn in_full(said: &str, at: NaiveDateTime) -> Option<When> {
    let names_part = PARTS_OF_DAY.iter().any(|part| said.to_lowercase().contains(part));
    let when = match time_alone(said) {
        Some(when) if !when.lacks_time || names_part => when,
        _ => time_alone(&format!("{said} at {}", at.format("%H:%M")))?,
    };
    match when.cadence {
        Cadence::At { day: None, .. } => {
            let on = when.on(at.date(), None)?;
            Some(When { is_open: when.is_open, is_small_hour: when.is_small_hour, ..on })
        }
        _ => Some(when),
    }
}

/// Whether words name a time of day alone: "10", but not "friday at 10".
fn is_clock(said: &str) -> bool {
    time_alone(said).is_some_and(|when| matches!(when.cadence, Cadence::At { day: None, .. }))
}

/// Reads an hour that may be before or after noon as the one that is near the old time.
fn nearest(when: When, said: &str, (at, now): (NaiveDateTime, NaiveDateTime)) -> Result<When, Misfit> {
    let &[time] = when.times() else { return Ok(when) };
    if !when.is_small_hour && !(when.is_open && is_clock(said)) {
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
fn repeating(said: &str, at: NaiveDateTime, schedule: &Schedule, moment: Moment) -> Slot {
    match in_full(said, at) {
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
            let when = in_full(&every, at).filter(When::repeats);
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
    let at: DateTime<chrono::Utc> = schedule.next_run_at?.checked_add_signed(delta)?;
    Some(at.with_timezone(&schedule.zone(moment)).naive_local())
}

fn written(at: NaiveDateTime) -> String {
    at.format("%Y-%m-%d %H:%M:%S").to_string()
}

/// How far an hour may be from the old time so that it is the one that is meant.
const NEAR: TimeDelta = TimeDelta::hours(4);
const PARTS_OF_DAY: [&str; 6] = ["morning", "afternoon", "evening", "night", "noon", "midday"];
/// Words with which a message corrects a time.
const CORRECTIONS: &[&str] = &[
    "no",
    "nope",
    "actually",
    "rather",
    "better",
    "sorry",
    "oops",
    "wait",
    "hmm",
    "i mean",
    "i meant",
    "make it",
    "make that",
    "let's make it",
    "lets make it",
    "let's do",
    "lets do",
    "can we do",
    "can we make it",
    "could we do",
    "how about",
];
const MAKE: &[&str] = &["make it", "make that"];
/// Verbs of moving, with the direction of a shift that has none of its own.
const VERBS: [(&str, Way); 17] = [
    ("move", Way::Open),
    ("reschedule", Way::Open),
    ("shift", Way::Open),
    ("change", Way::Open),
    ("set", Way::Open),
    ("push back", Way::Later),
    ("push", Way::Later),
    ("postpone", Way::Later),
    ("delay", Way::Later),
    ("defer", Way::Later),
    ("put off", Way::Later),
    ("put back", Way::Later),
    ("put", Way::Later),
    ("bring forward", Way::Earlier),
    ("bring", Way::Earlier),
    ("pull forward", Way::Earlier),
    ("pull", Way::Earlier),
];
/// Verbs that need "it": "set the table", "put milk on the list".
const ONLY_IT: [&str; 2] = ["set", "put"];
/// Verbs that ask for a new time even if they name none.
const ASKING: [&str; 5] = ["reschedule", "postpone", "delay", "put off", "push back"];
/// Words of direction behind the name: each with the way to which it turns that of the verb. "Move it back" and "push it
/// forward" mean either.
const PARTICLES: [(&str, fn(Way) -> Way); 5] = [
    ("back", |verb| if verb == Way::Later { Way::Later } else { Way::Open }),
    ("forward", |verb| if verb == Way::Earlier { Way::Earlier } else { Way::Open }),
    ("up", |_| Way::Earlier),
    ("off", |_| Way::Later),
    ("out", |_| Way::Later),
];
