//! Takes the message that becomes a note's text.

use adjutant_channel::{ChatKind, ChatRef, Inbound, Quoted};
use adjutant_domain::{
    ids::{NoteId, UserId},
    notes::NoteLimits,
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
};
use adjutant_memory as memory;
use adjutant_store::{
    db::Tx,
    note_lists::{self, List},
    notes::{self, Source},
    outbox as outbox_rows,
    people::User,
    sessions,
};
use adjutant_texts::note_list as texts;
use anyhow::Result;

use super::{
    hashtags,
    view::{self, Look, View},
};
use crate::{
    chat::{late_messages, list},
    core::Core,
    outbox::{self, Address, Slot},
};

/// Takes a message as the new text of a note, if it is the one that was asked for. In a direct chat that is the
/// person's next message, unless it replies to something else; in a group, where people also talk about other things,
/// only a reply to the list.
pub(crate) async fn take_text(
    tx: &Tx,
    core: &Core,
    event: &Inbound,
    user: &User,
    (text, reply_to): (&str, Option<&Quoted>),
    now: Timestamp,
) -> Result<bool> {
    for list in note_lists::editing(tx, &user.user_id, &event.chat).await? {
        let Some(note) = list.editing.clone() else { continue };
        if list.edit_until.is_none_or(|until| until <= now) {
            end(tx, core, &list, note).await?;
        } else if is_meant(tx, &list, (&event.chat, event.chat_kind), reply_to).await? {
            let limits = core.config.limits.of_notes();
            let said = match rewrite(tx, &list, (&note, text), limits, now).await {
                Ok(true) => texts::changed().to_owned(),
                Ok(false) => texts::no_such_note().to_owned(),
                Err(error) => texts::unfit(error.downcast()?),
            };
            end(tx, core, &list, note).await?;
            let said = late_messages::opened(event, said, user.zone(core.zone), now);
            let source = OutboxKey::NoteText(EventKey::of(event));
            outbox::post_text(
                tx,
                &core.channels,
                Slot::first(&source),
                &Address::answering(event),
                &said,
                now,
            )
            .await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Stops waiting for the text of any note, from this person in this chat. Returns false if none was awaited.
pub(crate) async fn end_edits(tx: &Tx, core: &Core, user: &UserId, chat: &ChatRef) -> Result<bool> {
    let lists = note_lists::editing(tx, user, chat).await?;
    for list in &lists {
        if let Some(note) = list.editing.clone() {
            end(tx, core, list, note).await?;
        }
    }
    Ok(!lists.is_empty())
}

/// Returns whether a message is meant for the note whose text a list waits for.
async fn is_meant(
    tx: &Tx,
    list: &List,
    (chat, kind): (&ChatRef, ChatKind),
    reply_to: Option<&Quoted>,
) -> Result<bool> {
    let Some(quoted) = reply_to else { return Ok(kind == ChatKind::Direct) };
    let shown = outbox_rows::of_source(tx, &list.source()).await?;
    let is_quoted = |row: &outbox_rows::Row| {
        row.chat().chat == chat.chat && row.message_id.as_deref() == Some(quoted.message_id.0.as_str())
    };
    Ok(shown.iter().any(is_quoted))
}

/// Replaces a note's text, and its tags if the text ends with some; tags alone replace only the tags. Returns false if
/// the note is gone, or may not be seen here any more.
async fn rewrite(
    tx: &Tx,
    list: &List,
    (id, text): (&NoteId, &str),
    limits: NoteLimits,
    now: Timestamp,
) -> Result<bool> {
    let session = sessions::get(tx, &list.session_id).await?;
    let Some(note) = view::find(tx, &session, id).await? else { return Ok(false) };
    let (content, tags) = hashtags::of_note(text);
    let content = if content.is_empty() { note.content.clone() } else { content };
    let tags = (!tags.is_empty()).then_some(tags.as_slice());
    let source =
        Source { session_id: Some(session.session_id.clone()), message_id: None, ..Source::default() };
    memory::ensure_room(tx, &session.user_id, id, &content, limits).await?;
    let is_there = memory::update(tx, &session.user_id, id, &content, tags, &source, now).await?;
    if is_there && note.shareable {
        // The person saw that groups see the note.
        notes::share(tx, &session.user_id, id, true).await?;
    }
    Ok(is_there)
}

/// Stops waiting for a note's text, and shows the note as it is.
async fn end(tx: &Tx, core: &Core, list: &List, note: NoteId) -> Result<()> {
    note_lists::end_edit(tx, list.list_id).await?;
    list::show(tx, core, list, View::Note(note, Look::Part(0))).await
}
