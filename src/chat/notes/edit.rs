//! Takes a message as a note's new text, and undoes that.

use adjutant_channel::{ChatKind, ChatRef, Content, Inbound, PressAnswer, Quoted, Rich};
use adjutant_domain::{
    ids::{NoteId, UserId},
    outbox_key::{EventKey, OutboxKey},
    timestamp::Timestamp,
};
use adjutant_provider::offline;
use adjutant_store::{
    db::Tx,
    note_lists::{self, List},
    notes, outbox as outbox_rows,
    people::User,
    sessions,
};
use adjutant_texts::{self as all_texts, note_list as texts};
use anyhow::Result;

use super::{
    change::{self, NewText},
    view::{Look, View},
};
use crate::{
    chat::{late_messages, list, press::Press},
    core::Core,
    outbox::{self, Address, Slot},
};

/// Takes a message as the new text of a note, if it is the awaited one. In a direct chat that is the person's next
/// message, unless it replies to something else; a question or a command ends the wait instead. In a group, where
/// people also talk about other things, only a reply to the list is taken.
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
        let is_over = list.edit_until.is_none_or(|until| until <= now);
        let asks_else = event.chat_kind == ChatKind::Direct && reply_to.is_none() && is_something_else(text);
        if is_over || asks_else {
            end(tx, core, &list, note).await?;
        } else if is_meant(tx, &list, (&event.chat, event.chat_kind), reply_to).await? {
            let session = sessions::get(tx, &list.session_id).await?;
            let limits = core.config.limits.of_notes();
            let new = NewText { note: &note, text, is_revision: false };
            let mut said = match change::rewrite(tx, &session, new, limits, now).await {
                Ok(Some((before, after))) => texts::changed(&before, &after),
                Ok(None) => Content::text(Rich::plain(texts::no_such_note())),
                Err(error) => Content::text(Rich::plain(texts::unfit(error.downcast()?))),
            };
            end(tx, core, &list, note).await?;
            if let Some(delay) = late_messages::delay(event, now) {
                said = list::with_opening(said, &delay, user.zone(core.zone));
            }
            let source = OutboxKey::NoteText(EventKey::of(event));
            let to = Address::answering(event);
            outbox::post_content(tx, Slot::first(&source), &to, &said, now).await?;
            return Ok(true);
        }
    }
    Ok(false)
}

/// Returns whether a message is a request rather than a note's text: a question, or a request that the built-in
/// assistant understands.
fn is_something_else(text: &str) -> bool {
    text.trim_end().ends_with(['?', '？', '؟']) || offline::understands(text)
}

/// Undoes an edit if the note is the person's and has not changed since, and says so in the receipt.
pub(crate) async fn undo(
    press: &Press<'_>,
    user: &User,
    (id, edited_at): (&str, i64),
) -> Result<PressAnswer> {
    let Press { tx, event, message, .. } = *press;
    let (id, edited_at) = (NoteId(id.to_owned()), Timestamp::from_millis(edited_at));
    let receipt = match message {
        Some(message) => outbox_rows::by_message(tx, &event.chat, message).await?,
        None => None,
    };
    if receipt.as_ref().is_some_and(|row| !matches!(row.source, OutboxKey::NoteText(_))) {
        return Ok(PressAnswer::alert(all_texts::unknown_button()));
    }
    if !notes::undo_edit(tx, &user.user_id, &id, edited_at).await? {
        return Ok(PressAnswer::alert(texts::changed_since()));
    }
    if let (Some(row), Some(note)) = (receipt, notes::get(tx, &user.user_id, &id).await?) {
        outbox_rows::update_content(tx, row.outbox_id, &texts::undone(&note)).await?;
    }
    Ok(PressAnswer::told(""))
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

/// Returns whether a message is meant as the text of the note that a list waits for.
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

/// Stops waiting for a note's text, and shows the unchanged note.
async fn end(tx: &Tx, core: &Core, list: &List, note: NoteId) -> Result<()> {
    note_lists::end_edit(tx, list.list_id).await?;
    list::show(tx, core, list, View::Note(note, Look::Part(0))).await
}
