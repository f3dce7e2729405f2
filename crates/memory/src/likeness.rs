//! Similarity of texts that are not in any index, to each other and to notes.

use adjutant_domain::{ids::UserId, scope::Scope, timestamp::Timestamp, words::query_terms};
use anyhow::Result;

use super::{Memory, Query, SearchResult, embedder::Purpose, search::PATIENCE};

/// The most notes that are compared with a statement.
const NEAREST: i64 = 20;
/// The least cosine of a note that is about the same as a statement. With the bundled model, sentences such as "The
/// person lives in Berlin." and "The person lives in Lyon since today." have 0.37 to 0.79, and most unrelated ones at
/// most 0.31.
const ALIKE: f32 = 0.35;
/// The least share of the statement's words in such a note, if the note has no vector.
const ALIKE_WORDS: f64 = 0.5;

impl Memory {
    /// Returns whether a note of the person that was saved or changed at or after this time is about the same as a
    /// statement: it says the same, or something else of the same kind. Rather too many notes count than too few.
    ///
    /// # Errors
    /// Returns an error if the database fails.
    pub async fn has_newer_note_like(&self, user: &UserId, statement: &str, time: Timestamp) -> Result<bool> {
        let query = Query {
            user: user.clone(),
            text: statement.to_owned(),
            tags: Vec::new(),
            top_k: NEAREST,
            include_conversation: false,
            include_documents: false,
            scope: Scope::Everything,
            turn: None,
        };
        let words = query_terms(statement);
        let is_alike = |note: &SearchResult| {
            let by_words = || words.word_coverage(&note.text) >= ALIKE_WORDS;
            let cosine = note.behind.why.and_then(|why| why.cosine);
            note.behind.updated_at >= time && cosine.map_or_else(by_words, |cosine| cosine >= ALIKE)
        };
        Ok(self.search(query).await?.found.iter().any(is_alike))
    }

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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use adjutant_clock::ManualClock;
    use adjutant_config::Config;
    use adjutant_domain::{ids::NoteId, zones::Zone};
    use adjutant_store::{
        notes::Source,
        testing::{NOW, Store, ms},
    };

    use super::*;
    use crate::save;

    #[tokio::test]
    async fn a_newer_note_is_alike_if_it_says_the_same_or_something_else_of_the_same_kind() {
        let store = Store::new().await;
        let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
        let user = alice.user_id.clone();
        store
            .write(async move |tx| {
                for note in ["The person lives in Lyon since today.", "The person's cat is called Tom."] {
                    save(tx, &user, NoteId::generate(), (note, vec![]), Source::default(), NOW).await?;
                }
                Ok(())
            })
            .await;
        let clock = Arc::new(ManualClock::new(NOW.to_utc()));
        let settings = Config::default().memory;
        let memory = Memory::new(store.db.clone(), (clock, Zone::UTC), settings, None);
        let is_known = async |user: &UserId, statement: &str, time| {
            memory.has_newer_note_like(user, statement, time).await.unwrap()
        };
        let berlin = "The person lives in Berlin.";
        assert!(is_known(&alice.user_id, "The person lives in Lyon.", NOW).await);
        assert!(is_known(&alice.user_id, berlin, NOW).await);
        assert!(!is_known(&alice.user_id, berlin, NOW + ms(1)).await, "it was said after the note");
        assert!(!is_known(&alice.user_id, "The person likes oats.", NOW).await);
        assert!(!is_known(&bob.user_id, berlin, NOW).await);
    }
}
