//! Bare URLs, which Discord turns into links. A backslash in one would be part of it.

use std::ops::Range;

use adjutant_channel::rich::Style;

use super::{escape::Escapes, schemes::SCHEMES, span::Span};

/// Punctuation that a URL does not end with.
const PUNCTUATION: [char; 7] = ['.', ',', ':', ';', '"', '\'', ']'];
/// The fewest characters after the scheme.
const SHORTEST: usize = 2;

/// Returns the byte ranges of the URLs that can be written as they are, in order.
pub(super) fn find_bare_urls(text: &str, spans: &[Span], escapes: &Escapes) -> Vec<Range<usize>> {
    let mut found = Vec::new();
    let mut from = 0;
    while let Some(start) = next(text, from) {
        let token = token(text, start, spans);
        let address = start..start + body(&text[token.clone()]);
        let rest = address.end..token.end;
        let is_code = spans.iter().any(|span| span.is_code() && span.covers(start));
        from = token.end;
        if !is_code && may_stay(text, &token, &address, spans) && !escapes.any_in(rest) {
            found.push(address);
        }
    }
    found
}

fn next(text: &str, from: usize) -> Option<usize> {
    let starts = SCHEMES.iter().filter_map(|scheme| text[from..].find(scheme));
    starts.min().map(|at| from + at)
}

/// Returns the longest range that Discord may take for the URL that begins at `start`: up to a space or a "<". Code or
/// a link that follows directly ends the range here, though not for Discord.
fn token(text: &str, start: usize, spans: &[Span]) -> Range<usize> {
    let rest = &text[start..];
    let end = start + rest.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(rest.len());
    let apart = |span: &&Span| span.is_code() || matches!(span.style, Style::Link { .. });
    let after = spans.iter().filter(apart).map(|span| span.range.start);
    start..after.filter(|&at| start < at).min().map_or(end, |at| at.min(end))
}

/// Returns the length of the URL in a token: it ends before final punctuation, and before a parenthesis without an
/// opening one in the URL.
fn body(token: &str) -> usize {
    let mut open = 0_usize;
    let closes = |&(_, c): &(usize, char)| {
        match c {
            '(' => open += 1,
            ')' if open == 0 => return true,
            ')' => open -= 1,
            _ => {}
        }
        false
    };
    let end = token.char_indices().find(closes).map_or(token.len(), |(at, _)| at);
    token[..end].trim_end_matches(PUNCTUATION).len()
}

/// Returns whether Discord reads the range as a URL, and no markup is so close that Discord would count it to the URL.
fn may_stay(text: &str, token: &Range<usize>, address: &Range<usize>, spans: &[Span]) -> bool {
    let whole = &text[token.clone()];
    let host = text[address.clone()].split_once("://").map_or("", |(_, host)| host);
    let is_broken_by = |span: &Span| match span.style {
        Style::Bold | Style::Italic => span.covers(token.start) && whole.contains(['*', '\\']),
        Style::Strike => span.covers(token.start) && whole.contains('~'),
        _ => false,
    };
    let is_met = |span: &Span| {
        let Range { start, end } = span.range;
        (token.start < start && start <= token.end) || (address.start < end && end < address.end)
    };
    host.chars().count() >= SHORTEST
        && !whole.contains("](")
        && !text[token.end..].starts_with('<')
        && !spans.iter().any(|span| is_broken_by(span) || is_met(span))
}
