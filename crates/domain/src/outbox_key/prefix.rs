//! The beginnings that the keys of a family share, for statements that look for all of a family.

use std::fmt;

use adjutant_channel::ChatRef;

use super::{KINDS, OutboxKey, word};
use crate::ids::UserId;

/// What the keys of a family begin with: a text that ends with a dash. Statements take it as a parameter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyPrefix(String);

impl KeyPrefix {
    /// Returns the first text, in the order of bytes, above all keys with this prefix: a range of the index from the
    /// prefix up to this text finds them.
    pub fn end(&self) -> String {
        let mut end = self.0.clone();
        // It ends with a dash or a colon.
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
    /// Returns the prefix of the keys of lists of notes, before their ids.
    pub fn note_lists() -> KeyPrefix {
        KeyPrefix(format!("{}-", word::NOTES))
    }

    /// Returns the prefix of the keys of lists of schedules, before their ids.
    pub fn schedule_lists() -> KeyPrefix {
        KeyPrefix(format!("{}-", word::SCHEDULES))
    }

    /// Returns the prefix of the keys of deletions, before their ids.
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
    /// and notices that a schedule is paused, that they have reached a limit, that an answer was not spoken, or that the
    /// owner may read what they write.
    pub fn families_of(user: &UserId) -> [KeyPrefix; 6] {
        [word::APPROVALS, word::DAY, word::PAUSED, word::FULL, word::VOICELESS, word::OWNER_READS]
            .map(|word| KeyPrefix(format!("{word}-{user}-")))
    }

    /// Returns the prefix of the keys of notices to a user that an answer was not spoken.
    pub fn voiceless(user: &UserId) -> KeyPrefix {
        KeyPrefix(format!("{}-{user}-", word::VOICELESS))
    }

    /// Returns the prefixes of the keys of what a sender is told in a chat about files, one for each kind of file.
    pub fn about_files(chat: &ChatRef, sender: &str) -> [KeyPrefix; 8] {
        KINDS.map(|(kind, _)| KeyPrefix(format!("{kind}-{chat}-{sender}-")))
    }
}
