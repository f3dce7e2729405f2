//! Sentence embeddings: the trait [`Embedder`] and its implementations.

mod local;
mod remote;

use std::{sync::Arc, time::Duration};

use adjutant_clock::Timer;
use adjutant_config::{Config, EmbeddingSource};
use async_trait::async_trait;

pub use local::Local;
pub use remote::Remote;

/// Returns the configured embedder, or `None` if embeddings are off. Blocking: reads all files of a folder's model, for
/// the checksum.
///
/// # Errors
/// Returns an error if the model's files cannot be read, or TLS cannot be set up.
pub fn configured(config: &Config, clock: Arc<dyn Timer>) -> anyhow::Result<Option<Arc<dyn Embedder>>> {
    let settings = &config.memory.embeddings;
    Ok(Some(match (settings.source, &settings.folder) {
        (EmbeddingSource::Bundled, _) => Arc::new(Local::bundled(clock)),
        (EmbeddingSource::Folder, Some(folder)) => Arc::new(Local::open(folder, clock)?),
        (EmbeddingSource::Remote, _) => Arc::new(Remote::new(settings, &config.model)?),
        (EmbeddingSource::Off | EmbeddingSource::Folder, _) => return Ok(None),
    }))
}

/// Turns texts into vectors of unit length. Vectors are comparable only with vectors of the same embedder.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// Returns the name of the vector space, which changes whenever the same text would get another vector.
    fn space(&self) -> &str;

    /// Returns one vector for each text, in order. Texts longer than the model's input are cut.
    ///
    /// # Errors
    /// Returns an error if any text fails; then none of them has a vector.
    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// The purpose of a vector.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// A search query; somebody waits for the result.
    Query,
    /// A text to index, in the background.
    Document,
}

/// Why embedding failed. The message contains no secret and no part of the texts.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EmbedError {
    /// A retry may work, but not before `retry_after`, if that is known.
    #[error("{why}")]
    Unavailable { why: String, retry_after: Option<Duration> },
    /// A retry cannot work with these settings.
    #[error("{0}")]
    Misconfigured(String),
}

impl EmbedError {
    fn unavailable(why: impl Into<String>) -> Self {
        Self::Unavailable { why: why.into(), retry_after: None }
    }
}
