use adjutant_domain::ids::{NoteId, UserId};
use adjutant_memory as memory;
use adjutant_store::{db::SyncedTx, notes::Source, testing::NOW};
use chrono::TimeDelta;
use serde_json::json;

use crate::{
    chat::notes::change,
    testing::{Room, call, command, direct, lock, message},
};

const MINUTE: TimeDelta = TimeDelta::minutes(1);

/// Alice says something, and a minute passes.
async fn says(room: &Room, text: &str) {
    room.happens("alice", &direct("alice"), 0, message(text, text)).await;
    room.rests().await;
    room.clock.advance(MINUTE);
}

/// The model saves a note for Alice's next message.
fn saves(room: &Room, content: &str) {
    lock(&room.model.calls).push(call("memory_save", &json!({ "content": content })));
}

/// Summarises Alice's conversation. The model finds one fact in it.
async fn compacts(room: &Room, fact: &str, said: &str) {
    let fact = json!({ "fact": fact, "said": said });
    *lock(&room.model.answers) = vec![format!("They talked.\n\nFACTS:\n{fact}")];
    room.happens("alice", &direct("alice"), 0, command(said, "compact", "handle")).await;
    room.rests().await;
    assert!(lock(&room.model.answers).is_empty(), "a summary was written");
}

/// Returns Alice's only note.
async fn only_note(room: &Room) -> (UserId, NoteId) {
    let id = room.store.read(async |tx| tx.value("SELECT note_id AS value FROM notes", ()).await).await;
    (room.alice.user_id.clone(), id.unwrap())
}

/// Returns all notes, each with the minute of the test that it is from.
async fn notes(room: &Room) -> String {
    let sql =
        "SELECT coalesce(group_concat(content || ' (' || ((created_at - ?1) / 60000) || ')', ' '), '') AS value
               FROM notes";
    room.store.read(async |tx| tx.value(sql, [NOW.as_millis()]).await).await.unwrap()
}

#[tokio::test]
async fn a_deleted_note_does_not_come_back_with_the_summary() {
    let room = Room::new().await;
    saves(&room, "The alarm code is QUOKKA-31.");
    says(&room, "please remember that the alarm code is QUOKKA-31").await;
    assert_eq!(notes(&room).await, "The alarm code is QUOKKA-31. (0)");
    let ((user, id), now) = (only_note(&room).await, room.core.clock.timestamp());
    room.store.write(async move |tx| change::forget(tx, &user, &id, now).await).await;
    compacts(&room, "The person's alarm code is QUOKKA-31.", "the alarm code is QUOKKA-31").await;
    assert_eq!(notes(&room).await, "");

    room.clock.advance(MINUTE);
    says(&room, "The code is QUOKKA-32 now.").await;
    compacts(&room, "The person's alarm code is QUOKKA-32.", "The code is QUOKKA-32").await;
    assert_eq!(
        notes(&room).await,
        "The person's alarm code is QUOKKA-32. (2)",
        "it was said after the deletion"
    );
}

#[tokio::test]
async fn a_replaced_note_does_not_come_back_with_the_summary() {
    let room = Room::new().await;
    saves(&room, "The person lives in Berlin.");
    says(&room, "I live in Berlin").await;
    let ((user, id), now) = (only_note(&room).await, room.core.clock.timestamp());
    let replaced = async move |tx: &SyncedTx| {
        memory::update(tx, &user, &id, "Home is at sea.", None, &Source::default(), now).await
    };
    assert!(room.store.write(replaced).await);
    compacts(&room, "The person lives in Berlin.", "I live in Berlin").await;
    assert_eq!(notes(&room).await, "Home is at sea. (0)");
}

#[tokio::test]
async fn a_fact_that_a_newer_note_corrects_is_not_saved() {
    let room = Room::new().await;
    says(&room, "I live in Berlin and it is nice").await;
    saves(&room, "The person lives in Lyon since today.");
    says(&room, "I moved to Lyon today").await;
    compacts(&room, "The person lives in Berlin.", "I live in Berlin").await;
    assert_eq!(notes(&room).await, "The person lives in Lyon since today. (1)");
}

#[tokio::test]
async fn a_note_from_a_summary_has_the_time_of_the_words() {
    let room = Room::new().await;
    saves(&room, "The person lives in Lyon.");
    says(&room, "I live in Lyon").await;
    says(&room, "My sister is called Bea.").await;
    room.clock.advance(TimeDelta::days(3));
    compacts(&room, "The person's sister is called Bea.", "My sister is called Bea").await;
    assert_eq!(notes(&room).await, "The person lives in Lyon. (0) The person's sister is called Bea. (1)");
}
