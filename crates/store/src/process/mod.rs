//! Process liveness: each process holds an operating-system lock for as long as it runs.
//!
//! A lease names the process that holds it. If that process's lock can be acquired, the process is certainly gone,
//! however it ended, and its leases may be taken at once. A missing lock proves nothing: the process may run on another
//! machine. Then its leases last until they expire.
//!
//! [`Process::liveness_of`] is the only check of another process's liveness. A database server would answer by a lock
//! of its own.

use std::{
    fs::{self, DirBuilder, File, Metadata, Permissions, TryLockError},
    io,
    os::unix::fs::{DirBuilderExt as _, PermissionsExt as _},
    path::{Path, PathBuf},
    time::Duration,
};

use adjutant_domain::ids;
use anyhow::{Context, Result};

/// The file that is locked while a process registers, so that a new process file that is not locked yet does not seem
/// to belong to a gone process.
const REGISTERING: &str = "registering";

/// How long the file of a gone process is kept. It must outlast the leases and claims of the process, because without
/// it they cannot be recognised as void.
const KEPT: Duration = Duration::from_hours(1);

/// The content of the file of a gone process.
const GONE: &str = "gone";

/// The liveness of a process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Liveness {
    Alive,
    /// It has certainly ended, so its leases and claims may be taken at once.
    Gone,
    /// Nothing is known of it, so its leases and claims may be taken only when they expire.
    Unknown,
}

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

    /// Returns the liveness of the process with this id.
    pub fn liveness_of(&self, id: &str) -> Liveness {
        if id == self.id { Liveness::Alive } else { liveness(&self.folder.join(id)) }
    }

    /// Returns whether the process with this id is certainly gone.
    pub fn is_gone(&self, id: &str) -> bool {
        self.liveness_of(id) == Liveness::Gone
    }
}

/// A process that is about to register. While this exists, no other process can begin to register.
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
        // An account that can read a file can also lock it, and so pass for a live process.
        DirBuilder::new().recursive(true).mode(0o700).create(&folder).with_context(failed)?;
        fs::set_permissions(&folder, Permissions::from_mode(0o700)).with_context(failed)?;
        let registering = File::create(folder.join(REGISTERING)).with_context(failed)?;
        registering.lock().with_context(failed)?;
        sweep(&folder, &registering).with_context(failed)?;
        Ok(Self { folder, _lock: registering })
    }

    /// Returns whether a registered process runs, or may run.
    pub fn others_run(&self) -> bool {
        files(&self.folder).any(|file| liveness(&file) == Liveness::Alive)
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
    files(&folder_of(database)).any(|file| liveness(&file) == Liveness::Alive)
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

/// Returns the liveness according to a process's lock. A lock that cannot be tried counts as held.
fn liveness(lock: &Path) -> Liveness {
    match File::open(lock) {
        Ok(file) => match file.try_lock() {
            Ok(()) => Liveness::Gone,
            Err(TryLockError::WouldBlock | TryLockError::Error(_)) => Liveness::Alive,
        },
        Err(error) if error.kind() == io::ErrorKind::NotFound => Liveness::Unknown,
        Err(_) => Liveness::Alive,
    }
}

/// Marks the files of processes that are newly found to be gone, and removes marked files that are older than [`KEPT`].
/// The times are the file system's own: `registering` was truncated just now.
fn sweep(folder: &Path, registering: &File) -> io::Result<()> {
    let now = registering.metadata()?.modified()?;
    let is_over = |of: &Metadata| {
        of.modified().is_ok_and(|noted| now.duration_since(noted).is_ok_and(|age| age > KEPT))
    };
    for path in files(folder).filter(|path| liveness(path) == Liveness::Gone) {
        // The next process retries writes and removals that fail now.
        let _ = match fs::metadata(&path) {
            Ok(of) if of.len() == 0 => fs::write(&path, GONE),
            Ok(of) if is_over(&of) => fs::remove_file(&path),
            _ => Ok(()),
        };
    }
    Ok(())
}

/// Returns the files of processes.
fn files(folder: &Path) -> impl Iterator<Item = PathBuf> {
    let entries = fs::read_dir(folder).into_iter().flatten().flatten();
    entries.map(|entry| entry.path()).filter(|path| !path.ends_with(REGISTERING))
}

#[cfg(test)]
mod tests;
