//! Memory: search over a person's notes, conversations and saved documents, and over their website by meaning.
//!
//! Only [`Memory::search`] decides how results are found; callers see only [`Query`] and [`SearchResults`]. A save
//! commits the text and its words at once. Vectors follow from the index queue (`store/index_queue.rs`), so no save
//! depends on an embedder.

use std::sync::Arc;

use adjutant_clock::Timer;
use adjutant_config::MemorySettings;
use adjutant_domain::{
    ids::{NoteId, TurnId, UserId},
    origin::Sources,
    scope::Scope,
    timestamp::Timestamp,
    zones::Zone,
};
use adjutant_store::{
    db::Db,
    inbox,
    search::{Source, Text},
};
use adjutant_texts as texts;
use embedder::Embedder;
use indexer::EmbedderHealth;
use serde::Serialize;

pub mod embedder;
pub mod indexer;
mod likeness;
pub mod notes;
mod rank;
mod recall;
mod search;
mod site;
mod spellings;
#[cfg(any(test, feature = "testing"))]
pub mod testing;
mod when;

pub use notes::{Saved, delete, ensure_room, get_in, normalise_tags, save, update};
pub use rank::Parts;
pub use recall::{RecallRequest, Recalled};
pub use search::{Meant, PATIENCE};
pub use site::{Nearest, Scored, SiteMeaning, SiteQuery};

/// A person's memory, for tools, commands and turns.
pub struct Memory {
    db: Arc<Db>,
    clock: Arc<dyn Timer>,
    /// The time zone for words such as "yesterday" of people who have set none.
    zone: Zone,
    settings: MemorySettings,
    /// `None`: the operator wants search by words alone.
    embedder: Option<Arc<dyn Embedder>>,
    health: Arc<EmbedderHealth>,
}

/// A search query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    pub user: UserId,
    /// Any text; there is no query syntax.
    pub text: String,
    /// Normalised tags; a note must carry all of them.
    pub tags: Vec<String>,
    pub top_k: i64,
    /// Whether to search the person's past conversations as well.
    pub include_conversation: bool,
    /// Whether to search the person's saved documents as well, which a group never shows.
    pub include_documents: bool,
    pub scope: Scope,
    /// The turn that searches. Its own words are not memory yet, so they are left out.
    pub turn: Option<TurnId>,
}

/// The results of a search.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct SearchResults {
    /// Results, best first.
    pub found: Vec<SearchResult>,
    /// Why the search used words alone although vectors are configured.
    pub keyword_only: Option<String>,
}

/// One search result.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct SearchResult {
    pub text: String,
    /// `note`, `conversation` or `document`.
    pub source: &'static str,
    /// The path of the document.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub file: Option<String>,
    /// Where in it the text begins, such as `page 4`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub place: Option<String>,
    /// Higher is better; comparable within one search.
    pub score: f64,
    pub note_id: Option<NoteId>,
    pub tags: Vec<String>,
    /// RFC 3339, UTC; so is `updated_at`.
    pub created_at: String,
    pub updated_at: String,
    /// Whose words these may be, if not the person's own.
    #[serde(skip_serializing_if = "Sources::is_empty")]
    #[schemars(with = "Option<String>")]
    pub untrusted: Sources,
    /// Where it comes from, and why it was found. The model does not read it.
    #[serde(skip)]
    pub behind: Behind,
}

/// The origin of a search result, and why it was found.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Behind {
    pub updated_at: Timestamp,
    /// The turn in which it was said.
    pub turn: Option<TurnId>,
    /// The parts of its score; `None` if nothing was scored.
    pub why: Option<Why>,
}

/// Why a text was found.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Why {
    pub parts: Parts,
    /// How well its words match; 0 if none does. Comparable among results of the same source.
    pub bm25: f64,
    /// Its cosine with the query; `None` if it has no vector yet, or the query has none.
    pub cosine: Option<f32>,
}

impl Memory {
    /// Opens the memory in a database.
    pub fn new(
        db: Arc<Db>,
        (clock, zone): (Arc<dyn Timer>, Zone),
        settings: MemorySettings,
        embedder: Option<Arc<dyn Embedder>>,
    ) -> Self {
        Self { db, clock, zone, settings, embedder, health: Arc::default() }
    }
}

impl SearchResult {
    fn of(text: Text, why: Option<Why>) -> Self {
        let mut untrusted = text.untrusted;
        // Whoever saved a document: its words are rarely the person's own.
        untrusted.extend(
            text.file.iter().filter(|file| !inbox::is_named_as_text(file)).map(|file| texts::document(file)),
        );
        let source = match text.source {
            Source::Note => "note",
            Source::Entry => "conversation",
            Source::Document => "document",
        };
        Self {
            text: text.text,
            source,
            file: text.file,
            place: text.place,
            score: why.map_or(0.0, |why| why.parts.score()),
            note_id: text.note_id,
            tags: text.tags,
            created_at: text.created_at.to_utc().to_rfc3339(),
            updated_at: text.updated_at.to_utc().to_rfc3339(),
            untrusted,
            behind: Behind { updated_at: text.updated_at, turn: text.turn_id, why },
        }
    }
}

#[cfg(test)]
mod tests;
