//! Merging of the full-text indexes. Each commit that adds to an index adds a segment, and a search reads all segments.
//! By default SQLite merges them within a commit once enough have gathered, and people wait for it. This is switched
//! off (`migrations/0015`), and the indexer merges a little at a time when nobody waits.

use anyhow::Result;
use serde::Deserialize;

use crate::db::Tx;

/// The number of pages that one statement merges, in about a millisecond.
const PAGES: i64 = 8;

/// The segment lists of the indexes. They change with each write to an index.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Segments {
    entries: String,
    notes: String,
    passages: String,
}

/// Returns the segment lists of the indexes.
pub async fn segments(tx: &Tx) -> Result<Option<Segments>> {
    // FTS5 keeps its list of segments in this row.
    tx.first(
        "SELECT hex(e.block) AS entries, hex(n.block) AS notes, hex(p.block) AS passages
         FROM entries_fts_data e, notes_fts_data n, passages_fts_data p
         WHERE e.id = 10 AND n.id = 10 AND p.id = 10",
        (),
    )
    .await
}

/// Merges a few pages. Returns false if there is nothing to merge.
pub async fn merge(tx: &Tx) -> Result<bool> {
    let before = segments(tx).await?;
    for sql in [
        "INSERT INTO entries_fts (entries_fts, rank) VALUES ('merge', ?1)",
        "INSERT INTO notes_fts (notes_fts, rank) VALUES ('merge', ?1)",
        "INSERT INTO passages_fts (passages_fts, rank) VALUES ('merge', ?1)",
    ] {
        tx.execute(sql, [PAGES]).await?;
    }
    Ok(segments(tx).await? != before)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::testing::Store;

    #[tokio::test]
    async fn the_indexes_are_merged_only_when_asked() {
        let store = Store::new().await;
        let count = "SELECT count(DISTINCT segid) AS value FROM entries_fts_idx";
        for row in 1..=12 {
            let add = "INSERT INTO entries_fts (rowid, owner, text) VALUES (?1, 'alice', 'oats')";
            store.write(async move |tx| tx.execute(add, [row]).await).await;
        }
        let count = async || store.read(async move |tx| tx.value::<i64>(count, ()).await).await;
        assert_eq!(count().await, Some(12), "no commit merges");
        let state = store.read(segments).await;
        while store.write(async |tx| merge(tx).await).await {}
        assert!(count().await < Some(4), "{:?} segments", count().await);
        assert_ne!(store.read(segments).await, state);
        let found = "SELECT count(*) AS value FROM entries_fts WHERE entries_fts MATCH 'oats'";
        assert_eq!(store.read(async move |tx| tx.value::<i64>(found, ()).await).await, Some(12));
    }
}
