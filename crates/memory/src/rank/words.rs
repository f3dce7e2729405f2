//! How well texts match the words of a query: Okapi BM25, by the statistics of one person's texts.
//!
//! What others wrote has no part in it: neither in what it costs nor in what comes first.

use std::{cmp::Reverse, collections::HashMap};

/// How fast further occurrences of a word count for less.
const SATURATION: f64 = 1.2;
/// How much the length of a text counts: from not at all (0) to in full (1).
const LENGTH: f64 = 0.75;

/// How rare the parts of a query are among a person's texts.
pub struct Rarity {
    /// For each part, the weight of a text that has it.
    weights: Vec<f64>,
}

/// A text, as far as it matters to a query.
#[derive(Clone, Debug)]
pub struct Matched {
    pub row: i64,
    /// For each part of the query, how often the text has it.
    pub counts: Vec<f64>,
    /// Its length in words.
    pub length: f64,
}

impl Rarity {
    /// Returns the rarity of parts, each found in this many of `all` texts.
    pub fn of(all: usize, found: impl Iterator<Item = usize>) -> Self {
        let weight = |found: usize| {
            let (found, all) = (found as f64, (all as f64).max(found as f64));
            ((all - found + 0.5) / (found + 0.5)).ln_1p()
        };
        Self { weights: found.map(weight).collect() }
    }

    /// Returns the rows that have the rarest parts together, at most `most`. `rows` are those that have each part.
    pub fn most_promising(&self, rows: &[Vec<i64>], most: usize) -> Vec<i64> {
        let mut weights: HashMap<i64, f64> = HashMap::new();
        for (rows, weight) in rows.iter().zip(&self.weights) {
            for row in rows {
                *weights.entry(*row).or_default() += weight;
            }
        }
        let mut rows: Vec<_> = weights.into_iter().collect();
        rows.sort_unstable_by(|(row, weight), (other, than)| than.total_cmp(weight).then(other.cmp(row)));
        rows.into_iter().take(most).map(|(row, _)| row).collect()
    }

    /// Returns the score of each text, the best first, and of equal ones the newest.
    pub fn scores(&self, texts: &[Matched]) -> Vec<(i64, f64)> {
        let usual = texts.iter().map(|text| text.length).sum::<f64>() / (texts.len() as f64).max(1.0);
        let mut scores: Vec<_> = texts.iter().map(|text| (text.row, self.score(text, usual))).collect();
        scores.sort_unstable_by(|(row, score), (other, than)| {
            than.total_cmp(score).then_with(|| Reverse(row).cmp(&Reverse(other)))
        });
        scores
    }

    /// Returns the score of a text; `usual` is the usual length of texts.
    fn score(&self, text: &Matched, usual: f64) -> f64 {
        let length = 1.0 - LENGTH + LENGTH * text.length / usual.max(1.0);
        let part = |(count, weight): (&f64, &f64)| {
            weight * count * (SATURATION + 1.0) / (count + SATURATION * length)
        };
        text.counts.iter().zip(&self.weights).map(part).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(row: i64, counts: &[f64], length: f64) -> Matched {
        Matched { row, counts: counts.to_vec(), length }
    }

    fn order(scores: Vec<(i64, f64)>) -> Vec<i64> {
        scores.into_iter().map(|(row, _)| row).collect()
    }

    #[test]
    fn a_rare_word_counts_for_more_than_a_common_one() {
        let rarity = Rarity::of(100, [90, 2].into_iter());
        assert_eq!(rarity.most_promising(&[vec![1, 2, 3], vec![2, 4]], 3), [2, 4, 3]);
        assert_eq!(order(rarity.scores(&[text(1, &[3.0, 0.0], 9.0), text(4, &[0.0, 1.0], 9.0)])), [4, 1]);
    }

    #[test]
    fn more_of_a_word_counts_for_more_and_a_long_text_for_less() {
        let rarity = Rarity::of(100, [5].into_iter());
        let texts =
            [text(1, &[1.0], 10.0), text(2, &[2.0], 10.0), text(3, &[1.0], 40.0), text(4, &[1.0], 10.0)];
        assert_eq!(order(rarity.scores(&texts)), [2, 4, 1, 3]);
    }

    #[test]
    fn a_word_that_every_text_has_still_counts() {
        let rarity = Rarity::of(1, [1].into_iter());
        assert!(rarity.scores(&[text(1, &[1.0], 3.0)])[0].1 > 0.0);
        assert_eq!(rarity.scores(&[]), []);
    }
}
