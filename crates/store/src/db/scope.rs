//! Scopes: which writes must not run at the same time.

use adjutant_channel::ChatRef;
use adjutant_domain::ids::{SessionId, UserId};

/// The data that a write reads and then changes depending on it. Two writes whose scopes overlap never run at the same
/// time.
///
/// SQLite has one writer and ignores the scope. A database server locks it from before the first read until the commit.
/// A scope overlaps with the scopes that contain it: a session lies within its person and within its chat, and
/// everything within [`Scope::Global`]. A person and a chat do not overlap: a write that depends on both and changes
/// both is global. A running turn may be changed under either, because the session's lease lets only one worker do so.
///
/// A statement that checks the rows it changes, or adds to a count, is right whatever runs beside it. Only data read in
/// an earlier statement needs the scope, and the narrowest scope that contains it is enough.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Scope {
    /// One conversation: its lease, its inbox, its turns with their calls and entries, and the messages they post.
    Session(SessionId),
    /// One chat with all of its topics and sessions: which message is sent next, and the outcome of the last one.
    Chat { channel: String, chat: String },
    /// One person with their sessions: their notes, schedules, runs, approvals, grants, files and limits.
    ///
    /// Any of a person's linked users may be given here, because linked users share their data: a server locks the
    /// person that the table `users` names. Linking changes that table, and is global.
    Person(UserId),
    /// Everything: who is served, data that several people or processes share, and writes that touch two scopes.
    Global,
}

impl Scope {
    /// Returns the scope of a chat, whatever the topic.
    pub fn chat(chat: &ChatRef) -> Self {
        Self::Chat { channel: chat.channel.clone(), chat: chat.chat.clone() }
    }
}
