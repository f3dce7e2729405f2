//! Photos from a phone become pictures of a website, in a gallery that is previewed and published.

use std::{
    io::Cursor,
    sync::{Arc, Mutex},
};

use adjutant_simulators::model::{Request, Turn};
use image::{DynamicImage, ImageFormat, ImageReader, Rgb, RgbImage};
use reqwest::{Client, StatusCode};
use serde_json::{Value, json};
use tokio::sync::Notify;

use crate::harness::{Bot, Chat, Masked, OnTelegram, Setup, reads};

over_every_channel!(a_photo_is_shown_replaced_and_deleted,);

/// Returns a photo: blue at the top, green at the bottom.
pub(super) fn photo(width: u32, height: u32, green: u8) -> Vec<u8> {
    let pixel = |_, y| if y < height / 2 { Rgb([40, 80, 200]) } else { Rgb([30, green, 40]) };
    let mut bytes = Vec::new();
    let photo = DynamicImage::from(RgbImage::from_fn(width, height, pixel));
    photo.write_to(&mut Cursor::new(&mut bytes), ImageFormat::Jpeg).unwrap();
    bytes
}

pub(super) async fn fetch(address: &str) -> (StatusCode, String, Vec<u8>) {
    // Before the client is made. A second installation is refused, which is harmless.
    let _ = rustls::crypto::ring::default_provider().install_default();
    let response = Client::new().get(address).send().await.expect("the gateway listens");
    let kind = response.headers().get("content-type").map(|kind| kind.to_str().unwrap().to_owned());
    (response.status(), kind.unwrap_or_default(), response.bytes().await.expect("a body").to_vec())
}

pub(super) async fn page(address: &str) -> String {
    let (status, _, body) = fetch(address).await;
    assert_eq!(status, StatusCode::OK, "{address}");
    String::from_utf8(body).unwrap()
}

/// Returns the tool results in a request.
pub(super) fn results(request: &Request) -> Vec<Value> {
    request.tool_results().into_iter().map(|result| serde_json::from_str(result).unwrap()).collect()
}

pub(super) fn last_results<C: Chat>(bot: &Bot<C>) -> Vec<Value> {
    results(&bot.model().requests().pop().unwrap())
}

/// Returns all tool results of the conversation, as the model last read them.
pub(super) fn all_results<C: Chat>(bot: &Bot<C>) -> Vec<Value> {
    results_so_far(&bot.model().requests().pop().unwrap())
}

pub(super) fn results_so_far(request: &Request) -> Vec<Value> {
    let results = request.messages.iter().filter(|message| message.role == "tool");
    results.map(|message| serde_json::from_str(&message.text).unwrap()).collect()
}

/// Returns the ids of this kind in a request, without duplicates.
pub(super) fn ids(request: &Request, kind: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for message in &request.messages {
        for (at, _) in message.text.match_indices(&format!("{kind}-")) {
            let id: String =
                message.text[at..].chars().take_while(|c| c.is_ascii_alphanumeric() || *c == '-').collect();
            if !found.contains(&id) && id.len() > 30 {
                found.push(id);
            }
        }
    }
    found
}

/// Fetches every file in the `<picture>` elements of a page, and checks that it is a picture of the stated width.
/// Returns the widths with their extensions.
pub(super) async fn check_pictures(address: &str, html: &str) -> Vec<String> {
    let mut seen = Vec::new();
    for srcset in html.split("srcset=\"").skip(1) {
        let srcset = srcset.split('"').next().unwrap();
        for file in srcset.split(", ") {
            let (path, width) = file.rsplit_once(' ').unwrap();
            let (status, kind, bytes) = fetch(&format!("{address}{path}")).await;
            assert_eq!(status, StatusCode::OK, "{path}");
            let reader = ImageReader::new(Cursor::new(&bytes)).with_guessed_format().unwrap();
            assert_eq!(kind, reader.format().unwrap().to_mime_type());
            let picture = reader.decode().unwrap();
            assert_eq!(format!("{}w", picture.width()), width, "{path}");
            let [_, _, blue] = picture.to_rgb8().get_pixel(picture.width() / 2, 3).0;
            assert!(blue > 150, "the sky is above");
            let ending = path.rsplit('.').next().unwrap();
            seen.push(format!("{} {ending}", picture.width()));
        }
    }
    seen
}

#[tokio::test]
async fn an_album_becomes_a_gallery_that_is_previewed_and_published() {
    let bot: Bot<OnTelegram> = Setup::new().with_model().await.start().await;
    let OnTelegram { tg, alice, .. } = bot.alice();
    let (step, asked) = (Mutex::new(0), Arc::new(Notify::new()));
    let asks = asked.clone();
    bot.model().answer_with(move |request| {
        let mut step = step.lock().unwrap();
        *step += 1;
        match *step {
            1 => {
                asks.notify_one();
                assert!(request.tools.iter().any(|tool| tool == "site_add_image"), "{:?}", request.tools);
                let came = ids(request, "attachment");
                assert_eq!(came.len(), 2, "the notes about files name both");
                let add = |(id, alt): (&String, &str)| {
                    ("site_add_image", json!({ "attachment_id": id, "alt": alt }))
                };
                Turn::calls(came.iter().zip(["A boat on the river", "The boathouse"]).map(add))
            }
            2 => {
                let added = results(request);
                assert!(added.iter().all(|result| result["success"] == true), "{added:?}");
                let shown: Vec<_> =
                    added.iter().map(|result| json!({ "image": result["image"]["image_id"] })).collect();
                let gallery = json!({ "heading": "Our boats", "images": shown });
                let home = json!({ "title": "Welcome", "sections": [{ "template": "gallery", "content": gallery }] });
                Turn::calls([
                    ("site_update_settings", json!({ "title": "Rowing Club" })),
                    ("site_create_page_with_content", home),
                    ("site_preview", json!({})),
                ])
            }
            _ => Turn::text("Both are on the page."),
        }
    });
    let (boat, house) = (photo(1200, 600, 120), photo(500, 700, 90));
    alice.sends_album("put these on our page", &[&boat, &house]).await;
    tg.all_acknowledged().await;
    bot.while_time_passes(asked.notified()).await;
    reads!(bot.next_message().await, @"Both are on the page.");

    let link = last_results(&bot)[2]["link"].as_str().unwrap().to_owned();
    let html = page(&link).await;
    assert_eq!(html.matches("<picture>").count(), 2, "{html}");
    assert!(html.contains("alt=\"A boat on the river\"") && html.contains("alt=\"The boathouse\""), "{html}");
    let widths = check_pictures(&link, &html).await;
    reads!(widths.join(", "), @"480 webp, 960 webp, 1200 webp, 480 jpg, 960 jpg, 1200 jpg, 500 webp");
    assert_eq!(fetch(&format!("{link}assets/pictures/0-480.webp")).await.0, StatusCode::NOT_FOUND);

    bot.model().script([Turn::calls([("site_publish", json!({}))]), Turn::text("It is online.")]);
    bot.alice().says("publish our website").await;
    let prompt = bot.next_message().await;
    let _ = bot.alice().presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"It is online.");
    let published = last_results(&bot).pop().unwrap();
    assert_eq!(published["warnings"], json!([]));
    let address = published["address"].as_str().unwrap().to_owned();
    let host = address.trim_end_matches("rowing-club/");
    reads!(prompt.masked(host, "HOST/"), @"
    Publish your website at HOST/rowing-club/: page Welcome is new, title of the site changed
    Everybody can see it then.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    let html = page(&address).await;
    assert_eq!(check_pictures(&address, &html).await, widths);
    assert!(html.contains("og:image"), "{html}");
    bot.alice().changes(&prompt).await;
    bot.end().await;
}

async fn a_photo_is_shown_replaced_and_deleted<C: Chat>() {
    let bot: Bot<C> = Setup::new().with_model().await.start().await;
    let alice = bot.alice();
    let mut images = Vec::new();
    for (name, green, caption) in [("boat.jpg", 120, "for our website"), ("ship.jpg", 200, "this one too")] {
        bot.model()
            .script([Turn::calls([("site_add_image", json!({ "caption": name }))]), Turn::text("Added.")]);
        alice.sends(name, &photo(64, 48, green), caption).await;
        reads!(bot.next_message().await, @"Added.");
        let image = last_results(&bot).pop().unwrap()["image"].take();
        assert_eq!((&image["alt"], &image["width"]), (&json!(name), &json!(64)));
        images.push(image["image_id"].clone());
    }
    let hero = json!({ "heading": "Rowing Club", "image": images[0] });
    let home = json!({ "title": "Welcome", "sections": [{ "template": "hero", "content": hero }] });
    let replace = json!({ "image_id": images[0], "new_image_id": images[1] });
    bot.model().script([
        Turn::calls([("site_create_page_with_content", home)]),
        Turn::calls([("site_replace_image", replace)]),
        Turn::text("It shows the ship now."),
    ]);
    alice.says("show the ship on the website, not the boat").await;
    reads!(bot.next_message().await, @"It shows the ship now.");
    reads!(last_results(&bot)[0]["message"].as_str().unwrap(), @"Replaced the picture in 1 place.");

    bot.model().script([
        Turn::calls([("site_delete_image", json!({ "image_id": images[1], "confirmed": true }))]),
        Turn::text("The picture is gone."),
    ]);
    alice.says("delete the picture of the ship").await;
    let prompt = bot.next_message().await;
    reads!(prompt, @"
    Delete the picture “ship.jpg” from your website, and from the place that shows it: Welcome (“Rowing Club”, Hero). Nothing else does
    I can undo it as long as it is among the last 100 changes.
    [Approve] [Deny]
    [More choices] [Details]
    ");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pictures").await, 2, "only a person confirms");
    let _ = alice.presses(&prompt, "Approve").await;
    reads!(bot.next_message().await, @"The picture is gone.");
    assert_eq!(bot.number("SELECT count(*) AS value FROM site_pictures").await, 1);
    alice.changes(&prompt).await;
    bot.model().script([
        Turn::calls([("site_undo", json!({}))]),
        Turn::calls([("site_list_images", json!({ "of_this_conversation": true }))]),
        Turn::text("It is back."),
    ]);
    alice.says("no, bring it back").await;
    reads!(bot.next_message().await, @"It is back.");
    let listed = last_results(&bot).pop().unwrap();
    assert_eq!((&listed["total"], &listed["unused"]), (&json!(2), &json!([images[0]])));
    bot.end().await;
}
