//! What is due in a period: "what do i have tomorrow", "anything on friday?", "what's on this week", "when is my next
//! reminder".

use adjutant_domain::cadence;
use chrono::{DateTime, Datelike as _, Months, NaiveDate, NaiveDateTime, NaiveTime, TimeDelta, Utc};

use super::{
    followup::time_alone,
    parse::{Command, some_text},
    plan::Slot,
    reply::{self, Moment, Schedule},
    texts, times,
    when::{Cadence, month, span},
    words::{is_end, skip_any, take_any, take_end, trim_end},
};

/// "what do i have tomorrow", "anything on friday?", "today's reminders", "when is my next reminder".
pub(super) fn request(text: &str) -> Option<Command> {
    let is_question = text.trim_end().ends_with('?');
    let text = trim_end(text);
    let all = |rest: &str| is_end(rest).then_some(Command::ListSchedules);
    if take_any(text, NEXT).is_some_and(is_end) {
        return Some(Command::Agenda { period: NEXT[0].to_owned() });
    }
    let named = |rest: &str| {
        let said = skip_any(rest, &["for", "on", "in", "over"]);
        dates(said, SOME_DAY).map(|_| Command::Agenda { period: said.to_owned() })
    };
    if let Some(rest) = reminders(text) {
        return all(rest).or_else(|| named(rest));
    }
    if let Some(rest) = take_any(text, ALONE) {
        return all(rest).or_else(|| named(rest));
    }
    if MY_WEEK.iter().any(|words| text.eq_ignore_ascii_case(words)) {
        return named("this week");
    }
    if let Some(query) = take_any(text, ABOUT).map(trim_end).and_then(some_text) {
        return Some(Command::About { query });
    }
    if let Some(rest) = take_any(text, MY_DAY) {
        return if is_end(rest) { named("today") } else { named(rest) };
    }
    if let Some(rest) = take_any(text, ASKING) {
        let rest = take_any(rest, BETWEEN).unwrap_or(rest);
        return named(skip_any(rest, BETWEEN));
    }
    if is_question && let Some(found) = named(text) {
        return Some(found);
    }
    // "today's reminders", "show tomorrow".
    let said = skip_any(text, &["show me", "show", "list"]);
    let of_day = NOUNS.iter().find_map(|noun| take_end(said, noun));
    let of_day = of_day.map(|day| day.strip_suffix("'s").or_else(|| day.strip_suffix("’s")).unwrap_or(day));
    let shown = of_day.or_else(|| Some(said).filter(|said| said.len() < text.len()));
    shown.and_then(named)
}

/// Reads "list my reminders", "what reminders do i have", "do i have any reminders"; returns what follows.
fn reminders(text: &str) -> Option<&str> {
    let rest = skip_any(
        text,
        &["how many", "list", "show me", "show", "what are", "what", "which", "do i have", "are there"],
    );
    let rest = skip_any(skip_any(rest, &["all", "any"]), &["of my", "my", "the"]);
    let rest = take_any(rest, NOUNS)?;
    Some(skip_any(rest, &["do i have", "have i got", "have i", "are there", "i have", "are set"]))
}

/// Reads a period; returns its first day and the day after its last.
fn dates(said: &str, today: NaiveDate) -> Option<(NaiveDate, NaiveDate)> {
    let said = trim_end(said);
    let monday = today - TimeDelta::days(today.weekday().num_days_from_monday().into());
    let weeks =
        |from: i64, until: i64| Some((monday + TimeDelta::days(from), monday + TimeDelta::days(until)));
    let months = |count: u32| {
        let first = today.with_day(1)?.checked_add_months(Months::new(count))?;
        Some((first, first.checked_add_months(Months::new(1))?))
    };
    let is = |words: &[&str]| words.iter().any(|words| said.eq_ignore_ascii_case(words));
    if is(&["this week", "the week", "the rest of the week", "rest of the week"]) {
        return weeks(0, 7);
    }
    if is(&["next week"]) {
        return weeks(7, 14);
    }
    if is(&["the weekend", "this weekend", "weekend"]) {
        return weeks(5, 7);
    }
    if is(&["next weekend"]) {
        return weeks(12, 14);
    }
    if is(&["this month", "the month"]) {
        return months(0);
    }
    if is(&["next month"]) {
        return months(1);
    }
    if let Some(rest) = take_any(said, &["the next", "the coming", "next"])
        && let Some((span, rest)) = span(rest)
        && is_end(rest)
        && !span.is_short()
    {
        let end = span.after(today.and_time(NaiveTime::MIN))?.date();
        return Some((today, end.succ_opt()?));
    }
    if let Some((number, _)) = month(said).filter(|(_, rest)| is_end(rest)) {
        let year = today.year() + i32::from(number < today.month());
        let first = NaiveDate::from_ymd_opt(year, number, 1)?;
        return Some((first, first.checked_add_months(Months::new(1))?));
    }
    let day = PARTS.iter().find_map(|part| take_end(said, part)).unwrap_or(said);
    let day = if is(TODAY) { today } else { one_day(day, today)? };
    Some((day, day.succ_opt()?))
}

fn one_day(said: &str, today: NaiveDate) -> Option<NaiveDate> {
    let when = time_alone(said).filter(|when| when.lacks_time && !when.repeats())?;
    let Cadence::At { day: Some(_), .. } = when.cadence else { return None };
    when.date(today.and_time(NaiveTime::MIN))
}

/// A reminder in a period, and its times in it.
pub(super) struct Due {
    pub(super) title: String,
    pub(super) when: String,
}

/// Returns the answer about a period.
pub(super) fn answer(period: &str, schedules: &[Schedule], moment: Moment) -> Slot {
    let open = || schedules.iter().filter(|it| it.is_open() && it.status != "paused");
    if period == NEXT[0] {
        let next = open().filter(|it| it.next_run_at.is_some()).min_by_key(|it| it.next_run_at);
        return Slot::Said(texts::next_reminder(next, moment));
    }
    let today = moment.now.with_timezone(&moment.zone).date_naive();
    let asked_on = moment.asked_at().with_timezone(&moment.zone).date_naive();
    let Some((first, end)) = dates(period, asked_on) else { return Slot::Said(texts::unusable()) };
    let mut due: Vec<_> = open()
        .filter_map(|schedule| {
            let times = due_in((first.max(today), end), schedule, moment);
            let at = *times.first()?;
            let when = in_words(&times, first.succ_opt() == Some(end), schedule, moment);
            Some((at, Due { title: reply::title(schedule).to_owned(), when }))
        })
        .collect();
    due.sort_by_key(|(at, _)| *at);
    let due: Vec<_> = due.into_iter().map(|(_, due)| due).collect();
    Slot::Said(texts::agenda(&named(first.max(today), end), &due, moment))
}

/// Returns the due times of a schedule from one day until before another, in the person's zone.
fn due_in((first, end): (NaiveDate, NaiveDate), schedule: &Schedule, moment: Moment) -> Vec<DateTime<Utc>> {
    let local = |at: &DateTime<Utc>| at.with_timezone(&moment.zone).naive_local();
    let (from, until) = (first.and_time(NaiveTime::MIN), end.and_time(NaiveTime::MIN));
    let Some(next) = schedule.next_run_at else { return Vec::new() };
    let later = schedule
        .cadence(moment)
        .filter(|it| !matches!(it, cadence::Cadence::Once(_)))
        .map(|it| it.upcoming(next, next, schedule.zone(moment)).take(MOST_TIMES).collect::<Vec<_>>());
    let all = [next].into_iter().chain(later.into_iter().flatten());
    let is_in = |at: &NaiveDateTime| (from..until).contains(at);
    all.take_while(|at| local(at) < until).filter(|at| is_in(&local(at))).collect()
}

/// "at 09:00 and 18:00" on one day; otherwise the date of a single time, or the cadence.
fn in_words(due: &[DateTime<Utc>], is_one_day: bool, schedule: &Schedule, moment: Moment) -> String {
    if due.len() == 1 && !is_one_day {
        return times::time(due[0], schedule, moment);
    }
    if !is_one_day || due.len() > MOST_NAMED {
        return schedule.description.clone();
    }
    let clocks = due.iter().map(|at| at.with_timezone(&moment.zone).format("%H:%M").to_string());
    let clocks: Vec<_> = clocks.collect();
    format!("at {}", clocks.join(", "))
}

/// "Friday 27 November", "Monday 23 November to Sunday 29 November".
fn named(first: NaiveDate, end: NaiveDate) -> String {
    let last = end.pred_opt().unwrap_or(end);
    match first == last {
        true => first.format("%A %-d %B").to_string(),
        false => format!("{} to {}", first.format("%A %-d %B"), last.format("%A %-d %B")),
    }
}

/// A day for the check whether words name a period.
const SOME_DAY: NaiveDate = NaiveDate::from_ymd_opt(2026, 1, 1).unwrap();
/// The most due times that are looked through.
const MOST_TIMES: usize = 2000;
/// The most times of a day that are named.
const MOST_NAMED: usize = 4;
const TODAY: &[&str] =
    &["today", "tonight", "this morning", "this afternoon", "this evening", "the day", "my day"];
const PARTS: [&str; 4] = ["morning", "afternoon", "evening", "night"];
const NOUNS: &[&str] =
    &["reminders", "schedules", "schedule", "scheduled tasks", "agenda", "alarms", "timers", "calendar"];
/// Questions for the next reminder.
const NEXT: &[&str] = &[
    "what is my next reminder",
    "what's my next reminder",
    "whats my next reminder",
    "when is my next reminder",
    "when's my next reminder",
    "when is the next reminder",
    "my next reminder",
    "next reminder",
    "show my next reminder",
    "what's next",
    "whats next",
    "what is next",
    "what comes next",
    "how long is left on my timer",
    "how long is left on the timer",
    "how much time is left",
    "how long is left",
    "how much longer",
];
/// Questions that need no period.
const ALONE: &[&str] = &[
    "what is coming up",
    "what's coming up",
    "whats coming up",
    "what is on my schedule",
    "what's on my schedule",
    "what is on my agenda",
    "what's on my agenda",
    "what is scheduled",
    "what's scheduled",
    "what is planned",
    "what's planned",
    "whats planned",
    "what is due",
    "what's due",
    "whats due",
    "anything due",
];
/// Questions that name a period.
const ASKING: &[&str] = &[
    "what do i have to do",
    "what do i have planned",
    "what do i have on",
    "what do i have",
    "what have i got",
    "what do i need to do",
    "what must i do",
    "what should i do",
    "what's happening",
    "whats happening",
    "what is happening",
    "what's on",
    "whats on",
    "what is on",
    "what's up",
    "what is up",
    "do i have anything",
    "do i have something",
    "have i got anything",
    "is there anything",
    "is anything",
    "anything",
    "am i free",
    "am i busy",
    "what about",
    "how about",
    "what's in my calendar",
    "whats in my calendar",
    "what is in my calendar",
    "what have i planned",
    "any reminders",
    "what's",
    "whats",
];
/// Questions for a reminder with these words.
const ABOUT: &[&str] = &[
    "do i have a reminder for",
    "do i have a reminder about",
    "do i have a reminder to",
    "do i have any reminder for",
    "do i have reminders for",
    "is there a reminder for",
    "is there a reminder about",
    "is there a reminder to",
    "did i set a reminder for",
    "did i set a reminder about",
    "did i set a reminder to",
    "when will you remind me of",
    "when will you remind me about",
    "when will you remind me to",
    "when is my reminder for",
    "when is my reminder about",
    "when is my reminder to",
    "when is the reminder for",
    "when is the reminder about",
    "what time is my",
    "what time is the",
];
const MY_WEEK: [&str; 5] = [
    "show my week",
    "how does my week look",
    "what does my week look like",
    "what's my week like",
    "what's my week look like",
];
/// Questions for today, unless they name another day.
const MY_DAY: &[&str] = &[
    "what does my day look like",
    "what's my day look like",
    "what is my day like",
    "what's my day like",
    "how does my day look",
    "how is my day",
];
const BETWEEN: &[&str] =
    &["to do", "planned", "scheduled", "due", "on", "coming up", "happening", "going on", "for", "in"];
