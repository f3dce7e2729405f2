//! The similarity of a name and a query: tolerates spelling mistakes, other word order and missing words.

use adjutant_domain::words::{folded, query_terms};

/// The least similarity of two words that may be spellings of one word.
const SAME_WORD: f64 = 0.8;
/// The highest score of a name that does not contain the query word for word.
const MISSPELT: f64 = 0.9;

/// Returns the similarity of a name and a query: 1 if they differ at most in case, accents and punctuation, 0 if no
/// word of the query is like any word of the name.
pub(super) fn likeness(query: &str, name: &str) -> f64 {
    Asked::of(query).likeness(name)
}

/// A query, split into words once for all names that are compared with it.
pub(super) struct Asked {
    words: Vec<String>,
    /// The words with a meaning of their own: “the team” also means “team”.
    terms: Vec<String>,
}

impl Asked {
    pub(super) fn of(query: &str) -> Self {
        let words = words(query);
        let terms: Vec<_> = query_terms(query).terms.into_iter().map(|term| term.word).collect();
        Self { terms: if terms.is_empty() { words.clone() } else { terms }, words }
    }

    /// Like the function [`likeness`].
    pub(super) fn likeness(&self, name: &str) -> f64 {
        let (query, name) = (&self.terms, words(name));
        if self.words.is_empty() || name.is_empty() {
            return 0.0;
        }
        if self.words == name {
            return 1.0;
        }
        let share = query.len().min(name.len()) as f64 / query.len().max(name.len()) as f64;
        if name.windows(query.len()).any(|part| part == query) {
            return MISSPELT + (1.0 - MISSPELT) * share;
        }
        let best = |word: &String| name.iter().map(|own| of_words(word, own)).fold(0.0, f64::max);
        let found = query.iter().map(best).sum::<f64>() / query.len() as f64;
        // Of two names that contain the words, the shorter one is more probable.
        found * (MISSPELT - 0.1 + 0.1 * share)
    }
}

/// Rounds a score, so that results show no meaningless digits.
pub(super) fn rounded(score: f64) -> f64 {
    (score * 100.0).round() / 100.0
}

fn of_words(asked: &str, own: &str) -> f64 {
    let likeness = if asked.chars().count() >= 3 && own.starts_with(asked) {
        MISSPELT
    } else {
        strsim::jaro_winkler(asked, own)
    };
    if likeness < SAME_WORD { 0.0 } else { likeness }
}

fn words(text: &str) -> Vec<String> {
    let folded = folded(text);
    folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).map(str::to_owned).collect()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    #[test]
    fn the_name_that_is_meant_is_the_most_like() {
        let names = ["Opening hours", "About us", "Our team and our history", "Membership", "Summer fête"];
        let best = |query: &str| {
            let score = |name: &str| likeness(query, name);
            names.into_iter().max_by(|one, two| score(one).total_cmp(&score(two))).unwrap()
        };
        for (query, name) in [
            ("openning hours", "Opening hours"),
            ("hours of opening", "Opening hours"),
            ("about", "About us"),
            ("the team", "Our team and our history"),
            ("memebrship", "Membership"),
            ("SUMMER-FETE", "Summer fête"),
        ] {
            assert_eq!(best(query), name, "{query}");
            assert!(likeness(query, name) >= 0.4, "{query}: {}", likeness(query, name));
        }
    }

    #[test]
    fn the_same_scores_most_and_something_else_nothing() {
        assert_eq!(rounded(likeness("About Us!", "about us")), 1.0);
        assert_eq!(rounded(likeness("about", "about us")), 0.95);
        assert_eq!(rounded(likeness("prices", "about us")), 0.0);
        assert_eq!(rounded(likeness("", "about us")), 0.0);
        assert_eq!(rounded(likeness("…", "…")), 0.0);
    }

    proptest! {
        #[test]
        fn scores_are_between_0_and_1(query in "\\PC{0,40}", name in "\\PC{0,40}") {
            prop_assert!((0.0..=1.0).contains(&likeness(&query, &name)));
        }
    }
}
