//! Cutting a message into parts that fit.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::{
    Rich,
    span::{Span, assemble},
};

/// What a truncated text ends in.
const ELLIPSIS: char = '…';

/// What a platform counts in its limits.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// UTF-16 code units, as Telegram does.
    Utf16,
    /// Code points, as Discord does.
    Chars,
}

impl Unit {
    fn of(self, c: char) -> usize {
        match self {
            Self::Utf16 => c.len_utf16(),
            Self::Chars => 1,
        }
    }
}

impl Rich {
    /// Cuts the message into parts of at most `limit` (at least 2) units each, in linear time.
    ///
    /// A part ends after a paragraph, else a line, a sentence, a word, in this order, and outside of entities, as
    /// far as such a place is in the second half of what fits; failing all that, after a grapheme, and within one
    /// only if it alone exceeds the limit. An entity that is cut goes on in the next part. White space around a cut
    /// is dropped, but not the indentation of the line after it. No part is blank, except that a message of nothing
    /// but white space comes back as it is, whatever its length: nobody would show it anyway.
    pub fn split(&self, limit: usize, unit: Unit) -> Vec<Self> {
        let limit = limit.max(2);
        let text = self.text.as_str();
        if fits(text, limit, unit) || text.trim().is_empty() {
            return vec![self.clone()];
        }
        let spans = self.spans();
        let mut cutter = Cutter { text, limit, unit, kept: merged(&spans), broken_until: 0 };
        let mut parts = Vec::new();
        let mut at = 0;
        while at < text.len() {
            let end = cutter.cut(at);
            let part = if end == text.len() { &text[at..] } else { text[at..end].trim_end() };
            if part.trim().is_empty() {
                at = end.max(at + blank_prefix(&text[at..]));
            } else {
                parts.push(at..at + part.len());
                at += part.len();
                at += droppable_prefix(&text[at..]);
            }
        }
        slices(text, spans, &parts)
    }

    /// The beginning of the message, with "…" in place of what does not fit `limit` (at least 1) units.
    pub fn truncate(&self, limit: usize, unit: Unit) -> Self {
        if fits(&self.text, limit, unit) {
            return self.clone();
        }
        let window = Window::new(&self.text, limit.saturating_sub(1), unit);
        let end = window.graphemes(0).last().unwrap_or_default();
        let kept = self.text[..end].trim_end();
        let mut spans = self.spans();
        spans.retain_mut(|span| {
            span.end = span.end.min(kept.len());
            span.start < span.end
        });
        assemble(format!("{kept}{ELLIPSIS}"), spans)
    }
}

/// Finds the places to cut a text at.
struct Cutter<'a> {
    text: &'a str,
    limit: usize,
    unit: Unit,
    /// What is better left whole: sorted, disjoint byte ranges.
    kept: Vec<Range<usize>>,
    /// Where the last grapheme that had to be broken ends.
    broken_until: usize,
}

impl Cutter<'_> {
    /// Where the part that begins at byte `start` ends: at the latest where the limit is reached.
    fn cut(&mut self, start: usize) -> usize {
        let window = Window::new(&self.text[start..], self.limit, self.unit);
        if window.end == window.rest.len() {
            return self.text.len();
        }
        let broken = self.broken_until.saturating_sub(start);
        if broken >= window.end {
            return start + window.end;
        }
        let boundaries: Vec<usize> = window.graphemes(broken).map(|at| start + at).collect();
        let late = &boundaries[boundaries.partition_point(|&at| at < start + window.end / 2)..];
        let best = |candidates: &mut dyn Iterator<Item = usize>| {
            candidates.max_by_key(|&at| Boundary::between(&self.text[..at], &self.text[at..]))
        };
        let cut = best(&mut late.iter().copied().filter(|&at| !self.is_kept(at)))
            .or_else(|| best(&mut late.iter().copied()))
            .or(boundaries.last().copied());
        cut.unwrap_or_else(|| {
            self.broken_until = start + window.rest.graphemes(true).next().map_or(0, str::len);
            start + window.end
        })
    }

    fn is_kept(&self, at: usize) -> bool {
        let next = self.kept.partition_point(|range| range.end <= at);
        self.kept.get(next).is_some_and(|range| range.start < at)
    }
}

/// How much of a text fits a limit.
struct Window<'a> {
    rest: &'a str,
    /// In bytes, on a character boundary.
    end: usize,
}

impl<'a> Window<'a> {
    fn new(rest: &'a str, limit: usize, unit: Unit) -> Self {
        let mut used = 0;
        let over = rest.char_indices().find(|&(_, c)| {
            used += unit.of(c);
            used > limit
        });
        Self { rest, end: over.map_or(rest.len(), |(at, _)| at) }
    }

    /// The boundaries between graphemes that are in the window, the first grapheme beginning at byte `from`. Only
    /// the window and the character after it are looked at: whether there is a boundary before a character never
    /// depends on what follows it.
    fn graphemes(&self, from: usize) -> impl Iterator<Item = usize> + use<'a> {
        let end = self.end;
        let next = self.rest[end..].chars().next().map_or(0, char::len_utf8);
        let seen = &self.rest[from..end + next];
        seen.grapheme_indices(true).map(move |(at, _)| from + at).filter(move |&at| at > 0 && at <= end)
    }
}

/// How good a place to cut is, worst first.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
enum Boundary {
    Grapheme,
    Word,
    Sentence,
    Line,
    Paragraph,
}

impl Boundary {
    fn between(before: &str, after: &str) -> Self {
        let line_before = before.ends_with('\n');
        let line_after = after.starts_with('\n');
        if before.ends_with("\n\n") || after.starts_with("\n\n") || (line_before && line_after) {
            Self::Paragraph
        } else if line_before || line_after {
            Self::Line
        } else if ends_sentence(before, after) {
            Self::Sentence
        } else if before.ends_with(char::is_whitespace) || after.starts_with(char::is_whitespace) {
            Self::Word
        } else {
            Self::Grapheme
        }
    }
}

fn ends_sentence(before: &str, after: &str) -> bool {
    const CLOSING: [char; 9] = ['"', '\'', ')', ']', '”', '’', '»', '」', '）'];
    const MAX_CLOSING: usize = 3;
    match before.chars().rev().take(MAX_CLOSING).find(|c| !CLOSING.contains(c)) {
        Some('.' | '!' | '?' | '…' | '।' | '؟') => after.starts_with(char::is_whitespace),
        // A closing mark belongs to the sentence before it.
        Some('。' | '！' | '？') => !after.starts_with(CLOSING),
        _ => false,
    }
}

fn fits(text: &str, limit: usize, unit: Unit) -> bool {
    Window::new(text, limit, unit).end == text.len()
}

/// The length in bytes of the white space at the beginning, up to where only part of a grapheme is white.
fn blank_prefix(text: &str) -> usize {
    // Asked first because a grapheme may be as long as the text.
    if !text.starts_with(char::is_whitespace) {
        return 0;
    }
    text.graphemes(true).take_while(|grapheme| grapheme.trim().is_empty()).map(str::len).sum()
}

/// The length in bytes of the white space that is dropped after a cut: all but the indentation of a line.
fn droppable_prefix(text: &str) -> usize {
    let blank = &text[..blank_prefix(text)];
    blank.rfind('\n').map_or(blank.len(), |newline| newline + 1)
}

/// The extents of the outermost spans.
fn merged(spans: &[Span]) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span.start..span.end),
        }
    }
    merged
}

/// The parts of a text, each with its share of the spans. Both are in the order of their beginnings.
fn slices(text: &str, spans: Vec<Span>, parts: &[Range<usize>]) -> Vec<Rich> {
    let mut coming = spans.into_iter().peekable();
    let mut open: Vec<Span> = Vec::new();
    let slice = |part: &Range<usize>| {
        open.retain(|span| span.end > part.start);
        while let Some(span) = coming.next_if(|span| span.start < part.end) {
            open.push(span);
        }
        let shares = open.iter().filter_map(|span| {
            let (start, end) = (span.start.max(part.start), span.end.min(part.end));
            (start < end).then(|| Span {
                start: start - part.start,
                end: end - part.start,
                style: span.style.clone(),
            })
        });
        assemble(text[part.clone()].to_owned(), shares.collect())
    };
    parts.iter().map(slice).collect()
}

#[cfg(test)]
mod tests;
