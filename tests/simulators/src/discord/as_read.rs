//! Discord's markdown as people read it.

/// Returns the text that Discord's client shows for `markdown`: without marks, backslashes, and the addresses behind
/// words. Everything that could be a mark and is not escaped counts as one.
pub fn as_read(markdown: &str) -> String {
    let mut reader = Reader { rest: markdown, out: String::new() };
    while !reader.rest.is_empty() {
        reader.step();
    }
    reader.out
}

struct Reader<'a> {
    rest: &'a str,
    out: String,
}

impl Reader<'_> {
    fn step(&mut self) {
        if self.at_line_start() && self.line_mark() {
            return;
        }
        if self.fence() || self.code() || self.address() || self.link() || self.mark() {
            return;
        }
        let mut chars = self.rest.chars();
        let escaped = chars.next() == Some('\\') && chars.next().is_some_and(|c| c.is_ascii_punctuation());
        if escaped {
            self.rest = &self.rest[1..];
        }
        self.take(self.rest.chars().next().map_or(0, char::len_utf8));
    }

    fn at_line_start(&self) -> bool {
        self.out.is_empty() || self.out.ends_with('\n')
    }

    /// Consumes the mark of a quotation or a heading.
    fn line_mark(&mut self) -> bool {
        for mark in ["> ", ">>> ", "### ", "## ", "# ", "-# "] {
            if let Some(rest) = self.rest.strip_prefix(mark) {
                self.rest = rest;
                return true;
            }
        }
        false
    }

    /// Consumes a code block: the text between the fences, without the language.
    fn fence(&mut self) -> bool {
        let Some(inside) = self.rest.strip_prefix("```") else { return false };
        let Some(end) = inside.find("```") else { return false };
        let block = &inside[..end];
        let is_language = |line: &str| !line.contains(char::is_whitespace);
        let code = match block.split_once('\n') {
            Some((first, code)) if is_language(first) => code,
            _ => block,
        };
        self.out.push_str(&code.strip_suffix('\n').unwrap_or(code).replace('\u{200b}', ""));
        self.rest = &inside[end + 3..];
        true
    }

    /// Consumes code within a line, between single or double backticks.
    fn code(&mut self) -> bool {
        let ticks = if self.rest.starts_with("``") { "``" } else { "`" };
        let Some(inside) = self.rest.strip_prefix(ticks) else { return false };
        let Some(end) = inside.find(ticks) else { return false };
        let code = &inside[..end];
        let padded = ticks.len() == 2 && code.starts_with(' ') && code.ends_with(' ') && code.len() > 2;
        self.out.push_str(&if padded { &code[1..code.len() - 1] } else { code }.replace('\u{200b}', ""));
        self.rest = &inside[end + ticks.len()..];
        true
    }

    /// Consumes a bare address, in which no mark counts.
    fn address(&mut self) -> bool {
        if !["http://", "https://"].iter().any(|scheme| self.rest.starts_with(scheme)) {
            return false;
        }
        let end = self.rest.find(|c: char| c.is_whitespace() || matches!(c, '<' | '>' | '*' | ')'));
        self.take(end.unwrap_or(self.rest.len()));
        true
    }

    /// Consumes `[words](<address>)` or `[words](address)`, and keeps the words as people read them.
    fn link(&mut self) -> bool {
        let Some(inside) = self.rest.strip_prefix('[') else { return false };
        let Some(close) = unescaped(inside, "](") else { return false };
        let after = &inside[close + 2..];
        let end = if after.starts_with('<') {
            after.find(">)").map(|at| at + 2)
        } else {
            after.find(')').map(|at| at + 1)
        };
        let Some(end) = end else { return false };
        let words = as_read(&inside[..close]);
        self.out.push_str(&words);
        self.rest = &after[end..];
        true
    }

    /// Consumes a mark for bold, italic, underlined, struck-through or hidden text.
    fn mark(&mut self) -> bool {
        for mark in ["**", "~~", "||", "__", "*"] {
            if let Some(rest) = self.rest.strip_prefix(mark) {
                self.rest = rest;
                return true;
            }
        }
        let Some(rest) = self.rest.strip_prefix('_') else { return false };
        let within_word = self.out.chars().next_back().is_some_and(char::is_alphanumeric)
            && rest.chars().next().is_some_and(char::is_alphanumeric);
        if !within_word {
            self.rest = rest;
        }
        !within_word
    }

    fn take(&mut self, bytes: usize) {
        self.out.push_str(&self.rest[..bytes]);
        self.rest = &self.rest[bytes..];
    }
}

/// Returns the first position of `what` without a backslash before it.
fn unescaped(text: &str, what: &str) -> Option<usize> {
    text.match_indices(what).map(|(at, _)| at).find(|&at| {
        let before = text[..at].bytes().rev().take_while(|&byte| byte == b'\\').count();
        before % 2 == 0
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_are_not_read() {
        for (markdown, read) in [
            ("**bold** _it_ ~~no~~ snake\\_case a\\*b", "bold it no snake_case a*b"),
            ("[docs](<https://a.example/x_y>) at https://b.example/c_d", "docs at https://b.example/c_d"),
            ("> one\n> two", "one\ntwo"),
            ("```rust\nlet a = *b;\n```\nend", "let a = *b;\nend"),
            ("`a*b` and ``c`d``", "a*b and c`d"),
            ("1\\. one\n- two", "1. one\n- two"),
        ] {
            assert_eq!(as_read(markdown), read);
        }
    }
}
