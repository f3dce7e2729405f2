//! Files on their way out and in: a piece in memory at a time, and never more of them than was allowed.

use std::path::Path;

use reqwest::{Body, Response, multipart::Part};
use tokio::fs::File;
use tokio_util::io::ReaderStream;

/// How much of a file is in memory while it is sent, in bytes.
const CHUNK: usize = 64 * 1024;

/// A file that is read while it is sent.
pub struct Upload {
    name: String,
    size: u64,
    content: File,
}

impl Upload {
    /// Opens a file, which people will see under this name, for a platform that takes at most `max` bytes.
    ///
    /// # Errors
    /// Why it cannot be sent, in words.
    pub async fn open(path: &Path, name: &str, platform: &str, max: u64) -> Result<Self, String> {
        let opened = async {
            let content = File::open(path).await?;
            let metadata = content.metadata().await?;
            std::io::Result::Ok((content, metadata))
        };
        match opened.await {
            Err(error) => Err(format!("the file cannot be read: {error}")),
            Ok((_, metadata)) if !metadata.is_file() => Err("what is to be sent is not a file".into()),
            Ok((_, metadata)) if metadata.len() == 0 => Err("the file is empty".into()),
            Ok((_, metadata)) if metadata.len() > max => {
                Err(format!("the file is larger than the {} MB that {platform} takes", max >> 20))
            }
            Ok((content, metadata)) => Ok(Self { name: file_name(name), size: metadata.len(), content }),
        }
    }

    /// Its size in bytes.
    pub fn size(&self) -> u64 {
        self.size
    }

    /// The file as a part of a form.
    pub fn into_part(self) -> Part {
        let stream = Body::wrap_stream(ReaderStream::with_capacity(self.content, CHUNK));
        Part::stream_with_length(stream, self.size).file_name(self.name)
    }
}

/// A file's name as it can be sent: it becomes a line of a header.
pub fn file_name(name: &str) -> String {
    name.chars().filter(|c| !c.is_control()).collect()
}

/// Reads an answer whole; `None` if it has more than `limit` bytes, which is seen before it is read where it says so.
///
/// # Errors
/// It broke off.
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
