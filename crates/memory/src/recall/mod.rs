//! Recall: picks the notes that probably matter for a person's latest message.

use adjutant_domain::{
    ids::{TurnId, UserId},
    origin::Sources,
    redact::Filter,
};
use adjutant_store::notes;
use adjutant_texts::memory as texts;
use anyhow::Result;

use super::{Memory, Query, Scope, SearchResult};

/// The most notes that the model gets.
const MAX_NOTES: i64 = 8;
/// The most bytes of one note that the model gets; the rest is cut.
const MAX_NOTE: usize = 600;
/// The most characters of a message that are searched for.
const MAX_CUE: usize = 2_000;
/// The most words of a message that is searched together with the one before it (“and when does it leave?”).
const SHORT: usize = 8;

/// The input of a recall.
#[derive(Clone, Debug)]
pub struct RecallRequest {
    pub user: UserId,
    pub scope: Scope,
    pub turn: TurnId,
    /// What the person has just said.
    pub said: String,
    /// The person's message before that.
    pub before: Option<String>,
}

/// The notes that a recall offers.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Recalled {
    /// In the form for the model.
    pub text: String,
    /// The sources of words in them that are not the person's own.
    pub untrusted: Sources,
}

impl Memory {
    /// Returns the related notes in the form for the model, at most `max_bytes` and without these secrets. A failure is
    /// logged and returns `None`, because a turn must not fail for missing notes.
    pub async fn recall(&self, cue: RecallRequest, max_bytes: usize, secrets: &Filter) -> Option<Recalled> {
        match self.related(cue).await {
            Ok(found) => offer(found, max_bytes, secrets),
            Err(error) => {
                tracing::warn!(
                    error = format!("{error:#}"),
                    "cannot recall notes; turn goes on without them"
                );
                None
            }
        }
    }

    /// Returns the related notes, best first: those found by the message, then those found by it together with the
    /// message before.
    async fn related(&self, cue: RecallRequest) -> Result<Vec<SearchResult>> {
        let RecallRequest { user, scope, turn, said, before } = cue;
        let (whose, place) = (user.clone(), scope.clone());
        if !self.db.read(async move |tx| notes::any(tx, &whose, &place).await).await? {
            return Ok(Vec::new());
        }
        let said = clipped(&said, MAX_CUE);
        let query = Query {
            user,
            text: said.to_owned(),
            tags: Vec::new(),
            top_k: MAX_NOTES,
            include_conversation: false,
            include_documents: false,
            scope,
            turn: Some(turn),
        };
        let leans = said.split_whitespace().count() <= SHORT;
        let Some(before) = before.filter(|_| leans) else {
            return Ok(self.search_quickly(query).await?.found);
        };
        let with_before = Query { text: format!("{} {said}", clipped(&before, MAX_CUE)), ..query.clone() };
        let (mut found, further) =
            tokio::try_join!(self.search_quickly(query), self.search_quickly(with_before))?;
        for note in further.found {
            if !found.found.iter().any(|known| known.note_id == note.note_id) {
                found.found.push(note);
            }
        }
        found.found.truncate(usize::try_from(MAX_NOTES).unwrap_or_default());
        Ok(found.found)
    }
}

/// Formats as many notes as fit, best first.
fn offer(found: Vec<SearchResult>, max_bytes: usize, secrets: &Filter) -> Option<Recalled> {
    let mut left = max_bytes.checked_sub(texts::recalled(&[]).len())?;
    let (mut lines, mut untrusted) = (Vec::new(), Sources::OWN);
    for note in found {
        let Some(id) = &note.note_id else { continue };
        let text = shortened(&secrets.redact(&note.text));
        let line = texts::recalled_note(id, &note.updated_at, &note.tags, &text);
        // One byte more for the line break.
        let Some(rest) = left.checked_sub(line.len() + 1) else { continue };
        left = rest;
        lines.push(line);
        untrusted = untrusted.and(&note.untrusted);
    }
    (!lines.is_empty()).then(|| Recalled { text: texts::recalled(&lines), untrusted })
}

/// Returns a note as one line, so that nothing in it can look like another note.
fn shortened(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.len() > MAX_NOTE {
        true => texts::goes_on(&line[..line.floor_char_boundary(MAX_NOTE)]),
        false => line,
    }
}

fn clipped(text: &str, chars: usize) -> &str {
    text.char_indices().nth(chars).map_or(text, |(end, _)| &text[..end])
}

#[cfg(test)]
mod tests;
