use adjutant_domain::ids::SessionId;
use adjutant_store::{
    db::{self, SyncedTx},
    index_queue::Kind,
    people::{self, User},
    testing::{NOW, Store, chat, ms},
    vectors,
};

use super::*;

async fn keep(
    store: &Store,
    user: &User,
    session: &SessionId,
    (id, content, tags): (&'static str, &'static str, &[&str]),
    now: Timestamp,
) -> Saved {
    let user = user.user_id.clone();
    let source =
        Source { session_id: Some(session.clone()), message_id: Some("m-7".to_owned()), ..Source::default() };
    let tags: Vec<_> = tags.iter().map(|tag| (*tag).to_owned()).collect();
    store
        .write(async move |tx| {
            save(tx, &user, NoteId(id.into()), (content, tags.clone()), source.clone(), now).await
        })
        .await
}

async fn note(store: &Store, user: &User, id: &'static str) -> Option<Note> {
    let user = user.user_id.clone();
    store.read(async move |tx| get(tx, &user, &NoteId(id.into())).await).await
}

async fn count(store: &Store, rows: &'static str) -> i64 {
    store.read(async move |tx| tx.value(rows, ()).await).await.unwrap_or_default()
}

const NOTES: &str = "SELECT count(*) AS value FROM notes";

#[tokio::test]
async fn a_save_that_says_what_a_note_says_brings_that_note_up_to_date() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let id = &session.session_id;
    let first = keep(&store, &alice, id, ("note-1", "wifi code: 4711", &["home"]), NOW).await;
    assert_eq!(first, Saved::New);
    let source =
        Source { session_id: Some(id.clone()), message_id: Some("m-7".to_owned()), ..Source::default() };
    let again =
        keep(&store, &alice, id, ("note-2", "The wifi code is 4711.", &["code", "home"]), NOW + ms(5)).await;
    let expected = Note {
        note_id: NoteId("note-1".into()),
        content: "The wifi code is 4711.".to_owned(),
        tags: vec!["home".to_owned(), "code".to_owned()],
        source,
        shareable: false,
        created_at: NOW,
        updated_at: NOW + ms(5),
    };
    assert_eq!(again, Saved::Same(expected.clone()));
    assert_eq!(note(&store, &alice, "note-1").await, Some(expected.clone()));
    let shorter = keep(&store, &alice, id, ("note-3", "4711 is the wifi code", &[]), NOW + ms(9)).await;
    assert_eq!(
        shorter,
        Saved::Same(Note { updated_at: NOW + ms(9), ..expected }),
        "the longer wording stays"
    );
    assert_eq!(count(&store, NOTES).await, 1);

    keep(&store, &alice, id, ("note-4", "The wifi code is 4712.", &[]), NOW).await;
    assert_eq!(count(&store, NOTES).await, 2);
}

#[tokio::test]
async fn a_replayed_save_changes_nothing() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let wifi = ("note-1", "The wifi code is 4711.", &["home"][..]);
    keep(&store, &alice, &session.session_id, wifi, NOW).await;
    let before = note(&store, &alice, "note-1").await;
    assert_eq!(keep(&store, &alice, &session.session_id, wifi, NOW + ms(60_000)).await, Saved::New);
    assert_eq!(note(&store, &alice, "note-1").await, before);
}

#[tokio::test]
async fn a_changed_note_is_known_by_what_it_says_now() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let id = &session.session_id;
    keep(&store, &alice, id, ("note-1", "The wifi code is 4711.", &[]), NOW).await;
    let user = alice.user_id.clone();
    let changed = async move |tx: &SyncedTx| {
        update(tx, &user, &NoteId("note-1".into()), "The wifi code is 1234.", None, &Source::default(), NOW)
            .await
    };
    assert!(store.write(changed).await);
    assert_eq!(keep(&store, &alice, id, ("note-2", "wifi code: 4711", &[]), NOW).await, Saved::New);
    assert!(matches!(
        keep(&store, &alice, id, ("note-3", "wifi code: 1234", &[]), NOW).await,
        Saved::Same(_)
    ));
}

#[tokio::test]
async fn the_same_said_by_somebody_else_or_in_a_group_is_another_note() {
    let store = Store::new().await;
    let ((alice, own), (bob, bobs)) = (store.person("alice").await, store.person("bob").await);
    let (whose, wifi) = (alice.user_id.clone(), "The wifi code is 4711.");
    let group = async move |tx: &SyncedTx| {
        sessions::open(tx, &chat("group"), adjutant_channel::ChatKind::Group, &whose, NOW).await
    };
    let group = store.write(group).await;
    keep(&store, &alice, &own.session_id, ("note-own", wifi, &[]), NOW).await;
    let save = async |id, tags| keep(&store, &alice, &group.session_id, (id, wifi, tags), NOW).await;
    assert_eq!(keep(&store, &bob, &bobs.session_id, ("note-bob", wifi, &[]), NOW).await, Saved::New);
    assert_eq!(save("note-group", &[]).await, Saved::New, "the group does not see the private one");
    let Saved::Same(same) = save("note-again", &["door"]).await else { panic!("a second one in the group") };
    assert_eq!(same.note_id.as_str(), "note-group");

    // In a direct chat every note can be seen, and the one made there comes first.
    let Saved::Same(same) = keep(&store, &alice, &own.session_id, ("note-x", wifi, &["home"]), NOW).await
    else {
        panic!("a second one in the direct chat")
    };
    assert_eq!((same.note_id.as_str(), same.tags), ("note-own", vec!["home".to_owned()]));

    let user = alice.user_id.clone();
    store.write(async move |tx| delete(tx, &user, &NoteId("note-own".into()), NOW).await).await;
    let recalled = keep(&store, &alice, &own.session_id, ("note-y", wifi, &["door"]), NOW).await;
    assert!(matches!(recalled, Saved::Same(_)), "what was recalled from the group is not saved again");
    let tagged = keep(&store, &alice, &own.session_id, ("note-z", wifi, &["secret"]), NOW).await;
    assert_eq!(tagged, Saved::New, "what is new about it stays out of the group");
}

#[tokio::test]
async fn a_group_does_not_see_what_is_changed_in_the_direct_chat() {
    let store = Store::new().await;
    let (alice, own) = store.person("alice").await;
    let whose = alice.user_id.clone();
    let group = async move |tx: &SyncedTx| {
        sessions::open(tx, &chat("group"), adjutant_channel::ChatKind::Group, &whose, NOW).await
    };
    let group = store.write(group).await;
    keep(&store, &alice, &group.session_id, ("note-1", "Alice likes oats", &[]), NOW).await;
    let change = async |session: &sessions::Session, content: &'static str| {
        let (user, id, scope) = (alice.user_id.clone(), NoteId("note-1".into()), group.scope());
        let source =
            Source { session_id: Some(session.session_id.clone()), message_id: None, ..Source::default() };
        store
            .write(async move |tx| {
                assert!(update(tx, &user, &id, content, None, &source, NOW).await?);
                Ok(get_in(tx, &user, &id, &scope).await?.map(|note| note.content))
            })
            .await
    };
    assert_eq!(change(&group, "Alice likes rye").await.as_deref(), Some("Alice likes rye"));
    assert_eq!(change(&own, "Alice hates rye").await, None);
    assert_eq!(change(&group, "Alice likes rye").await, None, "it does not come back by itself");
}

#[tokio::test]
async fn a_note_that_is_shared_is_known_in_groups() {
    let store = Store::new().await;
    let (alice, own) = store.person("alice").await;
    let whose = alice.user_id.clone();
    let group = async move |tx: &SyncedTx| {
        sessions::open(tx, &chat("group"), adjutant_channel::ChatKind::Group, &whose, NOW).await
    };
    let group = store.write(group).await;
    keep(&store, &alice, &own.session_id, ("note-1", "Alice is vegetarian", &["food"]), NOW).await;
    store.write(async |tx| tx.execute("UPDATE notes SET shareable = 1", ()).await).await;
    let same = keep(&store, &alice, &group.session_id, ("note-2", "alice is vegetarian", &[]), NOW).await;
    assert!(matches!(same, Saved::Same(Note { shareable: true, .. })));
    let user = alice.user_id.clone();
    let changed = async move |tx: &SyncedTx| {
        update(
            tx,
            &user,
            &NoteId("note-1".into()),
            "Alice is vegan",
            Some(&[]),
            &Source::default(),
            NOW + ms(1),
        )
        .await
    };
    assert!(store.write(changed).await);
    let note = note(&store, &alice, "note-1").await.unwrap();
    assert!(note.shareable);
    assert_eq!((note.source.session_id, note.created_at), (Some(own.session_id), NOW));
}

#[tokio::test]
async fn what_no_note_can_hold_is_refused_and_changes_nothing() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    keep(&store, &alice, &session.session_id, ("note-1", "oats", &[]), NOW).await;
    let long = "ä".repeat(MAX_CONTENT);
    for (content, expected) in
        [(" \n".to_owned(), Unfit::Empty), (format!("{long}x"), Unfit::TooLong(MAX_CONTENT + 1))]
    {
        let (user, text) = (alice.user_id.clone(), content.clone());
        let change = async move |tx: &SyncedTx| {
            update(tx, &user, &NoteId("note-1".into()), &text, None, &Source::default(), NOW).await
        };
        assert_eq!(
            store.db.write(db::Scope::Global, change).await.unwrap_err().downcast::<Unfit>().unwrap(),
            expected
        );
        let user = alice.user_id.clone();
        let save = async move |tx: &SyncedTx| {
            save(tx, &user, NoteId("note-2".into()), (&content, vec![]), Source::default(), NOW).await
        };
        assert_eq!(
            store.db.write(db::Scope::Global, save).await.unwrap_err().downcast::<Unfit>().unwrap(),
            expected
        );
    }
    assert_eq!(note(&store, &alice, "note-1").await.unwrap().content, "oats");
    assert_eq!(count(&store, NOTES).await, 1);
    assert_eq!(fit(&format!(" {long} ")), Ok(long.as_str()));
}

#[tokio::test]
async fn a_deleted_note_leaves_nothing_behind() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    keep(&store, &alice, &session.session_id, ("note-1", "The wifi code is 4711.", &["home"]), NOW).await;
    let user = alice.user_id.clone();
    store
        .write(async move |tx| {
            let space = vectors::open_space(tx, "test", 8, NOW).await?;
            let row = tx.value("SELECT row AS value FROM notes", ()).await?.unwrap();
            vectors::put(tx, &user, space, (Kind::Note, row), &[0.5; 8]).await?;
            assert!(delete(tx, &user, &NoteId("note-1".into()), NOW).await?);
            Ok(())
        })
        .await;
    for rows in [
        NOTES,
        "SELECT count(*) AS value FROM notes_fts",
        "SELECT count(*) AS value FROM vectors",
        "SELECT count(*) AS value FROM vector_blocks",
        "SELECT count(*) AS value FROM unindexed",
    ] {
        assert_eq!(count(&store, rows).await, 0, "{rows}");
    }
}

#[tokio::test]
async fn the_time_of_the_last_deletion_or_replacement_is_kept() {
    let store = Store::new().await;
    let ((alice, session), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    let id = &session.session_id;
    keep(&store, &alice, id, ("note-1", "wifi code: 4711", &[]), NOW).await;
    keep(&store, &alice, id, ("note-2", "The wifi code is 4711.", &["home"]), NOW + ms(1)).await;
    let (alice, bob) = (alice.user_id.clone(), bob.user_id.clone());
    store
        .write(async move |tx| {
            let note = NoteId("note-1".into());
            let (same, tags) = ("The wifi code is 4711.", Some(["code".to_owned()]));
            let tags = tags.as_ref().map(<[_; 1]>::as_slice);
            update(tx, &alice, &note, same, tags, &Source::default(), NOW + ms(2)).await?;
            assert_eq!(notes::last_withdrawal(tx, &alice).await?, None, "no words were withdrawn");
            update(tx, &alice, &note, "The wifi code is 12.", None, &Source::default(), NOW + ms(3)).await?;
            assert_eq!(notes::last_withdrawal(tx, &alice).await?, Some(NOW + ms(3)));
            delete(tx, &alice, &note, NOW + ms(4)).await?;
            assert_eq!(notes::last_withdrawal(tx, &alice).await?, Some(NOW + ms(4)));
            assert_eq!(notes::last_withdrawal(tx, &bob).await?, None);
            people::link(tx, &alice, &bob).await?;
            assert_eq!(notes::last_withdrawal(tx, &bob).await?, Some(NOW + ms(4)));
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn what_was_said_earlier_does_not_make_a_note_older() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let id = &session.session_id;
    keep(&store, &alice, id, ("note-1", "wifi code: 4711", &[]), NOW + ms(5)).await;
    keep(&store, &alice, id, ("note-2", "The wifi code is 4711.", &[]), NOW).await;
    assert_eq!(note(&store, &alice, "note-1").await.unwrap().updated_at, NOW + ms(5));
}
