//! Copies of a database.

use std::{
    fs::{self, OpenOptions},
    io::ErrorKind,
    path::Path,
    sync::Arc,
};

use anyhow::{Context as _, Result, bail};

use super::{
    Tx, open, private, space,
    upgrade::{beside, remove, sync},
};

/// Writes a consistent copy of the database to `target` while it is in use, whatever its schema version. Only this
/// account can read the copy.
///
/// # Errors
/// Returns an error if there is no database, or `target` exists already or cannot be written; no file is left there
/// then.
pub async fn backup(path: &Path, target: &Path) -> Result<()> {
    let (connection, _) = open::connect(path).await?;
    let shown = target.display().to_string();
    let name = target.to_str().with_context(|| format!("{shown} is not a valid file name"))?.to_owned();
    // SQLite would create the file with the umask's mode, but keeps the mode of an empty file.
    match private(OpenOptions::new().create_new(true), target) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => {
            bail!("{shown} exists already; name a file that does not")
        }
        made => made.with_context(|| format!("cannot write the backup to {shown}"))?,
    };
    let copied = copy(&Tx::new(connection, Arc::default()), name).await;
    if copied.is_err() {
        // The file is half a copy then, and would be in the way of the next attempt.
        let _ = fs::remove_file(target);
    }
    copied.with_context(|| format!("cannot write the backup to {shown}"))
}

/// As [`backup`], but the copy gets its name only when it is whole and on the disk, so a killed process leaves no
/// partial copy under that name. Replaces the remains of an earlier attempt; no other process may make the same copy
/// meanwhile.
///
/// # Errors
/// Returns an error as [`backup`] does.
pub async fn backup_whole(path: &Path, target: &Path) -> Result<()> {
    let part = beside(target, ".part");
    let failed = || format!("cannot write the backup to {}", target.display());
    remove(&part).with_context(failed)?;
    backup(path, &part).await?;
    sync(&part).with_context(failed)?;
    fs::rename(&part, target).with_context(failed)?;
    sync(target).with_context(failed)
}

async fn copy(tx: &Tx, target: String) -> Result<()> {
    // The copy of an old file can shrink, even if the file itself cannot.
    space::shrink_copies(tx).await?;
    tx.connection.execute("VACUUM INTO ?1", [target]).await.map(drop).map_err(Into::into)
}
