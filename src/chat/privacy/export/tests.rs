use std::fs;

use adjutant_channel::{Event, MessageId, Outgoing};
use adjutant_domain::{
    ids::{CollectionId, EntryId, ItemId, NoteId, PageId, PictureId, SectionId},
    origin::Sources,
    site::{PageStatus, Variant, VariantFormat},
};
use adjutant_store::{
    notes,
    site::{self, By, Settings, Target, collections, entries, navigation, pages, pictures, sections},
    testing::NOW,
};

use super::*;
use crate::testing::{Place, Room, direct, group, lock, message};

async fn exports(room: &Room, whose: &str, place: &Place, id: &str) {
    let (message_id, name, args) = (MessageId(id.to_owned()), "export".to_owned(), String::new());
    room.happens(whose, place, 0, Event::Command { message_id, name, args, handle: None, named: true }).await;
}

async fn saves(room: &Room, whose: &str, contents: Vec<String>) {
    let whose = whose.to_owned();
    room.store
        .write(async move |tx| {
            let (user, _) = people::find(tx, "test", &whose).await?.unwrap();
            for content in &contents {
                let note = notes::Note {
                    note_id: NoteId::generate(),
                    content: content.clone(),
                    tags: vec!["home".to_owned()],
                    source: notes::Source::default(),
                    shareable: false,
                    created_at: NOW,
                    updated_at: NOW,
                };
                notes::insert(tx, &user.user_id, &note).await?;
            }
            Ok(())
        })
        .await;
}

/// Returns the sent files: chat, name and content.
async fn files(room: &Room) -> Vec<(String, String, String)> {
    room.rests().await;
    let sent: Vec<Outgoing> = std::mem::take(&mut *lock(&room.channel.sent));
    let file = |message: Outgoing| {
        let media = message.content.media?;
        Some((message.chat.to_string(), media.name, fs::read_to_string(media.path).unwrap()))
    };
    sent.into_iter().filter_map(file).collect()
}

#[tokio::test]
async fn an_export_holds_what_is_known_of_the_person_and_nothing_of_others() {
    let room = Room::new().await;
    let secret = format!("the key is sk-{}", "a".repeat(30));
    saves(&room, "alice", vec!["the wifi code is\n4711".to_owned(), secret]).await;
    saves(&room, "bob", vec!["honey".to_owned()]).await;
    for whose in ["alice", "bob"] {
        for place in [direct(whose), group("friends")] {
            let said = message(&format!("{}-{whose}", place.chat), &format!("{whose} says hello"));
            room.happens(whose, &place, 0, said).await;
        }
    }
    room.rests().await;
    lock(&room.channel.sent).clear();
    exports(&room, "alice", &direct("alice"), "1").await;
    let sent = files(&room).await;
    let [(to, name, markdown), (_, json_name, json)] = &sent[..] else { panic!("{sent:?}") };
    assert_eq!(
        (to.as_str(), name.as_str(), json_name.as_str()),
        ("test:alice", "adjutant-export-2026-05-01.md", "adjutant-export-2026-05-01.json")
    );
    insta::assert_snapshot!(markdown, @r"
    # Everything I know about you

    As of Friday, 1 May 2026, 08:00 (UTC). The operator's secrets are left out.

    ## Your accounts

    - alice (member), since 2026-05-01 08:00: test:alice

    ## Notes

    - the wifi code is
      4711 (saved 2026-05-01 08:00; tags: home)
    - the key is [secret] (saved 2026-05-01 08:00; tags: home)

    ## Conversations

    ### test:alice, since 2026-05-01 08:00

    #### Friday, 1 May 2026

    **You**, 08:00: alice says hello

    **I**, 08:00: Well.

    ### test:friends, since 2026-05-01 08:00

    #### Friday, 1 May 2026

    **You**, 08:00: alice says hello

    **I**, 08:00: Well.


    ## Commands, and messages without an answer of their own

    - 2026-05-01 08:00, test:alice: /export

    ## How much you have used

    - 2026-05-01: 2 turns, 2 model calls, 0 s at work, 0 tokens in, 0 tokens out, $0.0000
      with scripted: 2 model calls, 0 tokens in, 0 tokens out, $0.0000
    ");

    let export: Value = serde_json::from_str(json).unwrap();
    assert_eq!(
        (&export["format"], &export["version"], &export["part"]),
        (&json!("adjutant-export"), &json!(1), &json!(1))
    );
    assert_eq!(export["notes"][0]["content"], "the wifi code is\n4711");
    assert_eq!(export["notes"][1]["content"], "the key is [secret]");
    assert_eq!(export["messages"].as_array().unwrap().len(), 4);
    for text in [markdown, json] {
        assert!(!text.contains("honey") && !text.contains("bob") && !text.contains("sk-a"), "{text}");
    }
    let rest = room.store.read(async |tx| rows::next(tx, Timestamp::MAX).await).await;
    assert_eq!(rest, None);
}

/// Makes a website of one page whose words are somebody else's.
async fn makes_a_website(room: &Room) {
    let user = room.alice.user_id.clone();
    let (own, others) = (Sources::OWN, Sources::from("example.com"));
    room.store
        .write(async move |tx| {
            let by = |what, untrusted| By { user: &user, author: &user, what, now: NOW, untrusted };
            let id = site::open(tx, &user, NOW).await?.site_id;
            let settings = Settings {
                title: Some("Chess club"),
                description: Some("We play on Fridays."),
                ..Settings::default()
            };
            site::update_settings(tx, &id, &settings, &by("named the site", &own)).await?;
            let content = json!({ "text": "Come and play!" });
            let (section_id, template) = (SectionId("section-1".to_owned()), "text");
            let page = pages::New {
                page_id: PageId("page-1".to_owned()),
                title: "Welcome",
                slug: "welcome",
                description: "",
                status: PageStatus::Published,
                is_home: true,
                sections: &[sections::New { section_id, template, content: &content }],
            };
            let page = pages::add(tx, &id, &page, &by("added Welcome", &others)).await?.page_id;
            let file = "1a-48.webp".to_owned();
            let variant = Variant { width: 48, height: 32, format: VariantFormat::WebP, file };
            let picture = pictures::New {
                picture_id: PictureId("image-1".to_owned()),
                name: "board.jpg",
                alt: "A chess board",
                caption: Some("Our board"),
                hash: "1a",
                bytes: 100,
                variants: &[variant],
                credit: None,
                session_id: None,
            };
            pictures::add(tx, &id, &picture, &by("added a picture", &others)).await?;
            let (collection_id, entry_id) =
                (CollectionId("collection-1".to_owned()), EntryId("entry-1".to_owned()));
            let (title, slug, description) = ("Members", "members", "Who plays.");
            let members = collections::New { collection_id, title, slug, description };
            let members = collections::add(tx, &id, &members, &by("made Members", &own)).await?.collection_id;
            let entry = entries::New {
                entry_id,
                title: "Bob",
                slug: "bob",
                summary: "Plays black.",
                body: "He *wins*.",
                picture_id: None,
                link: Some("https://example.org"),
                status: PageStatus::Draft,
            };
            entries::add(tx, &members, &entry, &by("added Bob", &others)).await?;
            let (item_id, target) = (ItemId("item-1".to_owned()), Target::Page(page));
            let item = navigation::New { item_id, label: "Start", target, visible: true };
            navigation::add(tx, &id, &item, None, &by("led to Welcome", &own)).await?;
            site::undo(tx, (&user, &user), None, NOW).await?;
            Ok(())
        })
        .await;
}

#[tokio::test]
async fn an_export_has_the_website_with_its_changes() {
    let room = Room::new().await;
    makes_a_website(&room).await;
    exports(&room, "alice", &direct("alice"), "1").await;
    let sent = files(&room).await;
    let (_, website) = sent[0].2.split_once("## Your website").unwrap();
    insta::assert_snapshot!(format!("## Your website{website}"), @r#"
    ## Your website

    - Chess club: We play on Fridays. (en; made 2026-05-01 08:00)

    ## The pages of your website

    - Welcome (/welcome; published; home page; made 2026-05-01 08:00; may hold words from example.com)
      - text (may hold words from example.com): {"text":"Come and play!"}

    ## The pictures of your website

    - board.jpg: A chess board; Our board (48 × 32; made 2026-05-01 08:00; may hold words from example.com)

    ## The collections of your website

    - Members: Who plays. (members; made 2026-05-01 08:00)

    ## What is in them

    - Bob (in collection-1; draft; made 2026-05-01 08:00; leads to https://example.org; may hold words from example.com)
      
      Plays black.
      
      He *wins*.

    ## What was changed on your website

    - 2026-05-01 08:00: named the site
    - 2026-05-01 08:00: added Welcome (may hold words from example.com)
    - 2026-05-01 08:00: added a picture (may hold words from example.com)
    - 2026-05-01 08:00: made Members
    - 2026-05-01 08:00: added Bob (may hold words from example.com)
    - 2026-05-01 08:00: led to Welcome, undone
    - 2026-05-01 08:00: undid: led to Welcome
    "#);
    let export: Value = serde_json::from_str(&sent[1].2).unwrap();
    assert_eq!(export["sites"][0]["title"], "Chess club");
    assert_eq!(export["site_pages"][0]["sections"][0]["content"]["text"], "Come and play!");
    assert_eq!(export["site_pictures"][0]["files"][0]["format"], "webp");
    assert_eq!(export["site_collections"][0]["title"], "Members");
    assert_eq!(export["site_entries"][0]["body"], "He *wins*.");
    assert_eq!(export["site_changes"][5]["after"]["items"][0]["label"], "Start");
    assert_eq!(export["site_changes"][6]["undoes"], export["site_changes"][5]["id"]);
    exports(&room, "bob", &direct("bob"), "2").await;
    for (_, _, text) in files(&room).await {
        assert!(!text.contains("Welcome") && !text.contains("site"), "{text}");
    }
}

#[tokio::test]
async fn what_is_too_large_for_one_file_comes_in_several() {
    let room = Room::new().await;
    saves(&room, "alice", (0..3_000).map(|i| format!("{i} {}", "x".repeat(600))).collect()).await;
    exports(&room, "alice", &direct("alice"), "1").await;
    let sent = files(&room).await;
    let mut notes = Vec::new();
    for (_, name, content) in &sent {
        assert!(content.len() <= 1 << 20, "{name}: {}", content.len());
        if name.ends_with(".json") {
            let part: Value = serde_json::from_str(content).unwrap();
            notes.extend(
                part["notes"]
                    .as_array()
                    .unwrap()
                    .iter()
                    .map(|note| note["content"].as_str().unwrap().to_owned()),
            );
        }
    }
    let names: Vec<_> =
        sent.iter().map(|(_, name, _)| name.strip_prefix("adjutant-export-2026-05-01").unwrap()).collect();
    assert_eq!(names, [".md", "-2.md", ".json", "-2.json", "-3.json"]);
    assert_eq!(notes.len(), 3_000);
    assert!(notes.iter().enumerate().all(|(i, note)| note.starts_with(&format!("{i} "))));
}

#[tokio::test]
async fn in_a_group_it_goes_to_the_direct_chat_or_nowhere() {
    let room = Room::new().await;
    let said = async |id: &str| {
        exports(&room, "alice", &group("friends"), id).await;
        room.rests().await;
        let sent = std::mem::take(&mut *lock(&room.channel.sent));
        let line = |message: &Outgoing| format!("{}: {}", message.chat, message.content.body.text);
        sent.iter().map(line).collect::<Vec<_>>().join("\n")
    };
    insta::assert_snapshot!(said("1").await, @"test:friends: That is between you and me: send me /export in a direct chat.");
    room.happens("alice", &direct("alice"), 0, message("2", "hello")).await;
    room.rests().await;
    lock(&room.channel.sent).clear();
    insta::assert_snapshot!(said("3").await, @r"
    test:alice: Everything I know about you. The .md is for you to read, the .json is for programs.
    test:alice: 
    test:friends: I am putting together everything I know about you, and will send it to our direct chat.
    ");
}

#[tokio::test]
async fn an_export_that_waits_is_not_asked_for_twice() {
    let room = Room::new().await;
    exports(&room, "alice", &direct("alice"), "1").await;
    exports(&room, "alice", &direct("alice"), "2").await;
    insta::assert_snapshot!(room.sent().await, @r"
    test:alice: I am putting together everything I know about you. It comes in a moment, as files: one kind to read, and one for other programs.
    test:alice: I am already working on it: the files come in a moment.
    test:alice: Everything I know about you. The .md is for you to read, the .json is for programs.
    test:alice: 
    ");
}

#[tokio::test]
async fn an_export_that_cannot_be_written_is_tried_again_and_then_given_up() {
    let room = Room::new().await;
    // A file is in the place of the folder.
    fs::write(room.files.path().join(room.alice.user_id.as_str()), "").unwrap();
    exports(&room, "alice", &direct("alice"), "1").await;
    room.rests().await;
    for _ in 1..ATTEMPTS {
        room.clock.advance(chrono::TimeDelta::minutes(2));
        room.rests().await;
    }
    assert_eq!(
        room.sent().await.lines().last(),
        Some(
            "test:alice: I could not write the files of your export. Please try again later. If it keeps failing, the \
             operator of this bot can find out why."
        )
    );
}

#[tokio::test]
async fn an_export_that_ends_the_process_each_time_is_given_up() {
    let room = Room::new().await;
    exports(&room, "alice", &direct("alice"), "1").await;
    let job = room.store.read(async |tx| Ok(rows::next(tx, NOW).await?.unwrap())).await;
    for _ in 0..ATTEMPTS {
        let id = job.export_id.clone();
        room.store.write(async move |tx| rows::begin(tx, &id, NOW).await).await;
    }
    room.rests().await;
    let last = room.sent().await.lines().last().map(str::to_owned);
    assert!(last.unwrap().starts_with("test:alice: I could not write the files of your export."));
}

#[tokio::test]
async fn an_export_says_which_parts_may_hold_words_of_others() {
    let room = Room::new().await;
    room.happens("alice", &direct("alice"), 0, message("m1", "hello")).await;
    room.rests().await;
    let user = room.alice.user_id.clone();
    room.store
        .write(async move |tx| {
            tx.execute(
                "INSERT INTO summaries (session_id, up_to, turns, text, untrusted, turn_id, segment, noted, created_at)
                 SELECT session_id, 0, 1, 'It will rain.', 'example.com' || char(10) || 'a forwarded message', turn_id, 0,
                     '[]', ?1 FROM turns",
                [NOW],
            )
            .await?;
            tx.execute(
                "INSERT INTO runs (run_id, schedule_id, user_id, revision, due_at, status, delivery, output,
                     untrusted_goal, started_at, finished_at)
                 VALUES ('run-1', 'schedule-1', ?1, 1, ?2, 'succeeded', 'delivered', 'Rain.', 'example.org', ?2, ?2)",
                adjutant_store::params![&user, NOW],
            )
            .await
        })
        .await;
    lock(&room.channel.sent).clear();
    exports(&room, "alice", &direct("alice"), "1").await;
    let sent = files(&room).await;
    let [(_, _, markdown), (_, _, json)] = &sent[..] else { panic!("{sent:?}") };
    for line in [
        "Summary of its beginning (may hold words from example.com, a forwarded message): It will rain.",
        "- 2026-05-01 08:00: succeeded, delivery delivered (may hold words from example.org): Rain.",
    ] {
        assert!(markdown.contains(line), "{line} is not in {markdown}");
    }
    let export: Value = serde_json::from_str(json).unwrap();
    assert_eq!(export["conversations"][0]["summary_words_of"], "example.com\na forwarded message");
    assert_eq!(export["runs"][0]["words_of"], "example.org");
}
