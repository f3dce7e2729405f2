//! The gist of a text, which recognises two notes that say the same in different words.

use sha2::{Digest, Sha256};
use unicode_segmentation::UnicodeSegmentation;

/// The gist of a text, independent of its wording.
///
/// Two texts have the same gist if they have the same words in the same order, ignoring case, punctuation and the small
/// words between, or if they make the same statement the other way round: “the code is 4711”, “4711 is the code”. Words
/// may not change places otherwise, because that changes who did what to whom, or what comes first in a recipe. A
/// duplicate note is a nuisance, but a note wrongly taken for a duplicate is a loss, so any word not listed below makes
/// a difference.
#[derive(Debug, PartialEq, Eq)]
pub struct Gist {
    in_order: String,
    /// For a single statement that X is Y: “Y X”.
    reversed: Option<String>,
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
    /// Returns the gist of a text.
    pub fn of(content: &str) -> Self {
        let mut words: Vec<String> = Vec::new();
        // The indexes at which the other side or a new statement begins.
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
            return Self { in_order: content.trim().to_lowercase(), reversed: None };
        }
        let is_one = ends.iter().all(|end| *end == 0 || *end == words.len());
        let reversed = match copulas[..] {
            [middle] if is_one && (1..words.len()).contains(&middle) => {
                Some([&words[middle..], &words[..middle]].concat().join(" "))
            }
            _ => None,
        };
        Self { in_order: words.join(" "), reversed }
    }

    /// Returns whether `content` has this gist.
    pub fn matches(&self, content: &str) -> bool {
        let other = Self::of(content).in_order;
        other == self.in_order || Some(other) == self.reversed
    }

    /// Returns the fingerprints to look for among stored notes: of the words in order and, if there is one, of the
    /// reversed statement.
    pub fn fingerprints(&self) -> [Option<i64>; 2] {
        [Some(hash(&self.in_order)), self.reversed.as_deref().map(hash)]
    }
}

/// Returns the fingerprint that is stored with a note: equal for equal [`Gist`]s in order.
pub fn fingerprint(content: &str) -> i64 {
    hash(&Gist::of(content).in_order)
}

fn hash(text: &str) -> i64 {
    let digest = Sha256::digest(text.as_bytes());
    let mut bytes = [0; 8];
    bytes.copy_from_slice(&digest[..8]);
    i64::from_be_bytes(bytes)
}

#[cfg(test)]
mod tests;
