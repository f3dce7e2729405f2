//! Versions: the former content of replaced files. Files are replaced and never rewritten, so a version is a second
//! name for the old file. Versions are stored in a folder that is named after the path of their file.

use std::{
    io::{self, ErrorKind},
    time::{Duration, SystemTime},
};

use cap_fs_ext::DirExt as _;
use cap_std::fs::{Dir, Metadata};

use super::{SECOND, Tree, if_there, is_same, sync};
use crate::blobs::{VERSIONS, Version, versions_of};

/// The most versions of one file.
const MOST: usize = 10;
/// The size limit for versions, in bytes: larger files have none. Texts that tools write are smaller.
pub const LARGEST_VERSION: u64 = 1 << 20;
/// The end of a version's name, after the time of the replacement in milliseconds.
const END: &str = ".version";

impl Tree {
    /// Keeps the file at a path as a version. Returns the version's path; `None` if the file is too large or its
    /// versions cannot be stored.
    pub(super) fn keep_version(&self, path: &str, now: SystemTime) -> io::Result<Option<String>> {
        let (folder, name) = self.place(path)?;
        let there = folder.symlink_metadata(name)?;
        if there.len() > LARGEST_VERSION {
            return Ok(None);
        }
        let mut at = millis(now);
        let version = loop {
            let version = path_of(path, at);
            let (versions, new) = match self.made_place(&version) {
                // A former file's version is in the place of the folder.
                Err(error) if error.kind() == ErrorKind::NotADirectory => return Ok(None),
                place => place?,
            };
            match folder.hard_link(name, &versions, new) {
                // A second version within a millisecond, or this very file, kept by an interrupted call that is
                // repeated.
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    // Another process may have removed it meanwhile.
                    if if_there(versions.symlink_metadata(new))?.is_some_and(|it| is_same(&there, &it)) {
                        break version;
                    }
                    at += 1;
                }
                linked => {
                    linked?;
                    for old in times(&versions)?.iter().skip(MOST) {
                        // Another process may have removed it.
                        if_there(versions.remove_file(name_of(*old)))?;
                    }
                    sync(&versions)?;
                    break version;
                }
            }
        };
        Ok(Some(version))
    }

    /// Lists the versions of the file at a path, the newest first.
    pub(crate) fn versions(&self, path: &str) -> io::Result<Vec<Version>> {
        let Some((folder, _)) = if_there(self.place(&path_of(path, 0)))? else { return Ok(Vec::new()) };
        let mut found = Vec::new();
        for at in times(&folder)? {
            if let Some(metadata) = if_there(folder.symlink_metadata(name_of(at)))?.filter(|it| it.is_file())
            {
                let until = SystemTime::UNIX_EPOCH + Duration::from_millis(at);
                found.push(Version { path: path_of(path, at), until, size: metadata.len() });
            }
        }
        Ok(found)
    }

    /// Replaces the file at a path with a version, given by its own path. The old file becomes a version. Returns that
    /// version's path; `None` if there was no other file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::NotFound`] if there is no such version, [`ErrorKind::AlreadyExists`] if something other
    /// than a file is at the path.
    pub(crate) fn bring_back(
        &self,
        version: &str,
        path: &str,
        now: SystemTime,
    ) -> io::Result<Option<String>> {
        let (versions, old) = self.place(version)?;
        let wanted = versions.symlink_metadata(old)?;
        let (folder, name) = self.made_place(path)?;
        let there = if_there(folder.symlink_metadata(name))?;
        if there.as_ref().is_some_and(|there| !there.is_file()) {
            return Err(ErrorKind::AlreadyExists.into());
        }
        if there.as_ref().is_some_and(|there| is_copy(there, &wanted)) {
            return Ok(None);
        }
        // Copies the version: a command that rewrites the file must not change its version.
        if_there(versions.remove_file(SECOND))?;
        versions.copy(old, &versions, SECOND)?;
        let copied = versions.open(SECOND)?.into_std();
        copied.set_modified(wanted.modified()?.into_std())?;
        copied.sync_all()?;
        let before = if there.is_some() { self.keep_version(path, now)? } else { None };
        versions.rename(SECOND, &folder, name)?;
        sync(&folder)?;
        Ok(before)
    }

    /// Moves the versions of a file, or of all files in a folder, to another path, unless versions exist there.
    pub(crate) fn rename_versions(&self, from: &str, to: &str) -> io::Result<()> {
        let (from, to) = (versions_of(from), versions_of(to));
        if !self.has(&from)? || self.has(&to)? {
            return Ok(());
        }
        let ((source, old), (target, new)) = (self.place(&from)?, self.made_place(&to)?);
        source.rename(old, &target, new)
    }

    /// Removes the versions of files that were replaced before a time, and empty folders.
    pub(crate) fn remove_versions(&self, before: SystemTime) -> io::Result<()> {
        match if_there(self.0.open_dir_nofollow(VERSIONS))? {
            Some(versions) => remove_older(&versions, millis(before)),
            None => Ok(()),
        }
    }
}

fn path_of(path: &str, at: u64) -> String {
    format!("{}/{}", versions_of(path), name_of(at))
}

fn name_of(at: u64) -> String {
    format!("{at}{END}")
}

/// Returns the times in the names of a folder's versions, the latest first.
fn times(folder: &Dir) -> io::Result<Vec<u64>> {
    let mut found = Vec::new();
    for entry in folder.entries()? {
        let name = entry?.file_name();
        found.extend(
            name.to_str().and_then(|name| name.strip_suffix(END)).and_then(|at| at.parse::<u64>().ok()),
        );
    }
    found.sort_unstable_by(|one, other| other.cmp(one));
    Ok(found)
}

fn remove_older(folder: &Dir, before: u64) -> io::Result<()> {
    for at in times(folder)?.into_iter().filter(|at| *at < before) {
        if_there(folder.remove_file(name_of(at)))?;
    }
    for entry in folder.entries()? {
        let name = entry?.file_name();
        if let Some(within) = if_there(folder.open_dir_nofollow(&name))? {
            remove_older(&within, before)?;
            // This fails for a folder that is not empty.
            let _ = folder.remove_dir(&name);
        }
    }
    Ok(())
}

/// Returns whether a file is the copy of another, by size and time.
fn is_copy(file: &Metadata, other: &Metadata) -> bool {
    file.len() == other.len() && file.modified().ok() == other.modified().ok()
}

fn millis(time: SystemTime) -> u64 {
    let since = time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default();
    u64::try_from(since.as_millis()).unwrap_or(u64::MAX)
}
