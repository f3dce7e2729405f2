//! Upgrading a database to this program's schema version. Before anything changes, a copy is made beside it.

use std::{
    fs, io,
    path::{Path, PathBuf},
    sync::Arc,
    time::SystemTime,
};

use anyhow::{Context as _, Result, ensure};

use super::{Db, backup::backup, migrate, open};
use crate::process::Registering;

/// How many copies are kept; the oldest are deleted.
const KEPT: usize = 3;

impl Db {
    /// Opens the database of a process that is about to run, and creates or upgrades it. No other process can begin
    /// until this one has registered.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened, is no database of this program, was made by a newer version, or
    /// is of an older version while another process uses it. Nothing has changed then.
    pub async fn open_to_run(path: &Path, registering: &Registering) -> Result<Arc<Self>> {
        if fs::metadata(path).is_ok_and(|file| file.len() > 0) {
            let (connection, version) = open::connect(path).await?;
            migrate::ensure_own(&connection, path).await?;
            drop(connection);
            migrate::check_not_newer(version).with_context(|| super::cannot_open(path))?;
            // Version 0 is a file that its first process left without tables.
            if (1..migrate::newest()).contains(&version) {
                ensure!(
                    !registering.others_run(),
                    "{} has schema version {version} and must be upgraded to version {}, but another process uses it; \
                     stop that process, then start this one",
                    path.display(),
                    migrate::newest()
                );
                let copy = keep_copy(path).await.with_context(|| {
                    format!("cannot copy {} before the upgrade, so nothing was changed", path.display())
                })?;
                tracing::info!(
                    from = version,
                    to = migrate::newest(),
                    copy = %copy.display(),
                    "upgrading the database; `adjutant restore` brings the copy back"
                );
            }
        }
        Self::open(path).await
    }
}

/// Copies the database before the upgrade, and deletes older copies.
async fn keep_copy(path: &Path) -> Result<PathBuf> {
    let copy = beside(path, &format!("{BEFORE}{:04}", migrate::newest()));
    let part = beside(path, ".copying");
    remove(&part)?;
    backup(path, &part).await?;
    sync(&part)?;
    fs::rename(&part, &copy)?;
    for (old, _) in copies(path)?.into_iter().skip(KEPT) {
        remove(&old)?;
    }
    Ok(copy)
}

/// The part of a copy's name between the database's name and the version of the upgrade.
const BEFORE: &str = ".before-";

/// Returns the automatic copies of a database and when they were made, the newest first.
pub(super) fn copies(path: &Path) -> Result<Vec<(PathBuf, SystemTime)>> {
    let (folder, prefix) = (folder(path), beside(path, BEFORE));
    let prefix = prefix.file_name().map(|name| name.to_string_lossy().into_owned()).unwrap_or_default();
    let mut found = Vec::new();
    for entry in fs::read_dir(folder).with_context(|| format!("cannot list {}", folder.display()))? {
        let entry = entry?;
        let name = entry.file_name().to_string_lossy().into_owned();
        let is_copy = name
            .strip_prefix(&prefix)
            .is_some_and(|version| !version.is_empty() && version.bytes().all(|b| b.is_ascii_digit()));
        if is_copy {
            found.push((path.with_file_name(name), entry.metadata()?.modified()?));
        }
    }
    found.sort_by(|(a, made_a), (b, made_b)| (made_b, b).cmp(&(made_a, a)));
    Ok(found)
}

/// Returns the folder that holds a file.
pub(super) fn folder(path: &Path) -> &Path {
    path.parent().filter(|folder| !folder.as_os_str().is_empty()).unwrap_or(Path::new("."))
}

/// Returns the path of a file next to the database.
pub(super) fn beside(path: &Path, suffix: &str) -> PathBuf {
    let mut name = path.as_os_str().to_owned();
    name.push(suffix);
    PathBuf::from(name)
}

/// Removes a file, if it is there.
pub(super) fn remove(path: &Path) -> io::Result<()> {
    match fs::remove_file(path) {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        removed => removed,
    }
}

/// Makes sure that a file and its name are on the disk.
pub(super) fn sync(path: &Path) -> io::Result<()> {
    fs::File::open(path)?.sync_all()?;
    fs::File::open(folder(path))?.sync_all()
}

#[cfg(test)]
mod tests;
