//! Retention: deletes old rows that nobody needs. Every function does a little, in the caller's transaction, so that
//! nobody waits long for it; callers repeat until nothing is left.
//!
//! Rows that somebody still needs stay, however old: the turns of a conversation that the model is shown, whatever
//! waits for a decision, and the rows that numbers and ids continue from.

use adjutant_domain::{
    ids::TurnId,
    outbox_key::{KeyPrefix, OutboxKey},
    timestamp::Timestamp,
    wake::Wake,
};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    index_queue::{self, Kind},
    search,
};

/// Rows that are deleted by age.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Old {
    /// Passing events, which only changed something: edits, deletions, presses.
    Passing,
    /// Handled events. They identify the platform's repeats, so those from the last two days in which anything came
    /// from a channel stay: a channel that comes back may go on from there. The newest of a chat stays as well, for
    /// finding a send that was left in doubt.
    Events,
    /// Delivered messages. A prompt stays as long as its approvals; the newest of a chat as above.
    Delivered,
    /// Dead letters.
    Dead,
    /// State of the buttons under a list of notes, once its message is deleted.
    NoteLists,
    /// State of the buttons under a list of schedules, likewise.
    ScheduleLists,
    /// References by which the files of messages can be fetched.
    Attachments,
    /// What was set aside.
    SetAside,
    /// Full results of calls; `before` is compared with their expiry.
    Outputs,
    /// Outputs of runs. The rows of the runs stay.
    RunOutputs,
    /// Runs with nothing else left.
    Runs,
}

impl Old {
    /// Returns the prefix, before the row's id, of the key of the message that a row belongs to; the row stays as long
    /// as the message.
    fn message_prefix(self) -> Option<KeyPrefix> {
        match self {
            Self::NoteLists => Some(OutboxKey::note_lists()),
            Self::ScheduleLists => Some(OutboxKey::schedule_lists()),
            _ => None,
        }
    }

    /// Returns the statement. ?1 is the time before which a row is old, ?2 how many rows may go, ?3 the prefix above, if
    /// there is one.
    fn sql(self) -> &'static str {
        match self {
            Self::Passing => {
                "DELETE FROM inbox WHERE inbox_id IN (
                     SELECT inbox_id FROM inbox INDEXED BY inbox_passing
                     WHERE kind = 'control' AND (message_id IS NULL OR body = '{\"deleted\":true}')
                         AND state = 'done' AND received_at < ?1 LIMIT ?2)"
            }
            Self::Events => {
                "DELETE FROM inbox WHERE inbox_id IN (
                     SELECT inbox_id FROM inbox e INDEXED BY inbox_by_age
                     WHERE state = 'done' AND received_at < ?1
                         AND received_at < (SELECT received_at FROM inbox n WHERE n.channel = e.channel
                                            ORDER BY inbox_id DESC LIMIT 1) - 172800000
                         AND (message_id IS NULL OR EXISTS (
                             SELECT 1 FROM inbox n WHERE n.channel = e.channel AND n.chat = e.chat
                                 AND n.message_id IS NOT NULL AND n.inbox_id > e.inbox_id))
                         AND NOT EXISTS (SELECT 1 FROM turns t
                                         WHERE t.turn_id = e.turn_id AND t.finished_at IS NULL)
                     LIMIT ?2)"
            }
            Self::Delivered => {
                "DELETE FROM outbox WHERE outbox_id IN (
                     SELECT outbox_id FROM outbox m INDEXED BY outbox_by_age
                     WHERE state = 'done' AND created_at < ?1
                         AND outbox_id < (SELECT max(outbox_id) FROM outbox)
                         AND (message_id IS NULL OR EXISTS (
                             SELECT 1 FROM outbox n WHERE n.channel = m.channel AND n.chat = m.chat
                                 AND n.message_id IS NOT NULL AND n.outbox_id > m.outbox_id))
                         AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.outbox_id = m.outbox_id)
                         AND NOT EXISTS (SELECT 1 FROM turns t
                                         WHERE t.turn_id = m.source AND t.finished_at IS NULL)
                     LIMIT ?2)"
            }
            Self::Dead => {
                "DELETE FROM outbox WHERE outbox_id IN (
                     SELECT outbox_id FROM outbox m INDEXED BY outbox_dead
                     WHERE state = 'dead' AND created_at < ?1
                         AND outbox_id < (SELECT max(outbox_id) FROM outbox)
                         AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.outbox_id = m.outbox_id)
                     LIMIT ?2)"
            }
            Self::NoteLists => {
                // Buttons carry the number, so it must not be reused.
                "DELETE FROM note_lists WHERE list_id IN (
                     SELECT list_id FROM note_lists
                     WHERE created_at < ?1 AND list_id < (SELECT max(list_id) FROM note_lists)
                         AND NOT EXISTS (SELECT 1 FROM outbox WHERE source = ?3 || list_id)
                     LIMIT ?2)"
            }
            Self::ScheduleLists => {
                "DELETE FROM schedule_lists WHERE list_id IN (
                     SELECT list_id FROM schedule_lists
                     WHERE created_at < ?1 AND list_id < (SELECT max(list_id) FROM schedule_lists)
                         AND NOT EXISTS (SELECT 1 FROM outbox WHERE source = ?3 || list_id)
                     LIMIT ?2)"
            }
            Self::SetAside => {
                "DELETE FROM set_aside WHERE (kind, item) IN (
                     SELECT kind, item FROM set_aside INDEXED BY set_aside_by_time WHERE at < ?1 LIMIT ?2)"
            }
            Self::Attachments => {
                "DELETE FROM attachments WHERE attachment_id IN (
                     SELECT attachment_id FROM attachments WHERE created_at < ?1 LIMIT ?2)"
            }
            Self::Outputs => {
                "DELETE FROM tool_outputs WHERE call_id IN (
                     SELECT call_id FROM tool_outputs WHERE expires_at <= ?1 LIMIT ?2)"
            }
            Self::RunOutputs => {
                "UPDATE runs SET output = '', error = NULL, notify = NULL WHERE run_id IN (
                     SELECT run_id FROM runs WHERE finished_at < ?1
                         AND (output <> '' OR error IS NOT NULL OR notify IS NOT NULL) LIMIT ?2)"
            }
            Self::Runs => {
                "DELETE FROM runs WHERE run_id IN (
                     SELECT run_id FROM runs WHERE finished_at < ?1
                         AND output = '' AND error IS NULL AND notify IS NULL
                         AND NOT EXISTS (SELECT 1 FROM sessions s WHERE s.run_id = runs.run_id) LIMIT ?2)"
            }
        }
    }
}

/// Deletes at most `most` rows from before a time. Returns how many; fewer than `most`
/// means that there are no more.
pub async fn forget(tx: &Tx, what: Old, before: Timestamp, most: u64) -> Result<u64> {
    let most = most as i64;
    match what.message_prefix() {
        None => tx.execute(what.sql(), params![before, most]).await,
        Some(prefix) => tx.execute(what.sql(), params![before, most, &prefix]).await,
    }
}

/// A cursor over ended turns: those that ended earlier have been seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct TurnCursor {
    pub turn_id: String,
    pub finished_at: Timestamp,
}

/// The condition that nobody needs a turn `t` of a session `s` any more.
///
/// In a chat, it holds for the turns that a summary replaces, or that were before `/new`, unless a thread goes on from
/// one. In a run it holds for all, once the output is deleted: until then, their calls record the source of its
/// untrusted content. The row of a chat's newest turn stays, since the numbers continue from it; it holds nothing that
/// was said.
macro_rules! is_over {
    () => {
        "t.finished_at IS NOT NULL
         AND CASE s.kind WHEN 'chat' THEN
             t.seq < max(s.context_from,
                         coalesce((SELECT up_to FROM summaries m WHERE m.session_id = s.session_id), 0))
             AND (EXISTS (SELECT 1 FROM turns n WHERE n.session_id = t.session_id AND n.seq > t.seq)
                  OR EXISTS (SELECT 1 FROM entries e WHERE e.turn_id = t.turn_id))
         ELSE NOT EXISTS (SELECT 1 FROM turns n WHERE n.session_id = t.session_id AND n.finished_at IS NULL)
             AND NOT EXISTS (SELECT 1 FROM inbox i WHERE i.session_id = s.session_id AND i.state = 'waiting')
             AND NOT EXISTS (SELECT 1 FROM runs r WHERE r.run_id = s.run_id AND (r.finished_at IS NULL
                 OR r.output <> '' OR r.error IS NOT NULL OR r.notify IS NOT NULL))
         END
         AND NOT EXISTS (SELECT 1 FROM approvals a WHERE a.turn_id = t.turn_id AND a.state = 'pending')
         AND NOT EXISTS (SELECT 1 FROM sessions c WHERE c.continues = t.turn_id
             AND NOT EXISTS (SELECT 1 FROM summaries m WHERE m.session_id = c.session_id))"
    };
}

/// Returns up to `limit` turns that ended before a time and that nobody needs, oldest first, after those seen.
pub async fn turns(tx: &Tx, before: Timestamp, seen: &TurnCursor, limit: usize) -> Result<Vec<TurnCursor>> {
    tx.all(
        concat!(
            "SELECT t.turn_id, t.finished_at FROM turns t INDEXED BY turns_by_end JOIN sessions s USING (session_id)
             WHERE t.finished_at < ?1 AND (t.finished_at, t.turn_id) > (?2, ?3) AND ",
            is_over!(),
            " ORDER BY t.finished_at, t.turn_id LIMIT ?4"
        ),
        params![before, seen.finished_at, seen.turn_id.as_str(), limit as i64],
    )
    .await
}

/// Deletes at most `most` entries of those turns that are still unneeded, and with the last entries the turns. Returns
/// how many entries; fewer than `most` means that the turns are gone.
pub async fn forget_turns(tx: &Tx, turns: &[TurnCursor], most: usize) -> Result<usize> {
    #[derive(Deserialize)]
    struct Turn {
        turn_id: TurnId,
    }
    #[derive(Deserialize)]
    struct Entry {
        entry_id: i64,
    }
    let turns: Vec<_> = turns.iter().map(|turn| turn.turn_id.as_str()).collect();
    let turns: Vec<Turn> = tx
        .all(
            concat!(
                "SELECT t.turn_id FROM json_each(?1) w CROSS JOIN turns t ON t.turn_id = w.value
                     JOIN sessions s USING (session_id) WHERE ",
                is_over!()
            ),
            [serde_json::to_string(&turns)?],
        )
        .await?;
    let turns = serde_json::to_string(&turns.into_iter().map(|turn| turn.turn_id).collect::<Vec<_>>())?;
    let entries: Vec<Entry> = tx
        .all(
            "SELECT entry_id FROM entries WHERE turn_id IN (SELECT value FROM json_each(?1))
             ORDER BY entry_id LIMIT ?2",
            params![turns.as_str(), most as i64],
        )
        .await?;
    let entries: Vec<i64> = entries.into_iter().map(|entry| entry.entry_id).collect();
    forget_entries(tx, &entries).await?;
    if entries.len() < most {
        reindex_neighbours(tx, &turns).await?;
        tx.execute(
            "DELETE FROM turns WHERE turn_id IN (SELECT value FROM json_each(?1)) AND NOT (
                 EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = turns.session_id AND s.kind = 'chat')
                 AND NOT EXISTS (SELECT 1 FROM turns n
                                 WHERE n.session_id = turns.session_id AND n.seq > turns.seq))",
            [turns.as_str()],
        )
        .await?;
    }
    Ok(entries.len())
}

/// Deletes entries with their calls, and removes them from the indexes.
async fn forget_entries(tx: &Tx, entries: &[i64]) -> Result<()> {
    for entry in entries {
        search::remove_entry(tx, *entry).await?;
        index_queue::remove(tx, Kind::Entry, *entry).await?;
    }
    let entries = serde_json::to_string(entries)?;
    for sql in [
        "DELETE FROM approvals WHERE call_id IN (SELECT call_id FROM tool_calls
             WHERE entry_id IN (SELECT value FROM json_each(?1)))",
        "DELETE FROM tool_outputs WHERE call_id IN (SELECT call_id FROM tool_calls
             WHERE entry_id IN (SELECT value FROM json_each(?1)))",
        "DELETE FROM tool_calls WHERE entry_id IN (SELECT value FROM json_each(?1))",
        "DELETE FROM entries WHERE entry_id IN (SELECT value FROM json_each(?1))",
    ] {
        tx.execute(sql, [entries.as_str()]).await?;
    }
    Ok(())
}

/// Queues the neighbours of turns for indexing: an entry is also found by the words said before and after it.
async fn reindex_neighbours(tx: &Tx, turns: &str) -> Result<()> {
    let added = tx
        .execute(
            "INSERT INTO unindexed (kind, row, part)
             SELECT DISTINCT 'entry', e.entry_id, 'words' FROM json_each(?1) w
                 CROSS JOIN turns t ON t.turn_id = w.value
                 JOIN turns n ON n.session_id = t.session_id AND n.seq BETWEEN t.seq - 2 AND t.seq + 2
                 JOIN entries e ON e.turn_id = n.turn_id AND e.role <> 'note' AND e.text <> ''
             WHERE true ON CONFLICT DO NOTHING",
            [turns],
        )
        .await?;
    if added > 0 {
        tx.wake(Wake::IndexQueue);
    }
    Ok(())
}

/// Deletes at most `most` sessions of runs and specialists that were made before a time and have nothing else left.
/// Returns how many.
pub async fn forget_run_sessions(tx: &Tx, before: Timestamp, most: u64) -> Result<u64> {
    #[derive(Deserialize)]
    struct Row {
        session_id: String,
    }
    let rows: Vec<Row> = tx
        .all(
            // The session that a note comes from stays known.
            "SELECT session_id FROM sessions s
             WHERE kind = 'run' AND created_at < ?1
                 AND NOT EXISTS (SELECT 1 FROM turns t WHERE t.session_id = s.session_id)
                 AND NOT EXISTS (SELECT 1 FROM inbox i WHERE i.session_id = s.session_id AND i.state = 'waiting')
                 AND NOT EXISTS (SELECT 1 FROM tool_calls c WHERE c.call_id = s.parent_call)
                 AND NOT EXISTS (SELECT 1 FROM notes n WHERE n.session_id = s.session_id)
                 AND NOT EXISTS (SELECT 1 FROM schedules d WHERE d.session_id = s.session_id)
             LIMIT ?2",
            params![before, most as i64],
        )
        .await?;
    let ids = serde_json::to_string(&rows.iter().map(|row| row.session_id.as_str()).collect::<Vec<_>>())?;
    for sql in [
        "DELETE FROM scratchpads WHERE session_id IN (SELECT value FROM json_each(?1))",
        "DELETE FROM summaries WHERE session_id IN (SELECT value FROM json_each(?1))",
        "DELETE FROM toolset_state WHERE session_id IN (SELECT value FROM json_each(?1))",
        "DELETE FROM attachments WHERE session_id IN (SELECT value FROM json_each(?1))",
        "DELETE FROM leases WHERE name IN (SELECT value FROM json_each(?1))",
        "DELETE FROM sessions WHERE session_id IN (SELECT value FROM json_each(?1))",
    ] {
        tx.execute(sql, [ids.as_str()]).await?;
    }
    Ok(rows.len() as u64)
}

#[cfg(test)]
mod tests;
