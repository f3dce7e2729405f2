//! Process liveness: each process holds an operating-system lock for as long as it runs.
//!
//! A lease names the process that holds it. If that process's lock can be acquired, the process is certainly gone,
//! however it ended, and its leases may be taken at once.

use std::{
    fs::{self, DirBuilder, File, Permissions, TryLockError},
    os::unix::fs::{DirBuilderExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
};

use adjutant_domain::ids;
use anyhow::{Context, Result};

/// The file whose lock is held while a process registers, so that a process file that is not locked yet does not count
/// as that of a gone process.
const REGISTERING: &str = "registering";

/// This process, among those that share a database.
pub struct Process {
    id: String,
    folder: PathBuf,
    // Held, not read: closing the file releases the lock.
    _lock: File,
}

impl Process {
    /// Registers this process beside the database file.
    ///
    /// # Errors
    /// Returns an error if the folder beside the database cannot be written.
    pub fn register(database: &Path) -> Result<Self> {
        Registering::begin(database)?.finish()
    }

    /// Returns the id that leases and claims carry.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// Returns whether the process with this id is certainly gone.
    pub fn is_gone(&self, id: &str) -> bool {
        id != self.id && is_gone(&self.folder.join(id))
    }
}

/// A process that is about to register. As long as this lives, no other process can register, nor begin to.
pub struct Registering {
    folder: PathBuf,
    // Held, not read: closing the file releases the lock.
    _lock: File,
}

impl Registering {
    /// Waits until no other process is registering.
    ///
    /// # Errors
    /// Returns an error if the folder beside the database cannot be written.
    pub fn begin(database: &Path) -> Result<Self> {
        let folder = folder_of(database);
        let failed = || cannot_write(&folder);
        // A file that another account can read it can lock as well, and so pass for a process that is alive.
        DirBuilder::new().recursive(true).mode(0o700).create(&folder).with_context(failed)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).with_context(failed)?;
        let registering = File::create(folder.join(REGISTERING)).with_context(failed)?;
        registering.lock().with_context(failed)?;
        sweep(&folder);
        Ok(Self { folder, _lock: registering })
    }

    /// Returns whether any process is registered and runs, or may.
    pub fn others_run(&self) -> bool {
        files(&self.folder).any(|file| !is_gone(&file))
    }

    /// Registers.
    ///
    /// # Errors
    /// Returns an error if the folder beside the database cannot be written.
    pub fn finish(self) -> Result<Process> {
        let failed = || cannot_write(&self.folder);
        let id = format!("process-{}", ids::token());
        let lock = File::create_new(self.folder.join(&id)).with_context(failed)?;
        lock.try_lock().with_context(failed)?;
        Ok(Process { id, folder: self.folder, _lock: lock })
    }
}

/// Returns whether any process runs on a database, as far as can be seen without registering.
pub fn any_runs(database: &Path) -> bool {
    files(&folder_of(database)).any(|file| !is_gone(&file))
}

/// Returns the folder of the processes that share a database.
fn folder_of(database: &Path) -> PathBuf {
    let mut name = database.as_os_str().to_owned();
    name.push(".lock");
    PathBuf::from(name)
}

fn cannot_write(folder: &Path) -> String {
    format!("cannot write to {}, where processes register", folder.display())
}

impl Drop for Process {
    fn drop(&mut self) {
        // The next process removes a file that cannot be removed now.
        let _ = fs::remove_file(self.folder.join(&self.id));
    }
}

fn is_gone(lock: &Path) -> bool {
    match File::open(lock) {
        Ok(file) => match file.try_lock() {
            Ok(()) => true,
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => false,
        },
        Err(error) => error.kind() == std::io::ErrorKind::NotFound,
    }
}

/// Removes the files of processes that are gone.
fn sweep(folder: &Path) {
    for path in files(folder).filter(|path| is_gone(path)) {
        let _ = fs::remove_file(path);
    }
}

/// Returns the files of processes.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| !path.ends_with(REGISTERING))
}

#[cfg(test)]
mod tests;
