//! Which other writes a write keeps from running at the same time.

use adjutant_channel::ChatRef;
use adjutant_domain::ids::{SessionId, UserId};

/// What a write reads and then changes by what it read. No two writes whose scopes overlap run at the same time.
///
/// SQLite has one writer and ignores it. A server locks it from before the first read until the commit. A scope overlaps
/// with those it lies within: a session lies within its person and within its chat, and everything within
/// [`Scope::Global`]. A person and a chat do not overlap: what decides by both and changes both is global. A running
/// turn may be changed under either, because the session's lease lets only one worker do so.
///
/// A statement that checks what it changes, or adds to a count, is right whatever runs beside it. Only what was read
/// before needs the scope, and the narrowest that holds it will do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One conversation: its lease, its inbox, its turns with their calls and entries, and what they post.
    Session(SessionId),
    /// One chat with all of its topics and sessions: which message is sent next, and what became of the last.
    Chat { channel: String, chat: String },
    /// One person with their sessions: their notes, schedules, runs, approvals, grants, files and limits.
    ///
    /// Any user of somebody who has linked accounts stands for all of them, because they share what they have: a server
    /// locks the person that the table `users` names. Linking changes that, and is global.
    Person(UserId),
    /// Everything: who is served, what several people or processes share, and what touches two scopes.
    Global,
}

impl Scope {
    /// Returns the scope of a chat, whatever the topic.
    pub fn chat(chat: &ChatRef) -> Self {
        Self::Chat { channel: chat.channel.clone(), chat: chat.chat.clone() }
    }
}
