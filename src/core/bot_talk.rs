//! How many messages of other bots have come in a row in each chat, since a person wrote there. Two bots that answer
//! each other would never stop. The counts are in memory: after a restart they begin again.

use std::{
    collections::HashMap,
    sync::{Mutex, PoisonError},
    time::Duration,
};

use adjutant_channel::{ChatRef, Inbound};

/// How many messages of bots in a row are answered in a chat.
pub(crate) const MOST_IN_A_ROW: u32 = 6;
/// After a pause this long, the count begins again. Bots that answer each other make none, and a bot that reports
/// something now and then is always answered.
const PAUSE: Duration = Duration::from_mins(10);

/// The chats with messages of bots, each with its channel.
#[derive(Default)]
pub(crate) struct BotTalk(Mutex<HashMap<(String, String), Count>>);

#[derive(Default)]
struct Count {
    messages: u32,
    /// The id of the last counted event: a transaction that runs again counts it once.
    last: String,
    /// The process's uptime when that event came.
    at: Duration,
}

/// The handling of a bot's message.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Due {
    Answer,
    /// The first message beyond [`MOST_IN_A_ROW`]: a line says that no answer follows.
    Notice,
    Silence,
}

impl BotTalk {
    /// Counts a message of a bot.
    pub(crate) fn count(&self, event: &Inbound, uptime: Duration) -> Due {
        let mut chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.retain(|_, count| uptime.saturating_sub(count.at) < PAUSE);
        let count = chats.entry(place(&event.chat)).or_default();
        if count.last != event.external_id {
            count.messages += 1;
            event.external_id.clone_into(&mut count.last);
        }
        count.at = uptime;
        match count.messages {
            ..=MOST_IN_A_ROW => Due::Answer,
            messages if messages == MOST_IN_A_ROW + 1 => Due::Notice,
            _ => Due::Silence,
        }
    }

    /// Begins a chat's count again, after a message of a person.
    pub(crate) fn reset(&self, chat: &ChatRef) {
        self.0.lock().unwrap_or_else(PoisonError::into_inner).remove(&place(chat));
    }
}

/// Returns the place whose messages count together: on Discord a channel with its threads, whose ids begin with the
/// channel's. Each answer may be in a thread of its own.
fn place(chat: &ChatRef) -> (String, String) {
    let whole = chat.chat.split('/').next().unwrap_or_default();
    (chat.channel.clone(), whole.to_owned())
}
