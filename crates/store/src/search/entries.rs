//! The full-text index of conversations: one row for each entry's own text. The search itself looks at neighbouring
//! entries, so that no entry changes another one's row.

use adjutant_domain::{
    ids::{TurnId, UserId},
    words::index_terms,
};
use anyhow::Result;
use serde::Deserialize;

use super::owner_token;
use crate::{
    db::{
        Tx,
        sql::{each_of, item, listed},
    },
    index_queue::{self, Kind},
};

/// An entry with text.
#[derive(Deserialize)]
struct Said {
    entry_id: i64,
    text: String,
    user_id: UserId,
}

/// Indexes the entries of a turn that are not indexed yet.
pub async fn index_turn(tx: &Tx, turn: &TurnId) -> Result<()> {
    let new: Vec<Said> = tx
        .all(
            "SELECT e.entry_id, e.text, s.user_id
             FROM entries e JOIN turns USING (turn_id) JOIN sessions s USING (session_id)
             WHERE e.turn_id = ?1 AND e.role <> 'note' AND e.text <> ''
                 AND NOT EXISTS (SELECT 1 FROM entries_fts f WHERE f.rowid = e.entry_id)
             ORDER BY e.entry_id",
            [turn],
        )
        .await?;
    if new.is_empty() {
        return Ok(());
    }
    insert(tx, &new).await?;
    index_queue::add_all(tx, Kind::Entry, &new.iter().map(|said| said.entry_id).collect::<Vec<_>>()).await
}

/// Indexes an entry anew. Does nothing if there is no such entry, or it has no text.
pub async fn index_entry(tx: &Tx, entry_id: i64) -> Result<()> {
    remove_entry(tx, entry_id).await?;
    let said: Option<Said> = tx
        .first(
            "SELECT e.entry_id, e.text, s.user_id
             FROM entries e JOIN turns USING (turn_id) JOIN sessions s USING (session_id)
             WHERE e.entry_id = ?1 AND e.role <> 'note' AND e.text <> ''",
            [entry_id],
        )
        .await?;
    match said {
        Some(said) => insert(tx, &[said]).await,
        None => Ok(()),
    }
}

/// Removes an entry from the index.
pub async fn remove_entry(tx: &Tx, entry_id: i64) -> Result<()> {
    tx.execute("DELETE FROM entries_fts WHERE rowid = ?1", [entry_id]).await.map(drop)
}

/// Removes the entries of these turns from the index; `turns` is a JSON list.
pub(crate) async fn remove_entries_of(tx: &Tx, turns: &str) -> Result<()> {
    tx.execute(
        concat!(
            "DELETE FROM entries_fts WHERE rowid IN (SELECT entry_id FROM entries WHERE turn_id IN ",
            listed!("?1"),
            ")"
        ),
        [turns],
    )
    .await
    .map(drop)
}

async fn insert(tx: &Tx, said: &[Said]) -> Result<()> {
    let row = |said: &Said| (said.entry_id, owner_token(&said.user_id), index_terms(&said.text));
    let rows: Vec<_> = said.iter().map(row).collect();
    tx.execute(
        concat!(
            "INSERT INTO entries_fts (rowid, owner, text)
         SELECT ",
            item!("value", "0"),
            ", ",
            item!("value", "1"),
            ", ",
            item!("value", "2"),
            " FROM ",
            each_of!("?1")
        ),
        [serde_json::to_string(&rows)?],
    )
    .await
    .map(drop)
}
