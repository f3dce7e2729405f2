//! Changes a schedule: the given fields replace the old ones, and the next due time follows.

use adjutant_config::Config;
use adjutant_domain::{
    cadence::Cadence,
    origin::Sources,
    schedules::{MAX_GOAL, MAX_NAME},
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    people::Role,
    schedules::{Overlap, Schedule, Status},
};
use adjutant_texts::{model::DEFAULT, schedule_list::overdue, tools::schedules as words};
use chrono::{DateTime, Utc};

use super::{
    arguments::{EditArgs, Switch},
    described::in_words,
    exact, zone,
};
use crate::kit::{Context, ToolError};

/// The person who creates or changes a schedule, with their settings and the time.
#[derive(Clone, Debug)]
pub struct Author<'a> {
    pub config: &'a Config,
    pub is_owner: bool,
    /// The zone of times that name none.
    pub zone: Zone,
    pub now: DateTime<Utc>,
    /// The sources of the author's words.
    pub untrusted: Sources,
    /// Whether a new goal may hold words of the old one, as where a person edits its text.
    pub keeps_words: bool,
    /// Whether a person approved this very change, perhaps some time ago.
    pub approved: bool,
}

impl<'a> Author<'a> {
    /// Returns the author of a tool's call.
    pub(super) fn of(context: &'a Context) -> Self {
        Self {
            config: &context.config,
            is_owner: context.user.role == Role::Owner,
            zone: context.zone,
            now: context.clock.now(),
            untrusted: context.untrusted.clone(),
            keeps_words: false,
            approved: context.approved,
        }
    }
}

pub(super) fn apply(
    author: &Author<'_>,
    schedule: &mut Schedule,
    arguments: EditArgs,
) -> Result<(), ToolError> {
    if arguments.cadence_type.is_some() != arguments.cadence_value.is_some() {
        return Err(ToolError::rejected("give cadence_type and cadence_value together"));
    }
    if let Some(name) = arguments.name {
        schedule.name = checked_name(&name)?;
    }
    // Words of others stay in a schedule until its goal is replaced in the person's own words.
    schedule.untrusted = match arguments.goal {
        Some(goal) => {
            schedule.goal = checked_goal(&goal)?;
            let old = if author.keeps_words { &schedule.untrusted } else { &Sources::OWN };
            old.clone().and(&author.untrusted)
        }
        None => schedule.untrusted.clone().and(&author.untrusted),
    };
    if let Some(notification) = arguments.notification {
        schedule.notification = notification;
    }
    schedule.urgent = arguments.urgent.unwrap_or(schedule.urgent);
    schedule.missed = arguments.missed.unwrap_or(schedule.missed);
    schedule.grace_secs = arguments.grace_secs.unwrap_or(schedule.grace_secs);
    schedule.overlap = arguments.overlap.unwrap_or(schedule.overlap);
    leave_out_no_call(schedule);
    schedule.previous_outputs = arguments.previous_outputs.unwrap_or(schedule.previous_outputs);
    if let Some(model) = arguments.model {
        schedule.model = chosen_model(author, model)?;
    }
    let (moved, was_overdue) = (arguments.timezone.is_some(), schedule.overdue().is_some());
    if moved {
        schedule.timezone = zone(author.zone, arguments.timezone.as_deref())?.name().to_owned();
    }
    match (arguments.cadence_type, arguments.cadence_value) {
        (Some(kind), Some(value)) => {
            if schedule.status == Status::Completed {
                schedule.status = Status::Active;
            }
            set_cadence(author, schedule, kind.text(), &value)?;
        }
        _ if moved => {
            let (kind, value) = (schedule.cadence_type.clone(), schedule.cadence_value.clone());
            set_cadence(author, schedule, &kind, &value)?;
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
        Some(Switch::Active) => resume(author, schedule)?,
        // A new time answers the question about the one that had passed.
        None if was_overdue && schedule.next_run_at.is_some() => {
            schedule.status = Status::Active;
            schedule.paused_why = None;
        }
        None => {}
    }
    schedule.updated_at = author.now.into();
    Ok(())
}

/// Returns the model with this name if the person may choose it; `None` for the usual one.
fn chosen_model(author: &Author<'_>, name: String) -> Result<Option<String>, ToolError> {
    let known: Vec<_> = author.config.choosable(author.is_owner).collect();
    match name.as_str() {
        DEFAULT => Ok(None),
        name if known.contains(&name) => Ok(Some(name.to_owned())),
        name => Err(ToolError::rejected(format!(
            "there is no model '{name}' for this person; they may choose: {}",
            known.into_iter().chain([DEFAULT]).collect::<Vec<_>>().join(", ")
        ))),
    }
}

/// Returns the differences between old and new, for the person to decide about.
pub(super) fn changes(before: &Schedule, after: &Schedule) -> Result<String, ToolError> {
    let differ = facets(before)?.into_iter().zip(facets(after)?).filter(|(was, is)| was != is);
    Ok(differ.map(|(was, is)| format!("- {was}\n+ {is}")).collect::<Vec<_>>().join("\n"))
}

/// Returns the unusual details of a new schedule, in words: those that differ from the defaults.
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

/// Returns a name on one line, if it is not empty or too long.
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

/// Sets a new cadence, checked as if the schedule were created now. A schedule whose time passed before its approval is
/// paused, and its person is asked.
pub(super) fn set_cadence(
    author: &Author<'_>,
    schedule: &mut Schedule,
    kind: &str,
    value: &str,
) -> Result<(), ToolError> {
    let (zone, now) = (own_zone(schedule)?, author.now);
    let cadence = exact::parse(author, kind, value, zone)?;
    let first = match cadence {
        Cadence::Interval { every_secs } => now + std::time::Duration::from_secs(every_secs),
        _ => now,
    };
    schedule.cadence_type = cadence.kind().to_owned();
    schedule.cadence_value = cadence.value();
    schedule.anchor_at = first.into();
    schedule.next_run_at = cadence.next_after(now, first, zone).map(Timestamp::from);
    schedule.revision += 1;
    leave_out_no_call(schedule);
    if schedule.next_run_at.is_none() && !schedule.is_hook() {
        schedule.status = Status::Paused;
        schedule.paused_why = Some(overdue::paused_why().to_owned());
    }
    Ok(())
}

/// Makes overlapping calls of a hook wait if they would be skipped.
fn leave_out_no_call(schedule: &mut Schedule) {
    if schedule.is_hook() {
        schedule.overlap = schedule.overlap.max(Overlap::Queue);
    }
}

/// Resumes a paused schedule at its next due time from now; due times that passed while it was paused stay skipped.
fn resume(author: &Author<'_>, schedule: &mut Schedule) -> Result<(), ToolError> {
    match schedule.resume(author.now) {
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
