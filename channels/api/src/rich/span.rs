//! Entities by byte offsets, as the code here uses them, and the conversion from and to UTF-16 offsets.

use std::cmp::Reverse;

use super::{Entity, Rich, Style};

/// An entity by byte offsets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Span {
    pub(super) start: usize,
    pub(super) end: usize,
    pub(super) style: Style,
}

/// Builds a message from text and its spans, trimmed and ordered. Spans of equal extent keep their order.
pub(super) fn assemble(text: String, spans: Vec<Span>) -> Rich {
    let mut spans: Vec<Span> = spans.into_iter().filter_map(|span| trimmed(&text, span)).collect();
    let indented: Vec<_> =
        spans.iter().filter(|span| is_pre(span)).map(|span| (span.start, span.end)).collect();
    for quote in spans.iter_mut().filter(|span| span.style == Style::Quote) {
        let first = indented.iter().find(|(start, end)| (*start..*end).contains(&quote.start));
        quote.start = first.map_or(quote.start, |(start, _)| *start);
    }
    spans.sort_by_key(|span| (span.start, Reverse(span.end)));
    let edges =
        translate(&text, spans.iter().flat_map(|span| [span.start, span.end]).collect(), |at| at.bytes);
    let entities = spans
        .into_iter()
        .zip(edges.chunks_exact(2))
        .map(|(span, edge)| Entity {
            offset: edge[0].utf16,
            length: edge[1].utf16 - edge[0].utf16,
            style: span.style,
        })
        .collect();
    Rich { text, entities }
}

impl Rich {
    /// Returns the entities by byte offsets, in the same order. Parts outside the text are cut off.
    pub(super) fn spans(&self) -> Vec<Span> {
        let wanted = self
            .entities
            .iter()
            .flat_map(|entity| [entity.offset, entity.offset.saturating_add(entity.length)])
            .collect();
        let edges = translate(&self.text, wanted, |at| at.utf16);
        self.entities
            .iter()
            .zip(edges.chunks_exact(2))
            .map(|(entity, edge)| Span {
                start: edge[0].bytes,
                end: edge[1].bytes,
                style: entity.style.clone(),
            })
            .filter(|span| span.start < span.end)
            .collect()
    }
}

/// A position in a text, in both units.
#[derive(Clone, Copy, Debug, Default)]
struct Place {
    bytes: usize,
    utf16: usize,
}

/// Converts each of the `wanted` positions in one pass over the text; `unit` selects their unit. A position inside a
/// character means the character's end, one beyond the text means the text's end.
fn translate(text: &str, wanted: Vec<usize>, unit: impl Fn(Place) -> usize) -> Vec<Place> {
    let mut order: Vec<usize> = (0..wanted.len()).collect();
    order.sort_by_key(|&index| wanted[index]);
    let mut places = vec![Place::default(); wanted.len()];
    let mut chars = text.chars();
    let mut here = Place::default();
    for index in order {
        while unit(here) < wanted[index] {
            let Some(c) = chars.next() else { break };
            here.bytes += c.len_utf8();
            here.utf16 += c.len_utf16();
        }
        places[index] = here;
    }
    places
}

fn is_pre(span: &Span) -> bool {
    matches!(span.style, Style::Pre { .. })
}

/// Returns the span without white space at its ends, or `None` if nothing is left.
fn trimmed(text: &str, span: Span) -> Option<Span> {
    let inner = text[span.start..span.end].trim_end();
    let end = span.start + inner.len();
    let inner = match span.style {
        Style::Pre { .. } => inner.trim_start_matches('\n'),
        _ => inner.trim_start(),
    };
    (!inner.is_empty()).then(|| Span { start: end - inner.len(), end, style: span.style })
}
