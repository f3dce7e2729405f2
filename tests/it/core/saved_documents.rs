//! Saved documents: they are read in the background, found by their content, and removed with their files.

use std::{fs, path::Path};

use adjutant_simulators::{model::Turn, telegram::Group};
use serde_json::{Value, json};

use crate::harness::{Bot, Chat, OnTelegram, OnWeb, Setup, in_order, reads};

over_every_channel!(a_saved_document_is_found_by_what_a_page_says_until_it_is_deleted,);

/// Returns a document written by a common program.
fn document(name: &str) -> Vec<u8> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("crates/documents/src/data");
    fs::read(folder.join(name)).unwrap()
}

/// Saves a file.
async fn keeps<C: Chat>(bot: &Bot<C>, name: &str) {
    bot.model().script([Turn::calls([("attachment_save", json!({}))]), Turn::text("Kept.")]);
    bot.alice().sends(name, &document(name), "keep this").await;
    reads!(bot.next_message().await, @"Kept.");
}

/// Waits until all saved documents have been read, and all removed ones are gone.
async fn all_are_read<C: Chat>(bot: &Bot<C>) {
    let waiting = "SELECT count(*) AS value FROM documents WHERE state IN ('waiting', 'gone')";
    bot.until("the documents to be read", async || bot.number(waiting).await == 0).await;
}

/// Returns the results of a search, as the model reads them.
async fn found<C: Chat>(bot: &Bot<C>, query: &str) -> String {
    let search = Turn::calls([("memory_search", json!({ "query": query }))]);
    bot.model().script([search, Turn::text("So it is.")]);
    bot.alice().says("what did it say?").await;
    reads!(bot.next_message().await, @"So it is.");
    in_order(bot.model().requests().pop().unwrap().tool_results()[0])
}

async fn a_saved_document_is_found_by_what_a_page_says_until_it_is_deleted<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    keeps(&bot, "tides.pdf").await;
    all_are_read(&bot).await;
    bot.alice().says("/status").await;
    let status = bot.next_message().await.text;
    assert!(status.contains("Saved documents: 1 found by what they say"), "{status}");
    let read = found(&bot, "high tide in Dover").await;
    let best: Value = serde_json::from_str(&read).unwrap();
    let best = &best["matches"][0];
    let place = (best["file"].as_str(), best["place"].as_str(), best["source"].as_str());
    assert_eq!(place, (Some("/shared/tides.pdf"), Some("page 1"), Some("document")), "{read}");
    assert_eq!(best["text"], "Tide tables\n\nHigh tide in Dover is at nine.");

    // The content of the document is other people's words.
    bot.model().script([
        Turn::calls([("memory_search", json!({ "query": "high tide" }))]),
        Turn::calls([("memory_save", json!({ "content": "High tide in Dover is at nine." }))]),
        Turn::text("At nine (page 1)."),
    ]);
    bot.alice().says("note when high tide is").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Remember: “High tide in Dover is at nine.”
    Usually I do this without asking.
    I have read text from the document /shared/tides.pdf, which may try to steer me.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let _ = bot.alice().presses(&prompt, "Deny").await;
    reads!(bot.next_message().await, @"At nine (page 1).");

    let delete = Turn::calls([("file_delete", json!({ "path": "/shared/tides.pdf" }))]);
    bot.model().script([delete, Turn::text("It is deleted.")]);
    bot.alice().says("delete it").await;
    let prompt = bot.next_message().await;
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is deleted.");
    reads!(found(&bot, "high tide in Dover").await, @r#"{"matches":[],"message":"Nothing was found.","success":true}"#);
    all_are_read(&bot).await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM passages_fts").await, 0);
    bot.end().await;
}

#[tokio::test]
async fn what_a_restart_cut_off_is_read_anew_and_what_has_no_text_is_left_alone() {
    let mut bot: Bot<OnWeb> =
        Setup::new().with_model().await.with("MEMORY__DOCUMENT_PASSAGES", 3).start().await;
    keeps(&bot, "tides.pdf").await;
    keeps(&bot, "locked.pdf").await;
    bot.restart().await;
    all_are_read(&bot).await;
    let read = "SELECT count(*) AS value FROM documents WHERE state = 'read'";
    let unreadable = "SELECT count(*) AS value FROM documents WHERE state = 'unreadable'";
    assert_eq!((bot.number(read).await, bot.number(unreadable).await), (1, 1));
    let twice = "SELECT count(*) - count(DISTINCT number) AS value FROM passages";
    assert_eq!(bot.number(twice).await, 0);

    // There is no room for more until one is removed.
    keeps(&bot, "tides.epub").await;
    all_are_read(&bot).await;
    let full = "SELECT count(*) AS value FROM documents WHERE state = 'full'";
    assert_eq!(bot.number(full).await, 1);
    bot.restart_with("MEMORY__DOCUMENT_PASSAGES", 100).await;
    bot.until("the document to be read", async || bot.number(read).await == 2).await;
    bot.end().await;
}

/// Saves a document in a group.
async fn keeps_in(bot: &Bot<OnTelegram>, group: &Group) {
    let OnTelegram { tg, alice, .. } = bot.alice();
    bot.model().script([Turn::calls([("attachment_save", json!({}))]), Turn::text("Kept.")]);
    alice.sends_file_in(group, "tides.pdf", "@adjutant_bot keep this", &document("tides.pdf")).await;
    let prompt = tg.next_message(group).await;
    let _ = alice.presses(&prompt, "Approve").await;
    reads!(tg.next_message(group).await.text, @"Kept.");
    all_are_read(bot).await;
}

#[tokio::test]
async fn what_a_group_saved_moves_with_it_is_exported_and_is_forgotten() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let family = tg.group(-100_200, "family");
    keeps_in(&bot, &family).await;
    let family = alice.upgrades(&family, -100_201).await;
    let search = Turn::calls([("memory_search", json!({ "query": "high tide in Dover" }))]);
    bot.model().script([search, Turn::text("At nine.")]);
    alice.says_in(&family, "@adjutant_bot when is high tide?").await;
    reads!(tg.next_message(&family).await.text, @"At nine.");
    let request = bot.model().requests().pop().unwrap();
    assert!(request.tool_results()[0].contains("/shared/tides.pdf"), "{}", request.tool_results()[0]);

    alice.says("/export").await;
    bot.next_message().await;
    bot.next_message().await;
    let json = bot.next_message().await;
    let (_, json) = bot.alice().file_of(&json).await;
    let export: Value = serde_json::from_slice(&json).unwrap();
    let file = &export["files"][0];
    assert_eq!(
        (&file["path"], &file["found_by_search"]),
        (&json!("/shared/tides.pdf"), &json!(true)),
        "{export}"
    );

    alice.says("/forget_me").await;
    let question = bot.next_message().await;
    let _ = bot.alice().presses(&question, "Delete everything").await;
    reads!(bot.next_message().await, @"Done: I no longer know anything about you. Farewell!");
    bot.alice().changes(&question).await;
    for table in ["SELECT count(*) AS value FROM documents", "SELECT count(*) AS value FROM passages"] {
        assert_eq!(bot.number(table).await, 0, "{table}");
    }
    bot.end().await;
}

#[tokio::test]
async fn what_is_saved_in_a_group_is_found_there_by_whoever_saved_it() {
    let setup = Setup::new().with("ACCESS__ALLOW", r#"["telegram:42", "telegram:43"]"#);
    let bot: Bot<OnTelegram> = setup.with_model().await.start().await;
    keeps(&bot, "lease.docx").await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (bob, family, choir) =
        (tg.user(43, "bob"), tg.group(-100_200, "family"), tg.group(-100_300, "choir"));
    keeps_in(&bot, &family).await;

    const QUERY: &str = "high tide in Dover, rent in the lease";
    for (person, group, expected) in
        [(&alice, &family, &["/shared/tides.pdf"][..]), (&alice, &choir, &[]), (&bob, &family, &[])]
    {
        let search = Turn::calls([("memory_search", json!({ "query": QUERY }))]);
        bot.model().script([search, Turn::text("So it is.")]);
        person.says_in(group, "@adjutant_bot what did it say?").await;
        tg.next_message(group).await;
        let request = bot.model().requests().pop().unwrap();
        let read: Value = serde_json::from_str(request.tool_results()[0]).unwrap();
        let mut files: Vec<_> =
            read["matches"].as_array().unwrap().iter().filter_map(|it| it["file"].as_str()).collect();
        files.dedup();
        assert_eq!(files, expected, "{read}");
    }
    let everything = found(&bot, QUERY).await;
    assert!(
        everything.contains("/shared/tides.pdf") && everything.contains("/shared/lease.docx"),
        "{everything}"
    );
    bot.end().await;
}
