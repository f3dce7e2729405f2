//! Helpers for the tests of this module.

use super::{Rich, Style};

/// Returns the message with its entities in place, as `⟨style⟩text⟨/⟩`.
pub(super) fn shown(rich: &Rich) -> String {
    let spans = rich.spans();
    let mut out = String::new();
    for at in (0..=rich.text.len()).filter(|&at| rich.text.is_char_boundary(at)) {
        spans.iter().filter(|span| span.end == at).for_each(|_| out.push_str("⟨/⟩"));
        for span in spans.iter().filter(|span| span.start == at) {
            out.push_str(&match &span.style {
                Style::Bold => "⟨b⟩".to_owned(),
                Style::Italic => "⟨i⟩".to_owned(),
                Style::Strike => "⟨s⟩".to_owned(),
                Style::Code => "⟨code⟩".to_owned(),
                Style::Pre { language } => format!("⟨pre {language}⟩"),
                Style::Link { url } => format!("⟨{url}⟩"),
                Style::Quote => "⟨quote⟩".to_owned(),
                Style::Folded => "⟨folded⟩".to_owned(),
                Style::Person { id, .. } => format!("⟨person {id}⟩"),
                Style::Place { id } => format!("⟨place {id}⟩"),
            });
        }
        out.extend(rich.text[at..].chars().next());
    }
    out
}

/// Checks the promises of [`Rich`] about its entities.
pub(super) fn assert_valid(rich: &Rich) {
    let units: Vec<u16> = rich.text.encode_utf16().collect();
    // The entities around the current one, outermost first, by their ends.
    let mut outer: Vec<(usize, &Style)> = Vec::new();
    let mut last_offset = 0;
    for entity in &rich.entities {
        let end = entity.offset + entity.length;
        assert!(entity.offset >= last_offset, "out of order: {rich:?}");
        last_offset = entity.offset;
        assert!(entity.length > 0 && end <= units.len(), "empty or outside: {rich:?}");
        let covered = String::from_utf16(&units[entity.offset..end]).expect("on character boundaries");
        let is_pre = matches!(entity.style, Style::Pre { .. });
        let trimmed = if is_pre { covered.trim_start_matches('\n').trim_end() } else { covered.trim() };
        let begins_with_pre = entity.style == Style::Quote
            && rich
                .entities
                .iter()
                .any(|inner| inner.offset == entity.offset && matches!(inner.style, Style::Pre { .. }));
        let covered = if begins_with_pre { covered.trim_start() } else { &covered };
        assert_eq!(covered, trimmed);
        outer.retain(|&(outer_end, _)| outer_end > entity.offset);
        for &(outer_end, style) in &outer {
            assert!(outer_end >= end, "overlap: {rich:?}");
            assert_ne!(style, &entity.style, "style in itself: {rich:?}");
            assert!(!matches!(style, Style::Code | Style::Pre { .. }), "inside code: {rich:?}");
            let alone = is_pre || entity.style == Style::Code;
            assert!(!alone || style == &Style::Quote, "code inside a style: {rich:?}");
        }
        outer.push((end, &entity.style));
    }
}
