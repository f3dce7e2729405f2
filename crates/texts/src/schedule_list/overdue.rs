//! The question about a schedule whose time passed before it was approved, and its answers.

use adjutant_channel::{Button, ButtonStyle, Content, Rich};
use adjutant_domain::zones::Zone;
use adjutant_domain::{
    buttons::{self, OverdueAction},
    timestamp::Timestamp,
};
use adjutant_store::schedules::Schedule;

use super::quoted_goal;
use crate::{button, times::time_or_day};

/// The question. `due` is the time that has passed, `next` when the clock shows it next.
pub fn question(
    schedule: &Schedule,
    (due, next): (Timestamp, Timestamp),
    now: Timestamp,
    zone: Zone,
) -> Content {
    let (when, again) = (time_or_day(due, now, zone), today_or_tomorrow(next, now, zone));
    let ask = if schedule.reminder { "Shall I remind you now?" } else { "Shall I do it now?" };
    let body =
        format!("⏰ {}\n\nThis was for {when}, and was approved after that. {ask}", quoted_goal(schedule));
    let at_once = if schedule.reminder { "Remind me now" } else { "Do it now" };
    let on = |label: &str, action, style| {
        button(label, buttons::Button::Overdue { schedule: schedule.schedule_id.as_str(), action }, style)
    };
    let rows: Vec<Vec<Button>> = vec![
        vec![
            on(at_once, OverdueAction::Now, ButtonStyle::Plain),
            on(&again, OverdueAction::NextTime, ButtonStyle::Plain),
        ],
        vec![on("Drop it", OverdueAction::Drop, ButtonStyle::Danger)],
    ];
    Content { body: Rich::plain(body), buttons: rows, ..Content::default() }
}

/// The question once it is answered.
pub fn answered(schedule: &Schedule, outcome: &str) -> Content {
    Content::text(Rich::plain(format!("⏰ {}\n\n{outcome}", quoted_goal(schedule))))
}

pub fn begun(schedule: &Schedule) -> &'static str {
    if schedule.reminder { "Here it is." } else { "I am doing it now." }
}

/// Says when it is due instead.
pub fn moved(schedule: &Schedule, to: Timestamp, now: Timestamp, zone: Zone) -> String {
    let verb = if schedule.reminder { "I will remind you" } else { "I will do it" };
    format!("{verb} {} ({zone}).", today_or_tomorrow(to, now, zone).to_lowercase())
}

pub fn dropped() -> &'static str {
    "Dropped."
}

/// The answer to a press on a question that is answered already.
pub fn answered_already() -> &'static str {
    "This was already decided. Nothing has changed."
}

/// The reason why such a schedule is paused.
pub fn paused_why() -> &'static str {
    "its time had passed when it was approved"
}

pub fn overdue_for_model() -> &'static str {
    "Approved, but the time has passed, so nothing is scheduled. Buttons in the chat ask the person whether it is to \
     happen now, at that time on another day, or not at all. Say no more than that; do not schedule it again."
}

/// `Today at 20:07`, `Tomorrow at 20:07`.
fn today_or_tomorrow(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    let [local, now] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    let day = if local.date_naive() == now.date_naive() { "Today" } else { "Tomorrow" };
    format!("{day} at {}", local.format("%H:%M"))
}
