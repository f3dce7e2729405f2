//! Scores how well texts match the words of a query: Okapi BM25, with the statistics of one person's texts.
//!
//! Other people's texts have no influence on the cost or the order. The texts of the person or the bot just before and
//! just after a text count for half, and so do the passages beside a passage of a document.

use std::{cmp::Reverse, collections::HashMap, ops::Range};

/// How fast further occurrences of a word count for less.
const SATURATION: f64 = 1.2;
/// How much the length of a text counts: from not at all (0) to in full (1).
const LENGTH: f64 = 0.75;
/// How much parts of a query that occur together count for less. The words of a name occur together in about half of
/// the texts that have either, so two of them count for about one.
const TOGETHER: f64 = 2.0;
/// Two parts of a query must occur together in more texts than about this to count as belonging together: two rare
/// words that meet in one text are what a search looks for.
const CHANCE: f64 = 3.0;

/// How rare the parts of a query are among a person's texts.
pub struct Rarity {
    /// For each part, the weight of a text that has it.
    weights: Vec<f64>,
}

/// A person's texts in the order in which they came.
pub struct Own {
    /// In ascending order.
    pub rows: Vec<i64>,
    /// How many neighbours on either side of a text count for it.
    pub reach: usize,
}

/// How often a text itself has the parts of a query.
#[derive(Clone, Debug)]
pub struct Counted {
    pub row: i64,
    /// For a passage: its document. Only texts of the same document are neighbours.
    pub document: Option<i64>,
    pub own: Counts,
    /// The part that counts for its neighbours.
    pub beside: Counts,
}

/// How often each part of a query occurs in a text.
#[derive(Clone, Debug)]
pub struct Counts {
    /// Empty if no part occurs.
    parts: Vec<f64>,
    /// The number of words.
    length: f64,
}

/// A text with its neighbours, reduced to what a query needs.
#[derive(Clone, Debug)]
pub struct Matched {
    pub row: i64,
    /// For each part of the query, how often it occurs.
    counts: Vec<f64>,
    /// The length in words.
    length: f64,
}

impl Own {
    /// Returns the newest rows, at most `most`.
    pub fn newest(&self, most: usize) -> &[i64] {
        &self.rows[self.rows.len().saturating_sub(most)..]
    }

    /// Returns these rows and their neighbours, in ascending order.
    pub fn with_neighbours(&self, rows: &[i64]) -> Vec<i64> {
        let mut all: Vec<_> = rows.iter().flat_map(|row| self.near(*row)).chain(rows).copied().collect();
        all.sort_unstable();
        all.dedup();
        all
    }

    /// Returns the texts that match a part of the query: entries and notes by themselves or their neighbours, passages
    /// only by themselves. `counted` is in ascending order.
    pub fn matched(&self, counted: &[Counted]) -> Vec<Matched> {
        let matched = |(at, text): (usize, &Counted)| {
            if text.document.is_some() && text.own.parts.is_empty() {
                return None;
            }
            let near = self.near(text.row);
            let around = at.saturating_sub(self.reach)..(at + self.reach + 1).min(counted.len());
            let is_beside = |other: &&Counted| {
                other.row != text.row && other.document == text.document && near.contains(&other.row)
            };
            let neighbours = counted[around].iter().filter(is_beside);
            let all = neighbours.fold(text.own.clone(), |all, other| all.and(&other.beside));
            (!all.parts.is_empty()).then_some(Matched {
                row: text.row,
                counts: all.parts,
                length: all.length,
            })
        };
        counted.iter().enumerate().filter_map(matched).collect()
    }

    /// Returns a row with its neighbours; empty if the row is not the person's.
    fn near(&self, row: i64) -> &[i64] {
        self.rows.binary_search(&row).map_or(&[], |place| &self.rows[self.around(place)])
    }

    /// Returns the indices of the row at an index and of its neighbours.
    fn around(&self, place: usize) -> Range<usize> {
        place.saturating_sub(self.reach)..(place + self.reach + 1).min(self.rows.len())
    }
}

impl Matched {
    /// Returns whether the text or a neighbour has this part of the query.
    pub fn has(&self, part: usize) -> bool {
        self.counts.get(part).is_some_and(|count| *count > 0.0)
    }

    /// Returns the share (0 to 1) of the parts of the query that the text or a neighbour has.
    pub fn coverage(&self) -> f64 {
        let had = self.counts.iter().filter(|count| **count > 0.0).count();
        had as f64 / self.counts.len().max(1) as f64
    }
}

impl Counts {
    /// Builds the counts of the parts in a text of `length` words.
    pub fn of(parts: impl Iterator<Item = f64>, length: usize) -> Self {
        let mut parts: Vec<_> = parts.collect();
        if parts.iter().all(|count| *count == 0.0) {
            parts = Vec::new();
        }
        Self { parts, length: length as f64 }
    }

    /// Adds the counts of another text.
    fn and(mut self, other: &Self) -> Self {
        self.length += other.length;
        if self.parts.is_empty() {
            self.parts.clone_from(&other.parts);
        } else {
            self.parts.iter_mut().zip(&other.parts).for_each(|(count, other)| *count += other);
        }
        self
    }
}

impl Rarity {
    /// Computes the rarity of parts. `rows` lists, for each part, the texts that have it, out of `all`.
    pub fn of(all: usize, rows: &[Vec<i64>]) -> Self {
        let weight = |rows: &Vec<i64>| {
            let (found, all) = (rows.len() as f64, all.max(rows.len()) as f64);
            ((all - found + 0.5) / (found + 0.5)).ln_1p()
        };
        Self { weights: rows.iter().map(weight).collect() }
    }

    /// Computes the rarity for passages of documents. Parts that occur together, such as the words of a name, have one
    /// meaning and count for less. Otherwise a question about somebody ("Where was Alice Miller born?") finds every
    /// passage with the name before the one with the answer. In conversations, which mention a name once and then no
    /// more, this would find less.
    pub fn of_passages(all: usize, rows: &[Vec<i64>]) -> Self {
        let mut rarity = Self::of(all, rows);
        for (part, (weight, together)) in rarity.weights.iter_mut().zip(together(rows)).enumerate() {
            let others = together.iter().zip(rows).enumerate().filter(|(other, _)| *other != part);
            let repeated: f64 =
                others.map(|(_, (both, other))| overlap(all, *both, rows[part].len(), other.len())).sum();
            *weight /= 1.0 + TOGETHER * repeated;
        }
        rarity
    }

    /// Returns the rows with the rarest parts together, at most `most`. `rows` lists, for each part, the rows that have
    /// it.
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

    /// Returns the score of each text, best first; of equal ones, the newest first.
    pub fn scores(&self, texts: &[Matched]) -> Vec<(i64, f64)> {
        let usual = texts.iter().map(|text| text.length).sum::<f64>() / (texts.len() as f64).max(1.0);
        let mut scores: Vec<_> = texts.iter().map(|text| (text.row, self.score(text, usual))).collect();
        scores.sort_unstable_by(|(row, score), (other, than)| {
            than.total_cmp(score).then_with(|| Reverse(row).cmp(&Reverse(other)))
        });
        scores
    }

    /// Returns the score of a text; `usual` is the average length of texts.
    fn score(&self, text: &Matched, usual: f64) -> f64 {
        let length = 1.0 - LENGTH + LENGTH * text.length / usual.max(1.0);
        let part = |(count, weight): (&f64, &f64)| {
            weight * count * (SATURATION + 1.0) / (count + SATURATION * length)
        };
        text.counts.iter().zip(&self.weights).map(part).sum()
    }
}

/// Returns for each pair of parts the number of texts that have both.
fn together(rows: &[Vec<i64>]) -> Vec<Vec<usize>> {
    let mut parts_of: HashMap<i64, Vec<usize>> = HashMap::new();
    for (part, rows) in rows.iter().enumerate() {
        for row in rows {
            parts_of.entry(*row).or_default().push(part);
        }
    }
    let mut together = vec![vec![0; rows.len()]; rows.len()];
    for parts in parts_of.values() {
        for one in parts {
            for other in parts {
                together[*one][*other] += 1;
            }
        }
    }
    together
}

/// Returns the share (0 to 1) of the texts with both of two parts among the texts with either, not counting the texts
/// that are expected to have both by chance. `all`, `both`, `one` and `other` are numbers of texts.
fn overlap(all: usize, both: usize, one: usize, other: usize) -> f64 {
    let [all, both, one, other] = [all, both, one, other].map(|count| count as f64);
    let by_chance = one * other / all.max(1.0);
    (both - by_chance).max(0.0) / (one + other - both + CHANCE)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn text(row: i64, counts: &[f64], length: f64) -> Matched {
        Matched { row, counts: counts.to_vec(), length }
    }

    fn counted(row: i64, counts: &[f64]) -> Counted {
        let [own, beside] = [1.0, 0.5].map(|share| Counts::of(counts.iter().map(|count| share * count), 10));
        Counted { row, document: None, own, beside }
    }

    fn own(rows: &[i64], reach: usize) -> Own {
        Own { rows: rows.to_vec(), reach }
    }

    /// Returns the rarity of parts that occur in these numbers of 100 texts, none together with another.
    fn apart(found: &[usize]) -> Rarity {
        let mut next = 0..;
        let rows: Vec<Vec<i64>> = found.iter().map(|found| next.by_ref().take(*found).collect()).collect();
        Rarity::of(100, &rows)
    }

    fn order(scores: Vec<(i64, f64)>) -> Vec<i64> {
        scores.into_iter().map(|(row, _)| row).collect()
    }

    #[test]
    fn a_rare_word_counts_for_more_than_a_common_one() {
        let rarity = apart(&[90, 2]);
        assert_eq!(rarity.most_promising(&[vec![1, 2, 3], vec![2, 4]], 3), [2, 4, 3]);
        assert_eq!(order(rarity.scores(&[text(1, &[3.0, 0.0], 9.0), text(4, &[0.0, 1.0], 9.0)])), [4, 1]);
    }

    #[test]
    fn the_words_of_a_name_count_for_about_one() {
        // Both words of the name are in the same twenty texts; "born" is as rare, and elsewhere.
        let name: Vec<_> = (0..20).collect();
        let rarity = Rarity::of_passages(100, &[name.clone(), name, (20..40).collect()]);
        let score = |counts: &[f64]| rarity.scores(&[text(1, counts, 9.0)])[0].1;
        let (of_name, of_born) = (score(&[1.0, 1.0, 0.0]), score(&[0.0, 0.0, 1.0]));
        assert!(of_name < 1.3 * of_born, "{of_name} and {of_born}");
        assert!(score(&[1.0, 0.0, 1.0]) > of_name, "both things say more than one");
    }

    #[test]
    fn two_words_that_meet_by_chance_count_in_full() {
        assert_eq!(overlap(100, 17, 50, 34), 0.0);
        assert!(overlap(100, 34, 50, 34) > 0.2);
        assert!(overlap(100, 1, 1, 1) < 0.3, "one text is too little to go by");
        assert_eq!(overlap(0, 0, 0, 0), 0.0);
        assert_eq!(together(&[vec![1, 2, 3], vec![3, 2, 9], vec![]]), [[3, 2, 0], [2, 3, 0], [0, 0, 0]]);
    }

    #[test]
    fn more_of_a_word_counts_for_more_and_a_long_text_for_less() {
        let rarity = apart(&[5]);
        let texts =
            [text(1, &[1.0], 10.0), text(2, &[2.0], 10.0), text(3, &[1.0], 40.0), text(4, &[1.0], 10.0)];
        assert_eq!(order(rarity.scores(&texts)), [2, 4, 1, 3]);
    }

    #[test]
    fn a_text_is_found_by_what_is_beside_it_after_those_that_say_it() {
        let own = own(&[1, 3, 4, 8, 9, 20], 2);
        let counts = [(1, 0.0), (3, 0.0), (4, 0.0), (8, 1.0), (9, 0.0), (20, 0.0)];
        let all: Vec<_> = counts.iter().map(|(row, count)| counted(*row, &[*count])).collect();
        let rarity = Rarity::of(6, &[vec![8]]);
        assert_eq!(order(rarity.scores(&own.matched(&all))), [8, 20, 9, 3, 4], "two on either side");
        assert_eq!(own.with_neighbours(&[9]), [4, 8, 9, 20]);
        // Among the texts that were read, only neighbours count.
        assert_eq!(order(rarity.scores(&own.matched(&[counted(1, &[0.0]), counted(8, &[1.0])]))), [8]);
    }

    #[test]
    fn a_passage_has_a_word_itself_and_more_of_it_beside_it_in_its_document() {
        let own = own(&[1, 2, 3, 4], 1);
        let of = |row, document, count| Counted { document: Some(document), ..counted(row, &[count]) };
        let texts = own.matched(&[of(1, 7, 0.0), of(2, 7, 1.0), of(3, 7, 1.0), of(4, 8, 1.0)]);
        let counts: Vec<_> = texts.iter().map(|text| (text.row, text.counts[0])).collect();
        assert_eq!(counts, [(2, 1.5), (3, 1.5), (4, 1.0)]);
    }

    #[test]
    fn the_words_beside_an_entry_count_for_its_coverage() {
        let texts = own(&[1, 2, 9], 1).matched(&[
            counted(1, &[1.0, 0.0, 0.0]),
            counted(2, &[0.0, 2.0, 0.0]),
            counted(9, &[0.0, 0.0, 0.0]),
        ]);
        let shares: Vec<_> = texts.iter().map(|text| (text.row, text.coverage())).collect();
        assert_eq!(shares, [(1, 2.0 / 3.0), (2, 2.0 / 3.0), (9, 1.0 / 3.0)]);
    }

    #[test]
    fn a_word_on_both_sides_counts_twice_and_a_row_once() {
        let own = own(&[1, 2, 3, 4], 2);
        assert_eq!(own.with_neighbours(&[1, 4]), [1, 2, 3, 4]);
        let texts = own.matched(&[1, 2, 3, 4].map(|row| counted(row, &[f64::from(row % 3 == 1)])));
        let counts: Vec<_> = texts.iter().map(|text| (text.row, text.counts[0])).collect();
        assert_eq!(counts, [(1, 1.0), (2, 1.0), (3, 1.0), (4, 1.0)]);
    }

    #[test]
    fn a_word_that_every_text_has_still_counts() {
        let rarity = Rarity::of(1, &[vec![1]]);
        assert!(rarity.scores(&[text(1, &[1.0], 3.0)])[0].1 > 0.0);
        assert_eq!(rarity.scores(&[]), []);
    }
}
