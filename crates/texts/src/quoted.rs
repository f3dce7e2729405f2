//! Quoted messages: the note for the model about one, and their sources, as prompts name them.

use adjutant_channel::Quoted;
use adjutant_domain::outbox_key::OutboxKey;
use adjutant_store::attachments::StoredAttachment;
use adjutant_workspace::names;

use crate::received;

/// A message of the bot to somebody else, or in a deleted conversation.
pub const ELSEWHERE: &str = "a message of mine to somebody else";
/// A message that is not stored, or no longer is.
pub const UNKNOWN: &str = "a message that I no longer know";
pub(crate) const QUESTION: &str = "a question of mine about what to do";
pub(crate) const ABOUT_PEOPLE: &str = "a message of mine about other people";
pub(crate) const TO_COMMAND: &str = "the answer to a command";
pub(crate) const OF_VISITOR: &str = "a message of a visitor of your website";
pub(crate) const SPOKEN: &str = "an answer of mine, as I spoke it";
pub(crate) const HEARD: &str = "a recording, as I heard it";
pub(crate) const NOTICE: &str = "a notice of mine";

/// Returns the source of a quoted message of the bot that is not an answer: its text may be anybody's.
pub fn source(key: &OutboxKey) -> &'static str {
    use OutboxKey as Key;
    match key {
        Key::Prompt(_) | Key::Waits(_) | Key::Details(_) | Key::Reminder(_) | Key::Expired(_) => QUESTION,
        Key::Claim(_)
        | Key::Stranger(_)
        | Key::Knock(_)
        | Key::Knocks(_)
        | Key::Admitted(_)
        | Key::LinkTyped(_)
        | Key::LinkPrompt { .. }
        | Key::Linked { .. }
        | Key::Unlinked(_) => ABOUT_PEOPLE,
        Key::Command(_)
        | Key::NoteText(_)
        | Key::NoteList(_)
        | Key::ScheduleList(_)
        | Key::Approvals { .. } => TO_COMMAND,
        Key::SiteMessage(_) => OF_VISITOR,
        Key::Voice(_) | Key::VoiceOfRun(_) => SPOKEN,
        Key::Heard(_) => HEARD,
        _ => NOTICE,
    }
}

/// For the model: the message that the next one replies to, and the files that a person sent with it. `sent` names the
/// files that the bot sent, see [`sent_files`].
pub fn note(quoted: &Quoted, sent: Option<&str>, files: &[StoredAttachment]) -> String {
    let whose = sent.unwrap_or(if quoted.from_bot { "your message" } else { "this message" });
    let text = quoted.text.trim();
    match (text.is_empty(), files.is_empty()) {
        (false, true) => format!("The next message replies to {whose}: “{text}”"),
        (false, false) => {
            format!("The next message replies to {whose}: “{text}”. With it came:\n{}", received(files))
        }
        (true, false) => {
            format!("The next message replies to {whose}, which has no text but:\n{}", received(files))
        }
        (true, true) if sent.is_some() => format!("The next message replies to {whose}."),
        (true, true) => format!("The next message replies to {whose}, which has no text."),
    }
}

/// Names the files of a message of the bot: the one at `place`, from 0, if each file of an album is a message,
/// otherwise all.
pub fn sent_files<'n>(all: impl IntoIterator<Item = &'n str>, place: Option<usize>) -> String {
    let all: Vec<_> = all.into_iter().map(|name| format!("“{}”", names::shown(name))).collect();
    match (place.and_then(|place| Some((place + 1, all.get(place)?))), all.as_slice()) {
        (Some((number, name)), all) => format!("your file {name} ({number} of {} in an album)", all.len()),
        (None, [only]) => format!("your file {only}"),
        (None, all) => format!("your files {}", all.join(", ")),
    }
}
