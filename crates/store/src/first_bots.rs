//! The bot that was the first to receive on a channel: ids of events that name no bot are this bot's.

use anyhow::Result;

use crate::db::{Tx, params};

/// Returns whether a bot, by the platform's own id, is the first that receives on a channel. If none was, it is from now
/// on.
pub async fn is_first(tx: &Tx, channel: &str, bot: &str) -> Result<bool> {
    tx.execute(
        "INSERT INTO first_bots (channel, bot) VALUES (?1, ?2) ON CONFLICT (channel) DO NOTHING",
        params![channel, bot],
    )
    .await?;
    let first: Option<String> =
        tx.value("SELECT bot AS value FROM first_bots WHERE channel = ?1", [channel]).await?;
    Ok(first.as_deref() == Some(bot))
}
