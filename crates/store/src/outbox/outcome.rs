//! Records of the outcomes of delivery attempts.

use std::time::Duration;

use adjutant_channel::{ChatKind, ChatRef, Content, MessageId, SentIds};
use adjutant_domain::{counted::Counted, timestamp::Timestamp, wake::Wake};
use anyhow::Result;
use serde::Deserialize;

use super::{Claim, Row, get};
use crate::{
    db::{Tx, params, sql::each_of},
    sessions::{Place, kind_text, thread},
};

/// Records that an attempt arrived, and the content that the message now shows. A row that is done shows its own
/// content, which is not stored twice. Changes to the row since the claim do not matter, except a new claim: then
/// returns false, see [`arrived_late`].
pub async fn delivered(tx: &Tx, claim: Claim, sent: &SentIds, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET message_id = ?2, sent_at = coalesce(sent_at, ?3), attempt_at = NULL, attempts = 0,
                 not_before = 0, error = NULL, failing_ms = 0, failed_at = NULL, doubts = 0,
                 state = CASE WHEN state IN ('draft', 'done') THEN state
                              WHEN content = in_flight THEN 'done' ELSE 'pending' END,
                 in_flight = CASE WHEN state = 'draft' OR content <> in_flight THEN in_flight END,
                 repeat = 0
             WHERE outbox_id = ?1 AND claim = ?4",
            params![claim.outbox_id, sent.message.0.as_str(), now, claim.token],
        )
        .await?;
    if changed == 1 {
        note_album(tx, claim.outbox_id, &sent.more).await?;
    }
    Ok(changed == 1)
}

/// Stores the ids of an album's messages after the first one. Writes nothing for any other message.
async fn note_album(tx: &Tx, outbox_id: i64, more: &[MessageId]) -> Result<()> {
    if more.is_empty() {
        return Ok(());
    }
    tx.execute("DELETE FROM album_messages WHERE outbox_id = ?1", [outbox_id]).await?;
    let ids: Vec<_> = more.iter().map(|id| &id.0).collect();
    tx.execute(
        concat!(
            "INSERT INTO album_messages (outbox_id, place, message_id) SELECT ?1, key + 1, value FROM ",
            each_of!("?2")
        ),
        params![outbox_id, serde_json::to_string(&ids)?],
    )
    .await
    .map(drop)
}

/// Stores the ids under which an earlier claim's message arrived, if the row has none and its chat is unchanged. If the
/// present attempt fails, the next one then edits that message instead of sending a third one.
pub async fn arrived_late(tx: &Tx, row: &Row, sent: &SentIds, now: Timestamp) -> Result<()> {
    if row.message_id.is_some() {
        return Ok(());
    }
    let changed = tx
        .execute(
            "UPDATE outbox SET message_id = ?2, sent_at = coalesce(sent_at, ?3)
             WHERE outbox_id = ?1 AND message_id IS NULL AND chat = ?4 AND thread = ?5",
            params![row.outbox_id, sent.message.0.as_str(), now, row.chat.as_str(), row.thread.as_str()],
        )
        .await?;
    if changed == 1 {
        note_album(tx, row.outbox_id, &sent.more).await?;
    }
    Ok(())
}

/// Records the content that the message of a draft shows. `None`: it is not known, since an edit is under way. Returns
/// false as [`is_draft`] does.
pub async fn note_draft(tx: &Tx, claim: Claim, shown: Option<&Content>) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET in_flight = ?2 WHERE outbox_id = ?1 AND state = 'draft' AND claim = ?3",
            params![claim.outbox_id, shown.map(serde_json::to_string).transpose()?, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Returns whether a row is still the draft of this claim. It is not after the turn has ended, perhaps in another
/// process that has taken the turn over.
pub async fn is_draft(tx: &Tx, claim: Claim) -> Result<bool> {
    let found: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM outbox WHERE outbox_id = ?1 AND state = 'draft' AND claim = ?2",
            params![claim.outbox_id, claim.token],
        )
        .await?;
    Ok(found.is_some())
}

/// Takes a draft over whose message is there, so that whoever worked on it before, perhaps in a process that hung,
/// edits it no more. Returns the claim that holds from now on.
pub async fn take_draft_over(tx: &Tx, claim: Claim) -> Result<Claim> {
    let token: Option<i64> = tx
        .value(
            "UPDATE outbox SET claim = claim + 1 WHERE outbox_id = ?1 AND state = 'draft' AND claim = ?2
             RETURNING claim AS value",
            params![claim.outbox_id, claim.token],
        )
        .await?;
    Ok(token.map_or(claim, |token| Claim { token, ..claim }))
}

/// Stores the counts of [`Row::failed`]. Returns false if the row's attempt is settled, or another one has begun: this
/// failure then has no consequences.
pub async fn note_failure(tx: &Tx, row: &Row) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET failing_ms = ?2, failed_at = ?3, doubts = ?4
             WHERE outbox_id = ?1 AND claim = ?5 AND state IN ('draft', 'sending', 'unknown')",
            params![row.outbox_id, row.failing_ms, row.failed_at, row.doubts, row.claim],
        )
        .await?;
    Ok(changed == 1)
}

/// Records that an attempt certainly had no effect. The next one may begin at `not_before`. Returns false as
/// [`note_failure`] does.
pub async fn retry(tx: &Tx, claim: Claim, not_before: Timestamp, error: &str) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = CASE state WHEN 'draft' THEN 'draft' ELSE 'pending' END, attempt_at = NULL,
                 not_before = ?2, error = ?3
             WHERE outbox_id = ?1 AND claim = ?4 AND state IN ('draft', 'sending', 'unknown')",
            params![claim.outbox_id, not_before, error, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Records that an attempt was refused, and that other content is sent instead. Returns false as [`note_failure`] does.
pub async fn retry_as(tx: &Tx, claim: Claim, content: &Content) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = 'pending', attempt_at = NULL, not_before = 0, content = ?2
             WHERE outbox_id = ?1 AND claim = ?3 AND state IN ('sending', 'unknown')",
            params![claim.outbox_id, serde_json::to_string(content)?, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Records that the outcome of an attempt is unknown. It is checked at `not_before`. Returns false as [`note_failure`]
/// does.
pub async fn mark_unknown(tx: &Tx, claim: Claim, not_before: Timestamp, error: &str) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = CASE state WHEN 'draft' THEN 'draft' ELSE 'unknown' END, not_before = ?2,
                 error = ?3
             WHERE outbox_id = ?1 AND claim = ?4 AND state IN ('draft', 'sending', 'unknown')",
            params![claim.outbox_id, not_before, error, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Puts off the next step of the search for a message in doubt to `not_before`. `is_settled`: the attempt can no longer
/// take effect. Returns false as [`note_failure`] does.
pub async fn put_off_search(tx: &Tx, claim: Claim, is_settled: bool, not_before: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = CASE WHEN ?2 THEN 'unknown' ELSE state END, not_before = ?3
             WHERE outbox_id = ?1 AND claim = ?4 AND state IN ('sending', 'unknown')",
            params![claim.outbox_id, is_settled, not_before, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Queues a repeat of an attempt whose message was searched for and not found. The message says that it may be a
/// repeat. Returns false as [`note_failure`] does.
pub async fn requeue_as_repeat(tx: &Tx, claim: Claim) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = 'pending', attempt_at = NULL, repeat = 1
             WHERE outbox_id = ?1 AND claim = ?2 AND state IN ('sending', 'unknown')",
            params![claim.outbox_id, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Queues a new message in place of an edit of a message that is gone or cannot be edited; `repeat` if people may see
/// its content already. It gets a new key: the platform still knows the old one. Returns false as [`note_failure`]
/// does.
pub async fn requeue_as_new(tx: &Tx, claim: Claim, repeat: bool, now: Timestamp) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = 'pending', attempt_at = NULL, message_id = NULL, doubts = 0, created_at = ?4,
                 repeat = CASE WHEN ?2 THEN 1 ELSE repeat END
             WHERE outbox_id = ?1 AND claim = ?3 AND state IN ('sending', 'unknown')",
            params![claim.outbox_id, repeat, claim.token, now],
        )
        .await?;
    Ok(changed == 1)
}

/// Queues a segment as new messages, with the messages above its first part, in place of those that it has become: one
/// of them was deleted. They get a new key, because the platform may still know the old one.
pub async fn send_anew(tx: &Tx, row: &Row, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET state = 'pending', message_id = NULL, handle = NULL, sent_at = NULL, attempts = 0,
             not_before = 0, claim = claim + 1, created_at = ?3
         WHERE source = ?1 AND segment = ?2 AND message_id IS NOT NULL AND state IN ('done', 'pending')",
        params![&row.source, row.segment, now],
    )
    .await?;
    tx.wake(Wake::Chat(row.chat()));
    Ok(())
}

/// Ends the pauses after failed attempts on a channel that is reachable again, and wakes the chats. An attempt whose
/// outcome is unknown may still take effect for `in_flight`.
pub async fn end_pauses(tx: &Tx, channel: &str, in_flight: Duration, now: Timestamp) -> Result<()> {
    #[derive(Deserialize)]
    struct Waiting {
        chat: String,
    }
    let waiting: Vec<Waiting> = tx
        .all(
            // The attempt had ended by `failed_at`. Pauses that the platform asked for are kept in memory as well.
            "UPDATE outbox SET not_before =
                 CASE state WHEN 'unknown' THEN min(not_before, failed_at + ?3) ELSE 0 END
             WHERE channel = ?1 AND state IN ('pending', 'sending', 'unknown') AND not_before > ?2
                 AND failed_at IS NOT NULL
             RETURNING chat",
            params![channel, now, in_flight.as_millis() as i64],
        )
        .await?;
    for Waiting { chat } in waiting {
        tx.wake(Wake::Chat(ChatRef { channel: channel.to_owned(), chat, thread: None }));
    }
    Ok(())
}

/// Postpones the check of an attempt whose outcome is still unclear to `not_before`. Returns false as [`note_failure`]
/// does.
pub async fn postpone_check(tx: &Tx, claim: Claim, not_before: Timestamp, error: &str) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE outbox SET state = 'unknown', attempts = attempts + 1, not_before = ?2, error = ?3
             WHERE outbox_id = ?1 AND claim = ?4 AND state IN ('sending', 'unknown')",
            params![claim.outbox_id, not_before, error, claim.token],
        )
        .await?;
    Ok(changed == 1)
}

/// Turns a row into a dead letter, with a reason that `/status` and the log show. If it is a run's result, the delivery
/// of the run has failed.
pub async fn dead_letter(tx: &Tx, outbox_id: i64, error: &str) -> Result<()> {
    let channel = tx.value(
        "UPDATE outbox SET state = 'dead', error = ?2 WHERE outbox_id = ?1 RETURNING channel AS value",
        params![outbox_id, error],
    );
    if let Some(channel) = channel.await? {
        tx.wake(Wake::Counted(Counted::DeadLetter { channel }));
    }
    tx.execute(
        "UPDATE runs SET delivery = 'failed'
         WHERE delivery = 'pending' AND run_id = (SELECT source FROM outbox WHERE outbox_id = ?1)",
        [outbox_id],
    )
    .await
    .map(drop)
}

/// Queues a dead letter for delivery again, and sets the delivery of its run back, if it is a run's result. An attempt
/// in doubt may have arrived, so the message then says that it may be a repeat. Returns the row before the change;
/// `None` if it is not a dead letter.
pub async fn revive(tx: &Tx, outbox_id: i64) -> Result<Option<Row>> {
    let Some(row) = get(tx, outbox_id).await?.filter(Row::is_dead) else { return Ok(None) };
    tx.execute(
        "UPDATE outbox SET state = 'pending', repeat = max(repeat, attempt_at IS NOT NULL), attempt_at = NULL,
             attempts = 0, not_before = 0, error = NULL, failing_ms = 0, failed_at = NULL, doubts = 0
         WHERE outbox_id = ?1",
        [outbox_id],
    )
    .await?;
    tx.execute(
        "UPDATE runs SET delivery = 'pending' WHERE delivery = 'failed' AND run_id = ?1",
        params![&row.source],
    )
    .await?;
    tx.wake(Wake::Chat(row.chat()));
    Ok(Some(row))
}

/// Deletes a dead letter. Returns the deleted row; `None` if it is not a dead letter.
pub async fn drop_dead_letter(tx: &Tx, outbox_id: i64) -> Result<Option<Row>> {
    let Some(row) = get(tx, outbox_id).await?.filter(Row::is_dead) else { return Ok(None) };
    tx.execute("DELETE FROM outbox WHERE outbox_id = ?1", [outbox_id]).await?;
    Ok(Some(row))
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

/// Readdresses a message to a direct chat of the same channel, where it is sent as a new message with a new key. An
/// attempt in progress at the old chat does not count there.
pub async fn redirect(tx: &Tx, row: &Row, to: &ChatRef, content: &Content, now: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET chat = ?2, thread = ?3, chat_kind = ?4, content = ?5, reply_to = NULL, handle = NULL,
             message_id = NULL, state = 'pending', not_before = 0, attempt_at = NULL, doubts = 0, claim = claim + 1,
             created_at = ?6, repeat = CASE WHEN state = 'unknown' THEN 1 ELSE repeat END
         WHERE outbox_id = ?1",
        params![
            row.outbox_id,
            to.chat.as_str(),
            thread(to),
            kind_text(ChatKind::Direct),
            serde_json::to_string(content)?,
            now
        ],
    )
    .await?;
    tx.wake(Wake::Chat(to.clone()));
    Ok(())
}

/// Records that a message whose send was in doubt has arrived, as a press on it shows.
pub async fn confirm_by_press(tx: &Tx, outbox_id: i64, message: &MessageId, now: Timestamp) -> Result<()> {
    if let Some(row) = get(tx, outbox_id).await?.filter(|row| row.message_id.is_none()) {
        delivered(tx, row.claim(), &message.clone().into(), now).await?;
    }
    Ok(())
}
