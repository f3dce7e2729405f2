//! The write-ahead log is folded into the database file beside the work. Left to itself, SQLite does that within a
//! commit, where somebody's turn would wait for the disk.

use std::{
    sync::{atomic::Ordering, mpsc::SyncSender},
    time::Duration,
};

use anyhow::{Context as _, Result};
use serde::Deserialize;

use super::{BUSY_TIMEOUT, Db, Job, Tx, submit};

/// Commits after which the log is folded in. One leaves some ten pages in it.
const EVERY: u32 = 100;
/// Pages of 4 KiB; a log this long is folded in by the writer. It begins anew only when all of it is in the file,
/// which a reader does not achieve while there is always something to write.
const LONGEST: i64 = 8_192;

/// How long an attempt to empty the log waits for those who read from it; nobody writes meanwhile.
const BRIEFLY: Duration = Duration::from_millis(50);
/// Attempts at emptying the log, and the pause between them. SQLite does not wait at all for somebody who folds it in.
const ATTEMPTS: u32 = 50;
const PAUSE: Duration = Duration::from_millis(20);

/// Counts a commit, and has the log folded in when it is time.
pub(super) fn after_commit(db: &Db) {
    if db.commits.fetch_add(1, Ordering::Relaxed) % EVERY != EVERY - 1 {
        return;
    }
    let (readers, writer) = (db.readers.clone(), db.writer.clone());
    tokio::spawn(async move {
        if let Err(error) = fold(&readers, &writer).await {
            tracing::warn!(error = format!("{error:#}"), "cannot fold in the write-ahead log; it grows");
        }
    });
}

pub(super) async fn fold(readers: &SyncSender<Job>, writer: &SyncSender<Job>) -> Result<()> {
    if submit(readers, checkpoint).await? > LONGEST {
        submit(writer, checkpoint).await?;
    }
    Ok(())
}

/// Folds all of the log in and empties it, so that nothing is left in it of what was deleted. False: it could not be
/// done within some seconds, because others read from it.
pub(super) async fn empty(db: &Db) -> Result<bool> {
    for _ in 1..ATTEMPTS {
        if try_to_empty(db).await? {
            return Ok(true);
        }
        tokio::time::sleep(PAUSE).await;
    }
    try_to_empty(db).await
}

/// The same, if nobody reads from it or folds it in for longer than a moment.
pub(super) async fn try_to_empty(db: &Db) -> Result<bool> {
    #[derive(Deserialize)]
    struct Row {
        busy: i64,
    }
    submit(&db.readers, checkpoint).await?;
    submit(&db.writer, async |tx: &Tx| {
        tx.connection.busy_timeout(BRIEFLY)?;
        // Where it is blocked, that is no error.
        let row: Result<Option<Row>> = tx.first("PRAGMA wal_checkpoint(TRUNCATE)", ()).await;
        tx.connection.busy_timeout(BUSY_TIMEOUT)?;
        Ok(row?.context("a checkpoint tells how it went")?.busy == 0)
    })
    .await
}

/// Folds in as much as possible without waiting for anybody. Gives the number of pages in the log.
async fn checkpoint(tx: &Tx) -> Result<i64> {
    #[derive(Deserialize)]
    struct Row {
        log: i64,
    }
    let row: Option<Row> = tx.first("PRAGMA wal_checkpoint(PASSIVE)", ()).await?;
    Ok(row.context("a checkpoint tells how it went")?.log)
}
