//! Similarity in meaning of texts that are not in any index.

use std::time::Duration;

use super::{Memory, embedder::Purpose};

/// The longest wait for the vectors of the texts.
const PATIENCE: Duration = Duration::from_secs(3);

impl Memory {
    /// Returns the similarity of each text to the query, -1 to 1. Returns `None` where search by vectors is off, fails
    /// or takes too long. Suits a few short texts, because each is embedded anew.
    pub async fn likeness(&self, query: &str, texts: &[String]) -> Option<Vec<f64>> {
        let embedder = self.embedder.as_ref()?;
        let query = self.probe(query, PATIENCE).await.ok()??.vector;
        let vectors = tokio::select! {
            vectors = embedder.embed(texts, Purpose::Document) => vectors.ok()?,
            () = self.clock.sleep(PATIENCE) => return None,
        };
        Some(vectors.iter().map(|vector| cosine(&query, vector)).collect())
    }
}

/// Returns the cosine of two vectors of unit length.
fn cosine(one: &[f32], other: &[f32]) -> f64 {
    f64::from(one.iter().zip(other).map(|(one, other)| one * other).sum::<f32>())
}
