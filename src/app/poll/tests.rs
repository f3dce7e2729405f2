use std::future::pending;

use adjutant_domain::ids::SessionId;

use super::*;
use crate::{
    app::register_handlers,
    core::Handlers,
    testing::{Room, direct, lock, message},
};

/// More people than one poll wakes sessions, each with a waiting message in both directions. Their names sort before
/// all others.
const CROWD: [&str; 4] = [
    "WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 600)
     INSERT INTO users (user_id, role, name, created_at) SELECT 'crowd-' || i, 'member', 'crowd', 0 FROM n",
    "INSERT INTO sessions (session_id, kind, channel, chat, thread, chat_kind, user_id, created_at)
     SELECT user_id, 'chat', 'test', user_id, '', 'direct', user_id, 0 FROM users WHERE name = 'crowd'",
    "INSERT INTO inbox (channel, external_id, chat, kind, body, state, session_id, user_id, sent_at, received_at)
     SELECT 'test', user_id, user_id, 'message', '{}', 'waiting', user_id, user_id, 0, 0
     FROM users WHERE name = 'crowd'",
    "INSERT INTO outbox (source, segment, part, channel, chat, thread, chat_kind, content, state, created_at)
     SELECT user_id, 0, 0, 'test', user_id, '', 'direct', '{}', 'pending', 0 FROM users WHERE name = 'crowd'",
];

async fn gather(room: &Room) {
    for sql in CROWD {
        room.store.write(async move |tx| tx.execute(sql, ()).await).await;
    }
}

#[tokio::test]
async fn the_poll_finds_all_work_though_every_wake_up_is_lost() {
    let room = Room::new().await;
    room.store.db.wakes().hear(drop);
    register_handlers(&room.core);
    *lock(&room.model.answers) = vec!["Good evening.".to_owned(), "At eight.".to_owned()];
    for (said, answer) in [("hello", "Good evening."), ("when is dinner?", "At eight.")] {
        lock(&room.channel.sent).clear();
        room.happens("alice", &direct("alice"), 0, message(said, said)).await;
        while lock(&room.channel.sent).is_empty() {
            look_for_work(&room.core).await;
            tokio::task::yield_now().await;
        }
        assert_eq!(lock(&room.channel.sent)[0].content.body.text, answer);
    }
}

#[tokio::test]
async fn sessions_that_are_stuck_hide_neither_others_nor_a_stop() {
    let room = Room::new().await;
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    gather(&room).await;
    // Started work never ends.
    room.core.register(Handlers {
        session: |_, _| Box::pin(pending()),
        chat: |_, _| Box::pin(pending()),
        place_lost: |_, _, _, _, _| Box::pin(async { Ok(()) }),
    });
    for _ in 0..2 {
        look_for_work(&room.core).await;
    }
    let at_work = (room.core.sessions.keys().len(), room.core.chats.keys().len());
    assert_eq!(at_work, (601, 600), "the second poll finds those that the first had no place for");
}

#[tokio::test]
async fn a_stop_reaches_the_turn_that_runs_here_whatever_else_waits() {
    let room = Room::new().await;
    gather(&room).await;
    let (_, session) = room.store.person("zoe").await;
    let (turn, _, _) = room.store.turn(&session, &[]).await;
    let running = room.core.stop_token(&session.session_id, &turn);
    let stopped: SessionId = session.session_id.clone();
    room.store.write(async move |tx| turns::request_cancel(tx, &stopped).await).await;
    look_for_work(&room.core).await;
    assert!(running.token.is_cancelled());
}
