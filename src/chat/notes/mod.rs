//! A person's notes in the chat: `/memory`, `/remember`, `/forget`, and the buttons of their messages.
//!
//! A list of notes is one message, which every press redraws. The list has a row (`store/note_lists.rs`), and its
//! buttons name the row and perhaps a note: they work as long as the message exists, whatever happens meanwhile, and
//! carry no text of a note. What is shown is looked up in the scope of the chat each time.

use adjutant_channel::{Content, Event, Inbound, Rich};
use adjutant_domain::ids::NoteId;
use adjutant_store::{
    db::Tx,
    note_lists::{self, List, Purpose},
    notes::Source,
    people,
    sessions::Session,
};
use anyhow::Result;

use crate::{
    chat::{late_messages, list},
    core::Core,
    memory::{self, Query, Saved},
    outbox::Address,
    texts::{list::PAGE, note_list as texts},
};

mod complete;
mod edit;
mod hashtags;
mod press;
mod view;

pub(crate) use complete::values;
pub(crate) use edit::{end_edits, take_text};
use view::{Look, View, draw};

/// Most notes that `/memory` lists for a query.
const FOUND: i64 = 50;
/// Most notes that `/forget` offers.
const OFFERED: i64 = PAGE;
/// Longest part of a query that is kept to be shown, in characters.
const QUERY: usize = 200;

/// `/memory`: lists all notes, the newest first, or those found for a query.
pub(crate) async fn browse(
    tx: &Tx,
    core: &Core,
    (event, session): (&Inbound, &Session),
    (query, view): (&str, &memory::View),
    now: i64,
) -> Result<()> {
    let (found, by_words) = match query {
        "" => (None, None),
        query => {
            let (found, by_words) = search(tx, session, (query, view), FOUND).await?;
            (Some(found), by_words)
        }
    };
    let list = add(tx, session, Purpose::Browse, (query, found.as_deref()), now).await?;
    let content = texts::with_reserve(draw(tx, core, &list, View::Page).await?, by_words.as_deref());
    answer(tx, core, (event, session), (&list.source(), content), now).await
}

/// `/remember TEXT`, with tags at its end: saves a note.
pub(crate) async fn remember(
    tx: &Tx,
    core: &Core,
    (event, session): (&Inbound, &Session),
    (source, text): (&str, &str),
    now: i64,
) -> Result<()> {
    let (content, tags) = hashtags::at_the_end(text);
    let said = if content.is_empty() {
        texts::what_to_remember()
    } else {
        let from = Source { session_id: Some(session.session_id.clone()), message_id: message_id(event) };
        let note = (content.as_str(), tags.clone());
        match memory::save(tx, &session.user_id, NoteId::generate(), note, from, now).await {
            Ok(Saved::New) => texts::remembered(&content, &tags),
            Ok(Saved::Same(note)) => texts::remembered_already(&note),
            Err(error) => Rich::plain(texts::unfit(error.downcast()?)),
        }
    };
    answer(tx, core, (event, session), (source, Content::text(said)), now).await
}

/// `/forget WHAT`: asks which note is meant, and, if only one can be, whether to delete it.
pub(crate) async fn forget(
    tx: &Tx,
    core: &Core,
    (event, session): (&Inbound, &Session),
    (source, what, view): (&str, &str, &memory::View),
    now: i64,
) -> Result<()> {
    if what.is_empty() {
        let content = Content::text(texts::what_to_forget());
        return answer(tx, core, (event, session), (source, content), now).await;
    }
    let (found, by_words) = search(tx, session, (what, view), OFFERED).await?;
    let list = add(tx, session, Purpose::Forget, (what, Some(&found)), now).await?;
    let shown = match found.as_slice() {
        [only] => View::Note(only.clone(), Look::Deleting),
        _ => View::Page,
    };
    let content = texts::with_reserve(draw(tx, core, &list, shown).await?, by_words.as_deref());
    answer(tx, core, (event, session), (&list.source(), content), now).await
}

/// Returns the notes that a query finds, best first, and why only their words counted, if so.
async fn search(
    tx: &Tx,
    session: &Session,
    (query, view): (&str, &memory::View),
    limit: i64,
) -> Result<(Vec<NoteId>, Option<String>)> {
    let (text, tags) = hashtags::anywhere(query);
    let query = Query {
        user: session.user_id.clone(),
        text,
        tags,
        top_k: limit,
        include_conversation: false,
        scope: session.scope(),
        turn: None,
    };
    let found = memory::find(tx, &query, view).await?;
    let notes = found.found.into_iter().filter_map(|found| found.note_id).collect();
    Ok((notes, found.keyword_only))
}

async fn add(
    tx: &Tx,
    session: &Session,
    purpose: Purpose,
    (query, found): (&str, Option<&[NoteId]>),
    now: i64,
) -> Result<List> {
    let query: String = query.chars().take(QUERY).collect();
    let search = found.map(|found| (query.as_str(), found));
    note_lists::add(tx, &session.session_id, purpose, search, now).await
}

/// Answers a command, and says so if the command came late.
async fn answer(
    tx: &Tx,
    core: &Core,
    (event, session): (&Inbound, &Session),
    (source, mut content): (&str, Content),
    now: i64,
) -> Result<()> {
    if let Some(delay) = late_messages::delay(event, now) {
        let zone = people::zone(tx, &session.user_id, core.zone).await?;
        content = list::with_opening(content, &delay, zone);
    }
    list::post(tx, (source, 0), &Address::answering(event), &content, now).await
}

fn message_id(event: &Inbound) -> Option<String> {
    match &event.event {
        Event::Message { message_id, .. } | Event::Command { message_id, .. } => Some(message_id.0.clone()),
        _ => None,
    }
}

#[cfg(test)]
mod tests;
