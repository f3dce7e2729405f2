//! A stock photo is found, chosen by a button and shown on a published page with its photographer.

use adjutant_simulators::{model::Turn, stock::StockPhotos};
use serde_json::json;

use super::site_pictures::{all_results, last_results, page, photo, results_so_far};
use crate::harness::{Bot, Chat, OnWeb, Setup, reads};

over_every_channel!(a_photo_is_picked_by_a_button,);

const KEY: &str = "key-of-stock-photos";

/// Starts a service with three photos of boats; returns it with the setup of a bot that uses it.
async fn service() -> (StockPhotos, Setup) {
    let (stock, setup) = service_without_photos().await;
    for (id, alt, who) in
        [(11, "A red boat", "Anna Berger"), (12, "A boat at sea", "Bo"), (13, "An old boat", "Cy")]
    {
        stock.add(id, alt, who, &photo(600, 400, id as u8 * 8));
    }
    stock.add(20, "A cat", "Dee", &photo(600, 400, 3));
    (stock, setup)
}

/// Like `service`, but without photos.
pub(super) async fn service_without_photos() -> (StockPhotos, Setup) {
    let stock = StockPhotos::start(KEY).await;
    let host = stock.url().trim_start_matches("http://").to_owned();
    let setup = Setup::new()
        .with("SITE__STOCK_PHOTOS_KEY", KEY)
        .with("SITE__STOCK_PHOTOS_URL", stock.url())
        .with("TOOLS__WEB__ALLOW_PRIVATE_HOSTS", format!("[\"{host}\"]"));
    (stock, setup)
}

async fn a_photo_is_picked_by_a_button<C: Chat>() {
    let (stock, setup) = service().await;
    let bot: Bot<C> = setup.with_model().await.start().await;
    let alice = bot.alice();
    bot.model().script([
        Turn::calls([("site_search_stock_photos", json!({ "query": "boat", "orientation": "landscape" }))]),
        Turn::calls([("site_choose_stock_photo", json!({ "photo_ids": ["11", "12", "13"] }))]),
    ]);
    alice.says("find a photo of a boat for our website").await;
    let album = bot.next_message().await;
    assert_eq!(alice.album_of(&album).await.len(), 3, "one thumbnail for each");
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Which photo?
    I have read text from stock photos of 127.0.0.1, which may try to steer me.
    Please choose one, or write your answer.
    [1] [2] [3]
    [None]
    ");
    let asked = &stock.searches()[0];
    assert_eq!((asked["query"].as_str(), asked["orientation"].as_str()), ("boat", "landscape"));
    bot.model().script([
        Turn::calls([("site_add_stock_photo", json!({ "photo_id": "12", "alt": "A sailing boat" }))]),
        Turn::text("It is among the pictures."),
    ]);
    let _ = alice.presses(&prompt, "2").await;
    let asked = bot.next_message().await;
    assert!(asked.text.starts_with("Add the stock photo 12 to the pictures of your website"), "{asked:?}");
    let _ = alice.presses(&asked, "Approve").await;
    reads!(bot.next_message().await, @"It is among the pictures.");
    alice.changes(&prompt).await;
    alice.changes(&asked).await;
    let added = last_results(&bot).pop().unwrap();
    let image = &added["image"];
    let credit = json!({ "photographer": "Bo", "url": "https://www.pexels.com/@bo", "source": "127.0.0.1" });
    assert_eq!((&image["alt"], &image["credit"]), (&json!("A sailing boat"), &credit));
    bot.end().await;
}

#[tokio::test]
async fn a_published_page_names_the_photographer() {
    let (_stock, setup) = service().await;
    let bot: Bot<OnWeb> = setup.with_model().await.start().await;
    let alice = bot.alice();
    bot.model().answer_with(|request| {
        let results = results_so_far(request);
        match results.len() {
            0 => Turn::calls([("site_add_stock_photo", json!({ "photo_id": "11" }))]),
            1 => Turn::calls([("site_update_settings", json!({ "title": "Rowing Club" }))]),
            2 => {
                let hero = json!({ "heading": "Rowing Club", "image": results[0]["image"]["image_id"] });
                let sections = json!([{ "template": "hero", "content": hero }]);
                let page = json!({ "title": "Welcome", "sections": sections });
                Turn::calls([("site_create_page_with_content", page)])
            }
            _ => Turn::text("Done."),
        }
    });
    alice.says("put the photo 11 on our website").await;
    for _ in ["settings", "page"] {
        let asked = bot.next_message().await;
        let _ = alice.presses(&asked, "Approve").await;
    }
    reads!(bot.next_message().await, @"Done.");
    bot.model().script([Turn::calls([("site_publish", json!({}))]), Turn::text("It is online.")]);
    alice.says("publish our website").await;
    let prompt = bot.next_message().await;
    let _ = alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is online.");
    let html = page(last_results(&bot).pop().unwrap()["address"].as_str().unwrap()).await;
    assert!(html.contains("alt=\"A red boat\""), "{html}");
    let credit = "Photo by <a href=\"https://www.pexels.com/@anna-berger\" rel=\"nofollow noopener\">Anna Berger</a> on 127.0.0.1";
    assert!(html.contains(credit), "{html}");
    bot.end().await;
}

#[tokio::test]
async fn what_the_service_refuses_is_said() {
    let (stock, setup) = service().await;
    let bot: Bot<OnWeb> = setup.with_model().await.start().await;
    stock.refuse(1, 120);
    let search = |query: &str| Turn::calls([("site_search_stock_photos", json!({ "query": query }))]);
    bot.model().script([
        Turn::calls([("site_add_stock_photo", json!({ "photo_id": "99" }))]),
        search("boat"),
        search("nothing"),
        Turn::text("No."),
    ]);
    bot.alice().says("find photos of a boat, or of nothing, for our website").await;
    reads!(bot.next_message().await, @"No.");
    let results: Vec<_> = all_results(&bot)
        .iter()
        .map(|result| result["error"].as_str().or(result["message"].as_str()).unwrap_or_default().to_owned())
        .collect();
    reads!(results.join("\n"), @"
    there is no photo with this id; site_search_stock_photos finds some
    the service of stock photos has had too many requests; try again in 2 minutes
    No photo was found; try other words.
    ");
    bot.end().await;
}

#[tokio::test]
async fn without_a_key_no_stock_photos_are_offered() {
    let bot: Bot<OnWeb> = Setup::new().with_model().await.start().await;
    bot.model().answer_with(|request| {
        assert!(request.tools.iter().any(|tool| tool == "site_add_image"), "{:?}", request.tools);
        assert!(!request.tools.iter().any(|tool| tool.contains("stock")), "{:?}", request.tools);
        Turn::text("Hello.")
    });
    bot.alice().says("I want a website").await;
    reads!(bot.next_message().await, @"Hello.");
    bot.end().await;
}
