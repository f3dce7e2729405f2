//! Changes a schedule: the given fields replace the old ones, and the next due time follows.

use adjutant_domain::{
    cadence::{Cadence, CadenceError},
    schedules::{MAX_GOAL, MAX_NAME},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    people::Role,
    schedules::{Overlap, Schedule, Status},
};
use adjutant_texts::{model::DEFAULT, schedule_list::overdue, tools::schedules as words};

use super::{
    arguments::{EditArgs, Switch},
    described::in_words,
    zone,
};
use crate::kit::{Context, ToolError};

pub(super) fn apply(
    context: &Context,
    schedule: &mut Schedule,
    arguments: EditArgs,
) -> Result<(), ToolError> {
    if arguments.cadence_type.is_some() != arguments.cadence_value.is_some() {
        return Err(ToolError::rejected("give cadence_type and cadence_value together"));
    }
    if let Some(name) = arguments.name {
        schedule.name = checked_name(&name)?;
    }
    // What others said stays in a schedule until its goal is replaced in words that are the person's own.
    schedule.untrusted = match arguments.goal {
        Some(goal) => {
            schedule.goal = checked_goal(&goal)?;
            context.untrusted.clone()
        }
        None => schedule.untrusted.clone().and(&context.untrusted),
    };
    if let Some(notification) = arguments.notification {
        schedule.notification = notification;
    }
    schedule.urgent = arguments.urgent.unwrap_or(schedule.urgent);
    schedule.missed = arguments.missed.unwrap_or(schedule.missed);
    schedule.grace_secs = arguments.grace_secs.unwrap_or(schedule.grace_secs);
    schedule.overlap = arguments.overlap.unwrap_or(schedule.overlap);
    schedule.previous_outputs = arguments.previous_outputs.unwrap_or(schedule.previous_outputs);
    if let Some(model) = arguments.model {
        schedule.model = chosen_model(context, model)?;
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
        Some(Switch::Paused) if schedule.status == Status::Completed => {
            return Err(ToolError::rejected(
                "it is not due again, so there is nothing to pause; delete it instead",
            ));
        }
        Some(Switch::Paused) => {
            schedule.status = Status::Paused;
            schedule.paused_why = None;
        }
        Some(Switch::Active) if schedule.overdue().is_some() => {}
        Some(Switch::Active) => resume(context, schedule)?,
        None => {}
    }
    schedule.updated_at = context.clock.timestamp();
    Ok(())
}

/// Returns the model of that name, if the person may choose it; `None` for the usual one.
fn chosen_model(context: &Context, name: String) -> Result<Option<String>, ToolError> {
    let known: Vec<_> = context.config.choosable(context.user.role == Role::Owner).collect();
    match name.as_str() {
        DEFAULT => Ok(None),
        name if known.contains(&name) => Ok(Some(name.to_owned())),
        name => Err(ToolError::rejected(format!(
            "there is no model '{name}' for this person; they may choose: {}",
            known.into_iter().chain([DEFAULT]).collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// Returns the differences, old and new, for the person to decide about.
pub(super) fn changes(before: &Schedule, after: &Schedule) -> Result<String, ToolError> {
    let differ = facets(before)?.into_iter().zip(facets(after)?).filter(|(was, is)| was != is);
    Ok(differ.map(|(was, is)| format!("- {was}\n+ {is}")).collect::<Vec<_>>().join("\n"))
}

/// Returns how a new schedule differs from one that says nothing but when and what, in words.
pub(super) fn unusual(schedule: &Schedule) -> Result<Vec<String>, ToolError> {
    let Schedule { schedule_id, user_id, session_id, created_at, .. } = schedule.clone();
    let usual = Schedule::new(schedule_id, user_id, session_id, created_at);
    let differ = words::details(schedule, DEFAULT)
        .into_iter()
        .zip(words::details(&usual, DEFAULT))
        .filter(|(is, usual)| is != usual);
    let reminder = schedule.reminder.then(|| words::is_reminder().to_owned());
    Ok(reminder.into_iter().chain(differ.map(|(is, _)| is)).collect())
}

/// Returns everything about a schedule that can be changed, in words; the longest comes last.
fn facets(schedule: &Schedule) -> Result<Vec<String>, ToolError> {
    let first = [schedule.name.clone(), format!("{} ({})", in_words(schedule)?, schedule.timezone)];
    let last = [words::status(schedule), schedule.goal.clone()];
    Ok(first.into_iter().chain(words::details(schedule, DEFAULT)).chain(last).collect())
}

/// Returns a name on one line, if it is not too long.
pub(super) fn checked_name(name: &str) -> Result<String, ToolError> {
    let name = name.split_whitespace().collect::<Vec<_>>().join(" ");
    match name.chars().count() {
        0 => Err(ToolError::invalid("the name is empty; leave it out to name the schedule by its goal")),
        1..=MAX_NAME => Ok(name),
        length => Err(ToolError::invalid(format!(
            "the name has {length} characters, and a schedule's name takes {MAX_NAME} at most"
        ))),
    }
}

/// Returns a goal, if it is not too long.
pub(super) fn checked_goal(goal: &str) -> Result<String, ToolError> {
    match goal.chars().count() {
        ..=MAX_GOAL => Ok(goal.to_owned()),
        length => Err(ToolError::invalid(format!(
            "the goal has {length} characters, and a schedule's goal takes {MAX_GOAL} at most: say it more briefly"
        ))),
    }
}

/// Sets a new cadence, checked as if the schedule were created now. One whose time passed before it was approved is
/// paused: its person is asked.
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
    schedule.anchor_at = first.into();
    schedule.next_run_at = cadence.next_after(now, first, zone).map(Timestamp::from);
    schedule.revision += 1;
    if schedule.is_hook() {
        // No call is left out.
        schedule.overlap = schedule.overlap.max(Overlap::Queue);
    } else if schedule.next_run_at.is_none() {
        schedule.status = Status::Paused;
        schedule.paused_why = Some(overdue::paused_why().to_owned());
    }
    Ok(())
}

/// Parses a cadence as the model wrote it.
fn new_cadence(context: &Context, kind: &str, value: &str, zone: Zone) -> Result<Cadence, ToolError> {
    let minimum = context.config.scheduler.min_interval_secs;
    match Cadence::parse(kind, value, zone, context.clock.now(), minimum) {
        Err(CadenceError::Past { .. }) if context.approved => Cadence::from_stored(kind, value, zone),
        parsed => parsed,
    }
    .map_err(|error| ToolError::rejected(error.to_string()))
}

/// Resumes a paused schedule at its next due time from now; due times that passed while it was paused stay skipped.
pub(super) fn resume(context: &Context, schedule: &mut Schedule) -> Result<(), ToolError> {
    match schedule.resume(context.clock.now()) {
        Ok(true) => Ok(()),
        Ok(false) => {
            Err(ToolError::rejected("it has no due time any more; give a new cadence_type and cadence_value"))
        }
        Err(error) => Err(ToolError::Internal(error)),
    }
}

fn own_zone(schedule: &Schedule) -> Result<Zone, ToolError> {
    schedule
        .timezone
        .parse()
        .map_err(|error: adjutant_domain::zones::ParseError| ToolError::Internal(error.into()))
}
