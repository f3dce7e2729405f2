//! Notices that the machine's time zone data have been updated.

use std::{sync::Arc, time::Duration};

use adjutant_clock::ZoneFiles;
use adjutant_domain::zones::data;

use crate::core::Core;

/// The pause between two checks. The scheduler recomputes the next due times after an update.
const EVERY: Duration = Duration::from_hours(1);

/// Checks each hour until shutdown.
pub(super) async fn run(core: Arc<Core>) {
    let files = ZoneFiles::of_machine();
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(EVERY) => {}
        }
        if files.install_newest() {
            tracing::info!(release = data::in_use().version, "the time zone data have been updated");
        }
    }
}
