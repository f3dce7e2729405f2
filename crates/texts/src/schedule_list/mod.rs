//! Texts about schedules in the chat: the list and its buttons, one schedule; in `runs` its runs, and in `delivered`
//! the buttons under its messages.
//!
//! Names, goals and outputs come from people and models, so a text with a part of one is composed without markup.

use adjutant_channel::{Button, ButtonStyle, ChatKind, Content, Rich};
use adjutant_domain::{
    buttons::{self, ScheduleAction, SchedulePress},
    language::Language,
    schedules::RunNow,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    runs::Run,
    schedule_lists::List,
    schedules::{GRACE_SECS, MisfirePolicy, Notification, Overlap, Schedule, Status},
};
use chrono::{DateTime, Utc};

use super::{
    button,
    fluent::{for_model, text},
    in_a_line,
    list::{Page, in_rows, titled},
    note_list::beginning,
    reasons::told,
    times::{day_and_time, times_by_day},
};

pub mod delivered;
pub mod overdue;
mod runs;

pub use runs::{output, outputs};

/// The longest shown part of a name or a query, in characters.
const NAME: usize = 60;
/// The longest part of a goal in a question, in characters.
const GOAL: usize = 300;

/// A schedule and its due times.
pub struct Timed {
    pub schedule: Schedule,
    /// The person's zone, and the current time there.
    pub zone: Zone,
    pub now: Timestamp,
    /// The cadence in words, with its zone if that is another; `None` if it cannot be parsed.
    pub words: Option<String>,
    pub upcoming: Vec<DateTime<Utc>>,
}

/// The contents of a list.
pub struct Listing<'a> {
    pub list: &'a List,
    /// The schedules on the page.
    pub schedules: &'a [Timed],
    pub page: Page,
    pub kind: ChatKind,
    /// Whether a model makes schedules from the person's own words.
    pub by_model: bool,
}

// Lists --------------------------------------------------------------------------------------------------------

/// A page of schedules, each with a button to open it.
pub fn listing(listing: &Listing<'_>) -> Content {
    let Listing { list, schedules, page, kind, by_model } = listing;
    if schedules.is_empty() {
        return Content::text(nothing_found(list, *by_model, *kind));
    }
    let heading = match &list.query {
        None => Rich::builder().bold(text!("schedules-title")),
        Some(query) => Rich::builder()
            .bold(text!("schedules-title"))
            .text(" ")
            .text(text!("schedules-title-named", query = in_a_line(query, NAME))),
    };
    let mut body = heading.text(page.extent(schedules.len() as i64));
    for (number, timed) in page.numbers().zip(*schedules) {
        body = body
            .text(format!("\n\n{number}. {}\n", in_a_line(&timed.schedule.name, NAME)))
            .italic(about(timed));
    }
    if let Some(timed) = schedules.first() {
        body = body.text("\n\n").text(text!("schedules-zone", zone = timed.zone.to_string()));
    }
    if *kind == ChatKind::Group {
        body = body.text("\n\n").text(text!("schedules-group"));
    }
    let open = |(number, timed): (i64, &Timed)| {
        about_schedule(&titled(number, &timed.schedule.name), ScheduleAction::Open, timed, list)
    };
    let turns = page.turns(|label, page| plain(label, SchedulePress::Page(page), list));
    let buttons = in_rows(page.numbers().zip(*schedules).map(open), turns);
    Content { body: body.build(), buttons, ..Content::default() }
}

fn nothing_found(list: &List, by_model: bool, kind: ChatKind) -> Rich {
    let body = match &list.query {
        Some(query) => Rich::builder().text(text!("schedules-none-named", query = in_a_line(query, NAME))),
        None => {
            let example = || text!("schedules-example");
            // The built-in assistant understands English.
            let example = if by_model { example() } else { Language::English.scope_sync(example) };
            Rich::builder().text(text!("schedules-none")).text(" ").code(example)
        }
    };
    match kind {
        ChatKind::Direct => body.build(),
        ChatKind::Group => body.text("\n\n").text(text!("schedules-group")).build(),
    }
}

/// `every hour · next on Fri 1 May, 11:00`; the list names the zone.
fn about(timed: &Timed) -> String {
    let words = words(timed);
    let time = |at: &DateTime<Utc>| day_and_time((*at).into(), timed.now, timed.zone);
    let state = match (timed.schedule.status, timed.upcoming.first()) {
        (Status::Active, Some(next)) => {
            return text!("schedules-about-next", words = words, time = time(next));
        }
        (Status::Completed, Some(next)) => {
            return text!("schedules-about-put-off", words = words, time = time(next));
        }
        (Status::Active, None) if timed.schedule.is_hook() => text!("schedules-active"),
        (Status::Active | Status::Completed, None) => text!("schedules-finished"),
        (Status::Paused, _) => text!("schedules-paused-state"),
    };
    text!("schedules-about-state", words = words, state = state)
}

/// Returns a schedule's due times in words.
fn words(timed: &Timed) -> &str {
    timed.words.as_deref().unwrap_or_else(|| text!("schedules-unreadable-times"))
}

// One schedule -------------------------------------------------------------------------------------------------

/// One schedule with its buttons, and the outcome of its last run. `is_at_work`: one of its runs has not ended.
pub fn schedule(list: &List, timed: &Timed, last: Option<&Run>, is_at_work: bool) -> Content {
    let Schedule { name, goal, status, .. } = &timed.schedule;
    let mut body = Rich::builder().bold(in_a_line(name, NAME)).text("\n\n");
    if name != goal {
        body = body.rich(&beginning(goal)).text("\n\n");
    }
    let lines = facts(timed, last).join("\n");
    let act = |label: &str, act| about_schedule(label, act, timed, list);
    let mut first = match status {
        Status::Active => vec![act(text!("schedules-pause"), ScheduleAction::Pause)],
        Status::Paused => vec![act(text!("schedules-resume"), ScheduleAction::Resume)],
        Status::Completed => Vec::new(),
    };
    match is_at_work {
        true => first.push(act(text!("schedules-stop-run"), ScheduleAction::Stop)),
        // Such a run would lack the body of a hook's call.
        false if timed.schedule.is_hook() => {}
        false => first.push(act(text!("schedules-run-now"), ScheduleAction::RunNow)),
    }
    let delete = SchedulePress::Schedule(timed.schedule.schedule_id.as_str(), ScheduleAction::Delete);
    let delete = on_list(text!("button-delete"), delete, list, ButtonStyle::Danger);
    let back = plain(text!("button-back"), SchedulePress::Page(list.page), list);
    let buttons = vec![
        first,
        vec![act(text!("schedules-edit"), ScheduleAction::Edit), delete],
        vec![act(text!("schedules-history"), ScheduleAction::Outputs), back],
    ];
    Content { body: body.text(lines).build(), buttons, ..Content::default() }
}

fn facts(timed: &Timed, last: Option<&Run>) -> Vec<String> {
    let (schedule, zone, now) = (&timed.schedule, timed.zone, timed.now);
    let kind = if schedule.reminder { "reminder" } else { "task" };
    let mut lines = vec![text!("schedules-kind", kind = kind, words = words(timed))];
    lines.push(text!("schedules-state", state = state(timed)));
    if !timed.upcoming.is_empty() && schedule.status == Status::Active {
        lines.push(text!("schedules-next", times = times_by_day(&timed.upcoming, now, zone)));
    }
    if !schedule.is_hook() {
        lines.push(text!("schedules-times-in", zone = zone.to_string()));
    }
    lines.push(text!("schedules-results", which = which_results(schedule)));
    lines.extend(schedule.urgent.then(|| text!("schedules-urgent").to_owned()));
    lines.extend(if schedule.is_hook() { None } else { misfires(schedule) });
    lines.extend(overlap(schedule));
    lines.extend(previous_outputs(schedule));
    lines.extend(schedule.model.as_ref().map(|model| text!("schedules-model", model = model.to_string())));
    lines.extend(last.into_iter().flat_map(|last| runs::last(last, (now, zone))));
    lines
}

fn state(timed: &Timed) -> String {
    let schedule = &timed.schedule;
    match (schedule.status, &schedule.paused_why) {
        (Status::Active, _) => text!("schedules-active").to_owned(),
        (Status::Completed, _) => match schedule.held_until {
            Some(until) => {
                text!("schedules-put-off", time = day_and_time(until, timed.now, timed.zone))
            }
            None => text!("schedules-finished").to_owned(),
        },
        (Status::Paused, None) => text!("schedules-paused-by-you").to_owned(),
        (Status::Paused, Some(why)) => text!("schedules-paused-by-me", why = told(why)),
    }
}

/// Returns which results are sent as messages, by the names of `schedules-results`.
fn which_results(schedule: &Schedule) -> &'static str {
    match schedule.notification {
        Notification::Always => "each",
        Notification::Conditional => "worth",
        Notification::Never => "none",
    }
}

/// For the model: the misfire policy, if it is not the default.
pub fn missed(schedule: &Schedule) -> Option<String> {
    for_model(|| misfires(schedule))
}

/// For texts of tools, in English: the longest delay of a run after a misfire, `2 hours`.
pub fn grace(schedule: &Schedule) -> String {
    for_model(|| lateness(schedule))
}

/// Returns the misfire policy in words, if it is not the default.
fn misfires(schedule: &Schedule) -> Option<String> {
    let grace = lateness(schedule);
    Some(match schedule.missed {
        MisfirePolicy::Once if schedule.grace_secs == GRACE_SECS => return None,
        MisfirePolicy::Skip => text!("schedules-missed-skip").to_owned(),
        MisfirePolicy::Once => text!("schedules-missed-once", grace = grace),
        MisfirePolicy::All => text!("schedules-missed-all", grace = grace),
    })
}

/// Returns the longest delay of a run after a misfire: `2 hours`.
fn lateness(schedule: &Schedule) -> String {
    match schedule.grace_secs {
        secs if secs % 86_400 == 0 => text!("schedules-days", count = secs / 86_400),
        secs if secs % 3_600 == 0 => text!("schedules-hours", count = secs / 3_600),
        secs if secs % 60 == 0 => text!("schedules-minutes", count = secs / 60),
        secs => text!("schedules-seconds", count = secs),
    }
}

/// Returns the policy for a due time during another run in words, if it is not the default.
fn overlap(schedule: &Schedule) -> Option<String> {
    match schedule.overlap {
        Overlap::Skip => None,
        Overlap::Queue => Some(text!("schedules-overlap-queue").to_owned()),
        Overlap::Parallel => Some(text!("schedules-overlap-parallel").to_owned()),
    }
}

/// Returns the number of earlier outputs that a run gets in words, if it is not the default.
fn previous_outputs(schedule: &Schedule) -> Option<String> {
    match schedule.previous_outputs {
        ..=0 => None,
        runs => Some(text!("schedules-previous-outputs", count = runs)),
    }
}

/// How to change a schedule. `by_model`: by a request in the person's own words.
pub fn editing(list: &List, timed: &Timed, by_model: bool, kind: ChatKind) -> Content {
    let name = in_a_line(&timed.schedule.name, NAME);
    let how = match kind {
        ChatKind::Direct => text!("schedules-edit-direct"),
        ChatKind::Group => text!("schedules-edit-group"),
    };
    let body = if by_model {
        let example = text!("schedules-edit-example", name = name.as_str());
        Rich::builder().text(how).text("\n\n").code(example)
    } else {
        // The built-in assistant understands English.
        Rich::builder()
            .text(text!("schedules-edit-without-model"))
            .text("\n\n")
            .code("remind me every weekday at 9:30 to water the plants")
    };
    let heading = Rich::builder().bold(name).text("\n\n").rich(&body.build());
    let back = about_schedule(text!("button-back"), ScheduleAction::Open, timed, list);
    Content { body: heading.build(), buttons: vec![vec![back]], ..Content::default() }
}

/// The question before a schedule is deleted.
pub fn deleting(list: &List, timed: &Timed) -> Content {
    let body = Rich::builder()
        .bold(text!("schedules-delete-title"))
        .text(format!("\n\n{}\n", in_a_line(&timed.schedule.name, NAME)))
        .italic(format!("{} ({})", about(timed), timed.zone))
        .text("\n\n")
        .text(text!("schedules-delete-final"));
    let confirm = SchedulePress::Schedule(timed.schedule.schedule_id.as_str(), ScheduleAction::Confirm);
    let delete = on_list(text!("button-delete"), confirm, list, ButtonStyle::Danger);
    let keep = about_schedule(text!("button-keep"), ScheduleAction::Open, timed, list);
    Content { body: body.build(), buttons: vec![vec![delete, keep]], ..Content::default() }
}

// What was done ------------------------------------------------------------------------------------------------

pub fn paused() -> &'static str {
    text!("schedules-paused")
}

pub fn paused_already() -> &'static str {
    text!("schedules-paused-already")
}

pub fn resumed() -> &'static str {
    text!("schedules-resumed")
}

pub fn active_already() -> &'static str {
    text!("schedules-active-already")
}

pub fn over() -> &'static str {
    text!("schedules-over")
}

pub fn unreadable() -> &'static str {
    text!("schedules-cannot-resume")
}

pub fn asked(asked: RunNow) -> &'static str {
    match asked {
        RunNow::Begun => text!("schedules-asked-begun"),
        RunNow::AtWork => text!("schedules-asked-at-work"),
        RunNow::Waiting => text!("schedules-asked-waiting"),
    }
}

pub fn stopped() -> &'static str {
    text!("schedules-stopped")
}

pub fn not_at_work() -> &'static str {
    text!("schedules-not-at-work")
}

pub fn deleted() -> &'static str {
    text!("schedules-deleted")
}

pub fn no_such_schedule() -> &'static str {
    text!("schedules-gone")
}

pub fn no_such_run() -> &'static str {
    text!("schedules-run-gone")
}

/// The answer to a press about a run that is no longer recorded.
pub fn forgotten() -> &'static str {
    text!("schedules-forgotten")
}

/// Returns the beginning of a schedule's goal.
fn quoted_goal(schedule: &Schedule) -> String {
    in_a_line(&schedule.goal, GOAL)
}

/// A button about a schedule.
fn about_schedule(label: &str, act: ScheduleAction, timed: &Timed, list: &List) -> Button {
    plain(label, SchedulePress::Schedule(timed.schedule.schedule_id.as_str(), act), list)
}

fn plain(label: &str, press: SchedulePress<'_>, list: &List) -> Button {
    on_list(label, press, list, ButtonStyle::Plain)
}

/// A button of a list.
fn on_list(label: &str, press: SchedulePress<'_>, list: &List, style: ButtonStyle) -> Button {
    button(label, buttons::Button::ScheduleList(list.list_id, press), style)
}

#[cfg(test)]
mod tests;
