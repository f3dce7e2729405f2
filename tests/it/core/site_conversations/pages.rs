//! Pages: listed, read, created, changed, deleted and found.

use reqwest::StatusCode;
use serde_json::json;

use super::{Talk, each, id, visit};
use crate::harness::{Chat, reads};

pub async fn site_list_pages(talk: &Talk<impl Chat>) {
    let (answer, listed) =
        talk.says("which pages does our website have?", "site_list_pages", json!({})).await;
    reads!(answer, @"2 pages.");
    assert_eq!(each(&listed["pages"], "title"), ["Welcome", "About us"]);
    assert_eq!(each(&listed["pages"], "page_id"), [&*talk.welcome, &talk.about]);
    assert_eq!(listed["pages"][0]["is_home"], true);

    let public = json!({ "status": "published" });
    let (answer, _) = talk.says("and which of them are public?", "site_list_pages", public.clone()).await;
    reads!(answer, @"There are no such pages; without status, all are listed.");
    talk.publishes().await;
    let (answer, _) = talk.says("and now?", "site_list_pages", public).await;
    reads!(answer, @"2 pages.");
}

pub async fn site_get_page(talk: &Talk<impl Chat>) {
    let by_slug = json!({ "slug": "/about-us" });
    let (answer, got) = talk.says("what is on the page about us?", "site_get_page", by_slug).await;
    reads!(answer, @"The page “About us” with 2 sections.");
    assert_eq!(each(&got["sections"], "section_id"), [&*talk.text, &talk.quote]);
    assert_eq!(each(&got["sections"], "title"), ["Who we are", "The best choir of the street."]);
    assert!(got["sections"][0].get("content").is_none(), "{got}");

    let whole = json!({ "page_id": talk.about, "include_content": true });
    let (_, got) = talk.says("read it to me", "site_get_page", whole).await;
    assert_eq!(got["sections"][0]["content"]["body"], "Founded in 1987.");
    assert_eq!(got["sections"][1]["content"]["author"], "Bob");

    let (answer, _) = talk.says("and the one with dates?", "site_get_page", json!({ "slug": "dates" })).await;
    reads!(answer, @"there is no page with the slug 'dates'; site_list_pages lists the existing ones");
}

pub async fn site_create_page(talk: &Talk<impl Chat>) {
    let concerts = json!({ "title": "Concerts", "description": "Where we sing this year." });
    let (answer, _) =
        talk.says("we need a page for our concerts", "site_create_page", concerts.clone()).await;
    reads!(answer, @"Made the page “Concerts” (/concerts), a draft.");
    reads!(talk.site().await, @"
    Riverside Choir
    It is not public yet.

    Not public yet:
    • page Welcome is new
    • page About us is new
    • page Concerts is new
    • title of the site changed
    • navigation changed

    Latest change: made the page “Concerts”

    Pages and posts: 3
    1. Welcome (start page)
    2. About us (draft)
    3. Concerts (draft)
    ");
    assert!(talk.previewed("concerts/").await.contains("Where we sing this year."));

    // Another page of the same name gets a different address, unless the person asks for one.
    let (answer, _) = talk.says("and one more like that", "site_create_page", concerts).await;
    reads!(answer, @"Made the page “Concerts” (/concerts-2), a draft.");
    let taken = json!({ "title": "Past concerts", "slug": "concerts" });
    let (answer, _) = talk.says("and one for the past ones, at /concerts", "site_create_page", taken).await;
    assert!(answer.contains("has the slug 'concerts' already; choose another one"), "{answer}");
}

pub async fn site_create_page_with_content(talk: &Talk<impl Chat>) {
    let days =
        |closes: &str| json!([{ "day": "tuesday", "opens": "19:00", "closes": closes }, { "day": "friday" }]);
    let page = |days| {
        json!({ "title": "Rehearsals", "sections": [
            { "template": "hours", "content": { "heading": "When we rehearse", "days": days } },
            { "template": "cta", "content": {
                "heading": "Come and listen", "button_label": "Who we are", "button_link": "/about-us",
            } },
        ] })
    };
    let words = "add a page that says when we rehearse: Tuesdays from seven";
    let (answer, _) = talk.says(words, "site_create_page_with_content", page(days("late"))).await;
    reads!(answer, @r#"field 'sections/0/content' in arguments does not fit the template hours: days[0].closes is "late"; a time such as 19:30 fits. site_get_template lists all fields"#);
    assert_eq!(talk.bot.number("SELECT count(*) AS value FROM site_pages").await, 2, "all or nothing");

    let (answer, made) = talk.says("until ten", "site_create_page_with_content", page(days("22:00"))).await;
    reads!(answer, @"Made the page “Rehearsals” (/rehearsals) with 2 sections, a draft.");
    assert_eq!(each(&made["sections"], "template"), ["hours", "cta"]);
    let page = talk.previewed("rehearsals/").await;
    assert!(page.contains("<time>19:00</time>–<time>22:00</time>") && page.contains("closed"), "{page}");
    assert!(page.contains("Come and listen"), "{page}");
}

pub async fn site_update_page(talk: &Talk<impl Chat>) {
    let first = json!({ "page_id": talk.about, "title": "The choir", "position": 1 });
    let (answer, _) = talk.says("call it The choir, and put it first", "site_update_page", first).await;
    reads!(answer, @"Changed the page “The choir” (/about-us).");
    let (_, listed) = talk.says("so which pages are there?", "site_list_pages", json!({})).await;
    assert_eq!(each(&listed["pages"], "title"), ["The choir", "Welcome"]);
    assert_eq!(listed["pages"][1]["is_home"], true, "the site still begins with it");

    // Once the page is public and links lead to it, moving it requires a person's approval.
    let address = talk.publishes().await;
    let moved = json!({ "page_id": talk.about, "slug": "the-choir" });
    let question = talk.is_asked("it should be at /the-choir", "site_update_page", moved).await;
    reads!(question, @"
    Move the page “The choir” of your website from /about-us to /the-choir
    In the navigation: 1 item
    Links on other pages: Welcome
    The page is published, and others link to it. The old address will lead to the new one.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"Changed the page “The choir” (/the-choir). 1 link on other pages still name its old address: Welcome.");
    assert_eq!(visit(&format!("{address}the-choir/")).await.0, StatusCode::NOT_FOUND);
    talk.publishes().await;
    assert!(visit(&format!("{address}the-choir/")).await.1.contains("Founded in 1987."));
    let (status, old) = visit(&format!("{address}about-us/")).await;
    assert!(status == StatusCode::OK && old.contains("the-choir/"), "{old}");
}

pub async fn site_delete_page(talk: &Talk<impl Chat>) {
    let address = talk.publishes().await;
    let delete = ("site_delete_page", json!({ "page_id": talk.about }));
    let pages = ("site_list_pages", json!({}));
    let question = talk.has_to_press("delete the page about us", delete, pages).await;
    reads!(question, @"
    Delete the page “About us” (/about-us) with 2 sections and 1 item of the navigation. It is published, and goes from the public website when you publish again. 1 link leads to it: Welcome
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"The page “About us” is deleted; site_undo brings it back.");
    let (_, listed) = talk.says("which pages are left?", "site_list_pages", json!({})).await;
    assert_eq!(each(&listed["pages"], "title"), ["Welcome"]);
    reads!(talk.site().await.replace(&address, "ADDRESS"), @r#"
    Riverside Choir
    Public at ADDRESS (published 1 May 2026, 10:00)

    Not public yet:
    • page About us is gone
    • navigation changed

    To put right before it can be published:
    • `page welcome, section 1: body` is "/about-us", which is no page of the site; the path of a page fits.

    Latest change: deleted the page “About us”

    Pages and posts: 1
    1. Welcome (start page)
    "#);
    assert_eq!(visit(&format!("{address}about-us/")).await.0, StatusCode::OK, "until it is published");
}

pub async fn site_search_pages(talk: &Talk<impl Chat>) {
    let query = json!({ "query": "what do we do on Tuesdays" });
    let (answer, found) = talk.says("where does the website say that?", "site_search_pages", query).await;
    reads!(answer, @"Found 1 match.");
    let found = &found["matches"][0];
    assert_eq!(found["page_id"], *talk.welcome);
    assert!(found["section"]["text"].as_str().unwrap().starts_with("We sing on Tuesdays."), "{found}");
    let score = found["score"].as_f64().unwrap();
    assert!(score > 0.0 && score < 1.0, "{found}");
    // A page that was found can be changed.
    let monday =
        json!({ "section_id": found["section"]["section_id"], "content": { "body": "We sing on Mondays." } });
    talk.says("it is Mondays now", "site_update_section", monday).await;
    assert!(talk.previewed("").await.contains("We sing on Mondays."));

    let (answer, _) = talk.says("and trombones?", "site_search_pages", json!({ "query": "trombones" })).await;
    reads!(answer, @"Nothing was found; site_list_pages lists all pages.");
}

pub async fn site_find_resource(talk: &Talk<impl Chat>) {
    let query = json!({ "query": "abuot us" });
    let (answer, found) = talk.says("where is abuot us on the website?", "site_find_resource", query).await;
    reads!(answer, @"Found 3 matches.");
    let found = &found["matches"];
    assert_eq!(each(found, "kind")[..2], ["page", "navigation_item"]);
    assert_eq!(each(found, "id")[..2], [&*talk.about, &talk.item]);
    assert_eq!(found[0]["score"], found[1]["score"]);
    assert!(found[1]["score"].as_f64() > found[2]["score"].as_f64(), "{found}");

    let sections = json!({ "query": "who we are", "kinds": ["section"], "limit": 1 });
    let (_, found) = talk.says("and the text about who we are?", "site_find_resource", sections).await;
    assert_eq!(id(&found["matches"][0]["id"]), talk.text);
    assert_eq!(found["matches"][0]["on_page"], "About us");
}
