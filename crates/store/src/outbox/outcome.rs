//! Records of what became of delivery attempts.

use adjutant_channel::{ChatKind, ChatRef, Content, MessageId};
use adjutant_domain::{timestamp::Timestamp, wake::Wake};
use anyhow::Result;
use serde::Deserialize;

use super::{Row, get};
use crate::{
    db::{Tx, params},
    sessions::{Place, kind_text, thread},
};

/// Records that an attempt arrived, and so what the message shows. A row that is done shows its content, which need not
/// be stored twice for as long as the row is kept.
pub async fn delivered(tx: &Tx, outbox_id: i64, message: &MessageId, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET message_id = ?2, sent_at = coalesce(sent_at, ?3), attempt_at = NULL, attempts = 0,
             not_before = 0, error = NULL, failing_ms = 0, failed_at = NULL, doubts = 0,
             state = CASE WHEN state IN ('draft', 'done') THEN state
                          WHEN content = in_flight THEN 'done' ELSE 'pending' END,
             in_flight = CASE WHEN state = 'draft' OR content <> in_flight THEN in_flight END,
             repeat = 0
         WHERE outbox_id = ?1",
        params![outbox_id, message.0.as_str(), now],
    )
    .await
    .map(drop)
}

/// Records what the last edit of a draft made it show.
pub async fn note_draft(tx: &Tx, outbox_id: i64, shown: &Content) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET in_flight = ?2 WHERE outbox_id = ?1 AND state = 'draft'",
        params![outbox_id, serde_json::to_string(shown)?],
    )
    .await
    .map(drop)
}

/// Stores what [`Row::failed`] has counted.
pub async fn note_failure(tx: &Tx, row: &Row) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET failing_ms = ?2, failed_at = ?3, doubts = ?4 WHERE outbox_id = ?1",
        params![row.outbox_id, row.failing_ms, row.failed_at, row.doubts],
    )
    .await
    .map(drop)
}

/// Records that an attempt certainly did not take effect. The next may begin at `not_before`.
pub async fn retry(tx: &Tx, outbox_id: i64, not_before: Timestamp, error: &str) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = CASE state WHEN 'draft' THEN 'draft' ELSE 'pending' END, attempt_at = NULL,
             not_before = ?2, error = ?3 WHERE outbox_id = ?1",
        params![outbox_id, not_before, error],
    )
    .await
    .map(drop)
}

/// Records that nobody knows whether an attempt took effect. The check is at `not_before`.
pub async fn mark_unknown(tx: &Tx, outbox_id: i64, not_before: Timestamp, error: &str) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = CASE state WHEN 'draft' THEN 'draft' ELSE 'unknown' END, not_before = ?2,
             error = ?3 WHERE outbox_id = ?1",
        params![outbox_id, not_before, error],
    )
    .await
    .map(drop)
}

/// Queues a repeat of an attempt that was looked for and not found. The message says that it may be a repeat.
pub async fn requeue_as_repeat(tx: &Tx, outbox_id: i64) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = 'pending', attempt_at = NULL, repeat = 1 WHERE outbox_id = ?1",
        [outbox_id],
    )
    .await
    .map(drop)
}

/// Queues a new message in place of one that was to be edited and is gone, or cannot be edited; `repeat` if people may
/// see its content already.
pub async fn requeue_as_new(tx: &Tx, outbox_id: i64, repeat: bool) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = 'pending', attempt_at = NULL, message_id = NULL, doubts = 0,
             repeat = CASE WHEN ?2 THEN 1 ELSE repeat END
         WHERE outbox_id = ?1",
        params![outbox_id, repeat],
    )
    .await
    .map(drop)
}

/// Postpones the check of an attempt whose outcome is still unclear to `not_before`.
pub async fn postpone_check(tx: &Tx, outbox_id: i64, not_before: Timestamp, error: &str) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = 'unknown', attempts = attempts + 1, not_before = ?2, error = ?3
         WHERE outbox_id = ?1",
        params![outbox_id, not_before, error],
    )
    .await
    .map(drop)
}

/// Turns a row into a dead letter, for a reason that `/status` and the log show. If it is a run's result, the delivery
/// of the run has failed.
pub async fn dead_letter(tx: &Tx, outbox_id: i64, error: &str) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = 'dead', error = ?2 WHERE outbox_id = ?1",
        params![outbox_id, error],
    )
    .await?;
    tx.execute(
        "UPDATE runs SET delivery = 'failed'
         WHERE delivery = 'pending' AND run_id = (SELECT source FROM outbox WHERE outbox_id = ?1)",
        [outbox_id],
    )
    .await
    .map(drop)
}

/// Turns all open rows of a place that cannot be reached into dead letters.
pub async fn dead_letter_place(tx: &Tx, place: Place<'_>, error: &str) -> Result<()> {
    #[derive(Deserialize)]
    struct Open {
        outbox_id: i64,
    }
    let open: Vec<Open> = tx
        .all(
            "SELECT outbox_id FROM outbox
             WHERE channel = ?1 AND chat = ?2 AND state IN ('pending', 'sending', 'unknown')
                 AND thread = coalesce(?3, thread)",
            params![place.channel, place.chat, place.thread],
        )
        .await?;
    for Open { outbox_id } in open {
        dead_letter(tx, outbox_id, error).await?;
    }
    Ok(())
}

/// Readdresses a message to another chat of the same channel, where it is sent as a new one.
pub async fn redirect(tx: &Tx, row: &Row, to: &ChatRef, kind: ChatKind, content: &Content) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET chat = ?2, thread = ?3, chat_kind = ?4, content = ?5, reply_to = NULL, handle = NULL,
             message_id = NULL, state = 'pending', not_before = 0, attempt_at = NULL, doubts = 0,
             repeat = CASE WHEN state = 'unknown' THEN 1 ELSE repeat END
         WHERE outbox_id = ?1",
        params![
            row.outbox_id,
            to.chat.as_str(),
            thread(to),
            kind_text(kind),
            serde_json::to_string(content)?
        ],
    )
    .await?;
    tx.wake(Wake::Chat(to.clone()));
    Ok(())
}

/// Records that a message whose send was in doubt did arrive, as a press on it shows.
pub async fn confirm_by_press(tx: &Tx, outbox_id: i64, message: &MessageId, now: Timestamp) -> Result<()> {
    let row = get(tx, outbox_id).await?;
    if row.is_some_and(|row| row.message_id.is_none()) {
        delivered(tx, outbox_id, message, now).await?;
    }
    Ok(())
}
