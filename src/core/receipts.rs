//! Receipts: reactions to people's messages that show how far the bot is with them. They are a courtesy: nothing waits
//! for one, none is repeated, and none is sent while it could delay a message. Only a message's last receipt waits for
//! room, so that no message looks as if the bot worked on it for ever. The receipts are forgotten when the process
//! ends.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::{ChatKind, ChatRef, MessageId, Receipt};
use adjutant_config::Reactions;
use tokio::sync::Mutex as AsyncMutex;

use super::Core;

/// How many messages' receipts are remembered; the oldest are forgotten.
const KNOWN: usize = 256;
/// The pause before a message's last receipt looks for room again.
const PAUSE: Duration = Duration::from_secs(1);

/// The most recently shown receipts.
#[derive(Default)]
pub(crate) struct Receipts(Mutex<VecDeque<Shown>>);

struct Shown {
    chat: ChatRef,
    message: MessageId,
    receipt: Receipt,
    /// Keeps the requests about one message in order.
    order: Arc<AsyncMutex<()>>,
}

impl Receipts {
    /// Returns whether some message of the chat has a receipt that is not final.
    pub(crate) fn has_open(&self, chat: &ChatRef) -> bool {
        let shown = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        shown.iter().any(|shown| shown.chat == *chat && !shown.receipt.is_final())
    }

    /// Notes the receipt that a message shows from now on. Returns the receipt before it and the lock that orders the
    /// message's requests. Returns `None` if there is nothing to show: the message shows this receipt or a final one
    /// already, or the receipt is final and none came before it.
    fn note(&self, chat: &ChatRef, message: &MessageId, receipt: Receipt) -> Option<Change> {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        match known.iter_mut().find(|shown| shown.chat == *chat && shown.message == *message) {
            Some(shown) if shown.receipt == receipt || shown.receipt.is_final() => None,
            Some(shown) => {
                let before = std::mem::replace(&mut shown.receipt, receipt);
                Some(Change { before: Some(before), order: shown.order.clone() })
            }
            None if receipt.is_final() => None,
            None => {
                if known.len() == KNOWN {
                    known.pop_front();
                }
                let order = Arc::default();
                known.push_back(Shown {
                    chat: chat.clone(),
                    message: message.clone(),
                    receipt,
                    order: Arc::clone(&order),
                });
                Some(Change { before: None, order })
            }
        }
    }
}

/// A change of a message's receipt.
struct Change {
    before: Option<Receipt>,
    order: Arc<AsyncMutex<()>>,
}

/// Shows a receipt at a person's message, if the settings ask for receipts there.
pub(crate) fn show(
    core: &Arc<Core>,
    (chat, kind): (&ChatRef, ChatKind),
    message: &MessageId,
    receipt: Receipt,
) {
    let is_wanted = match core.config.agent.reactions {
        Reactions::Off => false,
        Reactions::Direct => kind == ChatKind::Direct,
        Reactions::Everywhere => true,
    };
    let Ok(channel) = core.channels.get(&chat.channel) else { return };
    if !is_wanted || !(receipt.is_final() || has_room(core, channel.name())) {
        return;
    }
    let Some(Change { before, order }) = core.receipts.note(chat, message, receipt) else { return };
    let (core, channel, chat, message) = (core.clone(), channel.clone(), chat.clone(), message.clone());
    tokio::spawn(async move {
        let _turn = order.lock().await;
        while receipt.is_final() && !has_room(&core, channel.name()) {
            tokio::select! {
                () = core.clock.sleep(PAUSE) => {}
                () = core.shutdown.cancelled() => return,
            }
        }
        if let Err(error) = channel.react(&chat, &message, receipt, before).await {
            tracing::debug!(%error, "cannot show a receipt");
        }
    });
}

/// Takes room for a request unless it could delay a message. Returns false if there is no room.
fn has_room(core: &Core, channel: &str) -> bool {
    core.pace.take_spare(channel, core.clock.now())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_was_begun_is_ended_and_each_receipt_is_shown_once() {
        let receipts = Receipts::default();
        let chat = ChatRef { channel: "telegram".into(), chat: "42".into(), thread: None };
        let note = |message: &str, receipt| {
            receipts.note(&chat, &MessageId(message.to_owned()), receipt).map(|change| change.before)
        };
        assert_eq!(note("1", Receipt::Done), None);
        assert_eq!(note("1", Receipt::Seen), Some(None));
        assert_eq!(note("1", Receipt::Seen), None);
        assert!(receipts.has_open(&chat));
        assert_eq!(note("1", Receipt::Working), Some(Some(Receipt::Seen)));
        assert_eq!(note("1", Receipt::Failed), Some(Some(Receipt::Working)));
        assert!(!receipts.has_open(&chat));
        assert_eq!(note("1", Receipt::Working), None, "what has ended stays so");
        for message in 0..KNOWN {
            note(&format!("other {message}"), Receipt::Seen);
        }
        assert_eq!(note("1", Receipt::Seen), Some(None), "the oldest is forgotten");
    }
}
