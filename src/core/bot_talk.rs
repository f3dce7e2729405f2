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

    /// Returns whether an event of a bot will get no answer, without counting it.
    pub(crate) fn will_be_silent(&self, event: &Inbound, uptime: Duration) -> bool {
        if !event.sender.bot {
            return false;
        }
        let chats = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        chats.get(&place(&event.chat)).is_some_and(|count| {
            let is_new = count.last != event.external_id;
            uptime.saturating_sub(count.at) < PAUSE && count.messages + u32::from(is_new) > MOST_IN_A_ROW
        })
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

#[cfg(test)]
mod tests {
    use adjutant_channel::{ChatKind, Event, Heard, Sender};
    use chrono::DateTime;

    use super::*;

    fn event(number: u32, bot: bool) -> Inbound {
        Inbound {
            external_id: number.to_string(),
            chat: ChatRef { channel: "test".to_owned(), chat: "family".to_owned(), thread: None },
            chat_kind: ChatKind::Group,
            sender: Sender { bot, ..Sender::person("bob", "bob") },
            sent_at: DateTime::UNIX_EPOCH,
            opened_at: None,
            heard: Heard::Addressed,
            event: Event::Added,
        }
    }

    #[test]
    fn what_gets_no_answer_is_known_before_it_is_counted() {
        let (talk, at) = (BotTalk::default(), Duration::from_mins(1));
        for number in 1..=MOST_IN_A_ROW + 2 {
            let will_be_silent = talk.will_be_silent(&event(number, true), at);
            assert_eq!(will_be_silent, talk.count(&event(number, true), at) != Due::Answer, "{number}");
            assert_eq!(talk.will_be_silent(&event(number, true), at), will_be_silent, "{number}");
        }
        assert!(!talk.will_be_silent(&event(99, false), at));
        assert!(!talk.will_be_silent(&event(99, true), at + PAUSE));
    }
}
