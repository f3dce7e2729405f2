//! How a schedule is changed: what is given replaces what was, and its next due time follows.

use chrono_tz::Tz;

use super::{
    EditArgs, Switch,
    described::{cadence, in_words, own_zone},
    zone,
};
use crate::{
    clock::from_millis,
    scheduler::cadence::Cadence,
    store::schedules::{Schedule, Status},
    tools::kit::{Context, ToolError},
};

pub(super) fn apply(
    context: &Context,
    schedule: &mut Schedule,
    arguments: EditArgs,
) -> Result<(), ToolError> {
    if arguments.cadence_type.is_some() != arguments.cadence_value.is_some() {
        return Err(ToolError::rejected("give cadence_type and cadence_value together"));
    }
    if let Some(name) = arguments.name {
        schedule.name = name;
    }
    if let Some(goal) = arguments.goal {
        schedule.goal = goal;
    }
    if let Some(notification) = arguments.notification {
        schedule.notification = notification;
    }
    let moved = arguments.timezone.is_some();
    if moved {
        schedule.timezone = zone(context, arguments.timezone.as_deref())?.name().to_owned();
    }
    match (arguments.cadence_type, arguments.cadence_value) {
        (Some(kind), Some(value)) => {
            if schedule.status == Status::Completed {
                schedule.status = Status::Active;
            }
            set_cadence(context, schedule, kind.text(), &value)?;
        }
        _ if moved => {
            let (kind, value) = (schedule.cadence_type.clone(), schedule.cadence_value.clone());
            set_cadence(context, schedule, &kind, &value)?;
        }
        _ => {}
    }
    match arguments.status {
        Some(Switch::Paused) => schedule.status = Status::Paused,
        Some(Switch::Active) => resume(context, schedule)?,
        None => {}
    }
    schedule.updated_at = context.clock.millis();
    Ok(())
}

/// What differs, each with what it was: for the person to decide about.
pub(super) fn changes(before: &Schedule, after: &Schedule) -> Result<String, ToolError> {
    let when = |it: &Schedule| Ok::<_, ToolError>(format!("{} ({})", in_words(it)?, it.timezone));
    let pairs = [
        (before.name.clone(), after.name.clone()),
        (when(before)?, when(after)?),
        (before.goal.clone(), after.goal.clone()),
        (reported(before), reported(after)),
        (before.status.text().to_owned(), after.status.text().to_owned()),
    ];
    let differ = pairs.iter().filter(|(was, is)| was != is);
    Ok(differ.map(|(was, is)| format!("- {was}\n+ {is}")).collect::<Vec<_>>().join("\n"))
}

fn reported(schedule: &Schedule) -> String {
    format!("results: {}", schedule.notification.text())
}

/// Gives a schedule a new cadence, checked as if it were made now.
pub(super) fn set_cadence(
    context: &Context,
    schedule: &mut Schedule,
    kind: &str,
    value: &str,
) -> Result<(), ToolError> {
    let (zone, now) = (own_zone(schedule)?, context.clock.now());
    let cadence = new_cadence(context, kind, value, zone)?;
    let first = match cadence {
        Cadence::Interval { every_secs } => now + std::time::Duration::from_secs(every_secs),
        _ => now,
    };
    schedule.cadence_type = kind.to_owned();
    schedule.cadence_value = cadence.value();
    schedule.anchor_at = first.timestamp_millis();
    schedule.next_run_at = cadence.next_after(now, first, zone).map(|at| at.timestamp_millis());
    schedule.revision += 1;
    Ok(())
}

/// A cadence as the model gave it.
pub(super) fn new_cadence(
    context: &Context,
    kind: &str,
    value: &str,
    zone: Tz,
) -> Result<Cadence, ToolError> {
    let minimum = context.config.scheduler.min_interval_secs;
    Cadence::parse(kind, value, zone, context.clock.now(), minimum)
        .map_err(|error| ToolError::rejected(error.to_string()))
}

/// A paused schedule goes on with the next due time from now; what it missed was meant to be missed.
pub(super) fn resume(context: &Context, schedule: &mut Schedule) -> Result<(), ToolError> {
    let (cadence, zone) = (cadence(schedule)?, own_zone(schedule)?);
    let next = cadence.next_after(context.clock.now(), from_millis(schedule.anchor_at), zone);
    schedule.next_run_at = Some(next.map(|at| at.timestamp_millis()).ok_or_else(|| {
        ToolError::rejected("it has no due time any more; give a new cadence_type and cadence_value")
    })?);
    schedule.status = Status::Active;
    Ok(())
}
