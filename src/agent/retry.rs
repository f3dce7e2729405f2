//! Storing the outcome of a model response or a call, with retries until it succeeds.

use std::{sync::Arc, time::Duration};

use adjutant_store::db::{self, Scope, SyncedTx, Tx};
use anyhow::{Error, Result};

use crate::core::Core;

/// The pause between two attempts.
const PAUSE: Duration = Duration::from_secs(15);

/// Runs `work` in a transaction. Retries while the database fails and the process is not shutting down. A new request
/// to the model would cost again and could differ from the text that people have seen, and a call whose result is lost
/// may have changed something.
///
/// # Errors
/// Returns the error of `work`, or a database error if the process is shutting down.
pub(super) async fn write<T, F>(core: &Core, scope: Scope, work: F) -> Result<T>
where
    T: Send + 'static,
    F: AsyncFn(&SyncedTx) -> Result<T> + Send + Sync + 'static,
{
    let work = Arc::new(work);
    loop {
        let (scope, work) = (scope.clone(), work.clone());
        match core.db.write(scope, async move |tx| work(tx).await).await {
            Ok(value) => return Ok(value),
            Err(error) => pause(core, error).await?,
        }
    }
}

/// As [`write`], with [`Db::write_unsynced`](adjutant_store::db::Db::write_unsynced).
///
/// # Errors
/// As [`write`].
pub(super) async fn write_unsynced<T, F>(core: &Core, scope: Scope, work: F) -> Result<T>
where
    T: Send + 'static,
    F: AsyncFn(&Tx) -> Result<T> + Send + Sync + 'static,
{
    let work = Arc::new(work);
    loop {
        let (scope, work) = (scope.clone(), work.clone());
        match core.db.write_unsynced(scope, async move |tx| work(tx).await).await {
            Ok(value) => return Ok(value),
            Err(error) => pause(core, error).await?,
        }
    }
}

/// Waits before the next attempt. Returns the error if there is no next attempt.
async fn pause(core: &Core, error: Error) -> Result<()> {
    if !db::is_storage_failure(&error) || core.shutdown.is_cancelled() {
        return Err(error);
    }
    tracing::error!(error = format!("{error:#}"), "cannot store an outcome; retrying");
    tokio::select! {
        () = core.shutdown.cancelled() => {}
        () = core.clock.sleep(PAUSE) => {}
    }
    Ok(())
}
