//! Sentence embeddings: where vectors come from.

mod local;
mod remote;

use std::{sync::Arc, time::Duration};

use async_trait::async_trait;

use crate::{
    clock::Timer,
    config::{Config, EmbeddingSource},
};

pub use local::Local;
pub use remote::Remote;

/// The embedder that the settings ask for; `None` if they want none. Blocking: all of a folder's model is read, for its
/// checksum.
///
/// # Errors
/// The model's files cannot be read, or TLS cannot be set up.
pub fn configured(config: &Config, clock: Arc<dyn Timer>) -> anyhow::Result<Option<Arc<dyn Embedder>>> {
    let settings = &config.memory.embeddings;
    Ok(Some(match (settings.source, &settings.folder) {
        (EmbeddingSource::Bundled, _) => Arc::new(Local::bundled(clock)),
        (EmbeddingSource::Folder, Some(folder)) => Arc::new(Local::open(folder, clock)?),
        (EmbeddingSource::Remote, _) => Arc::new(Remote::new(settings, &config.model)?),
        (EmbeddingSource::Off | EmbeddingSource::Folder, _) => return Ok(None),
    }))
}

/// Makes vectors of texts. Vectors of one embedder are of unit length, and comparable with each other only.
#[async_trait]
pub trait Embedder: Send + Sync {
    /// Names the vector space: it changes whenever the same text would get another vector.
    fn space(&self) -> &str;

    /// One vector for each text, in their order. Texts longer than the model reads are cut.
    ///
    /// # Errors
    /// There are no vectors; none of the texts has one then.
    async fn embed(&self, texts: &[String], purpose: Purpose) -> Result<Vec<Vec<f32>>, EmbedError>;
}

/// What vectors are wanted for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// Somebody waits for what is found by it.
    Query,
    /// To be found by later; in the background.
    Document,
}

/// Why there are no vectors. The text holds nothing of what was to be embedded, and no secret.
#[derive(Clone, Debug, thiserror::Error)]
pub enum EmbedError {
    /// It may work later; not before so long, if that is known.
    #[error("{why}")]
    Unavailable { why: String, retry_after: Option<Duration> },
    /// It will not work with these settings.
    #[error("{0}")]
    Misconfigured(String),
}

impl EmbedError {
    fn unavailable(why: impl Into<String>) -> Self {
        Self::Unavailable { why: why.into(), retry_after: None }
    }
}
