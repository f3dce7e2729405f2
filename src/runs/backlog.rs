//! Chats that cannot be reached: once a number of messages wait for such a chat, further results of schedules are no
//! longer sent there. They stay with their runs, and one message says so once the chat is back.

use adjutant_channel::ChatRef;
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    db::Tx,
    outbox as rows,
    runs::{self, Run},
};
use adjutant_texts::limits as texts;
use anyhow::Result;

use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// Returns whether the chat's backlog is full, so that no further result may wait for it.
pub(super) async fn is_full(tx: &Tx, core: &Core, chat: &ChatRef) -> Result<bool> {
    let most = i64::from(core.config.limits.undelivered);
    Ok(rows::count_open_of(tx, chat, most).await? >= most)
}

/// Ends the delivery of a run's result as failed, and posts a notice to the chat, once per oldest waiting message.
pub(super) async fn give_up(tx: &Tx, core: &Core, run: &Run, to: &Address, now: Timestamp) -> Result<()> {
    runs::give_up_delivery(tx, &run.run_id).await?;
    let Some(oldest) = rows::oldest_open(tx, &to.chat).await? else { return Ok(()) };
    let source = OutboxKey::Full { user: run.user_id.clone(), at: oldest.since() };
    let said_here = |row: &rows::Row| row.chat() == to.chat;
    let before = rows::of_source(tx, &source).await?;
    if before.iter().any(said_here) {
        return Ok(());
    }
    let slot = Slot { source: &source, segment: before.len() as i64 };
    outbox::post_text(
        tx,
        &core.channels,
        slot,
        to,
        &texts::results_not_kept(core.config.limits.undelivered),
        now,
    )
    .await
}
