//! Ids derived from the ids of turns and runs, so that every process derives the same ones.

use std::{
    hash::{BuildHasher as _, RandomState},
    sync::atomic::{AtomicU64, Ordering},
};

use sha2::{Digest as _, Sha256};

/// The id of a trace.
pub type TraceId = [u8; 16];
/// The id of a span.
pub type SpanId = [u8; 8];

/// Returns the id of the trace of a turn or run. The turn's or run's id cannot be derived from it.
pub fn of_trace(key: &str) -> TraceId {
    part(&["trace", key])
}

/// Returns the id of a span that occurs only once in a trace.
pub fn of_span(key: &str, name: &str) -> SpanId {
    part(&["span", name, key])
}

fn part<const N: usize>(words: &[&str]) -> [u8; N] {
    let digest = Sha256::digest(words.join("\n"));
    std::array::from_fn(|at| digest[at])
}

/// Returns whether a trace belongs to this share of all traces. Every process decides alike for every part of a trace.
pub fn is_sampled(trace: TraceId, share: f64) -> bool {
    let [.., a, b, c, d] = trace;
    // A share of 0 samples no traces, and a share of 1 all.
    f64::from(u32::from_be_bytes([a, b, c, d])) < share * (f64::from(u32::MAX) + 1.0)
}

/// Generates ids that no other span has.
#[derive(Default)]
pub(crate) struct Fresh {
    random: RandomState,
    made: AtomicU64,
}

impl Fresh {
    pub(crate) fn id(&self) -> SpanId {
        // Zero would mean that there is no id.
        self.random.hash_one(self.made.fetch_add(1, Ordering::Relaxed)).max(1).to_be_bytes()
    }
}
