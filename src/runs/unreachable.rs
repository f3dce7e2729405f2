//! Unreachable chats: tells a schedule's owner, and nobody else, about results that could not be delivered.

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    people,
    runs::Run,
    schedules::{self, Schedule},
    sessions,
};
use adjutant_texts::runs as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// Pauses the schedules whose results `lost` were not delivered to a group that is gone, and tells their owners in
/// their direct chats what was lost. An owner who has left a direct chat cannot be told there, and may come back.
pub(crate) async fn notify_owners(tx: &Tx, core: &Core, lost: &[Run], now: Timestamp) -> Result<()> {
    for run in lost {
        let Some(schedule) = schedules::get(tx, &run.user_id, &run.schedule_id).await? else { continue };
        let origin = sessions::get(tx, &schedule.session_id).await?;
        if origin.chat_kind == ChatKind::Direct {
            continue;
        }
        if schedule.status == schedules::Status::Active {
            schedules::pause(tx, &schedule.schedule_id, Some(texts::unreachable()), now).await?;
        }
        if let Some(own) = direct_chat(tx, core, &schedule, &origin.chat()).await? {
            let (source, to) = (OutboxKey::LostRun(run.run_id.clone()), Address::new(own, ChatKind::Direct));
            let said = texts::undelivered(&schedule.name, &run.output);
            outbox::post_text(tx, &core.channels, Slot::first(&source), &to, &said, now).await?;
        }
    }
    Ok(())
}

async fn direct_chat(tx: &Tx, core: &Core, schedule: &Schedule, gone: &ChatRef) -> Result<Option<ChatRef>> {
    let listed = core.config.access.listed();
    let chats = people::direct_chats(tx, &schedule.user_id, &gone.channel, &listed).await?;
    Ok(chats.into_iter().next())
}
