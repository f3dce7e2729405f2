//! The tools for a person's notes.

use crate::fluent::text;

/// The most of a note that a prompt shows, in characters.
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

/// What that call changes; `tags`: the new ones, unless they stay.
pub fn changes(before: &str, after: &str, tags: Option<&[String]>) -> String {
    let tags = tags.map(|tags| format!("\n+ {}", text!("tools-note-tags", tags = tags.join(", "))));
    format!("- {}\n+ {}{}", shown(before), shown(after), tags.unwrap_or_default())
}

pub fn delete(content: &str) -> String {
    text!("tools-note-delete", content = shown(content))
}

/// Why that prompt asks.
pub fn is_gone() -> &'static str {
    text!("tools-note-gone")
}

/// What a search has done.
pub fn found(matches: usize) -> String {
    text!("tools-note-found", count = matches)
}

/// What a call has done that saves what is there.
pub fn noted_already() -> &'static str {
    text!("tools-note-noted-already")
}

/// Returns a note, and says it if that is not all of it: nothing is hidden silently.
fn shown(content: &str) -> String {
    match content.char_indices().nth(SHOWN) {
        Some((end, _)) => {
            text!("tools-note-cut", beginning = &content[..end], count = content.chars().count())
        }
        None => content.to_owned(),
    }
}
