//! Formulas in LaTeX: `\(x\)`, `\[x\]` and `$$x$$`. Markdown would take their backslashes for escapes of its own, so
//! each of their signs is escaped, and people see them as the model wrote them.

use std::{borrow::Cow, ops::Range};

use pulldown_cmark::{Event, Parser, Tag};

use super::OPTIONS;

/// The longest formula that is looked for, in bytes.
const MAX_FORMULA: usize = 4_000;

/// Signs that only a formula has.
const SIGNS: [char; 7] = ['\\', '^', '_', '=', '+', '<', '>'];

/// The longest name in a formula without such signs, in letters.
const LONGEST_NAME: usize = 2;

/// The delimiters of formulas.
const DELIMITERS: [(&str, &str); 3] = [(r"\(", r"\)"), (r"\[", r"\]"), ("$$", "$$")];

/// A Markdown text with escaped formulas.
pub(super) struct Escaped<'a> {
    pub(super) text: Cow<'a, str>,
    /// The positions of the added backslashes in `text`, in order.
    added: Vec<usize>,
}

impl<'a> Escaped<'a> {
    pub(super) fn of(markdown: &'a str) -> Self {
        let formulas = find(markdown);
        if formulas.is_empty() {
            return Self { text: markdown.into(), added: Vec::new() };
        }
        let (mut text, mut added, mut at) = (String::with_capacity(2 * markdown.len()), Vec::new(), 0);
        for formula in formulas {
            text.push_str(&markdown[at..formula.start]);
            at = formula.end;
            let is_quoted = line_before(markdown, formula.start).trim_start().starts_with('>');
            for (index, line) in markdown[formula].split_inclusive('\n').enumerate() {
                let is_mark = |char: char| char == '>' || char == ' ';
                let marks = if is_quoted && index > 0 {
                    line.len() - line.trim_start_matches(is_mark).len()
                } else {
                    0
                };
                text.push_str(&line[..marks]);
                for char in line[marks..].chars() {
                    if char.is_ascii_punctuation() {
                        added.push(text.len());
                        text.push('\\');
                    }
                    text.push(char);
                }
            }
        }
        text.push_str(&markdown[at..]);
        Self { text: text.into(), added }
    }

    /// Returns the range in the original text of a range in this one.
    pub(super) fn original(&self, Range { start, end }: Range<usize>) -> Range<usize> {
        let original = |at| at - self.added.partition_point(|&added| added < at);
        original(start)..original(end)
    }
}

/// Returns where the formulas of a text are, in order. Code and blocks of HTML have none, nor has the address of a
/// link.
fn find(markdown: &str) -> Vec<Range<usize>> {
    if !DELIMITERS.iter().any(|(open, _)| markdown.contains(open)) {
        return Vec::new();
    }
    let (mut formulas, others) = (Vec::<Range<usize>>::new(), other_than_text(markdown));
    let (mut others, mut at) = (others.into_iter().peekable(), 0);
    while let Some(found) = markdown[at..].find(['\\', '$']) {
        let start = at + found;
        while others.next_if(|other| other.end <= start).is_some() {}
        let other = others.peek();
        if let Some(other) = other.filter(|other| other.start <= start) {
            at = other.end;
        } else if let Some(end) = end_of(&markdown[start..]).map(|length| start + length)
            && other.is_none_or(|other| end <= other.start)
        {
            formulas.push(start..end);
            at = end;
        } else {
            // A backslash escapes the next sign, which then begins nothing.
            let sign = markdown[start + 1..].chars().next().filter(|_| markdown[start..].starts_with('\\'));
            at = start + 1 + sign.map_or(0, char::len_utf8);
        }
    }
    formulas
}

/// Returns the length of the formula with which a text begins, if it does.
fn end_of(text: &str) -> Option<usize> {
    let (open, close) = DELIMITERS.into_iter().find(|(open, _)| text.starts_with(open))?;
    let rest = &text[open.len()..];
    let rest = &rest[..rest.floor_char_boundary(MAX_FORMULA)];
    let inside = &rest[..find_close(rest, close)?];
    let is_blank = |line: &str| line.trim_matches([' ', '\t', '\r', '>']).is_empty();
    // A blank line ends the paragraph. The delimiters may have lines of their own.
    let mut lines = inside.split('\n');
    lines.next();
    lines.next_back();
    if is_blank(inside) || lines.any(is_blank) {
        return None;
    }
    let length = open.len() + inside.len() + close.len();
    (is_math(open, inside) && !text[length..].starts_with('(')).then_some(length)
}

/// Returns whether the text between two delimiters is a formula. Otherwise the delimiters are prices, such as $$, or
/// escaped brackets around words, such as [sic].
fn is_math(open: &str, inside: &str) -> bool {
    let is_short = |word: &str| word.chars().count() <= LONGEST_NAME;
    inside.contains(SIGNS)
        || match open {
            r"\(" => inside.split(|char: char| !char.is_alphabetic()).all(is_short),
            r"\[" => inside.starts_with(char::is_whitespace),
            _ => false,
        }
}

/// Returns where the closing delimiter is. A backslash before another one ends a line of the formula.
fn find_close(text: &str, close: &str) -> Option<usize> {
    let mut at = 0;
    while let Some(found) = text[at..].find(['\\', '$']) {
        at += found;
        if text[at..].starts_with(close) {
            return Some(at);
        }
        let escapes = text[at..].starts_with('\\');
        let sign = text[at + 1..].chars().next().filter(|_| escapes);
        at += 1 + sign.map_or(0, char::len_utf8);
    }
    None
}

/// Returns where the code, the blocks of HTML, the links and their definitions of a text are, in order, without those
/// inside others.
fn other_than_text(markdown: &str) -> Vec<Range<usize>> {
    let parser = Parser::new_ext(markdown, OPTIONS);
    let definitions = parser.reference_definitions().iter().map(|(_, definition)| definition.span.clone());
    let mut all: Vec<_> = definitions.collect();
    all.extend(parser.into_offset_iter().filter_map(|(event, source)| match event {
        Event::Code(_)
        | Event::Start(Tag::CodeBlock(_) | Tag::HtmlBlock | Tag::Link { .. } | Tag::Image { .. }) => {
            Some(source)
        }
        _ => None,
    }));
    all.sort_by_key(|range| range.start);
    let mut end = 0;
    all.retain(|range| {
        let is_apart = range.start >= end;
        end = end.max(range.end);
        is_apart
    });
    all
}

/// Returns the part of a line before a position.
fn line_before(text: &str, at: usize) -> &str {
    text[..at].rsplit('\n').next().unwrap_or_default()
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::{super::tables, *};
    use crate::rich::from_markdown;

    fn shown(markdown: &str) -> String {
        from_markdown(markdown).text
    }

    #[test]
    fn a_formula_stays_as_it_is_written() {
        for formula in [
            r"\( x^2 \)",
            r"\(n\)",
            r"where \(f(x)\) and \(a_i * b_i * c_i\) are, in \(a\,b\)",
            r"\[ \sum_{i=1}^n x_i \]",
            "\\[\nx = 1 \\\\\ny &= \\{1, 2\\}\n\\]",
            "\\[\na\n+ b\n- c\n= d\n> 0\n1. e\n\\]",
            r"$$\begin{cases} a \\ b \end{cases}$$",
            "$$\na_1 * b_1 * c\n$$",
        ] {
            assert_eq!(shown(formula), formula);
        }
        assert_eq!(shown("**so** \\(x*y*z\\) *is*"), r"so \(x*y*z\) is");
        assert_eq!(shown("- \\[\n  x^2\n  \\]"), "• \\[\n  x^2\n  \\]");
        assert_eq!(shown("> \\[\n> x > y\n> \\]"), "\\[\nx > y\n\\]");
    }

    #[test]
    fn what_is_no_formula_is_markdown_as_ever() {
        for (markdown, text) in [
            (r"\[sic\] \[1\] \(as they say\)", "[sic] [1] (as they say)"),
            (r"\[a_b\](https://example.org)", "[a_b](https://example.org)"),
            ("**Alice's** ($$) and **Bob's** ($$$)", "Alice's ($$) and Bob's ($$$)"),
            (r"`\(` and *one*, `\)`", r"\( and one, \)"),
            (r"[a](https://example.org/b_\(c\))", "a"),
            ("\\(a\n\n*b*\\)", "(a\n\nb)"),
            (r"\\(x\\)", r"\(x\)"),
            (r"\(x^2", "(x^2"),
            ("<p>\n\\(x\\)\n</p>", "<p>\n\\(x\\)\n</p>"),
        ] {
            assert_eq!(shown(markdown), text, "{markdown}");
        }
        assert_eq!(shown("```\n\\(x\\)\n```\n\\(y\\)"), "\\(x\\)\n\n\\(y\\)");
    }

    #[test]
    fn a_table_with_formulas_is_found_in_the_text_as_it_was_written() {
        let table = "| n | area |\n|---|---|\n| 1 | \\(\\pi r^2\\) |\n";
        let markdown = format!("With \\(r^2\\):\n\n{table}\nand \\(x\\).");
        let found = tables(&markdown);
        assert_eq!(&markdown[found[0].0.clone()], table);
        assert_eq!(found[0].1.rows[1][1], r"\(\pi r^2\)");
    }

    proptest! {
        #[test]
        fn all_of_a_formula_is_shown(inside in r"[a-z0-9+*/_^{}\[\]|=<>.,!&~#-]{1,20}") {
            let formula = format!(r"\({inside}+1\)");
            prop_assert_eq!(shown(&formula), formula);
        }

        #[test]
        fn nothing_but_backslashes_is_added(markdown in r"[\\$()\[\]>`a\n |*_-]{0,40}") {
            let escaped = Escaped::of(&markdown);
            let at_end = escaped.original(0..escaped.text.len());
            prop_assert_eq!(at_end, 0..markdown.len());
            let mut text = escaped.text.clone().into_owned();
            for at in escaped.added.iter().rev() {
                prop_assert_eq!(text.remove(*at), '\\');
            }
            prop_assert_eq!(text, markdown);
        }
    }
}
