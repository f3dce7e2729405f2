//! The last activity and the direct chat of each account.

use std::time::Duration;

use adjutant_channel::{ChatKind, Inbound};
use adjutant_domain::timestamp::Timestamp;
use anyhow::Result;
use serde::Deserialize;

use super::AccountRef;
use crate::db::{Tx, params};

/// How much time may pass before an account's last activity is stored again.
const SEEN_EVERY: Duration = Duration::from_mins(1);

/// The stored last activity of an account; empty for a new one.
#[derive(Clone, Debug, Default, Deserialize)]
pub struct Presence {
    direct_chat: Option<String>,
    gone_at: Option<Timestamp>,
    seen_at: Option<Timestamp>,
}

impl Presence {
    /// Returns when the account was last active.
    pub fn seen_at(&self) -> Option<Timestamp> {
        self.seen_at
    }
}

/// Records an activity of an account, to the minute, and its direct chat. Returns whether that chat is new, or could
/// not be written to before.
pub async fn note_presence(tx: &Tx, event: &Inbound, known: &Presence, now: Timestamp) -> Result<bool> {
    let is_direct = event.chat_kind == ChatKind::Direct && event.chat.thread.is_none();
    let chat = event.chat.chat.as_str();
    let is_new = is_direct && (known.direct_chat.as_deref() != Some(chat) || known.gone_at.is_some());
    if is_new || known.seen_at.is_none_or(|seen| seen + SEEN_EVERY < now) {
        let account = AccountRef::sender_of(event);
        tx.execute(
            "UPDATE identities SET seen_at = ?3, direct_chat = coalesce(?4, direct_chat),
                 gone_at = CASE WHEN ?4 IS NULL THEN gone_at END
             WHERE channel = ?1 AND external_id = ?2",
            params![account.channel, account.external_id, now, is_direct.then_some(chat)],
        )
        .await?;
    }
    Ok(is_new)
}
