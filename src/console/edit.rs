//! Edits of schedules, by the function and with the checks of the model's tool; and previews of such edits.

use adjutant_channel::{ChatKind, PressAnswer};
use adjutant_domain::{
    ids::ScheduleId,
    origin::Sources,
    policy::{Effect, Place},
    scope::Scope,
};
use adjutant_store::{
    db::Tx,
    people::{Role, User},
    schedules::{self as rows, Schedule, Status},
};
use adjutant_texts::{console as texts, schedule_list as schedule_texts};
use adjutant_tools::{
    kit::{CallAssessment, ToolError},
    schedule::{self, Author, EditArgs},
};
use anyhow::Result;
use axum::{Extension, Json, extract::rejection::JsonRejection, http::StatusCode};
use serde::Serialize;

use super::{
    Refusal,
    change::Done,
    view::{Moment, timed, version},
    viewer::Viewer,
};
use crate::{approvals::policy, core::Core};

/// The tool that makes the same edits for the model.
const TOOL: &str = "schedule_edit";

/// The result that an edit would have.
#[derive(Debug, Serialize)]
pub(super) struct Preview {
    /// When the schedule would be due, in words.
    cadence: Option<String>,
    upcoming: Vec<Moment>,
    /// Why the person should reconsider the edit.
    doubt: Option<String>,
}

/// Answers with the preview of an edit, or with the reason why it cannot be made.
pub(super) async fn preview(
    Extension(Viewer { core, user: viewer, .. }): Extension<Viewer>,
    body: Result<Json<EditArgs>, JsonRejection>,
) -> Result<Json<Preview>, Refusal> {
    let Json(edit) =
        body.map_err(|_| Refusal(StatusCode::BAD_REQUEST, texts::not_understood().to_owned()))?;
    let (user, id) = (viewer.user_id.clone(), ScheduleId(edit.schedule_id.clone()));
    let found = core.db.read(async move |tx| rows::get(tx, &user, &id).await).await?;
    if let Some(why) = refusal(&core, &viewer, &edit)? {
        return Err(Refusal(StatusCode::FORBIDDEN, why.to_owned()));
    }
    let no_such_schedule = || Refusal(StatusCode::NOT_FOUND, schedule_texts::no_such_schedule().to_owned());
    let schedule = found.ok_or_else(no_such_schedule)?;
    match schedule::edited(&author(&core, &viewer), &schedule, edit) {
        Ok((edited, doubt)) => {
            // For a paused schedule, shows when it would be due if it were active.
            let active = Schedule { status: Status::Active, ..edited };
            let (cadence, upcoming) = timed(&active, core.clock.timestamp());
            Ok(Json(Preview { cadence, upcoming, doubt }))
        }
        Err(ToolError::Rejected(_, why)) => Err(Refusal(StatusCode::UNPROCESSABLE_ENTITY, why)),
        Err(ToolError::Internal(error)) => Err(error.into()),
    }
}

/// Makes an edit, unless the schedule is no longer in the version that the page showed: somebody may have edited it on
/// another page or in the chat.
pub(super) async fn make(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    (seen, edit): (&str, EditArgs),
) -> Result<(PressAnswer, Option<Done>)> {
    let (user, id) = (&viewer.user_id, ScheduleId(edit.schedule_id.clone()));
    let Some(schedule) = rows::get(tx, user, &id).await? else {
        return Ok((PressAnswer::alert(schedule_texts::no_such_schedule()), None));
    };
    if let Some(why) = refusal(core, viewer, &edit)? {
        return Ok((PressAnswer::alert(why), None));
    }
    if version(&schedule) != seen {
        return Ok((PressAnswer::alert(texts::schedule_changed_meanwhile()), None));
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

/// Returns why the viewer may not make an edit here: the operator's rules and permissions for the tool also hold on the
/// page. If they require the person's approval, that is given: the person makes the edit.
fn refusal(core: &Core, viewer: &User, edit: &EditArgs) -> Result<Option<&'static str>> {
    let place = Place { role: viewer.policy_role(), chat: ChatKind::Direct, attended: true };
    let rules = &core.config.tools.rules;
    let mut offered = core.tools.enabled(&core.config.tools.permissions);
    let Some(tool) = offered.find(|tool| tool.name() == TOOL && policy::is_on(rules, place, tool)) else {
        return Ok(Some(texts::not_permitted()));
    };
    let mut arguments = serde_json::to_value(edit)?;
    if let Some(given) = arguments.as_object_mut() {
        given.retain(|_, value| !value.is_null());
    }
    let call = (&arguments, &CallAssessment::default());
    let effect = policy::judge(rules, place, tool, call, &Sources::OWN).effect;
    Ok(match effect {
        Effect::Deny | Effect::Off => Some(texts::not_permitted()),
        Effect::Owner if viewer.role != Role::Owner => Some(texts::owner_decides()),
        _ => None,
    })
}

/// The viewer edits texts on the page, which may contain words of others.
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
