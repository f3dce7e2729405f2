//! The bot's texts about messages that are edited after they were taken up.

use adjutant_domain::text::beginning;
use adjutant_store::{attachments::StoredAttachment, calls::Call};

use super::{fluent::text, received};

const NEW_VERSION: &str =
    "The next message is its new version. What you did for the old one stands unless you change it.";
/// The most calls that a note lists.
const MAX_CALLS: usize = 10;
/// The longest shown part of a call's arguments, in characters.
const MAX_ARGUMENTS: usize = 300;
/// For the model: the next message has a new file.
const NEW_FILE: &str = "The user has replaced the file of an earlier message, which had no text. What you did for the old file stands unless \
     you change it.";

/// For the model: the next message is the new version of a message that was edited after a turn had taken it up. Lists
/// the files of the old version, and the calls by which the turn that answered it changed something.
pub fn note(old: &str, files: &[StoredAttachment], changes: &[Call]) -> String {
    let old = old.trim();
    let edited = match (old.is_empty(), files.is_empty()) {
        (false, true) => format!("The user has edited an earlier message: “{old}”."),
        (false, false) => {
            format!("The user has edited an earlier message: “{old}”. With it came:\n{}\n", received(files))
        }
        (true, false) => {
            format!("The user has edited an earlier message, which had no text but:\n{}\n", received(files))
        }
        (true, true) => "The user has edited an earlier message, which had no text.".to_owned(),
    };
    let gap = if files.is_empty() { " " } else { "" };
    format!("{edited}{gap}{}", stands(changes))
}

/// Says what the model did for the old version.
fn stands(changes: &[Call]) -> String {
    if changes.is_empty() {
        return NEW_VERSION.to_owned();
    }
    let line = |call: &Call| {
        let shown = beginning(&call.arguments, MAX_ARGUMENTS);
        let cut = if shown.len() < call.arguments.len() { "…" } else { "" };
        format!("- {} {shown}{cut}", call.tool)
    };
    let mut lines: Vec<_> = changes.iter().take(MAX_CALLS).map(line).collect();
    if let Some(more @ 1..) = changes.len().checked_sub(MAX_CALLS) {
        lines.push(format!("- and {more} more"));
    }
    format!(
        "The next message is its new version. In the turn that answered the old one, you did:\n{}\nThat stands. Where the new \
         version replaces it, change or undo it: do not do it a second time beside it.",
        lines.join("\n")
    )
}

/// For the model: the next message is the new version of one whose file was replaced after it was taken up.
pub fn note_replaced(old: &str, changes: &[Call]) -> String {
    match old.trim() {
        "" => NEW_FILE.to_owned(),
        old => format!("The user has replaced the file of an earlier message: “{old}”. {}", stands(changes)),
    }
}

/// Says that a message was edited while it was being answered, and that the new version waits.
pub fn while_answering() -> &'static str {
    text!("edit-while-answering")
}

/// Says that a message was edited while it was being answered, and that the running turn reads the new version.
pub fn while_steered() -> &'static str {
    text!("edit-while-steered")
}

/// Says that a message was edited while it waits for approval.
pub fn while_asking() -> &'static str {
    text!("edit-while-asking")
}

/// Says that a message was edited while its turn waits for the person's answer.
pub fn while_answer_awaited() -> &'static str {
    text!("edit-while-answer-awaited")
}

/// Says that a message was edited while specialists work on it.
pub fn while_delegated() -> &'static str {
    text!("edit-while-delegated")
}

/// Says that an edit neither changes a command nor makes one.
pub fn command() -> &'static str {
    text!("edit-of-command")
}

/// Says that a message was edited too late.
pub fn too_late() -> &'static str {
    text!("edit-too-late")
}
