//! Messages of other bots: after some in a row without a person's, the bot stays silent to them.

use std::sync::Arc;

use adjutant_channel::{Event, Inbound};
use adjutant_domain::timestamp::Timestamp;
use adjutant_store::db::Tx;
use adjutant_texts::limits as texts;
use anyhow::Result;

use crate::{
    core::{
        Core,
        bot_talk::{Due, MOST_IN_A_ROW},
    },
    outbox,
};

/// Counts a message of a bot, and returns whether it gets no answer. A message of a person begins the count again.
pub(super) async fn gets_silence(tx: &Tx, core: &Arc<Core>, event: &Inbound, now: Timestamp) -> Result<bool> {
    if !matches!(event.event, Event::Message { .. } | Event::Command { .. }) {
        return Ok(false);
    }
    if !event.sender.bot {
        core.bot_talk.reset(&event.chat);
        return Ok(false);
    }
    let due = core.bot_talk.count(event, core.clock.uptime());
    if due == Due::Notice {
        tracing::warn!(
            chat = %event.chat,
            messages = MOST_IN_A_ROW,
            "stopped answering bots in a chat until a person writes there"
        );
        outbox::answer(tx, core, event, &texts::bots_in_a_row(MOST_IN_A_ROW), now).await?;
    }
    Ok(due != Due::Answer)
}

#[cfg(test)]
mod tests {
    use adjutant_channel::{ChatKind, Gateway as _, Heard, Sender};
    use adjutant_domain::clock::Clock as _;
    use chrono::TimeDelta;
    use insta::assert_snapshot;

    use crate::{
        chat::ingest::Ingest,
        testing::{Room, group, message},
    };

    use super::*;

    /// Sends a message of a bot, whom the room knows as Bob, in a group or one of its threads.
    async fn bot_says(room: &Room, number: u32, place: &str) {
        let event = Inbound {
            external_id: format!("bot-{number}"),
            chat: group(place).chat,
            chat_kind: ChatKind::Group,
            sender: Sender { bot: true, ..Sender::person("bob", "bob") },
            sent_at: room.clock.now(),
            opened_at: None,
            heard: Heard::Addressed,
            event: message(&format!("b{number}"), "and you?"),
        };
        Ingest(room.core.clone()).accept(event).await.unwrap();
    }

    #[tokio::test]
    async fn bots_are_not_answered_for_ever() {
        let room = Room::new().await;
        for number in 1..=6 {
            // A thread counts with its channel.
            bot_says(&room, number, if number % 2 == 0 { "family/7" } else { "family" }).await;
            assert!(room.sent().await.ends_with(": Well."), "{number}");
        }
        bot_says(&room, 7, "family").await;
        bot_says(&room, 8, "family").await;
        bot_says(&room, 9, "family/8").await;
        assert_snapshot!(room.sent().await, @"test:family: I have answered 6 messages of bots here in a row. I stay silent to bots until a person writes to me here, or the bots pause for ten minutes.");
        bot_says(&room, 10, "friends").await;
        assert_eq!(room.sent().await, "test:friends: Well.", "another chat has a count of its own");

        room.happens("alice", &group("family"), 0, message("m1", "what is going on?")).await;
        bot_says(&room, 11, "family").await;
        assert_eq!(room.sent().await, "test:family: Well.\ntest:family: Well.");
    }

    #[tokio::test]
    async fn bots_that_pause_are_answered_again() {
        let room = Room::new().await;
        for number in 1..=8 {
            bot_says(&room, number, "family").await;
        }
        room.sent().await;
        room.clock.advance(TimeDelta::minutes(10));
        bot_says(&room, 9, "family").await;
        assert_eq!(room.sent().await, "test:family: Well.");
    }
}
