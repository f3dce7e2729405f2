//! Traces according to `[traces]`, if the program was built with them.

use std::sync::Arc;

use adjutant_clock::Timer;
use adjutant_config::Config;
use anyhow::Result;
use futures::future::BoxFuture;
use tokio_util::sync::CancellationToken;

use super::logging::Beside;
use crate::core::Core;

/// Sends recorded spans until the token is cancelled, and then the remaining ones.
pub(super) type Export = Box<dyn FnOnce(Arc<Core>, CancellationToken) -> BoxFuture<'static, ()> + Send>;

/// Returns the layer that records spans and the function that sends them; `None` if no collector is set.
///
/// # Errors
/// Returns an error if the program was built without traces, or a header cannot be sent.
#[cfg(feature = "otlp")]
pub(super) fn set_up(config: &Config, clock: Arc<dyn Timer>) -> Result<Option<(Beside, Export)>> {
    use adjutant_metrics::names::TRACE_SPANS;
    use adjutant_traces::{Counts, Settings, is_recorded};
    use anyhow::Context as _;
    use tracing_subscriber::{filter::FilterFn, layer::Layer as _};

    let Some(endpoint) = config.traces.endpoint.clone() else { return Ok(None) };
    let headers = config.traces.headers.iter().map(|header| (header.name.clone(), header.expose()));
    let settings = Settings {
        endpoint,
        headers: headers.collect(),
        sample: config.traces.sample,
        version: env!("CARGO_PKG_VERSION"),
    };
    let (recorder, exporter) = adjutant_traces::open(settings, clock).context("[traces]")?;
    let export = move |core: Arc<Core>, stop| -> BoxFuture<'static, ()> {
        let note = move |Counts { exported, dropped }| {
            core.metrics.set_total(TRACE_SPANS, &["exported"], exported);
            core.metrics.set_total(TRACE_SPANS, &["dropped"], dropped);
        };
        Box::pin(exporter.run(stop, note))
    };
    Ok(Some((Box::new(recorder.with_filter(FilterFn::new(is_recorded))), Box::new(export))))
}

#[cfg(not(feature = "otlp"))]
pub(super) fn set_up(config: &Config, _: Arc<dyn Timer>) -> Result<Option<(Beside, Export)>> {
    anyhow::ensure!(
        config.traces.endpoint.is_none(),
        "[traces] endpoint is set, but this program was built without traces. Build it with them: \
         cargo build --release --features otlp. Or remove the setting."
    );
    Ok(None)
}
