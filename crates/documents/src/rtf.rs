//! RTF: the text without its formatting.

use encoding_rs::{Encoding, WINDOWS_1252};

/// Groups that hold no text of the document.
const BESIDE: [&str; 14] = [
    "fonttbl",
    "colortbl",
    "stylesheet",
    "info",
    "pict",
    "object",
    "header",
    "footer",
    "listtable",
    "listoverridetable",
    "generator",
    "themedata",
    "datastore",
    "fldinst",
];

/// The state that a group inherits and its end restores.
#[derive(Clone, Copy)]
struct Group {
    is_beside: bool,
    /// How many fallback characters follow a character that is given by its number.
    stand_ins: usize,
}

/// Returns the text of an RTF file, as far as it can be parsed.
pub(super) fn text(bytes: &[u8]) -> String {
    let mut text = String::new();
    let mut groups = vec![Group { is_beside: false, stand_ins: 1 }];
    let mut encoding = WINDOWS_1252;
    let (mut skip, mut first_half) = (0, None);
    let mut at = 0;
    while let Some(&byte) = bytes.get(at) {
        at += 1;
        let Some(&group) = groups.last() else { break };
        match byte {
            b'{' => groups.push(group),
            b'}' => drop(groups.pop()),
            b'\r' | b'\n' => {}
            b'\\' => {
                let word = Word::read(&bytes[at..]);
                at += word.length;
                let Some(current) = groups.last_mut() else { break };
                let said = match (word.name, word.number) {
                    ("*", _) => {
                        current.is_beside = true;
                        None
                    }
                    (name, _) if BESIDE.contains(&name) => {
                        current.is_beside = true;
                        None
                    }
                    ("ansicpg", Some(page)) => {
                        let label = format!("windows-{page}");
                        encoding = Encoding::for_label(label.as_bytes()).unwrap_or(encoding);
                        None
                    }
                    ("uc", Some(count)) => {
                        current.stand_ins = usize::try_from(count).unwrap_or(1);
                        None
                    }
                    ("u", Some(number)) => {
                        skip = current.stand_ins;
                        if !group.is_beside {
                            push_unit(&mut text, &mut first_half, number);
                        }
                        continue;
                    }
                    ("'", Some(_)) if skip > 0 => {
                        skip -= 1;
                        None
                    }
                    ("'", Some(code)) => {
                        // Letters of two bytes are written as two consecutive escapes.
                        let mut letters = vec![code as u8];
                        while encoding != WINDOWS_1252 && !encoding.is_single_byte() && letters.len() < 2 {
                            let next = bytes.get(at..).filter(|rest| rest.starts_with(b"\\'"));
                            let Some(next) = next.map(|rest| Word::read(&rest[1..])) else { break };
                            letters.push(next.number.unwrap_or_default() as u8);
                            at += 1 + next.length;
                        }
                        Some(encoding.decode_without_bom_handling(&letters).0.into_owned())
                    }
                    ("par" | "sect" | "page" | "line" | "row", _) => Some("\n".to_owned()),
                    ("tab", _) => Some("\t".to_owned()),
                    ("cell", _) => Some(" | ".to_owned()),
                    ("emdash", _) => Some("—".to_owned()),
                    ("endash", _) => Some("–".to_owned()),
                    ("lquote", _) => Some("‘".to_owned()),
                    ("rquote", _) => Some("’".to_owned()),
                    ("ldblquote", _) => Some("“".to_owned()),
                    ("rdblquote", _) => Some("”".to_owned()),
                    ("bullet", _) => Some("•".to_owned()),
                    ("~", _) => Some(" ".to_owned()),
                    (name @ ("\\" | "{" | "}"), _) => Some(name.to_owned()),
                    _ => None,
                };
                if let Some(said) = said.filter(|_| !group.is_beside) {
                    text.push_str(&said);
                }
            }
            _ if skip > 0 => skip -= 1,
            _ if group.is_beside => {}
            _ => text.push_str(&encoding.decode_without_bom_handling(&[byte]).0),
        }
    }
    text.trim().to_owned()
}

/// Appends a UTF-16 unit, which RTF writes as a signed number. Keeps the first half of a surrogate pair until the
/// second half follows.
fn push_unit(text: &mut String, first: &mut Option<u16>, number: i32) {
    let unit = (number & 0xffff) as u16;
    if (0xd800..0xdc00).contains(&unit) {
        *first = Some(unit);
        return;
    }
    let units = first.take().into_iter().chain([unit]);
    text.extend(char::decode_utf16(units).map(|c| c.unwrap_or(char::REPLACEMENT_CHARACTER)));
}

/// A control word: its name, its number, and its length in bytes after the backslash.
struct Word<'a> {
    name: &'a str,
    number: Option<i32>,
    length: usize,
}

impl<'a> Word<'a> {
    fn read(bytes: &'a [u8]) -> Self {
        let letters = bytes.iter().take_while(|byte| byte.is_ascii_alphabetic()).count();
        if letters == 0 {
            let name = bytes.get(..1).and_then(|name| str::from_utf8(name).ok()).unwrap_or_default();
            let code = bytes.get(1..3).and_then(|code| str::from_utf8(code).ok());
            return match (name, code.and_then(|code| i32::from_str_radix(code, 16).ok())) {
                ("'", Some(code)) => Self { name, number: Some(code), length: 3 },
                _ => Self { name, number: None, length: 1.min(bytes.len()) },
            };
        }
        let rest = &bytes[letters..];
        let sign = usize::from(rest.first() == Some(&b'-'));
        let digits = rest[sign..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        let number = if digits > 0 { str::from_utf8(&rest[..sign + digits]).ok() } else { None };
        let taken = if digits > 0 { letters + sign + digits } else { letters };
        let space = usize::from(bytes.get(taken) == Some(&b' '));
        Self {
            name: str::from_utf8(&bytes[..letters]).unwrap_or_default(),
            number: number.and_then(|number| number.parse().ok()),
            length: taken + space,
        }
    }
}
