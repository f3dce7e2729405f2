//! Traces for an OpenTelemetry collector, by OTLP over HTTP: the spans that the log has anyway.
//!
//! **A turn is one trace**, whichever process works on it, and however often it broke off: the trace's id follows from the
//! turn's (see [`ids`]). A span belongs to the trace of the span that it is in; the outermost says by a field whose it is.
//! Spans that belong to no turn are not recorded.
//!
//! **Nobody is in it.** Of a span's fields only those of a short list are taken, and no event. **Nobody waits for it**:
//! what the collector does not take in time is dropped and counted.
//!
//! The protocol's messages are `opentelemetry-proto`'s. Its exporter is not used: it takes settings from the environment,
//! past those of the operator, and does not say what it drops. Nor is `tracing-opentelemetry`: it makes up the ids of
//! traces, and takes every field and event.

#![warn(missing_docs)]

mod encode;
mod export;
pub mod ids;
mod record;
mod span;

use std::sync::{
    Arc,
    atomic::{AtomicU64, Ordering},
};

use adjutant_clock::Timer;
use anyhow::Result;
use tokio::sync::mpsc;
use url::Url;

pub use export::{Counts, Exporter};
pub use record::{PAST, Recorder, is_recorded};

/// How many spans wait for the exporter; further ones are dropped.
const QUEUE: usize = 4096;

/// Where traces go.
pub struct Settings {
    /// The collector's address, to which `v1/traces` is added.
    pub endpoint: Url,
    /// Names and values of headers, for a collector that asks who sends.
    pub headers: Vec<(String, String)>,
    /// The share of turns that are traced, 0 to 1.
    pub sample: f64,
    /// The program's version.
    pub version: &'static str,
}

/// Returns what records spans, and what sends them.
///
/// # Errors
/// Returns an error if a header is none, or TLS cannot be set up.
pub fn open(settings: Settings, clock: Arc<dyn Timer>) -> Result<(Recorder, Exporter)> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let lost = Lost::default();
    let recorder = Recorder::new(settings.sample, clock.clone(), (sender, lost.clone()));
    Ok((recorder, Exporter::new(settings, clock, (receiver, lost))?))
}

/// How many spans found no room.
#[derive(Clone, Default)]
struct Lost(Arc<AtomicU64>);

impl Lost {
    fn count(&self) {
        self.0.fetch_add(1, Ordering::Relaxed);
    }

    fn total(&self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }
}

#[cfg(test)]
mod tests;
