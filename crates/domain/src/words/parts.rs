//! The parts of a query, and how often they occur in indexed texts.

use std::collections::HashMap;

use super::{QueryTerms, Term};

/// A word or phrase of a query, in all forms that may be in an index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Part {
    /// Terms, or phrases of several terms with a space between.
    forms: Vec<String>,
    /// Terms that begin with this prefix count too.
    prefix: Option<String>,
}

/// The terms of an indexed text.
pub struct Terms<'a> {
    in_order: Vec<&'a str>,
    counts: HashMap<&'a str, usize>,
}

impl QueryTerms {
    /// Returns the words and the phrases of the query.
    pub fn parts(&self) -> Vec<Part> {
        let word = |term: &Term| Part {
            forms: term.variants.clone(),
            prefix: term.prefix.then(|| term.word.clone()),
        };
        let phrase = |forms: &Vec<String>| Part { forms: forms.clone(), prefix: None };
        self.terms.iter().map(word).chain(self.phrases.iter().map(phrase)).collect()
    }
}

impl Part {
    /// Returns the FTS5 expression for texts with this part: only quoted strings, `*` and `OR`.
    pub fn expression(&self) -> String {
        let prefix = self.prefix.as_ref().map(|prefix| format!("{}*", quoted(prefix)));
        let strings: Vec<_> = self.forms.iter().map(|form| quoted(form)).chain(prefix).collect();
        strings.join(" OR ")
    }

    /// Returns how often this part occurs in a text.
    pub fn count_in(&self, terms: &Terms<'_>) -> usize {
        let of_forms: usize = self.forms.iter().map(|form| terms.count(form)).sum();
        let is_longer = |term: &str| {
            self.prefix.as_ref().is_some_and(|prefix| term.starts_with(prefix))
                && !self.forms.iter().any(|form| form == term)
        };
        let of_longer = match self.prefix {
            Some(_) => terms.in_order.iter().filter(|term| is_longer(term)).count(),
            None => 0,
        };
        of_forms + of_longer
    }
}

impl<'a> Terms<'a> {
    /// Splits a text in the form of [`index_terms`](super::index_terms).
    pub fn of(indexed: &'a str) -> Self {
        Self::first(indexed, usize::MAX)
    }

    /// Splits the beginning of such a text, up to a number of terms.
    pub fn first(indexed: &'a str, most: usize) -> Self {
        let in_order: Vec<_> = indexed.split(' ').filter(|term| !term.is_empty()).take(most).collect();
        let mut counts = HashMap::new();
        for term in &in_order {
            *counts.entry(*term).or_default() += 1;
        }
        Self { in_order, counts }
    }

    /// Returns the number of terms.
    pub fn len(&self) -> usize {
        self.in_order.len()
    }

    /// Returns whether there are no terms.
    pub fn is_empty(&self) -> bool {
        self.in_order.is_empty()
    }

    /// Returns how often a term, or a phrase, occurs.
    fn count(&self, form: &str) -> usize {
        if !form.contains(' ') {
            return self.counts.get(form).copied().unwrap_or_default();
        }
        let phrase: Vec<_> = form.split(' ').collect();
        self.in_order.windows(phrase.len()).filter(|terms| *terms == phrase).count()
    }
}

fn quoted(string: &str) -> String {
    format!("\"{}\"", string.replace('"', "\"\""))
}
