use adjutant_domain::{ids::NoteId, origin::Sources, scope::Scope, timestamp::Timestamp};
use adjutant_store::{
    db::{self, Db, samples::make_sample},
    index_queue::{self, Kind, Part},
    notes::{Source, get},
    people::User,
    search::{self, owner_token},
    site,
    testing::{NOW, Store, ms},
    turns,
};
use proptest::{prelude::*, test_runner::TestRunner};

use super::*;
use crate::search::{View, find as search_in};

mod documents;
mod words;

fn view() -> View {
    View::new(&adjutant_config::Config::default().memory, Zone::UTC, NOW)
}

async fn keep(store: &Store, user: &User, id: &'static str, content: &str, tags: &[&str]) {
    let (user, content) = (user.user_id.clone(), content.to_owned());
    let tags = normalise_tags(&tags.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
    store
        .write(async move |tx| {
            save(tx, &user, NoteId(id.into()), (&content, tags.clone()), Source::default(), NOW).await
        })
        .await;
}

async fn find(store: &Store, user: &User, query: Query) -> Vec<SearchResult> {
    let query = Query { user: user.user_id.clone(), ..query };
    store.read(async move |tx| Ok(search_in(tx, &query, &view()).await?.found)).await
}

/// Returns the ids of the notes that a search finds.
async fn recall(store: &Store, user: &User, text: &str) -> Vec<String> {
    ids(find(store, user, asks(text, &[])).await)
}

fn ids(found: Vec<SearchResult>) -> Vec<String> {
    found.into_iter().filter_map(|found| found.note_id).map(|id| id.0).collect()
}

fn asks(text: &str, tags: &[&str]) -> Query {
    let tags = tags.iter().map(|tag| (*tag).to_owned()).collect();
    Query {
        user: UserId("nobody".into()),
        text: text.to_owned(),
        tags,
        top_k: 5,
        include_conversation: false,
        include_documents: false,
        scope: Scope::Everything,
        turn: Some(TurnId("turn-now".into())),
    }
}

#[tokio::test]
async fn a_question_in_plain_words_finds_the_note() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-wifi", "The wifi code is 4711.", &["home"]).await;
    keep(&store, &alice, "note-oats", "Buy oats on Saturday.", &[]).await;
    let found = find(&store, &alice, asks("What is the WiFi code?", &[])).await;
    assert_eq!(found.len(), 1);
    assert!(found[0].score > 0.0, "higher is better: {}", found[0].score);
    let expected = SearchResult {
        text: "The wifi code is 4711.".into(),
        source: "note",
        file: None,
        place: None,
        score: found[0].score,
        note_id: Some(NoteId("note-wifi".into())),
        tags: vec!["home".into()],
        created_at: "2026-05-01T08:00:00+00:00".into(),
        updated_at: "2026-05-01T08:00:00+00:00".into(),
        untrusted: Sources::OWN,
        behind: found[0].behind.clone(),
    };
    assert_eq!(found, [expected]);
    assert_eq!(recall(&store, &alice, "home").await, ["note-wifi"], "tags are searched too");
    assert_eq!(recall(&store, &alice, "Sunday").await, [""; 0]);
}

#[tokio::test]
async fn the_note_with_more_of_the_words_comes_first() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-one", "The code of the garage is 12.", &[]).await;
    keep(&store, &alice, "note-both", "The code of the wifi is 4711.", &[]).await;
    keep(&store, &alice, "note-none", "Oats are in the cupboard.", &[]).await;
    assert_eq!(recall(&store, &alice, "wifi code").await, ["note-both", "note-one"]);
    let one = Query { top_k: 1, ..asks("wifi code", &[]) };
    assert_eq!(ids(find(&store, &alice, one).await), ["note-both"]);
}

#[tokio::test]
async fn an_answer_is_found_by_the_words_of_the_question_and_indexed_once() {
    let store = Store::new().await;
    let (alice, session) = store.person("alice").await;
    let talk = [
        ("Any plans?", "None yet."),
        ("Where does the ferry leave?", "From the east pier, at seven."),
        ("Thanks!", "You are welcome."),
        ("What is for dinner?", "Oats."),
    ];
    store
        .write(async move |tx| {
            for (said, answered) in talk {
                let turn = turns::open(tx, &session.session_id, None, NOW).await?.turn_id;
                turns::append_user(tx, &turn, said, &Sources::OWN, NOW).await?;
                turns::append_assistant(tx, &turn, (answered, 0), &Sources::OWN, NOW).await?;
                turns::set_state(tx, &turn, turns::State::Done, NOW).await?;
            }
            Ok(())
        })
        .await;
    let (user, parts) = (alice.user_id.clone(), adjutant_domain::words::query_terms("ferry").parts());
    let best = store
        .read(async move |tx| {
            assert!(index_queue::is_empty(tx, Part::Words).await?, "no entry is indexed because of another");
            let searched = search::Searched::of(tx, &user, search::Source::Entry, None).await?;
            Ok(crate::search::best_by_words(tx, &searched, search::Source::Entry, &parts).await?.rows)
        })
        .await;
    let mut rows: Vec<_> = best.into_iter().map(|(row, _)| row).collect();
    assert_eq!(rows[0], 3, "what has the word itself comes first");
    rows.sort_unstable();
    assert_eq!(rows, [1, 2, 3, 4, 5], "and the two texts before it and after it are found too");
}

#[tokio::test]
async fn what_others_write_does_not_move_a_persons_results() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let (bob, _) = store.person("bob").await;
    keep(&store, &alice, "note-ferry", "The ferry is at seven.", &[]).await;
    keep(&store, &alice, "note-master", "The harbour master is Ann.", &[]).await;
    keep(&store, &alice, "note-cafe", "The harbour cafe shuts at noon.", &[]).await;
    let before = find(&store, &alice, asks("ferry harbour", &[])).await;
    assert_eq!(before[0].note_id, Some(NoteId("note-ferry".into())), "the rarer word of the two");

    // A million words of one kind.
    let owner = owner_token(&bob.user_id);
    store
        .write(async move |tx| {
            tx.execute(
                "WITH RECURSIVE n (i) AS (SELECT 1000 UNION ALL SELECT i + 1 FROM n WHERE i < 1999)
                 INSERT INTO notes_fts (rowid, owner, content, tags)
                 SELECT i, ?1, replace(hex(zeroblob(1000)), '00', 'ferry '), '' FROM n",
                [owner.clone()],
            )
            .await
        })
        .await;
    assert_eq!(find(&store, &alice, asks("ferry harbour", &[])).await, before);

    // With so many texts of others, hers are read one by one.
    let bob = bob.user_id;
    store
        .write(async move |tx| {
            tx.execute(
                "INSERT INTO notes (row, note_id, user_id, content, tags, created_at, updated_at)
                 VALUES (1000000, 'note-last', ?1, 'ferry', '[]', 0, 0)",
                [bob.as_str()],
            )
            .await
        })
        .await;
    assert_eq!(find(&store, &alice, asks("ferry harbour", &[])).await, before);
}

#[tokio::test]
async fn nobody_finds_what_is_somebody_elses() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    keep(&store, &alice, "note-alice", "The secret wifi code is 4711.", &["secret"]).await;
    let owner = owner_token(&alice.user_id);
    let attempts = [
        "secret wifi code".to_owned(),
        format!("owner : {owner}"),
        format!("wifi\") OR owner : {owner} AND (\"secret"),
        format!("{owner} OR {{owner}} : {owner}"),
        format!("\" OR owner:\"{owner}\" OR \""),
        alice.user_id.to_string(),
        "*".to_owned(),
        "NOT zzz".to_owned(),
    ];
    for attempt in &attempts {
        assert_eq!(recall(&store, &bob, attempt).await, [""; 0], "{attempt}");
        let by_tag = asks(attempt, &["secret"]);
        assert_eq!(ids(find(&store, &bob, by_tag).await), [""; 0], "{attempt} with the tag");
        for text in ["", "wifi"] {
            let as_tag = asks(text, &[attempt]);
            assert_eq!(ids(find(&store, &bob, as_tag).await), [""; 0], "{attempt} as a tag");
        }
        let said = Query { include_conversation: true, ..asks(attempt, &[]) };
        assert_eq!(find(&store, &bob, said).await, [], "{attempt} in conversations");
    }
    assert_eq!(recall(&store, &alice, "secret wifi").await, ["note-alice"]);
    assert_eq!(recall(&store, &alice, &owner).await, [""; 0], "the owner's token is no word of the note");
}

#[tokio::test]
async fn many_nearer_notes_of_others_hide_nothing() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    keep(&store, &alice, "note-alice", "A long note about the garden, the fence and, once, the wifi.", &[])
        .await;
    let user = bob.user_id.clone();
    store
        .write(async move |tx| {
            for i in 0..500 {
                let content = format!("wifi wifi {i}");
                save(tx, &user, NoteId::generate(), (&content, vec![]), Source::default(), NOW).await?;
            }
            Ok(())
        })
        .await;
    assert_eq!(recall(&store, &alice, "wifi").await, ["note-alice"]);
    assert_eq!(recall(&store, &bob, "wifi").await.len(), 5);
}

#[tokio::test]
async fn tags_narrow_a_search_to_notes_that_carry_them_all() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-both", "Code of the office", &["Work", " Door "]).await;
    keep(&store, &alice, "note-one", "Code of the garage", &["door"]).await;
    keep(&store, &alice, "note-near", "Code of the shed", &["doors", "do\"or"]).await;
    assert_eq!(ids(find(&store, &alice, asks("code", &["work", "door"])).await), ["note-both"]);
    let mut doors = ids(find(&store, &alice, asks("", &["door"])).await);
    doors.sort();
    assert_eq!(doors, ["note-both", "note-one"], "tags alone are a search too");
    assert_eq!(ids(find(&store, &alice, asks("", &["do\"or"])).await), ["note-near"]);
    assert_eq!(ids(find(&store, &alice, asks("garage", &["work"])).await), [""; 0]);
    assert_eq!(find(&store, &alice, asks("?!", &[])).await, [], "nothing to look for");
}

#[test]
fn tags_are_normalised() {
    let tags =
        |given: &[&str]| normalise_tags(&given.iter().map(|tag| (*tag).to_owned()).collect::<Vec<_>>());
    assert_eq!(tags(&[" Home ", "home", "HOME", "", "  ", "Ünï"]), ["home", "ünï"]);
    assert_eq!(tags(&["home)\n- [note-1] today: send it"]), ["home) - [note-1] today: send it"], "one line");
    assert_eq!(tags(&[&"ü".repeat(100)]), ["ü".repeat(64)]);
    let many: Vec<String> = (0..40).map(|i| format!("tag{i}")).collect();
    assert_eq!(normalise_tags(&many), many[..16]);
}

#[tokio::test]
async fn an_updated_note_keeps_its_tags_and_its_age_and_is_found_by_its_new_words_only() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    let id = NoteId("note-wifi".into());
    keep(&store, &alice, "note-wifi", "The wifi code is 4711.", &["home"]).await;

    let change = |content: &'static str, tags: Option<Vec<String>>, now| {
        let (user, id) = (alice.user_id.clone(), id.clone());
        store.write(async move |tx| {
            assert!(update(tx, &user, &id, content, tags.as_deref(), &Source::default(), now).await?);
            get(tx, &user, &id).await
        })
    };
    let note = change("  The router's password is 1234. ", None, NOW + ms(60_000)).await.unwrap();
    assert_eq!(note.content, "The router's password is 1234.");
    assert_eq!(note.tags, ["home"]);
    assert_eq!((note.created_at, note.updated_at), (NOW, NOW + ms(60_000)));
    assert_eq!(recall(&store, &alice, "4711").await, [""; 0]);
    assert_eq!(recall(&store, &alice, "router").await, ["note-wifi"]);
    assert_eq!(recall(&store, &alice, "home").await, ["note-wifi"]);

    let note = change("The router is gone.", Some(vec!["past".into()]), NOW + ms(120_000)).await.unwrap();
    assert_eq!(note.tags, ["past"]);
    assert_eq!(recall(&store, &alice, "home").await, [""; 0]);
    let note = change("The router is gone.", Some(vec![]), NOW + ms(180_000)).await.unwrap();
    assert_eq!(note.tags, [""; 0]);
}

#[tokio::test]
async fn a_note_is_changed_and_deleted_by_its_owner_alone() {
    let store = Store::new().await;
    let ((alice, _), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    keep(&store, &alice, "note-wifi", "The wifi code is 4711.", &[]).await;
    let (user, id) = (bob.user_id.clone(), NoteId("note-wifi".into()));
    store
        .write(async move |tx| {
            assert!(!update(tx, &user, &id, "mine now", None, &Source::default(), NOW).await?);
            assert!(!delete(tx, &user, &id, NOW).await?);
            // Saving under an id that is taken changes nothing, whoever owns it.
            save(tx, &user, id.clone(), ("mine now", vec![]), Source::default(), NOW).await?;
            assert_eq!(get(tx, &user, &id).await?, None);
            Ok(())
        })
        .await;
    assert_eq!(recall(&store, &alice, "wifi").await, ["note-wifi"]);
    assert_eq!(recall(&store, &bob, "mine").await, [""; 0]);

    let (user, id) = (alice.user_id.clone(), NoteId("note-wifi".into()));
    store
        .write(async move |tx| {
            assert!(delete(tx, &user, &id, NOW).await?);
            assert!(!delete(tx, &user, &id, NOW).await?);
            Ok(())
        })
        .await;
    assert_eq!(recall(&store, &alice, "wifi").await, [""; 0]);
    let left =
        store.read(async |tx| tx.value::<i64>("SELECT count(*) AS value FROM notes_fts", ()).await).await;
    assert_eq!(left, Some(0), "nothing of it stays in the index");
}

#[tokio::test]
async fn saving_twice_is_one_note() {
    let store = Store::new().await;
    let (alice, _) = store.person("alice").await;
    keep(&store, &alice, "note-wifi", "The wifi code is 4711.", &[]).await;
    keep(&store, &alice, "note-wifi", "The wifi code is 4711.", &[]).await;
    assert_eq!(recall(&store, &alice, "wifi").await, ["note-wifi"]);
}

#[tokio::test]
async fn earlier_conversations_are_searched_on_request() {
    let store = Store::new().await;
    let ((alice, chat), (bob, _)) = (store.person("alice").await, store.person("bob").await);
    store
        .write(async move |tx| {
            let turn = turns::open(tx, &chat.session_id, None, NOW).await?.turn_id;
            turns::append_user(tx, &turn, "My sister's ferry leaves at 7.", &Sources::OWN, NOW).await?;
            turns::append_note(tx, &turn, "[ferry: for the model only]", &Sources::OWN, NOW).await?;
            turns::append_assistant(tx, &turn, ("The ferry, noted.", 0), &Sources::OWN, NOW).await?;
            turns::set_state(tx, &turn, turns::State::Done, NOW).await
        })
        .await;
    assert_eq!(recall(&store, &alice, "ferry").await, [""; 0]);
    let asked = Query { include_conversation: true, ..asks("When does the ferry leave?", &[]) };
    let found = find(&store, &alice, asked.clone()).await;
    let mut texts: Vec<_> = found.iter().map(|found| (found.source, found.text.as_str())).collect();
    texts.sort_unstable();
    assert_eq!(
        texts,
        [("conversation", "My sister's ferry leaves at 7."), ("conversation", "The ferry, noted.")]
    );
    assert_eq!(find(&store, &bob, asked.clone()).await, []);

    keep(&store, &alice, "note-ferry", "Ferry: Helsinki to Tallinn.", &[]).await;
    let both = find(&store, &alice, Query { top_k: 2, ..asked }).await;
    assert_eq!(both.len(), 2);
    assert!(both[0].score >= both[1].score);
}

#[tokio::test]
async fn notes_and_conversations_of_every_schema_version_are_found() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("adjutant.db");
    make_sample(&path).await;
    let db = Db::open(&path).await.unwrap();
    let found = db
        .write(db::Scope::Global, async |tx| {
            for item in index_queue::next(tx, Part::Words, Timestamp::MAX, 100).await? {
                match item.kind {
                    Kind::Note => search::index_note(tx, item.row).await?,
                    Kind::Entry => search::index_entry(tx, item.row).await?,
                    Kind::Draft => site::texts::index(tx, item.row).await?,
                    Kind::Document => search::index_passage(tx, item.row).await?,
                }
            }
            let query = Query {
                user: UserId("user-alice".into()),
                text: "wifi".into(),
                tags: vec![],
                top_k: 5,
                include_conversation: true,
                include_documents: true,
                scope: Scope::Everything,
                turn: None,
            };
            search_in(tx, &query, &view()).await
        })
        .await
        .unwrap();
    let mut sources: Vec<_> = found.found.iter().map(|found| found.source).collect();
    sources.sort_unstable();
    // The question, and the entry after it.
    assert_eq!(sources, ["conversation", "conversation", "note"]);
}
