//! Suggestions: messages that the person may send next with one press, for requests that may mean several things.

use std::collections::HashMap;

use chrono::{Datelike as _, NaiveDateTime, NaiveTime};

use super::{
    burst::commands,
    moves::Move,
    parse::{Action, Command, Kind, some_text},
    readings::Asked,
    reminders::{NEGATED, QUOTES, VERBS, asked},
    reply::{self, Moment, Note, Schedule},
    texts, times,
    when::{Cadence, Misfit, When, stray},
    words::{take_any, take_end, trim_end},
};
use crate::Suggestion;

/// Returns the goal of a reminder whose time was not read.
pub(super) fn goal(text: &str) -> &str {
    Asked::of(text).goal
}

/// Returns whether a reminder is wanted on a condition: "when i get home", "if it rains".
pub(super) fn names_condition(text: &str) -> bool {
    let said = format!(" {} ", asked(text).to_lowercase());
    CONDITIONS.iter().any(|word| said.contains(&format!(" {word} ")))
}

/// Returns up to three reminders that the text may ask for. Each is a message that the assistant understands.
pub(super) fn reminders(text: &str, urgent: bool, moment: Moment) -> Vec<Suggestion> {
    let asked = Asked::of(text);
    let mut found: Vec<Suggestion> = Vec::new();
    for when in asked.readings(moment).into_iter().flat_map(|when| definite(when, moment)) {
        if let Some(suggestion) = suggestion(&when, (asked.goal, Kind::Reminder, urgent), moment)
            && !found.contains(&suggestion)
        {
            found.push(suggestion);
        }
        if found.len() == MOST {
            break;
        }
    }
    found
}

/// Returns the reminders that a note may call for: one that names a day by its distance from today.
pub(super) fn of_note(content: &str, moment: Moment) -> Vec<Suggestion> {
    let Some((when, goal)) = near_day(content) else { return Vec::new() };
    of_times(&definite(when, moment), (goal, Kind::Reminder, false), moment)
}

/// Returns the reminders of an appointment that was named with its time: "a meeting with bob on thursday at 14:00".
pub(super) fn of_appointment(text: &str, moment: Moment) -> Vec<Suggestion> {
    let text = trim_end(text);
    // "a table for friday at 8pm".
    let plain = text.replace(" for ", " ");
    let read = |text| When::at_end(text).filter(|(goal, when)| stray(goal, when.repeats()).is_none());
    match [text, plain.as_str()].into_iter().find_map(read) {
        Some((goal, when)) => of_times(&definite(when, moment), (goal, Kind::Reminder, false), moment),
        None => reminders(&format!("remind me to {text}"), false, moment),
    }
}

/// Returns requests as messages of their own.
pub(super) fn alone(requests: &[String]) -> Vec<Suggestion> {
    let of = |request: &String| Suggestion { label: label(request), message: request.clone() };
    told_apart(requests.iter().take(MOST_ITEMS).map(of))
}

/// Reads a statement with a time such as "tomorrow at 9", which means another day later on; returns it with the rest.
pub(super) fn near_day(text: &str) -> Option<(When, &str)> {
    let at_end = |text| When::at_end(text).map(|(goal, when)| (when, goal));
    let (when, goal) = When::at_start(text).or_else(|| at_end(trim_end(text)))?;
    let goal = VERBS.iter().find_map(|verb| take_end(goal, verb)).unwrap_or(goal);
    when.names_near_day().then_some((when, goal))
}

/// The most items of the scratchpad that are offered.
const MOST_ITEMS: usize = 10;
/// The most characters of a title on a button.
const MAX_LABEL_CHARS: usize = 40;

/// Returns the messages that delete each of these notes.
pub(super) fn deletions(notes: &[&Note]) -> Vec<Suggestion> {
    let of = |note: &&Note| {
        let label = label(&note.text);
        Some(Suggestion { label, message: format!("forget {}", note.note_id.as_deref()?) })
    };
    told_apart(notes.iter().filter_map(of))
}

/// Returns the messages that cross out each of these items.
pub(super) fn crossings(items: &[&str]) -> Vec<Suggestion> {
    let of = |item: &&str| Suggestion { label: label(item), message: format!("cross out {item}") };
    told_apart(items.iter().take(MOST_ITEMS).map(of))
}

/// Returns the messages that change each of these schedules.
pub(super) fn changes(action: &Action, schedules: &[&Schedule], moment: Moment) -> Vec<Suggestion> {
    let (verb, how) = match action {
        Action::Pause => ("pause", String::new()),
        Action::Resume => ("resume", String::new()),
        Action::Delete => ("cancel", String::new()),
        Action::Move(Move::Somewhere) => ("reschedule", String::new()),
        Action::Move(how) => ("move", how.words()),
    };
    let of = |schedule: &&Schedule| Suggestion {
        label: schedule_label(schedule, moment),
        message: format!("{verb} {}{how}", schedule.schedule_id),
    };
    told_apart(schedules.iter().map(of))
}

/// The label of a button for a schedule: its title and time.
fn schedule_label(schedule: &Schedule, moment: Moment) -> String {
    let name = reply::title(schedule);
    let once = schedule.next_run_at.filter(|_| schedule.cadence_type == "once");
    let when = once.map_or_else(|| schedule.description.clone(), |at| times::time(at, schedule, moment));
    let when = times::without_zone(&when, moment);
    if when.is_empty() { label(name) } else { format!("{}: {when}", label(name)) }
}

/// The label of a button for a note.
fn label(text: &str) -> String {
    texts::shortened(&text.split_whitespace().collect::<Vec<_>>().join(" "), MAX_LABEL_CHARS)
}

/// Adds a number to each repeated label.
fn told_apart(suggestions: impl Iterator<Item = Suggestion>) -> Vec<Suggestion> {
    let mut found: Vec<Suggestion> = Vec::new();
    let mut seen: HashMap<String, usize> = HashMap::new();
    for mut suggestion in suggestions {
        let times = seen.entry(suggestion.label.clone()).or_default();
        *times += 1;
        if *times > 1 {
            suggestion.label = format!("{} ({times})", suggestion.label);
        }
        found.push(suggestion);
    }
    found
}

/// Returns both hours that an open one may mean, or else the same time.
fn definite(when: When, moment: Moment) -> Vec<When> {
    match when.timings(moment.asked_at(), moment.zone) {
        Err(Misfit::WhichHalf(later)) => when.halves(later, local(&when, moment)),
        _ => vec![when],
    }
}

fn local(when: &When, moment: Moment) -> NaiveDateTime {
    moment.asked_at().with_timezone(&when.zone.unwrap_or(moment.zone)).naive_local()
}

/// Returns suggestions for a time that cannot be booked.
pub(super) fn instead(
    when: &When,
    misfit: Misfit,
    what: (&str, Kind, bool),
    moment: Moment,
) -> Vec<Suggestion> {
    let readings = match misfit {
        Misfit::TooFar => Vec::new(),
        Misfit::OtherWeekday(date) => {
            let named = when
                .weekday
                .and_then(|weekday| date.iter_days().take(7).find(|day| day.weekday() == weekday));
            [Some(date), named].into_iter().flatten().filter_map(|date| when.on(date, None)).collect()
        }
        // Nobody knows whether a time that passed meanwhile still matters on another day.
        Misfit::Past(_) if moment.sent.is_some() => Vec::new(),
        Misfit::Past(at) => {
            let local = local(when, moment);
            let years = local.year()..=local.year() + 8;
            let date = match at.date() < local.date() {
                true => {
                    years.filter_map(|year| at.with_year(year)).find(|at| *at > local).map(|at| at.date())
                }
                false => local.date().succ_opt(),
            };
            date.and_then(|date| when.on(date, Some(at.time()))).into_iter().collect()
        }
        Misfit::WhichHalf(later) => when.halves(later, local(when, moment)),
        // The midnight at which the day begins, or that at which it ends.
        Misfit::WhichMidnight(date) => {
            let nights = [date.pred_opt(), Some(date)].into_iter().flatten();
            nights.filter_map(|night| when.on(night, NaiveTime::from_hms_opt(23, 59, 0))).collect()
        }
    };
    of_times(&readings, what, moment)
}

pub(super) fn of_times(times: &[When], what: (&str, Kind, bool), moment: Moment) -> Vec<Suggestion> {
    times.iter().filter_map(|when| suggestion(when, what, moment)).collect()
}

/// Returns the message that books this time; `None` if the time cannot be booked or there is no goal.
fn suggestion(when: &When, (goal, kind, urgent): (&str, Kind, bool), moment: Moment) -> Option<Suggestion> {
    let is_too_often = matches!(when.cadence, Cadence::Interval(span) if span.months == 0 && span.total_seconds() < SHORTEST_OFFERED_SECS);
    let when = &when.settled(moment).filter(|_| !is_too_often)?;
    let wording = when.wording(moment.now, moment.zone).ok()?;
    let goal = goal.split_whitespace().collect::<Vec<_>>().join(" ");
    let goal = some_text(&trim_end(&goal).replace(QUOTES, "'"))?;
    let prefix = if urgent { "urgently " } else { "" };
    let said = |goal: &str| match kind {
        Kind::Reminder => format!("{prefix}{}", said(&wording.phrase, goal)),
        Kind::Task => format!("{prefix}{} {goal}", wording.phrase),
    };
    let is_plain = match commands(&[&said(&goal)]).as_deref() {
        Some([Command::Schedule { goal: read, when: again, kind: as_kind, .. }]) => {
            let timings = |when: &When| when.timings(moment.now, moment.zone);
            *read == goal && *as_kind == kind && timings(again) == timings(when)
        }
        _ => false,
    };
    let message = match kind {
        _ if is_plain => said(&goal),
        Kind::Reminder => said(&format!("\"{goal}\"")),
        Kind::Task => return None,
    };
    Some(Suggestion { label: wording.label, message })
}

/// Returns the message that asks for a reminder at this time.
pub(super) fn said(time: &str, goal: &str) -> String {
    let to = if take_any(goal.trim_start_matches(QUOTES), NEGATED).is_some() { "" } else { "to " };
    format!("remind me {time} {to}{goal}")
}

/// The shortest interval that is offered, in seconds: the scheduler's usual limit.
const SHORTEST_OFFERED_SECS: u64 = 60;
const CONDITIONS: [&str; 5] = ["when", "whenever", "if", "as soon as", "once"];
/// The most suggestions.
const MOST: usize = 3;
