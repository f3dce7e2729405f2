//! Which candidates are what was looked for, and in what order. Pure: whoever searches brings the candidates, found
//! by their words, by their vectors, or both.
//!
//! A candidate's score is `fts_weight * words + vector_weight * meaning + hints`:
//! - words: its bm25 as a share of the best one, apart for notes and entries, whose indexes do not compare; the kind
//!   whose best has fewer of the query's words counts for less by as much;
//! - meaning: its cosine, stretched from the lowest to the highest among the candidates. Models differ in where
//!   their cosines lie, and so do queries; what is first by far stays so, which ranks (RRF) would lose;
//! - hints: small amounts that decide between candidates that are about equally good ([`TIMELY`], [`NAMED`],
//!   [`ASKING`]).
//!
//! The best is taken first; after that, what repeats something already taken has to be that much better
//! ([`SAMENESS`]). In the end the floor: a search may find nothing ([`Evidence`]).
//!
//! The constants are round numbers from the middle of plateaus: over short notes and over conversations, halving or
//! doubling one costs less than a point of recall@10. `benches/recall` measures what is left of it on any
//! conversations with questions.

use std::collections::HashMap;

use adjutant_store::index_queue::Kind;
use unicode_segmentation::UnicodeSegmentation;

/// What a search weighs its candidates by.
pub struct Search<'a> {
    /// What was asked.
    pub text: &'a str,
    /// The share (0 to 1) of the query's informative words that a text has. Called for a few candidates only.
    pub share_in: &'a dyn Fn(&str) -> f64,
    pub weights: Weights,
    /// How many results are wanted.
    pub limit: usize,
}

/// The settings `fts_weight` and `vector_weight`. Not both are 0.
#[derive(Clone, Copy, Debug)]
pub struct Weights {
    pub fts: f64,
    pub vector: f64,
}

/// Something that may be what was looked for.
#[derive(Clone, Debug)]
pub struct Candidate<'a> {
    pub kind: Kind,
    pub text: &'a str,
    /// How well its words match, more is better; 0 if none does.
    pub bm25: f64,
    /// With the query; `None` if there is no vector of it yet, or none of the query.
    pub cosine: Option<f32>,
    /// It is from the time that the query names.
    pub timely: bool,
}

/// A candidate that is good enough.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Ranked {
    /// In the list of candidates.
    pub index: usize,
    /// Not larger than that of the one before.
    pub score: f64,
}

/// Added to what is from the time that the query names.
const TIMELY: f64 = 0.2;
/// Added to what the one person or thing said that the query names: "Maria: I am moving", in a search for where Maria
/// is moving.
const NAMED: f64 = 0.1;
/// Taken from an entry that is all question, and in proportion from others: a question is near to another one that is
/// about the same, and answers neither.
const ASKING: f64 = 0.15;
/// Taken from a candidate that has the same words as one before it, and in proportion from one that shares some.
const SAMENESS: f64 = 0.2;
/// Cosines that lie closer together than this are not stretched to the whole range: they say little.
const LEAST_SPREAD: f64 = 0.3;
/// With this share of words in common (Jaccard), and the same numbers, two texts are the same.
const SAME: f64 = 0.9;
/// How many words of a text are compared with another's.
const COMPARED_WORDS: usize = 200;
/// The candidates of which results are chosen, as a multiple of the results.
const CHOICE: usize = 4;
/// A label, as in "Maria: I am moving", is at most this long, in characters, and of so many words.
const LABEL: (usize, usize) = (40, 3);

/// The candidates that are what was looked for, best first; none if nothing is. Those that are equally good stay in
/// their order.
pub fn rank(search: &Search<'_>, candidates: &[Candidate<'_>]) -> Vec<Ranked> {
    let mut best: Vec<Ranked> = scores(search, candidates)
        .into_iter()
        .enumerate()
        .map(|(index, score)| Ranked { index, score })
        .collect();
    best.sort_by(|a, b| b.score.total_cmp(&a.score));
    best.truncate(search.limit.saturating_mul(CHOICE));
    let mut ranked = without_repetition(best, candidates, search.limit);
    let evidence: Vec<_> =
        ranked.iter().map(|ranked| Evidence::of(search, &candidates[ranked.index])).collect();
    if !evidence.iter().any(Evidence::is_convincing) {
        return Vec::new();
    }
    let mut evidence = evidence.iter();
    ranked.retain(|_| evidence.next().is_some_and(Evidence::is_plausible));
    ranked
}

/// How much one candidate, taken by itself, looks like an answer. Unlike scores, comparable between searches.
#[derive(Clone, Copy, Debug)]
struct Evidence {
    cosine: Option<f64>,
    /// Of the query's informative words.
    share: f64,
}

impl Evidence {
    fn of(search: &Search<'_>, candidate: &Candidate<'_>) -> Self {
        Self { cosine: candidate.cosine.map(f64::from), share: (search.share_in)(candidate.text) }
    }

    /// A search whose results include one like this has found something. Of questions about what the texts hold 99.7
    /// in a hundred reach it, of questions about something else altogether four in a hundred. By words alone one in
    /// three has to match, since nothing else tells.
    fn is_convincing(&self) -> bool {
        self.cosine.map_or(self.share >= 0.3, |cosine| cosine + 0.5 * self.share >= 0.5)
    }

    /// Good enough beside something convincing. Costs a fifth of a point of recall.
    fn is_plausible(&self) -> bool {
        self.cosine.is_none_or(|cosine| cosine + 0.5 * self.share >= 0.3)
    }
}

/// The score of each candidate, in their order.
fn scores(search: &Search<'_>, candidates: &[Candidate<'_>]) -> Vec<f64> {
    let words = Words::of(search, candidates);
    let meaning = Meaning::of(candidates);
    let named = named_label(search.text, candidates);
    let Weights { fts, vector } = search.weights;
    let score = |candidate: &Candidate<'_>| {
        let by_words = words.value(candidate);
        // Without a vector it is neither better nor worse than its words are.
        let by_meaning = candidate.cosine.map_or(by_words, |cosine| meaning.value(cosine));
        let mut score = (fts * by_words + vector * by_meaning) / (fts + vector);
        if candidate.timely {
            score += TIMELY;
        }
        if named.is_some() && label(candidate.text) == named {
            score += NAMED;
        }
        if candidate.kind == Kind::Entry {
            score -= ASKING * asking(candidate.text);
        }
        score
    };
    candidates.iter().map(score).collect()
}

/// What a bm25 is worth.
struct Words {
    /// For each kind the factor that makes a value of a bm25.
    scale: HashMap<Kind, f64>,
}

impl Words {
    fn of(search: &Search<'_>, candidates: &[Candidate<'_>]) -> Self {
        let mut best: HashMap<Kind, &Candidate<'_>> = HashMap::new();
        for candidate in candidates.iter().filter(|candidate| candidate.bm25 > 0.0) {
            let best = best.entry(candidate.kind).or_insert(candidate);
            if candidate.bm25 > best.bm25 {
                *best = candidate;
            }
        }
        let shares: HashMap<Kind, f64> =
            best.iter().map(|(&kind, best)| (kind, (search.share_in)(best.text))).collect();
        let most = shares.values().copied().fold(0.0, f64::max);
        let scale = |(kind, best): (Kind, &Candidate<'_>)| {
            let share = if most > 0.0 { shares[&kind] / most } else { 1.0 };
            (kind, share / best.bm25)
        };
        Self { scale: best.into_iter().map(scale).collect() }
    }

    /// 0 to 1.
    fn value(&self, candidate: &Candidate<'_>) -> f64 {
        self.scale.get(&candidate.kind).map_or(0.0, |scale| candidate.bm25.max(0.0) * scale)
    }
}

/// What a cosine is worth.
struct Meaning {
    lowest: f64,
    spread: f64,
}

impl Meaning {
    fn of(candidates: &[Candidate<'_>]) -> Self {
        let cosines = candidates.iter().filter_map(|candidate| candidate.cosine).map(f64::from);
        let (lowest, highest) = cosines.fold((f64::INFINITY, f64::NEG_INFINITY), |(low, high), cosine| {
            (low.min(cosine), high.max(cosine))
        });
        Self { lowest, spread: (highest - lowest).max(LEAST_SPREAD) }
    }

    /// 0 to 1.
    fn value(&self, cosine: f32) -> f64 {
        (f64::from(cosine) - self.lowest) / self.spread
    }
}

/// Takes the best, time and again, at most `limit`, each less what it repeats of those before it.
fn without_repetition(best: Vec<Ranked>, candidates: &[Candidate<'_>], limit: usize) -> Vec<Ranked> {
    let contender = |ranked: Ranked| Contender {
        vocabulary: Vocabulary::of(candidates[ranked.index].text),
        ranked,
        repeated: 0.0,
    };
    let kind = |index: usize| candidates[index].kind;
    let mut rest: Vec<_> = best.into_iter().map(contender).collect();
    let mut taken = Vec::new();
    while taken.len() < limit {
        let first_best = (0..rest.len()).rev().max_by(|&a, &b| rest[a].score().total_cmp(&rest[b].score()));
        let Some(at) = first_best else { break };
        let next = rest.remove(at);
        let mut result = Ranked { score: next.score(), ..next.ranked };
        rest.retain_mut(|other| {
            let similarity = next.vocabulary.similarity(&other.vocabulary);
            other.repeated = other.repeated.max(similarity);
            let is_same = similarity >= SAME && next.vocabulary.has_numbers_of(&other.vocabulary);
            // A note stands for what was said: it can be cited, changed and deleted.
            if is_same && kind(result.index) == Kind::Entry && kind(other.ranked.index) == Kind::Note {
                result.index = other.ranked.index;
            }
            !is_same
        });
        taken.push(result);
    }
    taken
}

/// A candidate that has yet to be taken.
struct Contender {
    ranked: Ranked,
    vocabulary: Vocabulary,
    /// How much of it has been said by one that was taken: 0 to 1.
    repeated: f64,
}

impl Contender {
    fn score(&self) -> f64 {
        self.ranked.score - SAMENESS * self.repeated
    }
}

/// The words of a text, each once, sorted.
struct Vocabulary(Vec<String>);

impl Vocabulary {
    fn of(text: &str) -> Self {
        let mut words: Vec<_> = text.unicode_words().take(COMPARED_WORDS).map(str::to_lowercase).collect();
        words.sort_unstable();
        words.dedup();
        Self(words)
    }

    /// How much of the words of both is in either (Jaccard): 0 to 1.
    fn similarity(&self, other: &Self) -> f64 {
        let common = self.0.iter().filter(|word| other.0.binary_search(word).is_ok()).count();
        let all = self.0.len() + other.0.len() - common;
        if all == 0 { 0.0 } else { common as f64 / all as f64 }
    }

    /// Whether the numbers are the same: what differs in one is no repetition.
    fn has_numbers_of(&self, other: &Self) -> bool {
        let is_number = |word: &&String| word.contains(char::is_numeric);
        self.0.iter().filter(is_number).eq(other.0.iter().filter(is_number))
    }
}

/// The one label of these candidates that the query names. Two tell nothing: "what did John say to Maria".
fn named_label<'a>(query: &str, candidates: &[Candidate<'a>]) -> Option<&'a str> {
    let asked: Vec<_> = query.unicode_words().map(bare).collect();
    let mut named = candidates.iter().filter_map(|candidate| label(candidate.text)).filter(|label| {
        let mut words = label.unicode_words().map(bare);
        words.any(|word| asked.contains(&word))
    });
    let first = named.next()?;
    named.all(|label| label == first).then_some(first)
}

/// A word of a name, without what is appended to it: "Maria's".
fn bare(word: &str) -> String {
    word.split(['\'', '’']).next().unwrap_or_default().to_lowercase()
}

/// Who or what a text says it is from: "Maria" in "Maria: I am moving".
fn label(text: &str) -> Option<&str> {
    let (most_chars, most_words) = LABEL;
    let (at, colon) = text.char_indices().take(most_chars).find(|(_, c)| matches!(c, ':' | '：' | '\n'))?;
    let (label, rest) = (&text[..at], &text[at + colon.len_utf8()..]);
    let is_label = colon == '：' || (colon == ':' && rest.starts_with(char::is_whitespace));
    (is_label && (1..=most_words).contains(&label.unicode_words().count())).then_some(label)
}

/// How much of a text is questions, by length: 0 to 1.
fn asking(text: &str) -> f64 {
    let (mut all, mut asked, mut sentence) = (0_u32, 0_u32, 0_u32);
    let mut chars = text.chars().peekable();
    while let Some(c) = chars.next() {
        all += 1;
        sentence += 1;
        match c {
            // Not within a link.
            '?' if chars.peek().is_some_and(|next| next.is_alphanumeric()) => {}
            '?' | '？' | '؟' => asked += std::mem::take(&mut sentence),
            '.' | '!' | '…' | '。' | '！' | '\n' => sentence = 0,
            _ => {}
        }
    }
    if all == 0 { 0.0 } else { f64::from(asked) / f64::from(all) }
}

#[cfg(test)]
mod tests;
