//! Converts Markdown, as models write it, to text with entities.

mod formulas;

use std::{collections::HashSet, ops::Range};

use pulldown_cmark::{CodeBlockKind, Event, LinkType, Options, Parser, Tag, TagEnd};

use self::formulas::Escaped;
use super::{
    Rich, Style,
    span::{Span, assemble},
    table::Table,
};

/// The marker of a list item.
const BULLET: &str = "• ";
/// The marker of a quotation inside a quotation, on each of its lines; platforms do not nest quotations themselves.
const NESTED_QUOTE: &str = "> ";
/// A horizontal rule.
const RULE: &str = "────────";
/// The markers of a task in a list: open, done.
const TASK: [&str; 2] = ["☐ ", "☑ "];
/// The deepest indentation of lists and quotations, in bytes. It keeps hostile nesting from growing the text out of
/// proportion to its source.
const MAX_INDENT: usize = 24;
/// The deepest nesting of lists and quotations that is read as Markdown: the parser's time grows with the product of
/// depth and lines.
const MAX_NESTING: usize = 64;
/// The schemes that a link may have; the URL of any other is shown as text.
const LINK_SCHEMES: [&str; 4] = ["http", "https", "tg", "mailto"];

/// The extensions of CommonMark that are read.
const OPTIONS: Options =
    Options::ENABLE_TABLES.union(Options::ENABLE_STRIKETHROUGH).union(Options::ENABLE_TASKLISTS);

/// Renders Markdown (CommonMark with tables, strikethrough and task lists) for a chat.
///
/// Line breaks inside a paragraph are kept, paragraphs are one blank line apart, raw HTML and bare URLs are text,
/// tables become monospace columns, formulas stay as they are written. Unfinished Markdown, as a streaming answer has
/// it, is rendered as far as it goes.
pub fn from_markdown(markdown: &str) -> Rich {
    if markdown.lines().any(|line| nesting(line) > MAX_NESTING) {
        return Rich::plain(markdown.trim());
    }
    let escaped = Escaped::of(markdown);
    let markdown = &*escaped.text;
    let parser = Parser::new_ext(markdown, OPTIONS);
    let mut definitions: Vec<(String, Range<usize>)> = parser
        .reference_definitions()
        .iter()
        .map(|(_, definition)| (definition.dest.to_string(), definition.span.clone()))
        .collect();
    definitions.sort_by_key(|(_, source)| source.start);

    let mut renderer = Renderer { fresh: true, ..Renderer::default() };
    for event in parser {
        renderer.event(event);
    }
    // A link definition without a reference may be a list of sources, or a note in brackets.
    definitions.retain(|(url, _)| !renderer.urls.contains(url));
    for (_, source) in definitions {
        renderer.request_break(Break::Blank);
        renderer.write_lines(markdown[source].trim());
    }

    let mut rich = assemble(renderer.text, renderer.spans);
    rich.text.truncate(rich.text.trim_end().len());
    // Markdown without anything to show, such as an empty code block, must not become an empty message.
    if rich.text.is_empty() { Rich::plain(markdown.trim()) } else { rich }
}

/// Returns the tables of a Markdown text, as [`from_markdown`] reads them, each with its byte range in the text.
pub fn tables(markdown: &str) -> Vec<(Range<usize>, Table)> {
    if markdown.lines().any(|line| nesting(line) > MAX_NESTING) {
        return Vec::new();
    }
    let escaped = Escaped::of(markdown);
    let mut renderer = Renderer::default();
    let mut tables = Vec::new();
    for (event, source) in Parser::new_ext(&escaped.text, OPTIONS).into_offset_iter() {
        if matches!(event, Event::End(TagEnd::Table)) {
            tables.extend(renderer.table.take().map(|table| (escaped.original(source), table)));
        }
        renderer.event(event);
    }
    tables
}

/// The text so far, and the position in the document.
#[derive(Default)]
struct Renderer {
    text: String,
    /// In the order of opening, so that of equal spans the outer comes first.
    spans: Vec<Span>,
    /// For each open inline tag, heading and quotation: whether it opened a span (not if its style was on already).
    opened: Vec<bool>,
    /// The open spans, by index; each style at most once, so never more than a handful.
    active: Vec<usize>,
    /// The links and images that are open.
    links: Vec<Link>,
    /// The targets of all links and images so far.
    urls: HashSet<String>,
    /// The next number of each open list; `None` for bullets.
    lists: Vec<Option<u64>>,
    /// The quotations that are open.
    quotes: usize,
    /// The beginning of every new line, and its length at the outer levels.
    indent: String,
    outer_indents: Vec<usize>,
    /// The line break to write before the next text.
    pending: Break,
    /// The line has nothing but a marker: no break is wanted.
    fresh: bool,
    /// The open code block.
    code: Option<CodeBlock>,
    table: Option<Table>,
    /// Where in `text` and in `spans` the current table cell begins.
    cell: (usize, usize),
}

/// How far apart two pieces of text are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
enum Break {
    #[default]
    None,
    Line,
    Blank,
}

/// A block of code so far.
struct CodeBlock {
    language: String,
    code: String,
}

/// A link or image whose text is being written.
struct Link {
    url: String,
    /// Where its label begins in the text.
    start: usize,
    /// The label is not the address, so the URL has to be shown.
    show_url: bool,
}

impl Renderer {
    fn event(&mut self, event: Event<'_>) {
        match (event, &mut self.code) {
            (Event::Text(text), Some(block)) => block.code.push_str(&text),
            (Event::Start(tag), _) => self.start(tag),
            (Event::End(tag), _) => self.end(tag),
            (Event::Code(code), _) => self.inline_code(&code),
            (Event::SoftBreak | Event::HardBreak, _) => self.request_break(Break::Line),
            (Event::Rule, _) => {
                self.request_break(Break::Line);
                self.write(RULE);
                self.request_break(Break::Blank);
            }
            (Event::TaskListMarker(done), _) => self.write(TASK[usize::from(done)]),
            (Event::Text(text) | Event::Html(text) | Event::InlineHtml(text), _) => self.write_lines(&text),
            // Extensions that are switched off.
            (Event::InlineMath(_) | Event::DisplayMath(_) | Event::FootnoteReference(_), _) => {}
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Paragraph | Tag::HtmlBlock => self.request_break(Break::Line),
            Tag::Heading { .. } => {
                self.request_break(Break::Line);
                self.open(Style::Bold);
            }
            Tag::BlockQuote(_) => self.start_quote(),
            Tag::CodeBlock(kind) => {
                self.code = Some(CodeBlock { language: language(&kind), code: String::new() });
            }
            Tag::List(first) => {
                self.request_break(Break::Line);
                self.lists.push(first);
            }
            Tag::Item => self.start_item(),
            Tag::Emphasis => self.open(Style::Italic),
            Tag::Strong => self.open(Style::Bold),
            Tag::Strikethrough => self.open(Style::Strike),
            Tag::Link { link_type, dest_url, .. } | Tag::Image { link_type, dest_url, .. } => {
                self.start_link(link_type, &dest_url);
            }
            Tag::Table(alignments) => {
                self.start_pre();
                self.table = Some(Table { alignments, rows: Vec::new() });
            }
            Tag::TableHead | Tag::TableRow => {
                self.table.iter_mut().for_each(|table| table.rows.push(Vec::new()));
            }
            Tag::TableCell => self.cell = (self.text.len(), self.spans.len()),
            // Extensions that are switched off.
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Paragraph | TagEnd::HtmlBlock => self.request_break(Break::Blank),
            TagEnd::Heading(_) => {
                self.close();
                self.request_break(Break::Blank);
            }
            TagEnd::BlockQuote(_) => self.end_quote(),
            TagEnd::CodeBlock => self.end_code_block(),
            TagEnd::List(_) => {
                self.lists.pop();
                self.request_break(if self.lists.is_empty() { Break::Blank } else { Break::Line });
            }
            TagEnd::Item => {
                self.outdent();
                self.request_break(Break::Line);
            }
            TagEnd::Emphasis | TagEnd::Strong | TagEnd::Strikethrough => self.close(),
            TagEnd::Link | TagEnd::Image => self.end_link(),
            TagEnd::TableCell => self.end_cell(),
            TagEnd::Table => {
                let table = self.table.take().unwrap_or_default();
                self.write_pre(String::new(), &table.layout());
            }
            _ => {}
        }
    }

    fn start_quote(&mut self) {
        self.request_break(Break::Line);
        self.quotes += 1;
        match self.quotes {
            1 => self.open(Style::Quote),
            _ => self.write_marker(NESTED_QUOTE, NESTED_QUOTE),
        }
    }

    fn end_quote(&mut self) {
        self.quotes -= 1;
        match self.quotes {
            0 => self.close(),
            _ => self.outdent(),
        }
        self.request_break(Break::Blank);
    }

    fn start_item(&mut self) {
        let marker = match self.lists.last_mut() {
            Some(Some(number)) => {
                let marker = format!("{number}. ");
                *number += 1;
                marker
            }
            _ => BULLET.to_owned(),
        };
        self.request_break(Break::Line);
        self.write_marker(&marker, &" ".repeat(marker.chars().count()));
    }

    fn end_code_block(&mut self) {
        let Some(CodeBlock { language, code }) = self.code.take() else { return };
        if !code.trim().is_empty() {
            self.start_pre();
            self.write_pre(language, &code);
        }
    }

    /// Starts a new line for a monospace block. The block is not indented, so that it can be copied.
    fn start_pre(&mut self) {
        self.fresh = self.text.is_empty();
        self.request_break(Break::Line);
        self.break_line();
    }

    fn write_pre(&mut self, language: String, code: &str) {
        let start = self.text.len();
        self.write(code.trim_start_matches('\n').trim_end());
        self.spans.push(Span { start, end: self.text.len(), style: Style::Pre { language } });
        self.request_break(Break::Blank);
    }

    /// Ends a table cell. A table is monospace as a whole, so only the cell's text is kept.
    fn end_cell(&mut self) {
        let (start, spans) = self.cell;
        let cell = self.text.split_off(start);
        self.spans.truncate(spans);
        self.pending = Break::None;
        let cell = cell.split_whitespace().collect::<Vec<_>>().join(" ");
        if let Some(row) = self.table.as_mut().and_then(|table| table.rows.last_mut()) {
            row.push(cell);
        }
    }

    fn start_link(&mut self, kind: LinkType, url: &str) {
        // The platforms link bare URLs by themselves.
        let bare = matches!(kind, LinkType::Autolink | LinkType::Email);
        let outermost = self.links.is_empty();
        let linked = outermost && !bare && self.table.is_none() && may_link(url);
        if linked {
            self.open(Style::Link { url: url.to_owned() });
        } else {
            self.opened.push(false);
        }
        self.urls.insert(url.to_owned());
        let show_url = outermost && !bare && !linked;
        self.links.push(Link { url: url.to_owned(), start: self.text.len(), show_url });
    }

    fn end_link(&mut self) {
        let Some(link) = self.links.pop() else { return };
        let label = self.text[link.start..].trim();
        if label.is_empty() {
            self.write(&link.url);
        } else if link.show_url && !link.url.is_empty() && label != link.url {
            self.write(&format!(" ({})", link.url));
        }
        self.close();
    }

    /// Writes inline code. Other styles are interrupted for it. In a link the code style gives way, so that the URL is
    /// not lost.
    fn inline_code(&mut self, code: &str) {
        self.write("");
        let start = self.text.len();
        self.write(code);
        let end = self.text.len();
        if self.active.iter().any(|&index| matches!(self.spans[index].style, Style::Link { .. })) {
            return;
        }
        self.spans.push(Span { start, end, style: Style::Code });
        for index in &mut self.active {
            let paused = &mut self.spans[*index];
            if paused.style != Style::Quote {
                paused.end = start;
                let style = paused.style.clone();
                *index = self.spans.len();
                self.spans.push(Span { start: end, end, style });
            }
        }
    }

    /// Begins a style, which [`Self::close`] ends.
    fn open(&mut self, style: Style) {
        let is_new = !self.active.iter().any(|&index| self.spans[index].style == style);
        self.opened.push(is_new);
        if is_new {
            let start = self.text.len();
            self.active.push(self.spans.len());
            self.spans.push(Span { start, end: start, style });
        }
    }

    fn close(&mut self) {
        if self.opened.pop() == Some(true)
            && let Some(index) = self.active.pop()
        {
            self.spans[index].end = self.text.len();
        }
    }

    /// Writes the marker of a list item or nested quotation; `rest` begins its further lines.
    fn write_marker(&mut self, first: &str, rest: &str) {
        self.write(first);
        self.outer_indents.push(self.indent.len());
        if self.indent.len() < MAX_INDENT {
            self.indent.push_str(rest);
        }
        self.fresh = true;
    }

    fn outdent(&mut self) {
        self.indent.truncate(self.outer_indents.pop().unwrap_or_default());
        self.fresh = false;
    }

    /// Requests at least this break before the next text.
    fn request_break(&mut self, wanted: Break) {
        if !self.fresh {
            self.pending = self.pending.max(wanted);
        }
    }

    fn write_lines(&mut self, text: &str) {
        for (index, line) in text.split('\n').enumerate() {
            if index > 0 {
                self.request_break(Break::Line);
            }
            if !line.is_empty() {
                self.write(line);
            }
        }
    }

    fn write(&mut self, text: &str) {
        if self.break_line() {
            self.text.push_str(&self.indent);
        }
        self.text.push_str(text);
        self.fresh = false;
    }

    /// Writes the requested break; returns whether there was one.
    fn break_line(&mut self) -> bool {
        self.text.push_str(match self.pending {
            Break::None => "",
            Break::Line => "\n",
            Break::Blank => "\n\n",
        });
        std::mem::take(&mut self.pending) != Break::None
    }
}

/// Returns how many lists and quotations a line may be inside, by the markers and the indentation at its beginning.
fn nesting(line: &str) -> usize {
    let is_mark = |c: char| c.is_whitespace() || c.is_ascii_digit() || ">-+*.)".contains(c);
    let marks = &line[..line.len() - line.trim_start_matches(is_mark).len()];
    let indent = line.len() - line.trim_start().len();
    let marks = marks.split_whitespace().map(|mark| mark.matches('>').count().max(1));
    marks.sum::<usize>() + indent / 4
}

/// Returns the language that an info string names, such as `rust` in `rust,ignore`.
fn language(kind: &CodeBlockKind<'_>) -> String {
    match kind {
        CodeBlockKind::Indented => String::new(),
        CodeBlockKind::Fenced(info) => {
            info.split([' ', '\t', ',', '{']).next().unwrap_or_default().to_owned()
        }
    }
}

fn may_link(url: &str) -> bool {
    let known = |scheme: &str| LINK_SCHEMES.iter().any(|known| known.eq_ignore_ascii_case(scheme));
    url.split_once(':').is_some_and(|(scheme, rest)| known(scheme) && !rest.trim_matches('/').is_empty())
        && !url.contains(|c: char| c.is_whitespace() || c.is_control())
}

#[cfg(test)]
mod tests;
