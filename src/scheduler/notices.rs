//! Notices that are not a run's result: misfires, with one notice per chat, and schedules that cannot run.

use std::{collections::BTreeMap, sync::Arc};

use adjutant_domain::{ids::SessionId, outbox_key::OutboxKey, timestamp::Timestamp, zones::Zone};
use adjutant_store::{
    db::{self, Scope, Tx},
    people,
    runs::{self, Run},
    schedules::{self, Schedule, Status},
    sessions,
    set_aside::{Item, Kind},
};
use adjutant_texts::runs::{self as texts, MisfireReport};
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Slot, set_aside},
    runs::deliver,
};

/// Posts the misfire notices for missed runs. A run that cannot be reported does not hold up the others.
pub(super) async fn post_misfires(core: &Arc<Core>, untold: Vec<Run>, now: Timestamp) -> Result<()> {
    if untold.is_empty()
        || db::unless_storage_failed(post_together(core, untold.clone(), now).await)?.is_none()
    {
        return Ok(());
    }
    for run in untold {
        let (id, user) = (run.run_id.clone(), run.user_id.clone());
        let Some(error) = db::unless_storage_failed(post_together(core, vec![run], now).await)? else {
            continue;
        };
        if set_aside::count_failure(core, Item::new(Kind::Run, &id).of(&user), &error).await? {
            // The run counts as reported, without a notice.
            db::unless_storage_failed(
                core.db.write(Scope::Person(user), async move |tx| runs::mark_told(tx, &id).await).await,
            )?;
        }
    }
    Ok(())
}

/// Posts the misfire notices for all of these runs, one per chat, or none.
async fn post_together(core: &Arc<Core>, untold: Vec<Run>, now: Timestamp) -> Result<()> {
    let core_ = core.clone();
    core.db
        .write(Scope::Global, async move |tx| {
            let mut chats: BTreeMap<SessionId, Vec<(Schedule, Run)>> = BTreeMap::new();
            for run in &untold {
                // The person may have been removed since, or another process may have reported the run first.
                if !people::is_served(tx, &run.user_id).await? || !runs::mark_told(tx, &run.run_id).await? {
                    continue;
                }
                let Some(schedule) = schedules::get(tx, &run.user_id, &run.schedule_id).await? else {
                    continue;
                };
                match deliver::quiet_until(tx, &core_, &schedule, now).await? {
                    Some(until) => runs::hold(tx, &run.run_id, until).await?,
                    None => {
                        chats.entry(schedule.session_id.clone()).or_default().push((schedule, run.clone()));
                    }
                }
            }
            for (origin, missed) in chats {
                let Some((first, _)) = missed.first() else { continue };
                people::speaking_to(tx, &first.user_id, tell(tx, &core_, &origin, &missed, now)).await?;
            }
            Ok(())
        })
        .await
}

/// Posts the notice that a schedule cannot run and is paused.
pub(super) async fn post_paused(tx: &Tx, core: &Core, schedule: &Schedule, now: Timestamp) -> Result<()> {
    let origin = sessions::get(tx, &schedule.session_id).await?;
    let (user, id) = (schedule.user_id.clone(), schedule.schedule_id.clone());
    let source = OutboxKey::Paused { user, schedule: id, at: now };
    let to = deliver::reachable(tx, core, &origin).await?;
    let language = people::language(tx, &schedule.user_id).await?;
    let said = language.scope_sync(|| texts::cannot_run(&schedule.name));
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await
}

async fn tell(
    tx: &Tx,
    core: &Core,
    origin: &SessionId,
    missed: &[(Schedule, Run)],
    now: Timestamp,
) -> Result<()> {
    let Some((_, first)) = missed.first() else { return Ok(()) };
    let origin = sessions::get(tx, origin).await?;
    let zone = people::zone(tx, &origin.user_id, core.zone).await?;
    let lines: Vec<_> = missed.iter().map(|(schedule, run)| line(schedule, run, (now, zone))).collect();
    let source = OutboxKey::Misfires(first.run_id.clone());
    let to = deliver::reachable(tx, core, &origin).await?;
    outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &texts::missed(&lines), now).await
}

fn line(schedule: &Schedule, run: &Run, (now, zone): (Timestamp, Zone)) -> MisfireReport {
    MisfireReport {
        name: schedule.name.clone(),
        reminder: schedule.reminder.then(|| schedule.goal.clone()),
        times: run.missed,
        last: run.due_at,
        next: schedule.next_run_at.filter(|_| schedule.status == Status::Active),
        now,
        zone,
    }
}
