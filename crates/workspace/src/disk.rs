//! A person's files on disk. Everything here blocks.
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

use adjutant_domain::ids::CallId;

use super::names;

/// Incoming files, each in a folder named after its call.
const INCOMING: &str = ".incoming";
/// Outgoing files, each in a folder named after its call or after the answer that it holds.
const OUTBOX: &str = ".outbox";
/// The folders that tools can name.
const FOLDERS: [&str; 2] = ["shared", "tmp"];

/// The name of a finished file in a call's folder, and its name while it is incomplete.
const WHOLE: &str = "file";
const PART: &str = "part";
/// How many numbered names are tried when a name is taken.
const NUMBERS: usize = 1_000;
/// The most files listed in one workspace.
const MAX_FILES: usize = 10_000;

/// A file of a workspace.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The path as tools name it: `/shared/report.pdf`.
    pub path: String,
    /// In bytes.
    pub size: u64,
    pub modified: SystemTime,
}

/// Lists the files of a workspace that tools can name, newest first.
pub fn list(root: &Path) -> io::Result<Vec<Listed>> {
    let mut found = Vec::new();
    for folder in FOLDERS {
        walk(&root.join(folder), &mut |path, metadata| {
            let named = path.strip_prefix(root).unwrap_or(path);
            let path = format!("/{}", named.display());
            found.push(Listed { path, size: metadata.len(), modified: metadata.modified()? });
            Ok(found.len() < MAX_FILES)
        })?;
    }
    found.sort_by(|one, other| other.modified.cmp(&one.modified).then_with(|| one.path.cmp(&other.path)));
    Ok(found)
}

/// Calls `visit` for each file below a folder, until it returns false. Skips links.
fn walk(folder: &Path, visit: &mut impl FnMut(&Path, &Metadata) -> io::Result<bool>) -> io::Result<bool> {
    for (path, metadata) in entries(folder)? {
        let goes_on = if metadata.is_dir() {
            walk(&path, visit)?
        } else if metadata.is_file() {
            visit(&path, &metadata)?
        } else {
            true
        };
        if !goes_on {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Returns the file that this call has already fetched.
pub fn fetched(root: &Path, call: &CallId) -> Option<PathBuf> {
    let whole = folder_of(root, INCOMING, call).join(WHOLE);
    whole.is_file().then_some(whole)
}

/// Stores durably what a call has fetched.
pub fn store(root: &Path, call: &CallId, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    write(&folder_of(root, INCOMING, call), bytes, now)
}

/// Stores an outgoing file durably, under a name that nothing else has.
pub fn write_for_sending(root: &Path, name: &str, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    write(&root.join(OUTBOX).join(name), bytes, now)
}

fn write(folder: &Path, bytes: &[u8], now: SystemTime) -> io::Result<PathBuf> {
    let mut file = InParts::begin(folder)?;
    file.write(bytes)?;
    file.finish(now)
}

/// An outgoing file that is written piece by piece. It gets its name once it is complete.
pub struct InParts {
    folder: PathBuf,
    file: File,
}

impl InParts {
    /// Begins an outgoing file, under a name that nothing else has; overwrites one that was left incomplete.
    pub fn for_sending(root: &Path, name: &str) -> io::Result<Self> {
        Self::begin(&root.join(OUTBOX).join(name))
    }

    fn begin(folder: &Path) -> io::Result<Self> {
        make(folder)?;
        let part = folder.join(PART);
        let file = File::options().write(true).create(true).truncate(true).mode(0o600).open(part)?;
        Ok(Self { folder: folder.to_owned(), file })
    }

    /// Appends to the file.
    pub fn write(&mut self, bytes: &[u8]) -> io::Result<()> {
        self.file.write_all(bytes)
    }

    /// Stores the file durably, and returns its path.
    pub fn finish(self, now: SystemTime) -> io::Result<PathBuf> {
        let whole = self.folder.join(WHOLE);
        // The gateway's clock dates the file, because the same clock decides when the file is old.
        self.file.set_modified(now)?;
        self.file.sync_all()?;
        fs::rename(self.folder.join(PART), &whole)?;
        File::open(&self.folder)?.set_modified(now)?;
        Ok(whole)
    }
}

/// Links a finished file to the path `wanted`, or to a numbered path beside it if that is taken; returns the path.
///
/// # Errors
/// Returns [`ErrorKind::AlreadyExists`] if every name that was tried is taken; or the disk's own error.
pub fn place(whole: &Path, wanted: &Path) -> io::Result<PathBuf> {
    let folder = wanted.parent().ok_or(ErrorKind::InvalidInput)?;
    let name = wanted.file_name().and_then(|name| name.to_str()).ok_or(ErrorKind::InvalidInput)?;
    make(folder)?;
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

/// Keeps a file as it is now until it is delivered, and returns the kept path. A call that runs again keeps the file
/// that it kept before.
pub fn keep_for_sending(root: &Path, call: &CallId, file: &Path, now: SystemTime) -> io::Result<PathBuf> {
    let folder = folder_of(root, OUTBOX, call);
    let kept = folder.join(WHOLE);
    if kept.is_file() {
        return Ok(kept);
    }
    make(&folder)?;
    // Files of a workspace are replaced and never rewritten, so a second name is as good as a copy.
    if fs::hard_link(file, &kept).is_err() {
        let part = folder.join(PART);
        fs::copy(file, &part)?;
        fs::rename(part, &kept)?;
    }
    File::open(&folder)?.set_modified(now)?;
    Ok(kept)
}

/// Removes what is older than `before`: files in `/tmp`, and incoming and outgoing files, except in folders whose files
/// are still being delivered.
pub fn remove_expired(root: &Path, before: SystemTime, on_their_way: &HashSet<String>) -> io::Result<()> {
    remove_old(&root.join("tmp"), before)?;
    for of in [INCOMING, OUTBOX] {
        for (path, metadata) in entries(&root.join(of))? {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            if metadata.modified()? < before && !on_their_way.contains(&*name) {
                unless_gone(fs::remove_dir_all(path))?;
            }
        }
    }
    Ok(())
}

/// Removes the whole workspace, if there is one.
pub fn remove(root: &Path) -> io::Result<()> {
    unless_gone(fs::remove_dir_all(root))
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

fn folder_of(root: &Path, of: &str, call: &CallId) -> PathBuf {
    root.join(of).join(call.as_str())
}

/// Creates a folder that only the gateway can read.
fn make(folder: &Path) -> io::Result<()> {
    DirBuilder::new().recursive(true).mode(0o700).create(folder)
}

fn is_same(one: &Path, other: &Path) -> io::Result<bool> {
    let (one, other) = (fs::symlink_metadata(one)?, fs::symlink_metadata(other)?);
    Ok((one.dev(), one.ino()) == (other.dev(), other.ino()))
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::PermissionsExt as _, time::Duration};

    use super::*;

    fn call(id: &str) -> CallId {
        CallId(id.to_owned())
    }

    /// Returns the paths that tools can name.
    fn paths(root: &Path) -> Vec<String> {
        let mut paths: Vec<_> = list(root).unwrap().into_iter().map(|file| file.path).collect();
        paths.sort_unstable();
        paths
    }

    #[test]
    fn a_call_that_runs_again_makes_nothing_twice() {
        let folder = tempfile::tempdir().unwrap();
        let (root, now) = (folder.path(), SystemTime::UNIX_EPOCH);
        let wanted = root.join("shared/lists/a.txt");
        for (id, bytes) in [("call-1", b"one"), ("call-1", b"one"), ("call-2", b"two")] {
            let whole =
                fetched(root, &call(id)).unwrap_or_else(|| store(root, &call(id), bytes, now).unwrap());
            let placed = place(&whole, &wanted).unwrap();
            assert_eq!(fs::read(placed).unwrap(), bytes);
        }
        assert_eq!(paths(root), ["/shared/lists/a (2).txt", "/shared/lists/a.txt"]);
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&wanted), mode(wanted.parent().unwrap())), (0o600, 0o700));
    }

    #[test]
    fn what_is_sent_is_what_was_there_when_it_was_first_sent() {
        let folder = tempfile::tempdir().unwrap();
        let (root, now) = (folder.path(), SystemTime::UNIX_EPOCH);
        let file =
            place(&store(root, &call("call-1"), b"one", now).unwrap(), &root.join("shared/a")).unwrap();
        let kept = keep_for_sending(root, &call("call-2"), &file, now).unwrap();
        fs::remove_file(&file).unwrap();
        fs::write(&file, "another").unwrap();
        assert_eq!(keep_for_sending(root, &call("call-2"), &file, now).unwrap(), kept);
        assert_eq!(fs::read(kept).unwrap(), b"one");
    }

    #[test]
    fn what_is_old_goes_unless_it_is_on_its_way() {
        let folder = tempfile::tempdir().unwrap();
        let (root, then) = (folder.path(), SystemTime::UNIX_EPOCH);
        let now = then + Duration::from_secs(1);
        for (id, at) in [("call-1", then), ("call-2", now)] {
            let whole = store(root, &call(id), b"x", at).unwrap();
            for wanted in ["shared/a", "tmp/a"] {
                let file = place(&whole, &root.join(wanted)).unwrap();
                keep_for_sending(root, &call(&format!("{id} {}", &wanted[..3])), &file, at).unwrap();
            }
        }
        std::os::unix::fs::symlink(root.join("shared"), root.join("tmp/link")).unwrap();
        remove_expired(root, now, &HashSet::from(["call-1 tmp".to_owned()])).unwrap();
        assert_eq!(paths(root), ["/shared/a", "/shared/a (2)", "/tmp/a (2)"]);
        assert_eq!((fetched(root, &call("call-1")), fetched(root, &call("call-2")).is_some()), (None, true));
        let out = entries(&root.join(OUTBOX)).unwrap();
        let mut out: Vec<_> =
            out.iter().map(|(path, _)| path.file_name().unwrap().to_str().unwrap()).collect();
        out.sort_unstable();
        assert_eq!(out, ["call-1 tmp", "call-2 sha", "call-2 tmp"]);
    }
}
