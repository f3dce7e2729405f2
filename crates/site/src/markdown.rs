//! The Markdown of pages and posts: without HTML, with links only to allowed targets, and with pictures by their ids:
//! `![words](id)`.

use std::borrow::Cow;

use pulldown_cmark::{Alignment, CodeBlockKind, Event, HeadingLevel, LinkType, Options, Parser, Tag, TagEnd};

/// Returns the destinations of the links, as they are written.
pub fn links(text: &str) -> Vec<String> {
    events(text)
        .filter_map(|event| match event {
            Event::Start(Tag::Link { link_type, dest_url, .. }) => Some(destination(link_type, &dest_url)),
            _ => None,
        })
        .collect()
}

/// Returns the ids of the pictures.
pub fn pictures(text: &str) -> Vec<String> {
    events(text)
        .filter_map(|event| match event {
            Event::Start(Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
            _ => None,
        })
        .collect()
}

/// Returns the ids of the pictures, each with its alternative text.
pub fn pictures_with_words(text: &str) -> Vec<(String, String)> {
    let mut events = events(text);
    let mut found = Vec::new();
    while let Some(event) = events.next() {
        if let Event::Start(Tag::Image { dest_url, .. }) = event {
            found.push((dest_url.into_string(), alternative(&mut events)));
        }
    }
    found
}

/// Replaces a picture wherever the text shows it; returns the number of places.
pub fn replace_picture(text: &mut String, old: &str, new: &str) -> usize {
    let mut places = Vec::new();
    for (event, range) in events(text).into_offset_iter() {
        if let Event::Start(Tag::Image { dest_url, .. }) = event
            && *dest_url == *old
            // The id follows the words of the picture, and precedes its title.
            && let Some(behind) = text[range.clone()].rfind("](").map(|at| range.start + at)
            && let Some(at) = text[behind..range.end].find(old)
        {
            places.push(behind + at);
        }
    }
    for at in places.iter().rev() {
        text.replace_range(*at..*at + old.len(), new);
    }
    places.len()
}

/// Returns the text without its markup, on one line.
pub fn words(text: &str) -> String {
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

/// Renders the links and pictures within texts.
pub(crate) trait Resolver {
    /// Returns the `href` of a link; `None` if only its text is to be shown.
    fn link(&mut self, link: &str) -> Option<String>;

    /// Returns the HTML of a picture; `None` if only its words are to be shown.
    fn picture(&mut self, id: &str) -> Option<String>;

    /// Returns the label of a table, which a screen reader reads if the table is wider than the page.
    fn table_label(&self) -> &str;
}

/// Returns the text as HTML. `heading` is the level of its highest headings, from 1 to 6.
pub(crate) fn html(text: &str, heading: u8, resolver: &mut impl Resolver) -> String {
    let text = &*printable(text);
    let mut levels = Levels::new(text, heading);
    let mut out = Vec::new();
    let mut links = Vec::new();
    let mut events = events(text);
    while let Some(event) = events.next() {
        let event = match event {
            // HTML in the Markdown is shown as text.
            Event::Html(text) | Event::InlineHtml(text) => Event::Text(text),
            Event::Start(Tag::HtmlBlock) => Event::Start(Tag::Paragraph),
            Event::End(TagEnd::HtmlBlock) => Event::End(TagEnd::Paragraph),
            Event::Start(Tag::Heading { level, .. }) => {
                let level = levels.next(level);
                Event::Start(Tag::Heading { level, id: None, classes: Vec::new(), attrs: Vec::new() })
            }
            Event::End(TagEnd::Heading(_)) => Event::End(TagEnd::Heading(levels.current)),
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let href = resolver.link(&destination(link_type, &dest_url));
                links.push(href.is_some());
                let Some(href) = href else { continue };
                Event::Start(Tag::Link { link_type: LinkType::Inline, dest_url: href.into(), title, id })
            }
            Event::End(TagEnd::Link) if links.pop() == Some(false) => continue,
            Event::Start(Tag::Image { dest_url, .. }) => {
                let alt = alternative(&mut events);
                resolver
                    .picture(&dest_url)
                    .map_or(Event::Text(alt.into()), |html| Event::InlineHtml(html.into()))
            }
            Event::Start(Tag::Table(alignments)) => {
                out.push(Event::Html(open_table(resolver.table_label()).into()));
                // An alignment would become a style attribute, which the pages' policy does not allow.
                Event::Start(Tag::Table(vec![Alignment::None; alignments.len()]))
            }
            Event::End(TagEnd::Table) => {
                out.push(Event::End(TagEnd::Table));
                Event::Html("</div>\n".into())
            }
            Event::Start(Tag::CodeBlock(_)) => Event::Start(Tag::CodeBlock(CodeBlockKind::Indented)),
            other => other,
        };
        out.push(event);
    }
    let mut html = String::with_capacity(text.len() * 3 / 2);
    pulldown_cmark::html::push_html(&mut html, out.into_iter());
    html
}

/// Returns the text without control characters, which are invalid in HTML.
fn printable(text: &str) -> Cow<'_, str> {
    let unfit = |c: char| c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{fffe}' | '\u{ffff}');
    if text.contains(unfit) { text.replace("\r\n", "\n").replace(unfit, " ").into() } else { text.into() }
}

/// Reads on to the end of a picture, and returns the words in it.
fn alternative<'a>(events: &mut impl Iterator<Item = Event<'a>>) -> String {
    let mut words = String::new();
    let mut depth = 1;
    for event in events {
        match event {
            Event::Start(Tag::Image { .. }) => depth += 1,
            Event::End(TagEnd::Image) => depth -= 1,
            Event::Text(text) | Event::Code(text) | Event::InlineHtml(text) => words.push_str(&text),
            Event::SoftBreak | Event::HardBreak => words.push(' '),
            _ => {}
        }
        if depth == 0 {
            break;
        }
    }
    words
}

/// Returns the start tag of a region in which a table that is wider than the screen can be scrolled, also with the
/// keyboard.
fn open_table(label: &str) -> String {
    format!("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">\n")
}

/// The levels of headings, moved below the heading above the text, without skipping a level.
struct Levels {
    highest: u8,
    top: u8,
    current: HeadingLevel,
}

impl Levels {
    fn new(text: &str, top: u8) -> Self {
        let highest = events(text)
            .filter_map(|event| match event {
                Event::Start(Tag::Heading { level, .. }) => Some(level as u8),
                _ => None,
            })
            .min();
        Self { highest: highest.unwrap_or(1), top, current: level_of(top.saturating_sub(1)) }
    }

    fn next(&mut self, level: HeadingLevel) -> HeadingLevel {
        let wanted = (level as u8).saturating_sub(self.highest) + self.top;
        self.current = level_of(wanted.min(self.current as u8 + 1));
        self.current
    }
}

fn level_of(level: u8) -> HeadingLevel {
    match level {
        0 | 1 => HeadingLevel::H1,
        2 => HeadingLevel::H2,
        3 => HeadingLevel::H3,
        4 => HeadingLevel::H4,
        5 => HeadingLevel::H5,
        _ => HeadingLevel::H6,
    }
}
