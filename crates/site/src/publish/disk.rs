//! Changes of the file system.

use std::{
    fs::{self, File},
    io,
    path::Path,
};

use super::PublishError;

/// Makes the changes of the file system; each counts as a step.
pub(super) struct Disk<'s> {
    step: &'s mut dyn FnMut() -> io::Result<()>,
}

impl<'s> Disk<'s> {
    /// `step` is called before each change; if it returns an error, the change is not made.
    pub(super) fn new(step: &'s mut dyn FnMut() -> io::Result<()>) -> Self {
        Self { step }
    }

    pub(super) fn change(
        &mut self,
        what: &'static str,
        path: &Path,
        change: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), PublishError> {
        (self.step)().and_then(|()| change(path)).map_err(|source| failure(what, path, source))
    }

    pub(super) fn create_folders(&mut self, folder: &Path) -> Result<(), PublishError> {
        if folder.is_dir() {
            return Ok(());
        }
        self.change("cannot create the folder", folder, |folder| fs::create_dir_all(folder))
    }

    pub(super) fn remove_folder(&mut self, folder: &Path) -> Result<(), PublishError> {
        self.change("cannot remove", folder, |folder| fs::remove_dir_all(folder))
    }

    pub(super) fn remove_file(&mut self, file: &Path) -> Result<(), PublishError> {
        self.change("cannot remove", file, |file| fs::remove_file(file))
    }

    pub(super) fn rename(&mut self, from: &Path, to: &Path) -> Result<(), PublishError> {
        self.change("cannot rename", from, |from| fs::rename(from, to))
    }

    /// Waits until everything in the folder would survive a power failure.
    pub(super) fn make_durable(&mut self, folder: &Path) -> Result<(), PublishError> {
        self.change("cannot flush", folder, flush)
    }

    /// Makes a version the current one: the only step that changes the served site.
    pub(super) fn switch(&mut self, root: &Path, number: u64) -> Result<(), PublishError> {
        let (next, current) = (root.join("current.new"), root.join("current"));
        let target = Path::new("versions").join(number.to_string());
        self.change("cannot create the link", &next, |next| std::os::unix::fs::symlink(&target, next))?;
        self.change("cannot switch", &current, |current| fs::rename(&next, current))?;
        self.change("cannot flush", root, |root| File::open(root)?.sync_all())
    }
}

/// Makes one call for all files: a call for each of a thousand pages and their folders would take seconds.
#[cfg(target_os = "linux")]
fn flush(folder: &Path) -> io::Result<()> {
    Ok(rustix::fs::syncfs(File::open(folder)?)?)
}

#[cfg(not(target_os = "linux"))]
fn flush(folder: &Path) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let path = entry?.path();
        if path.is_dir() {
            flush(&path)?;
        } else {
            File::open(path)?.sync_all()?;
        }
    }
    File::open(folder)?.sync_all()
}

pub(super) fn failure(what: &'static str, path: &Path, source: io::Error) -> PublishError {
    PublishError::Io { what, path: path.to_owned(), source }
}
