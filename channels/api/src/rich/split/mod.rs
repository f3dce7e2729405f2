//! Splits a message into parts that fit.

use std::ops::Range;

use unicode_segmentation::UnicodeSegmentation;

use super::{
    Rich, Style,
    span::{Span, assemble},
};

/// The end of a truncated text.
const ELLIPSIS: char = '…';

/// The unit of a platform's limits.
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
    /// A part ends after a paragraph, else a line, a sentence or a word, in this order, and outside entities, if there
    /// is such a place in the second half of the window that fits; failing all that, after a grapheme, and within one
    /// only if it alone exceeds the limit. A link is cut only if it alone exceeds the limit; any other entity continues
    /// in the next part. White space around a cut is dropped, except the indentation of the line after it. No part is
    /// blank, except that a message of nothing but white space is returned unchanged, whatever its length: nobody would
    /// show it anyway.
    pub fn split(&self, limit: usize, unit: Unit) -> Vec<Self> {
        let limit = limit.max(2);
        if fits(&self.text, limit, unit) || self.text.trim().is_empty() {
            return vec![self.clone()];
        }
        let spans = self.spans();
        let reach = |start: usize| start + Window::new(&self.text[start..], limit, unit).end;
        let parts = ranges(&self.text, &spans, reach, |_| true);
        slices(&self.text, spans, &parts)
    }

    /// Cuts the message, at the same places as [`Self::split`], into parts that measure at most `limit` (at least 2).
    /// `measure` counts at least one for each code point, and more for characters that the platform adds. Each part is
    /// measured a few times.
    pub fn split_by(&self, limit: usize, measure: impl Fn(&Self) -> usize) -> Vec<Self> {
        let limit = limit.max(2);
        let is_short = fits(&self.text, limit, Unit::Chars);
        if self.text.trim().is_empty() || (is_short && measure(self) <= limit) {
            return vec![self.clone()];
        }
        let spans = self.spans();
        // For each span, the furthest end so far: spans that end before a part can be skipped.
        let reached = |max: &mut usize, span: &Span| {
            *max = span.end.max(*max);
            Some(*max)
        };
        let ends: Vec<usize> = spans.iter().scan(0, reached).collect();
        let measure = |part: Range<usize>| {
            let first = ends.partition_point(|&end| end <= part.start);
            let last = spans.partition_point(|span| span.start < part.end);
            measure(&slice(&self.text, &spans[first..last.max(first)], part))
        };
        let reach = |start: usize| {
            let window = Window::new(&self.text[start..], limit, Unit::Chars);
            let seen = &window.rest[..window.end];
            let ends: Vec<usize> = seen.char_indices().map(|(at, c)| start + at + c.len_utf8()).collect();
            ends[longest_fitting(ends.len(), limit, |length| measure(start..ends[length - 1])) - 1]
        };
        let parts = ranges(&self.text, &spans, reach, |part| measure(part) <= limit);
        slices(&self.text, spans, &parts)
    }

    /// Returns the beginning of the message, with "…" in place of the rest beyond `limit` (at least 1) units.
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

/// Returns the parts of a text, none of them blank. `reach` returns the latest end of a part that begins at a byte. A
/// part that `suits` rejects is cut earlier, if it has more than one character.
fn ranges(
    text: &str,
    spans: &[Span],
    reach: impl Fn(usize) -> usize,
    suits: impl Fn(Range<usize>) -> bool,
) -> Vec<Range<usize>> {
    let links = spans.iter().filter(|span| matches!(span.style, Style::Link { .. }));
    let mut cutter = Cutter { text, kept: merged(spans), links: merged(links), broken_until: 0 };
    let mut parts = Vec::new();
    let mut at = 0;
    while at < text.len() {
        let mut limit = reach(at);
        let (end, part) = loop {
            let end = cutter.cut(at, limit);
            let part = if end == text.len() { &text[at..] } else { text[at..end].trim_end() };
            let shorter = part.char_indices().next_back().map_or(0, |(last, _)| last);
            if shorter == 0 || suits(at..at + part.len()) {
                break (end, part);
            }
            limit = at + shorter;
        };
        if part.trim().is_empty() {
            at = end.max(at + blank_prefix(&text[at..]));
        } else {
            parts.push(at..at + part.len());
            at += part.len();
            at += droppable_prefix(&text[at..]);
        }
    }
    parts
}

/// Returns roughly the greatest length from 1 to `max` that measures at most `limit`; 1 if there is none. It
/// interpolates, since the measure mostly grows evenly.
fn longest_fitting(max: usize, limit: usize, measure: impl Fn(usize) -> usize) -> usize {
    let near_enough = limit / 64;
    let (mut fitting, mut excess) = ((0, 0), (max, measure(max)));
    if excess.1 <= limit {
        return max;
    }
    while excess.0 - fitting.0 > 1 && (fitting.0 == 0 || limit - fitting.1 > near_enough) {
        let room = (limit - fitting.1) * (excess.0 - fitting.0) / (excess.1 - fitting.1);
        let length = (fitting.0 + room).clamp(fitting.0 + 1, excess.0 - 1);
        match measure(length) {
            measured if measured <= limit => fitting = (length, measured),
            measured => excess = (length, measured),
        }
    }
    fitting.0.max(1)
}

/// Finds the places to cut a text at.
struct Cutter<'a> {
    text: &'a str,
    /// Byte ranges to keep whole if possible: sorted and disjoint.
    kept: Vec<Range<usize>>,
    /// The links among them, which must be kept whole: sorted and disjoint, too.
    links: Vec<Range<usize>>,
    /// The end of the last grapheme that had to be broken.
    broken_until: usize,
}

impl Cutter<'_> {
    /// Returns the end of the part that begins at byte `start`: at the latest byte `limit`.
    fn cut(&mut self, start: usize, limit: usize) -> usize {
        let window = Window { rest: &self.text[start..], end: limit - start };
        if limit == self.text.len() {
            return limit;
        }
        let broken = self.broken_until.saturating_sub(start);
        if broken >= window.end {
            return limit;
        }
        let boundaries: Vec<usize> = window.graphemes(broken).map(|at| start + at).collect();
        let late = &boundaries[boundaries.partition_point(|&at| at < start + window.end / 2)..];
        let best = |candidates: &mut dyn Iterator<Item = usize>| {
            candidates.max_by_key(|&at| Boundary::between(&self.text[..at], &self.text[at..]))
        };
        let cut = best(&mut late.iter().copied().filter(|&at| !is_inside(&self.kept, at)))
            .or_else(|| best(&mut late.iter().copied().filter(|&at| !is_inside(&self.links, at))))
            .or_else(|| boundaries.iter().copied().rfind(|&at| !is_inside(&self.links, at)))
            .or_else(|| best(&mut late.iter().copied()))
            .or(boundaries.last().copied());
        cut.unwrap_or_else(|| {
            self.broken_until = start + window.rest.graphemes(true).next().map_or(0, str::len);
            limit
        })
    }
}

/// Returns whether a position is inside one of these sorted, disjoint ranges.
fn is_inside(ranges: &[Range<usize>], at: usize) -> bool {
    let next = ranges.partition_point(|range| range.end <= at);
    ranges.get(next).is_some_and(|range| range.start < at)
}

/// The stretch of a text that fits a limit.
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

    /// Returns the boundaries between graphemes in the window, the first grapheme beginning at byte `from`. Reads only
    /// the window and the character after it: whether there is a boundary before a character never depends on what
    /// follows it.
    fn graphemes(&self, from: usize) -> impl Iterator<Item = usize> + use<'a> {
        let end = self.end;
        let next = self.rest[end..].chars().next().map_or(0, char::len_utf8);
        let seen = &self.rest[from..end + next];
        seen.grapheme_indices(true).map(move |(at, _)| from + at).filter(move |&at| at > 0 && at <= end)
    }
}

/// The quality of a place to cut, worst first.
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

/// Returns the length in bytes of the white space at the beginning, up to the first grapheme that is only partly white.
fn blank_prefix(text: &str) -> usize {
    // Checked first, because a grapheme may be as long as the text.
    if !text.starts_with(char::is_whitespace) {
        return 0;
    }
    text.graphemes(true).take_while(|grapheme| grapheme.trim().is_empty()).map(str::len).sum()
}

/// Returns the length in bytes of the white space that is dropped after a cut: all but the indentation of a line.
fn droppable_prefix(text: &str) -> usize {
    let blank = &text[..blank_prefix(text)];
    blank.rfind('\n').map_or(blank.len(), |newline| newline + 1)
}

/// Returns the extents of the outermost spans.
fn merged<'a>(spans: impl IntoIterator<Item = &'a Span>) -> Vec<Range<usize>> {
    let mut merged: Vec<Range<usize>> = Vec::new();
    for span in spans {
        match merged.last_mut() {
            Some(last) if span.start < last.end => last.end = last.end.max(span.end),
            _ => merged.push(span.start..span.end),
        }
    }
    merged
}

/// Returns the parts of a text, each with its share of the spans. Parts and spans are sorted by their beginnings.
fn slices(text: &str, spans: Vec<Span>, parts: &[Range<usize>]) -> Vec<Rich> {
    let mut coming = spans.into_iter().peekable();
    let mut open: Vec<Span> = Vec::new();
    let slice = |part: &Range<usize>| {
        open.retain(|span| span.end > part.start);
        while let Some(span) = coming.next_if(|span| span.start < part.end) {
            open.push(span);
        }
        slice(text, &open, part.clone())
    };
    parts.iter().map(slice).collect()
}

/// Returns a part of a text with its share of the spans.
fn slice(text: &str, spans: &[Span], part: Range<usize>) -> Rich {
    let shares = spans.iter().filter_map(|span| {
        let (start, end) = (span.start.max(part.start), span.end.min(part.end));
        (start < end).then(|| Span {
            start: start - part.start,
            end: end - part.start,
            style: span.style.clone(),
        })
    });
    assemble(text[part.clone()].to_owned(), shares.collect())
}

#[cfg(test)]
mod tests;
