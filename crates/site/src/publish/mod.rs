//! A rendered site in a folder, in versions: a new one is written beside the previous one, and one rename makes it
//! current.
//!
//! ```text
//! ROOT/versions/41/        the version before
//! ROOT/versions/42/        what is served
//! ROOT/current             a link to versions/42
//! ROOT/lock                held while somebody publishes
//! ```
//!
//! Unchanged files are hard links to those of the previous version; no file is ever changed in place. The folder of the
//! oldest version becomes that of the new one, since most of its files are the same: only the others are replaced,
//! while making and removing links for a whole large site would take seconds. A version with a higher number than the
//! current one is incomplete. So `current` leads to a whole site however a publish ends; the next one removes the
//! leftovers.

use std::{
    fs::{self, File, TryLockError},
    io,
    path::{Path, PathBuf},
};

use disk::{Disk, failure};
use version::Version;

use crate::{model::PictureFile, problem::Problem, render::Rendered};

mod disk;
#[cfg(test)]
mod tests;
mod version;

/// The most versions that a folder keeps, including the current one.
pub const KEPT_VERSIONS: usize = 3;

/// The result of a publish: the version that is served now.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Published {
    /// Counts from 1.
    pub version: u64,
    /// The folder of the version.
    pub folder: PathBuf,
    /// How many files were written.
    pub written: usize,
    /// How many files were taken from the previous version.
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

/// Makes a rendered site the current version of the folder `root`, which is created if it does not exist.
///
/// `picture` returns the path of a picture's file, which is linked if the file system supports that, or else copied. It
/// is called only for pictures that the current version does not have.
///
/// # Errors
///
/// On an error, the current version stays as it is, unless the very last step fails: then either may be current.
pub fn publish(
    root: &Path,
    rendered: &Rendered,
    picture: &dyn Fn(&PictureFile) -> io::Result<PathBuf>,
) -> Result<Published, PublishError> {
    publish_by_steps(root, rendered, picture, &mut || Ok(()))
}

/// Like [`publish`], but calls `step` before each change of the file system; its error ends the publish.
fn publish_by_steps(
    root: &Path,
    rendered: &Rendered,
    picture: &dyn Fn(&PictureFile) -> io::Result<PathBuf>,
    step: &mut dyn FnMut() -> io::Result<()>,
) -> Result<Published, PublishError> {
    if !rendered.errors.is_empty() {
        return Err(PublishError::Mistakes(rendered.errors.clone()));
    }
    let mut disk = Disk::new(step);
    let versions = root.join("versions");
    disk.create_folders(&versions)?;
    let _lock = lock(&root.join("lock"))?;
    let current = current_version(root)?;
    let recycled = clean(&mut disk, root, &versions, current)?;

    let number = current.map_or(1, |current| current + 1);
    let before = current.map(|current| versions.join(current.to_string()));
    let folder = versions.join(number.to_string());
    match recycled {
        Some(oldest) => disk.rename(&versions.join(oldest.to_string()), &folder)?,
        None => disk.create_folders(&folder)?,
    }
    let mut version = Version::new(disk, folder, before)?;
    version.remove_all_but(rendered)?;
    for (path, content) in &rendered.files {
        version.add_file(path, content)?;
    }
    for file in &rendered.pictures {
        version.add_picture(file, picture)?;
    }
    let Version { mut disk, folder, written, unchanged, .. } = version;
    disk.make_durable(&folder)?;
    disk.switch(root, number)?;
    Ok(Published { version: number, folder, written, unchanged })
}

/// Removes a site with all its versions. After the first step, no version is current.
///
/// # Errors
///
/// If it fails, another call removes the rest.
pub fn withdraw(root: &Path) -> io::Result<()> {
    let unless_missing = |done: io::Result<()>| match done {
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
        done => done,
    };
    unless_missing(fs::remove_file(root.join("current")))?;
    unless_missing(fs::remove_dir_all(root))
}

/// Takes the lock, which is released when the file is dropped or the process ends.
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

/// Removes the leftovers of an unfinished publish, and the versions that are too old. Returns the oldest of the others
/// if a new version has no room beside it.
fn clean(
    disk: &mut Disk<'_>,
    root: &Path,
    versions: &Path,
    current: Option<u64>,
) -> Result<Option<u64>, PublishError> {
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
            // Not made by this crate.
            None => {}
        }
    }
    kept.sort_unstable();
    let mut oldest = kept.into_iter().rev().skip(KEPT_VERSIONS - 1);
    let recycled = oldest.next();
    for number in oldest {
        disk.remove_folder(&versions.join(number.to_string()))?;
    }
    Ok(recycled)
}
