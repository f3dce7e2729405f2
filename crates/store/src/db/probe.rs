//! Checks whether a database file is whole and can be written.

use std::path::Path;

use anyhow::{Context as _, Result, ensure};
use libsql::Connection;

use super::{open, pragma};

/// Checks all pages of the database, then writes a row of 256 KiB, which a full disk refuses, and deletes it. Works
/// while the database is in use.
///
/// # Errors
/// Returns an error if pages are damaged or the disk does not take the row; the error says what to do.
pub async fn probe(path: &Path) -> Result<()> {
    let (connection, _) = open::connect(path).await?;
    let shown = path.display();
    let damaged =
        || format!("{shown} is damaged; stop the gateway, and restore a copy with `adjutant restore`");
    let mut rows = connection.query("PRAGMA quick_check(1)", ()).await.with_context(damaged)?;
    let said: String = match rows.next().await.with_context(damaged)? {
        Some(row) => row.get(0).with_context(damaged)?,
        None => String::new(),
    };
    ensure!(said == "ok", "{}: {said}", damaged());
    drop(rows);
    write(&connection).await.with_context(|| {
        format!("{shown} cannot be written; free space on its disk, or see who may write the file")
    })
}

async fn write(connection: &Connection) -> Result<()> {
    // A probe that was cut off may have left the table.
    let drop = "DROP TABLE IF EXISTS probe";
    connection.execute(drop, ()).await?;
    let written = connection.execute("CREATE TABLE probe AS SELECT zeroblob(262144) AS bytes", ()).await;
    connection.execute(drop, ()).await?;
    written?;
    // The row's space goes back to the disk.
    pragma(connection, "PRAGMA incremental_vacuum(100)").await
}

#[cfg(test)]
mod tests {
    use std::{
        fs::OpenOptions,
        io::{Seek as _, SeekFrom, Write as _},
    };

    use super::*;
    use crate::db::Db;

    #[tokio::test]
    async fn a_whole_file_is_left_as_it_was() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        drop(Db::open(&path).await.unwrap());
        probe(&path).await.unwrap();
        let (connection, _) = open::connect(&path).await.unwrap();
        assert!(connection.query("SELECT 1 FROM probe", ()).await.is_err(), "the table is gone");
    }

    #[tokio::test]
    async fn overwritten_pages_are_found() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("adjutant.db");
        drop(Db::open(&path).await.unwrap());
        let (connection, _) = open::connect(&path).await.unwrap();
        connection.query("PRAGMA wal_checkpoint(TRUNCATE)", ()).await.unwrap().next().await.unwrap();
        drop(connection);
        let mut file = OpenOptions::new().write(true).open(&path).unwrap();
        file.seek(SeekFrom::Start(3 * 4096)).unwrap();
        file.write_all(&[0xAB; 6 * 4096]).unwrap();
        let error = probe(&path).await.unwrap_err().to_string();
        assert!(error.contains("is damaged; stop the gateway, and restore a copy"), "{error}");
    }
}
