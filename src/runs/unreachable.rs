//! Places that can no longer be written to: schedules that report there are paused, and their owners are told where
//! they can be reached. Schedules that report to a direct chat resume when its person writes there again.

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    people::{self, User},
    runs::Run,
    schedules::{self, Schedule, Status},
    sessions::{self, Place},
};
use adjutant_texts::runs as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// The outbox segment of the notice that schedules resume; the first segment is that of a pause.
const BACK: i64 = 1;

/// Pauses the schedules whose results `lost` were not delivered to a place that is gone, and all schedules of a gone
/// direct chat: their runs would cost money, and nobody would read them. Tells the owners what was lost, in a direct
/// chat, if one is left or can be opened.
pub(crate) async fn give_up(
    tx: &Tx,
    core: &Core,
    place: Place<'_>,
    lost: &[Run],
    now: Timestamp,
) -> Result<()> {
    if place.thread.is_none() && people::note_chat_gone(tx, place, now).await? {
        schedules::pause_until_return(tx, place, texts::unreachable(), now).await?;
    }
    for run in lost {
        let Some(schedule) = schedules::get(tx, &run.user_id, &run.schedule_id).await? else { continue };
        let origin = sessions::get(tx, &schedule.session_id).await?;
        if schedule.status == Status::Active {
            schedules::pause(tx, &schedule.schedule_id, Some(texts::unreachable()), now).await?;
        }
        if let Some(own) = direct_chat(tx, core, &schedule, &origin.chat()).await? {
            let (source, to) = (OutboxKey::LostRun(run.run_id.clone()), Address::new(own, ChatKind::Direct));
            let goes_on = schedule.status != Status::Completed;
            let language = people::language(tx, &schedule.user_id).await?;
            let said = language.scope_sync(|| texts::undelivered(&schedule.name, goes_on, &run.output));
            outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await?;
        }
    }
    Ok(())
}

async fn direct_chat(tx: &Tx, core: &Core, schedule: &Schedule, gone: &ChatRef) -> Result<Option<ChatRef>> {
    let chats = outbox::direct_chats(tx, core, &schedule.user_id, &gone.channel).await?;
    Ok(chats.into_iter().next())
}

/// Resumes the schedules that waited for a person who writes in their direct chat again, and says so.
pub(crate) async fn resume_on_return(
    tx: &Tx,
    core: &Core,
    chat: &ChatRef,
    user: &User,
    now: Timestamp,
) -> Result<()> {
    let mut waited = schedules::waiting_for_return(tx, chat).await?;
    let Some(first) = waited.first() else { return Ok(()) };
    let source = OutboxKey::Paused {
        user: first.user_id.clone(),
        schedule: first.schedule_id.clone(),
        at: first.updated_at,
    };
    for schedule in &mut waited {
        match schedule.resume(now.to_utc()) {
            Ok(true) => {}
            // It was due only once, and that time has passed.
            Ok(false) => schedule.status = Status::Completed,
            Err(error) => {
                let (schedule, error) = (&schedule.schedule_id, format!("{error:#}"));
                tracing::warn!(%schedule, error, "cannot resume schedule");
                continue;
            }
        }
        schedules::put(tx, schedule).await?;
    }
    let with = |status| waited.iter().filter(move |schedule| schedule.status == status).collect::<Vec<_>>();
    if waited.iter().all(|schedule| schedule.status == Status::Paused) {
        return Ok(());
    }
    let back = || texts::back_again(&with(Status::Active), &with(Status::Completed), user.zone(core.zone));
    let said = user.language().scope_sync(back);
    let (slot, to) = (Slot { source: &source, segment: BACK }, Address::new(chat.clone(), ChatKind::Direct));
    outbox::post_text(tx, &core.channels, slot, &to, &said, now).await
}
