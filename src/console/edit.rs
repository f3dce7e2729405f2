//! Edits of schedules, by the function of the tool that the model uses, with its checks; and what would come of one.

use adjutant_channel::PressAnswer;
use adjutant_domain::{ids::ScheduleId, origin::Sources, scope::Scope};
use adjutant_store::{
    db::Tx,
    people::{Role, User},
    schedules::{self as rows, Schedule, Status},
};
use adjutant_texts::{console as texts, schedule_list as schedule_texts};
use adjutant_tools::{
    kit::ToolError,
    schedule::{self, Author, EditArgs},
};
use anyhow::Result;
use axum::{Extension, Json, extract::rejection::JsonRejection, http::StatusCode};
use serde::Serialize;

use super::{
    Refusal,
    change::Done,
    view::{Moment, timed},
    viewer::Viewer,
};
use crate::core::Core;

/// What would come of an edit.
#[derive(Debug, Serialize)]
pub(super) struct Preview {
    /// When the schedule would be due, in words.
    cadence: Option<String>,
    upcoming: Vec<Moment>,
    /// Why somebody should think twice.
    doubt: Option<String>,
}

/// Answers with what would come of an edit, or with the reason why it cannot be made.
pub(super) async fn preview(
    Extension(Viewer { core, user: viewer, .. }): Extension<Viewer>,
    body: Result<Json<EditArgs>, JsonRejection>,
) -> Result<Json<Preview>, Refusal> {
    let Json(edit) =
        body.map_err(|_| Refusal(StatusCode::BAD_REQUEST, texts::not_understood().to_owned()))?;
    let (user, id) = (viewer.user_id.clone(), ScheduleId(edit.schedule_id.clone()));
    let found = core.db.read(async move |tx| rows::get(tx, &user, &id).await).await?;
    let no_such_schedule = || Refusal(StatusCode::NOT_FOUND, schedule_texts::no_such_schedule().to_owned());
    let schedule = found.ok_or_else(no_such_schedule)?;
    match schedule::edited(&author(&core, &viewer), &schedule, edit) {
        Ok((edited, doubt)) => {
            // A paused one, too, says when it would be due.
            let active = Schedule { status: Status::Active, ..edited };
            let (cadence, upcoming) = timed(&active, core.clock.timestamp());
            Ok(Json(Preview { cadence, upcoming, doubt }))
        }
        Err(ToolError::Rejected(_, why)) => Err(Refusal(StatusCode::UNPROCESSABLE_ENTITY, why)),
        Err(ToolError::Internal(error)) => Err(error.into()),
    }
}

/// Makes an edit.
pub(super) async fn make(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    edit: EditArgs,
) -> Result<(PressAnswer, Option<Done>)> {
    let (user, id) = (&viewer.user_id, ScheduleId(edit.schedule_id.clone()));
    if rows::get(tx, user, &id).await?.is_none() {
        return Ok((PressAnswer::alert(schedule_texts::no_such_schedule()), None));
    }
    match schedule::edit(tx, &author(core, viewer), (user, &Scope::Everything), edit).await? {
        Ok(schedule) => {
            let done = Done { outcome: "edited", user: schedule.user_id, label: schedule.name };
            Ok((PressAnswer::told(texts::schedule_changed()), Some(done)))
        }
        Err(ToolError::Rejected(_, why)) => Ok((PressAnswer::alert(why), None)),
        Err(ToolError::Internal(error)) => Err(error),
    }
}

/// The viewer changes texts that the page shows, which may hold words of others.
fn author<'a>(core: &'a Core, viewer: &User) -> Author<'a> {
    Author {
        config: &core.config,
        is_owner: viewer.role == Role::Owner,
        zone: viewer.zone(core.zone),
        now: core.clock.now(),
        untrusted: Sources::OWN,
        keeps_words: true,
        approved: false,
    }
}
