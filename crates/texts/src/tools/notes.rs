//! The tools for a person's notes.

use crate::fluent::text;

/// The longest part of a note in a prompt, in characters.
const SHOWN: usize = 200;

pub fn remember(content: &str, tags: &[String]) -> String {
    let content = shown(content);
    match tags {
        [] => text!("tools-note-remember", content = content),
        tags => text!("tools-note-remember-with-tags", content = content, tags = tags.join(", ")),
    }
}

pub fn change() -> &'static str {
    text!("tools-note-change")
}

/// The change that the call makes; `tags`: the new tags, if they change.
pub fn changes(before: &str, after: &str, tags: Option<&[String]>) -> String {
    let tags = tags.map(|tags| format!("\n+ {}", text!("tools-note-tags", tags = tags.join(", "))));
    format!("- {}\n+ {}{}", shown(before), shown(after), tags.unwrap_or_default())
}

pub fn delete(content: &str) -> String {
    text!("tools-note-delete", content = shown(content))
}

/// The reason for the prompt above.
pub fn is_gone() -> &'static str {
    text!("tools-note-gone")
}

/// The outcome of a search.
pub fn found(matches: usize) -> String {
    text!("tools-note-found", count = matches)
}

/// The outcome of saving a note that exists already.
pub fn noted_already() -> &'static str {
    text!("tools-note-noted-already")
}

/// Returns a note; a note that is cut says so: nothing is hidden silently.
fn shown(content: &str) -> String {
    match content.char_indices().nth(SHOWN) {
        Some((end, _)) => {
            text!("tools-note-cut", beginning = &content[..end], count = content.chars().count())
        }
        None => content.to_owned(),
    }
}
