//! Markdown as pages have it: no HTML of its own, and links only to where links may lead.

use pulldown_cmark::{Event, LinkType, Options, Parser, Tag, TagEnd};

/// The destinations of the links, as they are written.
pub(crate) fn links(text: &str) -> Vec<String> {
    events(text)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => Some(destination(link_type, &dest_url)),
            _ => None,
        })
        .collect()
}

/// The ids of the pictures.
pub(crate) fn pictures(text: &str) -> Vec<String> {
    events(text)
        .filter_map(|event| match event {
            Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .collect()
}

/// The text without its markup, in one line.
pub(crate) fn words(text: &str) -> String {
    let mut words = String::new();
    for event in events(text) {
        match event {
            Event::Text(text) | Event::Code(text) | Event::Html(text) | Event::InlineHtml(text) => {
                words.push_str(&text);
            }
            Event::SoftBreak | Event::HardBreak | Event::Rule => words.push(' '),
            Event::End(end) if !is_inline(end) => words.push(' '),
            _ => {}
        }
    }
    words.split_whitespace().collect::<Vec<_>>().join(" ")
}

fn events(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES | Options::ENABLE_STRIKETHROUGH)
}

fn destination(kind: LinkType, destination: &str) -> String {
    match kind {
        LinkType::Email => format!("mailto:{destination}"),
        _ => destination.to_owned(),
    }
}

fn is_inline(end: TagEnd) -> bool {
    matches!(end, TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough | TagEnd::Link | TagEnd::Image)
}
