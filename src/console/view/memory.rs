//! The bot's memory of the viewer: the newest notes, or the results of a query.

use std::collections::HashMap;

use adjutant_domain::{
    ids::{NoteId, SessionId, TurnId},
    scope::Scope,
    timestamp::Timestamp,
};
use adjutant_memory::{Meant, PATIENCE, Parts, Query, SearchResult, SearchResults, Why};
use adjutant_store::{
    db::Tx,
    documents,
    notes::{self as rows, Note},
    people::User,
    sessions,
    turns::trace,
};
use anyhow::Result;
use serde::Serialize;

use super::Place;
use crate::{chat::notes, core::Core};

/// The most notes on a page.
const PAGE: u32 = 20;
/// The most results of a search.
const FOUND: i64 = 30;
/// The longest query, in characters.
const QUERY: usize = 1_000;
/// The most characters of a text that are shown; notes are shown whole.
const LONGEST: usize = 2_000;
/// The tool that saves notes.
const SAVES: &str = "memory_save";

#[derive(Debug, Serialize)]
pub(super) struct Memory {
    /// The query; empty for the newest notes.
    query: String,
    /// How many notes there are.
    notes: i64,
    /// How many of the newest notes are skipped.
    from: u32,
    /// How many notes are on a page.
    page: u32,
    found: Vec<Found>,
    /// Why the search used only keywords, if it did.
    by_words: Option<String>,
    /// How many documents have yet to be read.
    unread: i64,
}

#[derive(Debug, Serialize)]
struct Found {
    /// `note`, `conversation` or `document`.
    source: &'static str,
    text: String,
    /// The number of further characters of the text that are not shown.
    more: usize,
    tags: Vec<String>,
    updated_at: Timestamp,
    /// The people or places, other than the viewer, whose words the text may contain.
    others: String,
    note: Option<OfNote>,
    /// The chat in which the text was said or saved.
    place: Option<Place>,
    /// The turn in which the text was said, or whose call saved it.
    turn: Option<TurnId>,
    /// The path of the document, and the position of the text in it.
    file: Option<String>,
    at: Option<String>,
    score: Option<Score>,
}

#[derive(Debug, Serialize)]
struct OfNote {
    id: NoteId,
    /// Whether all groups of the viewer may see the note.
    is_shared: bool,
    /// The tool that saved the note; `None` for a note from a command, a summary, or an unknown turn.
    tool: Option<&'static str>,
}

#[derive(Debug, Serialize)]
struct Score {
    total: f64,
    #[serde(flatten)]
    parts: Parts,
    bm25: f64,
    cosine: Option<f32>,
}

/// Searches the viewer's memory as the bot does. `meant` caches the meaning of the query.
pub(super) async fn search(
    core: &Core,
    viewer: &User,
    typed: &str,
    meant: &mut Option<Meant>,
) -> Result<SearchResults> {
    let typed: String = typed.chars().take(QUERY).collect();
    let query = notes::query(viewer, &typed, FOUND, Scope::Everything);
    let query = Query { include_conversation: true, include_documents: true, ..query };
    let known = match meant.take().filter(|meant| !meant.is_unknown()) {
        Some(known) => known,
        None => core.memory.meant(&query.text, PATIENCE).await,
    };
    let found = core.memory.search_again(query, &known).await;
    *meant = Some(known);
    found
}

/// Returns the results of a search, or the newest notes after the first `from`.
pub(super) async fn read(
    tx: &Tx,
    core: &Core,
    viewer: &User,
    (query, results): (&str, Option<&SearchResults>),
    from: u32,
) -> Result<Memory> {
    let (user, scope) = (&viewer.user_id, Scope::Everything);
    let mut found = Vec::new();
    match results {
        None => {
            for note in rows::newest(tx, user, &scope, PAGE.into(), from.into()).await? {
                found.push(of_note(tx, note, None).await?);
            }
        }
        Some(results) => {
            let ids: Vec<_> = results.found.iter().filter_map(|result| result.note_id.clone()).collect();
            let known = rows::among(tx, user, &scope, &ids).await?.into_iter();
            let mut known: HashMap<_, _> = known.map(|note| (note.note_id.clone(), note)).collect();
            for result in &results.found {
                match &result.note_id {
                    // A note that was just deleted is left out.
                    Some(id) => match known.remove(id) {
                        Some(note) => found.push(of_note(tx, note, result.behind.why).await?),
                        None => continue,
                    },
                    None => found.push(of_text(tx, core, result).await?),
                }
            }
        }
    }
    Ok(Memory {
        query: query.to_owned(),
        notes: rows::count(tx, user, &scope).await?,
        from,
        page: PAGE,
        found,
        by_words: results.and_then(|results| results.keyword_only.clone()),
        unread: documents::counts(tx, user).await?.waiting,
    })
}

async fn of_note(tx: &Tx, note: Note, why: Option<Why>) -> Result<Found> {
    let (place, turn) = match &note.source.session_id {
        Some(session) => {
            let chat = sessions::get(tx, session).await?;
            let (at, kind) = (chat.chat(), chat.chat_kind);
            (Some(Place::new(&at.channel, &at.chat, kind)), saved_by(tx, session, &note).await?)
        }
        None => (None, None),
    };
    let tool = turn.is_some().then_some(SAVES);
    Ok(Found {
        source: "note",
        text: note.content,
        more: 0,
        tags: note.tags,
        updated_at: note.updated_at,
        others: note.source.untrusted.to_string(),
        note: Some(OfNote { id: note.note_id, is_shared: note.shareable, tool }),
        place,
        turn,
        file: None,
        at: None,
        score: why.map(Score::from),
    })
}

/// Returns the turn whose call saved a note, if it is known.
async fn saved_by(tx: &Tx, session: &SessionId, note: &Note) -> Result<Option<TurnId>> {
    let calls = trace::calls_around(tx, session, SAVES, note.created_at).await?;
    let saved = calls.into_iter().find(|call| NoteId::of(&call.call_id) == note.note_id);
    Ok(saved.map(|call| call.turn_id))
}

/// Returns a result that is not a note.
async fn of_text(tx: &Tx, core: &Core, result: &SearchResult) -> Result<Found> {
    let turn = match &result.behind.turn {
        Some(turn) => trace::overview(tx, turn).await?,
        None => None,
    };
    let text = core.redactor.redact(&result.text);
    Ok(Found {
        source: result.source,
        text: text.chars().take(LONGEST).collect(),
        more: text.chars().count().saturating_sub(LONGEST),
        tags: Vec::new(),
        updated_at: result.behind.updated_at,
        others: result.untrusted.to_string(),
        note: None,
        place: turn.as_ref().map(|turn| Place::new(&turn.channel, &turn.chat, turn.chat_kind)),
        turn: turn.map(|turn| turn.turn_id),
        file: result.file.clone(),
        at: result.place.clone(),
        score: result.behind.why.map(Score::from),
    })
}

impl From<Why> for Score {
    fn from(Why { parts, bm25, cosine }: Why) -> Self {
        Self { total: parts.score(), parts, bm25, cosine }
    }
}
