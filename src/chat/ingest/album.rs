//! An album in a group: one part that is addressed to the bot counts for all.

use std::sync::Arc;

use adjutant_channel::{Accepted, Album, ChatKind, Inbound};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::{db::Tx, inbox, people::User};
use anyhow::Result;

use super::message;
use crate::core::Core;

/// Handles an addressed part, and with the first one the parts that came before it.
pub(super) async fn receive(
    tx: &Tx,
    core: &Arc<Core>,
    event: &Inbound,
    (user, album): (&User, &Album),
    now: Timestamp,
) -> Result<Accepted> {
    let is_known = event.chat_kind == ChatKind::Direct || is_taken(tx, event, album).await?;
    let accepted = message::receive(tx, core, event, user, now).await?;
    if !is_known && is_taken(tx, event, album).await? {
        for part in core.album_parts.before(event, core.clock.uptime()) {
            message::receive(tx, core, &part, user, now).await?;
        }
    }
    Ok(accepted)
}

async fn is_taken(tx: &Tx, event: &Inbound, album: &Album) -> Result<bool> {
    inbox::has_album(tx, &event.chat, &album.id, false).await
}
