//! Other spellings of a query's words in indexed texts: mistyped letters, umlauts written out, a hyphen, a compound.

use std::collections::HashSet;

use super::{QueryTerms, Term, split::is_spaceless};

/// The fewest letters of a word that may be mistyped in one letter, and in two.
const MISTYPED: [usize; 2] = [5, 9];
/// The fewest letters of a word that is looked for within compounds, and the fewest letters beside it.
const IN_COMPOUND: (usize, usize) = (5, 3);
/// The fewest bytes of a word in which `ue` may be an umlaut.
const WRITTEN_OUT: usize = 5;
/// The most spellings that are taken for one word; the first ones read count.
const MOST: usize = 8;
/// The most different words that are compared.
const MOST_COMPARED: usize = 30_000;

/// The spellings that are found for some words of a query.
pub struct Spellings<'q> {
    query: &'q QueryTerms,
    words: Vec<Word<'q>>,
    compared: HashSet<String>,
}

/// A word of a query, by its index there.
struct Word<'q> {
    term: usize,
    /// Itself and its stems, as far as they may be mistyped.
    typed: Vec<&'q str>,
    /// Its forms in an index, with umlauts as vowels.
    forms: Vec<String>,
    /// How near the spellings found so far are.
    nearness: Nearness,
    found: Vec<String>,
}

/// How near a spelling is; the nearest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Nearness {
    /// Only a hyphen or the writing of umlauts differs.
    Same,
    OneLetter,
    Compound,
    TwoLetters,
    None,
}

impl<'q> Spellings<'q> {
    /// Looks for spellings of these terms of a query, by their indexes. Numbers have none.
    pub fn of(query: &'q QueryTerms, unknown: impl Iterator<Item = usize>) -> Self {
        let word = |index: usize| {
            let term = query.terms.get(index)?;
            let forms = term.variants.iter().cloned().chain(without_hyphen(query, term));
            let forms: Vec<_> = forms.filter(|form| has_spellings(form)).map(|form| plain(&form)).collect();
            let typed = term.variants.iter().map(String::as_str).filter(|form| has_spellings(form)).collect();
            let (nearness, found) = (Nearness::None, Vec::new());
            (!forms.is_empty()).then_some(Word { term: index, typed, forms, nearness, found })
        };
        Self { query, words: unknown.filter_map(word).collect(), compared: HashSet::new() }
    }

    /// Returns whether no word can have another spelling.
    pub fn is_empty(&self) -> bool {
        self.words.is_empty()
    }

    /// Compares the words with those of a text in the form of [`index_terms`](super::index_terms).
    pub fn read(&mut self, indexed: &str) {
        let mut before = "";
        for term in indexed.split(' ') {
            for word in
                self.words.iter_mut().filter(|word| word.forms.iter().any(|it| is_pair(it, before, term)))
            {
                word.take(Nearness::Same, || format!("{before} {term}"));
            }
            before = term;
            if self.compared.len() >= MOST_COMPARED || self.compared.contains(term) || !has_spellings(term) {
                continue;
            }
            self.compared.insert(term.to_owned());
            let written = plain(term);
            for word in &mut self.words {
                word.take(word.nearness_of(term, &written), || term.to_owned());
            }
        }
    }

    /// Returns the query with the spellings that were found; `None` if there are none.
    pub fn found(self) -> Option<QueryTerms> {
        let mut query = self.query.clone();
        let mut any = false;
        for word in self.words {
            any |= !word.found.is_empty();
            query.terms[word.term].variants.extend(word.found);
        }
        any.then_some(query)
    }
}

impl Word<'_> {
    /// Returns how near a term is; `written` is its form with umlauts as vowels.
    fn nearness_of(&self, term: &str, written: &str) -> Nearness {
        let nearest = self.forms.iter().map(|form| likeness(form, written)).min();
        let mistyped = self.typed.iter().map(|form| mistyped(form, term)).min();
        [nearest, mistyped].into_iter().flatten().min().unwrap_or(Nearness::None)
    }

    /// Takes a spelling, unless nearer ones are known.
    fn take(&mut self, nearness: Nearness, spelling: impl FnOnce() -> String) {
        if nearness < self.nearness {
            self.nearness = nearness;
            self.found.clear();
        }
        if nearness != Nearness::None && nearness == self.nearness && self.found.len() < MOST {
            let spelling = spelling();
            if !self.found.contains(&spelling) {
                self.found.push(spelling);
            }
        }
    }
}

/// Returns a word of a compound together with the others, as one word: `email` for the words of `e-mail`.
fn without_hyphen(query: &QueryTerms, term: &Term) -> impl Iterator<Item = String> {
    let has_word = |form: &&String| form.split(' ').any(|part| term.variants.iter().any(|it| it == part));
    query.phrases.iter().flatten().filter(has_word).map(|form| form.replace(' ', ""))
}

/// Returns whether a term is a word of letters, in a script with spaces.
fn has_spellings(term: &str) -> bool {
    term.chars().all(|c| c.is_alphabetic() && !is_spaceless(c)) && term.chars().nth(2).is_some()
}

/// Returns a folded word with umlauts as vowels, as the index writes them: `mueller` as `muller`.
fn plain(word: &str) -> String {
    if word.len() < WRITTEN_OUT {
        return word.to_owned();
    }
    word.replace("ae", "a").replace("oe", "o").replace("ue", "u")
}

/// Returns whether two neighbouring terms are the word with a hyphen.
fn is_pair(word: &str, first: &str, second: &str) -> bool {
    !first.is_empty() && !second.is_empty() && word.strip_prefix(first) == Some(second)
}

/// Returns whether a term is a word, or a compound with it at one end; both with umlauts as vowels.
fn likeness(word: &str, term: &str) -> Nearness {
    let (least, beside) = IN_COMPOUND;
    let is_longer = || word.chars().count() >= least && term.chars().count() >= word.chars().count() + beside;
    match word == term {
        true => Nearness::Same,
        false if (term.ends_with(word) || term.starts_with(word)) && is_longer() => Nearness::Compound,
        false => Nearness::None,
    }
}

/// Returns whether few letters of a word differ from a term's, not the first. An end that is missing is none: stems of
/// different words differ by that.
fn mistyped(word: &str, term: &str) -> Nearness {
    let [once, twice] = MISTYPED;
    let (length, other) = (word.chars().count(), term.chars().count());
    let is_cut = word.starts_with(term) || term.starts_with(word);
    if length < once || is_cut || length.abs_diff(other) > 2 || word.chars().next() != term.chars().next() {
        return Nearness::None;
    }
    match strsim::osa_distance(word, term) {
        1 => Nearness::OneLetter,
        2 if length >= twice => Nearness::TwoLetters,
        _ => Nearness::None,
    }
}
