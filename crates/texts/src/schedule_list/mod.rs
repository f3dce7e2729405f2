//! Texts about schedules in the chat: the list and its buttons, one schedule; in `runs` its runs, and in `delivered`
//! the buttons under its messages.
//!
//! Names, goals and outputs come from people and models, so a text that holds some of one is composed, not marked up.

use adjutant_channel::{Button, ButtonStyle, ChatKind, Content, Rich};
use adjutant_domain::{
    buttons::{self, ScheduleAction, SchedulePress},
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
    button, in_a_line,
    list::{Page, in_rows, titled},
    note_list::beginning,
    times::{day_and_time, times_by_day},
};

pub mod delivered;
pub mod overdue;
mod runs;

pub use runs::{output, outputs};

/// The most of a name or a query that is shown, in characters.
const NAME: usize = 60;
/// The most of a goal that a question shows, in characters.
const GOAL: usize = 300;

/// A schedule and its due times.
pub struct Timed {
    pub schedule: Schedule,
    /// The person's zone, and the time there.
    pub zone: Zone,
    pub now: Timestamp,
    /// Its cadence in words, with its zone if that is another; `None` if it cannot be read.
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
}

// Lists --------------------------------------------------------------------------------------------------------

/// A page of schedules, each with a button to open it.
pub fn listing(listing: &Listing<'_>) -> Content {
    let Listing { list, schedules, page, kind } = listing;
    if schedules.is_empty() {
        return Content::text(nothing_found(list, *kind));
    }
    let heading = match &list.query {
        None => Rich::builder().bold("Your schedules"),
        Some(query) => Rich::builder().bold("Your schedules").text(format!(" named {}", quoted(query))),
    };
    let mut body = heading.text(page.extent(schedules.len() as i64));
    for (number, timed) in page.numbers().zip(*schedules) {
        body = body
            .text(format!("\n\n{number}. {}\n", in_a_line(&timed.schedule.name, NAME)))
            .italic(about(timed));
    }
    if let Some(timed) = schedules.first() {
        body = body.text(format!("\n\nTimes are in {}.", timed.zone));
    }
    if *kind == ChatKind::Group {
        body = body.text("\n\n").text(GROUP);
    }
    let open = |(number, timed): (i64, &Timed)| {
        about_schedule(&titled(number, &timed.schedule.name), ScheduleAction::Open, timed, list)
    };
    let turns = page.turns(|label, page| plain(label, SchedulePress::Page(page), list));
    let buttons = in_rows(page.numbers().zip(*schedules).map(open), turns);
    Content { body: body.build(), buttons, ..Content::default() }
}

/// The reason why the list may be shorter than the person expects.
const GROUP: &str = "Here, where others can read along, I only list schedules that you made here.";

fn nothing_found(list: &List, kind: ChatKind) -> Rich {
    let body = match &list.query {
        Some(query) => Rich::builder().text(format!(
            "You have no schedule named {}. /schedules lists all your schedules.",
            quoted(query)
        )),
        None => Rich::builder()
            .text("You have no schedules. To make one, say for example: ")
            .code("remind me every day at 9:30 to water the plants"),
    };
    match kind {
        ChatKind::Direct => body.build(),
        ChatKind::Group => body.text("\n\n").text(GROUP).build(),
    }
}

/// `every hour · next on Fri 1 May, 11:00`; the list says the zone.
fn about(timed: &Timed) -> String {
    let words = timed.words.as_deref().unwrap_or(UNREADABLE);
    let state = match (timed.schedule.status, timed.upcoming.first()) {
        (Status::Active, Some(next)) => {
            format!("next on {}", day_and_time((*next).into(), timed.now, timed.zone))
        }
        (Status::Completed, Some(next)) => {
            format!("put off until {}", day_and_time((*next).into(), timed.now, timed.zone))
        }
        (Status::Active, None) if timed.schedule.is_hook() => "active".to_owned(),
        (Status::Active | Status::Completed, None) => "finished".to_owned(),
        (Status::Paused, _) => "paused".to_owned(),
    };
    format!("{words} · {state}")
}

const UNREADABLE: &str = "I cannot read its times";

// One schedule -------------------------------------------------------------------------------------------------

/// One schedule with its buttons, and how its last run went. `is_at_work`: one of its runs has not ended.
pub fn schedule(list: &List, timed: &Timed, last: Option<&Run>, is_at_work: bool) -> Content {
    let Schedule { name, goal, status, .. } = &timed.schedule;
    let mut body = Rich::builder().bold(in_a_line(name, NAME)).text("\n\n");
    if name != goal {
        body = body.rich(&beginning(goal)).text("\n\n");
    }
    let lines = facts(timed, last).join("\n");
    let act = |label: &str, act| about_schedule(label, act, timed, list);
    let mut first = match status {
        Status::Active => vec![act("Pause", ScheduleAction::Pause)],
        Status::Paused => vec![act("Resume", ScheduleAction::Resume)],
        Status::Completed => Vec::new(),
    };
    match is_at_work {
        true => first.push(act("Stop run", ScheduleAction::Stop)),
        // Such a run would not have what a hook is called with.
        false if timed.schedule.is_hook() => {}
        false => first.push(act("Run now", ScheduleAction::RunNow)),
    }
    let delete = SchedulePress::Schedule(timed.schedule.schedule_id.as_str(), ScheduleAction::Delete);
    let delete = on_list("Delete", delete, list, ButtonStyle::Danger);
    let buttons = vec![
        first,
        vec![act("Edit", ScheduleAction::Edit), delete],
        vec![act("History", ScheduleAction::Outputs), plain("Back", SchedulePress::Page(list.page), list)],
    ];
    Content { body: body.text(lines).build(), buttons, ..Content::default() }
}

fn facts(timed: &Timed, last: Option<&Run>) -> Vec<String> {
    let (schedule, zone, now) = (&timed.schedule, timed.zone, timed.now);
    let kind = if schedule.reminder { "Reminder" } else { "Task" };
    let mut lines = vec![format!("{kind}, {}", timed.words.as_deref().unwrap_or(UNREADABLE))];
    lines.push(format!("State: {}", state(timed)));
    if !timed.upcoming.is_empty() && schedule.status == Status::Active {
        lines.push(format!("Next: {}", times_by_day(&timed.upcoming, now, zone)));
    }
    if !schedule.is_hook() {
        lines.push(format!("Times are in {zone}"));
    }
    lines.push(format!("Results: {}", notification(schedule)));
    lines.extend(schedule.urgent.then(|| "Results come in quiet hours too".to_owned()));
    lines.extend(if schedule.is_hook() { None } else { missed(schedule) });
    lines.extend(overlap(schedule));
    lines.extend(previous_outputs(schedule));
    lines.extend(schedule.model.as_ref().map(|model| format!("Model: {model}")));
    lines.extend(last.into_iter().flat_map(|last| runs::last(last, (now, zone))));
    lines
}

fn state(timed: &Timed) -> String {
    let schedule = &timed.schedule;
    match (schedule.status, &schedule.paused_why) {
        (Status::Active, _) => "active".to_owned(),
        (Status::Completed, _) => match schedule.held_until {
            Some(until) => format!("put off until {}", day_and_time(until, timed.now, timed.zone)),
            None => "finished".to_owned(),
        },
        (Status::Paused, None) => "paused by you".to_owned(),
        (Status::Paused, Some(why)) => format!("paused by me, because {why}"),
    }
}

fn notification(schedule: &Schedule) -> &'static str {
    match schedule.notification {
        Notification::Always => "you get each one",
        Notification::Conditional => "you get those that are worth a message",
        Notification::Never => "kept here, without a message",
    }
}

/// Returns what happens after misfires, if that is not the default.
pub fn missed(schedule: &Schedule) -> Option<String> {
    let grace = grace(schedule);
    Some(match schedule.missed {
        MisfirePolicy::Once if schedule.grace_secs == GRACE_SECS => return None,
        MisfirePolicy::Skip => "Missed runs are skipped".to_owned(),
        MisfirePolicy::Once => {
            format!("Of missed runs only the last still runs, if it is at most {grace} late")
        }
        MisfirePolicy::All => format!("Missed runs still run, if they are at most {grace} late"),
    })
}

/// Returns how late a run may still begin after a misfire: `2 hours`.
pub fn grace(schedule: &Schedule) -> String {
    match schedule.grace_secs {
        secs if secs % 86_400 == 0 => super::count(secs / 86_400, "day"),
        secs if secs % 3_600 == 0 => super::count(secs / 3_600, "hour"),
        secs if secs % 60 == 0 => super::count(secs / 60, "minute"),
        secs => super::count(secs, "second"),
    }
}

/// Returns what happens at a due time while a run is at work, if that is not the default.
fn overlap(schedule: &Schedule) -> Option<String> {
    let what = match schedule.overlap {
        Overlap::Skip => return None,
        Overlap::Queue => "waits for it",
        Overlap::Parallel => "runs beside it",
    };
    Some(format!("A run that is due while another is at work {what}"))
}

/// Returns which earlier outputs a run is given, if that is not the default.
fn previous_outputs(schedule: &Schedule) -> Option<String> {
    match schedule.previous_outputs {
        ..=0 => None,
        1 => Some("Each run sees what the last one said".to_owned()),
        more => Some(format!("Each run sees what the last {more} said")),
    }
}

/// How to change a schedule. `by_model`: in the person's own words.
pub fn editing(list: &List, timed: &Timed, by_model: bool, kind: ChatKind) -> Content {
    let name = in_a_line(&timed.schedule.name, NAME);
    let how = match kind {
        ChatKind::Direct => "tell me in your own words",
        ChatKind::Group => "mention me and say in your own words",
    };
    let body = if by_model {
        Rich::builder()
            .text(format!("To change it, {how} what should be different. For example:\n\n"))
            .code(format!("Change the schedule “{name}” to every weekday at 9:30"))
    } else {
        Rich::builder()
            .text("Without a language model I cannot change a schedule. Delete it and make a new one, for example:\n\n")
            .code("remind me every weekday at 9:30 to water the plants")
    };
    let heading = Rich::builder().bold(name).text("\n\n").rich(&body.build());
    let back = about_schedule("Back", ScheduleAction::Open, timed, list);
    Content { body: heading.build(), buttons: vec![vec![back]], ..Content::default() }
}

/// The question before a schedule is deleted.
pub fn deleting(list: &List, timed: &Timed) -> Content {
    let body = Rich::builder()
        .bold("Delete this schedule?")
        .text(format!("\n\n{}\n", in_a_line(&timed.schedule.name, NAME)))
        .italic(format!("{} ({})", about(timed), timed.zone))
        .text("\n\nA deleted schedule cannot be brought back.");
    let confirm = SchedulePress::Schedule(timed.schedule.schedule_id.as_str(), ScheduleAction::Confirm);
    let delete = on_list("Delete", confirm, list, ButtonStyle::Danger);
    let keep = about_schedule("Keep", ScheduleAction::Open, timed, list);
    Content { body: body.build(), buttons: vec![vec![delete, keep]], ..Content::default() }
}

// What was done ------------------------------------------------------------------------------------------------

pub fn paused() -> &'static str {
    "Paused."
}

pub fn paused_already() -> &'static str {
    "It is already paused."
}

pub fn resumed() -> &'static str {
    "Resumed."
}

pub fn active_already() -> &'static str {
    "It is already active."
}

pub fn over() -> &'static str {
    "It has no more due times. Nothing has changed."
}

pub fn unreadable() -> &'static str {
    "I cannot read its times, so I cannot resume it. Nothing has changed."
}

pub fn asked(asked: RunNow) -> &'static str {
    match asked {
        RunNow::Begun => "It is running now.",
        RunNow::AtWork => "It is already running.",
        RunNow::Waiting => "It is already running, and waits for your decision.",
    }
}

pub fn stopped() -> &'static str {
    "Stopped."
}

pub fn not_at_work() -> &'static str {
    "It is no longer running."
}

pub fn deleted() -> &'static str {
    "Deleted."
}

pub fn no_such_schedule() -> &'static str {
    "This schedule is gone, or no longer for this chat. Nothing has changed."
}

pub fn no_such_run() -> &'static str {
    "This run is gone, or no longer for this chat."
}

/// The answer to a press on a run that is no longer on record.
pub fn forgotten() -> &'static str {
    "That was so long ago that I have forgotten it. Nothing has changed."
}

fn quoted(text: &str) -> String {
    format!("“{}”", in_a_line(text, NAME))
}

/// Returns the beginning of what a schedule is to say or do.
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
