//! Metrics for operators: their stable names, and the output for Prometheus. They contain no id of a person, no chat,
//! no path and no text: labels have few values, each from a closed set or from the operator's settings.
//!
//! There is no recorder for the whole process: code that counts is given a [`Metrics`], so that two gateways in one
//! process, as in tests, do not share their counts.

#![warn(missing_docs)]

pub mod names;

#[cfg(test)]
mod tests;

use metrics::{Key, KeyName, Label, Level, Metadata, Recorder as _};
use metrics_exporter_prometheus::{Matcher, PrometheusBuilder, PrometheusRecorder};

use crate::names::{ALL, Kind, Metric};

static METADATA: Metadata<'static> = Metadata::new("adjutant", Level::INFO, None);

/// Everything counted and measured so far.
pub struct Metrics(PrometheusRecorder);

impl Default for Metrics {
    fn default() -> Self {
        Self::new()
    }
}

impl Metrics {
    /// Returns a recorder with nothing recorded.
    ///
    /// # Panics
    /// Panics if a histogram has no buckets, which a test excludes.
    pub fn new() -> Self {
        let builder = ALL.iter().fold(PrometheusBuilder::new(), |builder, metric| match metric.kind {
            Kind::Histogram(buckets) => builder
                .set_buckets_for_metric(Matcher::Full(metric.name.to_owned()), buckets)
                .expect("each histogram has buckets, as a test shows"),
            Kind::Counter | Kind::Gauge => builder,
        });
        let recorder = builder.build_recorder();
        for metric in ALL {
            let (name, help) = (KeyName::from_const_str(metric.name), metric.help.into());
            match metric.kind {
                Kind::Counter => recorder.describe_counter(name, None, help),
                Kind::Gauge => recorder.describe_gauge(name, None, help),
                Kind::Histogram(_) => recorder.describe_histogram(name, None, help),
            }
        }
        Self(recorder)
    }

    /// Adds to a counter. `values` are the values of its labels, in order.
    pub fn add(&self, metric: &'static Metric, values: &[&str], by: u64) {
        self.0.register_counter(&key(metric, values), &METADATA).increment(by);
    }

    /// Sets a counter that is counted elsewhere. A lower value has no effect.
    pub fn set_total(&self, metric: &'static Metric, values: &[&str], to: u64) {
        self.0.register_counter(&key(metric, values), &METADATA).absolute(to);
    }

    /// Sets a gauge.
    pub fn set(&self, metric: &'static Metric, values: &[&str], to: f64) {
        self.0.register_gauge(&key(metric, values), &METADATA).set(to);
    }

    /// Adds a value to a histogram.
    pub fn observe(&self, metric: &'static Metric, values: &[&str], value: f64) {
        self.0.register_histogram(&key(metric, values), &METADATA).record(value);
    }

    /// Returns everything in Prometheus' text format.
    pub fn render(&self) -> String {
        self.0.handle().render()
    }

    /// Sorts the observed values into their buckets. They are stored one by one until then, so this must be called now
    /// and then if nobody reads the metrics.
    pub fn tidy(&self) {
        self.0.handle().run_upkeep();
    }
}

fn key(metric: &'static Metric, values: &[&str]) -> Key {
    debug_assert_eq!(metric.labels.len(), values.len(), "{}: a value for each label", metric.name);
    let labels = metric.labels.iter().zip(values);
    Key::from_parts(
        metric.name,
        labels.map(|(name, value)| Label::new(*name, (*value).to_owned())).collect::<Vec<_>>(),
    )
}
