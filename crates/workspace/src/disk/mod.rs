//! A person's files on disk. Everything here blocks.
//!
//! Nothing here creates the folder of a workspace, except [`open`]: what is still being written when a person's files are
//! removed fails, and leaves nothing behind.
//!
//! A file is written completely outside the folders that tools can name, and then hard-linked to its destination: a
//! link never replaces a file, and no reader sees half a file. A linked file is one file with two names, so it takes up
//! space once, and a call that runs again after a crash recognises the file it made.

use std::{
    collections::HashSet,
    fs::{self, DirBuilder, File, Metadata},
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, MetadataExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use crate::{
    FOLDERS,
    blobs::{Blob, INCOMING, Listed, OUTBOX, WHOLE},
    names,
};

/// The name of a file in the folder of its blob while it is incomplete.
const PART: &str = "part";
/// How many numbered names are tried when a name is taken.
const NUMBERS: usize = 1_000;
/// Before the name of a workspace that is being removed.
const REMOVING: &str = ".removing-";

/// Creates the folder of a workspace, unless it exists. Whoever calls it knows that the person is still there.
pub fn open(root: &Path) -> io::Result<()> {
    if let Some(all) = root.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(all)?;
    }
    unless_there(create_folder(root))
}

/// Lists the files of a workspace that tools can name, newest first.
pub fn list(root: &Path) -> io::Result<Vec<Listed>> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        walk(&root.join(folder), &mut |path, metadata| {
            found.push(as_listed(root, path, metadata)?);
            Ok(())
        })?;
    }
    found.sort_by(|one, other| other.modified.cmp(&one.modified).then_with(|| one.path.cmp(&other.path)));
    Ok(found)
}

/// Returns one file of a workspace.
pub fn listed(root: &Path, path: &Path) -> io::Result<Listed> {
    as_listed(root, path, &path.metadata()?)
}

fn as_listed(root: &Path, path: &Path, metadata: &Metadata) -> io::Result<Listed> {
    let named = path.strip_prefix(root).unwrap_or(path);
    let path = format!("/{}", named.display());
    Ok(Listed { path, size: metadata.len(), modified: metadata.modified()? })
}

/// Returns whether a workspace has a file that tools can name.
pub fn has_files(root: &Path) -> io::Result<bool> {
    for folder in FOLDERS {
        if holds_file(&root.join(folder))? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether there is a file below a folder. Stops at the first one.
fn holds_file(folder: &Path) -> io::Result<bool> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        entries => entries?,
    };
    for entry in entries {
        let entry = entry?;
        let kind = entry.file_type()?;
        if kind.is_file() || kind.is_dir() && holds_file(&entry.path())? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns the size of everything in a workspace, in bytes: also of files on their way in and out. A file with several
/// names counts once.
pub fn size(root: &Path) -> io::Result<u64> {
    let (mut total, mut seen) = (0_u64, HashSet::new());
    walk(root, &mut |_, metadata| {
        if metadata.nlink() == 1 || seen.insert((metadata.dev(), metadata.ino())) {
            total = total.saturating_add(metadata.len());
        }
        Ok(())
    })?;
    Ok(total)
}

/// Calls `visit` for each file below a folder. Skips links.
fn walk(folder: &Path, visit: &mut impl FnMut(&Path, &Metadata) -> io::Result<()>) -> io::Result<()> {
    for (path, metadata) in entries(folder)? {
        if metadata.is_dir() {
            walk(&path, visit)?;
        } else if metadata.is_file() {
            visit(&path, &metadata)?;
        }
    }
    Ok(())
}

/// A file that is written piece by piece in the folder of its blob.
pub struct InParts {
    folder: PathBuf,
    file: File,
}

impl InParts {
    /// Begins it; overwrites one that was left incomplete.
    pub fn begin(root: &Path, folder: &Path) -> io::Result<Self> {
        make(root, folder)?;
        let part = folder.join(PART);
        let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(part)?;
        Ok(Self { folder: folder.to_owned(), file })
    }

    /// Appends to the file.
    pub fn append(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Stores the file durably, under its name.
    pub fn complete(self, now: SystemTime) -> io::Result<()> {
        // The gateway's clock dates the file, because the same clock decides when the file is old.
        self.file.set_modified(now)?;
        self.file.sync_all()?;
        fs::rename(self.folder.join(PART), self.folder.join(WHOLE))?;
        File::open(&self.folder)?.set_modified(now)
    }
}

/// Links a finished file to the path `wanted`, or to a numbered path beside it if that is taken; returns the path.
///
/// # Errors
/// Returns [`ErrorKind::AlreadyExists`] if every name that was tried is taken; or the disk's own error.
pub fn place(root: &Path, whole: &Path, wanted: &Path) -> io::Result<PathBuf> {
    let folder = wanted.parent().ok_or(ErrorKind::InvalidInput)?;
    let name = wanted.file_name().and_then(|name| name.to_str()).ok_or(ErrorKind::InvalidInput)?;
    make(root, folder)?;
    for number in 1..=NUMBERS {
        let path = folder.join(names::numbered(name, number));
        match fs::hard_link(whole, &path) {
            Ok(()) => {}
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                if !is_same(whole, &path)? {
                    continue;
                }
            }
            Err(error) => return Err(error),
        }
        File::open(folder)?.sync_all()?;
        return Ok(path);
    }
    Err(ErrorKind::AlreadyExists.into())
}

/// Keeps a file as it is now until it is delivered. What the blob holds already stays.
pub fn keep_for_sending(root: &Path, blob: &Blob, file: &Path, now: SystemTime) -> io::Result<()> {
    let folder = folder_of(root, blob);
    let kept = folder.join(WHOLE);
    if kept.is_file() {
        return Ok(());
    }
    make(root, &folder)?;
    // Files of a workspace are replaced and never rewritten, so a second name is as good as a copy.
    if fs::hard_link(file, &kept).is_err() {
        let part = folder.join(PART);
        fs::copy(file, &part)?;
        fs::rename(part, &kept)?;
    }
    File::open(&folder)?.set_modified(now)
}

/// Removes what is older than `before`: files in `/tmp`, and incoming and outgoing files, except in folders whose files
/// are still being delivered.
pub fn remove_expired(root: &Path, before: SystemTime, on_their_way: &HashSet<String>) -> io::Result<()> {
    remove_old(&root.join("tmp"), before)?;
    for of in [INCOMING, OUTBOX] {
        for (path, metadata) in entries(&root.join(of))? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if metadata.modified()? < before && !on_their_way.contains(&*name) {
                let removed =
                    if metadata.is_dir() { fs::remove_dir_all(path) } else { fs::remove_file(path) };
                unless_gone(removed)?;
            }
        }
    }
    Ok(())
}

/// Removes the whole workspace, if there is one. It loses its name first, so that nothing can be added meanwhile.
pub fn remove(root: &Path) -> io::Result<()> {
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let removing = root.with_file_name(format!("{REMOVING}{name}"));
    // What an earlier attempt left.
    unless_gone(fs::remove_dir_all(&removing))?;
    unless_gone(fs::rename(root, &removing))?;
    unless_gone(fs::remove_dir_all(&removing))
}

fn remove_old(folder: &Path, before: SystemTime) -> io::Result<()> {
    for (path, metadata) in entries(folder)? {
        let old = metadata.modified()? < before;
        if metadata.is_dir() {
            remove_old(&path, before)?;
            if old {
                // A folder that is not empty stays.
                let _ = fs::remove_dir(path);
            }
        } else if old {
            unless_gone(fs::remove_file(path))?;
        }
    }
    Ok(())
}

/// Returns the entries of a folder, without following links; none if the folder does not exist.
fn entries(folder: &Path) -> io::Result<Vec<(PathBuf, Metadata)>> {
    let entries = match fs::read_dir(folder) {
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Vec::new()),
        entries => entries?,
    };
    let mut found = Vec::new();
    for entry in entries {
        let entry = entry?;
        match entry.metadata() {
            Ok(metadata) => found.push((entry.path(), metadata)),
            Err(error) => unless_gone(Err(error))?,
        }
    }
    Ok(found)
}

/// Ignores a file that somebody else has removed.
fn unless_gone(done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Returns the folder of a blob, in the workspace of its owner.
pub fn folder_of(root: &Path, blob: &Blob) -> PathBuf {
    root.join(blob.of).join(&blob.name)
}

/// Creates a folder of a workspace, which must exist itself, and the folders that lead to it.
fn make(root: &Path, folder: &Path) -> io::Result<()> {
    let below = folder.strip_prefix(root).map_err(|_elsewhere| ErrorKind::InvalidInput)?;
    let mut made = root.to_owned();
    for part in below {
        made.push(part);
        unless_there(create_folder(&made))?;
    }
    Ok(())
}

/// Creates a folder that only the gateway can read.
fn create_folder(folder: &Path) -> io::Result<()> {
    DirBuilder::new().mode(0o700).create(folder)
}

/// Ignores that a folder exists already.
fn unless_there(created: io::Result<()>) -> io::Result<()> {
    created.or_else(|error| if error.kind() == ErrorKind::AlreadyExists { Ok(()) } else { Err(error) })
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (fs::symlink_metadata(one)?, fs::symlink_metadata(other)?);
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

#[cfg(test)]
mod tests;
