//! Uploads and downloads: one chunk in memory at a time, and never more bytes than allowed.

use std::path::Path;

use adjutant_channel::DownloadError;
use reqwest::{Body, Response, multipart::Part};
use tokio::fs::File;
use tokio_util::io::ReaderStream;

use crate::Fault;

/// The part of a file in memory during an upload, in bytes.
const CHUNK: usize = 64 * 1024;

/// A file that is read while it is sent.
pub struct Upload {
    name: String,
    size: u64,
    content: File,
}

impl Upload {
    /// Opens a file, to be shown under `name`, for a platform that accepts at most `max` bytes.
    ///
    /// # Errors
    /// Returns the reason why the file cannot be sent.
    pub async fn open(path: &Path, name: &str, platform: &str, max: u64) -> Result<Self, String> {
        let opened = async {
            let content = File::open(path).await?;
            let metadata = content.metadata().await?;
            std::io::Result::Ok((content, metadata))
        };
        match opened.await {
            Err(error) => Err(format!("the file cannot be read: {error}")),
            Ok((_, metadata)) if !metadata.is_file() => Err("the path to send is not a file".into()),
            Ok((_, metadata)) if metadata.len() == 0 => Err("the file is empty".into()),
            Ok((_, metadata)) if metadata.len() > max => {
                Err(format!("the file is larger than the {} MB that {platform} takes", max >> 20))
            }
            Ok((content, metadata)) => Ok(Self { name: file_name(name), size: metadata.len(), content }),
        }
    }

    /// Returns the file's size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// Returns the file as a part of a form.
    pub fn into_part(self) -> Part {
        let stream = Body::wrap_stream(ReaderStream::with_capacity(self.content, CHUNK));
        Part::stream_with_length(stream, self.size).file_name(self.name)
    }
}

/// Removes control characters from a file's name, because the name becomes part of a header line.
pub fn file_name(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Reads a whole response; returns `None` if it has more than `limit` bytes. Reads nothing if its announced size is
/// above the limit.
///
/// # Errors
/// Returns an error if the transfer breaks off.
pub async fn read(mut response: Response, limit: u64) -> reqwest::Result<Option<Vec<u8>>> {
    let announced = response.content_length().unwrap_or_default();
    if announced > limit {
        return Ok(None);
    }
    let mut bytes = Vec::with_capacity(announced as usize);
    while let Some(chunk) = response.chunk().await? {
        bytes.extend_from_slice(&chunk);
        if bytes.len() as u64 > limit {
            return Ok(None);
        }
    }
    Ok(Some(bytes))
}

/// Reads a whole response, which is a file that was received, as [`read`] does.
///
/// # Errors
/// Returns an error if the file is too large or the transfer breaks off.
pub async fn download(response: Response, limit: u64) -> Result<Vec<u8>, DownloadError> {
    let bytes = read(response, limit).await.map_err(|error| {
        let (Fault::NotSent(what) | Fault::Unknown(what)) = error.into();
        DownloadError::Failed(what)
    });
    bytes?.ok_or(DownloadError::TooLarge { limit })
}

/// Checks the size that a platform states for a file.
///
/// # Errors
/// Returns [`DownloadError::TooLarge`] if it is above the limit.
pub fn check_size(size: Option<u64>, limit: u64) -> Result<(), DownloadError> {
    match size {
        Some(size) if size > limit => Err(DownloadError::TooLarge { limit }),
        _ => Ok(()),
    }
}
