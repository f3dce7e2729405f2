//! Reduces an HTML page, tag by tag, to what its text needs: balanced, shallow, without scripts or navigation.
//!
//! Runs in time linear in the page, whatever the page contains. It does not follow the HTML standard's tree
//! construction, which is quadratic for hostile nesting: a few rules insert omitted end tags, elements nested too
//! deeply lose their tags and keep their text, and all attributes but links are dropped.

use std::ops::Range;

use html5ever::LocalName;
use html5ever::tokenizer::states::RawKind;
use html5ever::tokenizer::{Tag, TagKind, TokenSinkResult};
use url::Url;

/// The deepest nesting of elements; tags beyond it are dropped. Pages made by people stay under 40.
const MAX_DEPTH: usize = 96;

/// The most elements of a page; tags beyond it are dropped.
const MAX_ELEMENTS: usize = 50_000;

/// The deepest nesting of quotes and lists: each one indents every line of the Markdown.
const MAX_INDENT: usize = 16;

/// The longest reduced page, in bytes; the rest is dropped. A model sees only a small part of it.
const MAX_CONTENT_BYTES: usize = 512 * 1024;

/// The longest link target, in bytes; longer ones are data, not addresses.
const MAX_HREF_BYTES: usize = 2_048;

const MAX_TITLE_BYTES: usize = 500;

/// Bytes that a `<main>` or the `<article>`s must hold to be taken for the whole page.
const MIN_LANDMARK_BYTES: usize = 500;

#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Keep {
    /// Without navigation, footers and asides; only the main element or the articles if there are any.
    Content,
    /// All text.
    Everything,
}

/// A reduced page.
pub(super) struct Cleaned {
    pub(super) title: Option<String>,
    pub(super) html: String,
    /// Whether content beyond [`MAX_CONTENT_BYTES`] was dropped.
    pub(super) is_truncated: bool,
}

/// Consumes the page's tags and text in order.
pub(super) struct Cleaner<'a> {
    base: &'a Url,
    keep: Keep,
    title: String,
    is_in_title: bool,
    out: String,
    open: Vec<Open>,
    elements: usize,
    is_truncated: bool,
    skipping: Option<Skipped>,
    /// The ranges of `out` inside the outermost elements of each kind.
    mains: Vec<Range<usize>>,
    articles: Vec<Range<usize>>,
}

/// An element whose end tag has not come yet.
struct Open {
    name: LocalName,
    /// The tag written to the output.
    tag: &'static str,
    start: usize,
}

/// An element that is dropped with everything in it.
struct Skipped {
    name: LocalName,
    /// How many elements of the same name are open inside it.
    nested: usize,
}

impl Skipped {
    fn is_foreign(&self) -> bool {
        matches!(&*self.name, "svg" | "math")
    }
}

impl<'a> Cleaner<'a> {
    /// Makes links absolute against `base`.
    pub(super) fn new(base: &'a Url, keep: Keep) -> Self {
        Self {
            base,
            keep,
            title: String::new(),
            is_in_title: false,
            out: String::new(),
            open: Vec::new(),
            elements: 0,
            is_truncated: false,
            skipping: None,
            mains: Vec::new(),
            articles: Vec::new(),
        }
    }

    pub(super) fn text(&mut self, text: &str) {
        if self.is_in_title {
            let room = MAX_TITLE_BYTES.saturating_sub(self.title.len());
            self.title.push_str(&text[..text.floor_char_boundary(room)]);
        } else if self.skipping.is_none() {
            let room = MAX_CONTENT_BYTES.saturating_sub(self.out.len());
            let fitting = &text[..text.floor_char_boundary(room)];
            self.is_truncated |= fitting.len() < text.len();
            escape_into(&mut self.out, fitting);
        }
    }

    /// Takes a tag. The return value tells the tokenizer whether raw text follows instead of tags.
    pub(super) fn tag(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        match tag.kind {
            TagKind::StartTag => {
                self.start(tag);
                // Inside a drawing, `<style/>` is empty; elsewhere the slash means nothing.
                let is_empty = tag.self_closing && self.skipping.as_ref().is_some_and(Skipped::is_foreign);
                match raw_text(&tag.name) {
                    Some(kind) if !is_empty => TokenSinkResult::RawData(kind),
                    _ => TokenSinkResult::Continue,
                }
            }
            TagKind::EndTag => {
                self.end(&tag.name);
                TokenSinkResult::Continue
            }
        }
    }

    pub(super) fn finish(mut self) -> Cleaned {
        self.close_down_to(0);
        let title = self.title.split_whitespace().collect::<Vec<_>>().join(" ");
        let title = (!title.is_empty()).then_some(title);
        for landmarks in [&self.mains, &self.articles] {
            let bytes: usize = landmarks.iter().map(ExactSizeIterator::len).sum();
            if self.keep == Keep::Content && bytes >= MIN_LANDMARK_BYTES {
                let html = landmarks.iter().map(|part| &self.out[part.clone()]).collect();
                return Cleaned { title, html, is_truncated: self.is_truncated };
            }
        }
        Cleaned { title, html: self.out, is_truncated: self.is_truncated }
    }

    fn start(&mut self, tag: &Tag) {
        let name = &tag.name;
        if let Some(skipped) = &mut self.skipping {
            skipped.nested +=
                usize::from(*name == skipped.name && !(tag.self_closing && skipped.is_foreign()));
            return;
        }
        if self.is_left_out(tag) {
            let skipped = Skipped { name: name.clone(), nested: 0 };
            self.is_in_title = *name == *"title" && self.title.is_empty();
            self.skipping = Some(skipped).filter(|skipped| !(tag.self_closing && skipped.is_foreign()));
            return;
        }
        if self.elements == MAX_ELEMENTS || self.out.len() >= MAX_CONTENT_BYTES {
            return;
        }
        match &**name {
            "br" => self.write_void("<br>"),
            "hr" => self.write_void("<hr>"),
            "img" => self.image(tag),
            _ => self.open(tag),
        }
    }

    fn end(&mut self, name: &LocalName) {
        match &mut self.skipping {
            Some(skipped) if skipped.name != *name => {}
            Some(skipped) if skipped.nested > 0 => skipped.nested -= 1,
            Some(_) => {
                self.skipping = None;
                self.is_in_title = false;
            }
            None => match self.open.iter().rposition(|open| open.name == *name) {
                Some(index) => self.close_down_to(index),
                // The element has ended already, or was never written: the words around it must not run together.
                None if written_as(name).is_some_and(|written| !is_inline(written)) => self.write_break(),
                None => {}
            },
        }
    }

    fn open(&mut self, tag: &Tag) {
        let Some(written) = written_as(&tag.name) else { return };
        self.close_implied(&tag.name);
        let indent = self.open.iter().filter(|open| indents(open.tag)).count();
        if self.open.len() == MAX_DEPTH || (indents(written) && indent == MAX_INDENT) {
            return self.write_break();
        }
        self.elements += 1;
        let start = self.out.len();
        // Merge adjacent equal inline elements here: the Markdown writer would merge them pair by pair.
        let end_tag = format!("</{written}>");
        if is_inline(written) && written != "a" && self.out.ends_with(&end_tag) {
            self.out.truncate(start - end_tag.len());
        } else {
            self.write_start(tag, written);
        }
        self.open.push(Open { name: tag.name.clone(), tag: written, start });
    }

    fn write_break(&mut self) {
        if !self.out.ends_with(' ') {
            self.out.push(' ');
        }
    }

    fn write_void(&mut self, element: &str) {
        self.elements += 1;
        self.out.push_str(element);
    }

    fn write_start(&mut self, tag: &Tag, written: &'static str) {
        self.out.push('<');
        self.out.push_str(written);
        let kept = match written {
            "a" => attribute(tag, "href").and_then(|href| self.absolute(href)).map(|href| ("href", href)),
            "code" | "pre" => attribute(tag, "class")
                .and_then(|class| class.split_whitespace().find(|class| class.starts_with("language-")))
                .map(|class| ("class", class.to_owned())),
            "ol" => attribute(tag, "start").map(|start| ("start", start.to_owned())),
            _ => None,
        };
        if let Some((name, value)) = kept {
            self.out.push(' ');
            self.out.push_str(name);
            self.out.push_str("=\"");
            escape_into(&mut self.out, &value);
            self.out.push('"');
        }
        self.out.push('>');
    }

    /// Writes an image as its alternative text.
    fn image(&mut self, tag: &Tag) {
        if let Some(alt) = attribute(tag, "alt").map(str::trim).filter(|alt| !alt.is_empty()) {
            self.text(" (image: ");
            self.text(alt);
            self.text(") ");
        }
    }

    /// Ends the elements whose end tags may be omitted before `name`.
    fn close_implied(&mut self, name: &str) {
        let (ended, container): (&[&str], &[&str]) = match name {
            "li" => (&["li"], &["ul", "ol", "menu"]),
            "dt" | "dd" => (&["dt", "dd"], &["dl"]),
            "td" | "th" => (&["td", "th"], &["tr", "table"]),
            "tr" => (&["tr"], &["table"]),
            "thead" | "tbody" | "tfoot" => (&["thead", "tbody", "tfoot"], &["table"]),
            "a" => (&["a"], &["table"]),
            _ => (&[], &[]),
        };
        let found = self
            .open
            .iter()
            .rposition(|open| ended.contains(&&*open.name) || container.contains(&&*open.name));
        if let Some(index) = found.filter(|index| ended.contains(&&*self.open[*index].name)) {
            self.close_down_to(index);
        }
        if written_as(name).is_some_and(|written| !is_inline(written)) {
            let block = self.open.iter().rposition(|open| !is_inline(open.tag));
            if let Some(index) = block.filter(|index| self.open[*index].tag == "p") {
                self.close_down_to(index);
            }
        }
    }

    /// Ends the innermost elements until `depth` are left.
    fn close_down_to(&mut self, depth: usize) {
        while self.open.len() > depth {
            let Some(open) = self.open.pop() else { return };
            self.out.push_str("</");
            self.out.push_str(open.tag);
            self.out.push('>');
            let landmarks = match &*open.name {
                "main" => &mut self.mains,
                "article" => &mut self.articles,
                _ => continue,
            };
            let part = open.start..self.out.len();
            landmarks.retain(|inner| inner.start < part.start);
            landmarks.push(part);
        }
    }

    fn is_left_out(&self, tag: &Tag) -> bool {
        match &*tag.name {
            "title" | "script" | "style" | "noscript" | "template" | "svg" | "math" | "iframe" | "object"
            | "video" | "audio" | "canvas" | "select" | "button" | "textarea" | "dialog" | "noembed"
            | "noframes" | "xmp" => true,
            "nav" | "footer" | "aside" => self.keep == Keep::Content,
            "div" | "section" | "span" | "ul" => {
                let is_hidden =
                    attribute(tag, "hidden").is_some() || attribute(tag, "aria-hidden") == Some("true");
                self.keep == Keep::Content && (is_hidden || attribute(tag, "role") == Some("navigation"))
            }
            _ => false,
        }
    }

    /// Returns the absolute address of a link; `None` for anything but a web address or a mailbox.
    fn absolute(&self, href: &str) -> Option<String> {
        let url = (href.len() <= MAX_HREF_BYTES).then(|| self.base.join(href).ok())??;
        matches!(url.scheme(), "http" | "https" | "mailto").then(|| url.into())
    }
}

/// Returns the element that replaces `name` in the output; `None` if only its text is kept.
fn written_as(name: &str) -> Option<&'static str> {
    const AS_THEMSELVES: [&str; 28] = [
        "p", "div", "h1", "h2", "h3", "h4", "h5", "h6", "ul", "ol", "li", "pre", "code", "em", "i", "strong",
        "b", "del", "s", "a", "table", "thead", "tbody", "tfoot", "tr", "th", "td", "caption",
    ];
    match name {
        "blockquote" => Some("blockquote"),
        "menu" => Some("ul"),
        "section" | "article" | "main" | "header" | "nav" | "footer" | "aside" | "address" | "center"
        | "dl" | "dt" | "dd" | "details" | "summary" | "fieldset" | "figure" | "figcaption" => Some("div"),
        _ => AS_THEMSELVES.into_iter().find(|known| *known == name),
    }
}

fn is_inline(written: &str) -> bool {
    matches!(written, "code" | "em" | "i" | "strong" | "b" | "del" | "s" | "a")
}

fn indents(written: &str) -> bool {
    matches!(written, "blockquote" | "ul" | "ol")
}

/// Elements whose content is plain text up to their end tag, even where it looks like tags.
fn raw_text(name: &str) -> Option<RawKind> {
    match name {
        "script" => Some(RawKind::ScriptData),
        "style" | "noscript" | "iframe" | "noembed" | "noframes" | "xmp" => Some(RawKind::Rawtext),
        "title" | "textarea" => Some(RawKind::Rcdata),
        _ => None,
    }
}

fn attribute<'t>(tag: &'t Tag, name: &str) -> Option<&'t str> {
    tag.attrs.iter().find(|attribute| *attribute.name.local == *name).map(|attribute| &*attribute.value)
}

fn escape_into(out: &mut String, text: &str) {
    for piece in text.split_inclusive(['&', '<', '>', '"']) {
        let (plain, escaped) = match piece.as_bytes().last() {
            Some(b'&') => (&piece[..piece.len() - 1], "&amp;"),
            Some(b'<') => (&piece[..piece.len() - 1], "&lt;"),
            Some(b'>') => (&piece[..piece.len() - 1], "&gt;"),
            Some(b'"') => (&piece[..piece.len() - 1], "&quot;"),
            _ => (piece, ""),
        };
        out.push_str(plain);
        out.push_str(escaped);
    }
}
