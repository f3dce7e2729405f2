//! A person's notes in the chat: `/memory`, `/remember`, `/forget`, and the buttons of their messages.
//!
//! A list of notes is one message, which every press redraws. The list has a row (`store/note_lists.rs`), and its
//! buttons name the row and perhaps a note. So the buttons work as long as the message exists, whatever happens
//! meanwhile, and contain no text of a note. The notes are looked up in the scope of the chat each time.

use adjutant_channel::{Content, Event, Inbound, Rich};
use adjutant_domain::{commands::Command, ids::NoteId, scope::Scope};
use adjutant_memory::{self as memory, Query, Saved, SearchResults};
use adjutant_store::{
    note_lists::{self, List, Purpose},
    notes::Source,
    people::User,
};
use adjutant_texts::{list::PAGE, note_list as texts};
use anyhow::Result;

use crate::{chat::request::Request, core::Core, outbox::Slot};

pub(crate) mod change;
mod complete;
mod edit;
mod hashtags;
mod press;
mod view;

pub(crate) use complete::values;
pub(crate) use edit::{end_edits, take_text, undo as undo_edit};
use view::{Look, View, draw};

/// The most notes that `/memory` lists for a query.
const FOUND: i64 = 50;
/// The most notes that `/forget` offers.
const OFFERED: i64 = PAGE;
/// The longest part of a query that is stored for display, in characters.
const QUERY: usize = 200;

/// Searches a user's notes for the argument of a command, before the command is carried out.
pub(crate) async fn search(
    core: &Core,
    user: &User,
    event: &Inbound,
    command: Command,
    args: &str,
) -> Result<SearchResults> {
    if args.is_empty() {
        return Ok(SearchResults::default());
    }
    let most = if command == Command::Forget { OFFERED } else { FOUND };
    let query = query(user, args, most, Scope::in_chat(&event.chat, event.chat_kind));
    core.memory.search_quickly(query).await
}

/// Returns the query for a person's notes from typed words and hashtags.
pub(crate) fn query(user: &User, typed: &str, most: i64, scope: Scope) -> Query {
    let (text, tags) = hashtags::anywhere(typed);
    Query {
        user: user.user_id.clone(),
        text,
        tags,
        top_k: most,
        include_conversation: false,
        include_documents: false,
        scope,
        turn: None,
    }
}

/// `/memory [QUERY]`: lists all notes, newest first, or the matches of a query.
pub(crate) async fn memory(request: &Request<'_>) -> Result<()> {
    let (found, by_words) = match request.args {
        "" => (None, None),
        _ => (Some(found_notes(request)), request.prepared.found.keyword_only.as_deref()),
    };
    let list = add(request, Purpose::Browse, found.as_deref()).await?;
    show(request, &list, View::Page, by_words).await
}

/// `/remember TEXT`: saves a note; the text may have tags.
pub(crate) async fn remember(request: &Request<'_>) -> Result<()> {
    let &Request { tx, core, event, ref session, now, .. } = request;
    let (content, tags) = hashtags::of_note(request.args);
    let said = if content.is_empty() {
        texts::remember_usage()
    } else {
        let from = Source {
            session_id: Some(session.session_id.clone()),
            message_id: message_id(event),
            ..Source::default()
        };
        let note = (content.as_str(), tags.clone());
        let (id, limits) = (NoteId::generate(), core.config.limits.of_notes());
        let room = memory::ensure_room(tx, &session.user_id, &id, &content, limits).await;
        let saved = match room {
            Ok(()) => memory::save(tx, &session.user_id, id, note, from, now).await,
            Err(error) => Err(error),
        };
        match saved {
            Ok(Saved::New) => texts::remembered(&content, &tags),
            Ok(Saved::Same(note)) => texts::remembered_already(&note),
            Err(error) => Rich::plain(texts::unfit(error.downcast()?)),
        }
    };
    request.post(Slot::first(&request.source), Content::text(said)).await
}

/// `/forget WHAT`: asks which note is meant; if there is only one match, asks whether to delete it.
pub(crate) async fn forget(request: &Request<'_>) -> Result<()> {
    if request.args.is_empty() {
        return request.post(Slot::first(&request.source), Content::text(texts::forget_usage())).await;
    }
    let found = found_notes(request);
    let list = add(request, Purpose::Forget, Some(&found)).await?;
    let view = match found.as_slice() {
        [only] => View::Note(only.clone(), Look::Deleting),
        _ => View::Page,
    };
    show(request, &list, view, request.prepared.found.keyword_only.as_deref()).await
}

/// Answers with a view of a list. `by_words` is the reason why the search used only keywords, if it did.
async fn show(request: &Request<'_>, list: &List, view: View, by_words: Option<&str>) -> Result<()> {
    let content =
        texts::with_keyword_only_remark(draw(request.tx, request.core, list, view).await?, by_words);
    request.post(Slot::first(&list.source()), content).await
}

/// Returns the notes that the command's search found, best first.
fn found_notes(request: &Request<'_>) -> Vec<NoteId> {
    request.prepared.found.found.iter().filter_map(|found| found.note_id.clone()).collect()
}

async fn add(request: &Request<'_>, purpose: Purpose, found: Option<&[NoteId]>) -> Result<List> {
    let query: String = request.args.chars().take(QUERY).collect();
    let search = found.map(|found| (query.as_str(), found));
    note_lists::add(request.tx, &request.session.session_id, purpose, search, request.now).await
}

fn message_id(event: &Inbound) -> Option<String> {
    match &event.event {
        Event::Message { message_id, .. } | Event::Command { message_id, .. } => Some(message_id.0.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
