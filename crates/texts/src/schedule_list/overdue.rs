//! The question about a schedule whose time passed before it was approved, and its answers.

use adjutant_channel::{Button, ButtonStyle, Content, Rich};
use adjutant_domain::zones::Zone;
use adjutant_domain::{
    buttons::{self, OverdueAction},
    timestamp::Timestamp,
};
use adjutant_store::schedules::Schedule;

use super::quoted_goal;
use crate::{
    button,
    fluent::{for_model, text},
    times::time_or_day,
};

/// The question. `due` is the time that has passed, `next` the next time at which the clock shows it.
pub fn question(
    schedule: &Schedule,
    (due, next): (Timestamp, Timestamp),
    now: Timestamp,
    zone: Zone,
) -> Content {
    let (when, again) = (time_or_day(due, now, zone), today_or_tomorrow(next, now, zone));
    let (ask, at_once) = match schedule.reminder {
        true => (text!("overdue-remind", time = when), text!("overdue-remind-now")),
        false => (text!("overdue-do", time = when), text!("overdue-do-now")),
    };
    let body = format!("⏰ {}\n\n{ask}", quoted_goal(schedule));
    let on = |label: &str, action, style| {
        button(label, buttons::Button::Overdue { schedule: schedule.schedule_id.as_str(), action }, style)
    };
    let rows: Vec<Vec<Button>> = vec![
        vec![
            on(at_once, OverdueAction::Now, ButtonStyle::Plain),
            on(&again, OverdueAction::NextTime, ButtonStyle::Plain),
        ],
        vec![on(text!("overdue-drop"), OverdueAction::Drop, ButtonStyle::Danger)],
    ];
    Content { body: Rich::plain(body), buttons: rows, ..Content::default() }
}

/// The question after its answer.
pub fn answered(schedule: &Schedule, outcome: &str) -> Content {
    Content::text(Rich::plain(format!("⏰ {}\n\n{outcome}", quoted_goal(schedule))))
}

pub fn begun(schedule: &Schedule) -> &'static str {
    if schedule.reminder { text!("overdue-reminded") } else { text!("overdue-doing") }
}

/// Names the new due time.
pub fn moved(schedule: &Schedule, to: Timestamp, now: Timestamp, zone: Zone) -> String {
    let (is_today, time) = day_and_clock(to, now, zone);
    let zone = zone.to_string();
    match (schedule.reminder, is_today) {
        (true, true) => text!("overdue-remind-today", time = time, zone = zone),
        (true, false) => text!("overdue-remind-tomorrow", time = time, zone = zone),
        (false, true) => text!("overdue-do-today", time = time, zone = zone),
        (false, false) => text!("overdue-do-tomorrow", time = time, zone = zone),
    }
}

/// Says that the schedule was given another time in other ways than with the buttons.
pub fn changed() -> &'static str {
    text!("overdue-changed")
}

pub fn dropped() -> &'static str {
    text!("overdue-dropped")
}

/// The answer to a press on a question that was already answered.
pub fn answered_already() -> &'static str {
    text!("overdue-decided")
}

/// The reason why such a schedule is paused, recorded like those in `runs`.
pub fn paused_why() -> &'static str {
    for_model(|| text!("overdue-paused-why"))
}

pub fn overdue_for_model() -> &'static str {
    "Approved, but the time has passed, so nothing is scheduled. Buttons in the chat ask the person whether it is to \
     happen now, at that time on another day, or not at all. Say no more than that; do not schedule it again."
}

/// `Today at 20:07`, `Tomorrow at 20:07`.
fn today_or_tomorrow(at: Timestamp, now: Timestamp, zone: Zone) -> String {
    match day_and_clock(at, now, zone) {
        (true, time) => text!("overdue-today", time = time),
        (false, time) => text!("overdue-tomorrow", time = time),
    }
}

/// Returns whether a time is today, and its time of day.
fn day_and_clock(at: Timestamp, now: Timestamp, zone: Zone) -> (bool, String) {
    let [local, now] = [at, now].map(|at| at.to_utc().with_timezone(&zone));
    (local.date_naive() == now.date_naive(), local.format("%H:%M").to_string())
}
