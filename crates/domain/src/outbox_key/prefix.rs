//! The common prefixes of families of keys, for statements about whole families.

use std::fmt;

use adjutant_channel::ChatRef;

use super::{KINDS, OutboxKey, word};
use crate::ids::UserId;

/// The common prefix of a family of keys, which ends with a dash or a colon. Statements take it as a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPrefix(String);

impl KeyPrefix {
    /// Returns the first text, in the order of bytes, above all keys with this prefix: a range of the index from the
    /// prefix up to this text finds them.
    pub fn end(&self) -> String {
        let mut end = self.0.clone();
        // The prefix ends with a dash or a colon, so the next character also takes one byte.
        let next = end.pop().map(|last| char::from(last as u8 + 1));
        end.extend(next);
        end
    }
}

impl fmt::Display for KeyPrefix {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl OutboxKey {
    /// Returns the prefix of the keys of note lists, which is followed by the list's id.
    pub fn note_lists() -> KeyPrefix {
        KeyPrefix(format!("{}-", word::NOTES))
    }

    /// Returns the prefix of the keys of schedule lists, which is followed by the list's id.
    pub fn schedule_lists() -> KeyPrefix {
        KeyPrefix(format!("{}-", word::SCHEDULES))
    }

    /// Returns the prefix of the keys of deletions, which is followed by the deletion's id.
    pub fn forgettings() -> KeyPrefix {
        KeyPrefix(format!("{}-", word::FORGETTING))
    }

    /// Returns the prefix of the keys of a channel's outages.
    pub fn outages(channel: &str) -> KeyPrefix {
        KeyPrefix(format!("{}-{channel}-", word::OUTAGE))
    }

    /// Returns the prefix of the keys of notices about the key of a model.
    pub fn model_keys(section: &str) -> KeyPrefix {
        KeyPrefix(format!("{}-{section}:", word::MODEL_KEY))
    }

    /// Returns the prefixes of the keys that begin with a user: lists of approvals, warnings about the daily budget,
    /// and notices that a schedule is paused, that the user has reached a limit, that an answer was not spoken, or that
    /// the owner may read the user's messages.
    pub fn families_of(user: &UserId) -> [KeyPrefix; 6] {
        [word::APPROVALS, word::DAY, word::PAUSED, word::FULL, word::VOICELESS, word::OWNER_READS]
            .map(|word| KeyPrefix(format!("{word}-{user}-")))
    }

    /// Returns the prefix of the keys of notices to a user that an answer was not spoken.
    pub fn voiceless(user: &UserId) -> KeyPrefix {
        KeyPrefix(format!("{}-{user}-", word::VOICELESS))
    }

    /// Returns the prefixes of the keys of messages to a sender in a chat about files, one for each kind of file.
    pub fn about_files(chat: &ChatRef, sender: &str) -> [KeyPrefix; 8] {
        KINDS.map(|(kind, _)| KeyPrefix(format!("{kind}-{chat}-{sender}-")))
    }
}
