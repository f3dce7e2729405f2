//! A person's changes to their notes, from any place.

use adjutant_channel::PressAnswer;
use adjutant_domain::{
    ids::{NoteId, UserId},
    notes::NoteLimits,
    origin::Sources,
    timestamp::Timestamp,
};
use adjutant_memory as memory;
use adjutant_store::{
    db::Tx,
    notes::{self, Note, Source},
    sessions::Session,
};
use adjutant_texts::note_list as texts;
use anyhow::Result;

use super::{hashtags, view};

/// Lets the bot use a note in all groups of its person, or only in the group where it was saved.
pub(crate) async fn share(tx: &Tx, user: &UserId, id: &NoteId, shareable: bool) -> Result<PressAnswer> {
    notes::share(tx, user, id, shareable).await?;
    Ok(PressAnswer::told(texts::shared(shareable)))
}

/// Deletes a note.
pub(crate) async fn forget(tx: &Tx, user: &UserId, id: &NoteId, now: Timestamp) -> Result<PressAnswer> {
    memory::delete(tx, user, id, now).await?;
    Ok(PressAnswer::told(texts::deleted()))
}

/// A new text for a note.
pub(crate) struct NewText<'a> {
    pub note: &'a NoteId,
    /// The text, which may end with tags.
    pub text: &'a str,
    /// Whether the text is a revision of the old one, which may still contain words of others.
    pub is_revision: bool,
}

/// Replaces a note's text, and its tags if the text ends with some; tags alone replace only the tags. `session` is the
/// session in which the person wrote the text. Returns the note before and after; `None` if the note is gone, or may
/// not be seen there.
///
/// # Errors
/// Returns [`Unfit`](adjutant_domain::notes::Unfit), or an error if the database fails.
pub(crate) async fn rewrite(
    tx: &Tx,
    session: &Session,
    NewText { note: id, text, is_revision }: NewText<'_>,
    limits: NoteLimits,
    now: Timestamp,
) -> Result<Option<(Note, Note)>> {
    let Some(note) = view::find(tx, session, id).await? else { return Ok(None) };
    let (content, tags) = hashtags::of_note(text);
    let content = if content.is_empty() { note.content.clone() } else { content };
    let tags = (!tags.is_empty()).then_some(tags.as_slice());
    let untrusted = if is_revision { note.source.untrusted.clone() } else { Sources::OWN };
    let source = Source { session_id: Some(session.session_id.clone()), message_id: None, untrusted };
    memory::ensure_room(tx, &session.user_id, id, &content, limits).await?;
    notes::keep_before_edit(tx, id, now).await?;
    memory::update(tx, &session.user_id, id, &content, tags, &source, now).await?;
    if note.shareable {
        // The person knew that groups can see the note.
        notes::share(tx, &session.user_id, id, true).await?;
    }
    let after = notes::get(tx, &session.user_id, id).await?;
    Ok(after.map(|after| (note, after)))
}
