//! The recipients of messages, and the messages that wait because their recipient is not served now.

use adjutant_channel::ChatKind;
use adjutant_domain::{ids::UserId, outbox_key::OutboxKey};
use anyhow::Result;
use serde::Deserialize;

use super::Row;
use crate::{
    db::{
        Tx, params,
        sql::{item, position},
    },
    people,
};

/// Returns the recipient whose return a message must wait for: the account behind the direct chat (as `telegram:42`),
/// or the user; `None` if it may be sent. Some messages never wait: those to strangers, those to people about their
/// admission or deletion, and the new states of prompts that others see.
pub async fn recipient_away(tx: &Tx, row: &Row) -> Result<Option<String>> {
    let of_one = match &row.source {
        OutboxKey::Claim(_)
        | OutboxKey::Stranger(_)
        | OutboxKey::LinkTyped(_)
        | OutboxKey::LinkPrompt { .. }
        | OutboxKey::Linked { .. }
        | OutboxKey::Unlinked(_)
        | OutboxKey::Admitted(_)
        | OutboxKey::DeletionRequest(_) => return Ok(None),
        OutboxKey::Prompt(_) if row.message_id.is_some() => return Ok(None),
        source => user_of(tx, source).await?,
    };
    let direct = Some(row.chat()).filter(|_| row.chat_kind == ChatKind::Direct);
    people::away(tx, direct.as_ref(), of_one.as_ref()).await
}

/// Returns the user whose work or request a message is about; `None` if it is about nobody's, or the user is no longer
/// known.
pub async fn user_of(tx: &Tx, source: &OutboxKey) -> Result<Option<UserId>> {
    let (sql, key) = match source {
        OutboxKey::LateMessages { user, .. }
        | OutboxKey::Paused { user, .. }
        | OutboxKey::Day { user, .. }
        | OutboxKey::Approvals { user, .. }
        | OutboxKey::Full { user, .. }
        | OutboxKey::OwnerReads { user, .. }
        | OutboxKey::Voiceless { user, .. } => return Ok(Some(user.clone())),
        OutboxKey::Turn(turn) | OutboxKey::Noted(turn) | OutboxKey::Voice(turn) => (
            "SELECT s.user_id AS value FROM turns JOIN sessions s USING (session_id) WHERE turn_id = ?1",
            turn.to_string(),
        ),
        OutboxKey::Run(run)
        | OutboxKey::VoiceOfRun(run)
        | OutboxKey::LostRun(run)
        | OutboxKey::Misfires(run)
        | OutboxKey::Stopped(run) => ("SELECT user_id AS value FROM runs WHERE run_id = ?1", run.to_string()),
        OutboxKey::Export(id) => {
            ("SELECT user_id AS value FROM exports WHERE export_id = ?1", id.clone())
        }
        OutboxKey::SiteMessage(id) => (
            "SELECT s.user_id AS value FROM site_messages m JOIN sites s USING (site_id) WHERE message_id = ?1",
            id.to_string(),
        ),
        OutboxKey::Command(event) | OutboxKey::NoteText(event) => (
            concat!(
                "SELECT user_id AS value FROM inbox WHERE channel = ",
                item!("?1", "0"),
                " AND external_id = ",
                item!("?1", "1"),
                " AND user_id IS NOT NULL"
            ),
            serde_json::to_string(&[&event.channel, &event.external_id])?,
        ),
        OutboxKey::Heard(row) => (
            "SELECT s.user_id AS value FROM inbox JOIN sessions s USING (session_id) WHERE inbox_id = ?1",
            row.to_string(),
        ),
        OutboxKey::Media(call) | OutboxKey::Delegate(call) | OutboxKey::Plan(call) => (
            "SELECT s.user_id AS value FROM tool_calls JOIN turns USING (turn_id) JOIN sessions s USING (session_id)
             WHERE call_id = ?1",
            call.to_string(),
        ),
        OutboxKey::Prompt(entry) => (
            "SELECT s.user_id AS value FROM entries JOIN turns USING (turn_id) JOIN sessions s USING (session_id)
             WHERE entry_id = ?1",
            entry.to_string(),
        ),
        OutboxKey::Waits(prompt) | OutboxKey::Details(prompt) | OutboxKey::Reminder(prompt) => {
            ("SELECT requester AS value FROM approvals WHERE outbox_id = ?1 LIMIT 1", prompt.to_string())
        }
        OutboxKey::Expired(approval) => {
            ("SELECT requester AS value FROM approvals WHERE approval_id = ?1", approval.clone())
        }
        OutboxKey::NoteList(list) => (
            "SELECT s.user_id AS value FROM note_lists JOIN sessions s USING (session_id) WHERE list_id = ?1",
            list.to_string(),
        ),
        OutboxKey::ScheduleList(list) => (
            "SELECT s.user_id AS value FROM schedule_lists JOIN sessions s USING (session_id) WHERE list_id = ?1",
            list.to_string(),
        ),
        OutboxKey::Claim(_)
        | OutboxKey::Stranger(_)
        | OutboxKey::LinkTyped(_)
        | OutboxKey::LinkPrompt { .. }
        | OutboxKey::Linked { .. }
        | OutboxKey::Unlinked(_)
        | OutboxKey::Files { .. }
        | OutboxKey::LostMessage(_)
        | OutboxKey::Skipped { .. }
        | OutboxKey::Outage { .. }
        | OutboxKey::ModelKey { .. }
        | OutboxKey::Knock(_)
        | OutboxKey::Knocks(_)
        | OutboxKey::Admitted(_)
        | OutboxKey::DeletionRequest(_)
        | OutboxKey::SetAside { .. }
        | OutboxKey::Unwritable { .. }
        | OutboxKey::Other(_) => return Ok(None),
    };
    tx.value(sql, [key]).await
}

/// Makes a message wait for a person's return; later messages of the chat do not wait for it.
pub async fn hold(tx: &Tx, outbox_id: i64, held_for: &str) -> Result<()> {
    tx.execute(
        "UPDATE outbox SET held_for = ?2 WHERE outbox_id = ?1 AND state = 'pending'",
        params![outbox_id, held_for],
    )
    .await
    .map(drop)
}

/// Returns the recipients who are back and have waiting messages.
pub async fn returned(tx: &Tx) -> Result<Vec<String>> {
    #[derive(Deserialize)]
    struct Held {
        held_for: String,
    }
    let held: Vec<Held> = tx
        .all(
            concat!(
                "SELECT DISTINCT held_for FROM outbox WHERE held_for IS NOT NULL AND CASE
                 WHEN held_for LIKE 'user-%' THEN NOT EXISTS (SELECT 1 FROM away a WHERE a.user_id = held_for)
                 ELSE EXISTS (SELECT 1 FROM served_identities s
                              WHERE s.channel = substr(held_for, 1, ",
                position!("held_for", "':'"),
                " - 1)
                                  AND s.external_id = substr(held_for, ",
                position!("held_for", "':'"),
                " + 1)) END"
            ),
            (),
        )
        .await?;
    Ok(held.into_iter().map(|row| row.held_for).collect())
}

/// Releases the messages that waited for a person who is back.
pub async fn release_held(tx: &Tx, returned: &str) -> Result<()> {
    tx.execute("UPDATE outbox SET held_for = NULL WHERE held_for = ?1", [returned]).await.map(drop)
}
