//! Downloads of received files, made when a file is needed.

use adjutant_channel::{Attachment, DownloadError};
use adjutant_net::{check_size, download};
use reqwest::StatusCode;
use url::{Host, Url};

use crate::{api::Api, errors::CallError};

/// The hosts that serve Discord's files.
const HOSTS: [&str; 2] = ["cdn.discordapp.com", "media.discordapp.net"];

/// Downloads a file whole. Checks its size before, if known, and while it arrives.
pub(crate) async fn download_attachment(
    api: &Api,
    attachment: &Attachment,
    max_bytes: u64,
) -> Result<Vec<u8>, DownloadError> {
    check_size(attachment.size, max_bytes)?;
    let url = Url::parse(&attachment.file_id).ok().filter(|url| is_discords(api, url));
    // The attachment is a card such as a poll, or its URL is not Discord's.
    let url = url.ok_or(DownloadError::Gone)?;
    let response = api.fetch(url, attachment.size.unwrap_or(max_bytes)).await.map_err(failed)?;
    match response.status() {
        StatusCode::OK => download(response, max_bytes).await,
        // A file's URL expires after about a day.
        StatusCode::NOT_FOUND | StatusCode::FORBIDDEN | StatusCode::GONE => Err(DownloadError::Gone),
        // The media proxy cannot render the file.
        StatusCode::UNSUPPORTED_MEDIA_TYPE => Err(DownloadError::Gone),
        status => Err(DownloadError::Failed(format!("Discord answered {status}"))),
    }
}

fn is_discords(api: &Api, url: &Url) -> bool {
    let is_known = matches!(url.host(), Some(Host::Domain(host)) if HOSTS.contains(&host));
    (is_known && url.scheme() == "https" && url.port().is_none()) || api.is_origin_of(url)
}

fn failed(error: CallError) -> DownloadError {
    DownloadError::Failed(error.to_string())
}
