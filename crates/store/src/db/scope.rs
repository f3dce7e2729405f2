//! What a write serialises.

use adjutant_channel::ChatRef;
use adjutant_domain::ids::{SessionId, UserId};

/// The rows that a write decides by and changes, as the name of what they belong to. Two writes whose scopes overlap
/// never run at the same time: neither reads what the other is about to change.
///
/// SQLite has one writer and ignores it. A server locks it from before the first read until the commit. A scope lies
/// within a wider one, and overlaps with it: a session within its person and within its chat, and everything within
/// [`Scope::Global`]. A person and a chat do not overlap: what changes both is global.
///
/// A single statement that checks what it changes (a compare-and-set) needs no scope. A write that reads first, and
/// changes something by what it read, needs the narrowest that holds both.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One conversation: its lease, its inbox, its turns with their calls, entries and outbox rows.
    Session(SessionId),
    /// One chat with all of its topics: the order in which messages to it are sent, and what has become of them.
    Chat { channel: String, chat: String },
    /// One person: their notes, schedules, runs, grants, files and limits, and their sessions.
    ///
    /// Any user id of somebody who has linked accounts stands for all of them, because they share what they have: a
    /// server locks what the table `users` calls their person. Linking itself changes that, and is global.
    Person(UserId),
    /// Everything: who is served, what several people or processes share, and whatever touches two scopes.
    Global,
}

impl Scope {
    /// Returns the scope of a chat, whatever the topic.
    pub fn chat(chat: &ChatRef) -> Self {
        Self::Chat { channel: chat.channel.clone(), chat: chat.chat.clone() }
    }
}
