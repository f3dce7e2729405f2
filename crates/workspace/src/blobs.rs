//! What is kept of people's files, by owner and name, wherever that is: nothing outside of this crate knows a path on a
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

/// Where incoming and outgoing files are, beside the folders that tools can name.
pub(crate) const INCOMING: &str = ".incoming";
pub(crate) const OUTBOX: &str = ".outbox";
/// Where deleted files are, each deletion's in a folder of its own.
pub(crate) const TRASH: &str = ".trash";
/// The folder of the secrets that commands may read.
pub(crate) const SECRETS: &str = ".secrets";
/// The name of what was deleted in its folder of the trash.
pub(crate) const ITEM: &str = "item";
/// Where the files of a website's pictures are.
pub(crate) const SITE: &str = ".site";
/// Where the versions of files are that were replaced.
pub(crate) const VERSIONS: &str = ".versions";
/// The end of the stored form of every [`Blob`].
pub(crate) const WHOLE: &str = "file";

/// People's files. Everything here blocks.
///
/// What is stored is complete and on the disk before it has a name, and keeps what it holds for as long as it has it.
/// Nothing makes a place for an owner's files but [`Blobs::open`]: what is still being written when they are removed
/// fails, and leaves nothing behind.
pub trait Blobs: Send + Sync {
    /// Makes the place for an owner's files, unless it exists. Whoever calls it knows that the person is still there.
    fn open(&self, owner: &UserId) -> io::Result<()>;

    /// Removes all of an owner's files, and their place.
    fn remove(&self, owner: &UserId) -> io::Result<()>;

    /// Removes an owner's files that are older than `before`: those in `/tmp` and the trash, and incoming and outgoing ones, except
    /// the outgoing ones whose names are among `on_their_way`.
    fn remove_expired(
        &self,
        owner: &UserId,
        before: SystemTime,
        on_their_way: &HashSet<String>,
    ) -> io::Result<()>;

    /// Returns the size of everything an owner has, in bytes: also of files on their way in and out. A file with several
    /// names counts once.
    fn size(&self, owner: &UserId) -> io::Result<u64>;

    /// Lists an owner's files that tools can name, newest first.
    fn list(&self, owner: &UserId) -> io::Result<Vec<Listed>>;

    /// Lists an owner's folders that tools can name, by their paths, without `/shared` and `/tmp` themselves.
    fn folders(&self, owner: &UserId) -> io::Result<Vec<String>>;

    /// Returns whether an owner has a file that tools can name.
    fn has_files(&self, owner: &UserId) -> io::Result<bool>;

    /// Returns the one form of a tool's path that leads to a file or a folder of the owner, whether there is one or not.
    ///
    /// # Errors
    /// Returns an error if the path leads elsewhere.
    fn check(&self, owner: &UserId, path: &str) -> Result<String, BadPath>;

    /// Returns the owner's file to which a tool's path leads, under its own path; `None` if there is none, or it is
    /// another owner's.
    fn find(&self, owner: &UserId, path: &str) -> io::Result<Option<Listed>>;

    /// Opens the owner's file that was found at this path; `None` if there is none, or something else took its place.
    fn read(&self, owner: &UserId, path: &str) -> io::Result<Option<Opened>>;

    /// Begins a blob, which gets its name once it is complete; overwrites one that was left incomplete.
    fn begin(&self, blob: &Blob) -> io::Result<Box<dyn Unfinished>>;

    /// Returns whether there is a blob of this name.
    fn exists(&self, blob: &Blob) -> io::Result<bool>;

    /// Adds a blob to its owner's files under the path `wanted`, or under a numbered path if that is taken. Returns the file.
    /// Repeated, it returns the same.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if every name that was tried is taken.
    fn place(&self, blob: &Blob, wanted: &str) -> io::Result<Listed>;

    /// Adds a blob to its owner's files under a path where nothing is. Repeated, it does nothing.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if something is there.
    fn create(&self, blob: &Blob, path: &str) -> io::Result<Listed>;

    /// Puts a blob in the place of its owner's file at this path, if there is one: at every moment there is one or the
    /// other, and the other is a version then. Repeated, it does nothing.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if a folder is there.
    fn replace(&self, blob: &Blob, path: &str, now: SystemTime) -> io::Result<Replaced>;

    /// Moves an owner's file or folder, with its versions, to a path where nothing is.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if something is there.
    fn rename(&self, owner: &UserId, from: &str, to: &str) -> io::Result<()>;

    /// Makes a folder, and those that lead to it. Returns whether it made it.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::AlreadyExists`] if a file is there.
    fn make_folder(&self, owner: &UserId, path: &str) -> io::Result<bool>;

    /// Moves an owner's file or folder to the trash, where it is removed as it gets old. Repeated with the same id, which
    /// names what asked for it, it does nothing.
    fn discard(&self, owner: &UserId, path: &str, id: &str, now: SystemTime) -> io::Result<()>;

    /// Lists what is in an owner's trash, what was deleted last first.
    fn trash(&self, owner: &UserId) -> io::Result<Vec<Discarded>>;

    /// Moves something from the trash to the path that it had, or to a numbered path beside it if that is taken. Returns
    /// the path; `None` if it is not in the trash.
    fn restore(&self, owner: &UserId, id: &str) -> io::Result<Option<String>>;

    /// Lists the versions of an owner's file at this path, the newest first.
    fn versions(&self, owner: &UserId, path: &str) -> io::Result<Vec<Version>>;

    /// Opens a version; `None` if it is gone.
    fn read_version(&self, owner: &UserId, version: &Version) -> io::Result<Option<Opened>>;

    /// Puts a version in the place of its owner's file at this path, which becomes a version itself. Repeated, it does
    /// nothing.
    ///
    /// # Errors
    /// Returns [`io::ErrorKind::NotFound`] if there is no such version, [`io::ErrorKind::AlreadyExists`] if a folder is
    /// there.
    fn bring_back(
        &self,
        owner: &UserId,
        version: &Version,
        path: &str,
        now: SystemTime,
    ) -> io::Result<Replaced>;

    /// Removes the versions of an owner's files that were replaced before a time.
    fn remove_versions(&self, owner: &UserId, before: SystemTime) -> io::Result<()>;

    /// Returns whether an owner has something at a path: a file, a folder, something in the trash, or a version.
    fn has(&self, owner: &UserId, path: &str) -> io::Result<bool>;

    /// Keeps a file, found at this path, as it is now under the name of a blob. What the blob holds already stays.
    fn keep(&self, owner: &UserId, path: &str, blob: &Blob, now: SystemTime) -> io::Result<()>;

    /// Returns where this machine can read a blob.
    fn local(&self, blob: &Blob) -> io::Result<PathBuf>;

    /// Returns where this machine has an owner's folders, which it makes unless they exist. A process that is let in there
    /// writes past everything here, also into files instead of in their place: outgoing ones have been given content of
    /// their own. [`Blobs::take_back`] follows.
    fn on_disk(&self, owner: &UserId) -> io::Result<OnDisk>;

    /// Returns where this machine has an owner's kept files, for processes that only read them; `None` if there are none.
    fn kept_on_disk(&self, owner: &UserId) -> io::Result<Option<PathBuf>>;

    /// Puts a secret where commands can read it, in the place of one of the same name. No path of a tool leads there.
    fn put_secret(&self, owner: &UserId, name: &str, value: &[u8], now: SystemTime) -> io::Result<()>;

    /// Returns the secrets that commands can read, by name.
    fn secrets(&self, owner: &UserId) -> io::Result<Vec<(String, Vec<u8>)>>;

    /// Removes the secrets that were put there before a time.
    fn remove_secrets(&self, owner: &UserId, before: SystemTime) -> io::Result<()>;

    /// Removes the files of an owner's website that were stored before a time, except those whose names are among `kept`.
    fn remove_site_files(&self, owner: &UserId, before: SystemTime, kept: &HashSet<String>)
    -> io::Result<()>;

    /// Puts in order what a process left behind, so that it can be listed and counted.
    fn take_back(&self, owner: &UserId) -> io::Result<()>;

    /// Stores a blob.
    fn put(&self, blob: &Blob, bytes: &[u8], now: SystemTime) -> io::Result<()> {
        let mut unfinished = self.begin(blob)?;
        unfinished.write(bytes)?;
        unfinished.finish(now)
    }
}

/// Where a machine has the folders of a person that commands see.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OnDisk {
    pub shared: PathBuf,
    pub tmp: PathBuf,
    /// To be read only.
    pub secrets: PathBuf,
}

/// A blob that is being written, piece by piece.
pub trait Unfinished: Send + Sync {
    /// Appends to it.
    fn write(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Stores it durably, and gives it its name. The gateway's clock dates it, because the same clock decides when it is
    /// old.
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
    /// Returns the name of what a call fetches.
    pub fn incoming(owner: &UserId, call: &CallId) -> Self {
        Self { owner: owner.clone(), of: INCOMING, name: call.as_str().to_owned() }
    }

    /// Returns the name of a file to send, after the call that sends it or what it holds.
    pub fn outgoing(owner: &UserId, name: impl Into<String>) -> Self {
        Self { owner: owner.clone(), of: OUTBOX, name: name.into() }
    }

    /// Returns the name of a file that an owner's website shows. It is made from what the file holds.
    pub fn of_site(owner: &UserId, name: impl Into<String>) -> Self {
        Self { owner: owner.clone(), of: SITE, name: name.into() }
    }

    /// Returns the form in which messages refer to it until they are delivered.
    pub fn stored(&self) -> PathBuf {
        [self.owner.as_str(), self.of, &self.name, WHOLE].iter().collect()
    }

    /// Returns where it is in its owner's folder.
    pub(crate) fn within(&self) -> PathBuf {
        [self.of, &self.name, WHOLE].iter().collect()
    }

    /// Returns the outgoing file that a message refers to. Messages of before blobs had names refer to it by its path on
    /// the disk, which ends in the same way.
    fn of_stored(path: &Path) -> Option<Self> {
        let mut parts = path.iter().rev().map(|part| part.to_str());
        let (whole, name, of, owner) = (parts.next()??, parts.next()??, parts.next()??, parts.next()??);
        (whole == WHOLE && of == OUTBOX).then(|| Self::outgoing(&UserId(owner.to_owned()), name))
    }
}

/// Returns where this machine can read the file that a message refers to.
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
    /// The path of the version that the other one is now.
    pub before: Option<String>,
}

/// What a file held until it was replaced.
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
    /// How many files it is.
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

    /// Returns the path that it has in the trash, by which its origin is recorded.
    pub fn kept_at(&self) -> String {
        trashed(&self.id)
    }
}

/// Returns the path in the trash of what was deleted under this id.
pub(crate) fn trashed(id: &str) -> String {
    format!("/{TRASH}/{id}/{ITEM}")
}

/// Returns the path below which the versions of what is at a path are.
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
