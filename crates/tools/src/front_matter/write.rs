//! YAML as people write it: a line for each field, and texts of several lines as blocks. Texts that YAML could read as
//! something else are in double quotes.

use std::fmt::Write as _;

use serde_json::Value;

/// The indentation of each level, in spaces.
const STEP: usize = 2;

/// Returns a JSON object as YAML that ends with a line break.
pub(crate) fn yaml(object: &Value) -> String {
    let mut out = String::new();
    block(&mut out, object, 0);
    out
}

/// Writes a value that begins a line or follows `- `; ends the line.
fn block(out: &mut String, value: &Value, indent: usize) {
    match value {
        Value::Object(fields) if !fields.is_empty() => {
            let mut fields: Vec<_> = fields.iter().collect();
            fields.sort_by_key(|(name, _)| (place(name), name.as_str()));
            for (at, (name, value)) in fields.into_iter().enumerate() {
                if at > 0 {
                    pad(out, indent);
                }
                scalar(out, name);
                out.push(':');
                match value {
                    Value::Object(fields) if !fields.is_empty() => {
                        out.push('\n');
                        pad(out, indent + STEP);
                        block(out, value, indent + STEP);
                    }
                    Value::Array(entries) if !entries.is_empty() => {
                        out.push('\n');
                        pad(out, indent + STEP);
                        block(out, value, indent + STEP);
                    }
                    value => {
                        out.push(' ');
                        block(out, value, indent + STEP);
                    }
                }
            }
        }
        Value::Array(entries) if !entries.is_empty() => {
            for (at, entry) in entries.iter().enumerate() {
                if at > 0 {
                    pad(out, indent);
                }
                out.push_str("- ");
                block(out, entry, indent + STEP);
            }
        }
        Value::String(text) if is_block(text) => lines(out, text, indent),
        Value::String(text) => {
            scalar(out, text);
            out.push('\n');
        }
        Value::Object(_) => out.push_str("{}\n"),
        Value::Array(_) => out.push_str("[]\n"),
        // Null, flags and numbers are written as in JSON.
        value => {
            // Writing to a String cannot fail.
            let _ = writeln!(out, "{value}");
        }
    }
}

/// Returns a field's rank: names and titles come first, long fields last.
fn place(name: &str) -> usize {
    const FIRST: [&str; 6] = ["title", "slug", "date", "template", "label", "file"];
    const LAST: [&str; 4] = ["content", "sections", "navigation", "pictures"];
    let first = FIRST.iter().position(|known| *known == name);
    let last = LAST.iter().position(|known| *known == name).map(|at| FIRST.len() + 1 + at);
    first.or(last).unwrap_or(FIRST.len())
}

fn pad(out: &mut String, indent: usize) {
    out.extend(std::iter::repeat_n(' ', indent));
}

/// Returns whether a text of several lines can be written as a block, line by line.
fn is_block(text: &str) -> bool {
    let whole = text.strip_suffix('\n').unwrap_or(text);
    text.contains('\n')
        && text.chars().all(|c| c == '\n' || is_printable(c))
        && !whole.is_empty()
        && !whole.ends_with('\n')
        && !whole.starts_with(['\n', ' '])
        && whole.lines().all(|line| line.is_empty() || !line.trim().is_empty() && !line.ends_with(' '))
}

fn lines(out: &mut String, text: &str, indent: usize) {
    out.push_str(if text.ends_with('\n') { "|\n" } else { "|-\n" });
    for line in text.lines() {
        if !line.is_empty() {
            pad(out, indent.max(STEP));
            out.push_str(line);
        }
        out.push('\n');
    }
}

/// Writes a text within a line.
fn scalar(out: &mut String, text: &str) {
    if is_plain(text) {
        return out.push_str(text);
    }
    out.push('"');
    for c in text.chars() {
        match c {
            '"' | '\\' => out.extend(['\\', c]),
            '\n' => out.push_str("\\n"),
            '\t' => out.push_str("\\t"),
            c if is_printable(c) => out.push(c),
            c => {
                // Writing to a String cannot fail.
                let _ = match u32::from(c) {
                    code @ 0x1_0000.. => write!(out, "\\U{code:08x}"),
                    code => write!(out, "\\u{code:04x}"),
                };
            }
        }
    }
    out.push('"');
}

/// Returns whether every version of YAML reads an unquoted text as itself.
fn is_plain(text: &str) -> bool {
    const MEANS_MORE: [&str; 10] = ["null", "true", "false", "yes", "no", "on", "off", "y", "n", "nan"];
    let begins = text.chars().next().is_some_and(char::is_alphabetic);
    begins
        && !text.ends_with(' ')
        && text.chars().all(|c| c.is_alphanumeric() || " _-.,/+()?!'’".contains(c))
        && !MEANS_MORE.contains(&text.to_ascii_lowercase().as_str())
}

/// Returns whether a character can be written unescaped, and is read back as it is.
fn is_printable(c: char) -> bool {
    !c.is_control()
        && !matches!(c, '\u{2028}' | '\u{2029}' | '\u{feff}' | '\u{fffe}' | '\u{ffff}')
        && !matches!(c, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}')
        && u32::from(c) & 0xfffe != 0xfffe
}
