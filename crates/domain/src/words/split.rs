//! Splits texts into tokens.

use unicode_segmentation::UnicodeSegmentation;

use super::fold::normal;

/// The longest word, in characters; the rest of a longer one is ignored.
const MAX_WORD: usize = 64;

/// Suffixes after an apostrophe that are not words: "Alice's", "we'll".
const CLITICS: [&str; 6] = ["s", "d", "m", "re", "ve", "ll"];

/// A part of a text that can be searched for.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Token {
    pub(super) kind: Kind,
    pub(super) text: String,
    /// Forms a compound with the token before: only punctuation is between them, or they overlap.
    pub(super) joined: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// A word of a language, which has a stem.
    Word,
    /// A token without a stem: a pair of characters, a symbol.
    Plain,
    /// A single character of a script without spaces, at the end of a run; the pairs end before it.
    Single,
}

impl Token {
    /// Returns whether the token only serves to find a text by the last character of a run; in a query the pair before
    /// it says more.
    pub(super) fn ends_run(&self) -> bool {
        self.kind == Kind::Single && self.joined
    }
}

/// Returns the tokens of a text, in order.
pub(super) fn split(text: &str) -> Vec<Token> {
    let text = normal(text);
    let spans = spans(&text);
    let mut tokens = Vec::new();
    let mut next = 0;
    while let Some(&(class, span)) = spans.get(next) {
        let (before, from_here) = spans.split_at(next);
        next += match class {
            Class::Letters => word(before, from_here, &mut tokens),
            Class::Spaceless => run(span, &mut tokens),
            Class::Symbol => symbols(span, &mut tokens),
            Class::Other => 1,
        };
    }
    tokens
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Class {
    Letters,
    /// A script that puts no spaces between words.
    Spaceless,
    /// A pictograph, an arrow, a currency sign.
    Symbol,
    Other,
}

type Span<'t> = (Class, &'t str);

/// Splits a text into stretches of one class.
fn spans(text: &str) -> Vec<Span<'_>> {
    let mut spans = Vec::with_capacity(text.len() / 3);
    let (mut start, mut class) = (0, Class::Other);
    for (at, cluster) in text.grapheme_indices(true) {
        let next = Class::of(cluster);
        if next != class {
            if at > start {
                spans.push((class, &text[start..at]));
            }
            (start, class) = (at, next);
        }
    }
    if start < text.len() {
        spans.push((class, &text[start..]));
    }
    spans
}

impl Class {
    /// Returns the class of a character with its marks.
    fn of(cluster: &str) -> Self {
        match cluster.chars().next() {
            Some(c) if c.is_ascii_alphanumeric() => Self::Letters,
            Some(c) if c.is_ascii() => Self::Other,
            Some(c) if is_spaceless(c) => Self::Spaceless,
            Some(c) if c.is_alphanumeric() => Self::Letters,
            Some(c) if is_symbol(c) => Self::Symbol,
            _ => Self::Other,
        }
    }
}

/// Pushes the word at the start of `spans`, its parts, and its forms with symbols. Returns the number of spans used.
fn word(before: &[Span], spans: &[Span], tokens: &mut Vec<Token>) -> usize {
    let (parts, used) = apostrophes(spans);
    let mut joined = matches!(before, [.., (Class::Letters, _), (Class::Other, gap)] if !has_space(gap));
    let mut push = |kind, text: String| {
        tokens.push(Token { kind, text: text.chars().take(MAX_WORD).collect(), joined });
        joined = true;
    };
    let whole = match parts.split_last() {
        Some((last, [head])) if CLITICS.contains(last) => (*head).to_owned(),
        _ => parts.concat(),
    };
    if parts.len() > 1 && parts.last() != Some(&"t") && whole.len() > parts[0].len() {
        // "l'eau", "O'Brien", "Ankara'da": people search for the whole or for either part.
        push(Kind::Word, whole.clone());
        for part in parts.iter().filter(|part| part.chars().nth(1).is_some()) {
            push(Kind::Word, (*part).to_owned());
        }
    } else {
        push(Kind::Word, whole.clone());
    }
    if let Some(name) = symbols_after(&spans[used..]) {
        push(Kind::Plain, format!("{whole}{name}"));
    }
    if is_dotted(before) {
        push(Kind::Plain, format!("dot{whole}"));
    }
    used
}

/// Returns the parts between the apostrophes of the word at the start of `spans`, and the number of spans used.
fn apostrophes<'t>(spans: &[Span<'t>]) -> (Vec<&'t str>, usize) {
    let mut parts = vec![spans[0].1];
    let mut used = 1;
    while let [(Class::Other, "'" | "’" | "ʼ"), (Class::Letters, part), ..] = spans[used..] {
        parts.push(part);
        used += 2;
    }
    (parts, used)
}

/// "C++" and "C#" are not "C": returns the symbols at the end of a word, by name.
fn symbols_after(spans: &[Span]) -> Option<String> {
    let Some((Class::Other, gap)) = spans.first() else { return None };
    let symbols = &gap[..gap.find(|c| !matches!(c, '+' | '#')).unwrap_or(gap.len())];
    let between_words = symbols.len() == 1 && gap.len() == 1 && spans.len() > 1;
    (matches!(symbols.len(), 1..=3) && !between_words)
        .then(|| symbols.chars().map(|c| if c == '+' { "plus" } else { "sharp" }).collect())
}

/// Returns whether exactly one dot precedes a word at its start: ".NET" is not "net".
fn is_dotted(before: &[Span]) -> bool {
    let Some((Class::Other, gap)) = before.last() else { return false };
    let Some(gap) = gap.strip_suffix('.') else { return false };
    match gap.chars().next_back() {
        Some(c) => c.is_whitespace() || matches!(c, '(' | '[' | '"' | '\'' | '`' | '“' | '„' | '«'),
        None => before.len() == 1,
    }
}

/// Pushes the overlapping pairs of characters of a run, and its last character.
fn run(span: &str, tokens: &mut Vec<Token>) -> usize {
    let mut clusters = span.graphemes(true).peekable();
    let mut joined = false;
    while let Some(cluster) = clusters.next() {
        let (kind, text) = match clusters.peek() {
            Some(next) => (Kind::Plain, [cluster, next].concat()),
            None => (Kind::Single, cluster.to_owned()),
        };
        tokens.push(Token { kind, text, joined });
        joined = true;
    }
    1
}

fn symbols(span: &str, tokens: &mut Vec<Token>) -> usize {
    let token = |cluster: &str| Token { kind: Kind::Plain, text: cluster.to_owned(), joined: false };
    tokens.extend(span.graphemes(true).map(token));
    1
}

fn has_space(gap: &str) -> bool {
    gap.contains(char::is_whitespace)
}

pub(super) fn is_spaceless(c: char) -> bool {
    matches!(c,
        // Thai, Lao, Burmese, Khmer; without their digits.
        '\u{e01}'..='\u{e3a}' | '\u{e40}'..='\u{e4e}' | '\u{e81}'..='\u{ecd}' | '\u{edc}'..='\u{edf}'
        | '\u{1000}'..='\u{103f}' | '\u{1050}'..='\u{108f}' | '\u{1780}'..='\u{17d3}'
        // Radicals, repetition marks, kana, Bopomofo, Han.
        | '\u{2e80}'..='\u{2fdf}' | '\u{3005}'..='\u{3007}' | '\u{3021}'..='\u{3029}' | '\u{3031}'..='\u{3035}'
        | '\u{3041}'..='\u{309f}' | '\u{30a1}'..='\u{30fa}' | '\u{30fc}'..='\u{312f}' | '\u{31a0}'..='\u{31ff}'
        | '\u{3400}'..='\u{4dbf}' | '\u{4e00}'..='\u{9fff}' | '\u{f900}'..='\u{faff}' | '\u{20000}'..='\u{3ffff}'
        // Hangul.
        | '\u{1100}'..='\u{11ff}' | '\u{3131}'..='\u{318e}' | '\u{a960}'..='\u{a97f}' | '\u{ac00}'..='\u{d7ff}')
}

fn is_symbol(c: char) -> bool {
    matches!(c, '\u{20a0}'..='\u{20cf}' | '\u{2190}'..='\u{2bff}' | '\u{1f000}'..='\u{1faff}')
}
