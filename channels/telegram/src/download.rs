//! Downloads of received files, made when a file is needed.

use adjutant_channel::{Attachment, DownloadError};
use adjutant_net::{check_size, download};
use reqwest::StatusCode;
use teloxide_core::{payloads::GetFile, types::FileId};

use crate::{api::Api, errors::CallError, wire::Download};

/// The largest file that a bot can download from Telegram, in bytes.
pub(crate) const MAX_DOWNLOAD: u64 = 20 * 1024 * 1024;

/// Downloads a file whole. Checks its size before, if known, and while it arrives.
pub(crate) async fn download_attachment(
    api: &Api,
    attachment: &Attachment,
    max_bytes: u64,
) -> Result<Vec<u8>, DownloadError> {
    let limit = max_bytes.min(MAX_DOWNLOAD);
    check_size(attachment.size, limit)?;
    // A card, such as a place or a contact.
    if attachment.file_id.is_empty() {
        return Err(DownloadError::Gone);
    }
    let request = GetFile::new(FileId(attachment.file_id.clone()));
    let found: Download = api.call(&request).await.map_err(failed)?;
    check_size(found.file_size, limit)?;
    let path = found.file_path.ok_or(DownloadError::Gone)?;

    let response = api.download(&path, found.file_size.unwrap_or(limit)).await.map_err(failed)?;
    match response.status() {
        StatusCode::OK => download(response, limit).await,
        StatusCode::NOT_FOUND => Err(DownloadError::Gone),
        status => Err(DownloadError::Failed(format!("Telegram answered {status}"))),
    }
}

fn failed(error: CallError) -> DownloadError {
    match error {
        CallError::Refused(refusal) if refusal.is_file_too_big() => {
            DownloadError::TooLarge { limit: MAX_DOWNLOAD }
        }
        CallError::Refused(refusal) if refusal.is_file_gone() => DownloadError::Gone,
        error => DownloadError::Failed(error.to_string()),
    }
}
