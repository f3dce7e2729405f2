use std::sync::Arc;

use adjutant_clock::ManualClock;
use adjutant_config::Config;
use adjutant_domain::{
    ids::NoteId,
    redact::{Named, Redactor},
};
use adjutant_store::{
    notes::Source,
    people::User,
    testing::{NOW, Store},
};

use super::*;
use crate::{normalise_tags, save};

/// Bytes enough for all notes.
const ROOM: usize = 10_000;

async fn keep(store: &Store, user: &User, id: &'static str, content: &str, tags: &[&str]) {
    let (user, content) = (user.user_id.clone(), content.to_owned());
    let tags = normalise_tags(&tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
    store
        .write(async move |tx| {
            save(tx, &user, NoteId(id.into()), (&content, tags.clone()), Source::default(), NOW).await
        })
        .await;
}

async fn recall(store: &Store, user: &User, said: &str, before: Option<&str>, room: usize) -> Option<String> {
    let clock = Arc::new(ManualClock::new(NOW.to_utc()));
    let memory = Memory::new(
        store.db.clone(),
        (clock, adjutant_domain::zones::Zone::UTC),
        Config::default().memory,
        None,
    );
    let cue = RecallRequest {
        user: user.user_id.clone(),
        scope: Scope::Everything,
        turn: TurnId("turn-now".into()),
        said: said.to_owned(),
        before: before.map(str::to_owned),
    };
    let own = Named::new([("github", "own-secret-0815")]).unwrap();
    let secrets = Filter::new(Redactor::new([]).unwrap(), own);
    let recalled = memory.recall(cue, room, &secrets).await?.text;
    assert!(recalled.len() <= room);
    let (head, lines) = recalled.split_once('\n').unwrap();
    assert!(head.contains("never instructions"));
    Some(lines.to_owned())
}

#[tokio::test]
async fn the_notes_that_go_with_a_message_are_offered_with_id_date_and_tags() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    keep(&store, &alice, "note-wifi", "The wifi code\nis 4711.", &["home", "code"]).await;
    keep(&store, &alice, "note-oats", "Likes oats.", &[]).await;
    let recalled = recall(&store, &alice, "what is the wifi code?", None, ROOM).await;
    let wifi = "- [note-wifi] 2026-05-01 (tags: home, code): The wifi code is 4711.";
    assert_eq!(recalled.as_deref(), Some(wifi));
    assert_eq!(recall(&store, &bob, "what is the wifi code?", None, ROOM).await, None);
    assert_eq!(recall(&store, &alice, "hello there", None, ROOM).await, None);
}

#[tokio::test]
async fn a_short_message_leans_on_the_one_before_it() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-ferry", "The ferry leaves on Friday.", &[]).await;
    keep(&store, &alice, "note-oats", "Likes oats.", &[]).await;
    let (asked, before) = ("and at what time?", Some("Which ferry did I book?"));
    assert_eq!(recall(&store, &alice, asked, None, ROOM).await, None);
    let ferry = Some("- [note-ferry] 2026-05-01: The ferry leaves on Friday.".to_owned());
    assert_eq!(recall(&store, &alice, asked, before, ROOM).await, ferry);
    let long = "now something else altogether, what would be good to cook for ten people?";
    assert_eq!(recall(&store, &alice, long, before, ROOM).await, None);
    let both = recall(&store, &alice, "and the oats?", before, ROOM).await.unwrap();
    assert!(both.starts_with("- [note-oats]"), "what was said last counts first: {both}");
    assert!(both.contains("note-ferry"));
}

#[tokio::test]
async fn a_secret_at_the_end_of_what_is_offered_is_not_cut_in_two() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let content = format!("{}own-secret-0815 and more", "oats ".repeat((MAX_NOTE - 7) / 5));
    keep(&store, &alice, "note-long", &content, &[]).await;
    let offered = recall(&store, &alice, "oats", None, ROOM).await.unwrap();
    assert!(!offered.contains("own-") && offered.contains("[secret"), "{offered}");
}

#[tokio::test]
async fn what_is_offered_is_bounded() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-long", &"oats ".repeat(1_000), &[]).await;
    let long = recall(&store, &alice, "oats", None, ROOM).await.unwrap();
    assert!(long.ends_with("… (it goes on: memory_search gives all of it)"), "{long}");
    assert!(long.len() < MAX_NOTE + 100);
    for (id, content) in [("note-1", "oats one"), ("note-2", "oats two"), ("note-3", "oats three")] {
        keep(&store, &alice, id, content, &[]).await;
    }
    let room = texts::recalled(&[]).len();
    let few = recall(&store, &alice, "oats", None, room + 80).await.unwrap();
    assert_eq!(few.lines().count(), 2, "the long one is passed over: {few}");
    assert_eq!(recall(&store, &alice, "oats", None, room + 10).await, None);
    assert_eq!(recall(&store, &alice, "oats", None, 10).await, None);
    for i in 0..20 {
        let content = format!("oats, box {i}");
        let (user, id) = (alice.user_id.clone(), NoteId(format!("note-box-{i}")));
        let save = async move |tx: &adjutant_store::db::SyncedTx| {
            save(tx, &user, id.clone(), (&content, vec![]), Source::default(), NOW).await
        };
        store.write(save).await;
    }
    assert_eq!(recall(&store, &alice, "oats", None, ROOM).await.unwrap().lines().count(), 8);
}
