//! Renders a message as Discord's Markdown, so that people see exactly its text, in its styles.
//!
//! Each line is written by itself: styles open at its end are closed and reopened on the next line, so that a quote or
//! a list never cuts a style in two.

mod bare_urls;
mod escape;
mod mentions;
mod normalise;
mod schemes;
mod span;

use std::ops::Range;

use adjutant_channel::{
    Rich,
    rich::{self, Style},
};

pub(crate) use self::mentions::{Names, mentioned_channels};
use self::{escape::Escapes, span::Span};

/// The longest content of a message, in UTF-16 code units. Discord counts code points, some of its clients and proxies
/// count UTF-16 code units, which are never fewer.
const MAX_CONTENT: usize = 2000;
/// The replacement for the omitted part of a message that is too long.
const LEFT_OUT: &str = "\n…\n";
/// The beginning of each line that other platforms fold.
const SMALL: &str = "-# ";
/// An invisible character that separates markup which Discord would read as one.
const SEPARATOR: char = '\u{200b}';

/// Renders the Markdown that models write, with the names as mentions, and cuts it into parts of at most `max` UTF-16
/// code units each, measured as Discord's Markdown.
pub(crate) fn layout(markdown: &str, names: &Names, max: usize) -> Vec<Rich> {
    let rich = mentions::with_mentions(&rich::from_markdown(markdown), names);
    normalise::normalised(&rich).split_by(max, |part| length(&render_part(part)))
}

/// Returns whether a text takes at most `max` UTF-16 code units as Discord's Markdown.
pub(crate) fn fits(rich: &Rich, max: usize) -> bool {
    length(&render_part(&normalise::normalised(rich))) <= max
}

/// Renders a message as Discord's Markdown. If it is too long to send, leaves out its middle, since the last lines of a
/// question name its sources.
pub(crate) fn render(rich: &Rich) -> String {
    let rich = normalise::normalised(rich);
    let measure = |part: &Rich| length(&render_part(part));
    let whole = render_part(&rich);
    if length(&whole) <= MAX_CONTENT {
        return whole;
    }
    let room = MAX_CONTENT - length(LEFT_OUT);
    let end = rich.split_by(room / 2, measure).last().map(render_part).unwrap_or_default();
    let parts = rich.split_by(room.saturating_sub(length(&end)), measure);
    let beginning = parts.first().map(render_part).unwrap_or_default();
    format!("{beginning}{LEFT_OUT}{end}")
}

/// Returns the content of a message of the bot without the lines that other platforms fold: the model's reasoning.
pub(crate) fn unfolded(content: &str) -> String {
    content.lines().filter(|line| !line.starts_with(SMALL)).collect::<Vec<_>>().join("\n")
}

fn length(markdown: &str) -> usize {
    markdown.encode_utf16().count()
}

/// Renders a message whose blocks are on lines of their own and whose links Discord accepts.
fn render_part(rich: &Rich) -> String {
    let spans = span::spans(rich);
    let escapes = Escapes::of(&rich.text, &spans);
    let bare_urls = bare_urls::find_bare_urls(&rich.text, &spans, &escapes);
    let mut writer = Writer { escapes, ..Writer::default() };
    let mut coming = spans.iter().peekable();
    let mut current: Vec<&Span> = Vec::new();
    let mut start = 0;
    for end in edges(&rich.text, &spans, &bare_urls) {
        current.retain(|span| span.range.end > start);
        current.extend(std::iter::from_fn(|| coming.next_if(|span| span.range.start <= start)));
        writer.beginning = current.iter().find_map(|span| beginning_of_line(&span.style));
        let run = &rich.text[start..end];
        match current.iter().find(|span| span.is_code()).map(|span| &span.style) {
            Some(Style::Pre { language }) => writer.pre(language, run),
            _ if run == "\n" => writer.end_line(),
            Some(_) => writer.code(run),
            None => {
                let styles: Vec<&Span> = current.iter().copied().filter(|span| span.is_inline()).collect();
                match current.iter().find_map(|span| Some((span.range.start, span.mention()?))) {
                    Some((begins_at, mention)) if begins_at == start => writer.mention(&mention, &styles),
                    // The mention replaces the whole name.
                    Some(_) => {}
                    None => {
                        let is_bare_url = bare_urls.binary_search_by_key(&start, |url| url.start).is_ok();
                        writer.text(start, run, &styles, is_bare_url);
                    }
                }
            }
        }
        start = end;
    }
    writer.go_to(&[]);
    writer.out
}

/// Returns the positions at which a line break, span or URL begins or ends, in order. A block of code is one piece.
fn edges(text: &str, spans: &[Span], bare_urls: &[Range<usize>]) -> Vec<usize> {
    let mut edges: Vec<usize> = text.match_indices('\n').flat_map(|(at, _)| [at, at + 1]).collect();
    edges.extend(spans.iter().flat_map(|span| [span.range.start, span.range.end]));
    edges.extend(bare_urls.iter().flat_map(|address| [address.start, address.end]));
    edges.push(text.len());
    edges.sort_unstable();
    edges.dedup();
    let blocks: Vec<&Span> = spans.iter().filter(|span| matches!(span.style, Style::Pre { .. })).collect();
    edges.retain(|&at| at > 0 && !blocks.iter().any(|block| block.range.start < at && at < block.range.end));
    edges
}

/// The output so far.
#[derive(Default)]
struct Writer<'a> {
    out: String,
    escapes: Escapes,
    /// The open spans, outermost first.
    open: Vec<&'a Span>,
    /// White space still to be written: it stays outside spans that begin or end at it.
    space: String,
    /// The markup at the beginning of each line of a block.
    beginning: Option<&'static str>,
    /// Whether the line has output.
    in_line: bool,
    /// Whether the last output closed markup.
    closed: bool,
}

impl<'a> Writer<'a> {
    /// Writes a piece of a line in a fixed set of styles; a URL is written as it is.
    fn text(&mut self, start: usize, run: &str, styles: &[&'a Span], is_bare_url: bool) {
        let words = run.trim();
        let lead = run.len() - run.trim_start().len();
        self.space.push_str(&run[..if words.is_empty() { run.len() } else { lead }]);
        if words.is_empty() {
            return;
        }
        self.go_to(styles);
        if is_bare_url {
            self.out.push_str(words);
        } else {
            self.out.push_str(&self.escapes.text(start + lead, words));
        }
        self.closed = false;
        self.space.push_str(&run[lead + words.len()..]);
    }

    /// Writes a mention.
    fn mention(&mut self, mention: &str, styles: &[&'a Span]) {
        self.go_to(styles);
        self.out.push_str(mention);
        self.closed = false;
    }

    /// Writes inline code, without any other style.
    fn code(&mut self, run: &str) {
        if run.trim().is_empty() {
            self.space.push_str(run);
            return;
        }
        self.go_to(&[]);
        self.push_markup(&escape::code(run));
        self.closed = true;
    }

    /// Writes a block of code. It is not quoted: people would copy the quotation marks with the code.
    fn pre(&mut self, language: &str, code: &str) {
        self.beginning = None;
        self.go_to(&[]);
        self.out.push_str(&escape::pre(language, code));
        self.closed = true;
    }

    fn end_line(&mut self) {
        self.go_to(&[]);
        self.out.push('\n');
        self.closed = false;
        self.in_line = false;
    }

    /// Closes and opens spans until exactly `wanted` are open, each inside the one before. The next output belongs to
    /// these spans.
    fn go_to(&mut self, wanted: &[&'a Span]) {
        let common = self.open.iter().zip(wanted).take_while(|(open, wanted)| open == wanted).count();
        for span in self.open.split_off(common).into_iter().rev() {
            if span.style == Style::Strike && self.out.ends_with('~') {
                self.out.push(SEPARATOR);
            }
            self.out.push_str(&closing(&span.style));
            self.closed = true;
        }
        if let Some(beginning) = self.beginning.filter(|_| !self.in_line) {
            self.out.push_str(beginning);
        }
        self.in_line = true;
        if !self.space.is_empty() {
            self.out.push_str(&std::mem::take(&mut self.space));
            self.closed = false;
        }
        for span in &wanted[common..] {
            self.push_markup(opening(&span.style));
            self.closed = false;
        }
        self.open.extend(&wanted[common..]);
    }

    /// Writes opening markup, separated from markup that closed just before it.
    fn push_markup(&mut self, markup: &str) {
        if self.closed && self.out.chars().next_back() == markup.chars().next() {
            self.out.push(SEPARATOR);
        }
        self.out.push_str(markup);
    }
}

/// Returns the markup at the beginning of a block's lines. Discord folds nothing: folded text becomes small text.
fn beginning_of_line(style: &Style) -> Option<&'static str> {
    match style {
        Style::Quote => Some("> "),
        Style::Folded => Some(SMALL),
        _ => None,
    }
}

fn opening(style: &Style) -> &'static str {
    match style {
        Style::Bold => "**",
        Style::Italic => "*",
        Style::Strike => "~~",
        Style::Link { .. } => "[",
        Style::Code
        | Style::Pre { .. }
        | Style::Quote
        | Style::Folded
        | Style::Person { .. }
        | Style::Place { .. } => "",
    }
}

fn closing(style: &Style) -> String {
    match style {
        Style::Link { url } => format!("](<{}>)", escape::url(url)),
        style => opening(style).to_owned(),
    }
}

#[cfg(test)]
mod tests;
