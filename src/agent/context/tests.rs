use adjutant_domain::ids::NoteId;
use adjutant_memory as memory;
use adjutant_store::{db::SyncedTx, notes::Source};
use serde_json::json;

use crate::testing::{Place, Room, call, command, direct, group, lock, message};

const WIFI: &str = "The wifi code is 4711.";

/// Sends a message and returns the last request to the model.
async fn says(room: &Room, whose: &str, place: &Place, id: &str, text: &str) -> String {
    room.happens(whose, place, 0, message(id, text)).await;
    room.rests().await;
    room.conversation()
}

/// Saves a note from one of Alice's conversations.
async fn keep(room: &Room, place: &Place, id: &'static str, content: &'static str) {
    room.happens("alice", place, 0, message(&format!("before-{id}"), "hello")).await;
    room.rests().await;
    let (user, chat, kind) = (room.alice.user_id.clone(), place.chat.clone(), place.kind);
    let now = room.core.clock.timestamp();
    let save = async move |tx: &SyncedTx| {
        let session = adjutant_store::sessions::open(tx, &chat, kind, &user, now).await?;
        let source = Source { session_id: Some(session.session_id), message_id: None, ..Source::default() };
        memory::save(tx, &user, NoteId(id.into()), (content, vec![]), source, now).await
    };
    room.store.write(save).await;
}

#[tokio::test]
async fn a_note_is_offered_in_a_new_conversation_right_before_the_message() {
    let room = Room::new().await;
    keep(&room, &direct("alice"), "note-wifi", WIFI).await;
    room.happens("alice", &direct("alice"), 0, command("m1", "new", "handle")).await;
    let given = says(&room, "alice", &direct("alice"), "m2", "what is the wifi code?").await;
    let (note, said) = given.split_once("\nuser: ").unwrap();
    assert_eq!(said, "what is the wifi code?");
    assert!(note.starts_with("note: Notes from memory"), "{note}");
    assert!(note.ends_with("\n- [note-wifi] 2026-05-01: The wifi code is 4711."), "{note}");

    let thanks = "thank you, and now to something else altogether: who baked this bread?";
    let given = says(&room, "alice", &direct("alice"), "m3", thanks).await;
    let expected = format!("user: what is the wifi code?\nassistant: Well.\nuser: {thanks}");
    assert_eq!(given, expected, "recalled notes are not part of the conversation");
    let given = says(&room, "bob", &direct("bob"), "m4", "what is the wifi code?").await;
    assert_eq!(given, "user: what is the wifi code?");
}

#[tokio::test]
async fn what_is_offered_stays_the_same_in_all_steps_of_a_turn() {
    let room = Room::new().await;
    keep(&room, &direct("alice"), "note-wifi", WIFI).await;
    *lock(&room.model.calls) = vec![
        call("memory_save", &json!({ "content": "The wifi code of the office is 1234." })),
        call("memory_save", &json!({ "content": WIFI })),
    ];
    let given = says(&room, "alice", &direct("alice"), "m1", "what is the wifi code?").await;
    assert_eq!(given.matches("[note-").count(), 1, "{given}");
    assert!(given.contains("A note says that already"), "a recalled note is not saved again: {given}");
    let requests = lock(&room.model.requests);
    let [.., first, second, third] = &requests[..] else { panic!("three steps") };
    let heads = [first, second, third].map(|request| request.messages[..first.messages.len()].to_vec());
    assert_eq!(heads[0], heads[1]);
    assert_eq!(heads[0], heads[2]);
}

#[tokio::test]
async fn in_a_group_only_what_was_saved_there_or_is_shared_is_offered() {
    let room = Room::new().await;
    keep(&room, &direct("alice"), "note-private", "The wifi code at home is 4711.").await;
    keep(&room, &group("family"), "note-family", "The wifi code of the cabin is 1234.").await;
    let family = says(&room, "alice", &group("family"), "m1", "what is the wifi code?").await;
    assert!(family.contains("[note-family]") && !family.contains("note-private"), "{family}");
    let office = says(&room, "alice", &group("office"), "m2", "what is the wifi code?").await;
    assert_eq!(office, "user: what is the wifi code?");
    let bobs = says(&room, "bob", &group("family"), "m3", "what is the wifi code?").await;
    assert_eq!(bobs, "user: what is the wifi code?");

    let share = "UPDATE notes SET shareable = 1 WHERE note_id = 'note-private'";
    room.store.write(async |tx| tx.execute(share, ()).await).await;
    let office = says(&room, "alice", &group("office"), "m4", "so what is the wifi code?").await;
    assert!(office.contains("[note-private]") && !office.contains("note-family"), "{office}");
}

#[tokio::test]
async fn receipts_come_below_the_answer_and_stay_out_of_the_conversation() {
    let room = Room::new().await;
    let save = |content: &str| call("memory_save", &json!({ "content": content }));
    *lock(&room.model.calls) = vec![save("The wifi code\nis *4711*."), save("wifi code: *4711*")];
    *lock(&room.model.answers) = vec!["All right.".to_owned()];
    room.happens("alice", &direct("alice"), 0, message("m1", "remember the wifi code")).await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: All right.

    📝 Remembered: “The wifi code is *4711*.”
    📝 I have that already: “The wifi code is *4711*.”
    ");
    let given = says(&room, "alice", &direct("alice"), "m2", "and now?").await;
    assert!(!given.contains('📝'), "{given}");
    room.sent().await;

    *lock(&room.model.calls) = (0..9).map(|i| save(&format!("Box {i} is in the cellar."))).collect();
    room.happens("alice", &direct("alice"), 0, message("m3", "remember the boxes")).await;
    let sent = room.sent().await;
    assert_eq!(sent.matches("📝 Remembered").count(), 5, "{sent}");
    assert!(sent.ends_with("… and 4 more"), "{sent}");
}

#[tokio::test]
async fn a_turn_that_fails_says_what_it_has_saved() {
    let room = Room::new().await;
    let wrong = (0..9).map(|_| call("memory_serch", &json!({})));
    let save = call("memory_save", &json!({ "content": WIFI }));
    *lock(&room.model.calls) = [save].into_iter().chain(wrong).collect();
    room.happens("alice", &direct("alice"), 0, message("m1", "remember the wifi code")).await;
    let sent = room.sent().await;
    assert!(sent.contains("making mistakes with its tools"), "{sent}");
    assert!(sent.ends_with("\n\n📝 Remembered: “The wifi code is 4711.”"), "{sent}");
}
