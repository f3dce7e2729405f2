//! Memory: search over a person's notes and conversations.
//!
//! [`Memory::search`] alone decides how results are found; callers see only [`Query`] and [`Findings`]. A save commits
//! the text and its words at once. Vectors follow from the index queue (`store/index_queue.rs`), so that no save
//! depends on an embedder.

use std::sync::Arc;

use adjutant_channel::{ChatKind, ChatRef};
use chrono_tz::Tz;
use serde::Serialize;

use crate::{
    clock::{Clock, from_millis},
    config::MemorySettings,
    db::Db,
    ids::{NoteId, TurnId, UserId},
    store::{search::Text, sessions::Session, unindexed::Kind},
};
use embedder::Embedder;
use indexer::Standing;

pub mod embedder;
pub(crate) mod indexer;
pub mod notes;
mod rank;
mod recall;
mod search;
#[cfg(test)]
pub mod testing;
pub(crate) mod vectors;
mod when;
pub(crate) mod words;

pub use notes::{MAX_CONTENT, Saved, Unfit, delete, get_in, normalise_tags, save, update};
pub use recall::Cue;
pub(crate) use search::{SHORT_PATIENCE, View, find};

/// A person's memory, as tools, commands and turns use it.
pub struct Memory {
    db: Arc<Db>,
    clock: Arc<dyn Clock>,
    /// The time zone for words such as "yesterday" of people who have set none.
    zone: Tz,
    settings: MemorySettings,
    /// `None`: the operator wants search by words alone.
    embedder: Option<Arc<dyn Embedder>>,
    standing: Arc<Standing>,
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
    pub scope: Scope,
    /// The turn that searches. What is said in it is not memory yet, so it is left out.
    pub turn: Option<TurnId>,
}

/// How much of a person's memory may be shown in a chat.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// All of it: a direct chat, which nobody else reads.
    #[default]
    Everything,
    /// In a group: what the person saved or said there, in any topic, and the notes that they marked shareable.
    Group { channel: String, chat: String },
}

impl Scope {
    /// Returns the scope for a session.
    pub fn of(session: &Session) -> Self {
        Self::in_chat(&session.chat(), session.chat_kind)
    }

    /// Returns the scope for a chat.
    pub fn in_chat(chat: &ChatRef, kind: ChatKind) -> Self {
        match kind {
            ChatKind::Direct => Self::Everything,
            ChatKind::Group => Self::Group { channel: chat.channel.clone(), chat: chat.chat.clone() },
        }
    }

    /// Returns the channel and the chat that a search is limited to, for two columns.
    pub(crate) fn columns(&self) -> (Option<&str>, Option<&str>) {
        match self {
            Self::Everything => (None, None),
            Self::Group { channel, chat } => (Some(channel), Some(chat)),
        }
    }
}

/// The results of a search.
#[derive(Clone, Debug, PartialEq)]
pub struct Findings {
    /// Results, best first.
    pub found: Vec<Found>,
    /// Why the search used words alone although vectors are configured.
    pub keyword_only: Option<String>,
}

/// One search result.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Found {
    pub text: String,
    /// `note` or `conversation`.
    pub source: &'static str,
    /// Higher is better; comparable within one search.
    pub score: f64,
    pub note_id: Option<NoteId>,
    pub tags: Vec<String>,
    /// RFC 3339, UTC; so is `updated_at`.
    pub created_at: String,
    pub updated_at: String,
    /// Whose words these are, if not the person's own or the assistant's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untrusted: Option<String>,
}

impl Memory {
    /// Opens the memory in a database.
    pub fn new(
        db: Arc<Db>,
        (clock, zone): (Arc<dyn Clock>, Tz),
        settings: MemorySettings,
        embedder: Option<Arc<dyn Embedder>>,
    ) -> Self {
        Self { db, clock, zone, settings, embedder, standing: Arc::default() }
    }
}

impl Found {
    fn of(text: Text, score: f64) -> Self {
        let source = match text.kind {
            Kind::Note => "note",
            Kind::Entry => "conversation",
        };
        Self {
            text: text.text,
            source,
            score,
            note_id: text.note_id,
            tags: text.tags,
            created_at: from_millis(text.created_at).to_rfc3339(),
            updated_at: from_millis(text.updated_at).to_rfc3339(),
            untrusted: text.untrusted,
        }
    }
}

#[cfg(test)]
mod tests;
