//! Entities by byte offsets, and insertions into the text below them.

use std::ops::Range;

use adjutant_channel::{
    Rich,
    rich::{Entity, Style},
};

/// An entity of a message.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    /// In bytes.
    pub(super) range: Range<usize>,
    pub(super) style: Style,
}

impl Span {
    pub(super) fn covers(&self, at: usize) -> bool {
        self.range.contains(&at)
    }

    pub(super) fn is_code(&self) -> bool {
        matches!(self.style, Style::Code | Style::Pre { .. })
    }

    /// Returns the mention that replaces the text, if Discord shows the name by itself.
    pub(super) fn mention(&self) -> Option<String> {
        match &self.style {
            Style::Person { id, .. } => Some(format!("<@{id}>")),
            Style::Place { id } => Some(format!("<#{id}>")),
            _ => None,
        }
    }

    /// Returns whether markup in the line delimits the span.
    pub(super) fn is_inline(&self) -> bool {
        matches!(self.style, Style::Bold | Style::Italic | Style::Strike | Style::Link { .. })
    }
}

/// Returns the entities by byte offsets, in the same order.
pub(super) fn spans(rich: &Rich) -> Vec<Span> {
    let wanted: Vec<usize> = rich.entities.iter().flat_map(|it| [it.offset, it.offset + it.length]).collect();
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| wanted[index]);
    let mut places = vec![0; wanted.len()];
    let (mut bytes, mut units) = (0, 0);
    let mut chars = rich.text.chars();
    for index in order {
        while units < wanted[index] {
            let Some(c) = chars.next() else { break };
            bytes += c.len_utf8();
            units += c.len_utf16();
        }
        places[index] = bytes;
    }
    let ranges = places.chunks_exact(2).map(|place| place[0]..place[1]);
    let spans = ranges.zip(&rich.entities).map(|(range, it)| Span { range, style: it.style.clone() });
    spans.filter(|span| !span.range.is_empty()).collect()
}

/// A text to insert into a message.
pub(super) struct Insertion {
    /// The position, in bytes.
    pub(super) at: usize,
    pub(super) text: String,
    /// Whether the insertion belongs to the spans that end there.
    pub(super) inside: bool,
}

/// Returns a message of `text` and `spans` with the insertions, which are sorted by position.
pub(super) fn with_insertions(text: &str, spans: &[Span], insertions: &[Insertion]) -> Rich {
    let mut out = String::with_capacity(text.len());
    let mut done = 0;
    for insertion in insertions {
        out.push_str(&text[done..insertion.at]);
        out.push_str(&insertion.text);
        done = insertion.at;
    }
    out.push_str(&text[done..]);

    let length = |it: &Insertion| it.text.len();
    let entities = spans.iter().map(|Span { range, style }| {
        let before = insertions.iter().filter(|it| it.at <= range.start).map(length);
        let start = range.start + before.sum::<usize>();
        let before = insertions.iter().filter(|it| it.at < range.end || (it.at == range.end && it.inside));
        let end = range.end + before.map(length).sum::<usize>();
        Entity { offset: units(&out[..start]), length: units(&out[start..end]), style: style.clone() }
    });
    let entities = entities.collect();
    Rich { text: out, entities }
}

fn units(text: &str) -> usize {
    text.encode_utf16().count()
}
