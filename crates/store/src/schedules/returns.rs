//! Schedules that wait for their person's return to a direct chat that can no longer be written to.

use adjutant_channel::ChatRef;
use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;

use super::Schedule;
use crate::{
    db::{Tx, params},
    sessions::Place,
};

/// Pauses the active schedules that report to a chat until the person returns.
pub async fn pause_until_return(tx: &Tx, place: Place<'_>, why: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE schedules SET status = 'paused', paused_why = ?3, updated_at = ?4, waits_for_return = 1
         WHERE status = 'active' AND session_id IN (
             SELECT session_id FROM sessions WHERE kind = 'chat' AND channel = ?1 AND chat = ?2)",
        params![place.channel, place.chat, why, now],
    )
    .await
    .map(drop)
}

/// Returns the schedules that report to a chat and wait for the person's return, oldest first.
pub async fn waiting_for_return(tx: &Tx, chat: &ChatRef) -> Result<Vec<Schedule>> {
    tx.all(
        "SELECT * FROM schedules
         WHERE status = 'paused' AND waits_for_return AND session_id IN (
             SELECT session_id FROM sessions WHERE kind = 'chat' AND channel = ?1 AND chat = ?2)
         ORDER BY created_at",
        params![chat.channel.as_str(), chat.chat.as_str()],
    )
    .await
}
