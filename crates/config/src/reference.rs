//! The reference of all settings, for operators: docs/CONFIG.md.

use super::manual::{self, Section, Setting};
use super::paths::join;
use super::schema;

/// The text about all settings.
const HEAD: &str = include_str!("reference.md");
/// The longest line, in characters.
const WIDTH: usize = 120;

/// Returns the reference, as Markdown.
pub fn reference() -> String {
    let mut reference = HEAD.to_owned();
    let mut kind = schema::kinds();
    for section in manual::sections() {
        reference.push_str(&format!("\n## `[{}]`\n", section.path));
        if !section.text.is_empty() {
            reference.push('\n');
            paragraph(&mut reference, "", &section.text);
        }
        if !section.settings.is_empty() {
            reference.push('\n');
        }
        for setting in &section.settings {
            let kind = kind(&join(&section.path, &setting.key)).unwrap_or_default();
            describe(&mut reference, &section, setting, &kind);
        }
        if let Some(example) = &section.example {
            reference.push_str(&format!("\n```toml\n{example}```\n"));
        }
    }
    reference
}

fn describe(reference: &mut String, section: &Section, setting: &Setting, kind: &str) {
    let default = match &setting.value[..] {
        _ if section.example.is_some() => String::new(),
        "\"\"" => "; not set by default".to_owned(),
        value => format!("; default `{value}`"),
    };
    let text = format!("- **`{}`** ({kind}{default}): {}", setting.key, setting.text);
    paragraph(reference, "  ", &text);
    if let Some(example) = &setting.example {
        reference.push_str(&format!("  Example: `{example}`\n"));
    }
}

/// Adds a text, wrapped into lines; all but the first are indented.
fn paragraph(reference: &mut String, indent: &str, text: &str) {
    let mut width = 0;
    for word in text.split(' ') {
        let length = word.chars().count();
        if width > 0 && width + 1 + length > WIDTH {
            reference.push('\n');
            reference.push_str(indent);
            width = indent.len();
        } else if width > 0 {
            reference.push(' ');
            width += 1;
        }
        reference.push_str(word);
        width += length;
    }
    reference.push('\n');
}
