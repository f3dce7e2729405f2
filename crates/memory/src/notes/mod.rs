//! Notes: saving, changing and deleting. Saving what a note already says updates that note.

use adjutant_domain::{
    gist::Gist,
    ids::{NoteId, UserId},
    notes::{MAX_CONTENT, NoteLimits, Unfit},
    scope::Scope,
    timestamp::Timestamp,
};
use adjutant_store::{
    db::Tx,
    notes::{self, Note, Source},
    sessions,
};
use anyhow::{Result, ensure};

pub use notes::{delete, get, get_in};

/// The most tags that a note keeps.
const MAX_TAGS: usize = 16;
/// The longest tag, in characters.
const MAX_TAG: usize = 64;

/// The outcome of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A new note was saved under the caller's id.
    New,
    /// This note said it already; it is returned as updated.
    Same(Note),
}

/// Saves a note under an id chosen by the caller; saving again under the same id changes nothing. If another note of
/// the person that is visible there says the same, that note gets the new tags and the longer wording instead. `now` is
/// when it was said.
///
/// # Errors
/// Returns [`Unfit`], or an error if the database fails.
pub async fn save(
    tx: &Tx,
    user: &UserId,
    note_id: NoteId,
    (content, tags): (&str, Vec<String>),
    source: Source,
    now: Timestamp,
) -> Result<Saved> {
    let content = fit(content)?;
    if get(tx, user, &note_id).await?.is_some() {
        return Ok(Saved::New);
    }
    if let Some(known) = find_duplicate(tx, user, (content, &tags), &source).await? {
        let longer = content.chars().count() > known.content.chars().count();
        let content = if longer { content } else { &known.content };
        let tags = normalise_tags(&[known.tags, tags].concat());
        // The note keeps the old tags beside the new ones, so the old sources stay too.
        let untrusted = known.source.untrusted.clone().and(&source.untrusted);
        // What was said before the note's last change does not make the note older.
        let now = now.max(known.updated_at);
        notes::update(tx, user, &known.note_id, content, Some(&tags), &untrusted, now).await?;
        let note = Note { content: content.to_owned(), tags, updated_at: now, ..known };
        return Ok(Saved::Same(note));
    }
    let content = content.to_owned();
    let note = Note { note_id, content, tags, source, shareable: false, created_at: now, updated_at: now };
    notes::insert(tx, user, &note).await?;
    Ok(Saved::New)
}

/// Checks that a person may note this text, as a new note or as the new text of one.
///
/// # Errors
/// Returns [`Unfit`] if they may not, or an error if the database fails.
pub async fn ensure_room(
    tx: &Tx,
    user: &UserId,
    note_id: &NoteId,
    content: &str,
    limits: NoteLimits,
) -> Result<()> {
    let known = get(tx, user, note_id).await?;
    let extent = notes::extent(tx, user).await?;
    let (notes, bytes) = (extent.notes.unsigned_abs(), extent.bytes.unsigned_abs());
    ensure!(known.is_some() || notes < u64::from(limits.notes), Unfit::TooMany(limits.notes));
    let before = known.map_or(0, |note| note.content.len());
    let more = content.len().saturating_sub(before) as u64;
    ensure!(more == 0 || bytes + more <= limits.bytes, Unfit::NoRoom);
    Ok(())
}

/// Replaces a note's text, and its tags if some are given. Returns false if the person has no such note.
///
/// What a person says in a direct chat stays there: once a note is changed in a direct chat, groups that could see it
/// no longer do.
///
/// # Errors
/// Returns [`Unfit`], or an error if the database fails.
pub async fn update(
    tx: &Tx,
    user: &UserId,
    id: &NoteId,
    content: &str,
    tags: Option<&[String]>,
    source: &Source,
    now: Timestamp,
) -> Result<bool> {
    let content = fit(content)?;
    let Some(before) = get(tx, user, id).await? else { return Ok(false) };
    notes::update(tx, user, id, content, tags, &source.untrusted, now).await?;
    if content != before.content {
        notes::record_withdrawal(tx, user, now).await?;
    }
    notes::withdraw_from_groups(tx, id, source).await?;
    Ok(true)
}

/// Returns tags in the stored form: trimmed, lower-case, on one line, without duplicates, at most 16.
pub fn normalise_tags(tags: &[String]) -> Vec<String> {
    let mut kept: Vec<String> = Vec::new();
    for tag in tags {
        let line = tag.split_whitespace().collect::<Vec<_>>().join(" ").to_lowercase();
        let tag = line.char_indices().nth(MAX_TAG).map_or(line.as_str(), |(end, _)| line[..end].trim_end());
        if !tag.is_empty() && !kept.iter().any(|known| known == tag) && kept.len() < MAX_TAGS {
            kept.push(tag.to_owned());
        }
    }
    kept
}

/// Returns a text in the form of a note, or the reason why it cannot be one.
fn fit(content: &str) -> Result<&str, Unfit> {
    let content = content.trim();
    match content.chars().count() {
        0 => Err(Unfit::Empty),
        length if length > MAX_CONTENT => Err(Unfit::TooLong(length)),
        _ => Ok(content),
    }
}

/// Returns the note that already says the same in the scope of `source`. A note that was made elsewhere counts only if
/// it also has all the tags; otherwise the new tags would become visible there.
async fn find_duplicate(
    tx: &Tx,
    user: &UserId,
    (content, tags): (&str, &[String]),
    source: &Source,
) -> Result<Option<Note>> {
    let scope = match &source.session_id {
        Some(session) => sessions::get(tx, session).await?.scope(),
        None => Scope::Everything,
    };
    let gist = Gist::of(content);
    let candidates = notes::with_fingerprint(tx, user, &scope, gist.fingerprints(), tags).await?;
    Ok(candidates.into_iter().find(|note| gist.matches(&note.content)))
}

#[cfg(test)]
mod tests;
