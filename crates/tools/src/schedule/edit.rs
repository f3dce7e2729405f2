//! Edits a schedule, and computes beforehand what an edit would do.

use adjutant_domain::{
    ids::{ScheduleId, UserId},
    scope::Scope,
};
use adjutant_store::{
    db::Tx,
    outbox, runs,
    schedules::{self, Schedule, Status},
};
use adjutant_texts::{
    schedule_list::{delivered, overdue},
    tools::schedules as words,
};
use anyhow::Result;

use super::{
    arguments::EditArgs,
    change::{Author, apply},
    costly,
    delete::show_withdrawn,
    no_such_schedule, too_many,
};
use crate::kit::ToolError;

/// Returns the edited schedule, with the reason to ask somebody first, if there is one.
///
/// # Errors
/// Returns why the edit cannot be made as it is.
pub fn edited(
    author: &Author<'_>,
    schedule: &Schedule,
    arguments: EditArgs,
) -> Result<(Schedule, Option<String>), ToolError> {
    let mut edited = schedule.clone();
    apply(author, &mut edited, arguments)?;
    let (before, after) = (schedule.cadence()?.0, edited.cadence()?.0);
    let doubt = if edited.is_hook() && !schedule.is_hook() {
        Some(words::started_by_hook().to_owned())
    } else {
        let is_oftener = after.runs_per_day() > before.runs_per_day();
        costly(&after, edited.reminder).filter(|_| is_oftener)
    };
    Ok((edited, doubt))
}

/// Edits one of a person's schedules that are visible in the scope, and returns it.
///
/// # Errors
/// The inner error says why the edit cannot be made; the outer one says that the database failed.
pub async fn edit(
    tx: &Tx,
    author: &Author<'_>,
    (user, scope): (&UserId, &Scope),
    arguments: EditArgs,
) -> Result<Result<Schedule, ToolError>> {
    let id = ScheduleId(arguments.schedule_id.clone());
    let Some(mut schedule) = schedules::get_in(tx, user, &id, scope).await? else {
        return Ok(Err(no_such_schedule(&id)));
    };
    let before = schedule.clone();
    if let Err(error) = apply(author, &mut schedule, arguments) {
        return Ok(Err(error));
    }
    // A completed schedule that begins anew counts as a new one.
    let begins = before.status == Status::Completed && schedule.status != Status::Completed;
    let most = author.config.limits.schedules;
    if begins && schedules::count_open(tx, user).await? >= i64::from(most) {
        return Ok(Err(too_many(most)));
    }
    if begins {
        // The schedule comes at its new time instead of the time to which it was put off.
        let snoozed = runs::snoozed(tx, &id).await?;
        runs::suppress_held(tx, &id).await?;
        show_withdrawn(tx, &snoozed, delivered::moved()).await?;
    }
    schedules::put(tx, &schedule).await?;
    if before.overdue().is_some() && schedule.revision != before.revision {
        answer_overdue(tx, &before).await?;
    }
    // The schedule may have become urgent.
    runs::reevaluate_held(tx, user, author.now.into()).await?;
    Ok(Ok(schedule))
}

/// Replaces the question about an overdue schedule, which has another time now.
async fn answer_overdue(tx: &Tx, schedule: &Schedule) -> Result<()> {
    for row in outbox::of_source(tx, &schedule.overdue_question()).await? {
        outbox::update_content(tx, row.outbox_id, &overdue::answered(schedule, overdue::changed())).await?;
    }
    Ok(())
}
