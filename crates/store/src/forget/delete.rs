//! Deletes a person's data, a little at a time: each step takes a few milliseconds, keeps every reference in the
//! database intact, and may be repeated.

use adjutant_domain::{
    ids::{CallId, RunId, SessionId, TurnId, UserId},
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
};
use anyhow::Result;
use serde::Deserialize;

use super::{
    DeletionRequest, Identity, identities,
    rows::{beginning_with, delete_messages, delete_rows, numbers, texts},
    site,
};
use crate::{
    db::{Tx, params, sql::listed},
    documents,
    leases::{self, LeaseName},
    search, sessions,
};

/// The most rows that a step deletes.
const ROWS: i64 = 100;
/// The most rows that a step deletes in a full-text index.
const INDEXED: i64 = 8;
/// The most turns that a step deletes, with all their entries.
const TURNS: i64 = 2;
/// The most blocks of vectors that a step deletes.
const BLOCKS: i64 = 4;
/// The most events that are examined at once.
const LOOKED_AT: i64 = 5_000;

/// Deletes some of a user's data. Returns false if nothing is left.
pub async fn step(tx: &Tx, deletion: &DeletionRequest, user: &UserId) -> Result<bool> {
    Ok(vectors(tx, user).await?
        || notes(tx, user).await?
        || passages(tx, user).await?
        || site::delete_some(tx, user).await?
        || runs(tx, user).await?
        || session(tx, deletion, user).await?
        || shown(tx, deletion).await?
        || rest(tx, user).await?)
}

/// Ends the person's open matters with others: link requests, and the question whether to admit them.
pub(super) async fn dealings(tx: &Tx, id: &str) -> Result<()> {
    let mut sources = Vec::new();
    for link in texts(
        tx,
        "SELECT DISTINCT link_id AS text FROM link_sides JOIN forgotten_identities USING (channel, external_id)
         WHERE forgetting_id = ?1",
        [id],
    )
    .await?
    {
        sources.extend(OutboxKey::of_link(&link));
    }
    for knock in texts(
        tx,
        "SELECT knock_token AS text FROM strangers JOIN forgotten_identities USING (channel, external_id)
         WHERE forgetting_id = ?1",
        [id],
    )
    .await?
    {
        sources.extend([OutboxKey::Knock(knock.clone()), OutboxKey::Admitted(knock)]);
    }
    for request in numbers(
        tx,
        "SELECT asked_at AS number FROM strangers JOIN forgotten_identities USING (channel, external_id)
         WHERE forgetting_id = ?1 AND asked_at IS NOT NULL",
        [id],
    )
    .await?
    {
        sources.push(OutboxKey::Knocks(Timestamp::from_millis(request)));
    }
    delete_messages(tx, sources).await?;
    for sql in [
        "DELETE FROM links WHERE link_id IN (SELECT link_id FROM link_sides
             JOIN forgotten_identities USING (channel, external_id) WHERE forgetting_id = ?1)",
        "DELETE FROM link_guesses WHERE (channel, external_id) IN
             (SELECT channel, external_id FROM forgotten_identities WHERE forgetting_id = ?1)",
        "DELETE FROM strangers WHERE (channel, external_id) IN
             (SELECT channel, external_id FROM forgotten_identities WHERE forgetting_id = ?1)",
        "DELETE FROM set_aside WHERE (channel, sender) IN
             (SELECT channel, external_id FROM forgotten_identities WHERE forgetting_id = ?1)",
    ] {
        tx.execute(sql, [id]).await?;
    }
    Ok(())
}

/// Returns the next events with ids above `after` that belong to the person: sent by them, for their conversations, or
/// into their direct chats before the deletion began. Also returns the id up to which it searched. `None` if there are
/// no more.
pub async fn received(tx: &Tx, deletion: &DeletionRequest, after: i64) -> Result<Option<(Vec<i64>, i64)>> {
    let newest: Option<i64> = tx.value("SELECT max(inbox_id) AS value FROM inbox", ()).await?;
    if after >= newest.unwrap_or_default() {
        return Ok(None);
    }
    let found = numbers(
        tx,
        "SELECT inbox_id AS number FROM inbox e WHERE inbox_id > ?2 AND inbox_id <= ?3 AND (
             user_id IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)
             OR EXISTS (SELECT 1 FROM sessions s JOIN forgotten_users f USING (user_id)
                        WHERE s.session_id = e.session_id AND f.forgetting_id = ?1)
             OR inbox_id <= ?5 AND EXISTS (SELECT 1 FROM forgotten_identities i
                        WHERE i.forgetting_id = ?1 AND i.channel = e.channel AND i.chat = e.chat))
         ORDER BY inbox_id LIMIT ?4
         -- scan: goes through the inbox once, when somebody is forgotten",
        params![deletion.forgetting_id.as_str(), after, after + LOOKED_AT, ROWS, deletion.inbox_up_to],
    )
    .await?;
    let up_to = if found.len() == ROWS as usize { found.last().copied() } else { None };
    Ok(Some((found, up_to.unwrap_or(after + LOOKED_AT))))
}

/// Deletes the answers to events, in any chat, and blanks the events themselves. A blank event only records that the
/// event came: platforms repeat events, and a repeat must not count as new. Retention deletes it with the other events
/// that only changed something.
pub async fn delete_received(tx: &Tx, rows: &[i64]) -> Result<()> {
    let rows = serde_json::to_string(rows)?;
    let events: Vec<EventKey> = tx
        .all(
            concat!("SELECT channel, external_id FROM inbox WHERE inbox_id IN ", listed!("?1")),
            [rows.as_str()],
        )
        .await?;
    delete_messages(tx, events.iter().flat_map(OutboxKey::answers_to).collect()).await?;
    for sql in [
        // Internal events have no chat.
        concat!("DELETE FROM inbox WHERE chat = '' AND inbox_id IN ", listed!("?1")),
        concat!(
            "UPDATE inbox SET chat = '', kind = 'control', state = 'done', body = '{}', session_id = NULL,
                 message_id = NULL, turn_id = NULL, user_id = NULL
             WHERE inbox_id IN ",
            listed!("?1")
        ),
    ] {
        tx.execute(sql, [rows.as_str()]).await?;
    }
    Ok(())
}

/// Returns the approvals that the person decided, including those of others' calls.
pub async fn decisions(tx: &Tx, deletion: &DeletionRequest) -> Result<Vec<String>> {
    texts(
        tx,
        "SELECT approval_id AS text FROM approvals
         WHERE decided_by IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1)
         UNION SELECT approval_id FROM approvals
         WHERE why_from IN (SELECT user_id FROM forgotten_users WHERE forgetting_id = ?1) LIMIT ?2",
        params![deletion.forgetting_id.as_str(), ROWS],
    )
    .await
}

/// Removes the decider and their words from these approvals. For an owner, the successor becomes the decider.
pub async fn blot_decisions(tx: &Tx, approvals: &[String]) -> Result<()> {
    tx.execute(
        concat!(
            "UPDATE approvals SET why = NULL, why_from = NULL, why_chat = NULL, answer = NULL,
             decided_by = (SELECT successor FROM forgotten_users WHERE user_id = decided_by)
         WHERE approval_id IN ",
            listed!("?1")
        ),
        [serde_json::to_string(approvals)?],
    )
    .await
    .map(drop)
}

/// Deletes some vectors. Each step begins here again, and finds vectors made meanwhile.
async fn vectors(tx: &Tx, user: &UserId) -> Result<bool> {
    let deleted = tx.execute(
        "DELETE FROM vector_blocks WHERE block_id IN (
             SELECT block_id FROM vector_blocks WHERE user_id = ?1 LIMIT ?2)",
        params![user, BLOCKS],
    );
    Ok(deleted.await? > 0)
}

async fn notes(tx: &Tx, user: &UserId) -> Result<bool> {
    let rows =
        numbers(tx, "SELECT row AS number FROM notes WHERE user_id = ?1 LIMIT ?2", params![user, INDEXED]);
    let rows = rows.await?;
    let json = serde_json::to_string(&rows)?;
    search::remove_notes(tx, &json).await?;
    for sql in [
        concat!("DELETE FROM unindexed WHERE kind = 'note' AND row IN ", listed!("?1")),
        concat!("DELETE FROM notes WHERE row IN ", listed!("?1")),
    ] {
        tx.execute(sql, [json.as_str()]).await?;
    }
    Ok(!rows.is_empty())
}

async fn passages(tx: &Tx, user: &UserId) -> Result<bool> {
    let document =
        tx.value("SELECT document_id AS value FROM documents WHERE user_id = ?1 LIMIT 1", params![user]);
    let Some(document) = document.await? else { return Ok(false) };
    if !documents::remove_passages(tx, document, INDEXED).await? {
        tx.execute("DELETE FROM documents WHERE document_id = ?1", [document]).await?;
    }
    Ok(true)
}

async fn runs(tx: &Tx, user: &UserId) -> Result<bool> {
    let rows = texts(tx, "SELECT run_id AS text FROM runs WHERE user_id = ?1 LIMIT ?2", params![user, ROWS]);
    let rows = rows.await?;
    let json = serde_json::to_string(&rows)?;
    let found = !rows.is_empty();
    let of_run = |run: String| {
        let run = RunId(run);
        [OutboxKey::Run(run.clone()), OutboxKey::VoiceOfRun(run.clone()), OutboxKey::Misfires(run)]
    };
    delete_messages(tx, rows.into_iter().flat_map(of_run).collect()).await?;
    for sql in [
        concat!("DELETE FROM voice_answers WHERE source IN ", listed!("?1")),
        concat!("DELETE FROM runs WHERE run_id IN ", listed!("?1")),
    ] {
        tx.execute(sql, [json.as_str()]).await?;
    }
    Ok(found)
}

/// Deletes some turns of a session, or the session once it has none.
async fn session(tx: &Tx, deletion: &DeletionRequest, user: &UserId) -> Result<bool> {
    let id: Option<SessionId> = tx
        .value("SELECT session_id AS value FROM sessions WHERE user_id = ?1 LIMIT 1", params![user])
        .await?;
    let Some(id) = id else { return Ok(false) };
    if turns(tx, &id).await? {
        return Ok(true);
    }
    let session = sessions::get(tx, &id).await?;
    for Identity { external_id, .. } in identities(tx, &deletion.forgetting_id).await? {
        for prefix in OutboxKey::about_files(&session.chat(), &external_id) {
            delete_messages(tx, beginning_with(tx, &prefix).await?).await?;
        }
    }
    let of_notes =
        numbers(tx, "SELECT list_id AS number FROM note_lists WHERE session_id = ?1", params![&id]);
    let of_notes = of_notes.await?.into_iter().map(OutboxKey::NoteList);
    let of_schedules =
        numbers(tx, "SELECT list_id AS number FROM schedule_lists WHERE session_id = ?1", params![&id]);
    let of_schedules = of_schedules.await?.into_iter().map(OutboxKey::ScheduleList);
    delete_messages(tx, of_notes.chain(of_schedules).collect()).await?;
    for sql in [
        "DELETE FROM note_lists WHERE session_id = ?1",
        "DELETE FROM schedule_lists WHERE session_id = ?1",
        "DELETE FROM scratchpads WHERE session_id = ?1",
        "DELETE FROM summaries WHERE session_id = ?1",
        "DELETE FROM toolset_state WHERE session_id = ?1",
        "DELETE FROM attachments WHERE session_id = ?1",
        "DELETE FROM schedules WHERE session_id = ?1",
        "DELETE FROM mcp_clients WHERE session_id = ?1",
        "UPDATE notes SET session_id = NULL, message_id = NULL WHERE session_id = ?1",
        "DELETE FROM sessions WHERE session_id = ?1",
    ] {
        tx.execute(sql, params![&id]).await?;
    }
    leases::delete(tx, LeaseName::Session(id)).await?;
    Ok(true)
}

/// Deletes some turns with their entries, calls, approvals and sent messages.
async fn turns(tx: &Tx, session: &SessionId) -> Result<bool> {
    let turns = texts(
        tx,
        "SELECT turn_id AS text FROM turns WHERE session_id = ?1 LIMIT ?2",
        params![session, TURNS],
    );
    let turns = turns.await?;
    if turns.is_empty() {
        return Ok(false);
    }
    let json = serde_json::to_string(&turns)?;
    delete_messages(tx, sent(tx, turns, &json).await?).await?;
    search::remove_entries_of(tx, &json).await?;
    for sql in [
        concat!("DELETE FROM approvals WHERE turn_id IN ", listed!("?1")),
        concat!(
            "DELETE FROM tool_outputs WHERE call_id IN (SELECT call_id FROM tool_calls
             WHERE turn_id IN ",
            listed!("?1"),
            ")"
        ),
        concat!("DELETE FROM tool_calls WHERE turn_id IN ", listed!("?1")),
        concat!(
            "DELETE FROM unindexed WHERE kind = 'entry' AND row IN (SELECT entry_id FROM entries
             WHERE turn_id IN ",
            listed!("?1"),
            ")"
        ),
        concat!("DELETE FROM entries WHERE turn_id IN ", listed!("?1")),
        concat!("DELETE FROM pictures WHERE turn_id IN ", listed!("?1")),
        concat!("DELETE FROM voice_answers WHERE source IN ", listed!("?1")),
        concat!("DELETE FROM inbox WHERE turn_id IN ", listed!("?1")),
        concat!("DELETE FROM turns WHERE turn_id IN ", listed!("?1")),
    ] {
        tx.execute(sql, [json.as_str()]).await?;
    }
    Ok(true)
}

/// Returns the sources of the messages that turns sent: answers, files, prompts, and notices. `json` lists the turns'
/// ids.
async fn sent(tx: &Tx, turns: Vec<String>, json: &str) -> Result<Vec<OutboxKey>> {
    let calls =
        texts(tx, concat!("SELECT call_id AS text FROM tool_calls WHERE turn_id IN ", listed!("?1")), [json]);
    let calls = calls.await?.into_iter().map(CallId);
    let entries = numbers(
        tx,
        concat!("SELECT entry_id AS number FROM entries WHERE turn_id IN ", listed!("?1")),
        [json],
    );
    #[derive(Deserialize)]
    struct Asked {
        approval_id: String,
        outbox_id: i64,
    }
    let approvals: Vec<Asked> = tx
        .all(concat!("SELECT approval_id, outbox_id FROM approvals WHERE turn_id IN ", listed!("?1")), [json])
        .await?;
    let mut sources: Vec<_> = turns
        .into_iter()
        .map(TurnId)
        .flat_map(|turn| [OutboxKey::Voice(turn.clone()), OutboxKey::Turn(turn)])
        .collect();
    sources.extend(calls.flat_map(|call| {
        [OutboxKey::Media(call.clone()), OutboxKey::Delegate(call.clone()), OutboxKey::Plan(call)]
    }));
    sources.extend(entries.await?.into_iter().map(OutboxKey::Prompt));
    sources.extend(
        approvals
            .into_iter()
            .flat_map(|asked| [OutboxKey::Expired(asked.approval_id), OutboxKey::Reminder(asked.outbox_id)]),
    );
    Ok(sources)
}

/// Deletes the messages in the person's direct chats, except those of the deletion itself.
async fn shown(tx: &Tx, deletion: &DeletionRequest) -> Result<bool> {
    let rows = numbers(
        tx,
        "WITH chats AS (SELECT channel, chat FROM forgotten_identities WHERE forgetting_id = ?1),
         sent AS (SELECT outbox_id, source FROM outbox JOIN chats USING (channel, chat)
                  WHERE message_id IS NOT NULL AND outbox_id <= ?2 AND created_at <= ?5
                  UNION ALL SELECT outbox_id, source FROM outbox JOIN chats USING (channel, chat)
                  WHERE state IN ('pending', 'sending', 'unknown') AND outbox_id <= ?2 AND created_at <= ?5
                  UNION ALL SELECT outbox_id, source FROM outbox JOIN chats USING (channel, chat)
                  WHERE state = 'dead' AND outbox_id <= ?2 AND created_at <= ?5)
         SELECT outbox_id AS number FROM sent WHERE source <> ?3 LIMIT ?4",
        // The conditions on time are needed because deleted ids are reused.
        params![
            deletion.forgetting_id.as_str(),
            deletion.outbox_up_to,
            &deletion.source(),
            ROWS,
            deletion.begun_at
        ],
    );
    let rows = rows.await?;
    delete_rows(tx, &rows).await?;
    Ok(!rows.is_empty())
}

/// Deletes the few remaining rows that are stored by user.
async fn rest(tx: &Tx, user: &UserId) -> Result<bool> {
    let mut sources = Vec::new();
    for prefix in OutboxKey::families_of(user) {
        sources.extend(beginning_with(tx, &prefix).await?);
    }
    #[derive(Deserialize)]
    struct Place {
        channel: String,
        chat: String,
        thread: String,
    }
    let late: Vec<Place> =
        tx.all("SELECT channel, chat, thread FROM missed WHERE user_id = ?1", params![user]).await?;
    sources.extend(late.iter().map(|late| OutboxKey::LateMessages {
        chat: sessions::place(&late.channel, &late.chat, &late.thread),
        user: user.clone(),
    }));
    delete_messages(tx, sources).await?;
    let mut deleted = 0;
    for sql in [
        "DELETE FROM grants WHERE user_id = ?1",
        "DELETE FROM usage_by_model WHERE user_id = ?1",
        "DELETE FROM usage WHERE user_id = ?1",
        "DELETE FROM missed WHERE user_id = ?1",
        "DELETE FROM schedules WHERE user_id = ?1",
        "DELETE FROM hook_secrets WHERE user_id = ?1",
        "DELETE FROM hook_calls WHERE user_id = ?1",
        "DELETE FROM exports WHERE user_id = ?1",
        "DELETE FROM secrets WHERE user_id = ?1",
        "DELETE FROM awaited_secrets WHERE user_id = ?1",
        "DELETE FROM file_usage WHERE user_id = ?1",
        "DELETE FROM file_origins WHERE user_id = ?1",
        "DELETE FROM set_aside WHERE user_id = ?1",
        "DELETE FROM console_sessions WHERE user_id = ?1",
        "DELETE FROM console_links WHERE user_id = ?1",
        "DELETE FROM owner_reads WHERE user_id = ?1",
    ] {
        deleted += tx.execute(sql, params![user]).await?;
    }
    Ok(deleted > 0)
}
