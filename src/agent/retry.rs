//! What came of a response is stored however long that takes.

use std::time::Duration;

use adjutant_store::db::{self, Tx};
use anyhow::Result;

use crate::core::Core;

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_secs(15);

/// Runs `work` in a transaction; again and again, for as long as it is the database that fails and the process does not
/// end. To ask the model anew would cost anew, and may bring something else than what people have seen.
///
/// # Errors
/// Those of `work`; of the database, where the process ends.
pub(super) async fn write<T, F>(core: &Core, work: F) -> Result<T>
where
    T: Send + 'static,
    F: AsyncFnOnce(&Tx) -> Result<T> + Clone + Send + 'static,
{
    loop {
        let error = match core.db.write(work.clone()).await {
            Err(error) if db::is_failing(&error) && !core.shutdown.is_cancelled() => error,
            done => return done,
        };
        tracing::error!(error = format!("{error:#}"), "what the model said cannot be stored yet");
        tokio::select! {
            () = core.shutdown.cancelled() => {}
            () = core.clock.sleep(PAUSE) => {}
        }
    }
}
