//! The buttons under delivered results.

use adjutant_channel::{Content, PressAnswer, Rich};
use adjutant_domain::{
    buttons::{DeliveryAction, DeliveryButton, Snooze},
    cadence::same_time_tomorrow,
    ids::RunId,
    outbox_key::OutboxKey,
    scope::Scope,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    db::Tx,
    outbox::{self as outbox_rows, Row},
    people::User,
    runs::{self, Delivery, Run},
    schedules::{self, Schedule},
};
use adjutant_texts::{
    self as all_texts,
    schedule_list::{self as texts, delivered},
};
use anyhow::Result;
use chrono::TimeDelta;

use super::{
    show, switch,
    view::{Look, View},
};
use crate::chat::press::Press;

/// Carries out a press if the schedule belongs to the presser.
pub(crate) async fn press(press: &Press<'_>, user: &User, button: DeliveryButton<'_>) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now, .. } = *press;
    let id = RunId(button.run.to_owned());
    if runs::get(tx, &id).await?.is_none() {
        return Ok(PressAnswer::alert(texts::forgotten()));
    }
    let Some(run) = runs::get_own(tx, &user.user_id, &id, &Scope::Everything).await? else {
        return Ok(PressAnswer::alert(all_texts::not_yours()));
    };
    let shown = Message::find(tx, run, button.delivery).await?;
    if let (Some(row), Some(message)) = (&shown.row, message) {
        outbox_rows::confirm_by_press(tx, row.outbox_id, message, now).await?;
    }
    if button.action == DeliveryAction::History {
        let outputs = View::Schedule(shown.run.schedule_id, Look::Outputs);
        show(tx, core, (event, user), outputs, now).await?;
        return Ok(PressAnswer::told(delivered::history_below()));
    }
    match &shown.schedule {
        Some(schedule) => {
            let on = OnMessage { press, zone: user.zone(core.zone), shown: &shown };
            on.carry_out(schedule.clone(), button.action).await
        }
        None => Ok(PressAnswer::alert(texts::no_such_schedule())),
    }
}

/// A delivered message, with its run and its schedule.
struct Message {
    run: Run,
    delivery: i64,
    schedule: Option<Schedule>,
    /// The last part of the message, which has the buttons; `None` once retention has deleted it.
    row: Option<Row>,
}

impl Message {
    async fn find(tx: &Tx, run: Run, delivery: i64) -> Result<Self> {
        let schedule = schedules::of_run(tx, &run.run_id).await?;
        let rows = outbox_rows::of_source(tx, &OutboxKey::from(&run.run_id)).await?;
        let row = rows.into_iter().filter(|row| row.segment == delivery).max_by_key(|row| row.part);
        Ok(Self { run, delivery, schedule, row })
    }

    /// Replaces the buttons.
    async fn shows(&self, tx: &Tx, buttons: Vec<Vec<adjutant_channel::Button>>) -> Result<()> {
        let Some(row) = &self.row else { return Ok(()) };
        let before = row.content()?;
        if before.buttons == buttons {
            return Ok(());
        }
        outbox_rows::update_content(tx, row.outbox_id, &Content { buttons, ..before }).await
    }

    /// Shows the outcome, and replaces the buttons by these.
    async fn ends(&self, tx: &Tx, outcome: &str, buttons: Vec<Vec<adjutant_channel::Button>>) -> Result<()> {
        let Some(row) = &self.row else { return Ok(()) };
        let before = row.content()?;
        let gap = if before.body.text.is_empty() { "" } else { "\n\n" };
        let body = Rich::builder().rich(&before.body).text(gap).text(outcome).build();
        outbox_rows::update_content(tx, row.outbox_id, &Content { body, buttons, ..before }).await
    }
}

/// A press on a delivered message, in the presser's time zone.
struct OnMessage<'a> {
    press: &'a Press<'a>,
    zone: Zone,
    shown: &'a Message,
}

impl OnMessage<'_> {
    /// Carries out the press, if the message's schedule still exists.
    async fn carry_out(&self, mut schedule: Schedule, action: DeliveryAction) -> Result<PressAnswer> {
        let Press { tx, core, event, now, .. } = *self.press;
        let (shown, run) = (self.shown, &self.shown.run.run_id);
        if let Some(why) = over(shown, action, self.zone, now) {
            return Ok(PressAnswer::alert(why));
        }
        let answer = match action {
            DeliveryAction::Done => return self.mark_done().await,
            DeliveryAction::Snooze(until) => return self.snooze(until).await,
            DeliveryAction::UndoSnooze => return self.undo_snooze(&schedule).await,
            DeliveryAction::Again => return switch::run_pressed(tx, core, event, &schedule, now).await,
            DeliveryAction::Later => {
                shown.shows(tx, delivered::snooze_buttons(run, shown.delivery)).await?;
                return Ok(PressAnswer::told(""));
            }
            DeliveryAction::Pause => switch::pause(tx, &schedule, now).await?,
            DeliveryAction::Resume => switch::resume(tx, core, &mut schedule).await?,
            DeliveryAction::Back | DeliveryAction::History => PressAnswer::told(""),
        };
        let schedule = schedules::of_run(tx, run).await?;
        shown.shows(tx, delivered::buttons(run, shown.delivery, schedule.as_ref())).await?;
        Ok(answer)
    }

    /// Marks the reminder as done.
    async fn mark_done(&self) -> Result<PressAnswer> {
        let Press { tx, now, .. } = *self.press;
        runs::mark_done(tx, &self.shown.run.run_id, now).await?;
        self.shown.ends(tx, &delivered::done_at(now, now, self.zone), Vec::new()).await?;
        Ok(PressAnswer::told(""))
    }

    /// Snoozes the message.
    async fn snooze(&self, until: Snooze) -> Result<PressAnswer> {
        let Press { tx, now, .. } = *self.press;
        let at = now.to_utc();
        let until = match until {
            Snooze::TenMinutes => at + TimeDelta::minutes(10),
            Snooze::Hour => at + TimeDelta::hours(1),
            Snooze::Tomorrow => same_time_tomorrow(at, self.zone).unwrap_or(at + TimeDelta::days(1)),
        };
        let Message { run, delivery, .. } = self.shown;
        runs::hold(tx, &run.run_id, until.into()).await?;
        let undo = delivered::undo_button(&run.run_id, *delivery);
        self.shown.ends(tx, &delivered::snoozed_until(until.into(), now, self.zone), undo).await?;
        Ok(PressAnswer::told(""))
    }

    /// Reverts the snooze and restores the message.
    async fn undo_snooze(&self, schedule: &Schedule) -> Result<PressAnswer> {
        let Message { run, delivery, row, .. } = self.shown;
        let taken_back = runs::take_back_snooze(self.press.tx, &run.run_id).await?;
        if let (true, Some(row)) = (taken_back, row) {
            let before = row.content()?;
            let body = delivered::without_snooze(&before.body);
            let buttons = delivered::buttons(&run.run_id, *delivery, Some(schedule));
            let content = Content { body, buttons, ..before };
            outbox_rows::update_content(self.press.tx, row.outbox_id, &content).await?;
        }
        Ok(PressAnswer::told(""))
    }
}

/// Returns the answer to a late press: the message is done, is snoozed or was delivered again, so it no longer has that
/// button.
fn over(shown: &Message, action: DeliveryAction, zone: Zone, now: Timestamp) -> Option<String> {
    let run = &shown.run;
    match (run.delivery, run.deliver_at) {
        _ if run.done_at.is_some() => run.done_at.map(|done| delivered::done_at(done, now, zone)),
        _ if shown.delivery + 1 != run.deliveries => Some(delivered::came_again().to_owned()),
        (Delivery::Held, Some(until)) if action != DeliveryAction::UndoSnooze => {
            Some(delivered::snoozed_until(until, now, zone))
        }
        _ => None,
    }
}
