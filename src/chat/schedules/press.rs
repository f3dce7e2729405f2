//! Presses on the buttons of a list.

use adjutant_channel::{Content, Inbound, PressAnswer};
use adjutant_domain::{
    buttons::{ScheduleAction, SchedulePress},
    ids::{RunId, ScheduleId, UserId},
    outbox_key::OutboxKey,
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    runs,
    schedule_lists::{self, List},
    schedules::{self, Schedule},
    sessions,
};
use adjutant_texts::schedule_list as texts;
use adjutant_tools::schedule;
use anyhow::Result;

use super::{
    switch,
    view::{Look, View, draw},
};
use crate::{
    chat::list::{StoredList, shown},
    core::Core,
    outbox::Address,
};

impl StoredList for List {
    type Press<'a> = SchedulePress<'a>;
    type View = View;

    async fn get(tx: &Tx, id: i64) -> Result<Option<Self>> {
        schedule_lists::get(tx, id).await
    }

    fn person(&self) -> &UserId {
        &self.person
    }

    fn source(&self) -> OutboxKey {
        Self::source(self)
    }

    async fn carry_out(
        &mut self,
        tx: &Tx,
        core: &Core,
        event: &Inbound,
        press: Self::Press<'_>,
        now: Timestamp,
    ) -> Result<(View, PressAnswer)> {
        let session = sessions::get(tx, &self.session_id).await?;
        let (user, scope) = (&session.user_id, session.scope());
        match press {
            SchedulePress::Page(page) => {
                schedule_lists::turn_to(tx, self.list_id, page).await?;
                self.page = page;
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

    async fn draw(&self, tx: &Tx, core: &Core, view: View) -> Result<Content> {
        draw(tx, core, self, view).await
    }
}

/// Carries out a press on a visible schedule.
async fn act_on(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    (mut schedule, act): (Schedule, ScheduleAction),
    now: Timestamp,
) -> Result<(View, PressAnswer)> {
    let id = schedule.schedule_id.clone();
    let (look, answer) = match act {
        ScheduleAction::Open => (Look::Whole, shown()),
        ScheduleAction::Edit => (Look::Editing, shown()),
        ScheduleAction::Delete => (Look::Deleting, shown()),
        ScheduleAction::Outputs => (Look::Outputs, shown()),
        ScheduleAction::Pause => (Look::Whole, switch::pause(tx, &schedule, now).await?),
        ScheduleAction::Resume => (Look::Whole, switch::resume(tx, core, &mut schedule).await?),
        ScheduleAction::RunNow => (Look::Whole, switch::run_pressed(tx, core, event, &schedule, now).await?),
        ScheduleAction::Stop => {
            let to = Address::new(event.chat.clone(), event.chat_kind);
            (Look::Whole, switch::stop(tx, core, to, &schedule, now).await?)
        }
        ScheduleAction::Confirm => {
            schedule::delete(tx, &schedule.user_id, &id).await?;
            return Ok((View::Page, PressAnswer::told(texts::deleted())));
        }
    };
    Ok((View::Schedule(id, look), answer))
}
