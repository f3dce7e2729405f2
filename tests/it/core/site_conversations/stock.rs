//! Stock photos: found, chosen by a button and added to the pictures.

use serde_json::{Value, json};

use super::{Talk, each, id, visit};
use crate::{
    core::site_pictures::photo,
    harness::{Chat, Shown, reads},
};

/// Searches for three photos, which alice sees; returns the answer and the result of the search.
async fn finds(talk: &Talk<impl Chat>) -> (String, Value) {
    for (id, alt, who) in
        [(11, "A choir at night", "Anna Berger"), (12, "A choir outside", "Bo"), (13, "An old choir", "Cy")]
    {
        talk.stock.add(id, alt, who, &photo(600, 400, id as u8 * 8));
    }
    talk.stock.add(20, "A cat", "Dee", &photo(600, 400, 3));
    let search = json!({ "query": "choir", "orientation": "landscape" });
    talk.will_call("site_search_stock_photos", &search);
    talk.alice.says("find a photo of a choir for our website").await;
    let album = talk.bot.next_message().await;
    assert_eq!(talk.alice.album_of(&album).await.len(), 3, "one thumbnail for each");
    let answer = talk.bot.next_message().await;
    (answer.text, talk.result())
}

/// The model asks which of the shown photos alice wants; returns the question.
async fn is_asked_which(talk: &Talk<impl Chat>) -> Shown {
    let which = json!({ "photo_ids": ["11", "12", "13"] });
    talk.is_asked("I want one of them", "site_choose_stock_photo", which).await
}

pub async fn site_search_stock_photos(talk: &Talk<impl Chat>) {
    let (answer, found) = finds(talk).await;
    reads!(answer, @"Found 3 photos; the person sees the first 3, in this order. site_choose_stock_photo lets them pick.");
    let row = json!({
        "photo_id": "11", "alt": "A choir at night", "photographer": "Anna Berger", "width": 1200, "height": 800,
    });
    assert_eq!((&found["photos"][0], &found["shown"]), (&row, &json!(3)));
    assert_eq!(each(&found["photos"], "photo_id"), ["11", "12", "13"]);
    let asked = &talk.stock.searches()[0];
    assert_eq!((&*asked["query"], &*asked["orientation"]), ("choir", "landscape"));

    let none = json!({ "query": "organ" });
    let (answer, _) = talk.says("find one of an organ", "site_search_stock_photos", none).await;
    reads!(answer, @"No photo was found; try other words.");
    // Words that are not alice's may come from a page that the model has read.
    let other = json!({ "query": "cat" });
    let question = talk.is_asked("or of our pet", "site_search_stock_photos", other).await;
    reads!(question, @"
    Search stock photos for “cat”
    Usually I do this without asking. Earlier messages here hold words from stock photos of 127.0.0.1.
    I have read text from stock photos of 127.0.0.1, which may try to steer me.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    reads!(talk.alice.presses(&question, "Deny").await, @"Denied. Nothing was done.");
    reads!(talk.bot.next_message().await, @"the person denied this; do not try it again unless they ask");
    talk.alice.changes(&question).await;
    assert_eq!(talk.stock.searches().len(), 2);
}

pub async fn site_choose_stock_photo(talk: &Talk<impl Chat>) {
    finds(talk).await;
    let question = is_asked_which(talk).await;
    reads!(question, @"
    Which photo?
    I have read text from stock photos of 127.0.0.1, which may try to steer me.
    Please choose one, or write your answer.
    [1] [2] [3]
    [None]
    ");
    talk.alice.presses(&question, "2").await;
    reads!(talk.bot.next_message().await, @"The person has chosen a photo; site_add_stock_photo adds it.");
    talk.alice.changes(&question).await;
    assert_eq!(talk.result()["photo_id"], "12");

    let question = is_asked_which(talk).await;
    talk.alice.presses(&question, "None").await;
    reads!(talk.bot.next_message().await, @"The person wants none of them.");
    talk.alice.changes(&question).await;
    assert_eq!(talk.result()["photo_id"], json!(null));

    let question = is_asked_which(talk).await;
    talk.alice.says("the one at night").await;
    reads!(talk.bot.next_message().await, @"The person has answered in words.");
    talk.alice.changes(&question).await;
    assert_eq!(talk.result()["typed"], "the one at night");
}

pub async fn site_add_stock_photo(talk: &Talk<impl Chat>) {
    finds(talk).await;
    let add = json!({ "photo_id": "11", "alt": "A choir sings at night" });
    let question = talk.is_asked("add the first one", "site_add_stock_photo", add).await;
    reads!(question, @"
    Add the stock photo 11 to the pictures of your website
    Usually I do this without asking. Earlier messages here hold words from stock photos of 127.0.0.1.
    I have read text from stock photos of 127.0.0.1, which may try to steer me.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, added) = talk.agrees(&question).await;
    reads!(answer, @"Added the picture; a section shows it by its image_id.");
    let image = id(&added["image"]["image_id"]);
    let credit = json!({
        "photographer": "Anna Berger", "url": "https://www.pexels.com/@anna-berger", "source": "127.0.0.1",
    });
    assert_eq!(
        (&added["image"]["alt"], &added["image"]["credit"]),
        (&json!("A choir sings at night"), &credit)
    );

    let hero = json!({ "page_id": talk.about, "template": "hero", "content": { "heading": "Sing!", "image": image } });
    let question = talk.is_asked("show it on the page about us", "site_add_section", hero).await;
    talk.agrees(&question).await;
    let question = talk.is_asked("show me the website", "site_preview", json!({})).await;
    let (_, preview) = talk.agrees(&question).await;
    let (_, page) = visit(&format!("{}about-us/", id(&preview["link"]))).await;
    assert!(page.contains("alt=\"A choir sings at night\""), "{page}");
    assert!(page.contains("Photo by <a href=\"https://www.pexels.com/@anna-berger\" rel=\"nofollow noopener\">Anna Berger</a> on 127.0.0.1"), "{page}");

    talk.stock.refuse(0, 120);
    let next = json!({ "photo_id": "12" });
    let question = talk.is_asked("and the second one", "site_add_stock_photo", next).await;
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"the service of stock photos has had too many requests; try again in 2 minutes");
}
