//! The list of changes, and undoing them.

use serde_json::json;

use super::{Talk, each, id};
use crate::harness::{Chat, reads};

pub async fn site_list_changes(talk: &Talk<impl Chat>) {
    let (answer, listed) =
        talk.says("what was changed on our website?", "site_list_changes", json!({ "limit": 3 })).await;
    reads!(answer, @"The latest 3 changes.");
    reads!(each(&listed["changes"], "what").join("\n"), @"
    added “About us” to the navigation
    made the page “About us”
    made the page “Welcome”
    ");
    assert_eq!(each(&listed["changes"], "at"), ["2026-05-01T10:00:00Z"; 3]);
}

pub async fn site_undo(talk: &Talk<impl Chat>) {
    let say = |body: &str| json!({ "section_id": talk.text, "content": { "body": body } });
    talk.says("we were founded in 1986", "site_update_section", say("Founded in 1986.")).await;
    let title = json!({ "title": "Hillside Choir" });
    talk.says("call the website Hillside Choir", "site_update_settings", title).await;

    // Undoes an older change by its id, then the latest.
    let (_, listed) = talk.says("what did I change?", "site_list_changes", json!({ "limit": 2 })).await;
    let founded = &listed["changes"][1];
    assert_eq!(id(&founded["what"]), "changed the section “Who we are” (Text) on “About us”");
    let undo = json!({ "revision_id": founded["revision_id"] });
    let (answer, _) = talk.says("it was 1987 after all", "site_undo", undo.clone()).await;
    reads!(answer, @"Undone: changed the section “Who we are” (Text) on “About us”.");
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("Founded in 1987.") && page.contains("Hillside Choir"), "{page}");
    let (answer, _) = talk.says("and the name is wrong, too", "site_undo", json!({})).await;
    reads!(answer, @"Undone: changed the settings: title.");
    assert!(talk.previewed("").await.contains("Riverside Choir"));
    let (answer, _) = talk.says("undo the first one again", "site_undo", undo).await;
    reads!(answer, @"this cannot be undone: it has been undone already");
}
