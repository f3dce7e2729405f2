//! The prompts of approvals: the calls of each, the choices that it shows, and the user whose reason or answer it
//! awaits.

use adjutant_channel::ChatRef;
use adjutant_domain::{ids::UserId, question::Answer, timestamp::Timestamp};
use anyhow::Result;

use super::{Approval, select};
use crate::db::{Tx, params};

/// Returns all approvals of the prompt with this token, in the order of the calls.
pub async fn of_token(tx: &Tx, prompt: &str) -> Result<Vec<Approval>> {
    tx.all(
        select!("JOIN tool_calls c ON c.call_id = a.call_id WHERE a.prompt = ?1 ORDER BY c.ordinal"),
        [prompt],
    )
    .await
}

/// Returns all approvals of a prompt, in the order of the calls.
pub async fn of_prompt(tx: &Tx, outbox_id: i64) -> Result<Vec<Approval>> {
    tx.all(
        select!("JOIN tool_calls c ON c.call_id = a.call_id WHERE a.outbox_id = ?1 ORDER BY c.ordinal"),
        [outbox_id],
    )
    .await
}

/// Makes a prompt show all choices, or only the usual ones.
pub async fn expand(tx: &Tx, outbox_id: i64, expanded: bool) -> Result<()> {
    tx.execute(
        "UPDATE approvals SET expanded = ?2, why_from = NULL, why_chat = NULL
         WHERE outbox_id = ?1 AND state = 'pending'",
        params![outbox_id, expanded],
    )
    .await
    .map(drop)
}

/// Makes the person's next message in a chat the reason for a denial. If another approval there awaited a reason, it no
/// longer does, and the outbox id of its prompt is returned.
pub async fn await_denial_reason(tx: &Tx, id: &str, from: &UserId, chat: &ChatRef) -> Result<Option<i64>> {
    let before: Option<i64> = tx
        .value(
            "SELECT outbox_id AS value FROM approvals
             WHERE why_from = ?1 AND why_chat = ?2 AND state = 'pending' AND question IS NULL AND approval_id <> ?3",
            params![from, chat.to_string(), id],
        )
        .await?;
    tx.execute(
        "UPDATE approvals SET why_from = CASE WHEN approval_id = ?3 THEN ?1 END,
             why_chat = CASE WHEN approval_id = ?3 THEN ?2 END
         WHERE approval_id = ?3 OR (why_from = ?1 AND why_chat = ?2 AND state = 'pending' AND question IS NULL)",
        params![from, chat.to_string(), id],
    )
    .await?;
    Ok(before)
}

/// Returns the approvals for which this person's next message in this chat can be the reason or the answer: first the
/// one whose denial awaits a reason, then questions, oldest first.
pub async fn awaiting_text(tx: &Tx, from: &UserId, chat: &ChatRef, now: Timestamp) -> Result<Vec<Approval>> {
    tx.all(
        select!(
            "JOIN tool_calls c ON c.call_id = a.call_id
             WHERE a.why_from = ?1 AND a.why_chat = ?2 AND a.state = 'pending' AND a.expires_at > ?3
             ORDER BY a.question IS NOT NULL, a.created_at, c.ordinal"
        ),
        params![from, chat.to_string(), now],
    )
    .await
}

/// Stores the choices and text of an answer so far. Returns false if the question is not pending any more.
pub async fn mark_answer(tx: &Tx, id: &str, answer: &Answer) -> Result<bool> {
    let changed = tx
        .execute(
            "UPDATE approvals SET answer = ?2 WHERE approval_id = ?1 AND state = 'pending'",
            params![id, serde_json::to_string(answer)?],
        )
        .await?;
    Ok(changed == 1)
}
