//! Draws the message of a list.

use adjutant_channel::{ChatKind, Content};
use adjutant_domain::{ids::NoteId, timestamp::Timestamp, zones::Zone};
use adjutant_memory as memory;
use adjutant_store::{
    db::Tx,
    note_lists::List,
    notes::{self, Note},
    people,
    sessions::{self, Session},
};
use adjutant_texts::{
    list::{PAGE, Page},
    note_list::{self as texts, Listing, Origin, Shown},
};
use anyhow::Result;

use crate::core::Core;

/// A view that a list's message can show.
#[derive(Clone, Debug)]
pub(crate) enum View {
    /// The list's page, or the last page if there are fewer now.
    Page,
    /// One note; or the page, if the note is gone or may no longer be seen here.
    Note(NoteId, Look),
    /// The closing text of a finished list.
    Over(&'static str),
}

/// The form in which a note is shown.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Look {
    /// All details; a long text shows only this part, counted from 0.
    Part(usize),
    /// Waiting for its new text, until this time.
    Rewriting { until: Timestamp },
    /// With the question whether to delete it.
    Deleting,
}

/// Draws a view from the present rows.
pub(super) async fn draw(tx: &Tx, core: &Core, list: &List, view: View) -> Result<Content> {
    let session = sessions::get(tx, &list.session_id).await?;
    let zone = people::zone(tx, &session.user_id, core.zone).await?;
    if let View::Over(outcome) = view {
        return Ok(texts::over(outcome));
    }
    if let View::Note(id, look) = view
        && let Some(note) = find(tx, &session, &id).await?
    {
        let shown = shown(tx, note, &session).await?;
        return Ok(match look {
            Look::Part(part) => texts::note(list, &shown, part, can_be_replied_to(core, &session), zone),
            Look::Rewriting { until } => texts::rewriting(list, &shown, (session.chat_kind, until), zone),
            Look::Deleting => {
                texts::deleting(list, &shown, list.found()?.is_some_and(|found| found.len() == 1))
            }
        });
    }
    page(tx, list, &session, zone).await
}

/// Returns a note if it may be seen in a list of this session.
pub(super) async fn find(tx: &Tx, session: &Session, id: &NoteId) -> Result<Option<Note>> {
    memory::get_in(tx, &session.user_id, id, &session.scope()).await
}

/// Returns whether people can reply to a list's message: not in a group if only one person sees the message.
pub(super) fn can_be_replied_to(core: &Core, session: &Session) -> bool {
    let is_private =
        core.channels.get(&session.chat().channel).is_ok_and(|channel| channel.limits().private_answers);
    session.chat_kind == ChatKind::Direct || !is_private
}

async fn page(tx: &Tx, list: &List, session: &Session, zone: Zone) -> Result<Content> {
    let (user, scope) = (&session.user_id, session.scope());
    let (page, notes) = match list.found()? {
        None => {
            let total = notes::count(tx, user, &scope).await?;
            let page = Page::of(list.page, total);
            (page, notes::newest(tx, user, &scope, PAGE, page.first).await?)
        }
        Some(found) => {
            let there = notes::among(tx, user, &scope, &found).await?;
            let page = Page::of(list.page, there.len() as i64);
            (page, there.into_iter().skip(page.first as usize).take(PAGE as usize).collect())
        }
    };
    let mut listed = Vec::new();
    for note in notes {
        listed.push(shown(tx, note, session).await?);
    }
    let kind = session.chat_kind;
    Ok(texts::listing(&Listing { list, notes: &listed, page, kind, zone }))
}

/// Returns a note with its origin, described from this chat.
async fn shown(tx: &Tx, note: Note, here: &Session) -> Result<Shown> {
    let origin = match &note.source.session_id {
        None => None,
        Some(id) => {
            let (from, here) = (sessions::get(tx, id).await?, here.chat());
            let (chat, kind) = (from.chat(), from.chat_kind);
            let is_here = (&chat.channel, &chat.chat) == (&here.channel, &here.chat);
            Some(if is_here { Origin::Here } else { Origin::Elsewhere { channel: chat.channel, kind } })
        }
    };
    Ok(Shown { note, origin })
}
