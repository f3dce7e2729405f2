//! From what a person asks to an FTS5 expression. A raw question is a query language to FTS5, with syntax errors.

use unicode_segmentation::UnicodeSegmentation;

/// Terms of a query beyond this many are left out.
const MAX_TERMS: usize = 32;

/// Words that say nothing about what is looked for. Only a query of nothing else looks for them.
const STOP_WORDS: &[&str] = &[
    "a", "about", "am", "an", "and", "any", "are", "as", "at", "be", "been", "but", "by", "can", "could",
    "did", "do", "does", "for", "from", "had", "has", "have", "he", "her", "his", "how", "i", "if", "in",
    "is", "it", "its", "me", "my", "of", "on", "or", "our", "please", "she", "should", "so", "that", "the",
    "their", "them", "there", "they", "this", "to", "was", "we", "were", "what", "when", "where", "which",
    "who", "whose", "why", "will", "with", "would", "you", "your",
];

/// The words of a text, each quoted, any of which may match; `None` if it has no words.
pub(super) fn expression(text: &str) -> Option<String> {
    let mut terms: Vec<String> = Vec::new();
    for word in text.unicode_words().map(str::to_lowercase) {
        if !terms.contains(&word) && terms.len() < MAX_TERMS {
            terms.push(word);
        }
    }
    if terms.iter().any(|term| !is_stop_word(term)) {
        terms.retain(|term| !is_stop_word(term));
    }
    let quoted: Vec<_> = terms.iter().map(|term| format!("\"{}\"", term.replace('"', ""))).collect();
    (!quoted.is_empty()).then(|| quoted.join(" OR "))
}

fn is_stop_word(word: &str) -> bool {
    STOP_WORDS.binary_search(&word).is_ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_stop_words_are_sorted() {
        assert!(STOP_WORDS.is_sorted());
    }

    #[test]
    fn words_are_quoted_and_any_may_match() {
        assert_eq!(expression("What is the WiFi code?").as_deref(), Some(r#""wifi" OR "code""#));
        assert_eq!(expression("pve-01 AND C++").as_deref(), Some(r#""pve" OR "01" OR "c""#));
        assert_eq!(expression("who is it?").as_deref(), Some(r#""who" OR "is" OR "it""#));
        assert_eq!(expression("?! \" *"), None);
    }
}
