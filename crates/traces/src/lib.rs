//! Traces for an OpenTelemetry collector, by OTLP over HTTP, made from the spans of the log.
//!
//! **A turn is one trace**, whichever processes work on it, and however often it is interrupted: the trace's id is
//! derived from the turn's (see [`ids`]). A span belongs to the trace of its parent; the outermost span names its turn
//! in a field. Spans that belong to no turn are not recorded.
//!
//! **Traces contain nothing about people.** Only a short list of a span's fields is exported, and no events. **Nobody
//! waits for traces**: spans that the collector does not accept in time are dropped and counted.
//!
//! The protocol's messages are `opentelemetry-proto`'s. Its exporter is not used: it takes settings from the
//! environment, which bypass those of the operator, and does not report the spans that it drops. Nor is
//! `tracing-opentelemetry`: it generates random trace ids, and exports every field and event.

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

/// How many spans can wait for the exporter; further ones are dropped.
const QUEUE: usize = 4096;

/// The settings for traces.
pub struct Settings {
    /// The collector's address without the path `v1/traces`, which is added.
    pub endpoint: Url,
    /// Names and values of headers, for a collector that requires authentication.
    pub headers: Vec<(String, String)>,
    /// The share of turns that are traced, 0 to 1.
    pub sample: f64,
    /// The program's version.
    pub version: &'static str,
}

/// Returns the recorder of spans, and the exporter that sends them.
///
/// # Errors
/// Returns an error if a header is invalid, or TLS cannot be set up.
pub fn open(settings: Settings, clock: Arc<dyn Timer>) -> Result<(Recorder, Exporter)> {
    let (sender, receiver) = mpsc::channel(QUEUE);
    let lost = Lost::default();
    let recorder = Recorder::new(settings.sample, clock.clone(), (sender, lost.clone()));
    Ok((recorder, Exporter::new(settings, clock, (receiver, lost))?))
}

/// The number of spans that were dropped because the queue was full.
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
