//! Retries of requests.

use std::time::Duration;

use adjutant_net::Backoff;
use tokio::time::sleep;

use crate::errors::CallError;

/// The longest pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_secs(15);

/// Makes a request up to `attempts` times, pausing as long as Discord asks or with growing backoff.
///
/// # Errors
/// Returns the last attempt's error; returns a refusal at once.
pub(crate) async fn retry<T, F>(attempts: u32, mut request: impl FnMut() -> F) -> Result<T, CallError>
where
    F: Future<Output = Result<T, CallError>>,
{
    let mut backoff = Backoff::new();
    for _ in 1..attempts {
        match request().await {
            Err(CallError::RetryAfter(pause)) if pause <= MAX_PAUSE => sleep(pause).await,
            Err(CallError::NotSent(_) | CallError::Unknown(_)) => sleep(backoff.pause(MAX_PAUSE)).await,
            settled => return settled,
        }
    }
    request().await
}
