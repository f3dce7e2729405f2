//! Restoring a database from a copy, while no process runs.

use std::{
    fs,
    io::Read as _,
    path::{Path, PathBuf},
};

use adjutant_domain::timestamp::Timestamp;
use anyhow::{Context as _, Result, ensure};

use super::{
    HEADER,
    backup::backup,
    migrate, open,
    upgrade::{beside, copies, remove, sync},
};
use crate::process::Registering;

/// The outcome of a restore.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Restored {
    /// The copy that was restored.
    pub from: PathBuf,
    /// The schema version of the copy.
    pub version: i64,
    /// The path of the replaced database, if there was one.
    pub replaced: Option<PathBuf>,
}

/// Replaces the database with a copy: `from`, or the newest copy made before an upgrade. The replaced database is kept
/// beside it, whatever its state.
///
/// # Errors
/// Returns an error if a process runs, or the copy is missing, damaged, not a database of this program, or of a newer
/// version. The database is unchanged then.
pub async fn restore(
    path: &Path,
    from: Option<&Path>,
    registering: &Registering,
    now: Timestamp,
) -> Result<Restored> {
    ensure!(!registering.others_run(), "a process uses {}; stop it, then restore the copy", path.display());
    let from = match from {
        Some(from) => from.to_owned(),
        None => {
            let newest = copies(path)?.into_iter().next().map(|(copy, _)| copy);
            newest.with_context(|| {
                format!("no copy of {} was made before an upgrade; name a backup to restore", path.display())
            })?
        }
    };
    ensure!(!is_same_file(&from, path), "{} is the database itself; name a copy of it", from.display());
    let version = check(&from).await.with_context(|| format!("cannot restore {}", from.display()))?;
    // Nothing has touched the database until the log is folded.
    let part = beside(path, ".restoring");
    remove(&part)?;
    backup(&from, &part).await?;
    sync(&part)?;
    fold_log(path).await;
    let replaced = match set_aside(path, now) {
        Ok(replaced) => replaced,
        Err(error) => {
            remove(&part)?;
            return Err(error).context("cannot set the present database aside");
        }
    };
    fs::rename(&part, path)
        .with_context(|| format!("cannot put the copy in place; it is {}", part.display()))?;
    sync(path)?;
    Ok(Restored { from, version, replaced })
}

/// Returns the schema version of a copy, if it is whole and a database of this program.
async fn check(copy: &Path) -> Result<i64> {
    // Reading a pipe would wait for its writer.
    ensure!(fs::metadata(copy)?.is_file(), "it is no plain file");
    let mut header = [0; HEADER.len()];
    let read = fs::File::open(copy)?.read_exact(&mut header);
    ensure!(read.is_ok() && &header == HEADER, "it is not a database");
    let (connection, version) = open::connect(copy).await.context("it is damaged, or cannot be opened")?;
    let mut rows = connection.query("PRAGMA integrity_check(1)", ()).await.context("it is damaged")?;
    let said: String = rows.next().await.context("it is damaged")?.context("it cannot be checked")?.get(0)?;
    ensure!(said == "ok", "it is damaged: {said}");
    ensure!(version > 0 && migrate::is_own(&connection).await?, "it is not a database of this program");
    migrate::check_not_newer(version)?;
    Ok(version)
}

/// Folds the write-ahead log into the database if possible: the database may be broken.
async fn fold_log(path: &Path) {
    let folded = async {
        let connection = open::existing(path).await?.connect()?;
        super::pragma(&connection, "PRAGMA wal_checkpoint(TRUNCATE)").await
    };
    if let Err(error) = folded.await {
        tracing::debug!(error = format!("{error:#}"), "the log of the replaced database stays beside it");
    }
}

/// Renames the database and its write-ahead log, which belongs to it. Returns the new name.
fn set_aside(path: &Path, now: Timestamp) -> Result<Option<PathBuf>> {
    let aside = free_name(&beside(path, &format!(".replaced-{}", now.to_utc().format("%Y%m%d-%H%M%S"))));
    let mut replaced = None;
    // The log first: a new database must not be mistaken for the one that the log belongs to.
    for suffix in ["-wal", ""] {
        let (from, to) = (beside(path, suffix), beside(&aside, suffix));
        if !from.exists() {
            continue;
        }
        fs::rename(&from, &to).with_context(|| format!("cannot rename {}", from.display()))?;
        replaced = Some(to);
    }
    // The file is only an index of the log, which SQLite creates anew.
    remove(&beside(path, "-shm"))?;
    Ok(replaced)
}

/// Returns a name that neither a database nor a write-ahead log has: databases may be replaced within one second.
fn free_name(name: &Path) -> PathBuf {
    let is_taken = |name: &Path| name.exists() || beside(name, "-wal").exists();
    let mut free = name.to_owned();
    for number in 2.. {
        if !is_taken(&free) {
            break;
        }
        free = beside(name, &format!("-{number}"));
    }
    free
}

fn is_same_file(a: &Path, b: &Path) -> bool {
    matches!((a.canonicalize(), b.canonicalize()), (Ok(a), Ok(b)) if a == b)
}

#[cfg(test)]
mod tests;
