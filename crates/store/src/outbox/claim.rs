//! Claims: the right of one process to make one attempt at a message.

use adjutant_channel::Content;
use adjutant_domain::{ids::UserId, timestamp::Timestamp};
use anyhow::{Context as _, Result};

use super::Row;
use crate::{
    db::{SyncedTx, params},
    process::Process,
};

/// One claim on a row. Its outcome is recorded only if the row has not been claimed since, so that a sender that hung
/// and was given up overwrites nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Claim {
    pub outbox_id: i64,
    /// Grows with each claim on the row.
    pub(super) token: i64,
}

/// Claims a row for an attempt that begins now and shows its content. Returns the claimed row; `None` if it changed
/// meanwhile.
pub async fn claim(tx: &SyncedTx, row: &Row, process: &Process, now: Timestamp) -> Result<Option<Row>> {
    tx.first(
        "UPDATE outbox SET state = 'sending', claimed_by = ?3, attempt_at = ?4, in_flight = content,
             attempts = attempts + 1, claim = claim + 1
         WHERE outbox_id = ?1 AND state = 'pending' AND held_for IS NULL AND content = ?2
         RETURNING *",
        params![row.outbox_id, row.content.as_str(), process.id(), now],
    )
    .await
}

/// Claims a row as [`claim`] does, if it is the oldest open one of its chat, and its chat and user are served now.
/// Returns the claimed row.
pub async fn claim_if_first(
    tx: &SyncedTx,
    (outbox_id, user): (i64, &UserId),
    process: &Process,
    now: Timestamp,
) -> Result<Option<Row>> {
    tx.first(
        "UPDATE outbox AS own SET state = 'sending', claimed_by = ?2, attempt_at = ?3, in_flight = content,
             attempts = attempts + 1, claim = claim + 1
         WHERE outbox_id = ?1 AND state = 'pending' AND held_for IS NULL AND not_before <= ?3
             AND NOT EXISTS (SELECT 1 FROM outbox o WHERE o.channel = own.channel AND o.chat = own.chat
                                 AND o.state IN ('pending', 'sending', 'unknown') AND o.held_for IS NULL
                                 AND o.outbox_id < own.outbox_id)
             AND NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = ?4)
             AND (own.chat_kind <> 'direct' OR NOT EXISTS (
                 SELECT 1 FROM closed_chats c WHERE c.channel = own.channel AND c.chat = own.chat))
         RETURNING *",
        params![outbox_id, process.id(), now, user],
    )
    .await
}

/// Claims a draft for its first send, which begins now. Returns the claimed row.
pub async fn start_draft(
    tx: &SyncedTx,
    outbox_id: i64,
    content: &Content,
    process: &Process,
    now: Timestamp,
) -> Result<Row> {
    tx.first(
        "UPDATE outbox SET claimed_by = ?2, attempt_at = ?3, in_flight = ?4, claim = claim + 1 WHERE outbox_id = ?1
         RETURNING *",
        params![outbox_id, process.id(), now, serde_json::to_string(content)?],
    )
    .await?
    .context("the stored draft is missing")
}
