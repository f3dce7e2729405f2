//! The folders of one person that tools can name, reached by handles: each part of a path is opened in the folder before
//! it, and never through a link, so that nothing that changes meanwhile leads elsewhere. Everything here blocks.

use std::{
    ffi::OsStr,
    io::{self, ErrorKind, Read},
    path::Path,
    time::SystemTime,
};

use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::{
    ambient_authority,
    fs::{Dir, DirBuilder, DirBuilderExt as _, Metadata, MetadataExt as _, OpenOptions},
};

use crate::{FOLDERS, blobs::Listed, names};

mod trash;
mod versions;

pub use versions::LARGEST_VERSION;

/// The name of a finished file beside its own while it takes another one's place.
const SECOND: &str = "second";

/// How many numbered names are tried when a name is taken.
const NUMBERS: usize = 1_000;

/// A file that is being read. What it is was asked of the open file, so it holds for what is read.
pub struct Opened {
    pub file: Listed,
    pub content: Box<dyn Read + Send>,
}

/// A person's folder.
pub(crate) struct Tree(Dir);

impl Tree {
    /// Opens the folder, which must exist.
    pub(crate) fn open(root: &Path) -> io::Result<Self> {
        Dir::open_ambient_dir(root, ambient_authority()).map(Self)
    }

    /// Opens the folder; `None` if it does not exist.
    pub(crate) fn open_if_there(root: &Path) -> io::Result<Option<Self>> {
        if_there(Self::open(root))
    }

    /// Returns whether a path stays in the person's folder, whatever links it passes. It need not exist.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let real = Path::new(below(path)).ancestors().find_map(|path| match self.0.canonicalize(path) {
            Ok(_) => Some(true),
            // Only what leads out is refused in this way: the gateway may look everywhere in its own folders.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Some(false),
            Err(_) => None,
        });
        real.unwrap_or(true)
    }

    /// Returns the path of the file to which a path leads, without the links that it passes.
    pub(crate) fn real(&self, path: &str) -> Option<String> {
        let real = self.0.canonicalize(below(path)).ok()?;
        let first = real.iter().next()?.to_str()?;
        FOLDERS.contains(&first).then(|| named(&real))
    }

    /// Returns the file to which a path leads, under its own path; `None` if there is none.
    pub(crate) fn find(&self, path: &str) -> io::Result<Option<Listed>> {
        // Most paths pass no link. Following links takes several steps, between which the file may be replaced.
        match self.find_there(path)? {
            None => self.real(path).map_or(Ok(None), |path| self.find_there(&path)),
            found => Ok(found),
        }
    }

    /// Returns the file at a path that passes no link; `None` if there is none.
    fn find_there(&self, path: &str) -> io::Result<Option<Listed>> {
        let Some((folder, name)) = if_there(self.place(path))? else { return Ok(None) };
        let Some(metadata) = if_there(folder.symlink_metadata(name))? else { return Ok(None) };
        if metadata.is_file() { listed(path.to_owned(), &metadata).map(Some) } else { Ok(None) }
    }

    /// Opens a file under its own path; `None` if there is none, or a link is in the way.
    pub(crate) fn read(&self, path: &str) -> io::Result<Option<Opened>> {
        let Some((folder, name)) = if_there(self.place(path))? else { return Ok(None) };
        opened(&folder, name, path)
    }

    /// Lists the files that tools can name, in no order.
    pub(crate) fn files(&self) -> io::Result<Vec<Listed>> {
        let mut found = Vec::new();
        self.walk_named(&mut |path, metadata| {
            if metadata.is_file() {
                found.push(listed(named(path), metadata)?);
            }
            Ok(true)
        })?;
        Ok(found)
    }

    /// Lists the folders that tools can name, in no order, without `/shared` and `/tmp` themselves.
    pub(crate) fn folders(&self) -> io::Result<Vec<String>> {
        let mut found = Vec::new();
        self.walk_named(&mut |path, metadata| {
            if metadata.is_dir() {
                found.push(named(path));
            }
            Ok(true)
        })?;
        Ok(found)
    }

    /// Returns whether there is a file that tools can name. Stops at the first one.
    pub(crate) fn has_files(&self) -> io::Result<bool> {
        let mut found = false;
        self.walk_named(&mut |_, metadata| {
            found |= metadata.is_file();
            Ok(!found)
        })?;
        Ok(found)
    }

    /// Links a finished file to a path, or to a numbered path beside it if that is taken. Returns the path.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if every name that was tried is taken.
    pub(crate) fn link_numbered(&self, whole: &Path, wanted: &str) -> io::Result<String> {
        let (folder, name) = self.made_place(wanted)?;
        for number in 1..=NUMBERS {
            let numbered = names::numbered(name, number);
            match self.link(whole, &folder, &numbered) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => continue,
                done => done?,
            }
            sync(&folder)?;
            let parent = wanted.strip_suffix(name).unwrap_or_default();
            return Ok(format!("{parent}{numbered}"));
        }
        Err(ErrorKind::AlreadyExists.into())
    }

    /// Links a finished file to a path where nothing is. Does nothing if it is there already.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something else is there.
    pub(crate) fn create(&self, whole: &Path, path: &str) -> io::Result<()> {
        let (folder, name) = self.made_place(path)?;
        self.link(whole, &folder, name)?;
        sync(&folder)
    }

    /// Puts a finished file in the place of the file at a path, if there is one. Does nothing if it is there already.
    /// Returns the path of the version that it made of what was there.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something that is no file is there.
    pub(crate) fn replace(&self, whole: &Path, path: &str, now: SystemTime) -> io::Result<Option<String>> {
        let (folder, name) = self.made_place(path)?;
        let mut before = None;
        if let Some(there) = if_there(folder.symlink_metadata(name))? {
            if !there.is_file() {
                return Err(ErrorKind::AlreadyExists.into());
            }
            if is_same(&there, &self.0.symlink_metadata(whole)?) {
                return Ok(None);
            }
            before = self.keep_version(path, now)?;
        }
        // The finished file keeps its name, by which a call that runs again knows what it did; another one moves.
        let second = whole.with_file_name(SECOND);
        if_there(self.0.remove_file(&second))?;
        self.0.hard_link(whole, &self.0, &second)?;
        self.0.rename(&second, &folder, name)?;
        sync(&folder)?;
        Ok(before)
    }

    /// Moves a file or a folder to a path where nothing is. Does nothing if a file was moved already.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something is there.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let (source, old) = self.place(from)?;
        let moved = source.symlink_metadata(old)?;
        let (target, new) = self.made_place(to)?;
        if moved.is_dir() {
            if if_there(target.symlink_metadata(new))?.is_some() {
                return Err(ErrorKind::AlreadyExists.into());
            }
            // Nothing but an empty folder can be lost to what takes the name meanwhile.
            source.rename(old, &target, new)?;
        } else {
            // A move would replace what takes the name meanwhile; a link does not.
            match source.hard_link(old, &target, new) {
                Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                    if !is_same(&moved, &target.symlink_metadata(new)?) {
                        return Err(error);
                    }
                }
                linked => linked?,
            }
            sync(&target)?;
            source.remove_file(old)?;
        }
        sync(&target)?;
        sync(&source)
    }

    /// Makes a folder, and those that lead to it. Returns whether it made it.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something that is no folder is there.
    pub(crate) fn make(&self, path: &str) -> io::Result<bool> {
        let (folder, name) = self.made_place(path)?;
        let made = make_folder(&folder, name)?;
        if !made && !folder.symlink_metadata(name)?.is_dir() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        sync(&folder)?;
        Ok(made)
    }

    /// Returns whether there is something at a path, also in what tools cannot name.
    pub(crate) fn has(&self, path: &str) -> io::Result<bool> {
        let Some((folder, name)) = if_there(self.place(path))? else { return Ok(false) };
        Ok(if_there(folder.symlink_metadata(name))?.is_some())
    }

    /// Links a file into a folder that tools cannot name.
    pub(crate) fn link_out(&self, path: &str, out: &Dir, name: &str) -> io::Result<()> {
        let (folder, from) = self.place(path)?;
        folder.hard_link(from, out, name)?;
        // A link may have taken the file's place meanwhile.
        if out.symlink_metadata(name)?.is_file() {
            return Ok(());
        }
        out.remove_file(name)?;
        Err(ErrorKind::NotFound.into())
    }

    /// Links a finished file to a path. Does nothing if it is there already.
    fn link(&self, whole: &Path, folder: &Dir, name: &str) -> io::Result<()> {
        match self.0.hard_link(whole, folder, name) {
            Err(error) if error.kind() == ErrorKind::AlreadyExists => {
                let (one, other) = (self.0.symlink_metadata(whole)?, folder.symlink_metadata(name)?);
                if is_same(&one, &other) { Ok(()) } else { Err(error) }
            }
            linked => linked,
        }
    }

    /// Calls `visit` for each file and folder below the folders that tools can name, until it returns false.
    fn walk_named(&self, visit: &mut Visit<'_>) -> io::Result<()> {
        for name in FOLDERS {
            if let Some(folder) = if_there(self.0.open_dir_nofollow(name))?
                && !walk(&folder, Path::new(name), visit)?
            {
                break;
            }
        }
        Ok(())
    }

    /// Returns the open folder of a path, and the name in it.
    fn place<'a>(&self, path: &'a str) -> io::Result<(Dir, &'a str)> {
        let (parents, name) = split(path)?;
        let mut folder = self.0.try_clone()?;
        for part in parents {
            folder = folder.open_dir_nofollow(part)?;
        }
        Ok((folder, name))
    }

    /// Returns the open folder of a path, made if need be, and the name in it.
    fn made_place<'a>(&self, path: &'a str) -> io::Result<(Dir, &'a str)> {
        let (parents, name) = split(path)?;
        let mut folder = self.0.try_clone()?;
        for part in parents {
            make_folder(&folder, part)?;
            folder = folder.open_dir_nofollow(part)?;
        }
        Ok((folder, name))
    }
}

/// Opens a file in a folder, which is listed under `path`; `None` if there is none, or a link in its place.
pub(crate) fn opened(folder: &Dir, name: &str, path: &str) -> io::Result<Option<Opened>> {
    let mut options = OpenOptions::new();
    // A pipe that nobody writes to would be waited for.
    options.read(true).follow(FollowSymlinks::No).nonblock(true);
    let file = match folder.open_with(name, &options) {
        // A link in its place cannot be opened.
        Err(_) if folder.symlink_metadata(name).is_ok_and(|it| !it.is_file()) => return Ok(None),
        opened => opened,
    };
    let Some(file) = if_there(file)? else { return Ok(None) };
    let metadata = file.metadata()?;
    if !metadata.is_file() {
        return Ok(None);
    }
    let file_listed = listed(path.to_owned(), &metadata)?;
    Ok(Some(Opened { file: file_listed, content: Box::new(file.into_std()) }))
}

/// Visits a file or a folder; returns whether to go on.
pub(crate) type Visit<'a> = dyn FnMut(&Path, &Metadata) -> io::Result<bool> + 'a;

/// How deep folders lie in each other at the most. What a command makes below is lifted; a walk has a folder open on each
/// level.
pub(crate) const DEEPEST: usize = 64;

/// Calls `visit` for each file and folder below a folder, which is at `path`, until it returns false. Passes over links,
/// over what goes meanwhile, and over what lies too deep. Returns whether it saw everything.
pub(crate) fn walk(folder: &Dir, path: &Path, visit: &mut Visit<'_>) -> io::Result<bool> {
    for entry in folder.entries()? {
        let entry = entry?;
        let Some(metadata) = if_there(entry.metadata())? else { continue };
        if metadata.is_symlink() {
            continue;
        }
        let path = path.join(entry.file_name());
        if !visit(&path, &metadata)? {
            return Ok(false);
        }
        if metadata.is_dir()
            && path.iter().nth(DEEPEST).is_none()
            && let Some(within) = if_there(folder.open_dir_nofollow(entry.file_name()))?
            && !walk(&within, &path, visit)?
        {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Makes a folder that only the gateway can read, unless it exists. Returns whether it made it.
pub(crate) fn make_folder(parent: &Dir, name: impl AsRef<OsStr>) -> io::Result<bool> {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    match parent.create_dir_with(name.as_ref(), &builder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        made => made.map(|()| true),
    }
}

/// Returns what is there; `None` if it is not, or a link or a file is where a folder should be.
pub(crate) fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    use ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    match found {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput) => {
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Returns whether two names are of one file.
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Makes what was done in a folder durable.
fn sync(folder: &Dir) -> io::Result<()> {
    // The handle that is held serves for names only.
    folder.open(".")?.sync_all()
}

fn listed(path: String, metadata: &Metadata) -> io::Result<Listed> {
    Ok(Listed { path, size: metadata.len(), modified: metadata.modified()?.into_std() })
}

/// Returns a tool's path relative to the person's folder.
fn below(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// Returns a path relative to the person's folder as tools name it.
fn named(path: &Path) -> String {
    format!("/{}", path.display())
}

/// Splits a tool's path into its folders and its name.
fn split(path: &str) -> io::Result<(impl Iterator<Item = &str>, &str)> {
    let (parents, name) = below(path).rsplit_once('/').ok_or(ErrorKind::InvalidInput)?;
    if name.is_empty() || below(path).split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(ErrorKind::InvalidInput.into());
    }
    Ok((parents.split('/'), name))
}

#[cfg(test)]
mod tests;
