//! Retries of requests.

use std::time::Duration;

use adjutant_net::Backoff;
use tokio::time::sleep;

use crate::errors::CallError;

/// The longest pause between two attempts.
const MAX_PAUSE: Duration = Duration::from_secs(15);

/// The shortest pause for a rate limit.
const MIN_PAUSE: Duration = Duration::from_millis(50);

/// How long a request waits for its turn in all: one of a burst finds its bucket taken by the others again and again.
const MAX_WAIT: Duration = Duration::from_secs(60);

/// Makes a request up to `attempts` times, with growing backoff. A rate limit is no failure: the request waits for its
/// turn as long as Discord asks, within reason, and that is no attempt.
///
/// # Errors
/// Returns the last attempt's error; returns a refusal at once.
pub(crate) async fn retry<T, F>(attempts: u32, mut request: impl FnMut() -> F) -> Result<T, CallError>
where
    F: Future<Output = Result<T, CallError>>,
{
    let mut backoff = Backoff::new();
    let (mut attempt, mut waited) = (1, Duration::ZERO);
    loop {
        match request().await {
            Err(CallError::RetryAfter(pause)) if pause <= MAX_PAUSE && waited < MAX_WAIT => {
                let pause = pause.max(MIN_PAUSE);
                waited += pause;
                sleep(pause).await;
            }
            Err(CallError::NotSent(_) | CallError::Unknown(_)) if attempt < attempts => {
                attempt += 1;
                sleep(backoff.pause(MAX_PAUSE)).await;
            }
            settled => return settled,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::cell::Cell;

    use tokio::time::Instant;

    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_request_waits_for_its_turn_for_a_minute_and_fails_a_few_times() {
        let begun = Instant::now();
        let pause = Duration::from_millis(250);
        let limited = retry(2, || async { Err::<(), _>(CallError::RetryAfter(pause)) }).await;
        assert!(matches!(limited, Err(CallError::RetryAfter(_))), "{limited:?}");
        assert_eq!(begun.elapsed(), MAX_WAIT);

        let made = Cell::new(0);
        let failed = retry(2, || async {
            made.set(made.get() + 1);
            Err::<(), _>(CallError::NotSent("cut".into()))
        });
        assert!(matches!(failed.await, Err(CallError::NotSent(_))));
        assert_eq!(made.get(), 2);
    }
}
