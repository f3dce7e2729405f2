//! Cutting and escaping text.

use std::borrow::Cow;

use icu_normalizer::ComposingNormalizerBorrowed;
use unicode_segmentation::GraphemeCursor;

/// Returns a text in Unicode's composed form (NFC), in which an accented letter is one character where there is one.
pub fn composed(text: &str) -> Cow<'_, str> {
    ComposingNormalizerBorrowed::new_nfc().normalize(text)
}

/// Returns the beginning of a text, at most `chars` characters. A grapheme cluster, such as an emoji of several
/// characters, stays whole unless it alone is longer.
pub fn beginning(text: &str, chars: usize) -> &str {
    let Some((most, _)) = text.char_indices().nth(chars) else { return text };
    let mut cursor = GraphemeCursor::new(most, text.len(), true);
    // The whole text is given, so the cursor asks for no more of it.
    let end = match cursor.is_boundary(text, 0) {
        Ok(true) => Some(most),
        _ => cursor.prev_boundary(text, 0).ok().flatten(),
    };
    &text[..end.filter(|&end| end > 0).unwrap_or(most)]
}

/// Parses hexadecimal digits and nothing else; `from_str_radix` alone accepts a sign too.
pub(crate) fn hexadecimal(digits: &str) -> Option<u32> {
    let is_number = !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_number.then(|| u32::from_str_radix(digits, 16).ok()).flatten()
}

/// Parses the byte behind a percent sign: the two hexadecimal digits at the beginning of a text.
pub(crate) fn percent_code(text: &str) -> Option<u8> {
    u8::try_from(text.get(..2).and_then(hexadecimal)?).ok()
}

/// Joins two pieces of an answer with a blank line.
pub fn join(before: &str, text: &str) -> String {
    match (before.trim(), text.trim()) {
        ("", text) => text.to_owned(),
        (before, "") => before.to_owned(),
        (before, text) => format!("{before}\n\n{text}"),
    }
}

/// Escapes a text so that Markdown shows it unchanged.
pub fn escaped(text: &str) -> String {
    let mut markdown = String::with_capacity(text.len());
    for (index, c) in text.char_indices() {
        let is_markup = matches!(c, '\\' | '*' | '_' | '`' | '[' | ']' | '<' | '>' | '~' | '|' | '&');
        let is_bullet = index == 0 && matches!(c, '#' | '-' | '+');
        let is_numbering =
            matches!(c, '.' | ')') && index > 0 && text[..index].bytes().all(|b| b.is_ascii_digit());
        if is_markup || is_bullet || is_numbering {
            markdown.push('\\');
        }
        markdown.push(c);
    }
    markdown
}

/// Samples for tests.
pub mod samples {
    /// Grapheme clusters, most of several characters: families, flags, skin tones, combining marks, joined letters, in
    /// both directions of writing.
    pub const GRAPHEMES: [&str; 12] = [
        "👨\u{200d}👩\u{200d}👧\u{200d}👦",
        "🇫🇷",
        "🇯🇵",
        "👍🏽",
        "🏴\u{200d}☠\u{fe0f}",
        "e\u{301}\u{323}",
        "1\u{fe0f}\u{20e3}",
        "\u{1112}\u{1161}\u{11ab}",
        "שָׁ",
        "بّ",
        "க்",
        "a",
    ];
}
