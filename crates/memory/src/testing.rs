//! An embedder for tests. Texts with common words get near vectors, and requests fail on demand.

#![expect(clippy::unwrap_used, reason = "what a test takes for granted may panic")]

use std::{
    hash::{DefaultHasher, Hash, Hasher},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use async_trait::async_trait;
use tokio::sync::Semaphore;
use unicode_segmentation::UnicodeSegmentation;

use super::embedder::{EmbedError, Embedder, Purpose};

/// The default number of dimensions of a [`Bag`]'s vectors.
pub const DIMENSIONS: usize = 64;

/// A bag-of-words embedder: each word has its own dimension, as long as there are enough dimensions.
pub struct Bag {
    space: String,
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    dimensions: usize,
    down: Option<EmbedError>,
    refused: Option<String>,
    gate: Option<Arc<Semaphore>>,
    asked: Vec<Vec<String>>,
}

impl Bag {
    /// Creates an embedder whose vectors are in the space of this name.
    pub fn new(space: &str) -> Arc<Self> {
        let state = State { dimensions: DIMENSIONS, ..State::default() };
        Arc::new(Self { space: space.to_owned(), state: Mutex::new(state) })
    }

    /// Makes every request fail with `error`; `None` makes it work again.
    pub fn set_down(&self, error: Option<EmbedError>) {
        self.lock().down = error;
    }

    /// Makes every request with this text fail.
    pub fn refuse(&self, text: &str) {
        self.lock().refused = Some(text.to_owned());
    }

    /// Changes the number of dimensions of the vectors.
    pub fn set_dimensions(&self, dimensions: usize) {
        self.lock().dimensions = dimensions;
    }

    /// Makes each request wait for a permit.
    pub fn hold(&self) -> Arc<Semaphore> {
        let gate = Arc::new(Semaphore::new(0));
        self.lock().gate = Some(gate.clone());
        gate
    }

    /// Returns the texts of each request since the last call.
    pub fn asked(&self) -> Vec<Vec<String>> {
        std::mem::take(&mut self.lock().asked)
    }

    /// Returns the vector of a text, of unit length.
    pub fn vector(&self, text: &str) -> Vec<f32> {
        let mut vector = vec![0.0_f32; self.lock().dimensions];
        for word in text.unicode_words() {
            let mut hasher = DefaultHasher::new();
            word.to_lowercase().hash(&mut hasher);
            let dimension = hasher.finish() % vector.len() as u64;
            vector[dimension as usize] += 1.0;
        }
        let length = vector.iter().map(|number| number * number).sum::<f32>().sqrt();
        if length == 0.0 {
            vector[0] = 1.0;
            return vector;
        }
        vector.iter().map(|number| number / length).collect()
    }

    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

#[async_trait]
impl Embedder for Bag {
    fn space(&self) -> &str {
        &self.space
    }

    async fn embed(&self, texts: &[String], _: Purpose) -> Result<Vec<Vec<f32>>, EmbedError> {
        let gate = {
            let mut state = self.lock();
            state.asked.push(texts.to_vec());
            state.gate.clone()
        };
        if let Some(gate) = gate {
            gate.acquire().await.unwrap().forget();
        }
        let (down, refused) = {
            let state = self.lock();
            (state.down.clone(), state.refused.clone())
        };
        if let Some(error) = down {
            return Err(error);
        }
        if refused.is_some_and(|refused| texts.contains(&refused)) {
            return Err(unavailable("a text is refused"));
        }
        Ok(texts.iter().map(|text| self.vector(text)).collect())
    }
}

/// A failure that a retry may fix.
pub fn unavailable(why: &str) -> EmbedError {
    EmbedError::Unavailable { why: why.to_owned(), retry_after: None }
}
