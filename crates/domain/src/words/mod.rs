//! Terms for the full-text indexes: how texts and queries are split, stemmed and folded.
//!
//! The indexes split at ASCII white space and punctuation and lower ASCII letters. Everything else happens here, in the
//! same way for texts and for queries. A text is indexed word by word: one term for each, stemmed by the probable
//! language of the text, without accents. A query is too short to identify its language, so each word is searched under
//! its stems in several languages: a single word under its stems in all languages, a word of a sentence that is clearly
//! in one language under its stem in that language. Measured on conversations in English, the stems of other languages
//! find more wrong words than right ones (`paint` is not a form of `pain`), but a word on its own finds every text that
//! has it, whatever language was guessed for the text.
//!
//! Chinese, Japanese, Korean, Thai and similar scripts are indexed as overlapping pairs of characters.

mod fold;
mod language;
mod parts;
mod spellings;
mod split;

use std::collections::HashSet;

use self::{
    fold::{fold, normal},
    language::{Asked, Spoken},
    split::{Kind, Token, split},
};
pub use parts::{Part, Terms};
pub use spellings::Spellings;

/// The most words of a query that are used; the rest is ignored.
pub const MAX_TERMS: usize = 32;
/// The most phrases of a query that are used; the rest is ignored.
const MAX_PHRASES: usize = 8;
/// The most words of a phrase that are used; the rest is ignored.
const MAX_PHRASE: usize = 16;
/// The most bytes of a text that are indexed.
const MAX_TEXT: usize = 256 * 1024;
/// The most bytes of a query that are read.
const MAX_QUERY: usize = 32 * 1024;
/// The fewest letters with which the last word of a query counts as a prefix.
const MIN_PREFIX: usize = 3;

/// Returns a text in the form that the full-text indexes store: its terms, separated by spaces. The work is bounded for
/// any text.
pub fn index_terms(text: &str) -> String {
    let tokens = split(clip(text, MAX_TEXT));
    let spoken = Spoken::of(words_of(&tokens));
    let mut terms = String::with_capacity(text.len());
    for token in &tokens {
        if !terms.is_empty() {
            terms.push(' ');
        }
        terms.push_str(&form(token, &spoken));
    }
    terms
}

/// Returns the terms and phrases of a query. Never fails: any text is a query. Stop words are left out unless there are
/// no other words.
pub fn query_terms(query: &str) -> QueryTerms {
    let query = clip(query, MAX_QUERY);
    let tokens = split(query);
    let asked = Asked::of(words_of(&tokens));
    let is_informative = |token: &&Token| token.kind != Kind::Word || !asked.is_stop_word(&token.text);
    let mut looked_for: Vec<&Token> = tokens.iter().filter(is_informative).collect();
    if looked_for.is_empty() {
        looked_for = tokens.iter().collect();
    }

    let mut query_terms = QueryTerms::default();
    let mut known = HashSet::new();
    for token in looked_for.into_iter().filter(|token| !token.ends_run()) {
        if query_terms.terms.len() < MAX_TERMS && known.insert(token.text.as_str()) {
            query_terms.add(Term::of(token, &asked));
        }
    }
    let ending =
        tokens.last().filter(|_| query.ends_with(char::is_alphanumeric)).map(|token| fold(&token.text));
    if let Some(last) = query_terms.terms.last_mut()
        && last.word.chars().count() >= MIN_PREFIX
        && ending.is_some_and(|word| word == last.word)
    {
        last.prefix = true;
    }
    let compounds = tokens.chunk_by(|_, next| next.joined);
    query_terms.phrases =
        compounds.filter_map(|compound| phrase(compound, &asked)).take(MAX_PHRASES).collect();
    query_terms
}

/// Returns a text in the spelling in which words are compared.
pub fn folded(text: &str) -> String {
    fold(&normal(text)).into_owned()
}

/// Returns the English name of the probable language of a text.
pub fn language(text: &str) -> &'static str {
    Spoken::of(words_of(&split(clip(text, MAX_QUERY)))).main()
}

/// The terms and phrases of a query.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct QueryTerms {
    /// At most [`MAX_TERMS`].
    pub terms: Vec<Term>,
    /// Words that belong together (`pve-01`, `192.168.1.10`, a name in Chinese); texts with the whole phrase come
    /// first. Each phrase is a list of its possible forms in an index.
    pub phrases: Vec<Vec<String>>,
}

/// A word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// The word as typed, folded.
    pub word: String,
    /// The possible terms for the word in an index; each occurrence in a text is indexed as only one of them.
    pub variants: Vec<String>,
    /// Also matches longer words that begin with `word`.
    pub prefix: bool,
}

impl QueryTerms {
    /// Returns the share (0..=1) of the query's words that occur in a text.
    pub fn word_coverage(&self, text: &str) -> f64 {
        if self.terms.is_empty() {
            return 0.0;
        }
        let terms = format!(" {} ", index_terms(text));
        let had = self.terms.iter().filter(|term| term.is_in(&terms)).count();
        had as f64 / self.terms.len() as f64
    }

    /// Adds a term, or merges it with one that is a form of the same word.
    fn add(&mut self, term: Term) {
        let same = |known: &Term| known.variants.iter().any(|variant| term.variants.contains(variant));
        if let Some(known) = self.terms.iter().position(same) {
            let variants = &mut self.terms[known].variants;
            variants.extend(term.variants);
            distinct(variants);
        } else {
            self.terms.push(term);
        }
    }
}

impl Term {
    fn of(token: &Token, asked: &Asked) -> Self {
        let word = fold(&token.text).into_owned();
        let mut variants = forms(&[token], asked);
        variants.push(word.clone());
        distinct(&mut variants);
        Self { word, variants, prefix: token.kind == Kind::Single }
    }

    /// Returns whether the term is in `terms`, an indexed text with a space before and after each term.
    fn is_in(&self, terms: &str) -> bool {
        let has = |variant: &String| terms.contains(&format!(" {variant} "));
        self.variants.iter().any(has) || (self.prefix && terms.contains(&format!(" {}", self.word)))
    }
}

/// Returns the possible forms of a compound in an index; `None` for a single word.
fn phrase(compound: &[Token], asked: &Asked) -> Option<Vec<String>> {
    let parts: Vec<_> = compound.iter().filter(|token| !token.ends_run()).take(MAX_PHRASE).collect();
    (parts.len() > 1).then(|| forms(&parts, asked))
}

/// Returns the possible forms of adjacent tokens in an index.
fn forms(tokens: &[&Token], asked: &Asked) -> Vec<String> {
    let together = |spoken| tokens.iter().map(|token| form(token, &spoken)).collect::<Vec<_>>().join(" ");
    let mut forms: Vec<_> =
        asked.readings(tokens.iter().map(|token| token.text.as_str())).map(together).collect();
    distinct(&mut forms);
    forms
}

/// Returns the term for a token in a text of this language.
fn form(token: &Token, spoken: &Spoken) -> String {
    match token.kind {
        Kind::Word => fold(&spoken.stem(&token.text)).into_owned(),
        Kind::Plain | Kind::Single => fold(&token.text).into_owned(),
    }
}

fn words_of(tokens: &[Token]) -> impl Iterator<Item = &str> {
    tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text.as_str())
}

/// Sorts the strings and removes duplicates.
fn distinct(strings: &mut Vec<String>) {
    strings.sort_unstable();
    strings.dedup();
}

fn clip(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests;
