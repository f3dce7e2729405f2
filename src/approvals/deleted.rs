//! A prompt whose message was deleted before the decision is posted again, once: a program that deletes the bot's
//! messages would delete it each time.

use adjutant_channel::{ChatRef, MessageId};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp};
use adjutant_store::{
    approvals::{self as rows, State},
    db::Tx,
    outbox as outbox_rows,
};
use adjutant_texts::approvals as texts;
use anyhow::Result;

use super::{close::POSTED_AGAIN, language_of};
use crate::{
    core::Core,
    outbox::{self, Address, Slot},
};

/// Posts a prompt again if this deleted message showed it and it waits for a decision.
pub async fn post_again(
    tx: &Tx,
    core: &Core,
    (chat, deleted): (&ChatRef, &MessageId),
    now: Timestamp,
) -> Result<()> {
    let Some(prompt) = outbox_rows::by_message(tx, chat, deleted).await? else { return Ok(()) };
    if !matches!(prompt.source, OutboxKey::Prompt(_)) {
        return Ok(());
    }
    let approvals = rows::of_prompt(tx, prompt.outbox_id).await?;
    let is_open = approvals.iter().any(|it| it.state == State::Pending && it.expires_at > now);
    let notices = OutboxKey::Reminder(prompt.outbox_id);
    let posted = outbox_rows::of_source(tx, &notices).await?;
    if !is_open || posted.iter().any(|row| row.segment == POSTED_AGAIN) {
        return Ok(());
    }
    outbox_rows::send_anew(tx, &prompt, now).await?;
    let to = Address::new(prompt.chat(), prompt.chat_kind);
    let said = language_of(tx, &approvals).await?.scope_sync(texts::posted_again);
    let slot = Slot { source: &notices, segment: POSTED_AGAIN };
    outbox::post_text(tx, &core.channels, slot, &to, said, now).await
}

#[cfg(test)]
mod tests {
    use adjutant_channel::{Event, MessageId};
    use chrono::TimeDelta;
    use insta::assert_snapshot;
    use serde_json::json;

    use crate::testing::{Room, call, deleted, group, id_of, lock, message};

    /// Lets alice ask for a note in a group, and returns the id of the prompt's message.
    async fn asked(room: &Room) -> MessageId {
        lock(&room.model.calls).push(call("memory_save", &json!({"content": "my shoe size is 38"})));
        room.happens("alice", &group("family"), 0, message("m1", "keep my shoe size")).await;
        room.rests().await;
        let prompt = id_of(lock(&room.channel.sent).last().unwrap());
        assert_snapshot!(room.sent().await, @"
        test:family: Remember: “my shoe size is 38”
        Where others read along, I ask before I change anything.
        Only alice or an approver can decide.
        ");
        prompt
    }

    /// Deletes a message of the bot a minute later, and returns what is posted.
    async fn gone(room: &Room, message: &MessageId) -> Vec<String> {
        room.clock.advance(TimeDelta::minutes(1));
        room.happens("", &group("family"), 0, deleted(&message.0)).await;
        room.sent().await.lines().map(str::to_owned).collect()
    }

    #[tokio::test]
    async fn a_deleted_prompt_is_posted_again_once() {
        let room = Room::new().await;
        let prompt = asked(&room).await;
        room.clock.advance(TimeDelta::minutes(1));
        room.happens("", &group("family"), 0, deleted(&prompt.0)).await;
        room.rests().await;
        let again = {
            let sent = lock(&room.channel.sent);
            assert!(!sent[0].content.buttons.is_empty());
            id_of(&sent[0])
        };
        assert_ne!(again, prompt, "the platform might take it for the deleted message");
        assert_snapshot!(room.sent().await, @"
        test:family: Remember: “my shoe size is 38”
        Where others read along, I ask before I change anything.
        Only alice or an approver can decide.
        test:family: ⏳ My message was deleted before anybody decided, so I have posted it again above. /approvals shows what waits, too.
        ");
        assert!(gone(&room, &prompt).await.is_empty(), "that message is known to be gone");
        assert!(
            gone(&room, &again).await.is_empty(),
            "whoever deletes each prompt gets no endless row of them"
        );
    }

    #[tokio::test]
    async fn what_is_no_open_prompt_is_not_posted_again() {
        let room = Room::new().await;
        let prompt = asked(&room).await;
        let stop = Event::Command {
            message_id: MessageId("m2".to_owned()),
            name: "stop".to_owned(),
            args: String::new(),
            handle: None,
            named: true,
        };
        room.happens("alice", &group("family"), 0, stop).await;
        room.rests().await;
        let answer = id_of(lock(&room.channel.sent).last().unwrap());
        room.sent().await;
        assert!(gone(&room, &prompt).await.is_empty(), "it was withdrawn");
        assert!(gone(&room, &answer).await.is_empty());
    }
}
