//! `/site`: people see the state of their website, and publish, undo and delete with buttons.

use adjutant_simulators::model::Turn;
use reqwest::StatusCode;
use serde_json::json;

use super::published_sites::{makes_a_site, visit};
use crate::harness::{Bot, Chat, Masked, OnTelegram, OnWeb, Setup, reads};

over_every_channel!(a_site_is_seen_published_and_changed_by_buttons,);

async fn a_site_is_seen_published_and_changed_by_buttons<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    alice.says("/site").await;
    reads!(bot.next_message().await, @"You have no website yet. Tell me what it is for, for example: make a website for our chess club, with a page about us and our opening hours. You see it before anybody else does, and a button makes it public.");
    makes_a_site(&bot).await;

    alice.says("/site").await;
    let list = bot.next_message().await;
    reads!(list, @"
    Riverside Choir
    It is not public yet.

    Not public yet:
    • page Welcome is new
    • page About us is new
    • title of the site changed

    Latest change: made the page “About us”

    Pages and posts: 2
    1. Welcome (start page)
    2. About us (draft)
    [1. Welcome] [2. About us]
    [Preview] [Publish] [Undo]
    ");
    let page = alice.taps(&list, "2. About us").await;
    reads!(page, @"
    About us
    Address: /about-us
    State: draft
    It has 1 section.

    Write me what should be different.
    [Delete] [Back]
    ");
    let list = alice.taps(&page, "Back").await;
    let list = alice.taps(&list, "Preview").await;
    let link = link_in(&list.text);
    assert!(visit(&link).await.1.contains("We sing on <strong>Tuesdays</strong>"));

    let _ = alice.presses(&list, "Publish").await;
    let list = alice.changes(&list).await;
    let address = link_in(&list.text);
    let host = address.trim_end_matches("riverside-choir/");
    reads!(list.masked(host, "HOST/"), @"
    Riverside Choir
    Public at HOST/riverside-choir/ (published 1 May 2026, 10:00)

    Everything is published.

    Latest change: published the page “About us”

    Pages and posts: 2
    1. Welcome (start page)
    2. About us
    [1. Welcome] [2. About us]
    [Preview] [Undo]
    ");
    assert_eq!(visit(&format!("{address}about-us/")).await.0, StatusCode::OK);

    // The page is deleted and brought back.
    let page = alice.taps(&list, "2. About us").await;
    let answer = alice.presses(&page, "Delete").await;
    reads!(answer.text, @"“About us” is deleted. Undo brings it back.");
    let list = alice.changes(&page).await;
    assert!(list.text.contains("page About us is gone"), "{list}");
    assert_eq!(visit(&format!("{address}about-us/")).await.0, StatusCode::OK, "until it is published");
    let answer = alice.presses(&list, "Undo").await;
    reads!(answer.text, @"Undone: deleted the page “About us”");
    assert!(alice.changes(&list).await.text.contains("Everything is published."));
    bot.end().await;
}

/// Returns the first link in a text.
fn link_in(text: &str) -> String {
    let at = text.find("http://").expect("a link");
    text[at..].split_whitespace().next().unwrap().to_owned()
}

#[tokio::test]
async fn what_has_changed_since_the_message_is_not_published() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    let alice = bot.alice();
    alice.says("/site").await;
    let list = bot.next_message().await;
    bot.model().script([
        Turn::calls([("site_update_settings", json!({ "title": "Hillside Choir" }))]),
        Turn::text("It has another name."),
    ]);
    alice.says("call the website Hillside Choir").await;
    reads!(bot.next_message().await, @"It has another name.");
    let answer = alice.presses(&list, "Publish").await;
    reads!(answer.text, @"The website has changed since this message was written. Read it again, then press Publish.");
    let list = alice.changes(&list).await;
    assert!(list.text.starts_with("Hillside Choir"), "{list}");
    assert_eq!(bot.number("SELECT count(*) AS value FROM sites WHERE published_at IS NOT NULL").await, 0);
    let _ = alice.presses(&list, "Publish").await;
    alice.changes(&list).await;
    assert_eq!(bot.number("SELECT count(*) AS value FROM sites WHERE published_at IS NOT NULL").await, 1);
    bot.end().await;
}

#[tokio::test]
async fn what_stands_against_publishing_is_said() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    makes_a_site(&bot).await;
    let dead = json!({ "title": "Dates", "sections": [
        { "template": "text", "content": { "body": "See [the map](/how-to-find-us)." } },
    ] });
    bot.model().script([Turn::calls([("site_create_page_with_content", dead)]), Turn::text("Added.")]);
    bot.alice().says("add dates to the website").await;
    reads!(bot.next_message().await, @"Added.");
    bot.alice().says("/site").await;
    let list = bot.next_message().await;
    assert!(list.text.contains("To put right before it can be published:\n• "), "{list}");
    assert!(list.text.contains("/how-to-find-us") && !list.to_string().contains("[Publish]"), "{list}");
    bot.end().await;

    let bot: Bot<OnWeb> = Setup::new().start().await;
    bot.alice().says("/site").await;
    reads!(bot.next_message().await, @"You have no website yet. I can make one once I have a model, and here I have none: whoever runs me can connect one.");
    bot.end().await;

    let bot: Bot<OnWeb> = Setup::new().with("SITE__ENABLED", "false").start().await;
    bot.alice().says("/site").await;
    reads!(bot.next_message().await, @"I make no websites here. Whoever runs me can change that: [site] enabled = true.");
    bot.end().await;
}
