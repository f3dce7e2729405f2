//! The sources of quoted messages, as prompts name them.

use adjutant_domain::outbox_key::OutboxKey;

/// What the bot wrote to somebody else, or in a conversation that is deleted.
pub const ELSEWHERE: &str = "a message of mine to somebody else";
/// A message that is not stored, or no longer.
pub const UNKNOWN: &str = "a message that I no longer know";

/// Returns the source of a quoted message of the bot that is no answer: its words may be anybody's.
pub fn source(key: &OutboxKey) -> &'static str {
    use OutboxKey as Key;
    match key {
        Key::Prompt(_) | Key::Waits(_) | Key::Details(_) | Key::Reminder(_) | Key::Expired(_) => {
            "a question of mine about what to do"
        }
        Key::Claim(_)
        | Key::Stranger(_)
        | Key::Knock(_)
        | Key::Knocks(_)
        | Key::Admitted(_)
        | Key::LinkTyped(_)
        | Key::LinkPrompt { .. }
        | Key::Linked { .. }
        | Key::Unlinked(_) => "a message of mine about other people",
        Key::Command(_)
        | Key::NoteText(_)
        | Key::NoteList(_)
        | Key::ScheduleList(_)
        | Key::Approvals { .. } => "the answer to a command",
        Key::Voice(_) | Key::VoiceOfRun(_) => "an answer of mine, as I spoke it",
        Key::Heard(_) => "a recording, as I heard it",
        _ => "a notice of mine",
    }
}
