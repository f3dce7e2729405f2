use std::{
    future::pending,
    sync::{Arc, atomic::Ordering},
};

use adjutant_channel::{ChatKind, Outgoing};
use adjutant_store::testing::{NOW, chat};
use chrono::TimeDelta;
use tokio::sync::Semaphore;

use super::*;
use crate::{
    core::Handlers,
    testing::{Room, command, direct, group, lock, message},
};

mod in_doubt;
mod lateness;

/// Returns a text of this many lines, each of which takes a message of its own.
fn long(messages: usize) -> String {
    let line = |number| format!("{number}. {}", "x".repeat(120));
    (1..=messages).map(line).collect::<Vec<_>>().join("\n\n")
}

/// Returns the sent messages and their form: a file by its name and size.
async fn shown(room: &Room) -> String {
    room.rests().await;
    let sent = std::mem::take(&mut *lock(&room.channel.sent));
    let line = |message: &Outgoing| {
        let file = message.content.media.as_ref().map(|media| {
            let content = std::fs::read_to_string(&media.path).unwrap();
            format!("[{}: {} bytes]", media.name, content.len())
        });
        let reply = message.reply_to.as_ref().map(|id| format!(" (to {id})")).unwrap_or_default();
        format!("{}{reply}: {}{}", message.chat, message.content.body.text, file.unwrap_or_default())
    };
    sent.iter().map(line).collect::<Vec<_>>().join("\n")
}

#[tokio::test]
async fn a_chat_that_is_stuck_holds_up_no_other() {
    let room = Room::new().await;
    let gate = Arc::new(Semaphore::new(0));
    *lock(&room.channel.held) = Some((chat("alice"), gate.clone()));
    let channels = room.core.channels.clone();
    room.store
        .write(async move |tx| {
            for name in ["alice", "bob"] {
                let to = Address::new(chat(name), ChatKind::Direct);
                post_text(tx, &channels, Slot::first(&OutboxKey::parse(name)), &to, "Hello.", NOW).await?;
            }
            Ok(())
        })
        .await;
    let stuck = tokio::spawn(deliver_chat(room.core.clone(), chat("alice")));
    deliver_chat(room.core.clone(), chat("bob")).await;
    assert!(!stuck.is_finished());
    assert_eq!(lock(&room.channel.sent).iter().map(|it| it.chat.chat.as_str()).collect::<Vec<_>>(), ["bob"]);
    gate.add_permits(1);
    stuck.await.unwrap();
    assert_eq!(room.sent().await, "test:bob: Hello.\ntest:alice: Hello.");
}

/// Returns handlers that do nothing.
fn nobody() -> Handlers {
    Handlers {
        session: |_, _| Box::pin(pending()),
        chat: |_, _| Box::pin(pending()),
        place_lost: |_, _, _, _, _| Box::pin(async { Ok(()) }),
    }
}

/// Posts a message to alice that nobody delivers, and returns its row.
async fn posted(room: &Room) -> Row {
    room.core.register(nobody());
    let core = room.core.clone();
    let posted = room.store.write(async move |tx| {
        let to = Address::new(chat("alice"), ChatKind::Direct);
        let source = OutboxKey::parse("alice");
        post_text(tx, &core.channels, Slot::first(&source), &to, "Hello.", NOW).await?;
        rows::next(tx, &to.chat, &core.process, NOW).await
    });
    let Next::Deliver(row) = posted.await else { panic!("it is next") };
    *row
}

/// Begins to send a message in alice's chat.
async fn begin_to_send(room: &Room, row: &Row) {
    let (core, to) = (room.core.clone(), Address::new(chat("alice"), ChatKind::Direct));
    let (id, alice) = (row.outbox_id, room.alice.user_id.clone());
    room.store.write(async move |tx| begin_send(tx, &core, (id, &alice), &to, NOW).await).await;
}

#[tokio::test]
async fn a_send_that_another_transaction_begins_meanwhile_is_made() {
    let room = Room::new().await;
    let row = posted(&room).await;
    begin_to_send(&room, &row).await;
    let channel = room.core.channels.get("test").unwrap().clone();
    let mut doubts = Doubts::default();
    attempt(&room.core, &channel, row, &mut doubts).await.unwrap();
    deliver_next(&room.core, &channel, &chat("alice"), &mut doubts).await.unwrap();
    assert_eq!(lock(&room.channel.sent).len(), 1);
}

#[tokio::test]
async fn a_sender_that_hung_overwrites_nothing() {
    let room = Room::new().await;
    let id = posted(&room).await.outbox_id;
    let gate = Arc::new(Semaphore::new(0));
    *lock(&room.channel.held) = Some((chat("alice"), gate.clone()));
    let hung = tokio::spawn(deliver_chat(room.core.clone(), chat("alice")));
    let now = async || room.store.read(async move |tx| Ok(rows::get(tx, id).await?.unwrap())).await;
    while !now().await.is_sent_by(&room.core.process) {
        tokio::task::yield_now().await;
    }
    let other = room.store.other_process();
    room.store
        .write(async move |tx| {
            let row = rows::get(tx, id).await?.unwrap();
            assert!(rows::requeue_as_repeat(tx, row.claim()).await?);
            let row = rows::claim(tx, &rows::get(tx, id).await?.unwrap(), &other, NOW).await?.unwrap();
            rows::delivered(tx, row.claim(), &MessageId("of another".to_owned()).into(), NOW).await
        })
        .await;
    gate.add_permits(1);
    hung.await.unwrap();
    assert_eq!(lock(&room.channel.sent).len(), 1, "the send took effect");
    assert_eq!(now().await.message_id.as_deref(), Some("of another"));
}

#[tokio::test]
async fn what_a_process_that_is_gone_was_sending_follows_its_chat() {
    let room = Room::new().await;
    let row = posted(&room).await;
    let (id, gone) = (row.outbox_id, room.store.other_process());
    room.store.write(async move |tx| rows::claim(tx, &row, &gone, NOW).await.map(drop)).await;
    lock(&room.channel.found).push_back(Err(SendError::Migrated("new".to_owned())));
    room.clock.advance(TimeDelta::minutes(5));
    let channel = room.core.channels.get("test").unwrap().clone();
    let mut doubts = Doubts::default();
    assert!(deliver_next(&room.core, &channel, &chat("alice"), &mut doubts).await.unwrap());
    let row = room.store.read(async move |tx| Ok(rows::get(tx, id).await?.unwrap())).await;
    assert_eq!((row.chat(), row.is_in_doubt()), (chat("new"), true));
    assert!(!deliver_next(&room.core, &channel, &chat("alice"), &mut doubts).await.unwrap());
}

#[tokio::test]
async fn at_the_end_of_the_process_only_what_is_claimed_and_the_last_answers_are_sent() {
    let room = Room::new().await;
    posted(&room).await;
    room.core.shutdown.cancel();
    deliver_chat(room.core.clone(), chat("alice")).await;
    assert!(lock(&room.channel.sent).is_empty(), "the next process sends it");

    let room = Room::new().await;
    let row = posted(&room).await;
    begin_to_send(&room, &row).await;
    room.core.shutdown.cancel();
    room.core.cut_off.cancel();
    deliver_chat(room.core.clone(), chat("alice")).await;
    assert_eq!(lock(&room.channel.sent).len(), 1);

    let room = Room::new().await;
    let row = posted(&room).await;
    room.core.note_answer(row.source);
    room.core.shutdown.cancel();
    deliver_chat(room.core.clone(), chat("alice")).await;
    assert_eq!(lock(&room.channel.sent).len(), 1, "a turn gave it just before");
}

#[tokio::test]
async fn an_answer_of_too_many_messages_is_its_beginning_and_a_file() {
    let room = Room::new().await;
    let answer = long(4);
    *lock(&room.model.answers) = vec![long(3), answer.clone()];
    room.happens("alice", &direct("alice"), 0, message("m1", "tell me")).await;
    assert_eq!(shown(&room).await.lines().filter(|line| line.starts_with("test:")).count(), 3);
    room.happens("alice", &direct("alice"), 0, message("m2", "all of it")).await;
    insta::assert_snapshot!(shown(&room).await, @"
    test:alice: 1. xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

    … The whole answer is in the file.
    test:alice: [answer.md: 498 bytes]
    ");
    assert_eq!(answer.len(), 498);
}

#[tokio::test]
async fn an_answer_that_cannot_be_kept_goes_as_messages() {
    let room = Room::new().await;
    let own = room.files.path().join(room.alice.user_id.as_str());
    std::fs::create_dir(&own).unwrap();
    std::fs::write(own.join(".outbox"), "not a folder").unwrap();
    *lock(&room.model.answers) = vec![long(5)];
    room.happens("alice", &direct("alice"), 0, message("m1", "tell me")).await;
    assert_eq!(shown(&room).await.lines().filter(|line| line.starts_with("test:")).count(), 5);
}

#[tokio::test]
async fn in_a_group_a_long_answer_goes_on_in_a_thread_at_the_question() {
    let room = Room::new().await;
    room.channel.threads.store(true, Ordering::Relaxed);
    *lock(&room.model.answers) = vec!["Short.".to_owned(), long(2), long(9)];
    for id in ["m1", "m2", "m3"] {
        room.happens("alice", &group("family"), 0, message(id, "tell me")).await;
        room.rests().await;
    }
    insta::assert_snapshot!(shown(&room).await, @"
    test:family (to m1): Short.
    test:family (to m2): 1. xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    test:family/m2: 2. xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx
    test:family (to m3): 1. xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx

    … The whole answer is in the file.
    test:family/m3: [answer.md: 1123 bytes]
    ");
    room.happens("alice", &direct("alice"), 0, message("m4", "tell me")).await;
    *lock(&room.model.answers) = vec![long(2)];
    assert!(!shown(&room).await.contains('/'), "a direct chat has no threads");
}

#[tokio::test]
async fn the_answer_to_a_command_has_its_handle() {
    let room = Room::new().await;
    for (number, name) in ["help", "approvals", "new"].into_iter().enumerate() {
        let handle = format!("handle-{number}");
        room.happens("alice", &direct("alice"), 0, command(&format!("m{number}"), name, &handle)).await;
    }
    room.rests().await;
    let sent = lock(&room.channel.sent);
    let answers = sent.iter().filter(|message| message.part == 0);
    let handles: Vec<_> = answers.filter_map(|message| message.handle.as_deref()).collect();
    assert_eq!(handles, ["handle-0", "handle-1", "handle-2"]);
    let help = sent.iter().filter(|message| message.handle.as_deref() == Some("handle-0"));
    assert!(help.count() > 1, "/help has several messages, and all belong to the answer");
}
