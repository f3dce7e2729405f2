//! Rewrites text that Discord's Markdown cannot show.

use std::borrow::Cow;

use adjutant_channel::{Rich, rich::Style};

use super::{
    escape,
    span::{self, Insertion},
};

/// The URL schemes that Discord allows in a link with a label.
const LINK_SCHEMES: [&str; 3] = ["http://", "https://", "mailto:"];
/// The longest URL of a link, in characters. A longer one is shown as text: it would leave no room for the label.
const MAX_LINK: usize = 1000;

/// Puts blocks of code and quotations on lines of their own, and shows a link's URL as text if Discord would not make a
/// link.
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
        Style::Pre { .. } | Style::Quote | Style::Folded => {
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

/// Returns whether Discord accepts the link. It refuses a label that looks like a URL, since that could deceive.
fn may_link(url: &str, label: &str) -> bool {
    let leads = |scheme: &&str| url.get(..scheme.len()).is_some_and(|it| it.eq_ignore_ascii_case(scheme));
    LINK_SCHEMES.iter().any(leads)
        && escape::url(url).chars().count() <= MAX_LINK
        && !label.contains("://")
        && label.lines().all(are_brackets_paired)
}

/// Returns whether a label's brackets match. An unmatched one would end or break the link. Each line of a label becomes
/// a link of its own.
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
