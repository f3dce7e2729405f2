//! The consequence of a failed attempt.

use std::time::Duration;

use adjutant_channel::SendError;
use adjutant_store::{db::Scope, outbox::Row};
use adjutant_texts as texts;

/// The most attempts at one message with an unknown outcome while the platform accepts other requests in the chat: the
/// message itself is then at fault. With the backoff between the attempts, the chat is held up for about an hour.
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
    /// The platform refuses the album but may accept its files one by one.
    SendApart,
    /// The chat has moved to this id.
    Follow(String),
    /// The reason that the chat is told.
    GiveUp(&'static str),
}

impl Verdict {
    /// Returns the scope of carrying out the verdict: a chat that is gone or has moved concerns everybody in it.
    pub(super) fn scope(&self, row: &Row) -> Scope {
        match self {
            Self::Retry | Self::InDoubt | Self::SendAnew { .. } | Self::SendApart => Scope::chat(&row.chat()),
            Self::Follow(_) | Self::GiveUp(_) => Scope::Global,
        }
    }
}

/// Decides about a row after a failure that the row has counted.
///
/// While the platform is out of reach, only time counts: a message outlives an outage of `give_up_after`. Unknown
/// outcomes count only while the platform accepts something else, so that one message it fails on does not hold up its
/// chat for that long. A pause that the platform asks for counts as neither.
pub(super) fn decide(row: &Row, error: &SendError, give_up_after: Duration) -> Verdict {
    let edit = row.message_id.is_some();
    let give_up = |lost: fn() -> &'static str| {
        // Only the answer of a turn is edited before it is whole. The earlier content of other messages stays visible.
        let is_update = edit && row.source.turn().is_none();
        Verdict::GiveUp(if is_update { texts::not_updated() } else { lost() })
    };
    // The end of a draft that was given up. A new message would only repeat the half of an answer.
    let ends_draft = edit && row.source.reports_loss();
    match error {
        SendError::MessageGone(_) if ends_draft => give_up(texts::undeliverable),
        SendError::Unknown(_) if ends_draft && row.doubts >= MAX_DOUBTS => give_up(texts::undeliverable),
        SendError::RetryAfter(_) => Verdict::Retry,
        SendError::NotSent(_) | SendError::Unknown(_) if row.failing_for() >= give_up_after => {
            give_up(texts::out_of_reach)
        }
        SendError::NotSent(_) => Verdict::Retry,
        SendError::Unknown(_) if row.doubts >= MAX_DOUBTS && edit => Verdict::SendAnew { repeat: true },
        SendError::Unknown(_) if row.doubts >= MAX_DOUBTS => give_up(texts::undeliverable),
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
        | SendError::Refused(_) => give_up(texts::undeliverable),
    }
}
