//! Escapes for characters that Discord would read as markup.

use std::ops::Range;

use adjutant_channel::rich::Style;

use super::{SEPARATOR, schemes, span::Span};

/// The longest run of backticks that delimits code.
const MAX_TICKS: usize = 2;

/// The byte positions that need a backslash, in order.
#[derive(Default)]
pub(super) struct Escapes(Vec<usize>);

impl Escapes {
    pub(super) fn of(text: &str, spans: &[Span]) -> Self {
        let strikes = text.contains("~~") || spans.iter().any(|span| span.style == Style::Strike);
        let spoils = text.contains("||");
        let links = text.contains("](");
        let is_markup = |&(at, c): &(usize, char)| match c {
            '\\' | '*' | '_' | '`' => true,
            '~' => strikes,
            '|' => spoils,
            '[' => links,
            '(' => text[..at].ends_with(']'),
            '<' => text[at + 1..].starts_with(|c: char| c.is_alphabetic() || "@#:/".contains(c)),
            ':' => is_emoji(&text[at + 1..]) || schemes::is_scheme_colon(text, at),
            _ => false,
        };
        let mut places: Vec<usize> = text.char_indices().filter(is_markup).map(|(at, _)| at).collect();
        let mut start = 0;
        for line in text.split('\n') {
            places.extend(line_mark(line).map(|at| start + at));
            start += line.len() + 1;
        }
        places.sort_unstable();
        Self(places)
    }

    /// Returns whether any character of a part of the text needs a backslash.
    pub(super) fn any_in(&self, part: Range<usize>) -> bool {
        self.0.iter().any(|at| part.contains(at))
    }

    /// Returns a piece of the text, which begins at byte `start`, with its backslashes.
    pub(super) fn text(&self, start: usize, piece: &str) -> String {
        let mut out = String::with_capacity(piece.len());
        for (at, c) in piece.char_indices() {
            if self.0.binary_search(&(start + at)).is_ok() {
                out.push('\\');
            }
            out.push(c);
        }
        out
    }
}

/// Percent-encodes the characters of a link's URL that would end it or the styles around it.
pub(super) fn url(url: &str) -> String {
    let mut out = String::with_capacity(url.len());
    for c in url.chars() {
        if c.is_whitespace() || c.is_control() || r#"<>()\*~|`""#.contains(c) {
            c.encode_utf8(&mut [0; 4]).bytes().for_each(|byte| out.push_str(&format!("%{byte:02X}")));
        } else {
            out.push(c);
        }
    }
    out
}

/// Returns inline code between enough backticks that backticks inside do not end it.
pub(super) fn code(code: &str) -> String {
    let runs: Vec<usize> = code.split(|c| c != '`').map(str::len).collect();
    let free = (1..=MAX_TICKS).find(|ticks| !runs.contains(ticks));
    let ticks = "`".repeat(free.unwrap_or(MAX_TICKS));
    let code = if free.is_some() { code.to_owned() } else { parted(code, MAX_TICKS - 1) };
    let pad = |touches: bool| if touches { " " } else { "" };
    let (before, after) = (pad(code.trim_start().starts_with('`')), pad(code.trim_end().ends_with('`')));
    format!("{ticks}{before}{code}{after}{ticks}")
}

/// Returns a block of code, on lines of its own.
pub(super) fn pre(language: &str, code: &str) -> String {
    format!("```{}\n{}\n```", name(language), parted(code, MAX_TICKS))
}

/// Returns the name of a language, or "" if Discord would not recognise it as one.
pub(super) fn name(language: &str) -> &str {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_+-.#".contains(c);
    if language.chars().all(is_part) { language } else { "" }
}

/// Separates backticks so that at most `most` follow one another.
fn parted(code: &str, most: usize) -> String {
    let mut out = String::with_capacity(code.len());
    let mut run = 0;
    for c in code.chars() {
        run = if c == '`' { run + 1 } else { 0 };
        if run > most {
            out.push(SEPARATOR);
            run = 1;
        }
        out.push(c);
    }
    out
}

/// Returns the position of the character that makes a line a heading, list item, quotation or subtext.
fn line_mark(line: &str) -> Option<usize> {
    let words = line.trim_start();
    let at = line.len() - words.len();
    let is_apart = |rest: &str| rest.is_empty() || rest.starts_with(char::is_whitespace);
    let number = words.trim_start_matches(|c: char| c.is_ascii_digit());
    match words.chars().next()? {
        '>' => Some(at),
        '#' if is_apart(words.trim_start_matches('#')) => Some(at),
        '-' | '+' if is_apart(&words[1..]) || words[1..].starts_with('#') => Some(at),
        '0'..='9' if number.strip_prefix('.').is_some_and(is_apart) => Some(line.len() - number.len()),
        _ => None,
    }
}

/// Returns whether a colon starts an emoji's name, such as `:+1:`; a time of day does not.
fn is_emoji(rest: &str) -> bool {
    let is_part = |c: char| c.is_ascii_alphanumeric() || "_+-".contains(c);
    let name = &rest[..rest.len() - rest.trim_start_matches(is_part).len()];
    let is_time = name.len() <= 2 && name.chars().all(|c| c.is_ascii_digit());
    !is_time && rest[name.len()..].starts_with(':')
}
