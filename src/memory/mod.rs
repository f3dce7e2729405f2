//! Memory: a person's notes, saved and found again.
//!
//! Search is full text for now. Whatever else is to rank a person's notes (vectors) joins in [`search`], the one
//! place that knows how results come about; callers only see [`Found`].

use anyhow::Result;
use serde::Serialize;

use crate::{
    clock::from_millis,
    db::Tx,
    ids::{NoteId, TurnId, UserId},
    store::notes::{self, Hit, Note, Said},
};

mod query;

/// Tags that a note keeps.
const MAX_TAGS: usize = 16;

/// What a search asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Query {
    /// Any text; it is not a query language.
    pub text: String,
    /// Normalised; a note must carry all of them.
    pub tags: Vec<String>,
    pub top_k: i64,
    /// Search the person's past conversations as well.
    pub include_conversation: bool,
    /// The turn that asks: what is said in it is no memory yet.
    pub turn: TurnId,
}

/// One result.
#[derive(Clone, Debug, PartialEq, Serialize, schemars::JsonSchema)]
pub struct Found {
    pub text: String,
    /// `note` or `conversation`.
    pub source: &'static str,
    /// Higher is better; comparable within one search.
    pub score: f64,
    pub note_id: Option<NoteId>,
    pub tags: Vec<String>,
    /// RFC 3339, UTC; as the next.
    pub created_at: String,
    pub updated_at: String,
    /// Whose words these are, if not the person's own or the assistant's.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub untrusted: Option<String>,
}

/// What a person's memory has on a query, best first.
pub async fn search(tx: &Tx, user: &UserId, query: &Query) -> Result<Vec<Found>> {
    let expression = query::expression(&query.text);
    if expression.is_none() && query.tags.is_empty() {
        return Ok(Vec::new());
    }
    let hits = notes::search(tx, user, expression.as_deref(), &query.tags, query.top_k).await?;
    let mut found: Vec<_> = hits.into_iter().map(Found::from).collect();
    if query.include_conversation
        && let Some(expression) = expression
    {
        let said = notes::search_conversations(tx, user, &expression, &query.turn, query.top_k).await?;
        found.extend(said.into_iter().map(Found::from));
        found.sort_by(|a, b| b.score.total_cmp(&a.score));
        found.truncate(usize::try_from(query.top_k).unwrap_or_default());
    }
    Ok(found)
}

/// Saves a note under an id chosen by the caller; saving it again changes nothing.
pub async fn save(
    tx: &Tx,
    user: &UserId,
    note_id: NoteId,
    content: &str,
    tags: Vec<String>,
    now: i64,
) -> Result<()> {
    let note = Note { note_id, content: content.trim().to_owned(), tags, created_at: now, updated_at: now };
    notes::insert(tx, user, &note).await
}

/// Replaces what a note says; its tags only where some are given. False if the person has no such note.
pub async fn update(
    tx: &Tx,
    user: &UserId,
    id: &NoteId,
    content: &str,
    tags: Option<&[String]>,
    now: i64,
) -> Result<bool> {
    notes::update(tx, user, id, content.trim(), tags, now).await
}

pub use notes::{delete, get};

/// Tags as they are kept: trimmed, lower-case, without doubles, at most 16.
pub fn normalise_tags(tags: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags.iter().map(|tag| tag.trim().to_lowercase()) {
        if !tag.is_empty() && !kept.contains(&tag) && kept.len() < MAX_TAGS {
            kept.push(tag);
        }
    }
    kept
}

impl From<Hit<Note>> for Found {
    fn from(Hit { item, score }: Hit<Note>) -> Self {
        Self {
            text: item.content,
            source: "note",
            score,
            note_id: Some(item.note_id),
            tags: item.tags,
            created_at: from_millis(item.created_at).to_rfc3339(),
            updated_at: from_millis(item.updated_at).to_rfc3339(),
            untrusted: None,
        }
    }
}

impl From<Hit<Said>> for Found {
    fn from(Hit { item, score }: Hit<Said>) -> Self {
        let at = from_millis(item.created_at).to_rfc3339();
        Self {
            text: item.text,
            source: "conversation",
            score,
            note_id: None,
            tags: Vec::new(),
            created_at: at.clone(),
            updated_at: at,
            untrusted: item.untrusted,
        }
    }
}

#[cfg(test)]
mod tests;
