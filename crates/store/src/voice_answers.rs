//! Answers that are to be spoken: each row holds the spoken text until the voice message is in the outbox. The row of
//! the answer's text gives the chat.

use adjutant_channel::{ChatKind, ChatRef};
use adjutant_domain::{outbox_key::OutboxKey, timestamp::Timestamp, wake::Wake};
use anyhow::Result;
use serde::Deserialize;

use crate::{
    db::{Tx, params},
    sessions,
};

/// An answer that is to be spoken.
#[derive(Clone, Debug)]
pub struct VoiceAnswer {
    /// The answer's text in the outbox.
    pub source: OutboxKey,
    pub segment: i64,
    /// The spoken text.
    pub text: String,
    pub created_at: Timestamp,
    /// The chat in which the text ends; `None` if it is not delivered any more.
    pub place: Option<(ChatRef, ChatKind)>,
}

/// Adds an answer.
pub async fn add(tx: &Tx, (source, segment): (&OutboxKey, i64), text: &str, now: Timestamp) -> Result<()> {
    tx.execute(
        "INSERT INTO voice_answers (source, segment, text, created_at) VALUES (?1, ?2, ?3, ?4)",
        params![source, segment, text, now],
    )
    .await?;
    tx.wake(Wake::VoiceAnswers);
    Ok(())
}

/// Returns the answers that are to be spoken, oldest first, at most `limit`.
pub async fn list(tx: &Tx, limit: i64) -> Result<Vec<VoiceAnswer>> {
    let rows: Vec<Row> = tx
        .all(
            "SELECT v.source, v.segment, v.text, v.created_at, o.channel, o.chat, o.thread, o.chat_kind
             FROM voice_answers v LEFT JOIN outbox o ON o.source = v.source AND o.segment = v.segment
                 AND o.state <> 'dead' AND o.part = (SELECT max(last.part) FROM outbox last
                     WHERE last.source = v.source AND last.segment = v.segment)
             ORDER BY v.created_at LIMIT ?1
             -- scan: rows stay for seconds",
            [limit],
        )
        .await?;
    Ok(rows.into_iter().map(Row::read).collect())
}

/// Removes an answer. Returns false if it was removed before.
pub async fn remove(tx: &Tx, source: &OutboxKey, segment: i64) -> Result<bool> {
    let removed =
        tx.execute("DELETE FROM voice_answers WHERE source = ?1 AND segment = ?2", params![source, segment]);
    Ok(removed.await? > 0)
}

#[derive(Deserialize)]
struct Row {
    source: OutboxKey,
    segment: i64,
    text: String,
    created_at: Timestamp,
    channel: Option<String>,
    chat: Option<String>,
    thread: Option<String>,
    chat_kind: Option<ChatKind>,
}

impl Row {
    fn read(self) -> VoiceAnswer {
        let Self { source, segment, text, created_at, channel, chat, thread, chat_kind } = self;
        let place = match (channel, chat, chat_kind) {
            (Some(channel), Some(chat), Some(kind)) => {
                Some((sessions::place(&channel, &chat, &thread.unwrap_or_default()), kind))
            }
            _ => None,
        };
        VoiceAnswer { source, segment, text, created_at, place }
    }
}

#[cfg(test)]
mod tests {
    use adjutant_channel::Content;

    use super::*;
    use crate::{
        outbox::{self, Post},
        testing::{Store, chat},
    };

    #[tokio::test]
    async fn an_answer_is_spoken_where_its_text_ends_and_once() {
        let store = Store::new().await;
        let (_, session) = store.person("alice").await;
        let (turn, ..) = store.turn(&session, &[]).await;
        let (source, other) =
            (OutboxKey::Turn(turn), ChatRef { thread: Some("7".to_owned()), ..chat("alice") });
        let (text, topic) = (source.clone(), other.clone());
        store
            .write(async move |tx| {
                let now = Timestamp::EPOCH;
                add(tx, (&text, 1), "Oats.", now).await?;
                for (part, place) in [(0, &chat("alice")), (1, &topic)] {
                    let post = Post {
                        source: &text,
                        segment: 1,
                        part,
                        chat: place,
                        chat_kind: ChatKind::Group,
                        reply_to: None,
                        content: &Content::default(),
                    };
                    outbox::post(tx, &post, now).await?;
                }
                Ok(())
            })
            .await;
        let listed = store.read(async |tx| list(tx, 9).await).await;
        let [answer] = &listed[..] else { panic!("{listed:?}") };
        assert_eq!((answer.text.as_str(), &answer.place), ("Oats.", &Some((other, ChatKind::Group))));
        let gone = source.clone();
        store.write(async move |tx| outbox::remove(tx, &gone).await).await;
        assert_eq!(store.read(async |tx| list(tx, 9).await).await[0].place, None);
        let removed =
            store.write(async move |tx| Ok([remove(tx, &source, 1).await?, remove(tx, &source, 1).await?]));
        assert_eq!(removed.await, [true, false]);
    }
}
