//! Retention: deletes old rows that are not needed any more. Every function does a little work in the caller's
//! transaction, so that nobody waits long; callers repeat it until nothing is left.
//!
//! Rows that are still needed stay, however old: the turns of a conversation that the model is shown, everything that
//! waits for a decision, and the rows that numbers and ids continue from.

use adjutant_domain::{ids::TurnId, timestamp::Timestamp};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{
        Tx, params,
        sql::{each_of, indexed, listed},
    },
    index_queue::{self, Kind},
    search,
};

mod aged;

pub use aged::{Old, Window, forget, window};

/// A cursor over ended turns: earlier turns have been seen.
#[derive(Clone, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct TurnCursor {
    pub turn_id: String,
    pub finished_at: Timestamp,
}

/// The condition that a turn `t` of a session `s` is not needed any more.
///
/// In a chat, it holds for the turns that a summary replaces, or that precede `/new`, unless a thread continues from
/// one. In a run it holds for all turns, once the output is deleted: until then, their calls record the source of its
/// untrusted content. The row of a chat's newest turn stays without its content, since the numbers continue from it.
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

/// Returns up to `limit` turns after `seen` that ended before a time and are not needed any more, oldest first.
pub async fn turns(tx: &Tx, before: Timestamp, seen: &TurnCursor, limit: usize) -> Result<Vec<TurnCursor>> {
    tx.all(
        concat!(
            "SELECT t.turn_id, t.finished_at FROM ",
            indexed!("turns t", "turns_by_end"),
            " JOIN sessions s USING (session_id)
             WHERE t.finished_at < ?1 AND (t.finished_at, t.turn_id) > (?2, ?3) AND ",
            is_over!(),
            " ORDER BY t.finished_at, t.turn_id LIMIT ?4"
        ),
        params![before, seen.finished_at, seen.turn_id.as_str(), limit as i64],
    )
    .await
}

/// Deletes at most `most` entries of those turns that are still unneeded, and each turn with its last entry. Returns
/// the number of entries; fewer than `most` means that the turns are gone.
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
                "SELECT t.turn_id FROM ",
                each_of!("?1"),
                " w CROSS JOIN turns t ON t.turn_id = w.value
                     JOIN sessions s USING (session_id) WHERE ",
                is_over!()
            ),
            [serde_json::to_string(&turns)?],
        )
        .await?;
    let turns = serde_json::to_string(&turns.into_iter().map(|turn| turn.turn_id).collect::<Vec<_>>())?;
    let entries: Vec<Entry> = tx
        .all(
            concat!(
                "SELECT entry_id FROM entries WHERE turn_id IN ",
                listed!("?1"),
                " ORDER BY entry_id LIMIT ?2"
            ),
            params![turns.as_str(), most as i64],
        )
        .await?;
    let entries: Vec<i64> = entries.into_iter().map(|entry| entry.entry_id).collect();
    forget_entries(tx, &entries).await?;
    if entries.len() < most {
        tx.execute(concat!("DELETE FROM pictures WHERE turn_id IN ", listed!("?1")), [turns.as_str()])
            .await?;
        tx.execute(
            concat!(
                "DELETE FROM turns WHERE turn_id IN ",
                listed!("?1"),
                " AND NOT (
                 EXISTS (SELECT 1 FROM sessions s WHERE s.session_id = turns.session_id AND s.kind = 'chat')
                 AND NOT EXISTS (SELECT 1 FROM turns n
                                 WHERE n.session_id = turns.session_id AND n.seq > turns.seq))"
            ),
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
        concat!(
            "DELETE FROM approvals WHERE call_id IN (SELECT call_id FROM tool_calls
             WHERE entry_id IN ",
            listed!("?1"),
            ")"
        ),
        concat!(
            "DELETE FROM tool_outputs WHERE call_id IN (SELECT call_id FROM tool_calls
             WHERE entry_id IN ",
            listed!("?1"),
            ")"
        ),
        concat!("DELETE FROM tool_calls WHERE entry_id IN ", listed!("?1")),
        concat!("DELETE FROM entries WHERE entry_id IN ", listed!("?1")),
    ] {
        tx.execute(sql, [entries.as_str()]).await?;
    }
    Ok(())
}

#[cfg(test)]
mod tests;
