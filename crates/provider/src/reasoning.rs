//! A model's reasoning before a response.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use serde_json::Value;

/// The reasoning before one response. The parts beside the text go back only to the same model, with the response's
/// calls, for as long as the turn is in memory: providers want them then, and no later.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasoning {
    /// The text for people; empty if the provider returns none.
    pub text: String,
    pub(crate) kept: Kept,
}

impl Reasoning {
    /// Returns whether a model may want the reasoning back.
    pub fn goes_back(&self) -> bool {
        self.kept.by.is_some()
    }

    /// Returns the approximate size of the reasoning in a request, in bytes.
    pub fn size(&self) -> usize {
        let parts = self.kept.parts.iter().map(|part| match part {
            Part::Signature(text) | Part::Text(text) => text.len(),
            Part::Custom(value) => value.to_string().len(),
        });
        parts.chain(self.kept.of_calls.iter().flatten().map(String::len)).sum()
    }
}

/// The parts of a reasoning that the provider wants back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// The model that wants them back; `None` if none does.
    pub by: Option<ModelId>,
    /// The parts in the order of arrival.
    pub parts: Vec<Part>,
    /// The signatures of each call, in the order of the calls.
    pub of_calls: Vec<Vec<String>>,
}

impl Kept {
    /// Returns whether there is nothing for the provider to get back.
    pub fn is_empty(&self) -> bool {
        self.parts.is_empty() && self.of_calls.iter().all(Vec::is_empty)
    }
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// A proof that the text before or after it is the provider's own.
    Signature(String),
    Text(String),
    /// A block that only its provider reads.
    Custom(Value),
}

/// A model of this process: two models with the same name have different ids.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModelId(u32);

impl ModelId {
    pub fn next() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self(NEXT.fetch_add(1, Relaxed))
    }
}
