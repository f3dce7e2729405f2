//! Notes: saved, changed, deleted. A save that says what a note already says is that note again.

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

/// Characters that a note holds.
pub const MAX_CONTENT: usize = 16_000;
/// Tags that a note keeps, and characters of one.
const MAX_TAGS: usize = 16;
const MAX_TAG: usize = 64;

/// What came of a save.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Saved {
    /// There is a new note, under the id that the caller chose.
    New,
    /// This note said it already; here it is as it is now.
    Same(Note),
}

/// A text that cannot be a note. Nothing was changed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Unfit {
    #[error("there is nothing in it to remember")]
    Empty,
    #[error("a note holds {MAX_CONTENT} characters at most, and this has {0}: save it in parts, or its gist")]
    TooLong(usize),
}

/// Saves a note under an id chosen by the caller; saving under it again changes nothing. Where one of the person's
/// notes that can be seen there says the same, that one gets the new tags, and the longer wording.
///
/// # Errors
/// [`Unfit`], or the database failed.
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

/// Replaces what a note says; its tags only where some are given. False if the person has no such note.
///
/// What is said to the bot alone stays between the two: a note that a group sees is no longer seen there once it is
/// changed in a direct chat.
///
/// # Errors
/// [`Unfit`], or the database failed.
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

/// Tags as they are kept: trimmed, lower-case, in one line, without doubles, at most 16.
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

/// What a text is looked up by when it is asked whether a note says the same: equal for equal [`Gist`]s in order.
pub(crate) fn fingerprint(content: &str) -> i64 {
    hash(&Gist::of(content).in_order)
}

/// A text as a note has it.
fn fit(content: &str) -> Result<&str, Unfit> {
    let content = content.trim();
    match content.chars().count() {
        0 => Err(Unfit::Empty),
        length if length > MAX_CONTENT => Err(Unfit::TooLong(length)),
        _ => Ok(content),
    }
}

/// The note that says this already where it is said. A note that can be seen there but was made elsewhere counts if
/// it has all the tags as well: then nothing that is new stays behind in the other place.
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

/// What a text says, apart from how it is put.
///
/// Two texts say the same if they have the same words in the same order, whatever their case, their punctuation and
/// the little words between, or if they state the same the other way round: “the code is 4711”, “4711 is the code”.
/// Words may not change places otherwise, for that changes who did what to whom, or what comes first in a recipe. Two
/// notes that say the same are a nuisance; one that swallowed another is a loss. So what is not known here tells.
#[derive(Debug, PartialEq, Eq)]
struct Gist {
    in_order: String,
    /// Of one statement that X is Y: “Y X”.
    turned_round: Option<String>,
}

/// Words that are left out.
const ARTICLES: &[&str] = &["a", "an", "the", "my", "please"];
/// What stands between the two sides of a statement; left out.
const COPULAS: &[&str] = &["is", "are", "=", ":"];
/// What ends a statement; left out.
const ENDS: &[&str] = &[".", "!", ";", "。", "！", "；"];
/// Punctuation within a statement; left out. Signs are not: “-5” is not “5”, and C++ not C.
const COMMAS: &[&str] = &[",", "…", "、", "，"];
/// What stands around words; left out.
const BRACKETS: &[&str] =
    &["\"", "'", "“", "”", "„", "«", "»", "‘", "(", ")", "[", "]", "「", "」", "（", "）"];

impl Gist {
    fn of(content: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        // Where the words of a new side, or of a new statement, begin.
        let (mut copulas, mut ends): (Vec<usize>, Vec<usize>) = (Vec::new(), vec![0]);
        let mut pieces = content.split_word_bounds().peekable();
        while let Some(piece) = pieces.next() {
            let word = piece.trim().to_lowercase().replace('’', "'");
            let word = word.as_str();
            // In “10:30” and “.5” they are part of what is meant.
            let is_loose = !pieces.peek().is_some_and(|next| next.starts_with(char::is_alphanumeric));
            // “Vitamin A” is another thing than a vitamin.
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
