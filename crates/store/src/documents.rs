//! Saved documents and their passages, which `memory_search` finds. A document is a kept file of a person, known by its
//! path, size and time as in [`crate::file_origins`], and follows that file's changes in the same transaction. Its text
//! is read in the background.

use std::collections::HashSet;

use adjutant_domain::{ids::UserId, passages::Passage, timestamp::Timestamp, wake::Wake};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    file_origins::SavedFile,
    inbox,
    index_queue::{self, Kind},
    search,
};

/// The folder whose documents are searchable. Files elsewhere are temporary.
const KEPT: &str = "/shared/";

/// A document that must be read, or whose passages must be removed.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct ToDo {
    pub document_id: i64,
    pub user_id: UserId,
    pub path: String,
    bytes: i64,
    modified_at: Timestamp,
    state: State,
    /// Failed attempts to read it.
    pub attempts: u32,
}

impl ToDo {
    /// Returns whether the document's passages must be removed.
    pub fn is_gone(&self) -> bool {
        self.state == State::Gone
    }

    /// Returns whether a file of this size and time is the saved one.
    pub fn is(&self, bytes: u64, modified_at: Timestamp) -> bool {
        (u64::try_from(self.bytes), self.modified_at) == (Ok(bytes), modified_at)
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "snake_case")]
enum State {
    Waiting,
    Gone,
}

/// The outcome of reading a document.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Outcome {
    /// All of its passages are stored.
    Read,
    /// It has no readable text.
    Unreadable,
    /// The person's documents have reached their limit of passages.
    Full,
}

/// Returns whether a file at this path is a searchable document.
fn is_found(path: &str) -> bool {
    path.starts_with(KEPT) && inbox::is_named_as_document(path)
}

/// Queues a saved file for reading, in place of the earlier document at its path.
pub(crate) async fn saved(tx: &Tx, file: &SavedFile) -> Result<()> {
    if !is_found(&file.path) {
        return Ok(());
    }
    let (user, path) = (&file.user_id, file.path.as_str());
    let known: Option<i64> = tx
        .value(
            "SELECT document_id AS value FROM documents
             WHERE user_id = ?1 AND path = ?2 AND state <> 'gone' AND bytes = ?3 AND modified_at = ?4",
            params![user, path, file.bytes, file.modified_at],
        )
        .await?;
    if known.is_some() {
        return Ok(());
    }
    gone(tx, user, path).await?;
    tx.execute(
        "INSERT INTO documents (user_id, path, bytes, modified_at, state) VALUES (?1, ?2, ?3, ?4, 'waiting')",
        params![user, path, file.bytes, file.modified_at],
    )
    .await?;
    tx.wake(Wake::IndexQueue);
    Ok(())
}

/// Marks the document of a file as gone.
pub(crate) async fn forgotten(tx: &Tx, file: &SavedFile) -> Result<()> {
    tx.execute(
        "UPDATE documents SET state = 'gone'
         WHERE user_id = ?1 AND path = ?2 AND bytes = ?3 AND modified_at = ?4 AND state <> 'gone'",
        params![&file.user_id, file.path.as_str(), file.bytes, file.modified_at],
    )
    .await
    .map(drop)
}

/// Marks the document at a path as gone: no search finds its passages.
async fn gone(tx: &Tx, user: &UserId, path: &str) -> Result<()> {
    tx.execute(
        "UPDATE documents SET state = 'gone' WHERE user_id = ?1 AND path = ?2 AND state <> 'gone'",
        params![user, path],
    )
    .await
    .map(drop)
}

/// Moves a document to another path.
pub(crate) async fn moved(tx: &Tx, user: &UserId, (from, to): (&str, &str)) -> Result<()> {
    if !is_found(to) {
        return gone(tx, user, from).await;
    }
    tx.execute(
        "UPDATE documents SET path = ?3 WHERE user_id = ?1 AND path = ?2 AND state <> 'gone'",
        params![user, from, to],
    )
    .await
    .map(drop)
}

/// Returns the next document to read or to remove; those that failed before come last.
pub async fn next(tx: &Tx, now: Timestamp) -> Result<Option<ToDo>> {
    tx.first(
        "SELECT document_id, user_id, path, bytes, modified_at, state, attempts FROM documents
         WHERE state IN ('waiting', 'gone') AND not_before <= ?1
         ORDER BY state DESC, attempts, document_id LIMIT 1
         -- scan: in the order of the index; what is not due yet comes last",
        params![now],
    )
    .await
}

/// Returns the paths of the documents in a user's folder whose text is searchable.
pub async fn read_paths(tx: &Tx, user: &UserId) -> Result<HashSet<String>> {
    #[derive(Deserialize)]
    struct Row {
        path: String,
    }
    let rows: Vec<Row> =
        tx.all("SELECT path FROM documents WHERE user_id = ?1 AND state = 'read'", params![user]).await?;
    Ok(rows.into_iter().map(|row| row.path).collect())
}

/// The numbers of a person's saved documents, by state.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize)]
pub struct Counts {
    /// Their text is searchable.
    pub read: i64,
    /// They are still to be read.
    pub waiting: i64,
    /// They have no readable text.
    pub unreadable: i64,
    /// There was no room for their passages.
    pub full: i64,
}

/// Returns the numbers of a person's saved documents.
pub async fn counts(tx: &Tx, user: &UserId) -> Result<Counts> {
    let counts = tx.first(
        "SELECT coalesce(sum(state = 'read'), 0) AS read, coalesce(sum(state = 'waiting'), 0) AS waiting,
             coalesce(sum(state = 'unreadable'), 0) AS unreadable, coalesce(sum(state = 'full'), 0) AS full
         FROM documents WHERE user_id IN (SELECT member FROM same_person WHERE user_id = ?1)",
        params![user],
    );
    Ok(counts.await?.unwrap_or_default())
}

/// Returns how many passages the documents in a user's folder have, counted up to `most`.
pub async fn count_passages(tx: &Tx, user: &UserId, most: i64) -> Result<i64> {
    let count = tx.value(
        "SELECT count(*) AS value FROM (
             SELECT 1 FROM documents d JOIN passages p USING (document_id)
             WHERE d.user_id = ?1 AND d.state <> 'gone' LIMIT ?2)",
        params![user, most],
    );
    Ok(count.await?.unwrap_or_default())
}

/// Stores passages of a document, numbered from `first`. Returns false if the document no longer waits for them, or
/// another process has stored them.
pub async fn add(tx: &Tx, document: i64, first: i64, passages: &[Passage]) -> Result<bool> {
    let is_wanted: Option<i64> = tx
        .value(
            "SELECT 1 AS value FROM documents WHERE document_id = ?1 AND state = 'waiting'
             AND NOT EXISTS (SELECT 1 FROM passages p WHERE p.document_id = ?1 AND p.number >= ?2)",
            params![document, first],
        )
        .await?;
    if is_wanted.is_none() {
        return Ok(false);
    }
    for (number, passage) in (first..).zip(passages) {
        let row: i64 = tx
            .added(
                "INSERT INTO passages (document_id, number, place, heading, text) VALUES (?1, ?2, ?3, ?4, ?5)
                 RETURNING row AS value",
                params![
                    document,
                    number,
                    passage.place.as_deref(),
                    passage.heading.as_deref(),
                    passage.text.as_str()
                ],
            )
            .await?;
        search::index_passage(tx, row).await?;
        index_queue::add(tx, Kind::Document, row).await?;
    }
    Ok(true)
}

/// Removes some passages of a document, at most `limit`. Returns false if it has none.
pub async fn remove_passages(tx: &Tx, document: i64, limit: i64) -> Result<bool> {
    #[derive(Deserialize)]
    struct Row {
        row: i64,
    }
    let rows: Vec<Row> =
        tx.all("SELECT row FROM passages WHERE document_id = ?1 LIMIT ?2", params![document, limit]).await?;
    for Row { row } in &rows {
        search::remove_passage(tx, *row).await?;
        index_queue::remove(tx, Kind::Document, *row).await?;
        tx.execute("DELETE FROM passages WHERE row = ?1", [*row]).await?;
    }
    Ok(!rows.is_empty())
}

/// Queues the documents that had no room for their passages again.
pub async fn retry_full(tx: &Tx) -> Result<()> {
    tx.execute(
        "UPDATE documents SET state = 'waiting' WHERE state = 'full' -- scan: once for each process, a row for each file",
        (),
    )
    .await
    .map(drop)
}

/// Removes a document that is gone and has no passages. Queues the user's documents that had no room for their passages
/// again.
pub async fn remove(tx: &Tx, document: i64) -> Result<()> {
    for sql in [
        "UPDATE documents SET state = 'waiting' WHERE state = 'full'
             AND user_id = (SELECT user_id FROM documents WHERE document_id = ?1 AND state = 'gone')",
        "DELETE FROM documents WHERE document_id = ?1 AND state = 'gone'",
    ] {
        tx.execute(sql, [document]).await?;
    }
    Ok(())
}

/// Marks a document as gone, because its file is no longer the saved one.
pub async fn give_up(tx: &Tx, document: i64) -> Result<()> {
    tx.execute("UPDATE documents SET state = 'gone' WHERE document_id = ?1", [document]).await.map(drop)
}

/// Records the outcome of reading a document, unless it is gone.
pub async fn done(tx: &Tx, document: i64, outcome: Outcome) -> Result<()> {
    let state = match outcome {
        Outcome::Read => "read",
        Outcome::Unreadable => "unreadable",
        Outcome::Full => "full",
    };
    tx.execute(
        "UPDATE documents SET state = ?2 WHERE document_id = ?1 AND state = 'waiting'",
        params![document, state],
    )
    .await
    .map(drop)
}

/// Postpones a document that could not be read now.
pub async fn put_off(tx: &Tx, document: i64, not_before: Timestamp) -> Result<()> {
    tx.execute(
        "UPDATE documents SET attempts = attempts + 1, not_before = ?2 WHERE document_id = ?1",
        params![document, not_before],
    )
    .await
    .map(drop)
}

#[cfg(test)]
mod tests {
    use adjutant_domain::origin::Sources;

    use super::*;
    use crate::{
        file_origins,
        testing::{NOW, Store, ms},
    };

    fn passages(texts: &[&str]) -> Vec<Passage> {
        let passage = |text: &&str| Passage { place: None, heading: None, text: (*text).to_owned() };
        texts.iter().map(passage).collect()
    }

    #[tokio::test]
    async fn a_document_follows_its_file_and_ends_with_it() {
        let store = Store::new().await;
        let (alice, _) = store.person("alice").await;
        let user = alice.user_id;
        let file = SavedFile {
            user_id: user.clone(),
            path: "/shared/a.pdf".to_owned(),
            bytes: 3,
            modified_at: NOW,
            untrusted: Sources::OWN,
            session_id: None,
        };
        store
            .write(async move |tx| {
                let paths = "SELECT coalesce(group_concat(path || ' ' || state, ', '), '') AS value FROM
                                 (SELECT path, state FROM documents ORDER BY document_id)";
                let paths = async || tx.value::<String>(paths, ()).await.map(Option::unwrap_or_default);
                for elsewhere in ["/tmp/a.pdf", "/shared/a.zip"] {
                    file_origins::put(tx, &SavedFile { path: elsewhere.to_owned(), ..file.clone() }).await?;
                }
                assert_eq!(next(tx, NOW).await?, None, "only kept documents are found");
                file_origins::put(tx, &file).await?;
                let found = next(tx, NOW).await?.unwrap();
                assert!(found.is(3, NOW) && !found.is(4, NOW));
                assert!(add(tx, found.document_id, 1, &passages(&["oats", "rice"])).await?);
                assert!(!add(tx, found.document_id, 1, &passages(&["oats"])).await?, "they are stored");
                done(tx, found.document_id, Outcome::Read).await?;
                assert_eq!(count_passages(tx, &user, 10).await?, 2);

                let own = &Sources::OWN;
                file_origins::rename(tx, &user, ("/shared/a.pdf", "/shared/old/b.pdf"), own).await?;
                assert_eq!(paths().await?, "/shared/old/b.pdf read");
                file_origins::rename(tx, &user, ("/shared/old", "/.trash/1/item"), own).await?;
                assert_eq!(paths().await?, "/shared/old/b.pdf gone");
                assert_eq!(count_passages(tx, &user, 10).await?, 0);
                file_origins::rename(tx, &user, ("/.trash/1/item", "/shared/old"), own).await?;
                assert_eq!(paths().await?, "/shared/old/b.pdf gone, /shared/old/b.pdf waiting");

                // Another file takes its place.
                let newer = SavedFile {
                    path: "/shared/old/b.pdf".to_owned(),
                    modified_at: NOW + ms(1),
                    ..file.clone()
                };
                file_origins::put(tx, &newer).await?;
                assert_eq!(
                    paths().await?,
                    "/shared/old/b.pdf gone, /shared/old/b.pdf gone, /shared/old/b.pdf waiting"
                );
                assert_eq!(counts(tx, &user).await?, Counts { waiting: 1, ..Counts::default() });
                let waiting = next(tx, NOW).await?.unwrap();
                assert!(!waiting.is_gone(), "what waits comes first");
                put_off(tx, waiting.document_id, NOW + ms(1)).await?;
                while let Some(gone) = next(tx, NOW).await? {
                    assert!(gone.is_gone());
                    while remove_passages(tx, gone.document_id, 1).await? {}
                    remove(tx, gone.document_id).await?;
                }
                assert_eq!(paths().await?, "/shared/old/b.pdf waiting");
                assert_eq!(next(tx, NOW + ms(1)).await?.map(|waiting| waiting.attempts), Some(1));
                file_origins::forget(tx, &newer).await?;
                assert_eq!(paths().await?, "/shared/old/b.pdf gone");
                Ok(())
            })
            .await;
    }
}
