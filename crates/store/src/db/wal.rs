//! Checkpoints of the write-ahead log, outside of commits. By default SQLite checkpoints within a commit, where
//! somebody's turn would wait for the disk.

use std::{
    sync::{atomic::Ordering, mpsc::SyncSender},
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{BUSY_TIMEOUT, Db, Tx, threads, writer};

/// Commits between two checkpoints. A commit leaves about ten pages in the log.
const EVERY: u32 = 100;
/// The longest log, in pages of 4 KiB, before the writer checkpoints it. The log restarts only when all of it is in the
/// file, which a reader's checkpoint cannot achieve while writes keep coming.
const LONGEST: i64 = 8_192;

/// How long an attempt to truncate the log waits for its readers; nobody can write meanwhile.
const BRIEFLY: Duration = Duration::from_millis(50);
/// The attempts at truncating the log.
const ATTEMPTS: u32 = 50;
/// The pause between two attempts: SQLite does not wait at all for a concurrent checkpoint.
const PAUSE: Duration = Duration::from_millis(20);

/// Counts a commit, and starts a checkpoint when one is due.
pub(super) fn after_commit(db: &Db) {
    if db.commits.fetch_add(1, Ordering::Relaxed) % EVERY != EVERY - 1 {
        return;
    }
    let (readers, writer) = (db.readers.clone(), db.writer.clone());
    tokio::spawn(async move {
        if let Err(error) = fold(&readers, &writer).await {
            tracing::warn!(error = format!("{error:#}"), "cannot checkpoint the write-ahead log; it grows");
        }
    });
}

pub(super) async fn fold(readers: &SyncSender<threads::Job>, writer: &SyncSender<writer::Job>) -> Result<()> {
    let (job, answer) = threads::job(checkpoint);
    threads::enqueue(readers, job).await?;
    if threads::answered(answer).await? > LONGEST {
        writer::alone(writer, checkpoint).await?;
    }
    Ok(())
}

/// Checkpoints and truncates the log, so that it holds no deleted data. Returns false if readers of the log prevented
/// that for some seconds.
pub(super) async fn empty(db: &Db) -> Result<bool> {
    for _ in 1..ATTEMPTS {
        if try_to_empty(db).await? {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    try_to_empty(db).await
}

/// Tries once to truncate the log. Returns false if another connection reads from it or checkpoints it for longer than
/// a moment.
pub(super) async fn try_to_empty(db: &Db) -> Result<bool> {
    #[derive(Deserialize)]
    struct Row {
        busy: i64,
    }
    db.submit(checkpoint).await?;
    writer::alone(&db.writer, async |tx: &Tx| {
        tx.connection.busy_timeout(BRIEFLY)?;
        // A blocked checkpoint is not an error.
        let row: Result<Option<Row>> = tx.first("PRAGMA wal_checkpoint(TRUNCATE)", ()).await;
        tx.connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(row?.context("the checkpoint reported no result")?.busy == 0)
    })
    .await
}

/// Checkpoints as much as possible without waiting for other connections. Returns the number of pages in the log.
async fn checkpoint(tx: &Tx) -> Result<i64> {
    #[derive(Deserialize)]
    struct Row {
        log: i64,
    }
    let row: Option<Row> = tx.first("PRAGMA wal_checkpoint(PASSIVE)", ()).await?;
    Ok(row.context("the checkpoint reported no result")?.log)
}
