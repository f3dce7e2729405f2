//! Collections and their entries: created, filled, shown on a page, changed and deleted.

use reqwest::StatusCode;
use serde_json::{Value, json};

use super::{Talk, each, id, visit};
use crate::harness::{Chat, Masked as _, reads};

/// Creates a collection; returns its id.
async fn has_collection(talk: &Talk<impl Chat>) -> String {
    let singers = json!({ "title": "Singers", "description": "Who sings with us." });
    let (_, made) = talk.says("list our singers on the website", "site_create_collection", singers).await;
    id(&made["collection"]["collection_id"])
}

/// Adds an entry to a collection; returns its id.
async fn adds(talk: &Talk<impl Chat>, collection: &str, title: &str, summary: &str) -> String {
    let entry = json!({ "collection_id": collection, "title": title, "summary": summary });
    let (_, added) = talk.says("one of the singers", "site_create_entry", entry).await;
    id(&added["entry"]["entry_id"])
}

/// Creates a collection with two entries; returns the ids of all three.
async fn has_singers(talk: &Talk<impl Chat>) -> [String; 3] {
    let singers = has_collection(talk).await;
    let carol = adds(talk, &singers, "Carol", "Alto.").await;
    let dave = adds(talk, &singers, "Dave", "Bass.").await;
    [singers, carol, dave]
}

/// Makes the page “About us” show a collection.
async fn shows(talk: &Talk<impl Chat>, collection: &str) {
    let content = json!({ "collection": collection, "heading": "Who sings" });
    let section = json!({ "page_id": talk.about, "template": "collection", "content": content });
    let (answer, _) = talk.says("show them on the page about us", "site_add_section", section).await;
    reads!(answer, @"Added a section (Collection) to the page “About us”.");
}

/// Returns the entries of a collection, as the model reads them.
async fn listed(talk: &Talk<impl Chat>, collection: &str) -> Value {
    let which = json!({ "collection_id": collection });
    let (_, mut listed) = talk.says("who is in it?", "site_list_entries", which).await;
    listed["entries"].take()
}

pub async fn site_list_collections(talk: &Talk<impl Chat>) {
    let words = "which collections does our website have?";
    let (answer, _) = talk.says(words, "site_list_collections", json!({})).await;
    reads!(answer, @"The website has no collections yet; site_create_collection makes one.");
    let [singers, carol, _] = has_singers(talk).await;
    let public = json!({ "entry_id": carol, "status": "published" });
    talk.says("Carol can be public", "site_update_entry", public).await;
    let (answer, listed) = talk.says("and now?", "site_list_collections", json!({})).await;
    reads!(answer, @"1 collection.");
    let row = json!({
        "collection_id": singers, "title": "Singers", "slug": "singers", "description": "Who sings with us.",
        "entries": 2, "drafts": 1,
    });
    assert_eq!((&listed["collections"], &listed["total"]), (&json!([row]), &json!(1)));
}

pub async fn site_create_collection(talk: &Talk<impl Chat>) {
    let singers = json!({ "title": "Singers", "description": "Who sings with us." });
    let words = "list our singers on the website";
    let (answer, made) = talk.says(words, "site_create_collection", singers).await;
    reads!(answer, @"Made the collection “Singers”, without entries; site_create_entry adds them.");
    let singers = id(&made["collection"]["collection_id"]);
    let row = json!({
        "collection_id": singers, "title": "Singers", "slug": "singers", "description": "Who sings with us.",
    });
    assert_eq!(made["collection"], row);
    let same = json!({ "title": "Songs", "slug": "singers" });
    let (answer, _) = talk.says("and our songs", "site_create_collection", same).await;
    reads!(answer.masked(&singers, "ID"), @"the collection 'ID' has the slug 'singers' already; choose another one, or change that collection");
    let (answer, _) = talk.says("and another", "site_create_collection", json!({ "title": " " })).await;
    reads!(answer, @"field 'title' in arguments is empty; a text of 1 to 120 characters fits");
    let site = talk.site().await;
    assert!(!site.contains("collection Singers is new"), "no section shows it: {site}");
    assert!(site.contains("\nCollections: Singers (0 entries)\n"), "{site}");
}

pub async fn site_update_collection(talk: &Talk<impl Chat>) {
    let [singers, ..] = has_singers(talk).await;
    shows(talk, &singers).await;
    let renamed = json!({ "collection_id": singers, "title": "Voices", "description": "All who sing." });
    let (answer, changed) = talk.says("call them voices", "site_update_collection", renamed).await;
    reads!(answer, @"Changed the collection “Voices”.");
    assert_eq!(changed["collection"]["slug"], "singers", "only the words change");
    assert!(talk.previewed("about-us/").await.contains("All who sing."));

    let bare = json!({ "collection_id": singers, "description": "", "slug": "voices" });
    talk.says("say nothing above them", "site_update_collection", bare).await;
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("Alto.") && !page.contains("All who sing."), "{page}");
    let by_slug = json!({ "slug": "voices" });
    let (answer, _) = talk.says("who is in it?", "site_list_entries", by_slug).await;
    reads!(answer, @"2 entries in “Voices”.");
    let none = json!({ "collection_id": singers });
    let (answer, _) = talk.says("change it", "site_update_collection", none).await;
    reads!(answer, @"give a field to change, such as 'title', beside 'collection_id'");
}

pub async fn site_delete_collection(talk: &Talk<impl Chat>) {
    let [singers, ..] = has_singers(talk).await;
    shows(talk, &singers).await;
    let address = talk.publishes().await;
    let delete = ("site_delete_collection", json!({ "collection_id": singers }));
    let collections = ("site_list_collections", json!({}));
    let question = talk.has_to_press("take the singers off", delete, collections.clone()).await;
    reads!(question, @"
    Delete the collection “Singers” with 2 entries. 2 are published, and go from the public website when you publish again. Sections show it, which have to go or show another one before you publish: About us (“Who sings”, Collection)
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, deleted) = talk.agrees(&question).await;
    reads!(answer, @"The collection “Singers” is deleted; site_undo brings it back.");
    assert_eq!(deleted["shown_on"], json!(["About us (“Who sings”, Collection)"]));
    let (answer, _) = talk.says("what is left?", collections.0, collections.1).await;
    reads!(answer, @"The website has no collections yet; site_create_collection makes one.");
    let (answer, _) = talk.says("publish the website", "site_publish", json!({})).await;
    reads!(answer.masked(&singers, "ID"), @"put this right first: page about-us, section 3: collection is \"ID\", which is no collection of the site; the id of a collection fits.");
    assert!(visit(&format!("{address}about-us/")).await.1.contains("Alto."), "until it is published");

    let (answer, _) = talk.says("no, bring them back", "site_undo", json!({})).await;
    reads!(answer, @"Undone: deleted the collection “Singers”.");
    assert_eq!(each(&listed(talk, &singers).await, "title"), ["Carol", "Dave"]);
    assert!(talk.previewed("about-us/").await.contains("Alto."));
}

pub async fn site_list_entries(talk: &Talk<impl Chat>) {
    let singers = has_collection(talk).await;
    let which = json!({ "collection_id": singers });
    let (answer, _) = talk.says("who is in it?", "site_list_entries", which).await;
    reads!(answer, @"There are no such entries in “Singers”; site_create_entry adds one.");
    let carol = adds(talk, &singers, "Carol", "Alto.").await;
    adds(talk, &singers, "Dave", "Bass.").await;
    let (answer, listed) =
        talk.says("and now?", "site_list_entries", json!({ "slug": "singers", "status": "draft" })).await;
    reads!(answer, @"2 entries in “Singers”.");
    let row = json!({
        "entry_id": carol, "title": "Carol", "slug": "carol", "status": "draft", "position": 1, "summary": "Alto.",
    });
    assert_eq!((&listed["entries"][0], &listed["entries"][1]["title"]), (&row, &json!("Dave")));
    let (answer, _) = talk.says("and songs?", "site_list_entries", json!({ "slug": "songs" })).await;
    reads!(answer, @"there is no collection with the slug 'songs'; site_list_collections lists the existing ones");
}

pub async fn site_get_entry(talk: &Talk<impl Chat>) {
    let [_, carol, dave] = has_singers(talk).await;
    let body = json!({ "entry_id": carol, "body": "Since *2020*." });
    talk.says("Carol sings since 2020", "site_update_entry", body).await;
    let which = json!({ "entry_id": carol });
    let (answer, got) = talk.says("what does it say of Carol?", "site_get_entry", which).await;
    reads!(answer, @"“Carol” in “Singers”.");
    assert_eq!((&got["body"], &got["in_collection"]), (&json!("Since *2020*."), &json!("Singers")));
    assert_eq!((&got["entry"]["entry_id"], &got["entry"]["summary"]), (&json!(carol), &json!("Alto.")));
    let delete = json!({ "entry_id": dave });
    let question = talk.is_asked("Dave has left", "site_delete_entry", delete.clone()).await;
    talk.agrees(&question).await;
    let (answer, _) = talk.says("what did it say of Dave?", "site_get_entry", delete).await;
    reads!(answer.masked(&dave, "ID"), @"there is no entry 'ID'; site_list_entries lists the existing ids");
}

pub async fn site_create_entry(talk: &Talk<impl Chat>) {
    let singers = has_collection(talk).await;
    shows(talk, &singers).await;
    let entry = json!({
        "collection_id": singers, "title": "Carol", "summary": "Alto.", "body": "Since *2020*.", "leads_to": "/welcome",
    });
    let (answer, added) = talk.says("Carol sings alto", "site_create_entry", entry.clone()).await;
    reads!(answer, @"Added “Carol” to “Singers”, a draft.");
    let carol = id(&added["entry"]["entry_id"]);
    let row = json!({
        "entry_id": carol, "title": "Carol", "slug": "carol", "status": "draft", "position": 1, "summary": "Alto.",
        "leads_to": "/welcome",
    });
    assert_eq!(added["entry"], row);
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("Alto.") && page.contains("Since <em>2020</em>."), "{page}");

    let (_, again) = talk.says("there is another Carol", "site_create_entry", entry).await;
    assert_eq!((&again["entry"]["slug"], &again["entry"]["position"]), (&json!("carol-2"), &json!(2)));
    let taken = json!({ "collection_id": singers, "title": "Caroline", "slug": "carol" });
    let (answer, _) = talk.says("and a Caroline", "site_create_entry", taken).await;
    reads!(answer.masked(&carol, "ID"), @"the entry 'ID' of this collection has the slug 'carol' already; choose another one, or change that entry");
    let public = json!({ "collection_id": singers, "title": "Dave", "status": "published" });
    let (answer, _) = talk.says("Dave can be public", "site_create_entry", public).await;
    reads!(answer, @"Added “Dave” to “Singers”, public from the next publish on.");
    let site = talk.site().await;
    assert!(site.contains("• 3 entries new in Singers\n"), "{site}");
    assert!(site.contains("\nCollections: Singers (3 entries, 2 drafts)\n"), "{site}");
}

pub async fn site_update_entry(talk: &Talk<impl Chat>) {
    let [singers, carol, dave] = has_singers(talk).await;
    shows(talk, &singers).await;
    let bass = json!({ "entry_id": dave, "summary": "Baritone.", "leads_to": "https://example.com/dave" });
    let (answer, _) = talk.says("Dave is a baritone", "site_update_entry", bass).await;
    reads!(answer, @"Changed “Dave”.");
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("Baritone.") && page.contains("href=\"https://example.com/dave\""), "{page}");

    // The public site changes at the next publish.
    let address = talk.publishes().await;
    let last = json!({ "entry_id": carol, "summary": "Soprano.", "position": 2 });
    let (answer, changed) = talk.says("Carol sings soprano; put her last", "site_update_entry", last).await;
    reads!(answer, @"Changed “Carol”. Visitors see it after the next publish.");
    assert_eq!(changed["entry"]["position"], 2);
    assert_eq!(each(&listed(talk, &singers).await, "entry_id"), [&*dave, &carol]);
    let page = talk.previewed("about-us/").await;
    assert!(page.find("Baritone.").unwrap() < page.find("Soprano.").unwrap(), "{page}");
    let (_, public) = visit(&format!("{address}about-us/")).await;
    assert!(public.contains("Alto.") && !public.contains("Soprano."), "{public}");

    let hidden = json!({ "entry_id": carol, "status": "draft" });
    let (answer, _) = talk.says("take her off", "site_update_entry", hidden).await;
    reads!(answer, @"Changed “Carol”. It goes from the public website when site_publish names the entries that become public (entry_ids, also none): a publish of all drafts shows it again.");
    // If no entries are named, all drafts become public.
    let others = json!({ "entry_ids": [dave] });
    let question = talk.is_asked("publish the website without Carol", "site_publish", others).await;
    let (_, published) = talk.agrees(&question).await;
    assert_eq!(published["changes"], json!(["1 entry gone from Singers"]));
    let (_, public) = visit(&format!("{address}about-us/")).await;
    assert!(public.contains("Baritone.") && !public.contains("Carol"), "{public}");
}

pub async fn site_delete_entry(talk: &Talk<impl Chat>) {
    let [singers, carol, dave] = has_singers(talk).await;
    shows(talk, &singers).await;
    let address = talk.publishes().await;
    let about = format!("{address}about-us/");
    let delete = ("site_delete_entry", json!({ "entry_id": carol }));
    let entries = ("site_list_entries", json!({ "collection_id": singers }));
    let question = talk.has_to_press("Carol has left", delete, entries).await;
    reads!(question, @"
    Delete “Carol” from the collection “Singers” of your website. It is published, and goes from the public website when you publish again
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"“Carol” is deleted from “Singers”; site_undo brings it back.");
    assert_eq!(each(&listed(talk, &singers).await, "entry_id"), [dave]);
    assert!(!talk.previewed("about-us/").await.contains("Carol"));
    let (status, public) = visit(&about).await;
    assert_eq!(status, StatusCode::OK);
    assert!(public.contains("Carol"), "until it is published");
    talk.publishes().await;
    assert!(!visit(&about).await.1.contains("Carol"));
}
