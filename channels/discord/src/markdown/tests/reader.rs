//! Reads Discord's Markdown by the known rules of Discord's own client: the longest of several emphases wins, rules
//! apply in order, and a backslash shows the next character.

use std::fmt;

use adjutant_channel::rich::Style;

use super::super::SEPARATOR;

/// A visible character.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Shown {
    c: char,
    bold: bool,
    italic: bool,
    strike: bool,
    code: bool,
    quote: bool,
    block: Option<String>,
    link: Option<String>,
    /// Something that is not plain text: a mention, an emoji, a heading.
    odd: Option<&'static str>,
}

impl Shown {
    pub(super) fn new<'a>(c: char, styles: impl Iterator<Item = &'a Style>) -> Self {
        let mut shown = Self { c, ..Self::default() };
        for style in styles {
            match style {
                Style::Bold => shown.bold = true,
                Style::Italic => shown.italic = true,
                Style::Strike => shown.strike = true,
                Style::Code => shown.code = true,
                Style::Quote => shown.quote = true,
                Style::Pre { language } => shown.block = Some(super::escape::name(language).to_owned()),
                Style::Link { url } => shown.link = Some(super::escape::url(url)),
                Style::Person { .. } | Style::Place { .. } => shown.odd = Some("mention"),
                Style::Folded => shown.odd = Some("small"),
            }
        }
        shown
    }
}

impl fmt::Display for Shown {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let flags =
            [("b", self.bold), ("i", self.italic), ("s", self.strike), ("c", self.code), ("q", self.quote)];
        flags.iter().filter(|(_, on)| *on).try_for_each(|(name, _)| f.write_str(name))?;
        let texts = [("pre", &self.block), ("link", &self.link)];
        texts
            .iter()
            .filter_map(|(name, text)| Some((name, text.as_ref()?)))
            .try_for_each(|(name, text)| write!(f, "({name} {text})"))?;
        self.odd.iter().try_for_each(|odd| write!(f, "({odd})"))
    }
}

/// Returns the characters to compare: without white space, whose styles cannot be seen, and without invisible
/// characters. Each run of one style is on a line of its own.
pub(super) fn readable(shown: Vec<Shown>) -> String {
    let seen = shown.into_iter().filter(|shown| !shown.c.is_whitespace() && shown.c != SEPARATOR);
    let mut out = String::new();
    let mut last = String::new();
    for shown in seen {
        let style = shown.to_string();
        if style != last {
            out.push_str(&format!("\n{style}: "));
            last = style;
        }
        out.push(shown.c);
    }
    out
}

/// Returns the message as people see it.
pub(super) fn read(markdown: &str, cuts_addresses: bool) -> String {
    let mut reader = Reader { shown: Vec::new(), cuts_addresses };
    let source: Vec<char> = markdown.chars().collect();
    reader.read(&source, &Shown::default(), true);
    readable(reader.shown)
}

struct Reader {
    shown: Vec<Shown>,
    /// Whether a URL ends before a parenthesis that was not opened in it.
    cuts_addresses: bool,
}

impl Reader {
    fn read(&mut self, source: &[char], style: &Shown, from_line: bool) {
        let mut at = 0;
        let mut line_start = from_line;
        while at < source.len() {
            let rest = &source[at..];
            let blank = line_start && rest[0] == ' ';
            at += if line_start && !blank { self.block(rest, style) } else { None }
                .or_else(|| self.inline(rest, style))
                .unwrap_or_else(|| {
                    self.show(rest[0], style);
                    1
                });
            line_start = source[at - 1] == '\n' || blank;
        }
    }

    fn show(&mut self, c: char, style: &Shown) {
        self.shown.push(Shown { c, ..style.clone() });
    }

    /// Reads markup at the beginning of a line.
    fn block(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let word: String = rest.iter().take_while(|c| !c.is_whitespace()).collect();
        let number = word.strip_suffix('.').unwrap_or_default();
        let number = !number.is_empty() && number.chars().all(|c| c.is_ascii_digit());
        let odd = match word.as_str() {
            ">" | ">>>" if !style.quote => return Some(self.quote(rest, style)),
            "#" | "##" | "###" | "-#" => Some("heading"),
            "-" | "*" | "+" => Some("list"),
            _ if number => Some("list"),
            _ => None,
        }?;
        self.show(rest[0], &Shown { odd: Some(odd), ..style.clone() });
        Some(1)
    }

    fn quote(&mut self, rest: &[char], style: &Shown) -> usize {
        let text: String = rest.iter().collect();
        let mut inner = String::new();
        let mut taken = 0;
        for line in text.split_inclusive('\n') {
            let Some(words) = line.trim_start_matches(' ').strip_prefix("> ") else { break };
            inner.push_str(words);
            taken += line.chars().count();
        }
        let inner: Vec<char> = inner.chars().collect();
        self.read(&inner, &Shown { quote: true, ..style.clone() }, true);
        taken
    }

    fn inline(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        match rest[0] {
            '`' => self.fence(rest, style).or_else(|| self.code(rest, style)),
            '\\' => {
                let &c = rest.get(1)?;
                (!c.is_ascii_alphanumeric() && !c.is_whitespace()).then(|| self.show(c, style))?;
                Some(2)
            }
            '<' | ':' => self.mention(rest, style),
            '[' => self.link(rest, style),
            '*' | '_' => self.emphasis(rest, style),
            '~' => {
                let end = closing(rest, "~~", Some('_'), false)?;
                self.read(&rest[2..end], &Shown { strike: true, ..style.clone() }, false);
                Some(end + 2)
            }
            '|' => {
                let end = closing(rest, "||", None, false)?;
                self.read(&rest[2..end], &Shown { odd: Some("spoiler"), ..style.clone() }, false);
                Some(end + 2)
            }
            _ => self.address(rest, style),
        }
    }

    fn fence(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let text: String = rest.iter().collect();
        let body = text.strip_prefix("```")?;
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_+-.#".contains(c);
        let (language, code) = match body.split_once('\n') {
            Some((name, code)) if !name.is_empty() && name.chars().all(is_name) => (name, code),
            _ => ("", body),
        };
        let end = code.find("```").filter(|&end| !code[..end].trim_start_matches('\n').is_empty())?;
        let block = Shown { block: Some(language.to_owned()), quote: style.quote, ..Shown::default() };
        code[..end].chars().for_each(|c| self.show(c, &block));
        let taken = text.len() - code.len() + end + 3;
        Some(text[..taken].chars().count())
    }

    fn code(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let run = rest.iter().take_while(|&&c| c == '`').count();
        let tick = |at: usize| rest.get(at) == Some(&'`');
        let found = (1..=run).rev().find_map(|ticks| {
            let ends =
                |&at: &usize| at > ticks && !tick(at - 1) && (at..at + ticks).all(tick) && !tick(at + ticks);
            (ticks..rest.len()).find(ends).map(|end| (ticks, end))
        });
        let (ticks, end) = found?;
        let code = Shown { code: true, ..style.clone() };
        rest[ticks..end].iter().for_each(|&c| self.show(c, &code));
        Some(end + ticks)
    }

    fn mention(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let text: String = rest.iter().collect();
        let is_name = |c: char| c.is_ascii_alphanumeric() || "_+-".contains(c);
        let length = if let Some(inside) = text.strip_prefix('<') {
            let end = inside.find('>')?;
            let inside = &inside[..end];
            let is_special = ["@", "#", ":", "a:", "t:", "id:", "/", "http:/", "https:/", "tg:/"];
            is_special
                .iter()
                .any(|mark| inside.starts_with(mark) && !inside.contains([' ', '\n']))
                .then_some(())?;
            end + 2
        } else {
            let name = text[1..].split_once(':')?.0;
            let is_emoji = !name.is_empty()
                && name.chars().all(is_name)
                && (name.len() > 2 || name.chars().any(|c| !c.is_ascii_digit()));
            is_emoji.then_some(name.len() + 2)?
        };
        self.show('¿', &Shown { odd: Some("mention"), ..style.clone() });
        Some(text[..length].chars().count())
    }

    fn link(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let mut depth = 0_usize;
        let close = rest.iter().position(|c| {
            match c {
                '[' => depth += 1,
                ']' => depth -= 1,
                _ => {}
            }
            depth == 0
        })?;
        let text: String = rest[close..].iter().collect();
        let address = &text.strip_prefix("](")?;
        let address = &address[..address.find(')')?];
        if address.contains(char::is_whitespace) {
            return None;
        }
        let end = close + 2 + address.chars().count() + 1;
        let url = address.trim_start_matches('<').trim_end_matches('>').to_owned();
        self.read(&rest[1..close], &Shown { link: Some(url), ..style.clone() }, false);
        Some(end)
    }

    fn emphasis(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let underlined = Shown { odd: Some("underline"), ..style.clone() };
        let found = [
            italic(rest).map(|end| (end + 1, 2, 1..end, Shown { italic: true, ..style.clone() })),
            closing(rest, "**", Some('*'), true)
                .map(|end| (end + 2, 1, 2..end, Shown { bold: true, ..style.clone() })),
            closing(rest, "__", Some('_'), true).map(|end| (end + 2, 0, 2..end, underlined)),
        ];
        let longest = found.into_iter().flatten().max_by_key(|&(end, rank, ..)| (end, rank));
        let (end, _, inner, style) = longest?;
        self.read(&rest[inner], &style, false);
        Some(end)
    }

    fn address(&mut self, rest: &[char], style: &Shown) -> Option<usize> {
        let text: String = rest.iter().collect();
        let scheme = ["https://", "http://", "steam://", "discord://"]
            .into_iter()
            .find(|scheme| text.starts_with(scheme))?
            .len();
        let mut end = text.find(|c: char| c.is_whitespace() || c == '<').unwrap_or(text.len());
        end = text[..end].trim_end_matches(['.', ',', ':', ';', '"', '\'', ']']).len();
        if self.cuts_addresses {
            let mut depth = 0_i32;
            let cut = text[..end].find(|c| {
                depth += i32::from(c == '(') - i32::from(c == ')');
                depth < 0
            });
            end = cut.unwrap_or(end);
        }
        (text.get(scheme..end)?.chars().count() >= 2).then_some(())?;
        text[..end].chars().for_each(|c| self.show(c, style));
        Some(text[..end].chars().count())
    }
}

/// Returns the position of the closing mark, not before `not_before`. With `escapes`, a backslash hides the next
/// character.
fn closing(rest: &[char], mark: &str, not_before: Option<char>, escapes: bool) -> Option<usize> {
    let mark: Vec<char> = mark.chars().collect();
    rest.starts_with(&mark).then_some(())?;
    let mut at = mark.len();
    while at < rest.len() {
        let next = rest.get(at + mark.len()).copied();
        if at > mark.len() && rest[at..].starts_with(&mark) && (not_before.is_none() || next != not_before) {
            return Some(at);
        }
        at += if escapes && rest[at] == '\\' { 2 } else { 1 };
    }
    None
}

/// Returns the position of the closing mark of an italic text.
fn italic(rest: &[char]) -> Option<usize> {
    let get = |at: usize| rest.get(at).copied();
    let mut at = 1;
    if rest[0] == '_' {
        let is_word = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        while let Some(c) = get(at) {
            match c {
                '_' if at > 1 && !is_word(get(at + 1)) => return Some(at),
                '_' if get(at + 1) == Some('_') => at += 2,
                '_' => return None,
                '\\' => at += 2,
                _ => at += 1,
            }
        }
        return None;
    }
    if get(1).is_none_or(char::is_whitespace) {
        return None;
    }
    while let Some(c) = get(at) {
        match c {
            '*' if at > 1 && get(at + 1) != Some('*') => return Some(at),
            '*' if get(at + 1) == Some('*') => at += 2,
            '*' => return None,
            '\\' => at += 2,
            c if c.is_whitespace() && get(at + 1) == Some('*') && get(at + 2) != Some('*') => return None,
            _ => at += 1,
        }
    }
    None
}
