//! The navigation.

use serde_json::json;

use super::{Talk, each, id};
use crate::harness::{Chat, reads};

/// Returns the labels of the navigation in order, as visitors would see it.
async fn menu(talk: &Talk<impl Chat>) -> String {
    let page = talk.previewed("").await;
    let Some((_, menu)) = page.split_once("<nav aria-label") else { return String::new() };
    let items = menu.split("</nav>").next().unwrap().split("<a ").skip(1);
    let labels = items.map(|item| item.split_once('>').unwrap().1.split('<').next().unwrap());
    labels.collect::<Vec<_>>().join(", ")
}

/// Adds an item that leads to the home page; returns its id.
async fn adds_start(talk: &Talk<impl Chat>) -> String {
    let start = json!({ "label": "Start", "page_id": talk.welcome });
    let (_, added) = talk.says("the first page, too", "site_add_navigation_item", start).await;
    id(&added["item"]["item_id"])
}

pub async fn site_list_navigation(talk: &Talk<impl Chat>) {
    let (answer, listed) =
        talk.says("what is in the menu of our website?", "site_list_navigation", json!({})).await;
    reads!(answer, @"1 item.");
    let item = json!({ "item_id": talk.item, "label": "About us", "page_id": talk.about, "visible": true });
    assert_eq!(listed["items"], json!([item]));
}

pub async fn site_add_navigation_item(talk: &Talk<impl Chat>) {
    let start = json!({ "label": "Start", "page_id": talk.welcome, "position": 1 });
    let (answer, _) =
        talk.says("the menu begins with the first page", "site_add_navigation_item", start).await;
    reads!(answer, @"Added “Start” to the navigation.");
    let outside = json!({ "label": "Town", "url": "https://town.example.org/" });
    talk.says("and ends with a link to our town", "site_add_navigation_item", outside).await;
    assert_eq!(menu(talk).await, "Start, About us, Town");
    assert!(talk.previewed("").await.contains("href=\"https://town.example.org/\""));

    let wrong = json!({ "label": "Secret", "leads_to": "/about-us" });
    let (answer, _) = talk.says("and one for secrets", "site_add_navigation_item", wrong).await;
    reads!(answer, @r#"field 'leads_to' in arguments is "/about-us"; /posts, or the path of a post such as /posts/new-court fits"#);
    assert_eq!(menu(talk).await, "Start, About us, Town");
}

pub async fn site_update_navigation_item(talk: &Talk<impl Chat>) {
    let change = json!({ "item_id": talk.item, "label": "News", "leads_to": "/posts" });
    let words = "let About us in the menu be News, and lead to our posts";
    let (answer, _) = talk.says(words, "site_update_navigation_item", change).await;
    reads!(answer, @"Changed “News” in the navigation.");
    let (_, listed) = talk.says("what is in the menu?", "site_list_navigation", json!({})).await;
    assert_eq!(listed["items"][0]["url"], "/posts");
    assert!(listed["items"][0].get("page_id").is_none(), "{listed}");
    assert_eq!(menu(talk).await, "News");
}

pub async fn site_toggle_navigation_item(talk: &Talk<impl Chat>) {
    let toggle = json!({ "item_id": talk.item });
    let words = "hide About us in the menu for now";
    let (answer, _) = talk.says(words, "site_toggle_navigation_item", toggle.clone()).await;
    reads!(answer, @"“About us” is hidden in the navigation.");
    assert_eq!(menu(talk).await, "");
    let (_, listed) = talk.says("is it still there?", "site_list_navigation", json!({})).await;
    assert_eq!(listed["items"][0]["visible"], false);
    let (answer, _) = talk.says("show it again", "site_toggle_navigation_item", toggle).await;
    reads!(answer, @"“About us” is shown in the navigation.");
    assert_eq!(menu(talk).await, "About us");
}

pub async fn site_remove_navigation_item(talk: &Talk<impl Chat>) {
    let remove = ("site_remove_navigation_item", json!({ "item_id": talk.item }));
    let items = ("site_list_navigation", json!({}));
    let question = talk.has_to_press("take About us out of the menu", remove, items).await;
    reads!(question, @"
    Remove “About us” from the navigation of your website. What it leads to stays
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"“About us” is removed from the navigation; site_undo brings it back.");
    assert_eq!(menu(talk).await, "");
    assert!(talk.previewed("about-us/").await.contains("Founded in 1987."), "the page stays");
}

pub async fn site_reorder_navigation(talk: &Talk<impl Chat>) {
    let start = adds_start(talk).await;
    assert_eq!(menu(talk).await, "About us, Start");
    let missing = json!({ "item_ids": [start] });
    let (answer, _) = talk.says("Start goes first", "site_reorder_navigation", missing).await;
    assert!(answer.contains("(“About us”) 0 times; every item once fits"), "{answer}");
    let order = json!({ "item_ids": [start, talk.item] });
    let (answer, ordered) = talk.says("and About us second", "site_reorder_navigation", order).await;
    reads!(answer, @"The navigation is in this order now.");
    assert_eq!(each(&ordered["items"], "label"), ["Start", "About us"]);
    assert_eq!(menu(talk).await, "Start, About us");
}
