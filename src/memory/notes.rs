//! Notes: saving, changing and deleting. Saving what a note already says updates that note.

use anyhow::Result;
use sha2::{Digest, Sha256};
use unicode_segmentation::UnicodeSegmentation;

use super::Scope;
use crate::{
    db::Tx,
    ids::{NoteId, UserId},
    store::{
        notes::{self, Note, Source},
        sessions,
    },
};

pub use notes::{delete, get, get_in};

/// Characters that a note may have.
pub const MAX_CONTENT: usize = 16_000;
/// Tags that a note keeps, and characters of one tag.
const MAX_TAGS: usize = 16;
const MAX_TAG: usize = 64;

/// The outcome of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// A new note was saved under the caller's id.
    New,
    /// This note said it already; it is returned as updated.
    Same(Note),
}

/// A text that cannot be a note. Nothing has changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("there is nothing in it to remember")]
    Empty,
    #[error("a note holds {MAX_CONTENT} characters at most, and this has {0}: save it in parts, or its gist")]
    TooLong(usize),
}

/// Saves a note under an id chosen by the caller; saving under the same id again changes nothing. If another note of
/// the person that can be seen there says the same, that note gets the new tags and the longer wording instead.
///
/// # Errors
/// Returns [`Unfit`], or an error if the database fails.
pub async fn save(
    tx: &Tx,
    user: &UserId,
    note_id: NoteId,
    (content, tags): (&str, Vec<String>),
    source: Source,
    now: i64,
) -> Result<Saved> {
    let content = fit(content)?;
    if get(tx, user, &note_id).await?.is_some() {
        return Ok(Saved::New);
    }
    if let Some(known) = find_same(tx, user, (content, &tags), &source).await? {
        let longer = content.chars().count() > known.content.chars().count();
        let content = if longer { content } else { &known.content };
        let tags = normalise_tags(&[known.tags, tags].concat());
        notes::update(tx, user, &known.note_id, content, Some(&tags), now).await?;
        let note = Note { content: content.to_owned(), tags, updated_at: now, ..known };
        return Ok(Saved::Same(note));
    }
    let content = content.to_owned();
    let note = Note { note_id, content, tags, source, shareable: false, created_at: now, updated_at: now };
    notes::insert(tx, user, &note).await?;
    Ok(Saved::New)
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
    now: i64,
) -> Result<bool> {
    if !notes::update(tx, user, id, fit(content)?, tags, now).await? {
        return Ok(false);
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

/// Returns the key by which notes that may say the same are looked up: equal for equal [`Gist`]s in order.
pub(crate) fn fingerprint(content: &str) -> i64 {
    hash(&Gist::of(content).in_order)
}

/// Returns a text in the form that a note has, or the reason why it cannot be one.
fn fit(content: &str) -> Result<&str, Unfit> {
    let content = content.trim();
    match content.chars().count() {
        0 => Err(Unfit::Empty),
        length if length > MAX_CONTENT => Err(Unfit::TooLong(length)),
        _ => Ok(content),
    }
}

/// Returns the note that says the same already in the scope of `source`. A note that was made elsewhere counts only if
/// it has all the tags as well; otherwise the new tags would end up in the other place.
async fn find_same(
    tx: &Tx,
    user: &UserId,
    (content, tags): (&str, &[String]),
    source: &Source,
) -> Result<Option<Note>> {
    let scope = match &source.session_id {
        Some(session) => Scope::of(&sessions::get(tx, session).await?),
        None => Scope::Everything,
    };
    let gist = Gist::of(content);
    let prints = [Some(&gist.in_order), gist.turned_round.as_ref()].map(|it| it.map(|it| hash(it)));
    let candidates = notes::with_fingerprint(tx, user, &scope, prints, tags).await?;
    Ok(candidates.into_iter().find(|note| gist.is_that_of(&note.content)))
}

/// The meaning of a text, apart from its wording.
///
/// Two texts say the same if they have the same words in the same order, whatever their case, their punctuation and the
/// small words between, or if they make the same statement the other way round: “the code is 4711”, “4711 is the code”.
/// Words may not change places otherwise, because that changes who did what to whom, or what comes first in a recipe.
/// Two notes that say the same are a nuisance, but a note that swallows another is a loss; so any word not listed below
/// makes a difference.
#[derive(Debug, PartialEq, Eq)]
struct Gist {
    in_order: String,
    /// For a single statement that X is Y: “Y X”.
    turned_round: Option<String>,
}

/// Words that are left out.
const ARTICLES: &[&str] = &["a", "an", "the", "my", "please"];
/// Words between the two sides of a statement; left out.
const COPULAS: &[&str] = &["is", "are", "=", ":"];
/// Punctuation that ends a statement; left out.
const ENDS: &[&str] = &[".", "!", ";", "。", "！", "；"];
/// Punctuation within a statement; left out. Signs are kept: “-5” is not “5”, and C++ is not C.
const COMMAS: &[&str] = &[",", "…", "、", "，"];
/// Punctuation around words; left out.
const BRACKETS: &[&str] =
    &["\"", "'", "“", "”", "„", "«", "»", "‘", "(", ")", "[", "]", "「", "」", "（", "）"];

impl Gist {
    fn of(content: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        // Indexes at which the other side, or a new statement, begins.
        let (mut copulas, mut ends): (Vec<usize>, Vec<usize>) = (Vec::new(), vec![0]);
        let mut pieces = content.split_word_bounds().peekable();
        while let Some(piece) = pieces.next() {
            let word = piece.trim().to_lowercase().replace('’', "'");
            let word = word.as_str();
            // In “10:30” and “.5” the punctuation belongs to the word.
            let is_loose = !pieces.peek().is_some_and(|next| next.starts_with(char::is_alphanumeric));
            // In “Vitamin A” the letter is a name, not an article.
            let is_name = piece == "A" && ends.last() != Some(&words.len());
            if COPULAS.contains(&word) && is_loose {
                copulas.push(words.len());
            } else if (ENDS.contains(&word) && is_loose) || piece.contains('\n') {
                ends.push(words.len());
            } else if !(word.is_empty()
                || BRACKETS.contains(&word)
                || (COMMAS.contains(&word) && is_loose)
                || (ARTICLES.contains(&word) && !is_name))
            {
                words.push(word.to_owned());
            }
        }
        if words.is_empty() {
            return Self { in_order: content.trim().to_lowercase(), turned_round: None };
        }
        let is_one = ends.iter().all(|end| *end == 0 || *end == words.len());
        let turned_round = match copulas[..] {
            [middle] if is_one && (1..words.len()).contains(&middle) => {
                Some([&words[middle..], &words[..middle]].concat().join(" "))
            }
            _ => None,
        };
        Self { in_order: words.join(" "), turned_round }
    }

    fn is_that_of(&self, content: &str) -> bool {
        let other = Self::of(content).in_order;
        other == self.in_order || Some(other) == self.turned_round
    }
}

fn hash(text: &str) -> i64 {
    let digest = Sha256::digest(text.as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests;
