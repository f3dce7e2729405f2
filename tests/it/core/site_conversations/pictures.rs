//! Pictures: photos that arrive in the chat, and their places on the site.

use adjutant_simulators::model::Turn;
use serde_json::{Value, json};

use super::{Talk, each, id};
use crate::{
    core::site_pictures::photo,
    harness::{Chat, reads},
};

/// The green values by which the photos differ.
const BOAT: u8 = 120;
const SHIP: u8 = 200;

/// Sends a photo and adds it to the site; returns the answer and the picture.
async fn sends(talk: &Talk<impl Chat>, name: &str, green: u8, alt: &str) -> (String, Value) {
    let add = json!({ "alt": alt });
    talk.will_call("site_add_image", &add);
    talk.alice.sends(name, &photo(64, 48, green), "put this on our website").await;
    let answer = talk.bot.next_message().await.text;
    (answer, talk.result()["image"].take())
}

/// Adds two pictures; returns their ids.
async fn has_two(talk: &Talk<impl Chat>) -> [String; 2] {
    let (_, boat) = sends(talk, "boat.jpg", BOAT, "A boat on the river").await;
    let (_, ship) = sends(talk, "ship.jpg", SHIP, "A ship in the harbour").await;
    [id(&boat["image_id"]), id(&ship["image_id"])]
}

/// Creates a gallery of pictures on the page “About us”; returns the id of the section.
async fn has_gallery(talk: &Talk<impl Chat>, pictures: &[&String]) -> String {
    let images: Vec<_> = pictures.iter().map(|id| json!({ "image": id })).collect();
    let content = json!({ "heading": "Our journeys", "images": images });
    let add = json!({ "page_id": talk.about, "template": "gallery", "content": content });
    let (_, added) = talk.says("show them on the page about us", "site_add_section", add).await;
    id(&added["section"]["section_id"])
}

pub async fn site_add_image(talk: &Talk<impl Chat>) {
    talk.bot.model().script([Turn::text("What shall I do with it?")]);
    talk.alice.sends("boat.jpg", &photo(64, 48, BOAT), "our boat").await;
    reads!(talk.bot.next_message().await, @"What shall I do with it?");
    let request = talk.bot.model().requests().pop().unwrap();
    let note = request.last_user().split("attachment-").nth(1).unwrap();
    let uuid: String = note.chars().take_while(|c| c.is_ascii_hexdigit() || *c == '-').collect();
    let add = json!({ "attachment_id": format!("attachment-{uuid}"), "caption": "Our boat in May" });
    let (answer, added) = talk.says("add it to the website", "site_add_image", add.clone()).await;
    reads!(answer, @"Added the picture; a section shows it by its image_id.");
    assert_eq!((&added["image"]["alt"], &added["image"]["width"]), (&json!("Our boat in May"), &json!(64)));
    // A second call adds nothing.
    let (answer, again) = talk.says("did you add it?", "site_add_image", add).await;
    reads!(answer, @"The website has this picture already: “Our boat in May”.");
    assert_eq!(again["image"], added["image"]);
}

pub async fn site_list_images(talk: &Talk<impl Chat>) {
    let [boat, ship] = has_two(talk).await;
    has_gallery(talk, &[&boat]).await;
    let (answer, listed) = talk.says("which pictures are there?", "site_list_images", json!({})).await;
    reads!(answer, @"2 pictures.");
    assert_eq!(each(&listed["images"], "title"), ["A ship in the harbour", "A boat on the river"]);
    assert_eq!(listed["unused"], json!([ship]));
}

pub async fn site_find_image(talk: &Talk<impl Chat>) {
    let [boat, _] = has_two(talk).await;
    let (answer, found) = talk
        .says("have we one of the rivr?", "site_find_image", json!({ "description": "bote on the rivr" }))
        .await;
    reads!(answer, @"Found a picture.");
    assert_eq!(found["image"]["image_id"], *boat);
    let none = json!({ "description": "snow-covered mountains" });
    let (answer, found) = talk.says("and of mountains?", "site_find_image", none).await;
    reads!(answer, @"No picture is like that; site_list_images lists all.");
    assert_eq!(found["image"], json!(null));
}

pub async fn site_search_images(talk: &Talk<impl Chat>) {
    let [_, ship] = has_two(talk).await;
    let (answer, found) =
        talk.says("which show a harbour?", "site_search_images", json!({ "query": "harbour" })).await;
    reads!(answer, @"Found 1 picture.");
    assert_eq!(each(&found["matches"], "image_id"), [ship]);
}

pub async fn site_update_image(talk: &Talk<impl Chat>) {
    let [boat, _] = has_two(talk).await;
    has_gallery(talk, &[&boat]).await;
    let said = json!({ "image_id": boat, "alt": "Four people row a boat", "caption": "In May" });
    let (answer, _) = talk.says("it shows four people in May", "site_update_image", said).await;
    reads!(answer, @"Changed what is said of the picture.");
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("alt=\"Four people row a boat\""), "{page}");
    assert!(page.contains("<figcaption>In May</figcaption>"), "{page}");
    let bare = json!({ "image_id": boat, "caption": "" });
    talk.says("no caption", "site_update_image", bare).await;
    assert!(!talk.previewed("about-us/").await.contains("<figcaption>In May"));
}

pub async fn site_add_image_to_section(talk: &Talk<impl Chat>) {
    let [boat, ship] = has_two(talk).await;
    let gallery = has_gallery(talk, &[&boat]).await;
    let add = json!({ "section_id": gallery, "image_id": ship });
    let (answer, added) = talk.says("the ship, too", "site_add_image_to_section", add).await;
    reads!(answer, @"The page “About us” shows the picture in images[1].image.");
    assert_eq!(each(&added["shown"], "image"), [&*boat, &ship]);
    let page = talk.previewed("about-us/").await;
    assert!(page.find("A boat on the river") < page.find("A ship in the harbour"), "{page}");

    let (answer, _) = talk
        .says(
            "and into the text",
            "site_add_image_to_section",
            json!({ "section_id": talk.text, "image_id": ship }),
        )
        .await;
    reads!(answer, @"the picture has no place in this section (Text): it has no field for a picture; site_update_section_image shows another picture in the place of one");
}

pub async fn site_update_section_image(talk: &Talk<impl Chat>) {
    let [boat, ship] = has_two(talk).await;
    let gallery = has_gallery(talk, &[&boat, &ship]).await;
    let caption = json!({ "section_id": gallery, "position": 2, "caption": "Hamburg" });
    let (answer, _) = talk.says("the second one is Hamburg", "site_update_section_image", caption).await;
    reads!(answer, @"Changed a picture on the page “About us”.");
    assert!(talk.previewed("about-us/").await.contains("<figcaption>Hamburg</figcaption>"));
    let which = json!({ "section_id": gallery, "remove": true });
    let (answer, _) = talk.says("take it out", "site_update_section_image", which).await;
    reads!(answer, @"which picture? This section shows them in the fields images[0].image, images[1].image; give one in 'field'");
    let first = json!({ "section_id": gallery, "field": "images[0].image", "remove": true });
    let (_, changed) = talk.says("the first one", "site_update_section_image", first).await;
    assert_eq!(each(&changed["shown"], "image"), [ship]);
    assert!(!talk.previewed("about-us/").await.contains("A boat on the river"));
}

pub async fn site_replace_image(talk: &Talk<impl Chat>) {
    let [boat, ship] = has_two(talk).await;
    has_gallery(talk, &[&boat]).await;
    let post = json!({ "title": "Our boat", "body": format!("![Our boat]({boat})") });
    talk.says("write a post for the website with the boat", "site_create_post", post).await;
    let replace = json!({ "image_id": boat, "new_image_id": ship });
    let (answer, replaced) = talk.says("show the ship instead", "site_replace_image", replace).await;
    reads!(answer, @"Replaced the picture in 2 places.");
    assert_eq!(replaced["shown_on"], json!(["About us (“Our journeys”, Gallery)", "the post “Our boat”"]));
    let page = talk.previewed("about-us/").await;
    assert!(page.contains("A ship in the harbour") && !page.contains("A boat on the river"), "{page}");
    let (_, listed) = talk.says("which pictures are shown nowhere?", "site_list_images", json!({})).await;
    assert_eq!(listed["unused"], json!([boat]));
}

pub async fn site_delete_image(talk: &Talk<impl Chat>) {
    let [boat, ship] = has_two(talk).await;
    has_gallery(talk, &[&boat, &ship]).await;
    let delete = ("site_delete_image", json!({ "image_id": boat }));
    let images = ("site_list_images", json!({}));
    let question = talk.has_to_press("delete the picture of the boat", delete, images.clone()).await;
    reads!(question, @"
    Delete the picture “A boat on the river” from your website, and from the place that shows it: About us (“Our journeys”, Gallery). Nothing else does
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let (answer, _) = talk.agrees(&question).await;
    reads!(answer, @"The picture “A boat on the river” is deleted; site_undo brings it back.");
    let (_, listed) = talk.says("which are left?", images.0, images.1).await;
    assert_eq!(each(&listed["images"], "image_id"), [ship]);
    assert!(!talk.previewed("about-us/").await.contains("A boat on the river"));
}
