//! A person's data as a whole: `/export` sends it to them, `/forget_me` deletes it. The same worker also removes
//! messages with secrets.
//!
//! All of this takes longer than a transaction may. So the command only stores a row, and one process works through the
//! rows. After a crash it restarts or continues.

use std::{panic::AssertUnwindSafe, sync::Arc, time::Duration};

use adjutant_store::{
    db::Scope,
    export as exports, forget as forgettings,
    leases::{self, LeaseName},
    secrets,
};
use anyhow::{Result, anyhow};
use futures::FutureExt;

use super::vault::removal;
use crate::core::Core;

pub(crate) mod export;
pub(crate) mod forget;

/// How often the database is polled for rows that no wake-up announced.
const LOOK_EVERY: Duration = Duration::from_secs(1);

/// Processes requests until shutdown.
pub(crate) async fn run(core: Arc<Core>) {
    while !core.shutdown.is_cancelled() {
        let processed = AssertUnwindSafe(process_requests(&core)).catch_unwind().await;
        if let Err(error) = processed.unwrap_or_else(|_| Err(anyhow!("the requests panicked"))) {
            tracing::error!(error = format!("{error:#}"), "export or deletion broke off; retrying");
        }
        tokio::select! {
            () = core.shutdown.cancelled() => {}
            () = core.wakeups.privacy.notified() => {}
            () = core.clock.sleep(LOOK_EVERY) => {}
        }
    }
}

/// Processes all requests that are ready now.
pub(crate) async fn process_requests(core: &Arc<Core>) -> Result<()> {
    if !is_work(core).await? {
        return Ok(());
    }
    let process = core.process.clone();
    let lease =
        core.db.write(Scope::Global, async move |tx| leases::acquire(tx, &process, LeaseName::Privacy).await);
    // Another process works through the rows.
    let Some(lease) = lease.await? else { return Ok(()) };
    // An error in one kind does not stop the others.
    let exported = export::process_requests(core).await;
    let removed = removal::process_requests(core).await;
    let done = forget::process_requests(core).await.and(exported).and(removed);
    let process = core.process.clone();
    core.db.write(Scope::Global, async move |tx| leases::release(tx, &process, &lease).await).await?;
    done
}

async fn is_work(core: &Arc<Core>) -> Result<bool> {
    let now = core.clock.timestamp();
    core.db
        .read(async move |tx| {
            Ok(exports::next(tx, now).await?.is_some()
                || !secrets::to_remove(tx).await?.is_empty()
                || forgettings::is_work(tx, now).await?)
        })
        .await
}

#[cfg(test)]
mod tests;
