//! The size of the file. What is deleted leaves free pages; they are given back a few at a time, so that nobody waits.

use std::time::Duration;

use anyhow::{Context as _, Result};
use libsql::Connection;
use serde::Deserialize;

use super::{Db, Tx, insist, pragma, submit, wal};

/// One in so many pages may be free: what comes next goes there.
const SLACK: u64 = 16;
/// Fewer free pages than this are not worth the work.
const FEW: u64 = 64;
/// Pages given back in one step, which takes a few milliseconds.
const STEP: &str = "PRAGMA incremental_vacuum(64)";
/// Between two steps other processes get to write.
const PAUSE: Duration = Duration::from_millis(1);
/// A file made by an older version is rewritten once, to be able to shrink, if it is not larger than this: about a second
/// in which others wait to write. A larger one is left as it is; see deploy/README.md.
const REWRITTEN: u64 = 128 << 20;

/// How large the database is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Space {
    page_size: u64,
    pages: u64,
    free: u64,
    auto_vacuum: i64,
}

impl Space {
    /// As the transaction sees it.
    ///
    /// # Errors
    /// Those of the database.
    pub async fn of(tx: &Tx) -> Result<Self> {
        tx.first(
            "SELECT page_size, page_count AS pages, freelist_count AS free, auto_vacuum
             FROM pragma_page_size, pragma_page_count, pragma_freelist_count, pragma_auto_vacuum",
            (),
        )
        .await?
        .context("a database tells its size")
    }

    /// All of it, in bytes.
    pub fn bytes(self) -> u64 {
        self.page_size * self.pages
    }

    /// What of it holds nothing, in bytes.
    pub fn free_bytes(self) -> u64 {
        self.page_size * self.free
    }

    /// Whether free pages can be given back.
    pub fn can_shrink(self) -> bool {
        const INCREMENTAL: i64 = 2;
        self.auto_vacuum == INCREMENTAL
    }

    /// Whether the file is rewritten by the next [`Db::shrink`], so that it can.
    pub fn is_rewritten(self) -> bool {
        !self.can_shrink() && self.bytes() <= REWRITTEN
    }

    fn is_worth_shrinking(self) -> bool {
        self.can_shrink() && self.free > FEW.max(self.pages / SLACK)
    }
}

impl Db {
    /// Gives back the pages that hold nothing, but for some that are soon used again, and empties the write-ahead log,
    /// which still has what was deleted.
    ///
    /// # Errors
    /// Those of the database; what was given back until then is.
    pub async fn shrink(&self) -> Result<()> {
        let space = self.read(Space::of).await?;
        if space.is_rewritten() {
            submit(&self.writer, rewrite).await.context("cannot rewrite the database")?;
        }
        while self.read(Space::of).await?.is_worth_shrinking() {
            submit(&self.writer, async |tx: &Tx| pragma(&tx.connection, STEP).await).await?;
            tokio::time::sleep(PAUSE).await;
        }
        wal::empty(self).await.map(drop)
    }
}

/// Lets a file shrink that is still empty; on one with tables it has no effect.
pub(super) async fn make_shrinkable(connection: &Connection) -> Result<()> {
    insist(connection, SHRINKABLE).await
}

/// Lets the copies that a connection writes shrink.
pub(super) async fn shrink_copies(tx: &Tx) -> Result<()> {
    if Space::of(tx).await?.can_shrink() { Ok(()) } else { pragma(&tx.connection, SHRINKABLE).await }
}

const SHRINKABLE: &str = "PRAGMA auto_vacuum = INCREMENTAL";

async fn rewrite(tx: &Tx) -> Result<()> {
    pragma(&tx.connection, SHRINKABLE).await?;
    pragma(&tx.connection, "VACUUM").await
}

#[cfg(test)]
mod tests;
