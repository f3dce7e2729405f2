//! Requests the time from the platforms while the clock is in doubt: their responses carry a date. Telegram is polled
//! anyway, but with Discord hours may pass without a request.

use std::{sync::Arc, time::Duration};

use adjutant_domain::clock::Why;
use tokio::time::timeout;

use crate::core::Core;

/// The pause between two checks.
const EVERY: Duration = Duration::from_mins(1);
/// How long to wait for one platform.
const PATIENCE: Duration = Duration::from_secs(10);

/// Checks each minute until shutdown.
pub(super) async fn run(core: Arc<Core>) {
    loop {
        tokio::select! {
            () = core.shutdown.cancelled() => return,
            () = core.clock.sleep(EVERY) => {}
        }
        if !core.trust.doubt().is_some_and(|doubt| matches!(doubt.why, Why::LongAbsence | Why::Jumped)) {
            continue;
        }
        let receiving = core.duties.receiving.borrow().clone();
        for channel in core.channels.all().filter(|channel| receiving.contains(channel.name())) {
            // Only the date of the response counts; failures are handled elsewhere.
            let _ = timeout(PATIENCE, channel.check()).await;
        }
    }
}
