//! Storage of people's files, by owner and name, independent of where it is. Code outside this crate knows no path on a
//! disk, except one that [`Blobs::local`] has just returned.

use std::{
    collections::HashSet,
    io,
    path::{Path, PathBuf},
    time::SystemTime,
};

use adjutant_domain::{
    ids::{CallId, UserId},
    timestamp::Timestamp,
};

use crate::{BadPath, Opened};

/// The folders of incoming and outgoing files, beside the folders that tools can name.
pub(crate) const INCOMING: &str = ".incoming";
pub(crate) const OUTBOX: &str = ".outbox";
/// The folder of deleted files. Each deletion has a folder of its own in it.
pub(crate) const TRASH: &str = ".trash";
/// The folder of the secrets that commands may read.
pub(crate) const SECRETS: &str = ".secrets";
/// The name of a deleted file or folder within its folder of the trash.
pub(crate) const ITEM: &str = "item";
/// The folder of the files of a website's pictures.
pub(crate) const SITE: &str = ".site";
/// The folder of replaced versions of files.
pub(crate) const VERSIONS: &str = ".versions";
/// The last part of the stored form of every [`Blob`].
pub(crate) const WHOLE: &str = "file";

/// People's files. Everything here blocks.
///
/// A blob is complete and on the disk before it gets its name, and does not change as long as it has that name. Only
/// [`Blobs::open`] makes a place for an owner's files: writes that are under way when the files are removed fail, and
/// leave nothing behind.
pub trait Blobs: Send + Sync {
    /// Makes the place for an owner's files unless it exists. The caller must know that the person still exists.
    fn open(&self, owner: &UserId) -> io::Result<()>;

    /// Removes all of an owner's files and their place.
    fn remove(&self, owner: &UserId) -> io::Result<()>;

    /// Removes an owner's expired files, those older than `before`: files in `/tmp` and the trash, and incoming and
    /// outgoing ones, except outgoing files whose names are in `on_their_way`.
    fn remove_expired(
        &self,
        owner: &UserId,
        before: SystemTime,
        on_their_way: &HashSet<String>,
    ) -> io::Result<()>;

    /// Returns the size of all of an owner's files in bytes, including incoming and outgoing ones. A file with several
    /// names counts once.
    fn size(&self, owner: &UserId) -> io::Result<u64>;

    /// Lists an owner's files that tools can name, newest first.
    fn list(&self, owner: &UserId) -> io::Result<Vec<Listed>>;

    /// Lists the paths of an owner's folders that tools can name, without `/shared` and `/tmp` themselves.
    fn folders(&self, owner: &UserId) -> io::Result<Vec<String>>;

    /// Returns whether an owner has a file that tools can name.
    fn has_files(&self, owner: &UserId) -> io::Result<bool>;

    /// Returns the normal form of a tool's path to a file or a folder of the owner, which need not exist. Accented
    /// letters are composed, except in the name of something that exists with its letters decomposed.
    ///
    /// # Errors
    /// Returns an error if the path leads elsewhere.
    fn check(&self, owner: &UserId, path: &str) -> Result<String, BadPath>;

    /// Returns the owner's file to which a tool's path leads, under its own path; `None` if there is none or it is
    /// another owner's.
    fn find(&self, owner: &UserId, path: &str) -> io::Result<Option<Listed>>;

    /// Opens the owner's file that was found at this path; `None` if it is gone or something else took its place.
    fn read(&self, owner: &UserId, path: &str) -> io::Result<Option<Opened>>;

    /// Begins a blob, which gets its name once it is complete. Overwrites an incomplete blob of that name.
    fn begin(&self, blob: &Blob) -> io::Result<Box<dyn Unfinished>>;

    /// Returns whether there is a blob of this name.
    fn exists(&self, blob: &Blob) -> io::Result<bool>;

    /// Adds a blob to its owner's files at the path `wanted`, or at a numbered path if that is taken. Returns the file.
    /// A repeated call returns the same file.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if every name that was tried is taken.
    fn place(&self, blob: &Blob, wanted: &str) -> io::Result<Listed>;

    /// Adds a blob to its owner's files at a free path. A repeated call does nothing.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the path is taken.
    fn create(&self, blob: &Blob, path: &str) -> io::Result<Listed>;

    /// Replaces its owner's file at this path, if there is one, with a blob. The replacement is atomic, and the old
    /// file becomes a version. A repeated call does nothing.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the path is a folder's.
    fn replace(&self, blob: &Blob, path: &str, now: SystemTime) -> io::Result<Replaced>;

    /// Moves an owner's file or folder, with its versions, to a free path.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the path is taken.
    fn rename(&self, owner: &UserId, from: &str, to: &str) -> io::Result<()>;

    /// Makes a folder and its parents. Returns whether the folder is new.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if the path is a file's.
    fn make_folder(&self, owner: &UserId, path: &str) -> io::Result<bool>;

    /// Moves an owner's file or folder to the trash, where it expires. `id` names the request for it: a repeated call
    /// with the same id does nothing.
    fn discard(&self, owner: &UserId, path: &str, id: &str, now: SystemTime) -> io::Result<()>;

    /// Lists an owner's trash, the latest deletion first.
    fn trash(&self, owner: &UserId) -> io::Result<Vec<Discarded>>;

    /// Moves an item from the trash back to its path, or to a numbered path beside it if that is taken. Returns the
    /// path; `None` if the item is not in the trash.
    fn restore(&self, owner: &UserId, id: &str) -> io::Result<Option<String>>;

    /// Lists the versions of an owner's file at this path, the newest first.
    fn versions(&self, owner: &UserId, path: &str) -> io::Result<Vec<Version>>;

    /// Opens a version; `None` if it is gone.
    fn read_version(&self, owner: &UserId, version: &Version) -> io::Result<Option<Opened>>;

    /// Replaces its owner's file at this path with a version. The old file becomes a version itself. A repeated call
    /// does nothing.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::NotFound`] if there is no such version, [`io::ErrorKind::AlreadyExists`] if the path is
    /// a folder's.
    fn bring_back(
        &self,
        owner: &UserId,
        version: &Version,
        path: &str,
        now: SystemTime,
    ) -> io::Result<Replaced>;

    /// Removes the versions of an owner's files that were replaced before a time.
    fn remove_versions(&self, owner: &UserId, before: SystemTime) -> io::Result<()>;

    /// Returns whether an owner has anything at a path: a file, a folder, an item in the trash, or a version.
    fn has(&self, owner: &UserId, path: &str) -> io::Result<bool>;

    /// Keeps the present content of the file at this path under the name of a blob. A blob that exists already stays
    /// unchanged.
    fn keep(&self, owner: &UserId, path: &str, blob: &Blob, now: SystemTime) -> io::Result<()>;

    /// Returns the path at which this machine can read a blob.
    fn local(&self, blob: &Blob) -> io::Result<PathBuf>;

    /// Returns the paths of an owner's folders on this machine; makes the folders unless they exist. A process with
    /// access to them bypasses this trait and may write into files instead of replacing them, so outgoing files get
    /// content of their own first. Call [`Blobs::take_back`] afterwards.
    fn on_disk(&self, owner: &UserId) -> io::Result<OnDisk>;

    /// Returns the path of an owner's kept files on this machine, for processes that only read them; `None` if there
    /// are none.
    fn kept_on_disk(&self, owner: &UserId) -> io::Result<Option<PathBuf>>;

    /// Stores a secret where commands can read it; replaces one of the same name. No path of a tool leads there.
    fn put_secret(&self, owner: &UserId, name: &str, value: &[u8], now: SystemTime) -> io::Result<()>;

    /// Returns the secrets that commands can read, each with its name.
    fn secrets(&self, owner: &UserId) -> io::Result<Vec<(String, Vec<u8>)>>;

    /// Removes the secrets that were stored before a time.
    fn remove_secrets(&self, owner: &UserId, before: SystemTime) -> io::Result<()>;

    /// Removes the files of an owner's website that were stored before a time, except those whose names are in `kept`.
    fn remove_site_files(&self, owner: &UserId, before: SystemTime, kept: &HashSet<String>)
    -> io::Result<()>;

    /// Tidies the folders after a process has used them, so that their files can be listed and counted.
    fn take_back(&self, owner: &UserId) -> io::Result<()>;

    /// Stores a blob.
    fn put(&self, blob: &Blob, bytes: &[u8], now: SystemTime) -> io::Result<()> {
        let mut unfinished = self.begin(blob)?;
        unfinished.write(bytes)?;
        unfinished.finish(now)
    }
}

/// The paths of a person's folders on this machine, for commands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    pub shared: PathBuf,
    pub tmp: PathBuf,
    /// Read-only.
    pub secrets: PathBuf,
}

/// A blob that is being written piece by piece.
pub trait Unfinished: Send + Sync {
    /// Appends to the blob.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Stores the blob durably and gives it its name. Its time comes from the gateway's clock, which also decides when
    /// it expires.
    fn finish(self: Box<Self>, now: SystemTime) -> io::Result<()>;
}

/// The name of an incoming or outgoing file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Blob {
    pub(crate) owner: UserId,
    pub(crate) of: &'static str,
    pub(crate) name: String,
}

impl Blob {
    /// Returns the name of a file that a call fetches.
    pub fn incoming(owner: &UserId, call: &CallId) -> Self {
        Self { owner: owner.clone(), of: INCOMING, name: call.as_str().to_owned() }
    }

    /// Returns the name of a file to send: `name` is the call that sends it, or is made from its content.
    pub fn outgoing(owner: &UserId, name: impl Into<String>) -> Self {
        Self { owner: owner.clone(), of: OUTBOX, name: name.into() }
    }

    /// Returns the name of a file on an owner's website; `name` is made from its content.
    pub fn of_site(owner: &UserId, name: impl Into<String>) -> Self {
        Self { owner: owner.clone(), of: SITE, name: name.into() }
    }

    /// Returns the form in which messages refer to the blob until they are delivered.
    pub fn stored(&self) -> PathBuf {
        [self.owner.as_str(), self.of, &self.name, WHOLE].iter().collect()
    }

    /// Returns the blob's path within its owner's folder.
    pub(crate) fn within(&self) -> PathBuf {
        [self.of, &self.name, WHOLE].iter().collect()
    }

    /// Returns the outgoing file to which a message refers. Messages from before blobs had names hold its path on the
    /// disk, which ends in the same way.
    fn of_stored(path: &Path) -> Option<Self> {
        let mut parts = path.iter().rev().map(|part| part.to_str());
        let (whole, name, of, owner) = (parts.next()??, parts.next()??, parts.next()??, parts.next()??);
        (whole == WHOLE && of == OUTBOX).then(|| Self::outgoing(&UserId(owner.to_owned()), name))
    }
}

/// Returns the path at which this machine can read the file to which a message refers.
pub fn locate(blobs: &dyn Blobs, stored: &Path) -> io::Result<PathBuf> {
    match Blob::of_stored(stored) {
        Some(blob) => blobs.local(&blob),
        None => Ok(stored.to_owned()),
    }
}

/// A file that tools can name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The path as tools name it: `/shared/report.pdf`.
    pub path: String,
    /// In bytes.
    pub size: u64,
    pub modified: SystemTime,
}

impl Listed {
    /// Returns the time of the last change, to the millisecond.
    pub fn modified_at(&self) -> Timestamp {
        timestamp(self.modified)
    }
}

/// A file that has taken the place of another.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replaced {
    pub file: Listed,
    /// The path of the version that the replaced file became.
    pub before: Option<String>,
}

/// The former content of a file that was replaced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Version {
    /// Its own path, by which its origin is recorded.
    pub path: String,
    /// When it was replaced.
    pub until: SystemTime,
    /// In bytes.
    pub size: u64,
}

impl Version {
    /// Returns when it was replaced.
    pub fn until_at(&self) -> Timestamp {
        timestamp(self.until)
    }
}

/// Something in the trash.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Discarded {
    pub id: String,
    /// The path that it had.
    pub path: String,
    pub is_folder: bool,
    /// The number of files in it.
    pub files: usize,
    /// In bytes.
    pub size: u64,
    /// When it was deleted.
    pub at: SystemTime,
}

impl Discarded {
    /// Returns when it was deleted.
    pub fn deleted_at(&self) -> Timestamp {
        timestamp(self.at)
    }

    /// Returns the item's path in the trash, by which its origin is recorded.
    pub fn kept_at(&self) -> String {
        trashed(&self.id)
    }
}

/// Returns the path in the trash of the item that was deleted under this id.
pub(crate) fn trashed(id: &str) -> String {
    format!("/{TRASH}/{id}/{ITEM}")
}

/// Returns the path below which the versions of a file or folder are stored.
pub(crate) fn versions_of(path: &str) -> String {
    format!("/{VERSIONS}{path}")
}

fn timestamp(time: SystemTime) -> Timestamp {
    Timestamp::EPOCH + time.duration_since(SystemTime::UNIX_EPOCH).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_message_finds_its_file_wherever_the_files_are_now() {
        let alice = UserId("user-alice".to_owned());
        let (files, blob) = (crate::Folder::new("/now".into()), Blob::outgoing(&alice, "call-1"));
        let found = |stored: &str| locate(&files, Path::new(stored)).unwrap();
        let now = Path::new("/now/user-alice/.outbox/call-1/file");
        assert_eq!(found(blob.stored().to_str().unwrap()), now);
        assert_eq!(found("/before/user-alice/.outbox/call-1/file"), now);
        assert_eq!(found("/elsewhere/a.pdf"), Path::new("/elsewhere/a.pdf"));
    }
}
