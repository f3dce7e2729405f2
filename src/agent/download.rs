//! Fetching the file of a message from its platform.

use std::time::Duration;

use adjutant_channel::{Attachment, DownloadError};
use adjutant_domain::backoff::quadrupled;

use super::turn::Job;
use crate::core::Core;

/// Attempts to fetch a file.
const ATTEMPTS: u32 = 3;
/// The pause before the second attempt; the third comes after four times as long.
const FIRST_PAUSE: Duration = Duration::from_secs(1);

/// Returns the content of a file that arrived in the conversation of a turn, of at most `most` bytes. Retries failures
/// that may pass.
///
/// # Errors
/// Returns the reason why the file cannot be fetched.
pub(super) async fn fetch(
    core: &Core,
    job: &Job,
    file: &Attachment,
    most: u64,
) -> Result<Vec<u8>, DownloadError> {
    let channel = core.channels.get(&job.session.chat().channel).map_err(|_| DownloadError::Gone)?;
    let mut attempt = 1;
    loop {
        match channel.download(file, most).await {
            Err(DownloadError::Failed(why)) if attempt < ATTEMPTS => {
                tracing::warn!(attempt, %why, "cannot fetch a file");
            }
            fetched => return fetched,
        }
        core.clock.sleep(quadrupled(FIRST_PAUSE, attempt)).await;
        attempt += 1;
    }
}
