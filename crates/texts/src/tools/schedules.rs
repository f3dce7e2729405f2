//! The tools for schedules.

use adjutant_store::schedules::{MisfirePolicy, Schedule};

use crate::{fluent::text, schedule_list::grace};

pub fn make(name: &str) -> String {
    text!("tools-schedule-make", name = name)
}

pub fn change(name: &str) -> String {
    text!("tools-schedule-change", name = name)
}

/// `when`: the cadence in words.
pub fn delete(name: &str, when: &str) -> String {
    text!("tools-schedule-delete", name = name, when = when)
}

pub fn end(name: &str) -> String {
    text!("tools-schedule-end", name = name)
}

// The reasons for the prompts above ------------------------------------------------------------------------------

pub fn is_gone() -> &'static str {
    text!("tools-schedule-gone")
}

/// Schedules made by a run could multiply unnoticed.
pub fn made_by_run() -> &'static str {
    text!("tools-schedule-by-run")
}

pub fn started_by_hook() -> &'static str {
    text!("tools-schedule-by-hook")
}

/// Each run costs a model call.
pub fn runs_often(times_a_day: u64) -> String {
    text!("tools-schedule-often", times = times_a_day)
}

// The details of a new schedule -----------------------------------------------------------------------------------

/// The line about the zone of its times, if it is not the person's.
pub fn in_zone(zone: &str) -> String {
    text!("tools-schedule-zone", zone = zone)
}

pub fn is_reminder() -> &'static str {
    text!("tools-schedule-reminder")
}

pub fn status(schedule: &Schedule) -> String {
    text!("tools-schedule-status", status = schedule.status.text())
}

/// How a schedule treats results, misfires and other runs. `usual`: the name of the default model.
pub fn details(schedule: &Schedule, usual: &str) -> [String; 6] {
    let urgent = if schedule.urgent { "yes" } else { "no" };
    let late = match schedule.missed {
        MisfirePolicy::Skip => String::new(),
        MisfirePolicy::Once | MisfirePolicy::All => grace(schedule),
    };
    let model = schedule.model.as_deref().unwrap_or(usual);
    [
        text!("tools-schedule-results", how = schedule.notification.text()),
        text!("tools-schedule-quiet-hours", urgent = urgent),
        text!("tools-schedule-missed", how = schedule.missed.text(), grace = late),
        text!("tools-schedule-overlap", how = schedule.overlap.text()),
        text!("tools-schedule-outputs", count = schedule.previous_outputs),
        text!("tools-schedule-model", model = model),
    ]
}
