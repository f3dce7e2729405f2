//! The size of the database file. Deletions leave free pages, which are returned to the file system a few at a time so
//! that nobody waits.

use std::time::Duration;

use anyhow::{Context as _, Result};
use libsql::Connection;
use serde::Deserialize;

use super::{Db, Tx, insist, pragma, wal, writer};

/// One in this many pages may stay free, for the next rows.
const SLACK: u64 = 16;
/// Fewer free pages than this are not worth returning.
const FEW: u64 = 64;
/// Returns a few pages to the file system, which takes a few milliseconds.
const STEP: &str = "PRAGMA incremental_vacuum(64)";
/// The pause between two steps, in which other processes can write.
const PAUSE: Duration = Duration::from_millis(1);
/// The largest file, in bytes, that is rewritten once so that it can shrink, if an older version created it. Other
/// writers wait for about a second meanwhile. A larger file is left as it is; see docs/operations.md.
const REWRITTEN: u64 = 128 << 20;

/// The size of the database.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize)]
pub struct Space {
    page_size: u64,
    pages: u64,
    free: u64,
    auto_vacuum: i64,
}

impl Space {
    /// Returns the size as the transaction sees it.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn of(tx: &Tx) -> Result<Self> {
        tx.first(
            "SELECT page_size, page_count AS pages, freelist_count AS free, auto_vacuum
             FROM pragma_page_size, pragma_page_count, pragma_freelist_count, pragma_auto_vacuum",
            (),
        )
        .await?
        .context("the database did not report its size")
    }

    /// Returns the size of the file, in bytes.
    pub fn bytes(self) -> u64 {
        self.page_size * self.pages
    }

    /// Returns the size of the free pages, in bytes.
    pub fn free_bytes(self) -> u64 {
        self.page_size * self.free
    }

    /// Returns whether free pages can be returned to the file system.
    pub fn can_shrink(self) -> bool {
        const INCREMENTAL: i64 = 2;
        self.auto_vacuum == INCREMENTAL
    }

    /// Returns whether the next [`Db::shrink`] rewrites the file so that it can shrink.
    pub fn needs_rewrite(self) -> bool {
        !self.can_shrink() && self.bytes() <= REWRITTEN
    }

    fn is_worth_shrinking(self) -> bool {
        self.can_shrink() && self.free > FEW.max(self.pages / SLACK)
    }
}

impl Db {
    /// Returns free pages to the file system, except a few that are soon reused, and truncates the write-ahead log,
    /// which still holds deleted data.
    ///
    /// # Errors
    /// Returns an error if the database fails; pages returned until then stay returned.
    pub async fn shrink(&self) -> Result<()> {
        let space = self.read(Space::of).await?;
        if space.needs_rewrite() {
            writer::alone(&self.writer, rewrite).await.context("cannot rewrite the database")?;
        }
        while self.read(Space::of).await?.is_worth_shrinking() {
            writer::alone(&self.writer, async |tx: &Tx| pragma(&tx.connection, STEP).await).await?;
            tokio::time::sleep(PAUSE).await;
        }
        wal::empty(self).await.map(drop)
    }
}

/// Makes a file that is still empty shrinkable. Has no effect on a file with tables.
pub(super) async fn make_shrinkable(connection: &Connection) -> Result<()> {
    insist(connection, SHRINKABLE).await
}

/// Makes the copies written by a connection shrinkable.
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
