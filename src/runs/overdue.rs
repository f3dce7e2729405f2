//! Schedules whose time passed while they waited for approval. Only their person knows whether they still want them, so
//! the person is asked, and the schedule is paused until they answer.

use adjutant_channel::Content;
use adjutant_domain::zones::Zone;
use adjutant_domain::{
    cadence::next_at_time_of,
    ids::{ScheduleId, UserId},
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    people,
    schedules::{self, Schedule},
    sessions,
};
use adjutant_texts::schedule_list::overdue as texts;
use anyhow::Result;

use super::deliver;
use crate::{
    core::Core,
    outbox::{self, Slot},
};

/// Asks a schedule's person, in its chat of origin, what to do with it.
pub(crate) async fn ask(
    tx: &Tx,
    core: &Core,
    (user, id): (&UserId, &ScheduleId),
    now: Timestamp,
) -> Result<()> {
    let Some(schedule) = schedules::get(tx, user, id).await? else { return Ok(()) };
    let zone = people::zone(tx, &schedule.user_id, core.zone).await?;
    // The approver may be somebody else than the schedule's person.
    let language = people::language(tx, &schedule.user_id).await?;
    let Some(content) = language.scope_sync(|| question(&schedule, now, zone)) else { return Ok(()) };
    let to = deliver::reachable(tx, core, &sessions::get(tx, &schedule.session_id).await?).await?;
    outbox::post_content(tx, Slot::first(&schedule.overdue_question()), &to, &content, now).await.map(drop)
}

/// Returns the question about a schedule; `None` if it has been answered.
pub(crate) fn question(schedule: &Schedule, now: Timestamp, zone: Zone) -> Option<Content> {
    let due = schedule.overdue()?;
    let next = next_time(schedule, now, zone)?;
    Some(texts::question(schedule, (due.into(), next), now, zone))
}

/// Returns the next time after `now` that has the schedule's time of day.
pub(crate) fn next_time(schedule: &Schedule, now: Timestamp, zone: Zone) -> Option<Timestamp> {
    next_at_time_of(schedule.overdue()?, now.to_utc(), zone).map(Timestamp::from)
}
