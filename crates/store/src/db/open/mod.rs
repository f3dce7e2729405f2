//! Opening an existing database, for commands that run beside the gateway. They never create or migrate one: the
//! running gateway may be an older version than the command.

use std::{fs::OpenOptions, io::ErrorKind, path::Path, sync::Arc};

use anyhow::{Context as _, Result, bail, ensure};
use libsql::{Builder, Connection, Database, OpenFlags};

use super::{Db, cannot_open, ensure_database, migrate, pragma, tune};

impl Db {
    /// Opens a database of this program's schema version, for reading only: every write fails.
    ///
    /// # Errors
    /// Returns an error if there is no database, or it is of another version; the error says what to do.
    pub async fn open_read_only(path: &Path) -> Result<Arc<Self>> {
        Self::open_there(path, true).await
    }

    /// Opens a database of this program's schema version.
    ///
    /// # Errors
    /// Returns an error if there is no database, or it is of another version; the error says what to do.
    pub async fn open_existing(path: &Path) -> Result<Arc<Self>> {
        Self::open_there(path, false).await
    }

    async fn open_there(path: &Path, read_only: bool) -> Result<Arc<Self>> {
        let database = existing(path).await?;
        let writer = database.connect().with_context(|| cannot_open(path))?;
        writer.busy_timeout(super::BUSY_TIMEOUT)?;
        migrate::ensure_own(&writer, path).await?;
        tune(&writer).await.with_context(|| cannot_open(path))?;
        let version = migrate::version(&writer).await.with_context(|| cannot_open(path))?;
        ensure!(
            version >= migrate::newest(),
            "{} has schema version {version}, and this program reads version {}; run `adjutant run` first, which \
             brings it up to date",
            path.display(),
            migrate::newest()
        );
        migrate::check_not_newer(version).with_context(|| cannot_open(path))?;
        if read_only {
            pragma(&writer, "PRAGMA query_only = ON").await?;
        }
        Self::with_threads(path, &database, writer).await
    }
}

/// Opens the file, which must exist.
pub(super) async fn existing(path: &Path) -> Result<Database> {
    match OpenOptions::new().read(true).append(true).open(path) {
        Ok(_) => {}
        Err(error) if error.kind() == ErrorKind::NotFound => {
            bail!("no database at {}; set [database] url, or start the gateway once", path.display())
        }
        Err(error) => return Err(error).with_context(|| cannot_open(path)),
    }
    ensure_database(path)?;
    // Without the flag that would create the file.
    let opened = Builder::new_local(path).flags(OpenFlags::SQLITE_OPEN_READ_WRITE).build().await;
    opened.with_context(|| cannot_open(path))
}

/// Connects to an existing database of any schema version, and returns that version.
pub(super) async fn connect(path: &Path) -> Result<(Connection, i64)> {
    let connection = existing(path).await?.connect().with_context(|| cannot_open(path))?;
    connection.busy_timeout(super::BUSY_TIMEOUT)?;
    let version = migrate::version(&connection).await.with_context(|| cannot_open(path))?;
    Ok((connection, version))
}

#[cfg(test)]
mod tests;
