//! Ids that follow from what they are of, so that every process says the same.

use std::{
    hash::{BuildHasher as _, RandomState},
    sync::atomic::{AtomicU64, Ordering},
};

use sha2::{Digest as _, Sha256};

/// The id of a trace.
pub type TraceId = [u8; 16];
/// The id of a span.
pub type SpanId = [u8; 8];

/// Returns the id of the trace of a turn or run. The id of that cannot be told from it.
pub fn of_trace(key: &str) -> TraceId {
    part(&["trace", key])
}

/// Returns the id of a span of which a trace has one.
pub fn of_span(key: &str, name: &str) -> SpanId {
    part(&["span", name, key])
}

fn part<const N: usize>(words: &[&str]) -> [u8; N] {
    let digest = Sha256::digest(words.join("\n"));
    std::array::from_fn(|at| digest[at])
}

/// Returns whether a trace is one of this share of all. Every process, and every part of a trace, decides alike.
pub fn is_sampled(trace: TraceId, share: f64) -> bool {
    let [.., a, b, c, d] = trace;
    // Of 0 none, and of 1 all.
    f64::from(u32::from_be_bytes([a, b, c, d])) < share * (f64::from(u32::MAX) + 1.0)
}

/// Makes ids that no other span has.
#[derive(Default)]
pub(crate) struct Fresh {
    random: RandomState,
    made: AtomicU64,
}

impl Fresh {
    pub(crate) fn id(&self) -> SpanId {
        // Zero would mean that there is none.
        self.random.hash_one(self.made.fetch_add(1, Ordering::Relaxed)).max(1).to_be_bytes()
    }
}
