//! What a model reasons before a response.

use std::sync::atomic::{AtomicU32, Ordering::Relaxed};

use serde_json::Value;

/// The reasoning before one response. What it holds beside the text goes back to the same model only, with the
/// response's calls, for as long as the turn is in memory: providers want it then, and no later.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Reasoning {
    /// For people; empty where the provider returns none.
    pub text: String,
    pub(crate) kept: Kept,
}

impl Reasoning {
    /// Returns whether a model may want it back.
    pub fn goes_back(&self) -> bool {
        self.kept.by.is_some()
    }

    /// Returns roughly how many bytes of a request it takes.
    pub fn size(&self) -> usize {
        let parts = self.kept.parts.iter().map(|part| match part {
            Part::Signature(text) | Part::Text(text) => text.len(),
            Part::Custom(value) => value.to_string().len(),
        });
        parts.chain(self.kept.of_calls.iter().flatten().map(String::len)).sum()
    }
}

/// What a provider wants back.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Kept {
    /// `None`: nobody wants it back.
    pub by: Option<ModelId>,
    /// In the order in which they came.
    pub parts: Vec<Part>,
    /// The signatures of each call, in the order of the calls.
    pub of_calls: Vec<Vec<String>>,
}

#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Part {
    /// A proof that the text before or after it is the provider's own.
    Signature(String),
    Text(String),
    /// A block that only its provider reads.
    Custom(Value),
}

/// A model of this process: two that have the same name are not the same.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct ModelId(u32);

impl ModelId {
    pub fn next() -> Self {
        static NEXT: AtomicU32 = AtomicU32::new(0);
        Self(NEXT.fetch_add(1, Relaxed))
    }
}
