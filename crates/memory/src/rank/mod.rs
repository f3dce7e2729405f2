//! Ranking: chooses and orders the candidates that answer a query. Pure: the caller supplies the candidates, found by
//! words, by vectors, or both.
//!
//! A candidate's score is `fts_weight * words + vector_weight * meaning + hints`:
//! - words: its bm25 ([`words`]) as a share of the best one's, times the share of the query's words that the best one
//!   has. If the best match has one of three words, no match counts for more than a third. Notes, entries and passages
//!   are scaled separately, because their scores are not comparable;
//! - meaning: its cosine, stretched to the range from the lowest to the highest among the candidates. The range of
//!   cosines differs between models and between queries. A candidate that is far ahead stays far ahead, which rank
//!   fusion (RRF) would lose;
//! - hints: small amounts that decide between about equally good candidates ([`TIMELY`], [`NAMED`], [`ASKING`]).
//!
//! The best candidate is taken first. A later one that repeats a taken one must be better by a margin ([`SAMENESS`]),
//! and so must another passage of the same page ([`SAME_PAGE`]). At the end comes a threshold, so that a search may
//! find nothing ([`Thresholds`]).
//!
//! The constants are round numbers from the middle of plateaus, except the thresholds, which weigh missed answers
//! against wrong results. docs/internals/memory.md has the figures for short notes and for conversations.
//! `benches/recall` measures recall on any conversations with questions.

mod asking;
pub mod words;

use std::collections::HashMap;

use adjutant_store::search::Source;
use serde::Serialize;
use unicode_segmentation::UnicodeSegmentation;

/// The query, as ranking needs it.
pub struct Search<'a> {
    /// The query's text.
    pub text: &'a str,
    /// Returns the share (0 to 1) of the query's informative words that a text has. Called for a few candidates only.
    pub word_coverage: &'a dyn Fn(&str) -> f64,
    pub weights: Weights,
    /// The number of results wanted.
    pub limit: usize,
    pub certainty: Certainty,
}

/// How certain the results of a search must be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Certainty {
    /// A reader judges the results: a weak one is better than none.
    Possible,
    /// The results are used or listed as they are: a wrong one costs more than a missing one.
    Probable,
}

/// The settings `fts_weight` and `vector_weight`. Not both are 0.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub fts: f64,
    pub vector: f64,
}

/// A text that may answer the query.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    pub source: Source,
    pub text: &'a str,
    /// How well its words match: higher is better, 0 if none does.
    pub bm25: f64,
    /// The share (0 to 1) of the query's words that it or its neighbours have.
    pub coverage: f64,
    /// Its cosine with the query; `None` if it has no vector yet, or the query has none.
    pub cosine: Option<f32>,
    /// Whether it is from the period that the query names.
    pub timely: bool,
    /// For a passage: its file, and the place in the file where it begins.
    pub page: Option<(&'a str, &'a str)>,
}

/// A candidate that is good enough to be a result.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// Its place in the list of candidates.
    pub index: usize,
    /// The parts of its score. The score is at most that of the previous one.
    pub parts: Parts,
}

/// The parts of a score, which is their sum.
#[derive(Clone, Copy, Debug, Default, PartialEq, Serialize)]
pub struct Parts {
    /// For matching words, with the weight of words.
    pub words: f64,
    /// For nearness in meaning, with the weight of meaning; judged by its words where it has no vector.
    pub meaning: f64,
    /// For being from the period that the query names.
    pub timely: f64,
    /// For being said by the person whom the query names.
    pub named: f64,
    /// For asking instead of stating: 0 or less.
    pub asking: f64,
    /// For repeating a better one, or being on its page: 0 or less.
    pub repeating: f64,
}

impl Parts {
    /// Returns the score.
    pub fn score(&self) -> f64 {
        self.words + self.meaning + self.timely + self.named + self.asking + self.repeating
    }
}

/// Bonus for a candidate from the period that the query names: "what did I buy last spring?" has few other words in
/// common with the answer.
const TIMELY: f64 = 0.3;
/// Bonus for a candidate said by the one person or thing that the query names: "Maria: I am moving", in a search for
/// where Maria is moving.
const NAMED: f64 = 0.1;
/// Penalty for an entry that consists of questions, in proportion to their share. A question is near to other questions
/// about the same subject, but answers none: above all the person's own earlier questions.
const ASKING: f64 = 0.3;
/// Penalty for a candidate with the same words as an earlier one, in proportion to the shared words.
const SAMENESS: f64 = 0.2;
/// Penalty for a passage that begins on the page of an earlier one: a reader who finds a page can read it all.
const SAME_PAGE: f64 = 0.2;
/// The smallest range of cosines that is stretched to the whole range; smaller differences say little.
const LEAST_SPREAD: f64 = 0.3;
/// With this similarity of words (Jaccard) and equal numbers, two texts count as the same.
const SAME: f64 = 0.9;
/// Words of a text that are compared with another's.
const COMPARED_WORDS: usize = 200;
/// The least cosine of a result that has none of the query's words. With the bundled model, short texts that answer a
/// query in other words have 0.26 to 0.67, ten of thirteen more than this, and others at most 0.33.
const NEAR: f32 = 0.35;
/// Short notes that answer a question in other words have cosines from 0.25 on with the bundled model.
const POSSIBLE: Thresholds = Thresholds { convincing: 0.25, plausible: 0.15, timely: 0.3 };
/// Time is no evidence: "I am tired today" is not about the notes of today.
const PROBABLE: Thresholds = Thresholds { convincing: 0.4, plausible: 0.25, timely: 0.0 };
/// The least share of the query's words in a convincing result without a cosine.
const BY_WORDS: f64 = 0.3;
/// Candidates that are kept for each wanted result, before repetitions are left out.
const CHOICE: usize = 4;
/// The longest label, such as "Maria" in "Maria: I am moving": in characters, and in words.
const LABEL: (usize, usize) = (40, 3);

/// Returns the candidates that answer the query, best first; none if nothing is convincing. Equal scores keep their
/// order.
pub fn rank(search: &Search<'_>, candidates: &[Candidate<'_>]) -> Vec<Ranked> {
    let mut best: Vec<Ranked> = scores(search, candidates)
        .into_iter()
        .enumerate()
        .map(|(index, parts)| Ranked { index, parts })
        .collect();
    best.sort_by(|a, b| b.parts.score().total_cmp(&a.parts.score()));
    best.truncate(search.limit.saturating_mul(CHOICE));
    let mut ranked = diversify(best, candidates, search.limit);
    let thresholds = Thresholds::of(search.certainty);
    let evidence = |ranked: &Ranked| Evidence::of(search, thresholds, &candidates[ranked.index]);
    let evidence: Vec<_> = ranked.iter().map(evidence).collect();
    if !evidence.iter().any(|evidence| evidence.is_convincing(thresholds)) {
        return Vec::new();
    }
    let mut evidence = evidence.iter();
    ranked.retain(|_| evidence.next().is_some_and(|evidence| evidence.is_plausible(thresholds)));
    ranked
}

/// An item whose words are already scored, such as a page of a website.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Scored {
    /// From 0 to 1; 0 if it has none of the query's words.
    pub words: f64,
    /// Its cosine with the query; `None` if it has no vector yet, or the query has none.
    pub cosine: Option<f32>,
}

/// Returns the score of each item, from 0 to 1; `None` for an item that neither has words of the query nor is near. The
/// nearest item gets the full share of meaning, so scores with and without meaning are comparable.
pub fn fuse(Weights { fts, vector }: Weights, found: &[Scored]) -> Vec<Option<f64>> {
    let meaning = Meaning::of(found.iter().filter_map(|it| it.cosine));
    let score = |it: &Scored| {
        let is_near = it.cosine.is_some_and(|cosine| cosine >= NEAR);
        let by_meaning = it.cosine.map_or(it.words, |cosine| 1.0 - meaning.behind(cosine));
        (it.words > 0.0 || is_near).then(|| (fts * it.words + vector * by_meaning) / (fts + vector))
    };
    found.iter().map(score).collect()
}

/// How much evidence results need.
#[derive(Clone, Copy, Debug)]
struct Thresholds {
    /// The least evidence of one of the results.
    convincing: f64,
    /// The least evidence of each.
    plausible: f64,
    /// The evidence of a text from the period that the query names.
    timely: f64,
}

impl Thresholds {
    fn of(certainty: Certainty) -> Self {
        match certainty {
            Certainty::Possible => POSSIBLE,
            Certainty::Probable => PROBABLE,
        }
    }
}

/// How much a candidate by itself looks like an answer. Unlike scores, it is comparable between searches.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    has_cosine: bool,
    /// The cosine, half of the share of the query's informative words in the text, and its time. Without a cosine, the
    /// whole share.
    sum: f64,
}

impl Evidence {
    fn of(search: &Search<'_>, thresholds: Thresholds, candidate: &Candidate<'_>) -> Self {
        let share = (search.word_coverage)(candidate.text);
        let by_time = if candidate.timely { thresholds.timely } else { 0.0 };
        let sum = by_time + candidate.cosine.map_or(share, |cosine| f64::from(cosine) + 0.5 * share);
        Self { has_cosine: candidate.cosine.is_some(), sum }
    }

    /// Returns whether this candidate alone shows that the search has found something.
    fn is_convincing(&self, thresholds: Thresholds) -> bool {
        self.sum >= if self.has_cosine { thresholds.convincing } else { BY_WORDS }
    }

    /// Returns whether it is good enough beside a convincing candidate.
    fn is_plausible(&self, thresholds: Thresholds) -> bool {
        !self.has_cosine || self.sum >= thresholds.plausible
    }
}

/// Returns the parts of each candidate's score, in order.
fn scores(search: &Search<'_>, candidates: &[Candidate<'_>]) -> Vec<Parts> {
    let words = Words::of(candidates);
    let meaning = Meaning::of(candidates.iter().filter_map(|candidate| candidate.cosine));
    let named = named_label(search.text, candidates);
    let Weights { fts, vector } = search.weights;
    let score = |candidate: &Candidate<'_>| {
        let by_words = words.value(candidate);
        // Without a vector, only its words count.
        let by_meaning = candidate.cosine.map_or(by_words, |cosine| meaning.value(cosine));
        let is_named = named.is_some() && label(candidate.text) == named;
        let asking = if candidate.source == Source::Entry { asking::asking(candidate.text) } else { 0.0 };
        Parts {
            words: fts * by_words / (fts + vector),
            meaning: vector * by_meaning / (fts + vector),
            timely: if candidate.timely { TIMELY } else { 0.0 },
            named: if is_named { NAMED } else { 0.0 },
            asking: -ASKING * asking,
            repeating: 0.0,
        }
    };
    candidates.iter().map(score).collect()
}

/// Scales a bm25 to a value from 0 to 1.
struct Words {
    /// For each source, the factor from bm25 to value.
    scale: HashMap<Source, f64>,
}

impl Words {
    fn of(candidates: &[Candidate<'_>]) -> Self {
        let mut best: HashMap<Source, &Candidate<'_>> = HashMap::new();
        for candidate in candidates.iter().filter(|candidate| candidate.bm25 > 0.0) {
            let best = best.entry(candidate.source).or_insert(candidate);
            if candidate.bm25 > best.bm25 {
                *best = candidate;
            }
        }
        Self { scale: best.into_iter().map(|(source, best)| (source, best.coverage / best.bm25)).collect() }
    }

    /// Returns a value from 0 to 1.
    fn value(&self, candidate: &Candidate<'_>) -> f64 {
        self.scale.get(&candidate.source).map_or(0.0, |scale| candidate.bm25.max(0.0) * scale)
    }
}

/// Scales a cosine to a value from 0 to 1.
struct Meaning {
    lowest: f64,
    highest: f64,
    spread: f64,
}

impl Meaning {
    fn of(cosines: impl Iterator<Item = f32>) -> Self {
        let range = (f64::INFINITY, f64::NEG_INFINITY);
        let (lowest, highest) =
            cosines.map(f64::from).fold(range, |(low, high), cosine| (low.min(cosine), high.max(cosine)));
        Self { lowest, highest, spread: (highest - lowest).max(LEAST_SPREAD) }
    }

    /// Returns a value from 0 to 1.
    fn value(&self, cosine: f32) -> f64 {
        (f64::from(cosine) - self.lowest) / self.spread
    }

    /// Returns how far a cosine is behind the nearest: 0 to 1.
    fn behind(&self, cosine: f32) -> f64 {
        (self.highest - f64::from(cosine)) / self.spread
    }
}

/// Repeatedly takes the best candidate, up to `limit`, with a penalty for candidates that repeat an earlier one.
fn diversify(best: Vec<Ranked>, candidates: &[Candidate<'_>], limit: usize) -> Vec<Ranked> {
    let contender = |ranked: Ranked| Contender {
        vocabulary: Vocabulary::of(candidates[ranked.index].text),
        ranked,
        repeated: 0.0,
        is_on_page: false,
    };
    let source = |index: usize| candidates[index].source;
    let mut rest: Vec<_> = best.into_iter().map(contender).collect();
    let mut taken = Vec::new();
    while taken.len() < limit {
        let first_best = (0..rest.len()).rev().max_by(|&a, &b| rest[a].score().total_cmp(&rest[b].score()));
        let Some(at) = first_best else { break };
        let next = rest.remove(at);
        let mut result = Ranked { parts: next.parts(), ..next.ranked };
        rest.retain_mut(|other| {
            let similarity = next.vocabulary.similarity(&other.vocabulary);
            other.repeated = other.repeated.max(similarity);
            let page = candidates[other.ranked.index].page;
            other.is_on_page |= page.is_some() && page == candidates[next.ranked.index].page;
            let is_same = similarity >= SAME && next.vocabulary.has_numbers_of(&other.vocabulary);
            // Prefer the note to the entry: a note can be cited, changed and deleted.
            if is_same && source(result.index) == Source::Entry && source(other.ranked.index) == Source::Note
            {
                result.index = other.ranked.index;
            }
            !is_same
        });
        taken.push(result);
    }
    taken
}

/// A candidate that has not been taken yet.
struct Contender {
    ranked: Ranked,
    vocabulary: Vocabulary,
    /// Its highest similarity to a taken candidate: 0 to 1.
    repeated: f64,
    /// Whether a taken candidate begins on its page.
    is_on_page: bool,
}

impl Contender {
    fn parts(&self) -> Parts {
        let page = if self.is_on_page { SAME_PAGE } else { 0.0 };
        Parts { repeating: -(SAMENESS * self.repeated + page), ..self.ranked.parts }
    }

    fn score(&self) -> f64 {
        self.parts().score()
    }
}

/// The distinct words of a text, sorted.
struct Vocabulary(Vec<String>);

impl Vocabulary {
    fn of(text: &str) -> Self {
        let mut words: Vec<_> = text.unicode_words().take(COMPARED_WORDS).map(str::to_lowercase).collect();
        words.sort_unstable();
        words.dedup();
        Self(words)
    }

    /// Returns the Jaccard similarity of the words: 0 to 1.
    fn similarity(&self, other: &Self) -> f64 {
        let common = self.0.iter().filter(|word| other.0.binary_search(word).is_ok()).count();
        let all = self.0.len() + other.0.len() - common;
        if all == 0 { 0.0 } else { common as f64 / all as f64 }
    }

    /// Returns whether both have the same numbers; a text with another number is not a repetition.
    fn has_numbers_of(&self, other: &Self) -> bool {
        let is_number = |word: &&String| word.contains(char::is_numeric);
        self.0.iter().filter(is_number).eq(other.0.iter().filter(is_number))
    }
}

/// Returns the one label among the candidates that the query names. Two labels are ambiguous: "what did John say to
/// Maria".
fn named_label<'a>(query: &str, candidates: &[Candidate<'a>]) -> Option<&'a str> {
    let asked: Vec<_> = query.unicode_words().map(bare).collect();
    let mut named = candidates.iter().filter_map(|candidate| label(candidate.text)).filter(|label| {
        let mut words = label.unicode_words().map(bare);
        words.any(|word| asked.contains(&word))
    });
    let first = named.next()?;
    named.all(|label| label == first).then_some(first)
}

/// Returns a word of a name without a suffix such as in "Maria's".
fn bare(word: &str) -> String {
    word.split(['\'', '’']).next().unwrap_or_default().to_lowercase()
}

/// Returns the speaker that a text names at its start: "Maria" in "Maria: I am moving".
fn label(text: &str) -> Option<&str> {
    let (most_chars, most_words) = LABEL;
    let (at, colon) = text.char_indices().take(most_chars).find(|(_, c)| matches!(c, ':' | '：' | '\n'))?;
    let (label, rest) = (&text[..at], &text[at + colon.len_utf8()..]);
    let is_label = colon == '：' || (colon == ':' && rest.starts_with(char::is_whitespace));
    (is_label && (1..=most_words).contains(&label.unicode_words().count())).then_some(label)
}

#[cfg(test)]
mod tests;
