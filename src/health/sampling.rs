//! Samples data for plots once a minute, because no row keeps it.

use std::{sync::Arc, time::Duration};

use adjutant_store::outbox;
use anyhow::Result;

use crate::core::{Core, history::EVERY};

/// Takes samples until the process ends.
pub(crate) async fn sample(core: Arc<Core>) {
    loop {
        match queue_age(&core).await {
            Ok(age) => core.history.add(core.clock.timestamp(), age),
            Err(error) => {
                tracing::warn!(error = format!("{error:#}"), "cannot look up how long messages wait");
            }
        }
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(EVERY) => {}
        }
    }
}

/// Returns the age of the oldest message that waits for delivery.
async fn queue_age(core: &Core) -> Result<Duration> {
    let depths = core.db.read(async |tx| outbox::depths(tx).await).await?;
    let (now, oldest) = (core.clock.timestamp(), depths.iter().filter_map(|depth| depth.oldest).min());
    Ok(oldest.map(|at| now.since(at)).unwrap_or_default())
}
