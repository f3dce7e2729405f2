//! What the bot says of messages that are edited after they were taken up.

use adjutant_store::attachments::StoredAttachment;

use super::received;

const NEW_VERSION: &str =
    "The next message is its new version. What you did for the old one stands unless you change it.";
const NEW_FILE: &str = "The user has replaced the file of an earlier message, which had no text. What you did for the old file stands unless \
     you change it.";

/// For the model: the next message is the new version of one that the user edited after it was taken up, and the files
/// that came with that one.
pub fn note(old: &str, files: &[StoredAttachment]) -> String {
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
    format!("{edited}{gap}{NEW_VERSION}")
}

/// For the model: the next message is the new version of one whose file the user has replaced after it was taken up.
pub fn note_replaced(old: &str) -> String {
    match old.trim() {
        "" => NEW_FILE.to_owned(),
        old => format!("The user has replaced the file of an earlier message: “{old}”. {NEW_VERSION}"),
    }
}

/// Says that a message was edited while it was being answered, and that the new version waits.
pub fn while_answering() -> &'static str {
    "I was already answering your message as it was before the edit. I answer the new version next; /stop ends both."
}

/// Says that a message was edited while it was being answered, and that its turn takes in the new version.
pub fn while_steered() -> &'static str {
    "I was already answering your message as it was before the edit. I take in the new version before my next step, or \
     answer it next if there is none; /stop ends both."
}

/// Says that a message was edited while it waits for approval.
pub fn while_asking() -> &'static str {
    "My question is about your message as it was before the edit. If you no longer want that, press Deny, and send me \
     what you want instead."
}

/// Says that a message was edited while its turn waits for the person's answer.
pub fn while_answer_awaited() -> &'static str {
    "My question is about your message as it was before the edit. Please answer it; or send /stop, and then what you \
     want instead."
}

/// Says that a message was edited while others work on it.
pub fn while_delegated() -> &'static str {
    "The work on your message as it was before the edit goes on. If you no longer want that, send /stop, and then what \
     you want instead."
}

/// Says that an edit changes no command, and makes none.
pub fn command() -> &'static str {
    "I carry out a command only as it was first sent. Please send the new version as a message."
}

/// Says that a message was edited too late.
pub fn too_late() -> &'static str {
    "I take up an edit only within ten minutes after the message. Please send the new version as a message."
}
