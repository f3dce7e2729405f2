//! Files to send.

use adjutant_channel::Media;
use adjutant_net::Upload;
use serenity::all::CreateAttachment;

use crate::errors::CallError;

/// The largest file that Discord accepts from a bot, in bytes.
pub(crate) const MAX_UPLOAD: u64 = 10 * 1024 * 1024;

/// Returns a request body's description of one of its files.
pub(crate) fn attachment_metadata(media: &Media) -> CreateAttachment {
    CreateAttachment::bytes(Vec::new(), adjutant_net::file_name(&media.name))
}

/// Opens a file to send.
///
/// # Errors
/// Returns an error if the file cannot be read or sent.
pub(crate) async fn open_upload(media: &Media) -> Result<Upload, CallError> {
    let opened = Upload::open(&media.path, &media.name, "Discord", MAX_UPLOAD).await;
    opened.map_err(CallError::refused)
}
