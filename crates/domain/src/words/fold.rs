//! Folding: makes spellings equal that differ only in case, width or accents.

use std::borrow::Cow;

use icu_normalizer::{ComposingNormalizerBorrowed, DecomposingNormalizerBorrowed};

/// Returns a text in lower case, with full-width and other compatibility forms replaced, and its characters composed,
/// which the stemmers need.
pub(super) fn normal(text: &str) -> String {
    ComposingNormalizerBorrowed::new_nfkc().normalize(text).to_lowercase()
}

/// Returns a word of a [`normal`] text without the marks that people omit in writing: accents, vowel points, letters
/// that many keyboards lack. Marks that make another letter (Thai, Devanagari, kana) are kept.
pub(super) fn fold(word: &str) -> Cow<'_, str> {
    if word.is_ascii() {
        return Cow::Borrowed(word);
    }
    let mut folded = String::with_capacity(word.len());
    let decomposed = DecomposingNormalizerBorrowed::new_nfd().normalize_iter(word.chars());
    for c in ComposingNormalizerBorrowed::new_nfc().normalize_iter(decomposed.filter(|c| !is_left_out(*c))) {
        match plain(c) {
            Some(letters) => folded.push_str(letters),
            None => folded.push(c),
        }
    }
    // A word of nothing but marks is kept, so that it can be found.
    if folded.is_empty() { Cow::Borrowed(word) } else { Cow::Owned(folded) }
}

/// Replaces letters that do not decompose.
fn plain(c: char) -> Option<&'static str> {
    Some(match c {
        'ß' => "ss",
        'æ' => "ae",
        'œ' => "oe",
        'ø' => "o",
        'ł' => "l",
        'đ' | 'ð' => "d",
        'þ' => "th",
        'ħ' => "h",
        'ŋ' => "n",
        'ŧ' => "t",
        'ı' => "i",
        'ς' => "σ",
        _ => return None,
    })
}

fn is_left_out(c: char) -> bool {
    matches!(c,
        // Accents of Latin, Greek and Cyrillic.
        '\u{300}'..='\u{36f}' | '\u{1ab0}'..='\u{1aff}' | '\u{1dc0}'..='\u{1dff}' | '\u{20d0}'..='\u{20ff}'
        // Hebrew points; Arabic vowel signs and tatweel.
        | '\u{591}'..='\u{5c7}' | '\u{640}' | '\u{64b}'..='\u{65f}' | '\u{670}'
        // Joiners, direction marks, variation selectors, skin tones, tags.
        | '\u{200b}'..='\u{200f}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}' | '\u{fe20}'..='\u{fe2f}'
        | '\u{1f3fb}'..='\u{1f3ff}' | '\u{e0000}'..='\u{e01ef}')
}
