//! The full-text index of what was said: each entry with what was said before and after it.

use adjutant_domain::{
    ids::{TurnId, UserId},
    words::index_terms,
};
use anyhow::Result;
use serde::Deserialize;

use super::owner_token;
use crate::{
    db::{
        Tx, params,
        sql::{each_of, item, listed},
    },
    index_queue,
};

/// How many entries before an entry, and as many after it, are indexed with it.
const NEIGHBOURS: usize = 2;

/// An entry that says something, as it is indexed.
#[derive(Deserialize)]
struct Said {
    entry_id: i64,
    /// Cut to its beginning if it is of another turn.
    text: String,
    beginning: String,
    user_id: UserId,
    is_own: bool,
    is_indexed: bool,
}

/// Indexes what was said in a turn, as far as it is not indexed yet.
///
/// Entries that were indexed before, and now have a new neighbour, must be indexed again. That takes milliseconds for
/// each, since a removed entry leaves no trace, and is for [`index_queue`].
pub async fn index_turn(tx: &Tx, turn: &TurnId) -> Result<()> {
    let said = said_around(tx, turn).await?;
    let is_new = |said: &Said| said.is_own && !said.is_indexed;
    let new: Vec<_> = (0..said.len()).filter(|at| is_new(&said[*at])).collect();
    if new.is_empty() {
        return Ok(());
    }
    insert(tx, &said, &new).await?;
    let has_new_neighbour = |at: usize| neighbours(&said, at).any(|near| new.contains(&near));
    let again = (0..said.len()).filter(|at| said[*at].is_indexed && has_new_neighbour(*at));
    let ids = |at: usize| said[at].entry_id;
    let (new, again) = (new.iter().copied().map(ids).collect::<Vec<_>>(), again.map(ids).collect::<Vec<_>>());
    index_queue::add_entries(tx, &new, &again).await
}

/// Indexes an entry anew. Does nothing if there is no such entry, or it says nothing.
pub async fn index_entry(tx: &Tx, entry_id: i64) -> Result<()> {
    remove_entry(tx, entry_id).await?;
    let turn = tx.value("SELECT turn_id AS value FROM entries WHERE entry_id = ?1", [entry_id]).await?;
    let Some(turn) = turn else { return Ok(()) };
    let said = said_around(tx, &turn).await?;
    match said.iter().position(|said| said.entry_id == entry_id) {
        Some(at) => insert(tx, &said, &[at]).await,
        None => Ok(()),
    }
}

/// Removes an entry from the index.
pub async fn remove_entry(tx: &Tx, entry_id: i64) -> Result<()> {
    tx.execute("DELETE FROM entries_fts WHERE rowid = ?1", [entry_id]).await.map(drop)
}

/// Removes from the index what was said in these turns; `turns` is a JSON list.
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

/// Returns what was said in a turn and near it, in order.
async fn said_around(tx: &Tx, turn: &TurnId) -> Result<Vec<Said>> {
    tx.all(
        "WITH own AS (SELECT t.turn_id, t.session_id, t.seq, s.user_id FROM turns t JOIN sessions s USING (session_id)
                      WHERE t.turn_id = ?1)
         SELECT e.entry_id, CASE WHEN t.turn_id = own.turn_id THEN e.text ELSE '' END AS text,
             substr(e.text, 1, 300) AS beginning, own.user_id, t.turn_id = own.turn_id AS is_own,
             EXISTS (SELECT 1 FROM entries_fts f WHERE f.rowid = e.entry_id) AS is_indexed
         FROM own JOIN turns t ON t.session_id = own.session_id AND t.seq BETWEEN own.seq - 2 AND own.seq + 2
         JOIN entries e ON e.turn_id = t.turn_id AND e.role <> 'note' AND e.text <> ''
         ORDER BY e.entry_id",
        params![turn],
    )
    .await
}

/// Returns the places of the neighbours of an entry.
fn neighbours(said: &[Said], at: usize) -> impl Iterator<Item = usize> {
    let last = (at + NEIGHBOURS).min(said.len().saturating_sub(1));
    (at.saturating_sub(NEIGHBOURS)..=last).filter(move |near| *near != at)
}

/// Adds entries to the index, each with the beginnings of its neighbours, so that a long answer does not drown what it
/// answers.
async fn insert(tx: &Tx, said: &[Said], new: &[usize]) -> Result<()> {
    let rows: Vec<_> = new
        .iter()
        .map(|&at| {
            let around: Vec<_> = neighbours(said, at).map(|near| said[near].beginning.as_str()).collect();
            let Said { entry_id, text, user_id, .. } = &said[at];
            (entry_id, owner_token(user_id), index_terms(text), index_terms(&around.join(" ")))
        })
        .collect();
    tx.execute(
        concat!(
            "INSERT INTO entries_fts (rowid, owner, text, around)
         SELECT ",
            item!("value", "0"),
            ", ",
            item!("value", "1"),
            ", ",
            item!("value", "2"),
            ",
             ",
            item!("value", "3"),
            " FROM ",
            each_of!("?1")
        ),
        [serde_json::to_string(&rows)?],
    )
    .await
    .map(drop)
}
