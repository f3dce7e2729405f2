//! Presses on the buttons of a list.

use adjutant_channel::{Inbound, MessageId, PressAnswer};
use adjutant_domain::{
    buttons::{ScheduleAction, SchedulePress},
    ids::{RunId, ScheduleId},
};
use adjutant_store::{
    db::Tx,
    outbox as outbox_rows,
    people::User,
    runs,
    schedule_lists::{self, List},
    schedules::{self, Schedule},
    sessions,
};
use anyhow::Result;

use super::{
    switch,
    view::{Look, View, draw},
};
use crate::{
    core::Core,
    texts::{self as all_texts, schedule_list as texts},
};

/// Carries out a press, if the list belongs to the person who pressed, and redraws the list's message.
pub(crate) async fn press(
    tx: &Tx,
    core: &Core,
    (event, user): (&Inbound, &User),
    (list, press, message): (i64, SchedulePress<'_>, Option<&MessageId>),
    now: i64,
) -> Result<PressAnswer> {
    let Some(mut list) = schedule_lists::get(tx, list).await? else {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    };
    if list.person != user.person {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    }
    if let Some(message) = message {
        for shown in outbox_rows::of_source(tx, &list.source()).await? {
            outbox_rows::adopt(tx, shown.outbox_id, message, now).await?;
        }
    }
    let (view, answer) = carry_out(tx, core, event, &mut list, press, now).await?;
    let content = draw(tx, core, &list, view).await?;
    for shown in outbox_rows::of_source(tx, &list.source()).await? {
        if shown.content()? != content {
            outbox_rows::revise(tx, shown.outbox_id, &content).await?;
        }
    }
    Ok(answer)
}

/// Carries out a press; returns the view to show, and the answer.
async fn carry_out(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    list: &mut List,
    press: SchedulePress<'_>,
    now: i64,
) -> Result<(View, PressAnswer)> {
    let session = sessions::get(tx, &list.session_id).await?;
    let (user, scope) = (&session.user_id, session.scope());
    match press {
        SchedulePress::Page(page) => {
            schedule_lists::turn_to(tx, list.list_id, page).await?;
            list.page = page;
            Ok((View::Page, shown()))
        }
        SchedulePress::Output(id, part) => {
            let run = RunId(id.to_owned());
            match runs::get_own(tx, user, &run, &scope).await? {
                Some(_) => Ok((View::Output(run, part), shown())),
                None => Ok((View::Page, PressAnswer::alert(texts::no_such_run()))),
            }
        }
        SchedulePress::Schedule(id, ScheduleAction::Outputs) => {
            Ok((View::Schedule(ScheduleId(id.to_owned()), Look::Outputs), shown()))
        }
        SchedulePress::Schedule(id, act) => {
            match schedules::get_in(tx, user, &ScheduleId(id.to_owned()), &scope).await? {
                Some(schedule) => act_on(tx, core, event, (schedule, act), now).await,
                None => Ok((View::Page, PressAnswer::alert(texts::no_such_schedule()))),
            }
        }
    }
}

/// Carries out a press on a schedule that may be seen.
async fn act_on(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    (mut schedule, act): (Schedule, ScheduleAction),
    now: i64,
) -> Result<(View, PressAnswer)> {
    let id = schedule.schedule_id.clone();
    let (look, answer) = match act {
        ScheduleAction::Open => (Look::Whole, shown()),
        ScheduleAction::Edit => (Look::Editing, shown()),
        ScheduleAction::Delete => (Look::Deleting, shown()),
        ScheduleAction::Outputs => (Look::Outputs, shown()),
        ScheduleAction::Pause => (Look::Whole, switch::pause(tx, &schedule, now).await?),
        ScheduleAction::Resume => (Look::Whole, switch::resume(tx, core, &mut schedule).await?),
        ScheduleAction::RunNow => (Look::Whole, switch::run_now(tx, core, event, &schedule, now).await?),
        ScheduleAction::Stop => (Look::Whole, switch::stop(tx, core, event, &schedule, now).await?),
        ScheduleAction::Confirm => {
            schedules::delete(tx, &schedule.user_id, &id).await?;
            return Ok((View::Page, PressAnswer::told(texts::deleted())));
        }
    };
    Ok((View::Schedule(id, look), answer))
}

/// Returns the empty answer to a press whose effect the message shows.
fn shown() -> PressAnswer {
    PressAnswer::told("")
}
