//! Presses on the question about a schedule whose time passed before it was approved.

use adjutant_channel::PressAnswer;
use adjutant_domain::zones::Zone;
use adjutant_domain::{
    buttons::OverdueAction,
    cadence::{Cadence, Once},
    ids::ScheduleId,
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    inbox, outbox as outbox_rows,
    people::User,
    schedules::{self, Schedule, Status},
};
use adjutant_texts::{
    self as all_texts,
    schedule_list::{self as texts, overdue as said},
};
use anyhow::Result;

use crate::{chat::press::Press, runs::overdue, scheduler::manual};

/// Carries out a press if the schedule belongs to the presser and waits for the answer.
pub(crate) async fn press(
    press: &Press<'_>,
    user: &User,
    (id, action): (&str, OverdueAction),
) -> Result<PressAnswer> {
    let Press { tx, core, event, message, now, .. } = *press;
    let id = ScheduleId(id.to_owned());
    let Some(schedule) = schedules::get(tx, &user.user_id, &id).await? else {
        let is_foreign = schedules::exists(tx, &id).await?;
        let why = if is_foreign { all_texts::not_yours() } else { texts::no_such_schedule() };
        return Ok(PressAnswer::alert(why));
    };
    if schedule.overdue().is_none() {
        return Ok(PressAnswer::alert(said::answered_already()));
    }
    let zone = user.zone(core.zone);
    let question = outbox_rows::of_source(tx, &schedule.overdue_question()).await?.into_iter().next();
    if let (Some(row), Some(message)) = (&question, message) {
        outbox_rows::confirm_by_press(tx, row.outbox_id, message, now).await?;
    }
    let (content, answer) = match action {
        OverdueAction::Now => {
            let asked_at = inbox::received_at(tx, event).await?;
            manual::run_now(tx, core, &schedule, asked_at, now).await?;
            schedules::put(tx, &Schedule { status: Status::Completed, paused_why: None, ..schedule.clone() })
                .await?;
            (said::answered(&schedule, said::begun(&schedule)), PressAnswer::told(""))
        }
        OverdueAction::NextTime => match move_on(tx, &schedule, now, zone).await? {
            Some(next) => {
                (said::answered(&schedule, &said::moved(&schedule, next, now, zone)), PressAnswer::told(""))
            }
            None => return Ok(PressAnswer::alert(texts::unreadable())),
        },
        OverdueAction::Drop => {
            schedules::delete(tx, &schedule.user_id, &schedule.schedule_id).await?;
            (said::answered(&schedule, said::dropped()), PressAnswer::told(""))
        }
    };
    if let Some(row) = question {
        outbox_rows::update_content(tx, row.outbox_id, &content).await?;
    }
    Ok(answer)
}

/// Makes a schedule due at the next occurrence of its time of day.
async fn move_on(tx: &Tx, schedule: &Schedule, now: Timestamp, zone: Zone) -> Result<Option<Timestamp>> {
    let Some(next) = overdue::next_time(schedule, now, zone) else { return Ok(None) };
    let moved = Schedule {
        cadence_value: Cadence::Once(Once::local(next.to_utc(), zone)).value(),
        anchor_at: now,
        next_run_at: Some(next),
        revision: schedule.revision + 1,
        status: Status::Active,
        paused_why: None,
        updated_at: now,
        ..schedule.clone()
    };
    schedules::put(tx, &moved).await?;
    Ok(Some(next))
}
