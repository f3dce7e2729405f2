//! The first bot that received on each channel: event ids that name no bot belong to it.

use anyhow::Result;

use crate::db::{Tx, params};

/// Returns whether a bot, by the platform's own id, is the first one on a channel. Records it as the first if there is
/// none.
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
