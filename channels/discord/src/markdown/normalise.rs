//! What Discord's Markdown cannot show, said in a way that it can.

use std::borrow::Cow;

use adjutant_channel::{Rich, rich::Style};

use super::{
    escape,
    span::{self, Insertion},
};

/// The schemes that Discord lets a link with a text of its own lead to.
const LINK_SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];
/// A link's address that is longer is shown instead: it would not leave room for its text.
const MAX_LINK: usize = 1000;

/// The message with blocks of code and quotations on lines of their own, and with the address as text where Discord
/// would make no link.
pub(super) fn normalised(rich: &Rich) -> Cow<'_, Rich> {
    let text = rich.text.as_str();
    let mut spans = span::spans(rich);
    let mut insertions: Vec<Insertion> = Vec::new();
    spans.retain(|span| match &span.style {
        Style::Link { url } => {
            let label = &text[span.range.clone()];
            let links = may_link(url, label);
            if !links && label != url {
                insertions.push(Insertion { at: span.range.end, text: format!(" ({url})"), inside: true });
            }
            links
        }
        Style::Pre { .. } | Style::Quote => {
            let mut edges = Vec::new();
            edges.extend(
                (!is_blank(text[..span.range.start].rsplit('\n').next())).then_some(span.range.start),
            );
            edges.extend((!is_blank(text[span.range.end..].split('\n').next())).then_some(span.range.end));
            insertions.extend(edges.into_iter().map(|at| Insertion {
                at,
                text: "\n".to_owned(),
                inside: false,
            }));
            true
        }
        _ => true,
    });
    if insertions.is_empty() && spans.len() == rich.entities.len() {
        return Cow::Borrowed(rich);
    }
    insertions.sort_by_key(|insertion| (insertion.at, !insertion.inside));
    insertions.dedup_by(|later, earlier| later.at == earlier.at && !later.inside && !earlier.inside);
    Cow::Owned(span::with_insertions(text, &spans, &insertions))
}

fn is_blank(text: Option<&str>) -> bool {
    text.is_none_or(|text| text.trim().is_empty())
}

/// Whether Discord makes a link of it: not of a text that looks like an address itself, lest that deceives.
fn may_link(url: &str, label: &str) -> bool {
    let leads = |scheme: &&str| url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    LINK_SCHEMES.iter().any(leads)
        && escape::url(url).chars().count() <= MAX_LINK
        && !label.contains("://")
        && label.lines().all(are_brackets_paired)
}

/// Else one of them would end the link, or keep it from being one. Each line of a label is a link.
fn are_brackets_paired(label: &str) -> bool {
    let mut open = 0_usize;
    for c in label.chars() {
        match c {
            '[' => open += 1,
            ']' if open == 0 => return false,
            ']' => open -= 1,
            _ => {}
        }
    }
    open == 0
}
