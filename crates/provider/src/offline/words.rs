//! Text operations of the grammar. All ignore ASCII case and match whole words.

/// Returns the rest after `phrase` (lower-case words, one space apart) at the start of `text`, without a comma or colon
/// after it.
pub(super) fn take<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    phrase.split(' ').try_fold(text.trim_start(), |rest, word| end_of_word(strip(rest, word)?))
}

/// Returns the rest after the first of `phrases` that `text` starts with.
pub(super) fn take_any<'t>(text: &'t str, phrases: &[&str]) -> Option<&'t str> {
    phrases.iter().find_map(|phrase| take(text, phrase))
}

/// Returns `text` without the first of `phrases` that it starts with, if it starts with one.
pub(super) fn skip_any<'t>(text: &'t str, phrases: &[&str]) -> &'t str {
    take_any(text, phrases).unwrap_or(text.trim_start())
}

/// Returns the text before `phrase` at the end of `text`.
pub(super) fn take_end<'t>(text: &'t str, phrase: &str) -> Option<&'t str> {
    let start = text.len().checked_sub(phrase.len())?;
    let before = text.get(..start)?;
    let ends = text.get(start..)?.eq_ignore_ascii_case(phrase);
    (ends && before.ends_with(|c: char| c.is_whitespace())).then(|| before.trim_end().trim_end_matches(','))
}

/// Returns the rest if a word ends at the start of `text`: at white space, punctuation or the end.
pub(super) fn end_of_word(text: &str) -> Option<&str> {
    let after = text.trim_start_matches([',', ';', ':', '.', '!', '?', ')']);
    let ends = after.is_empty() || after.starts_with(char::is_whitespace);
    ends.then(|| text.trim_start_matches([',', ';', ':']).trim_start())
}

/// Returns the letters that `text` starts with, in lower case, and the rest.
pub(super) fn letters(text: &str) -> (String, &str) {
    let end = text.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(text.len());
    (text[..end].to_ascii_lowercase(), &text[end..])
}

/// Reads a number in digits, or in words up to ninety-nine; returns it with the rest.
pub(super) fn number(text: &str) -> Option<(u32, &str)> {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    if end > 0 {
        return Some((text[..end].parse().ok()?, &text[end..]));
    }
    let (word, rest) = letters(text);
    if let Some(n) = position(&UNITS, &word) {
        return Some((n, rest));
    }
    let tens = 10 * position(&TENS, &word)?;
    let (word, after) = letters(rest.trim_start_matches(['-', ' ']));
    match position(&UNITS, &word) {
        Some(n @ 1..=9) => Some((tens + n, after)),
        _ => Some((tens, rest)),
    }
}

/// Reads an ordinal number: "1st", "22nd", "third"; also digits alone. Returns it with the rest.
pub(super) fn ordinal(text: &str) -> Option<(u32, &str)> {
    let text = text.trim_start();
    if text.starts_with(|c: char| c.is_ascii_digit()) {
        let (n, rest) = number(text)?;
        let (suffix, after) = letters(rest);
        let rest = if matches!(suffix.as_str(), "st" | "nd" | "rd" | "th") { after } else { rest };
        return Some((n, end_of_word(rest)?)).filter(|(n, _)| *n > 0);
    }
    let (word, rest) = letters(text);
    let (tens, word, rest) = match (position(&TENS, &word), rest.strip_prefix(['-', ' '])) {
        (Some(tens), Some(after)) => {
            let (word, after) = letters(after);
            (10 * tens, word, after)
        }
        _ => (0, word, rest),
    };
    let n = match word.as_str() {
        "twentieth" => 20,
        "thirtieth" => 30,
        word => 1 + position(&ORDINALS, word)?,
    };
    Some((tens + n, end_of_word(rest)?))
}

/// Returns whether only punctuation is left.
pub(super) fn is_end(text: &str) -> bool {
    trim_end(text).is_empty()
}

/// Returns `text` without surrounding white space and final punctuation.
pub(super) fn trim_end(text: &str) -> &str {
    text.trim().trim_end_matches(|c: char| matches!(c, '.' | '!' | '?' | '…' | ',') || c.is_whitespace())
}

/// Returns `text` without punctuation before its first word.
pub(super) fn trim_start(text: &str) -> &str {
    text.trim_start_matches(|c: char| matches!(c, ',' | ';' | ':' | '.' | '!') || c.is_whitespace())
}

/// Returns `text` without symbols such as emoji at its start, unless there is nothing else.
pub(super) fn skip_emoji(text: &str) -> &str {
    Some(text.trim_start_matches(is_emoji)).filter(|text| !text.is_empty()).unwrap_or(text)
}

/// Returns whether a character is a symbol such as an emoji, or white space.
pub(super) fn is_emoji(c: char) -> bool {
    let is_symbol = !c.is_ascii() && !c.is_alphanumeric() && !PUNCTUATION.contains(&c);
    is_symbol || c.is_whitespace()
}

/// Punctuation and signs that belong to a text.
const PUNCTUATION: [char; 13] = ['“', '”', '„', '«', '»', '‘', '’', '…', '¿', '¡', '−', '–', '—'];

fn strip<'t>(text: &'t str, word: &str) -> Option<&'t str> {
    let mut chars = text.chars();
    let same = |c: char, expected: char| c.eq_ignore_ascii_case(&expected) || (c == '’' && expected == '\'');
    for expected in word.chars() {
        chars.next().filter(|c| same(*c, expected))?;
    }
    Some(chars.as_str())
}

fn position<const N: usize>(words: &[&str; N], word: &str) -> Option<u32> {
    words.iter().position(|it| !it.is_empty() && *it == word).and_then(|index| index.try_into().ok())
}

const UNITS: [&str; 20] = [
    "zero",
    "one",
    "two",
    "three",
    "four",
    "five",
    "six",
    "seven",
    "eight",
    "nine",
    "ten",
    "eleven",
    "twelve",
    "thirteen",
    "fourteen",
    "fifteen",
    "sixteen",
    "seventeen",
    "eighteen",
    "nineteen",
];
const TENS: [&str; 10] =
    ["", "", "twenty", "thirty", "forty", "fifty", "sixty", "seventy", "eighty", "ninety"];
const ORDINALS: [&str; 19] = [
    "first",
    "second",
    "third",
    "fourth",
    "fifth",
    "sixth",
    "seventh",
    "eighth",
    "ninth",
    "tenth",
    "eleventh",
    "twelfth",
    "thirteenth",
    "fourteenth",
    "fifteenth",
    "sixteenth",
    "seventeenth",
    "eighteenth",
    "nineteenth",
];
