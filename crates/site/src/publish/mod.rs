//! A rendered site in a folder, in versions: each is written beside the one before, and one rename makes it the current one.
//!
//! ```text
//! ROOT/versions/41/        the version before
//! ROOT/versions/42/        what is served
//! ROOT/current             a link to versions/42
//! ROOT/lock                held while somebody publishes
//! ```
//!
//! Files that did not change are hard links to those of the version before, so no file is ever written twice or changed in
//! its place. Whatever ends a publish, `current` leads to a whole site; what was left behind is removed by the next one.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Component, Path, PathBuf},
};

use crate::{
    model::PictureFile,
    problem::Problem,
    render::{PICTURES, Rendered},
};

#[cfg(test)]
mod tests;

/// How many versions a folder holds, with the current one.
pub const KEPT_VERSIONS: usize = 3;

/// A version that is served now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Counts from 1.
    pub version: u64,
    /// The folder of the version.
    pub folder: PathBuf,
    /// How many files were written.
    pub written: usize,
    /// How many files are those of the version before.
    pub unchanged: usize,
}

#[derive(Debug, thiserror::Error)]
pub enum PublishError {
    #[error("the site has mistakes to be put right first: {}", .0.iter().map(ToString::to_string).collect::<Vec<_>>().join(" "))]
    Mistakes(Vec<Problem>),
    #[error("the site is being published already")]
    Busy,
    #[error("{path} is no path of a file within a site")]
    Path { path: String },
    #[error("picture {file}")]
    Picture { file: PictureFile, source: io::Error },
    #[error("{what} {}", path.display())]
    Io { what: &'static str, path: PathBuf, source: io::Error },
}

/// Makes a rendered site the current version of the folder `root`, which is created where it does not exist.
///
/// `picture` returns the content of a picture's file; it is asked only for those that the current version does not have.
///
/// # Errors
///
/// The current version stays as it is, unless the very last step fails: then either may be current.
pub fn publish(
    root: &Path,
    rendered: &Rendered,
    picture: &dyn Fn(&PictureFile) -> io::Result<Vec<u8>>,
) -> Result<Published, PublishError> {
    publish_by_steps(root, rendered, picture, &mut || Ok(()))
}

/// Like [`publish`], and calls `step` before each change of the file system; its error ends the publish there.
fn publish_by_steps(
    root: &Path,
    rendered: &Rendered,
    picture: &dyn Fn(&PictureFile) -> io::Result<Vec<u8>>,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> Result<Published, PublishError> {
    if !rendered.errors.is_empty() {
        return Err(PublishError::Mistakes(rendered.errors.clone()));
    }
    let mut disk = Disk { step };
    let versions = root.join("versions");
    disk.create_folders(&versions)?;
    let _lock = lock(&root.join("lock"))?;
    let current = current_version(root)?;
    clean(&mut disk, root, &versions, current)?;

    let number = current.map_or(1, |current| current + 1);
    let before = current.map(|current| versions.join(current.to_string()));
    let mut version = Version {
        disk,
        folder: versions.join(number.to_string()),
        before: before.as_deref(),
        written: 0,
        unchanged: 0,
    };
    version.disk.create_folders(&version.folder)?;
    for (path, content) in &rendered.files {
        version.add_file(path, content)?;
    }
    for file in &rendered.pictures {
        version.add_picture(file, picture)?;
    }
    version.disk.make_durable(&version.folder)?;
    version.disk.switch(root, number)?;
    let Version { folder, written, unchanged, .. } = version;
    Ok(Published { version: number, folder, written, unchanged })
}

/// The changes of the file system, each of which counts as a step.
struct Disk<'s> {
    step: &'s mut dyn FnMut() -> io::Result<()>,
}

/// A version while it is written.
struct Version<'s> {
    disk: Disk<'s>,
    folder: PathBuf,
    /// The folder of the version before.
    before: Option<&'s Path>,
    written: usize,
    unchanged: usize,
}

impl Version<'_> {
    fn add_file(&mut self, path: &str, content: &[u8]) -> Result<(), PublishError> {
        if !is_within(Path::new(path)) {
            return Err(PublishError::Path { path: path.to_owned() });
        }
        let same = |old: &Path| {
            let size = fs::metadata(old).is_ok_and(|old| old.is_file() && old.len() == content.len() as u64);
            size && fs::read(old).is_ok_and(|old| old == content)
        };
        match self.before.map(|before| before.join(path)).filter(|old| same(old)) {
            Some(old) => self.link(&old, path),
            None => self.write(path, content),
        }
    }

    /// The name of a picture's file stands for its content, so one of the version before is the same.
    fn add_picture(
        &mut self,
        file: &PictureFile,
        picture: &dyn Fn(&PictureFile) -> io::Result<Vec<u8>>,
    ) -> Result<(), PublishError> {
        let path = format!("{PICTURES}/{file}");
        match self.before.map(|before| before.join(&path)).filter(|old| old.is_file()) {
            Some(old) => self.link(&old, &path),
            None => {
                let content =
                    picture(file).map_err(|source| PublishError::Picture { file: file.clone(), source })?;
                self.write(&path, &content)
            }
        }
    }

    fn link(&mut self, old: &Path, path: &str) -> Result<(), PublishError> {
        let new = self.place(path)?;
        self.disk.change("cannot link", &new, |new| {
            // Some file systems have no hard links, or no room for another of this file.
            fs::hard_link(old, new).or_else(|_| fs::copy(old, new).map(|_| ()))
        })?;
        self.unchanged += 1;
        Ok(())
    }

    fn write(&mut self, path: &str, content: &[u8]) -> Result<(), PublishError> {
        let new = self.place(path)?;
        self.disk.change("cannot write", &new, |new| fs::write(new, content))?;
        self.written += 1;
        Ok(())
    }

    /// Where a file of the version belongs, in a folder that exists.
    fn place(&mut self, path: &str) -> Result<PathBuf, PublishError> {
        let place = self.folder.join(path);
        if let Some(folder) = place.parent() {
            self.disk.create_folders(folder)?;
        }
        Ok(place)
    }
}

impl Disk<'_> {
    fn change(
        &mut self,
        what: &'static str,
        path: &Path,
        change: impl FnOnce(&Path) -> io::Result<()>,
    ) -> Result<(), PublishError> {
        (self.step)().and_then(|()| change(path)).map_err(|source| failure(what, path, source))
    }

    fn create_folders(&mut self, folder: &Path) -> Result<(), PublishError> {
        if folder.is_dir() {
            return Ok(());
        }
        self.change("cannot create the folder", folder, |folder| fs::create_dir_all(folder))
    }

    fn remove_folder(&mut self, folder: &Path) -> Result<(), PublishError> {
        self.change("cannot remove", folder, |folder| fs::remove_dir_all(folder))
    }

    /// Returns when everything in the folder would survive a loss of power.
    fn make_durable(&mut self, folder: &Path) -> Result<(), PublishError> {
        self.change("cannot flush", folder, flush)
    }

    /// The one step that changes what is served.
    fn switch(&mut self, root: &Path, number: u64) -> Result<(), PublishError> {
        let (next, current) = (root.join("current.new"), root.join("current"));
        let target = Path::new("versions").join(number.to_string());
        self.change("cannot create the link", &next, |next| std::os::unix::fs::symlink(&target, next))?;
        self.change("cannot switch", &current, |current| fs::rename(&next, current))?;
        self.change("cannot flush", root, |root| File::open(root)?.sync_all())
    }
}

/// One call for all files: a call for each of a thousand pages and their folders would take seconds.
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

/// Lets go when it is dropped, or when the process ends.
fn lock(path: &Path) -> Result<File, PublishError> {
    let file = File::create(path).map_err(|source| failure("cannot open", path, source))?;
    match file.try_lock() {
        Ok(()) => Ok(file),
        Err(TryLockError::WouldBlock) => Err(PublishError::Busy),
        Err(TryLockError::Error(source)) => Err(failure("cannot lock", path, source)),
    }
}

fn current_version(root: &Path) -> Result<Option<u64>, PublishError> {
    let path = root.join("current");
    let target = match fs::read_link(&path) {
        Ok(target) => target,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(source) => return Err(failure("cannot read the link", &path, source)),
    };
    let number = target.file_name().and_then(|name| name.to_str()?.parse().ok());
    match number.filter(|number: &u64| target == Path::new("versions").join(number.to_string())) {
        Some(number) => Ok(Some(number)),
        None => Err(failure("not a version's link:", &path, io::ErrorKind::InvalidData.into())),
    }
}

/// Removes what a publish that did not end has left, and the versions that are too old to be kept beside a new one.
fn clean(
    disk: &mut Disk<'_>,
    root: &Path,
    versions: &Path,
    current: Option<u64>,
) -> Result<(), PublishError> {
    let next = root.join("current.new");
    if fs::symlink_metadata(&next).is_ok() {
        disk.change("cannot remove", &next, |next| fs::remove_file(next))?;
    }
    let failed = |source| failure("cannot read", versions, source);
    let mut kept = Vec::new();
    for entry in fs::read_dir(versions).map_err(failed)? {
        let entry = entry.map_err(failed)?;
        match entry.file_name().to_str().and_then(|name| name.parse::<u64>().ok()) {
            Some(number) if Some(number) > current => disk.remove_folder(&entry.path())?,
            Some(number) => kept.push(number),
            // Not of this crate.
            None => {}
        }
    }
    kept.sort_unstable();
    for number in kept.iter().rev().skip(KEPT_VERSIONS - 1) {
        disk.remove_folder(&versions.join(number.to_string()))?;
    }
    Ok(())
}

fn is_within(path: &Path) -> bool {
    path.file_name().is_some() && path.components().all(|part| matches!(part, Component::Normal(_)))
}

fn failure(what: &'static str, path: &Path, source: io::Error) -> PublishError {
    PublishError::Io { what, path: path.to_owned(), source }
}
