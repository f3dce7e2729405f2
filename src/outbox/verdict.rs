//! What follows from a failed attempt.

use std::time::Duration;

use adjutant_channel::SendError;
use adjutant_store::{db::Scope, outbox::Row};
use adjutant_texts as texts;

/// Most attempts at one message that end in doubt while the platform takes something else in the chat: it fails on this
/// message. With the backoff between them, the chat is held up for about an hour.
const MAX_DOUBTS: i64 = 20;

/// What to do with a row after a failed attempt.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Verdict {
    Retry,
    InDoubt,
    SendAnew {
        /// Whether people may see the content already.
        repeat: bool,
    },
    /// The files of an album go alone: the platform refuses it, and may take them.
    SendApart,
    /// The chat has moved to this id.
    Follow(String),
    /// With what the chat is told.
    GiveUp(&'static str),
}

impl Verdict {
    /// Returns the scope of carrying it out: a chat that is gone or has moved concerns everybody who is in it.
    pub(super) fn scope(&self, row: &Row) -> Scope {
        match self {
            Self::Retry | Self::InDoubt | Self::SendAnew { .. } | Self::SendApart => Scope::chat(&row.chat()),
            Self::Follow(_) | Self::GiveUp(_) => Scope::Global,
        }
    }
}

/// Decides about a row after a failure that is counted in it.
///
/// Time alone counts while the platform is out of reach: a message outlives an outage of `give_up_after`. Doubts only
/// count where the platform takes something else, so that one message on which it fails does not hold up its chat for
/// as long. A pause that the platform asks for counts as neither.
pub(super) fn decide(row: &Row, error: &SendError, give_up_after: Duration) -> Verdict {
    let edit = row.message_id.is_some();
    match error {
        SendError::RetryAfter(_) => Verdict::Retry,
        SendError::NotSent(_) | SendError::Unknown(_) if row.failing_for() >= give_up_after => {
            Verdict::GiveUp(texts::out_of_reach())
        }
        SendError::NotSent(_) => Verdict::Retry,
        SendError::Unknown(_) if row.doubts >= MAX_DOUBTS && edit => Verdict::SendAnew { repeat: true },
        SendError::Unknown(_) if row.doubts >= MAX_DOUBTS => Verdict::GiveUp(texts::undeliverable()),
        // An edit may be repeated.
        SendError::Unknown(_) if edit => Verdict::Retry,
        SendError::Unknown(_) => Verdict::InDoubt,
        SendError::MessageGone(_) if edit => Verdict::SendAnew { repeat: false },
        SendError::Refused(_) if !edit && row.is_album() => Verdict::SendApart,
        SendError::Migrated(to) => Verdict::Follow(to.clone()),
        SendError::ChatGone(_)
        | SendError::ThreadGone(_)
        | SendError::MessageGone(_)
        | SendError::NotAllowed(_)
        | SendError::Refused(_) => Verdict::GiveUp(texts::undeliverable()),
    }
}
