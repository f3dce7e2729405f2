//! The folders of one person that tools can name, accessed by handles: each part of a path is opened in the folder
//! before it and never through a link, so that no concurrent change leads out of the folder. Everything here blocks.

use std::{
    ffi::OsStr,
    io::{self, ErrorKind, Read},
    path::Path,
    time::SystemTime,
};

use adjutant_domain::text::composed;
use cap_fs_ext::{DirExt as _, FollowSymlinks, OpenOptionsFollowExt as _, OpenOptionsSyncExt as _};
use cap_std::{
    ambient_authority,
    fs::{Dir, DirBuilder, DirBuilderExt as _, Metadata, MetadataExt as _, OpenOptions},
};

use crate::{FOLDERS, blobs::Listed, names};

mod trash;
mod versions;

pub use versions::LARGEST_VERSION;

/// The second name of a finished file while it replaces another.
const SECOND: &str = "second";

/// How many numbered names are tried when a name is taken.
const NUMBERS: usize = 1_000;

/// An open file. Its properties are those of the open file, so they hold for the content.
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

    /// Returns a path in the spelling that its existing parts have: macOS decomposes accented letters in names. All
    /// other parts are composed.
    pub(crate) fn spelled(&self, path: &str) -> String {
        if path.is_ascii() {
            return path.to_owned();
        }
        let mut folder = self.0.try_clone().ok();
        let mut spelled = String::new();
        for part in below(path).split('/') {
            let existing = folder.as_ref().and_then(|folder| spelling(folder, part));
            let part = existing.unwrap_or_else(|| composed(part).into_owned());
            folder = folder.and_then(|folder| folder.open_dir_nofollow(&part).ok());
            spelled = format!("{spelled}/{part}");
        }
        spelled
    }

    /// Returns whether a path stays in the person's folder, even through links. The file need not exist.
    pub(crate) fn holds(&self, path: &str) -> bool {
        let real = Path::new(below(path)).ancestors().find_map(|path| match self.0.canonicalize(path) {
            Ok(_) => Some(true),
            // This error means that the path leads out: within its own folders, the gateway has every permission.
            Err(error) if error.kind() == ErrorKind::PermissionDenied => Some(false),
            Err(_) => None,
        });
        real.unwrap_or(true)
    }

    /// Returns the path of the file to which a path leads, with links resolved.
    pub(crate) fn real(&self, path: &str) -> Option<String> {
        let real = self.0.canonicalize(below(path)).ok()?;
        let first = real.iter().next()?.to_str()?;
        FOLDERS.contains(&first).then(|| named(&real))
    }

    /// Returns the file to which a path leads, under its own path; `None` if there is none.
    pub(crate) fn find(&self, path: &str) -> io::Result<Option<Listed>> {
        // Most paths pass no link. Resolving links takes several steps, between which the file may be replaced.
        match self.find_there(path)? {
            None => self.real(path).map_or(Ok(None), |path| self.find_there(&path)),
            found => Ok(found),
        }
    }

    /// Returns the file at a path without links; `None` if there is none.
    fn find_there(&self, path: &str) -> io::Result<Option<Listed>> {
        let Some((folder, name)) = if_there(self.place(path))? else { return Ok(None) };
        let Some(metadata) = if_there(folder.symlink_metadata(name))? else { return Ok(None) };
        if metadata.is_file() { listed(path.to_owned(), &metadata).map(Some) } else { Ok(None) }
    }

    /// Opens a file under its own path; `None` if there is none, or the path passes a link.
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

    /// Links a finished file to a free path. Does nothing if it is linked there already.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if the path is taken.
    pub(crate) fn create(&self, whole: &Path, path: &str) -> io::Result<()> {
        let (folder, name) = self.made_place(path)?;
        self.link(whole, &folder, name)?;
        sync(&folder)
    }

    /// Replaces the file at a path, if there is one, with a finished file. Does nothing if that file is there already.
    /// Returns the path of the version that keeps the old file.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something other than a file is there.
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
        // The finished file keeps its name, by which a repeated call knows that it is done; a second name is moved.
        let second = whole.with_file_name(SECOND);
        if_there(self.0.remove_file(&second))?;
        self.0.hard_link(whole, &self.0, &second)?;
        self.0.rename(&second, &folder, name)?;
        sync(&folder)?;
        Ok(before)
    }

    /// Moves a file or a folder to a free path. Does nothing if a file was moved already.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if the path is taken.
    pub(crate) fn rename(&self, from: &str, to: &str) -> io::Result<()> {
        let (source, old) = self.place(from)?;
        let moved = source.symlink_metadata(old)?;
        let (target, new) = self.made_place(to)?;
        if moved.is_dir() {
            if if_there(target.symlink_metadata(new))?.is_some() {
                return Err(ErrorKind::AlreadyExists.into());
            }
            // If something takes the name meanwhile, this can replace only an empty folder.
            source.rename(old, &target, new)?;
        } else {
            // A move would replace a file that takes the name meanwhile; a link does not.
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

    /// Makes a folder and its parents. Returns whether the folder is new.
    ///
    /// # Errors
    /// Returns [`ErrorKind::AlreadyExists`] if something other than a folder is there.
    pub(crate) fn make(&self, path: &str) -> io::Result<bool> {
        let (folder, name) = self.made_place(path)?;
        let made = make_folder(&folder, name)?;
        if !made && !folder.symlink_metadata(name)?.is_dir() {
            return Err(ErrorKind::AlreadyExists.into());
        }
        sync(&folder)?;
        Ok(made)
    }

    /// Returns whether anything exists at a path, also in folders that tools cannot name.
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

    /// Links a finished file to a path. Does nothing if it is linked there already.
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

    /// Returns the open folder of a path, and the last part of the path.
    fn place<'a>(&self, path: &'a str) -> io::Result<(Dir, &'a str)> {
        let (parents, name) = split(path)?;
        let mut folder = self.0.try_clone()?;
        for part in parents {
            folder = folder.open_dir_nofollow(part)?;
        }
        Ok((folder, name))
    }

    /// Returns the open folder of a path, made if necessary, and the last part of the path.
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

/// Opens a file in a folder, listed under `path`; `None` if there is none, or a link in its place.
pub(crate) fn opened(folder: &Dir, name: &str, path: &str) -> io::Result<Option<Opened>> {
    let mut options = OpenOptions::new();
    // Opening a pipe would wait for a writer.
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

/// A visitor of files and folders; returns whether to continue.
pub(crate) type Visit<'a> = dyn FnMut(&Path, &Metadata) -> io::Result<bool> + 'a;

/// The deepest nesting of folders. Deeper folders, which commands may make, are lifted. A walk keeps one folder open
/// for each level.
pub(crate) const DEEPEST: usize = 64;

/// Calls `visit` for each file and folder below a folder at `path`, until it returns false. Skips links, files that are
/// removed meanwhile, and folders that are nested too deeply. Returns whether the walk was complete.
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

/// Makes a folder that only the gateway can read, unless it exists. Returns whether the folder is new.
pub(crate) fn make_folder(parent: &Dir, name: impl AsRef<OsStr>) -> io::Result<bool> {
    let mut builder = DirBuilder::new();
    builder.mode(0o700);
    match parent.create_dir_with(name.as_ref(), &builder) {
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        made => made.map(|()| true),
    }
}

/// Returns the value; `None` if nothing was found, or a link or a file is in the place of a folder.
pub(crate) fn if_there<T>(found: io::Result<T>) -> io::Result<Option<T>> {
    use ErrorKind::{InvalidFilename, InvalidInput, NotADirectory, NotFound};
    match found {
        Err(error) if matches!(error.kind(), NotFound | NotADirectory | InvalidFilename | InvalidInput) => {
            Ok(None)
        }
        found => found.map(Some),
    }
}

/// Returns whether two names belong to one file.
pub(crate) fn is_same(one: &Metadata, other: &Metadata) -> bool {
    (one.dev(), one.ino()) == (other.dev(), other.ino())
}

/// Makes the changes in a folder durable.
fn sync(folder: &Dir) -> io::Result<()> {
    // The held handle serves only to look up names, so opens the folder again.
    folder.open(".")?.sync_all()
}

fn listed(path: String, metadata: &Metadata) -> io::Result<Listed> {
    Ok(Listed { path, size: metadata.len(), modified: metadata.modified()?.into_std() })
}

/// Returns the name that something in a folder has, in whatever Unicode form; the given form first.
fn spelling(folder: &Dir, name: &str) -> Option<String> {
    if name.is_ascii() || folder.symlink_metadata(name).is_ok() {
        return Some(name.to_owned());
    }
    let wanted = composed(name);
    let mut names = folder.entries().ok()?.filter_map(|entry| entry.ok()?.file_name().into_string().ok());
    names.find(|name| composed(name) == wanted)
}

/// Returns a tool's path relative to the person's folder.
fn below(path: &str) -> &str {
    path.trim_start_matches('/')
}

/// Converts a path relative to the person's folder to a tool's path.
fn named(path: &Path) -> String {
    format!("/{}", path.display())
}

/// Splits a tool's path into its folders and its last part.
fn split(path: &str) -> io::Result<(impl Iterator<Item = &str>, &str)> {
    let (parents, name) = below(path).rsplit_once('/').ok_or(ErrorKind::InvalidInput)?;
    if name.is_empty() || below(path).split('/').any(|part| matches!(part, "" | "." | "..")) {
        return Err(ErrorKind::InvalidInput.into());
    }
    Ok((parents.split('/'), name))
}

#[cfg(test)]
mod tests;
