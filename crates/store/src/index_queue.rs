//! The index queue: a durable queue of texts that are not searchable yet, processed by `memory/indexer/`.

use adjutant_domain::{ids::UserId, timestamp::Timestamp, wake::Wake};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params, sql::each_of},
    vectors,
};

/// The number of attempts after which [`is_empty`] ignores a row, though it is still retried.
const HOPELESS: i64 = 8;

/// The kind of a searchable text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// A note; its row is `notes.row`.
    Note,
    /// A message or answer of a conversation; its row is `entries.entry_id`.
    Entry,
    /// A text of a website, published or not; its row is `site_texts.row`.
    Draft,
    /// A passage of a saved document; its row is `passages.row`.
    Document,
}

impl Kind {
    pub const ALL: [Self; 4] = [Self::Note, Self::Entry, Self::Draft, Self::Document];

    /// Returns the value in the tables.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Note => "note",
            Self::Entry => "entry",
            Self::Draft => "draft",
            Self::Document => "document",
        }
    }
}

/// The part of a text's indexing that is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// Its row in the full-text index, or the text of a website, must be rebuilt after an upgrade of the program.
    Words,
    /// It has no vector yet.
    Vector,
}

/// A row of the queue.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Item {
    pub kind: Kind,
    pub row: i64,
    /// Failed attempts.
    pub attempts: u32,
}

/// A searchable text.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Text {
    /// The user whose text it is.
    pub user_id: UserId,
    pub text: String,
}

/// Queues a row for a new vector, after its text was created or changed.
pub async fn add(tx: &Tx, kind: Kind, row: i64) -> Result<()> {
    tx.execute(
        "INSERT INTO unindexed (kind, row, part) VALUES (?1, ?2, 'vector')
         ON CONFLICT DO UPDATE SET attempts = 0, not_before = 0",
        params![kind.as_str(), row],
    )
    .await?;
    tx.wake(Wake::IndexQueue);
    Ok(())
}

/// Queues rows of a kind for new vectors.
pub async fn add_all(tx: &Tx, kind: Kind, rows: &[i64]) -> Result<()> {
    tx.execute(
        concat!(
            "INSERT INTO unindexed (kind, row, part) SELECT ?2, value, 'vector' FROM ",
            each_of!("?1"),
            " WHERE true
         ON CONFLICT DO UPDATE SET attempts = 0, not_before = 0"
        ),
        params![serde_json::to_string(rows)?, kind.as_str()],
    )
    .await?;
    tx.wake(Wake::IndexQueue);
    Ok(())
}

/// Removes a deleted row from the queue, and deletes its vector.
pub async fn remove(tx: &Tx, kind: Kind, row: i64) -> Result<()> {
    tx.execute("DELETE FROM unindexed WHERE kind = ?1 AND row = ?2", params![kind.as_str(), row]).await?;
    vectors::remove(tx, kind, row).await
}

/// Returns up to `limit` rows to process next: notes, then entries, then texts of websites, then passages, newest first
/// within each. A row that failed before comes last, and is returned alone, so that it fails alone.
pub async fn next(tx: &Tx, part: Part, now: Timestamp, limit: i64) -> Result<Vec<Item>> {
    let mut items: Vec<Item> = tx
        .all(
            "SELECT kind, row, attempts FROM unindexed WHERE part = ?1 AND not_before <= ?2
             ORDER BY attempts, kind DESC, row DESC LIMIT ?3
             -- scan: in the order of the index; what is not due yet comes last",
            params![part.as_str(), now, limit],
        )
        .await?;
    let fresh = items.iter().take_while(|item| item.attempts == 0).count();
    items.truncate(fresh.max(1));
    Ok(items)
}

/// Returns how many rows are due, counted up to `most`.
pub async fn count_due(tx: &Tx, now: Timestamp, most: u32) -> Result<u32> {
    let count = tx
        .value(
            "SELECT count(*) AS value FROM (SELECT 1 FROM unindexed WHERE not_before <= ?1 LIMIT ?2)
             -- scan: up to a limit; few rows are not due",
            params![now, most],
        )
        .await?;
    Ok(count.unwrap_or_default())
}

/// Returns whether the queue is empty, apart from rows that have failed so often that they may never succeed.
pub async fn is_empty(tx: &Tx, part: Part) -> Result<bool> {
    let any: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM unindexed WHERE part = ?1 AND attempts < ?2 LIMIT 1",
            params![part.as_str(), HOPELESS],
        )
        .await?;
    Ok(any.is_none())
}

/// Returns the current text; `None` if it is gone, or has no words to index.
pub async fn text(tx: &Tx, item: &Item) -> Result<Option<Text>> {
    text_of(tx, item.kind, item.row).await
}

pub(crate) async fn text_of(tx: &Tx, kind: Kind, row: i64) -> Result<Option<Text>> {
    match kind {
        Kind::Note => tx.first("SELECT user_id, content AS text FROM notes WHERE row = ?1", [row]).await,
        Kind::Entry => {
            tx.first(
                "SELECT s.user_id, e.text FROM entries e JOIN turns USING (turn_id)
                     JOIN sessions s USING (session_id)
                 WHERE e.entry_id = ?1 AND e.role <> 'note' AND e.text <> ''",
                [row],
            )
            .await
        }
        Kind::Draft => {
            tx.first(
                "SELECT s.user_id, coalesce(t.heading || char(10), '') || t.text AS text
                 FROM site_texts t JOIN sites s USING (site_id) WHERE t.row = ?1 AND t.text <> ''",
                [row],
            )
            .await
        }
        Kind::Document => {
            tx.first(
                "SELECT user_id, coalesce(heading || char(10), '') || text AS text
                 FROM passages JOIN documents USING (document_id) WHERE row = ?1",
                [row],
            )
            .await
        }
    }
}

/// Removes a finished row.
pub async fn done(tx: &Tx, part: Part, item: &Item) -> Result<()> {
    tx.execute(
        "DELETE FROM unindexed WHERE kind = ?1 AND row = ?2 AND part = ?3",
        params![item.kind.as_str(), item.row, part.as_str()],
    )
    .await
    .map(drop)
}

/// Applies a backoff to a failed row, unless it was queued again meanwhile.
pub async fn put_off(tx: &Tx, part: Part, item: &Item, not_before: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE unindexed SET attempts = attempts + 1, not_before = ?5
         WHERE kind = ?1 AND row = ?2 AND part = ?3 AND attempts = ?4",
        params![item.kind.as_str(), item.row, part.as_str(), item.attempts, not_before],
    )
    .await
    .map(drop)
}

/// Queues the texts of a kind with `after < row <= up_to` that have no vector in the vector space of this name. Returns
/// the highest row, or 0 if there is none.
pub async fn queue_missing_vectors(tx: &Tx, space: &str, kind: Kind, after: i64, up_to: i64) -> Result<i64> {
    macro_rules! add {
        ($texts:literal) => {
            concat!(
                "INSERT INTO unindexed (kind, row, part) SELECT ?1, t.row, 'vector' FROM (", $texts, ") t
                 WHERE t.row > ?2 AND t.row <= ?3 AND NOT EXISTS (
                     SELECT 1 FROM vectors v JOIN vector_blocks USING (block_id) JOIN vector_spaces s USING (space_id)
                     WHERE v.kind = ?1 AND v.row = t.row AND s.name = ?4)
                 ON CONFLICT DO UPDATE SET attempts = 0, not_before = 0
                 -- scan: a stretch of rows"
            )
        };
    }
    let (add, highest) = match kind {
        Kind::Note => (add!("SELECT row FROM notes"), "SELECT coalesce(max(row), 0) AS value FROM notes"),
        Kind::Entry => (
            add!("SELECT entry_id AS row FROM entries WHERE role <> 'note' AND text <> ''"),
            "SELECT coalesce(max(entry_id), 0) AS value FROM entries",
        ),
        Kind::Draft => (
            add!("SELECT row FROM site_texts WHERE text <> ''"),
            "SELECT coalesce(max(row), 0) AS value FROM site_texts",
        ),
        Kind::Document => {
            (add!("SELECT row FROM passages"), "SELECT coalesce(max(row), 0) AS value FROM passages")
        }
    };
    tx.execute(add, params![kind.as_str(), after, up_to, space]).await?;
    Ok(tx.value(highest, ()).await?.unwrap_or_default())
}

impl Part {
    /// Returns the value in the table.
    fn as_str(self) -> &'static str {
        match self {
            Self::Words => "words",
            Self::Vector => "vector",
        }
    }
}
