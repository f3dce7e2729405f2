use std::{fs, path::Path};

use adjutant_channel::{ChatKind, Event, MessageId, PressAnswer};
use adjutant_domain::{
    ids::{CallId, NoteId, UserId},
    table_form::TableForm,
};
use adjutant_store::{
    db::samples::rows_of_tables,
    file_usage::{NewFile, Reserved},
    leases::{self, LeaseName},
    notes,
    people::{self, AccountRef, Admission},
    sessions, set_aside,
    testing::{NOW, chat},
    turns,
};
use adjutant_workspace::{Blob, room::Room as FileRoom};
use chrono::TimeDelta;

use super::*;
use crate::outbox::AnswerFile;
use crate::testing::{Place, Room, direct, group, lock, message};

/// Sends a command.
async fn commands(room: &Room, whose: &str, place: &Place, name: &str) {
    let (message_id, args) = (MessageId(format!("{whose}-{name}")), String::new());
    let event = Event::Command { message_id, name: name.to_owned(), args, handle: None, named: true };
    room.happens(whose, place, 0, event).await;
}

/// Returns the answer to a press on the newest message's button.
async fn presses(room: &Room, whose: &str, data: &str) -> PressAnswer {
    let press = Event::Press { message_id: None, data: data.to_owned(), handle: None };
    room.happens(whose, &direct(whose), 0, press).await.answer.unwrap()
}

/// Sends `/forget_me`, and returns the data of the question's buttons.
async fn asks(room: &Room, whose: &str) -> [String; 2] {
    commands(room, whose, &direct(whose), "forget-me").await;
    room.rests().await;
    let sent = lock(&room.channel.sent);
    let buttons = &sent.last().unwrap().content.buttons[0];
    [buttons[0].data.clone(), buttons[1].data.clone()]
}

async fn saves(room: &Room, user: &UserId, content: &'static str) {
    let user = user.clone();
    room.store
        .write(async move |tx| {
            let note = notes::Note {
                note_id: NoteId::generate(),
                content: content.to_owned(),
                tags: vec!["home".to_owned()],
                source: notes::Source::default(),
                shareable: false,
                created_at: NOW,
                updated_at: NOW,
            };
            notes::insert(tx, &user, &note).await
        })
        .await;
}

fn is_in_a_file(folder: &Path, word: &str) -> bool {
    let Ok(entries) = fs::read_dir(folder) else { return false };
    entries.map(|entry| entry.unwrap().path()).any(|path| {
        let bytes = fs::read(&path).unwrap_or_default();
        path.is_dir() && is_in_a_file(&path, word)
            || bytes.windows(word.len()).any(|bytes| bytes == word.as_bytes())
    })
}

#[tokio::test]
async fn a_person_is_forgotten_once_they_have_confirmed_and_nobody_else_is() {
    let room = Room::new().await;
    room.store.write(async |tx| people::ensure_owner(tx, NOW).await).await;
    saves(&room, &room.alice.user_id, "marmalade").await;
    let own = room.files.path().join(room.alice.user_id.as_str());
    fs::create_dir_all(own.join("shared")).unwrap();
    fs::write(own.join("shared/list.txt"), "marmalade").unwrap();
    for (whose, text) in [("alice", "I like marmalade"), ("bob", "and I like honey")] {
        for place in [direct(whose), group("friends")] {
            room.happens(whose, &place, 0, message(&format!("{}-{whose}", place.chat), text)).await;
        }
        commands(&room, whose, &group("friends"), "usage").await;
    }
    room.rests().await;
    lock(&room.channel.sent).clear();

    let [everything, _] = asks(&room, "alice").await;
    insta::assert_snapshot!(room.sent().await, @"
    test:alice: Delete everything that I know about you, for good?

    This goes:
    • 1 note
    • 2 conversations, with all that was said and done there
    • your files, and your usage figures
    • that I know you at all: I will no longer know your account test:alice

    This stays: the messages in the chats themselves, where only you can delete them; the operator's record that something was allowed or done, and when, but not by whom; and backups that the operator has made.

    If you want a copy first, send /export. You have 10 minutes to decide.
    ");
    assert_eq!(
        presses(&room, "bob", &everything).await,
        PressAnswer::alert("Only the person who asked for this can decide. Nothing has changed.")
    );
    assert_eq!(presses(&room, "alice", &everything).await, PressAnswer::told("I am deleting it."));
    insta::assert_snapshot!(room.sent().await, @r"
    test:alice: Done: I no longer know anything about you. Farewell!
    ");
    let edited = lock(&room.channel.edited).pop().unwrap();
    assert_eq!(
        (edited.body.text.as_str(), edited.buttons.len()),
        ("✅ I am deleting everything that I know about you.", 0)
    );
    assert!(!own.exists());

    let db = room.store.db.clone();
    assert!(is_in_a_file(db.path().parent().unwrap(), "honey"));
    assert!(!is_in_a_file(db.path().parent().unwrap(), "marmalade"));
    assert!(!is_in_a_file(room.files.path(), "marmalade"));
    let rows = rows_of_tables(db.path()).await;
    let count = |table: &str| rows[table];
    // Bob and the owner remain.
    assert_eq!((count("users"), count("sessions"), count("turns"), count("forgettings")), (2, 2, 2, 0));
    assert_eq!(
        (count("inbox"), count("outbox"), count("usage"), count("usage_by_model")),
        (9, 3, 1, 1),
        "bob's rows, and five blank ones"
    );

    assert!(presses(&room, "alice", &everything).await.alert);
    room.happens("alice", &direct("alice"), 0, message("back", "hello again")).await;
    insta::assert_snapshot!(room.sent().await, @"test:alice: This bot is private, and I cannot reach its owner. If you know them, tell them your id: test:alice. They can let you in with it.");
}

#[tokio::test]
async fn the_question_is_over_after_ten_minutes() {
    let room = Room::new().await;
    let [everything, _] = asks(&room, "alice").await;
    room.clock.advance(TimeDelta::minutes(10));
    assert_eq!(
        presses(&room, "alice", &everything).await,
        PressAnswer::alert("That question has expired. To get it again, send /forget_me.")
    );
    asks(&room, "alice").await;
    room.clock.advance(TimeDelta::minutes(11));
    room.rests().await;
    let shown: Vec<_> = lock(&room.channel.edited).iter().map(|content| content.body.text.clone()).collect();
    assert_eq!(shown, ["⌛ Nothing was deleted: you did not confirm within 10 minutes."; 2]);
    assert_eq!(rows_of_tables(room.store.db.path()).await["forgettings"], 0);
    assert_eq!(rows_of_tables(room.store.db.path()).await["users"], 2);
}

#[tokio::test]
async fn who_wants_to_keep_everything_keeps_it() {
    let room = Room::new().await;
    let before = asks(&room, "alice").await;
    let [_, keep] = asks(&room, "alice").await;
    assert!(presses(&room, "alice", &before[0]).await.alert, "a newer question replaces this one");
    assert_eq!(presses(&room, "alice", &keep).await, PressAnswer::told("Nothing was deleted."));
    room.rests().await;
    let shown: Vec<_> = lock(&room.channel.edited).iter().map(|content| content.body.text.clone()).collect();
    assert_eq!(shown, ["⌛ Nothing was deleted: you have asked again, below.", "❌ Nothing was deleted."]);
    commands(&room, "alice", &group("friends"), "forget_me").await;
    assert_eq!(
        room.sent().await.lines().last().unwrap(),
        "test:friends: That is between you and me: send me /forget_me in a direct chat."
    );
}

#[tokio::test]
async fn a_turn_that_runs_is_stopped_first() {
    let room = Room::new().await;
    let (session, turn) = room
        .store
        .write(async move |tx| {
            let (alice, _) = people::find(tx, "test", "alice").await?.unwrap();
            let session =
                sessions::open(tx, &chat("alice"), ChatKind::Direct, &alice.user_id, NOW).await?.session_id;
            Ok((session.clone(), turns::open(tx, &session, None, NOW).await?.turn_id))
        })
        .await;
    let [everything, _] = asks_while_busy(&room).await;
    presses(&room, "alice", &everything).await;
    let (core, asked) = (room.core.clone(), turn.clone());
    let working = tokio::spawn(async move { process_requests(&core).await });
    let cancelled = async || {
        let turn = asked.clone();
        room.store.read(async move |tx| turns::cancel_requested(tx, &turn).await).await
    };
    assert!(cancelled().await);
    assert!(!working.is_finished(), "the deletion waits for the turn");
    crate::agent::session::work(room.core.clone(), session).await;
    while !working.is_finished() {
        room.clock.advance(TimeDelta::milliseconds(100));
        tokio::task::yield_now().await;
    }
    working.await.unwrap().unwrap();
    room.rests().await;
    assert_eq!(rows_of_tables(room.store.db.path()).await["turns"], 0);
}

/// Sends `/forget_me` without letting the interrupted turn continue.
async fn asks_while_busy(room: &Room) -> [String; 2] {
    commands(room, "alice", &direct("alice"), "forget-me").await;
    crate::outbox::deliver_chat(room.core.clone(), chat("alice")).await;
    let sent = lock(&room.channel.sent);
    let buttons = &sent.last().unwrap().content.buttons[0];
    [buttons[0].data.clone(), buttons[1].data.clone()]
}

#[tokio::test]
async fn accounts_that_are_linked_are_forgotten_together_and_an_owner_stays_the_owner() {
    let room = Room::new().await;
    saves(&room, &room.alice.user_id, "marmalade").await;
    let alice = room.alice.user_id.clone();
    room.store
        .write(async move |tx| {
            people::ensure_owner(tx, NOW).await?;
            let owner = people::owner(tx).await?.user_id;
            people::add_identity(tx, &owner, AccountRef::new("test", "owner"), Admission::Owner, NOW).await?;
            people::link(tx, &alice, &owner).await
        })
        .await;
    saves(&room, &room.store.read(async |tx| Ok(people::owner(tx).await?.user_id)).await, "honey").await;
    let [everything, _] = asks(&room, "owner").await;
    insta::assert_snapshot!(room.sent().await, @"
    test:owner: Delete everything that I know about you, for good?

    This goes:
    • 2 notes
    • 2 conversations, with all that was said and done there
    • your files, and your usage figures
    • that I know you at all: I will no longer know your account test:alice

    This covers all of your linked accounts, not just this one.

    A bot needs an owner, so your account test:owner can go on as the owner, starting from nothing.

    This stays: the messages in the chats themselves, where only you can delete them; the operator's record that something was allowed or done, and when, but not by whom; and backups that the operator has made.

    If you want a copy first, send /export. You have 10 minutes to decide.
    ");
    presses(&room, "owner", &everything).await;
    room.rests().await;
    let db = room.store.db.clone();
    assert!(!is_in_a_file(db.path().parent().unwrap(), "marmalade"));
    assert!(!is_in_a_file(db.path().parent().unwrap(), "honey"));
    let (owner, alice) = room
        .store
        .read(async |tx| {
            Ok((people::find(tx, "test", "owner").await?, people::find(tx, "test", "alice").await?))
        })
        .await;
    assert_eq!(alice, None);
    assert_eq!(owner.unwrap().0.role, people::Role::Owner);
    room.happens("owner", &direct("owner"), 0, message("back", "hello again")).await;
    assert!(room.sent().await.ends_with("test:owner: Well."));
}

#[tokio::test]
async fn another_process_leaves_it_to_the_one_that_is_at_it() {
    let room = Room::new().await;
    let other = Arc::new(room.store.other_process());
    let holder = other.clone();
    let held = room.store.write(async move |tx| leases::acquire(tx, &holder, LeaseName::Privacy).await);
    assert!(held.await.is_some());
    let [everything, _] = asks(&room, "alice").await;
    presses(&room, "alice", &everything).await;
    room.rests().await;
    assert_eq!(rows_of_tables(room.store.db.path()).await["users"], 2);
}

/// Work that may be running during a deletion: an export, a long answer, and the saving of a file.
#[tokio::test]
async fn what_is_written_after_the_deletion_leaves_no_folder_behind() {
    let room = Room::new().await;
    let (core, user) = (&room.core, room.alice.user_id.clone());
    let kept = FileRoom { db: &core.db, blobs: &core.blobs, user: &user };
    let [everything, _] = asks(&room, "alice").await;
    let file = NewFile { bytes: 3, room: None };
    assert_eq!(kept.reserve(file, NOW).await.unwrap(), Reserved::Yes);
    presses(&room, "alice", &everything).await;
    room.rests().await;

    let blob = Blob::incoming(&user, &CallId("call-1".to_owned()));
    assert!(core.blobs.put(&blob, b"one", NOW.to_utc().into()).is_err());
    kept.settle(0, NOW).await.unwrap();
    assert_eq!(kept.reserve(file, NOW).await.unwrap(), Reserved::Gone);
    let long = "long ".repeat(10_000);
    let (form, name) = (TableForm::Text, "answer-1".to_owned());
    assert!(AnswerFile::keep(core, &chat("alice"), &user, name, &long, form).await.is_none());
    kept.count(NOW).await.unwrap();
    assert_eq!(fs::read_dir(room.files.path()).unwrap().count(), 0);
    assert_eq!(rows_of_tables(room.store.db.path()).await["file_usage"], 0);
}

#[tokio::test]
async fn an_export_that_was_under_way_says_nothing_to_who_is_gone() {
    let room = Room::new().await;
    let [everything, _] = asks(&room, "alice").await;
    commands(&room, "alice", &direct("alice"), "export").await;
    let mut job = room.store.read(async |tx| Ok(exports::next(tx, NOW).await?.unwrap())).await;
    presses(&room, "alice", &everything).await;
    room.sent().await;
    for attempts in 0..=3 {
        job.attempts = attempts;
        export::attempt(&room.core, job.clone(), NOW).await.unwrap();
    }
    assert_eq!(room.sent().await, "");
    assert_eq!(fs::read_dir(room.files.path()).unwrap().count(), 0);
}

#[tokio::test]
async fn a_deletion_that_fails_holds_up_no_other_and_is_tried_again_until_it_succeeds() {
    let room = Room::new().await;
    saves(&room, &room.alice.user_id, "poison").await;
    let fails = "CREATE TRIGGER poison BEFORE DELETE ON notes BEGIN SELECT RAISE(ABORT, 'poison'); END";
    room.store.write(async move |tx| tx.execute(fails, ()).await).await;
    for whose in ["alice", "bob"] {
        let [everything, _] = {
            commands(&room, whose, &direct(whose), "forget-me").await;
            crate::outbox::deliver_chat(room.core.clone(), chat(whose)).await;
            let sent = lock(&room.channel.sent);
            let buttons = &sent.last().unwrap().content.buttons[0];
            [buttons[0].data.clone(), buttons[1].data.clone()]
        };
        presses(&room, whose, &everything).await;
    }
    lock(&room.channel.sent).clear();
    for _ in 0..4 {
        process_requests(&room.core).await.unwrap();
        room.clock.advance(TimeDelta::seconds(10));
    }
    assert_eq!(room.sent().await, "test:bob: Done: I no longer know anything about you. Farewell!");
    let listed = room.store.read(async |tx| set_aside::list(tx, 10).await).await;
    assert_eq!((listed.len(), listed[0].kind.as_str()), (1, "deletion"));

    room.store.write(async |tx| tx.execute("DROP TRIGGER poison", ()).await).await;
    room.clock.advance(TimeDelta::hours(1));
    assert_eq!(room.sent().await, "test:alice: Done: I no longer know anything about you. Farewell!");
    assert_eq!(rows_of_tables(room.store.db.path()).await["set_aside"], 0);
}

#[tokio::test]
async fn an_export_that_can_not_even_be_given_up_is_dropped() {
    let room = Room::new().await;
    commands(&room, "alice", &direct("alice"), "export").await;
    let fails = "CREATE TRIGGER poison BEFORE UPDATE ON exports BEGIN SELECT RAISE(ABORT, 'poison'); END";
    room.store.write(async move |tx| tx.execute(fails, ()).await).await;
    room.rests().await;
    let listed = room.store.read(async |tx| set_aside::list(tx, 10).await).await;
    assert_eq!((listed.len(), listed[0].kind.as_str()), (1, "export"));
    assert_eq!(rows_of_tables(room.store.db.path()).await["exports"], 0);
}
