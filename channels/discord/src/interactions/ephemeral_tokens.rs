//! The tokens that ephemeral messages are edited with: the routes of their channel do not reach them.

use std::{
    collections::VecDeque,
    sync::{Arc, Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::MessageId;
use tokio::time::Instant;

/// How many tokens are kept.
const MAX_MESSAGES: usize = 1_000;
/// How long Discord accepts a token.
const LIFETIME: Duration = Duration::from_secs(15 * 60);

/// The newest token of each ephemeral message. Cheap to clone; clones share one store.
///
/// Deliberately not `Debug`: holds tokens.
#[derive(Clone, Default)]
pub(crate) struct EphemeralTokens(Arc<Mutex<VecDeque<Ephemeral>>>);

struct Ephemeral {
    message: MessageId,
    token: String,
    since: Instant,
}

impl EphemeralTokens {
    /// Stores the token of an interaction that created the message, or was made below it.
    pub(crate) fn insert(&self, message: &MessageId, token: &str) {
        let mut known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        known.retain(|it| it.message != *message && it.since.elapsed() < LIFETIME);
        if known.len() == MAX_MESSAGES {
            known.pop_front();
        }
        known.push_back(Ephemeral {
            message: message.clone(),
            token: token.to_owned(),
            since: Instant::now(),
        });
    }

    /// Returns the token that edits the message, if the message is ephemeral.
    pub(crate) fn get(&self, message: &MessageId) -> Option<String> {
        let known = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let found = known.iter().find(|it| it.message == *message && it.since.elapsed() < LIFETIME);
        found.map(|it| it.token.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn the_newest_token_holds_for_a_quarter_of_an_hour() {
        let tokens = EphemeralTokens::default();
        let message = MessageId("1".into());
        tokens.insert(&message, "a");
        tokio::time::advance(LIFETIME / 2).await;
        tokens.insert(&message, "b");
        tokio::time::advance(LIFETIME / 2).await;
        assert_eq!(tokens.get(&message).as_deref(), Some("b"));
        tokio::time::advance(LIFETIME / 2).await;
        assert_eq!(tokens.get(&message), None);
    }

    #[test]
    fn the_oldest_are_forgotten() {
        let tokens = EphemeralTokens::default();
        for number in 0..=MAX_MESSAGES {
            tokens.insert(&MessageId(number.to_string()), "t");
        }
        assert_eq!(tokens.get(&MessageId("0".into())), None);
        assert!(tokens.get(&MessageId("1".into())).is_some());
    }
}
