//! A person's files on disk. Everything here blocks.
//!
//! Only [`open`] creates the folder of a workspace: writes that are under way when a person's files are removed fail,
//! and leave nothing behind.
//!
//! A file is written completely outside the folders that tools can name, and then hard-linked to its destination: a
//! link never replaces a file, and no reader sees half a file. A linked file is one file with two names, so it takes up
//! space once, and a call that runs again after a crash recognises the file it made.

use std::{
    collections::HashSet,
    ffi::OsString,
    fs::{self, DirBuilder, File},
    io::{self, ErrorKind, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::{Path, PathBuf},
    time::SystemTime,
};

use cap_fs_ext::DirExt as _;
use cap_std::{
    ambient_authority,
    fs::{Dir, Metadata, MetadataExt as _},
};

use crate::{
    FOLDERS,
    blobs::{Blob, INCOMING, OUTBOX, SECRETS, SITE, TRASH, WHOLE},
    tree::{self, Tree, if_there},
};

/// The name of a file in the folder of its blob while it is incomplete.
const PART: &str = "part";
/// The level below `/shared` and `/tmp` from which folders are lifted. A walk still reaches folders at this level.
const LIFTED_FROM: usize = tree::DEEPEST - 8;
/// The prefix of the name of a workspace that is being removed.
const REMOVING: &str = ".removing-";

/// Creates the folder of a workspace unless it exists. The caller must know that the person still exists.
pub fn open(root: &Path) -> io::Result<()> {
    if let Some(all) = root.parent() {
        DirBuilder::new().recursive(true).mode(0o700).create(all)?;
    }
    unless_there(create_folder(root))
}

/// Returns the size of all files in a workspace in bytes, including incoming and outgoing ones. A file with several
/// names counts once.
pub fn size(root: &Path) -> io::Result<u64> {
    let Some(folder) = if_there(Dir::open_ambient_dir(root, ambient_authority()))? else { return Ok(0) };
    let (mut total, mut seen) = (0_u64, HashSet::new());
    tree::walk(&folder, Path::new(""), &mut |_, metadata| {
        if metadata.is_file() && (metadata.nlink() == 1 || seen.insert((metadata.dev(), metadata.ino()))) {
            total = total.saturating_add(metadata.len());
        }
        Ok(true)
    })?;
    Ok(total)
}

/// A file that is written piece by piece in the folder of its blob.
pub struct InParts {
    folder: PathBuf,
    file: File,
}

impl InParts {
    /// Begins the file; overwrites an incomplete one.
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

    /// Stores the file durably under its name.
    pub fn complete(self, now: SystemTime) -> io::Result<()> {
        // The gateway's clock dates the file, because it also decides when the file expires.
        self.file.set_modified(now)?;
        self.file.sync_all()?;
        fs::rename(self.folder.join(PART), self.folder.join(WHOLE))?;
        File::open(&self.folder)?.set_modified(now)
    }
}

/// Keeps the present content of the file at this path until it is delivered. A blob that exists already stays
/// unchanged.
pub fn keep_for_sending(
    root: &Path,
    blob: &Blob,
    (tree, path): (&Tree, &str),
    now: SystemTime,
) -> io::Result<()> {
    let folder = folder_of(root, blob);
    if folder.join(WHOLE).is_file() {
        return Ok(());
    }
    make(root, &folder)?;
    let out = Dir::open_ambient_dir(&folder, ambient_authority())?;
    // Files of a workspace are replaced and never rewritten, so a second name serves as a copy. Before a command can
    // rewrite files, `separate_outgoing` makes real copies.
    if tree.link_out(path, &out, WHOLE).is_err() {
        let mut opened = tree.read(path)?.ok_or(ErrorKind::NotFound)?;
        let mut part =
            File::options().write(true).create(true).truncate(true).mode(0o600).open(folder.join(PART))?;
        io::copy(&mut opened.content, &mut part)?;
        fs::rename(folder.join(PART), folder.join(WHOLE))?;
    }
    File::open(&folder)?.set_modified(now)
}

/// Tidies the folders that tools can name after others have used them, so that everything can be listed and named:
/// lifts folders that are nested too deeply, and spells names that are not UTF-8 with `_` and a number.
pub fn put_in_order(root: &Path) -> io::Result<()> {
    for name in FOLDERS {
        if let Some(top) = if_there(Dir::open_ambient_dir(root.join(name), ambient_authority()))? {
            lift_deep_folders(&top)?;
            spell_names(&top)?;
        }
    }
    Ok(())
}

/// Renames all files and folders below a folder whose names are not UTF-8.
fn spell_names(folder: &Dir) -> io::Result<()> {
    let mut last = 0;
    for (name, metadata) in entries(folder)? {
        let spelled = match name.to_str() {
            Some(_) => name,
            None => {
                let text = name.to_string_lossy().replace(char::REPLACEMENT_CHARACTER, "_");
                let free = free_name(folder, &text, &mut last)?;
                // The file may be gone by now.
                if if_there(folder.rename(&name, folder, &free))?.is_none() {
                    continue;
                }
                free
            }
        };
        if metadata.is_dir()
            && let Some(within) = if_there(folder.open_dir_nofollow(&spelled))?
        {
            spell_names(&within)?;
        }
    }
    Ok(())
}

/// Returns a free name in a folder, with a number above `last`.
fn free_name(folder: &Dir, before_number: &str, last: &mut u32) -> io::Result<OsString> {
    loop {
        *last += 1;
        let name = OsString::from(format!("{before_number}-{last}"));
        if if_there(folder.symlink_metadata(&name))?.is_none() {
            return Ok(name);
        }
    }
}

/// Lifts folders that are nested too deeply, with their content, to the top as `deep-1` and so on. Other functions here
/// and in [`tree`] descend level by level, with an open file for each level.
fn lift_deep_folders(top: &Dir) -> io::Result<()> {
    let (mut waiting, mut last) = (vec![OsString::from(".")], 0);
    while let Some(name) = waiting.pop() {
        let folder = top.open_dir_nofollow(&name)?;
        find_deep(&folder, LIFTED_FROM, &mut |parent, deep| {
            let free = free_name(top, "deep", &mut last)?;
            parent.rename(deep, top, &free)?;
            waiting.push(free);
            Ok(())
        })?;
    }
    Ok(())
}

/// Calls `found` with the parent and the name of each folder that is `levels` below a folder.
fn find_deep(
    folder: &Dir,
    levels: usize,
    found: &mut dyn FnMut(&Dir, &OsString) -> io::Result<()>,
) -> io::Result<()> {
    for (name, metadata) in entries(folder)? {
        if !metadata.is_dir() {
            continue;
        }
        if levels == 0 {
            found(folder, &name)?;
        } else if let Some(within) = if_there(folder.open_dir_nofollow(&name))? {
            find_deep(&within, levels - 1, found)?;
        }
    }
    Ok(())
}

/// Copies the content of outgoing files that share it with a file that tools can name: a command that rewrites that
/// file in place must not change the outgoing one.
pub fn separate_outgoing(root: &Path) -> io::Result<()> {
    let Some(outgoing) = if_there(fs::read_dir(root.join(OUTBOX)))? else { return Ok(()) };
    for folder in outgoing {
        let folder = folder?.path();
        let (whole, part) = (folder.join(WHOLE), folder.join(PART));
        // The file is gone if it was delivered meanwhile.
        let Some(metadata) = if_there(fs::symlink_metadata(&whole))? else { continue };
        if std::os::unix::fs::MetadataExt::nlink(&metadata) > 1 {
            let dated = fs::metadata(&folder)?.modified()?;
            fs::copy(&whole, &part)?;
            fs::rename(&part, &whole)?;
            File::open(&folder)?.set_modified(dated)?;
        }
    }
    Ok(())
}

/// Removes files that are older than `before`: those in `/tmp`, deleted ones, and incoming and outgoing ones, except
/// outgoing files whose folders are in `on_their_way`.
pub fn remove_expired(root: &Path, before: SystemTime, on_their_way: &HashSet<String>) -> io::Result<()> {
    put_in_order(root)?;
    let Some(root) = if_there(Dir::open_ambient_dir(root, ambient_authority()))? else { return Ok(()) };
    if let Some(tmp) = if_there(root.open_dir_nofollow("tmp"))? {
        remove_old(&tmp, before)?;
    }
    for of in [INCOMING, OUTBOX, TRASH] {
        remove_old_blobs(&root, of, before, on_their_way)?;
    }
    Ok(())
}

/// Removes the files of a website that are older than `before`, except those that are kept.
pub fn remove_site_files(root: &Path, before: SystemTime, kept: &HashSet<String>) -> io::Result<()> {
    match if_there(Dir::open_ambient_dir(root, ambient_authority()))? {
        Some(root) => remove_old_blobs(&root, SITE, before, kept),
        None => Ok(()),
    }
}

/// Removes the blobs of one kind that are older than `before`, except those whose names are among `kept`.
fn remove_old_blobs(
    root: &Dir,
    of: &'static str,
    before: SystemTime,
    kept: &HashSet<String>,
) -> io::Result<()> {
    let Some(folder) = if_there(root.open_dir_nofollow(of))? else { return Ok(()) };
    for (name, metadata) in entries(&folder)? {
        if metadata.modified()?.into_std() < before && !kept.contains(&*name.to_string_lossy()) {
            let removed =
                if metadata.is_dir() { folder.remove_dir_all(name) } else { folder.remove_file(name) };
            unless_gone(removed)?;
        }
    }
    Ok(())
}

/// Stores a secret where commands can read it; replaces one of the same name. Only the gateway's user can read the
/// file.
pub fn put_secret(root: &Path, name: &str, value: &[u8], now: SystemTime) -> io::Result<()> {
    let folder = root.join(SECRETS);
    make(root, &folder)?;
    let part = folder.join(format!(".{name}"));
    let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
    file.write_all(value)?;
    file.set_modified(now)?;
    fs::rename(part, folder.join(name))
}

/// Returns the secrets that commands can read, each with its name.
pub fn secrets(root: &Path) -> io::Result<Vec<(String, Vec<u8>)>> {
    let Some(entries) = if_there(fs::read_dir(root.join(SECRETS)))? else { return Ok(Vec::new()) };
    let read = |entry: io::Result<fs::DirEntry>| {
        let entry = entry?;
        Ok((entry.file_name().to_string_lossy().into_owned(), fs::read(entry.path())?))
    };
    entries.map(read).collect()
}

/// Removes the secrets that were stored before a time.
pub fn remove_secrets(root: &Path, before: SystemTime) -> io::Result<()> {
    let Some(entries) = if_there(fs::read_dir(root.join(SECRETS)))? else { return Ok(()) };
    for entry in entries {
        let entry = entry?;
        if entry.metadata()?.modified()? < before {
            unless_gone(fs::remove_file(entry.path()))?;
        }
    }
    Ok(())
}

/// Removes the whole workspace, if there is one. Renames it first, so that nothing can be added meanwhile.
pub fn remove(root: &Path) -> io::Result<()> {
    put_in_order(root)?;
    let name = root.file_name().unwrap_or_default().to_string_lossy();
    let removing = root.with_file_name(format!("{REMOVING}{name}"));
    // Remains of an earlier attempt.
    unless_gone(fs::remove_dir_all(&removing))?;
    unless_gone(fs::rename(root, &removing))?;
    unless_gone(fs::remove_dir_all(&removing))
}

fn remove_old(folder: &Dir, before: SystemTime) -> io::Result<()> {
    for (name, metadata) in entries(folder)? {
        let old = metadata.modified()?.into_std() < before;
        if metadata.is_dir() {
            if let Some(within) = if_there(folder.open_dir_nofollow(&name))? {
                remove_old(&within, before)?;
            }
            if old {
                // This fails for a folder that is not empty.
                let _ = folder.remove_dir(name);
            }
        } else if old {
            unless_gone(folder.remove_file(name))?;
        }
    }
    Ok(())
}

/// Returns the entries of a folder, without following links.
fn entries(folder: &Dir) -> io::Result<Vec<(OsString, Metadata)>> {
    let mut found = Vec::new();
    for entry in folder.entries()? {
        let entry = entry?;
        if let Some(metadata) = if_there(entry.metadata())? {
            found.push((entry.file_name(), metadata));
        }
    }
    Ok(found)
}

/// Ignores the error for a file that is gone already.
fn unless_gone(done: io::Result<()>) -> io::Result<()> {
    done.or_else(|error| if error.kind() == ErrorKind::NotFound { Ok(()) } else { Err(error) })
}

/// Returns the folder of a blob in the workspace of its owner.
pub fn folder_of(root: &Path, blob: &Blob) -> PathBuf {
    root.join(blob.of).join(&blob.name)
}

/// Creates a folder of a workspace and its parents. The workspace itself must exist.
pub fn make(root: &Path, folder: &Path) -> io::Result<()> {
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

/// Ignores the error for a folder that exists already.
fn unless_there(created: io::Result<()>) -> io::Result<()> {
    created.or_else(|error| if error.kind() == ErrorKind::AlreadyExists { Ok(()) } else { Err(error) })
}

#[cfg(test)]
mod tests;
