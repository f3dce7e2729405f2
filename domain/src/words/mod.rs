//! What texts and queries are made of for the full-text indexes.
//!
//! The indexes split at ASCII white space and punctuation and lower ASCII letters; all else is done here, and in the
//! same way for texts and for queries. A text is indexed word by word: one term for each, stemmed by the language
//! that the text seems to be in, without accents. A query is too short to tell its language, so each of its words is
//! looked for under the stems of all languages that it may be in: one word, in any; a sentence that is clearly in one,
//! in that. Measured on conversations in English, the stems of other languages find more that is wrong than right
//! (`paint` is no form of `pain`), but a word on its own finds every text that has it, however its language was guessed.
//!
//! Chinese, Japanese, Korean, Thai and their like are indexed as overlapping pairs of characters.

mod fold;
mod language;
mod split;

use std::collections::HashSet;

use self::{
    fold::{fold, normal},
    language::{Asked, Spoken},
    split::{Kind, Token, split},
};

/// Words of a query beyond this many are left out.
pub const MAX_TERMS: usize = 32;
/// Phrases of a query beyond this many are left out.
const MAX_PHRASES: usize = 8;
/// Words of a phrase beyond this many are left out.
const MAX_PHRASE: usize = 16;
/// What a text has beyond this many bytes is not indexed.
const MAX_TEXT: usize = 256 * 1024;
/// What a query has beyond this many bytes is not looked at.
const MAX_QUERY: usize = 32 * 1024;
/// Letters that the last word of a query needs to be taken for the beginning of one.
const MIN_PREFIX: usize = 3;

/// A text as the full-text indexes get it: its terms, separated by spaces. Bounded work for any text.
pub fn indexed(text: &str) -> String {
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

/// What a query looks for. Never fails: any text is a query. Stop words are left out unless there is nothing else.
pub fn wanted(query: &str) -> Wanted {
    let query = clip(query, MAX_QUERY);
    let tokens = split(query);
    let asked = Asked::of(words_of(&tokens));
    let is_informative = |token: &&Token| token.kind != Kind::Word || !asked.is_stop_word(&token.text);
    let mut looked_for: Vec<&Token> = tokens.iter().filter(is_informative).collect();
    if looked_for.is_empty() {
        looked_for = tokens.iter().collect();
    }

    let mut wanted = Wanted::default();
    let mut known = HashSet::new();
    for token in looked_for.into_iter().filter(|token| !token.ends_run()) {
        if wanted.terms.len() < MAX_TERMS && known.insert(token.text.as_str()) {
            wanted.add(Term::of(token, &asked));
        }
    }
    let ending =
        tokens.last().filter(|_| query.ends_with(char::is_alphanumeric)).map(|token| fold(&token.text));
    if let Some(last) = wanted.terms.last_mut()
        && last.word.chars().count() >= MIN_PREFIX
        && ending.is_some_and(|word| word == last.word)
    {
        last.prefix = true;
    }
    let compounds = tokens.chunk_by(|_, next| next.joined);
    wanted.phrases = compounds.filter_map(|compound| phrase(compound, &asked)).take(MAX_PHRASES).collect();
    wanted
}

/// A text in the one spelling in which words are compared.
pub fn folded(text: &str) -> String {
    fold(&normal(text)).into_owned()
}

/// The name in English of the language that a text is probably in.
pub fn language(text: &str) -> &'static str {
    Spoken::of(words_of(&split(clip(text, MAX_QUERY)))).main()
}

/// What a query looks for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Wanted {
    /// At most [`MAX_TERMS`].
    pub terms: Vec<Term>,
    /// Words that stood together (`pve-01`, `192.168.1.10`, a name in Chinese): texts that have them so come first.
    /// Each is a list of the forms under which an index may have it.
    pub phrases: Vec<Vec<String>>,
}

/// A word of a query.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Term {
    /// As it was typed, folded.
    pub word: String,
    /// The terms under which an index may have it; a text has but one of them for each time it has the word.
    pub variants: Vec<String>,
    /// Longer words that begin like `word` count as well.
    pub prefix: bool,
}

impl Wanted {
    /// The FTS5 expression for texts that have any of the words, nothing but quoted strings, `*` and `OR`; `None` if
    /// there are no words.
    pub fn expression(&self) -> Option<String> {
        let words = self.terms.iter().flat_map(Term::strings);
        let phrases = self.phrases.iter().flatten().map(|phrase| quoted(phrase));
        let strings: Vec<_> = words.chain(phrases).collect();
        (!strings.is_empty()).then(|| strings.join(" OR "))
    }

    /// The share (0..=1) of its words that a text has.
    pub fn share_in(&self, text: &str) -> f64 {
        if self.terms.is_empty() {
            return 0.0;
        }
        let terms = format!(" {} ", indexed(text));
        let had = self.terms.iter().filter(|term| term.is_in(&terms)).count();
        had as f64 / self.terms.len() as f64
    }

    /// Adds a word, unless it is one already there in another form.
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

    fn strings(&self) -> impl Iterator<Item = String> {
        let prefix = self.prefix.then(|| format!("{}*", quoted(&self.word)));
        self.variants.iter().map(|variant| quoted(variant)).chain(prefix)
    }

    /// `terms`: an indexed text with a space before and after each term.
    fn is_in(&self, terms: &str) -> bool {
        let has = |variant: &String| terms.contains(&format!(" {variant} "));
        self.variants.iter().any(has) || (self.prefix && terms.contains(&format!(" {}", self.word)))
    }
}

/// The forms that a compound may have in an index; `None` for a single word.
fn phrase(compound: &[Token], asked: &Asked) -> Option<Vec<String>> {
    let parts: Vec<_> = compound.iter().filter(|token| !token.ends_run()).take(MAX_PHRASE).collect();
    (parts.len() > 1).then(|| forms(&parts, asked))
}

/// What these tokens may be in an index, side by side.
fn forms(tokens: &[&Token], asked: &Asked) -> Vec<String> {
    let together = |spoken| tokens.iter().map(|token| form(token, &spoken)).collect::<Vec<_>>().join(" ");
    let mut forms: Vec<_> =
        asked.readings(tokens.iter().map(|token| token.text.as_str())).map(together).collect();
    distinct(&mut forms);
    forms
}

/// The term for a token in a text of this language.
fn form(token: &Token, spoken: &Spoken) -> String {
    match token.kind {
        Kind::Word => fold(&spoken.stem(&token.text)).into_owned(),
        Kind::Plain | Kind::Single => fold(&token.text).into_owned(),
    }
}

fn words_of(tokens: &[Token]) -> impl Iterator<Item = &str> {
    tokens.iter().filter(|token| token.kind == Kind::Word).map(|token| token.text.as_str())
}

/// Takes out what is there twice.
fn distinct(strings: &mut Vec<String>) {
    strings.sort_unstable();
    strings.dedup();
}

fn quoted(string: &str) -> String {
    format!("\"{}\"", string.replace('"', "\"\""))
}

fn clip(text: &str, bytes: usize) -> &str {
    &text[..text.floor_char_boundary(bytes)]
}

#[cfg(test)]
mod tests;
