//! The person's uploads: one folder, in which files stay until they are old or the folder is full.

use std::{
    fs::{self, DirBuilder, File},
    io::{self, Read as _, Write as _},
    os::unix::fs::{DirBuilderExt as _, OpenOptionsExt as _},
    path::PathBuf,
    sync::{Arc, Mutex},
    time::{Duration, SystemTime},
};

use adjutant_channel::{Attachment, DownloadError};
use axum::body::Bytes;
use chrono::{DateTime, Utc};
use tokio::task::spawn_blocking;

use crate::{
    file_type::{self, FileInfo},
    lock,
    wire::{ClientId, NamedFile},
};

/// The largest accepted file, in bytes; `page/tray.js` and `texts::FILE_TOO_BIG` repeat it.
pub(crate) const MAX_FILE: usize = 20 * 1024 * 1024;

/// How much the folder may hold, in bytes; beyond that the oldest files are removed.
const MAX_TOTAL: u64 = 1024 * 1024 * 1024;

/// How long a file stays: 30 days.
const MAX_AGE: Duration = Duration::from_secs(30 * 24 * 60 * 60);

/// The folder of uploads. Files are named by the id that the page chose, so the person's own file name never reaches
/// the file system; it is a part of the message.
#[derive(Clone)]
pub(crate) struct Uploads {
    folder: PathBuf,
    /// Locked while files are added or removed.
    changing: Arc<Mutex<()>>,
}

impl Uploads {
    /// Returns the uploads of a folder, which the first upload creates.
    pub(crate) fn new(folder: PathBuf) -> Self {
        Self { folder, changing: Arc::default() }
    }

    /// Stores a file durably; a repeat replaces it.
    ///
    /// # Errors
    /// Returns an error if the file system fails.
    pub(crate) async fn store(&self, id: ClientId, bytes: Bytes, now: DateTime<Utc>) -> io::Result<FileInfo> {
        let uploads = self.clone();
        run_blocking(move || uploads.store_now(&id, &bytes, now.into())).await
    }

    /// Returns the path of the file with this id, whether it exists or not.
    pub(crate) fn path(&self, id: &ClientId) -> PathBuf {
        self.folder.join(id.as_str())
    }

    /// Returns an upload as an attachment.
    ///
    /// # Errors
    /// Returns an error if the file does not exist (any more) or cannot be read.
    pub(crate) async fn attach(&self, file: NamedFile) -> io::Result<Attachment> {
        let path = self.path(&file.id);
        let FileInfo { size, kind, .. } = run_blocking(move || file_type::inspect(&path)).await?;
        let file_id = file.id.as_str().to_owned();
        Ok(Attachment { kind, file_id, name: file.name.into(), size: Some(size) })
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
            uploads.enforce_limits(now.into())
        });
        if let Err(error) = removed.await {
            tracing::warn!(%error, "could not remove old uploads");
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
            match fs::remove_dir_all(&uploads.folder) {
                Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(()),
                removed => removed,
            }
        })
        .await
    }

    fn store_now(&self, id: &ClientId, bytes: &[u8], now: SystemTime) -> io::Result<FileInfo> {
        let _changing = lock(&self.changing);
        DirBuilder::new().recursive(true).mode(0o700).create(&self.folder)?;
        // Ids contain no dot, so nobody can request an incomplete file.
        let (path, part) = (self.path(id), self.folder.join("upload.part"));
        let mut file = File::options().write(true).create(true).truncate(true).mode(0o600).open(&part)?;
        file.write_all(bytes)?;
        // The gateway's clock dates the file, since it also decides when the file is old.
        file.set_modified(now)?;
        file.sync_all()?;
        fs::rename(part, &path)?;
        if let Err(error) = self.enforce_limits(now) {
            tracing::warn!(%error, "could not remove old uploads");
        }
        file_type::inspect(&path)
    }

    fn enforce_limits(&self, now: SystemTime) -> io::Result<()> {
        let entries = match fs::read_dir(&self.folder) {
            Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(()),
            entries => entries?,
        };
        let mut files = Vec::new();
        for entry in entries {
            let entry = entry?;
            let metadata = entry.metadata()?;
            files.push((metadata.modified()?, metadata.len(), entry.path()));
        }
        files.sort_unstable_by(|one, other| other.cmp(one));
        for path in files_to_remove(files, now) {
            fs::remove_file(path)?;
        }
        Ok(())
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

        uploads.store(id("aaaaaaaa"), Bytes::from_static(b"one"), NOW).await.unwrap();
        let mode = |path: &Path| fs::metadata(path).unwrap().permissions().mode() & 0o777;
        assert_eq!((mode(&folder), mode(&folder.join("aaaaaaaa"))), (0o700, 0o600));

        uploads.store(id("bbbbbbbb"), Bytes::from_static(b"two"), NOW + TimeDelta::days(30)).await.unwrap();
        assert_eq!(names(&folder).await, ["aaaaaaaa", "bbbbbbbb"]);
        uploads.remove_expired(NOW + TimeDelta::days(31)).await;
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
        uploads.store(id("aaaaaaaa"), Bytes::from_static(b"12345"), NOW).await.unwrap();
        assert_eq!(uploads.read("aaaaaaaa", 5).await, Ok(b"12345".to_vec()));
        assert_eq!(uploads.read("aaaaaaaa", 4).await, Err(DownloadError::TooLarge { limit: 4 }));
        for id in ["bbbbbbbb", "../a-secret", "/etc/hostname", "aaaaaaaa/../aaaaaaaa", "", "upload.part"] {
            assert_eq!(uploads.read(id, 5).await, Err(DownloadError::Gone), "{id}");
        }
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
