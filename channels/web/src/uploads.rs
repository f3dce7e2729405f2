//! The person's uploads: one folder, in which files stay until they are too old or the folder is full.

use std::{
    convert::Infallible,
    fs::{self, DirBuilder, DirEntry, File},
    io::{self, Read as _, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::PathBuf,
    sync::{
        Arc, Mutex,
        atomic::{AtomicU64, Ordering},
    },
    time::{Duration, SystemTime},
};

use adjutant_channel::{Attachment, AttachmentKind, DownloadError};
use axum::{body::Bytes, extract::FromRequestParts, http::request::Parts};
use chrono::{DateTime, Utc};
use tokio::task::spawn_blocking;

use crate::{
    file_type::{self, FileInfo},
    lock,
    state::AppState,
    wire::{ClientId, NamedFile},
};

/// The largest accepted file, in bytes; `page/tray.js` and `texts::FILE_TOO_BIG` repeat it.
pub(crate) const MAX_FILE: usize = 20 * 1024 * 1024;

/// The largest still of a film, in bytes. The page makes them far smaller.
const MAX_STILL: u64 = 2 * 1024 * 1024;

/// The most bytes in the folder; beyond that the oldest files are removed.
const MAX_TOTAL: u64 = 1024 * 1024 * 1024;

/// How long a file stays: 30 days.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The folder of uploads. Files are named by the id that the page chose, so the person's own file name never reaches
/// the file system; the file name is part of the message.
#[derive(Clone)]
pub(crate) struct Uploads {
    folder: PathBuf,
    /// Locked while files are added or removed.
    changing: Arc<Mutex<()>>,
    /// How often all files were deleted; changes only under the lock.
    clearings: Arc<AtomicU64>,
}

/// The outcome of an upload.
pub(crate) enum Stored {
    File(FileInfo),
    /// All files were deleted since the upload began.
    Deleted,
    /// Another file has this id. A message may show it, so it is kept.
    Taken,
}

/// An upload that has begun. It is stored only if the uploads were not deleted since: a person's request to be
/// forgotten includes the files on their way.
#[derive(Clone, Copy)]
pub(crate) struct Begun {
    clearings: u64,
}

impl FromRequestParts<Arc<AppState>> for Begun {
    type Rejection = Infallible;

    async fn from_request_parts(_: &mut Parts, state: &Arc<AppState>) -> Result<Self, Infallible> {
        Ok(state.uploads.begin())
    }
}

impl Uploads {
    /// Returns the uploads of a folder, which the first upload creates.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, changing: Arc::default(), clearings: Arc::default() }
    }

    /// Returns the beginning of an upload, from before its bytes arrive.
    pub(crate) fn begin(&self) -> Begun {
        Begun { clearings: self.clearings.load(Ordering::Acquire) }
    }

    /// Stores a file durably. The same file may be stored again, for a page that missed the answer.
    ///
    /// # Errors
    /// Returns an error if the file system fails.
    pub(crate) async fn store(
        &self,
        begun: Begun,
        id: ClientId,
        bytes: Bytes,
        now: DateTime<Utc>,
    ) -> io::Result<Stored> {
        let uploads = self.clone();
        run_blocking(move || uploads.store_now(begun, &id, &bytes, now.into())).await
    }

    /// Returns the path of the file with this id, whether it exists or not.
    pub(crate) fn path(&self, id: &ClientId) -> PathBuf {
        self.folder.join(id.as_str())
    }

    /// Returns an upload as an attachment. A recording of the page is a voice message if its type may hold sound:
    /// browsers record into formats that also hold films.
    ///
    /// # Errors
    /// Returns an error if the file does not exist (any more) or cannot be read.
    pub(crate) async fn attach(&self, file: NamedFile) -> io::Result<Attachment> {
        let path = self.path(&file.id);
        let FileInfo { size, kind, .. } = run_blocking(move || file_type::inspect(&path)).await?;
        let kind = match kind {
            AttachmentKind::Audio | AttachmentKind::Video if file.voice => AttachmentKind::Voice,
            kind => kind,
        };
        let still = match file.still {
            Some(still) if kind == AttachmentKind::Video => self.still(still).await,
            _ => None,
        };
        let file_id = file.id.as_str().to_owned();
        Ok(Attachment {
            unique_id: None,
            kind,
            file_id,
            name: file.name.into(),
            size: Some(size),
            card: None,
            still,
            seconds: file.seconds,
        })
    }

    /// Returns the upload with the still picture of a film, if it exists and is a picture of an acceptable size.
    /// Otherwise the film is sent without a still.
    async fn still(&self, id: ClientId) -> Option<String> {
        let path = self.path(&id);
        let found = run_blocking(move || file_type::inspect(&path)).await.ok()?;
        let is_one = found.kind == AttachmentKind::Photo && found.size <= MAX_STILL;
        is_one.then(|| id.as_str().to_owned())
    }

    /// Reads a whole file.
    pub(crate) async fn read(&self, id: &str, max_bytes: u64) -> Result<Vec<u8>, DownloadError> {
        let id = ClientId::try_from(id.to_owned()).map_err(|_no_id_of_ours| DownloadError::Gone)?;
        let path = self.path(&id);
        // One byte more tells a file that is too large from one that just fits.
        let read = run_blocking(move || {
            let mut bytes = Vec::new();
            File::open(path)?.take(max_bytes.saturating_add(1)).read_to_end(&mut bytes)?;
            Ok(bytes)
        });
        match read.await {
            Ok(bytes) if bytes.len() as u64 > max_bytes => Err(DownloadError::TooLarge { limit: max_bytes }),
            Ok(bytes) => Ok(bytes),
            Err(error) if error.kind() == io::ErrorKind::NotFound => Err(DownloadError::Gone),
            Err(error) => Err(DownloadError::Failed(error.to_string())),
        }
    }

    /// Removes old files, and the oldest ones beyond the limit.
    pub(crate) async fn remove_expired(&self, now: DateTime<Utc>) {
        let uploads = self.clone();
        let removed = run_blocking(move || {
            let _changing = lock(&uploads.changing);
            uploads.enforce_limits(now.into());
            Ok(())
        });
        if let Err(error) = removed.await {
            tracing::warn!(%error, "cannot remove old uploads");
        }
    }

    /// Removes all files.
    ///
    /// # Errors
    /// Returns an error if the file system fails.
    pub(crate) async fn clear(&self) -> io::Result<()> {
        let uploads = self.clone();
        run_blocking(move || {
            let _changing = lock(&uploads.changing);
            uploads.clearings.fetch_add(1, Ordering::AcqRel);
            match fs::remove_dir_all(&uploads.folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                removed => removed,
            }
        })
        .await
    }

    fn store_now(&self, begun: Begun, id: &ClientId, bytes: &[u8], now: SystemTime) -> io::Result<Stored> {
        let _changing = lock(&self.changing);
        if self.begin().clearings != begun.clearings {
            return Ok(Stored::Deleted);
        }
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        // Ids contain no dot, so nobody can request an incomplete file.
        let (path, part) = (self.path(id), self.folder.join("upload.part"));
        match fs::read(&path) {
            Ok(existing) if existing != bytes => return Ok(Stored::Taken),
            Err(error) if error.kind() != io::ErrorKind::NotFound => return Err(error),
            _ => {}
        }
        let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
        file.write_all(bytes)?;
        // The gateway's clock dates the file, since it also decides when the file is old.
        file.set_modified(now)?;
        file.sync_all()?;
        fs::rename(part, &path)?;
        self.enforce_limits(now);
        file_type::inspect(&path).map(Stored::File)
    }

    /// Removes files that are too old or exceed the limit. A file that cannot be removed does not stop the removal of
    /// others.
    fn enforce_limits(&self, now: SystemTime) {
        let Ok(entries) = fs::read_dir(&self.folder) else { return };
        let file = |entry: io::Result<DirEntry>| {
            let entry = entry?;
            let metadata = entry.metadata()?;
            io::Result::Ok((metadata.modified()?, metadata.len(), entry.path()))
        };
        // Another process may have removed a file meanwhile.
        let mut files: Vec<_> = entries.filter_map(|entry| file(entry).ok()).collect();
        files.sort_unstable_by(|one, other| other.cmp(one));
        for path in files_to_remove(files, now) {
            match fs::remove_file(path) {
                Err(error) if error.kind() != io::ErrorKind::NotFound => {
                    tracing::warn!(%error, "cannot remove an old upload");
                }
                _ => {}
            }
        }
    }
}

/// Returns the paths to remove from a list of files (modified, size, path), newest first.
fn files_to_remove(files: Vec<(SystemTime, u64, PathBuf)>, now: SystemTime) -> impl Iterator<Item = PathBuf> {
    let mut total = 0;
    files.into_iter().filter_map(move |(at, size, path)| {
        total += size;
        let age = now.duration_since(at).unwrap_or_default();
        (age > MAX_AGE || total > MAX_TOTAL).then_some(path)
    })
}

/// Runs file work on a thread where it may block.
pub(crate) async fn run_blocking<T: Send + 'static>(
    work: impl FnOnce() -> io::Result<T> + Send + 'static,
) -> io::Result<T> {
    spawn_blocking(work).await.map_err(io::Error::other)?
}

#[cfg(test)]
mod tests {
    use std::{os::unix::fs::PermissionsExt as _, path::Path};

    use chrono::TimeDelta;

    use super::*;
    use crate::tests::NOW;

    fn id(id: &str) -> ClientId {
        ClientId::try_from(id.to_owned()).unwrap()
    }

    async fn names(folder: &Path) -> Vec<String> {
        let entries = fs::read_dir(folder).unwrap();
        let mut names: Vec<_> =
            entries.map(|entry| entry.unwrap().file_name().into_string().unwrap()).collect();
        names.sort_unstable();
        names
    }

    #[tokio::test]
    async fn files_are_for_the_gateway_alone_and_go_when_they_are_old() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("uploads");
        let uploads = Uploads::new(folder.clone());
        uploads.remove_expired(NOW).await;
        assert!(!folder.exists(), "nothing is made before it is needed");

        let store = async |name, bytes, at| {
            uploads.store(uploads.begin(), id(name), Bytes::from_static(bytes), at).await.unwrap()
        };
        store("aaaaaaaa", b"one", NOW).await;
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join("aaaaaaaa"))), (0o700, 0o600));

        store("bbbbbbbb", b"two", NOW + TimeDelta::days(30)).await;
        assert_eq!(names(&folder).await, ["aaaaaaaa", "bbbbbbbb"]);
        // A folder that is not an upload: it cannot be removed as a file, and it is old.
        fs::create_dir(folder.join("0")).unwrap();
        File::open(folder.join("0")).unwrap().set_modified(SystemTime::UNIX_EPOCH).unwrap();
        uploads.remove_expired(NOW + TimeDelta::days(31)).await;
        fs::remove_dir(folder.join("0")).unwrap();
        assert_eq!(names(&folder).await, ["bbbbbbbb"]);
        for _ in 0..2 {
            uploads.clear().await.unwrap();
            assert!(!folder.exists());
        }
    }

    #[tokio::test]
    async fn a_file_is_read_whole_or_not_at_all_and_only_from_the_folder() {
        let folder = tempfile::tempdir().unwrap();
        fs::write(folder.path().join("a-secret"), "beside the folder").unwrap();
        let uploads = Uploads::new(folder.path().join("uploads"));
        uploads.store(uploads.begin(), id("aaaaaaaa"), Bytes::from_static(b"12345"), NOW).await.unwrap();
        assert_eq!(uploads.read("aaaaaaaa", 5).await, Ok(b"12345".to_vec()));
        assert_eq!(uploads.read("aaaaaaaa", 4).await, Err(DownloadError::TooLarge { limit: 4 }));
        for id in ["bbbbbbbb", "../a-secret", "/etc/hostname", "aaaaaaaa/../aaaaaaaa", "", "upload.part"] {
            assert_eq!(uploads.read(id, 5).await, Err(DownloadError::Gone), "{id}");
        }
    }

    #[tokio::test]
    async fn a_file_that_was_on_its_way_when_everything_was_deleted_is_not_stored() {
        let folder = tempfile::tempdir().unwrap();
        let folder = folder.path().join("uploads");
        let uploads = Uploads::new(folder.clone());
        let begun = uploads.begin();
        uploads.clear().await.unwrap();
        let stored = uploads.store(begun, id("aaaaaaaa"), Bytes::from_static(b"one"), NOW).await;
        assert!(matches!(stored.unwrap(), Stored::Deleted));
        assert!(!folder.exists());
        let stored = uploads.store(uploads.begin(), id("aaaaaaaa"), Bytes::from_static(b"one"), NOW).await;
        assert!(matches!(stored.unwrap(), Stored::File(_)), "who stays may send files again");
    }

    #[test]
    fn the_oldest_make_room() {
        let now = SystemTime::from(NOW);
        let file = |age, size, name: &str| (now - Duration::from_secs(age), size, PathBuf::from(name));
        let files = vec![
            file(0, MAX_TOTAL / 2, "new"),
            file(1, MAX_TOTAL / 2, "fits"),
            file(2, 1, "too much"),
            file(MAX_AGE.as_secs() + 1, 0, "too old"),
        ];
        let gone: Vec<_> = files_to_remove(files, now).collect();
        assert_eq!(gone, [Path::new("too much"), Path::new("too old")]);
    }
}
