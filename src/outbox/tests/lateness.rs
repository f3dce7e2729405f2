//! Results of schedules that are delivered later than they were ready.

use adjutant_channel::{Content, Rich};
use adjutant_domain::{ids::RunId, language::Language};
use adjutant_store::{people, runs, testing};
use chrono::TimeDelta;

use super::*;
use crate::testing::MESSAGE;

/// Posts the result of a run of alice's, and returns its key.
async fn result(room: &Room, id: &'static str, text: &str) -> OutboxKey {
    let schedule = room.reminds("alice", &direct("alice"), id).await;
    let (core, user, now) = (room.core.clone(), room.alice.user_id.clone(), room.core.clock.timestamp());
    let (run, text) = (RunId(id.to_owned()), text.to_owned());
    let source = OutboxKey::from(&run);
    let posted = source.clone();
    let post = async move |tx: &SyncedTx| {
        runs::insert(tx, &run, testing::run(&schedule, &user, now), now).await?;
        let to = Address::new(chat("alice"), ChatKind::Direct);
        post_text(tx, &core.channels, Slot::first(&posted), &to, &text, now).await
    };
    room.store.write(post).await;
    source
}

fn minutes_pass(room: &Room, minutes: i64) {
    room.clock.advance(TimeDelta::minutes(minutes));
}

#[tokio::test]
async fn a_result_that_comes_late_says_for_when_it_was_and_its_edits_say_the_same() {
    let room = Room::new().await;
    result(&room, "run-on-time", "stretch").await;
    room.clock.advance(TimeDelta::seconds(59));
    assert_eq!(room.sent().await, "test:alice: stretch");

    let source = result(&room, "run-late", "breathe").await;
    minutes_pass(&room, 160);
    assert_eq!(room.sent().await, "test:alice: This is from Fri 1 May, 08:00 and comes late:\nbreathe");

    let user = room.alice.user_id.clone();
    let edit = async move |tx: &SyncedTx| {
        people::set_language(tx, &user, Some(Language::German)).await?;
        let row = rows::of_source(tx, &source).await?.remove(0);
        let before = row.content()?;
        let body = Rich::builder().rich(&before.body).text(" Done.").build();
        rows::update_content(tx, row.outbox_id, &Content { body, ..before }).await
    };
    room.store.write(edit).await;
    room.rests().await;
    let edited = lock(&room.channel.edited).pop().unwrap().body.text;
    assert_eq!(edited, "This is from Fri 1 May, 08:00 and comes late:\nbreathe Done.");
}

#[tokio::test]
async fn a_late_result_that_may_be_a_repeat_says_both_once() {
    let room = Room::new().await;
    result(&room, "run-1", "breathe").await;
    minutes_pass(&room, 2);
    lock(&room.channel.fails).push_back(SendError::NotSent("offline".to_owned()));
    lock(&room.channel.fails).push_back(SendError::Unknown("cut".to_owned()));
    let delivered = tokio::spawn({
        let core = room.core.clone();
        async move { deliver_chat(core, chat("alice")).await }
    });
    while !delivered.is_finished() {
        for _ in 0..100 {
            tokio::task::yield_now().await;
        }
        room.clock.advance(TimeDelta::seconds(1));
    }
    let late = "This is from Fri 1 May, 08:00 and comes late:\nbreathe";
    assert_eq!(room.sent().await, format!("test:alice: ↻ This may be a repeat:\n{late}"));
    let searched = lock(&room.channel.searched).pop().unwrap();
    assert_eq!(searched.message.content.body.text, late);
}

#[tokio::test]
async fn an_answer_says_nothing_of_it_and_a_full_message_leaves_it_to_the_next() {
    let room = Room::new().await;
    let core = room.core.clone();
    let answer = async move |tx: &SyncedTx| {
        let to = Address::new(chat("alice"), ChatKind::Direct);
        post_text(tx, &core.channels, Slot::first(&OutboxKey::parse("turn-1")), &to, "Hello.", NOW).await
    };
    room.store.write(answer).await;
    minutes_pass(&room, 10);
    assert_eq!(room.sent().await, "test:alice: Hello.");

    let text = "x".repeat(MESSAGE + 60);
    result(&room, "run-long", &text).await;
    minutes_pass(&room, 10);
    let (full, rest) = text.split_at(MESSAGE);
    let late = "This is from Fri 1 May, 08:10 and comes late:";
    assert_eq!(room.sent().await, format!("test:alice: {full}\ntest:alice: {late}\n{rest}"));
}
